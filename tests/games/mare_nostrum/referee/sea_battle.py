"""Battles at sea [M20, M23, M24]."""

from __future__ import annotations

from simlab.games.mare_nostrum.state import NOBODY, Item
from tests.games.mare_nostrum.battle import Side, Terms, fought
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.roll import Fighters, count_battle, roll, told_losses


def sea_battle(game: Game, seat: int) -> int:
    """Judge a battle at sea and return the sea."""
    event = game.story.expect("M20", "battle_began", seat=seat, at_sea=1)
    sea, rival = event["place"], event["opponent"]
    fighters = Fighters(seat, rival)
    is_possible = rival != seat and all(game.position.triremes[sea, s] > 0 for s in fighters)
    if not is_possible:
        game.story.lose("M20", "both must have triremes in that sea")
    forces = {
        "attackers": game.position.triremes[sea, seat],
        "defenders": game.position.triremes[sea, rival],
        "fortress": NOBODY,
    }
    game.demand(forces.items() <= event.items(), "M20", f"{forces} fight")
    one, other = (
        sea_side(game, sea, seat, "attack_dice"),
        sea_side(game, sea, rival, "defence_dice"),
    )
    terms = Terms(game.values["hit_divisor"], most_dice=game.values["sea_dice"])
    dice = roll(game, "sea", fighters, (one, other), terms)
    losses = fought(one, other, dice, terms)
    for who, loss in zip(fighters, losses, strict=True):
        told_losses(game, who, Item.TRIREME, sea, loss.units)
        game.position.triremes[sea, who] -= loss.units
    count_battle(game, fighters, [game.position.triremes[sea, s] > 0 for s in fighters])
    return int(sea)


def sea_side(game: Game, sea: int, seat: int, power: str) -> Side:
    """Return a side of a battle at sea; its power over dice counts there by a switch only."""
    is_on = game.values["dice_powers_at_sea"]
    per_die = game.position.strength(seat, power) if is_on else 0
    return Side(game.position.triremes[sea, seat], per_die=per_die)
