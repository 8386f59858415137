"""What battles at sea and on land have in common: dice, counts, losses [M23]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simlab.games.mare_nostrum.state import ITEMS
from tests.games.mare_nostrum.battle import Side, Terms, hits, points
from tests.games.mare_nostrum.referee.game import Game

Dice = tuple[list[int], list[int]]


class Fighters(NamedTuple):
    """The seats of a battle."""

    turn: int
    """The seat whose turn it is."""
    rival: int


def roll(game: Game, die: str, fighters: Fighters, sides: Sequence[Side], terms: Terms) -> Dice:
    """Judge the dice of both sides and what they amount to, and return the dice."""
    one, other = sides
    own, others = (
        [roll_die(game, die, seat) for _ in range(side.n_dice(terms))]
        for seat, side in zip(fighters, sides, strict=True)
    )
    judge_count(game, fighters.turn, one, own, hits(one, other, own, terms), terms)
    judge_count(game, fighters.rival, other, others, hits(other, one, others, terms), terms)
    return own, others


def roll_die(game: Game, die: str, seat: int) -> int:
    face = game.story.expect("M23", "rolled", seat=seat)["face"]
    row = next(row for row in game.tables["dice"] if row["die"] == die)
    faces = [row[f"face_{n}"] for n in range(1, 7)]
    game.demand(face in faces, "M23", "the die has no such face")
    return int(face)


def judge_count(
    game: Game, seat: int, side: Side, dice: Sequence[int], n_hits: int, terms: Terms
) -> None:
    """Judge the points of a side, what of them does not lie on its dice, and its hits."""
    game.story.expect(
        "M23",
        "counted",
        seat=seat,
        points=points(side, dice, terms),
        hits=n_hits,
        hero=side.per_die * len(dice),
        fortress=terms.fortress_points if side.has_fortress else 0,
        sea_defence=side.more,
    )


def told_losses(game: Game, seat: int, unit: int, place: int, n: int) -> None:
    """Judge that the loss of units has an event, if there is one [M23]."""
    if n > 0:
        game.story.expect("M23", "lost", seat=seat, unit=unit, place=place, units=n)
        game.tallies[seat].lost[ITEMS[unit]] += n


def count_battle(game: Game, fighters: Fighters, are_left: Sequence[bool]) -> None:
    """Count a battle, which is won by who alone is left there."""
    game.counts["battles"] += 1
    for seat, is_left in zip(fighters, are_left, strict=True):
        game.tallies[seat].counts["battles"] += 1
        game.tallies[seat].counts["battles_won"] += is_left and not all(are_left)
