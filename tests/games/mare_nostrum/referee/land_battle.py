"""Battles on land [M22–M24]."""

from __future__ import annotations

from simlab.games.mare_nostrum.state import NOBODY, Item
from tests.games.mare_nostrum.battle import Loss, Side, Terms, fought
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.purchase import step_off_if_disturbed
from tests.games.mare_nostrum.referee.roll import Fighters, count_battle, roll, told_losses
from tests.games.mare_nostrum.referee.story import Event


def land_battle(game: Game, seat: int, arrived_by_sea: set[int]) -> int:
    """Judge a battle on land and return the province."""
    event = game.story.expect("M22", "battle_began", seat=seat, at_sea=0)
    province, rival = event["place"], event["opponent"]
    has_legions = game.position.legions[province, seat] > 0
    if rival not in game.position.who_has_units(province) - {seat} or not has_legions:
        game.story.lose("M22", "a legion fights a rival who is there")
    battle = Battle(game, Fighters(seat, rival), province, province in arrived_by_sea)
    battle.judge_forces(event)
    battle.convert_legions()
    if battle.are_both_there():
        battle.fight()
    count_battle(game, battle.fighters, [battle.is_there(s) for s in battle.fighters])
    step_off_if_disturbed(game, province)
    return int(province)


class Battle:
    """A battle in a province."""

    def __init__(self, game: Game, fighters: Fighters, province: int, by_sea: bool) -> None:
        self.game, self.position = game, game.position
        self.fighters, self.province = fighters, province
        self.by_sea = by_sea
        """Whether a legion of the turn's seat has come by sea in this turn."""
        values = game.values
        self.terms = Terms(
            values["hit_divisor"],
            values["fortress_points"],
            values["fortress_cancels"],
            values["land_dice"],
        )

    def is_there(self, seat: int) -> bool:
        return seat in self.position.who_has_units(self.province)

    def are_both_there(self) -> bool:
        return all(self.is_there(seat) for seat in self.fighters)

    def judge_forces(self, event: Event) -> None:
        """Judge the number of legions on both sides, and whose fortress is there."""
        n_own, n_others = (self.position.legions[self.province, seat] for seat in self.fighters)
        self.game.demand(event["attackers"] == n_own, "M22", f"{n_own} legions attack")
        self.game.demand(event["defenders"] == n_others, "M22", f"{n_others} legions defend")
        owners = {self.position.owner.get(self.province)} & set(self.fighters)
        has_one = self.province in self.position.fortresses
        owner = min(owners) if owners and has_one else NOBODY
        self.game.demand(event["fortress"] == owner, "M22", f"the fortress is that of {owner}")

    # Helen.

    def convert_legions(self) -> None:
        """Judge legions that change sides before the roll."""
        while self.game.story.next == "legion_converted":
            self.convert_legion()

    def convert_legion(self) -> None:
        event = self.game.story.expect("Helen", "legion_converted", province=self.province)
        seat, rival = event["seat"], event["opponent"]
        self.game.demand(
            {seat, rival} == set(self.fighters), "Helen", "both must be of this battle"
        )
        self.game.use(seat, "convert_legion", "Helen")
        n_added = min(self.position.left(seat, "legion"), 1)
        self.game.demand(event["legions"] == n_added, "Helen", f"{n_added} legions come")
        is_there = self.position.legions[self.province, rival] > 0
        self.game.demand(is_there, "Helen", "no enemy legion is there")
        self.lose(rival, Loss(1, False))
        self.position.legions[self.province, seat] += n_added

    def n_free(self, seat: int) -> int:
        return self.position.free_legions(self.province, seat)

    # The roll.

    def fight(self) -> None:
        """Judge the roll and what both sides lose by it."""
        turn, rival = self.fighters
        one, other = self.side(turn), self.side(rival)
        dice = roll(self.game, "land", self.fighters, (one, other), self.terms)
        losses = fought(one, other, dice, self.terms)
        for seat, loss in zip(self.fighters, losses, strict=True):
            self.lose(seat, loss)

    def side(self, seat: int) -> Side:
        """Return a side with its powers, those of attack and defence going by whose turn it is."""
        is_attacker = seat == self.fighters.turn
        owns_fortress = self.province in self.position.fortresses
        return Side(
            self.position.legions[self.province, seat],
            owns_fortress and self.position.owner[self.province] == seat,
            self.position.strength(seat, "attack_dice" if is_attacker else "defence_dice"),
            0 if is_attacker else self.sea_defence(seat),
            is_attacker and self.position.strength(seat, "no_cancel") > 0,
        )

    def sea_defence(self, seat: int) -> int:
        """Return the points against an attack by sea."""
        return self.position.strength(seat, "sea_defence") if self.by_sea else 0

    def lose(self, seat: int, loss: Loss) -> None:
        """Judge what a side loses: free legions, then those on seats, then its fortress."""
        for _ in range(loss.units - self.n_free(seat)):
            self.lose_seat(seat)
        self.position.legions[self.province, seat] -= loss.units
        told_losses(self.game, seat, Item.LEGION, self.province, loss.units)
        if loss.fortress:
            self.position.fortresses.discard(self.province)
            told_losses(self.game, seat, Item.FORTRESS, self.province, 1)

    def lose_seat(self, seat: int) -> None:
        fields = {"seat": seat, "province": self.province}
        slot = self.game.story.expect("M23", "seat_lost", **fields)["slot"]
        is_taken = slot in self.position.seats_of(self.province, seat)
        self.game.demand(is_taken, "M23", "no unit of that seat stands there")
        self.position.get_up(self.province, slot)
