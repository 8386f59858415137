"""The military chapter [M19–M24]: its order, its turns, moves and battles."""

from __future__ import annotations

from collections import Counter

from simlab.games.mare_nostrum.state import NOTHING, Way
from tests.games.mare_nostrum.referee.conquest import conquests, conversions
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.land_battle import land_battle
from tests.games.mare_nostrum.referee.position import MILITARY
from tests.games.mare_nostrum.referee.sea_battle import sea_battle
from tests.games.mare_nostrum.referee.setup import update_levels


def military(game: Game) -> None:
    game.military_order = name_order(game)
    for seat in game.military_order:
        game.story.expect("M19", "turn_began", seat=seat)
        Turn(game, seat).play()
    update_levels(game)
    check_cities(game)


def name_order(game: Game) -> list[int]:
    """Judge the order of the turns, which is named up front [M19]."""
    order: list[int] = []
    leader = game.position.titles[MILITARY]
    for position in game.seats:
        event = game.story.expect("M19", "order_named", leader=leader, position=position)
        if event["seat"] in order:
            game.story.lose("M19", "that seat has its turn already")
        order.append(event["seat"])
    return order


def check_cities(game: Game) -> None:
    """End the game when somebody holds enough capitals and legendary cities [M31, M32]."""
    for seat in game.military_order:
        is_enough = game.position.cities_towards_win(seat) >= game.values["cities_to_win"]
        if is_enough and not game.is_over:
            for province, slot in sorted(game.position.great_cities_of(seat)):
                game.story.expect("M31", "city_held", seat=seat, province=province, slot=slot)
            game.end(Way.CITIES, seat)


class Turn:
    """The military turn of one seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.position, self.seat = game, game.position, seat
        self.arrived_by_sea: set[int] = set()
        """Provinces where own legions have arrived by sea in this turn."""
        self.named_seas: set[int] = set()
        """The sea, if any, that counts as having an own trireme in this turn."""

    def demand(self, is_right: bool, rule: str, sentence: str) -> None:
        self.game.demand(is_right, rule, sentence)

    def play(self) -> None:
        conversions(self.game, self.seat)
        self.move_triremes()
        self.fight_at_sea()
        self.move_legions()
        self.fight_on_land()
        conquests(self.game, self.seat)

    # At sea.

    def move_triremes(self) -> None:
        """Judge the moves of triremes, each of which moves once [M20]."""
        ready = Counter(
            {sea: n for (sea, of), n in self.position.triremes.items() if of == self.seat}
        )
        reach = max(self.position.strength(self.seat, "triremes"), 1)
        while self.game.story.next == "trireme_moved":
            event = self.game.story.expect("M20", "trireme_moved", seat=self.seat)
            start, goal = event["from_sea"], event["to_sea"]
            self.demand(ready[start] > 0, "M20", "no trireme there may still move")
            is_near = goal in self.game.board.seas_within(start, reach)
            self.demand(is_near, "M20", "that sea is too far")
            ready[start] -= 1
            self.position.triremes[start, self.seat] -= 1
            self.position.triremes[goal, self.seat] += 1

    def fight_at_sea(self) -> None:
        """Judge the sea battles, one in each sea at most [M20]."""
        fought: set[int] = set()
        while self.game.story.is_next("battle_began", at_sea=1):
            sea = sea_battle(self.game, self.seat)
            self.demand(sea not in fought, "M20", "there was a battle in that sea already")
            fought.add(sea)

    # On land.

    def move_legions(self) -> None:
        """Judge the moves of legions, each of which moves once [M21]."""
        ready = Counter({at: n for (at, of), n in self.position.legions.items() if of == self.seat})
        while self.game.story.next in ("sea_named", "legion_moved"):
            if self.game.story.next == "sea_named":
                self.name_sea()
            else:
                self.move_legion(ready)

    def name_sea(self) -> None:
        """Judge the one sea that counts as having an own trireme for the moves of legions."""
        sea = self.game.story.expect("Penthesilea", "sea_named", seat=self.seat)["sea"]
        can_name = self.position.strength(self.seat, "cross_sea") > 0 and not self.named_seas
        self.demand(can_name, "Penthesilea", "that seat may name no sea, or no other one")
        self.named_seas.add(sea)

    def move_legion(self, ready: Counter[int]) -> None:
        event = self.game.story.expect("M21", "legion_moved", seat=self.seat)
        start, goal = event["from"], event["to"]
        self.demand(ready[start] > 0, "M21", "no legion there may still move")
        self.judge_way(start, goal, event["by_sea"])
        self.leave(start, event["slot"], ready[start])
        ready[start] -= 1
        self.position.legions[start, self.seat] -= 1
        self.position.legions[goal, self.seat] += 1

    def judge_way(self, start: int, goal: int, by_sea: int) -> None:
        """Judge whether a legion may go from one province to another in this way [M21]."""
        is_by_land = goal in self.game.board.land[start]
        seas = self.position.held_seas(self.seat) | self.named_seas
        self.demand(goal in self.game.board.near(start, seas), "M21", "there is no way there")
        self.demand(by_sea == int(not is_by_land), "M21", "land neighbours are reached by land")
        if not is_by_land:
            self.arrived_by_sea.add(goal)

    def leave(self, province: int, slot: int, n_ready: int) -> None:
        """Judge whether a legion leaves a seat, which it does only when no free one can move."""
        seats = self.position.seats_of(province, self.seat)
        n_free = n_ready - len(seats)
        is_fitting = slot == NOTHING if n_free > 0 else slot in seats
        self.demand(is_fitting, "M21", "free legions go first, then one of a seat")
        if slot in seats:
            self.position.get_up(province, slot)

    def fight_on_land(self) -> None:
        """Judge the battles, one in each province with own legions and enemy units [M22]."""
        due = self.provinces_to_fight_in()
        while due or self.game.story.next == "battle_began":
            province = land_battle(self.game, self.seat, self.arrived_by_sea)
            self.demand(province in due, "M22", "there is no battle due in that province")
            due.discard(province)

    def provinces_to_fight_in(self) -> set[int]:
        return {
            province
            for province in self.game.board.provinces
            if self.position.legions[province, self.seat] > 0
            and self.position.who_has_units(province) - {self.seat}
        }
