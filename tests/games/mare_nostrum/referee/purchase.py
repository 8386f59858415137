"""Purchase and placement [M11–M18]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from simlab.games.mare_nostrum.state import (
    CITIES,
    CITY,
    COIN,
    ITEMS,
    MARKER,
    MARKET,
    NOBODY,
    NOTHING,
    TEMPLE,
    TOKENS,
    Way,
)
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.position import CULTURE, good_of
from tests.games.mare_nostrum.referee.setup import reveal_tile, update_levels
from tests.games.mare_nostrum.referee.story import Event

IN_PROVINCES = ("marker", "caravan", "city", "market", "temple", "legion", "fortress")
BUILDINGS = ("caravan", "city", "market", "temple")
POWER_PRICES = {
    "market": "building_price",
    "temple": "building_price",
    "legion": "legion_price",
    "trireme": "triremes",
    "fortress": "fortress_price",
}
FREE = {"marker": "free_marker", "legion": "free_legion"}


def purchase(game: Game) -> None:
    waiting, marked = set(game.seats), set[int]()
    while waiting and not game.is_over:
        seat = name_buyer(game, waiting)
        waiting.discard(seat)
        Turn(game, seat, marked).play()
    if not game.is_over:
        refill(game)
        update_levels(game)


def name_buyer(game: Game, waiting: set[int]) -> int:
    """Judge who buys next [M11]."""
    event = game.story.expect("M11", "buyer_named", leader=game.position.titles[CULTURE])
    game.demand(event["seat"] in waiting, "M11", "that seat has bought already")
    return int(event["seat"])


def refill(game: Game) -> None:
    """Turn up tiles until the row is full or the pile empty [M16]."""
    position = game.position
    while position.tile_pile and len(position.tile_row) < game.values["face_up_tiles"]:
        reveal_tile(game, "M16")


class Turn:
    """The turn of one buyer."""

    def __init__(self, game: Game, seat: int, marked: set[int]) -> None:
        self.game, self.position, self.seat = game, game.position, seat
        self.marked = marked
        """Provinces that got a marker in this phase."""
        self.n_tiles = 0
        self.payments: Counter[str] = Counter()
        """Payments of each kind in this turn."""
        game.tallies[seat].nearest = game.position.nearest(seat)

    def demand(self, is_right: bool, rule: str, sentence: str) -> None:
        self.game.demand(is_right, rule, sentence)

    def play(self) -> None:
        while self.game.story.next in ("paid", "bought") and not self.game.is_over:
            self.buy(self.pay())
        if not self.game.is_over:
            self.keep()

    # Paying.

    def pay(self) -> Counter[int]:
        """Return the tokens of a payment, which are in the supply at once."""
        paid: Counter[int] = Counter()
        while self.game.story.next == "paid":
            token = self.game.story.expect("M12", "paid", seat=self.seat)["token"]
            has_one = token in range(TOKENS) and self.position.hands[self.seat][token] > 0
            self.demand(has_one, "M12", "the seat has no such token")
            self.position.put_back(self.seat, token)
            paid[token] += 1
        self.game.tallies[self.seat].counts["spent"] += paid.total()
        return paid

    def price(self, item: str) -> int:
        """Return what an item costs now [M12]."""
        if item == "tile":
            return int(self.game.values["hero_price"]) + self.rise()
        return self.position.price(self.seat, item, POWER_PRICES.get(item, ""))

    def rise(self) -> int:
        """Return what a tile costs beyond the basic price [M12]."""
        if self.game.values["hero_price_by"] == "round":
            return min(self.game.round, int(self.game.values["dearest_round"]))
        return self.position.n_heroes(self.seat)

    def judge_price(self, item: str, price: int, paid: Counter[int]) -> None:
        self.demand(price == paid.total(), "M12", f"{paid.total()} tokens were paid")
        if price == 0 and item in FREE:
            self.game.use(self.seat, FREE[item], "M12")
            self.game.tallies[self.seat].counts["free"] += 1
            return
        self.demand(price == self.price(item), "M12", f"the price is {self.price(item)}")
        kind = kind_of_payment(paid)
        self.demand(kind == "plain" or self.may_pay(kind), "M12", f"that payment is {kind}")
        self.payments[kind] += 1

    def may_pay(self, kind: str) -> bool:
        """Say whether a seat may pay by a power, which eases some payments in a turn [M12]."""
        strength = self.position.strength(self.seat, kind)
        is_left = self.game.values["powers_for_every_set"] or self.payments[kind] < strength
        return strength > 0 and is_left

    # Buying.

    def buy(self, paid: Counter[int]) -> None:
        event = self.game.story.expect("M12", "bought", seat=self.seat)
        if event["item"] not in range(len(ITEMS)):
            self.game.story.lose("M12", "there is no such item")
        item = ITEMS[event["item"]]
        self.judge_price(item, event["price"], paid)
        self.judge_slot(item, event["slot"])
        self.game.tallies[self.seat].bought[item] += 1
        if item in IN_PROVINCES:
            self.buy_for_province(item, event)
        elif item == "trireme":
            self.buy_trireme(event["place"])
        elif item == "tile":
            self.buy_tile(event["place"])
        else:
            self.demand(event["place"] == NOTHING, "M12", "the Pyramids have no place")
            self.game.end(Way.PYRAMIDS, self.seat)

    def judge_slot(self, item: str, slot: int) -> None:
        fitting: Iterable[int] = {NOTHING}
        match item:
            case "caravan":
                fitting = range(CITY)
            case "city":
                fitting = (s for s in range(MARKER) if CITIES >> s & 1)
            case "market":
                fitting = {MARKET}
            case "temple":
                fitting = {TEMPLE}
        self.demand(slot in fitting, "M14", f"no {item} stands on slot {slot}")

    def buy_for_province(self, item: str, event: Event) -> None:
        province = event["place"]
        if province not in self.game.board.provinces:
            self.game.story.lose("M14", "there is no such province")
        self.demand(self.position.left(self.seat, item) > 0, "M13–M14", f"no {item} is left")
        if item == "marker":
            self.mark(province)
            return
        self.judge_place(item, province)
        if item in BUILDINGS:
            self.build(province, event["slot"])
        else:
            self.place_unit(item, province)

    def mark(self, province: int) -> None:
        """Judge a control marker [M13]."""
        own, seas = self.position.own(self.seat), self.position.held_seas(self.seat)
        stones = own - self.marked
        is_near = any(province in self.game.board.near(stone, seas) for stone in stones)
        self.demand(is_near, "M13", "that province is next to none that was the seat's before")
        if province in self.position.owner:
            self.game.story.lose("M13", "that province is marked already")
        enemies = self.position.who_has_units(province) - {self.seat}
        self.demand(not enemies, "M13", "enemy units are there")
        self.position.owner[province] = self.seat
        self.marked.add(province)

    def judge_place(self, item: str, province: int) -> None:
        """Judge whether anything may be placed in a province [M14, M15]."""
        position = self.position
        if position.owner.get(province, NOBODY) != self.seat:
            self.game.story.lose("M14", "that province is not the seat's own")
        is_capital = province == self.game.board.capital(self.seat)
        at_war = position.is_at_war(province) and not is_capital
        self.demand(not at_war, "M15", "that province is at war")
        is_new = province in self.marked and not self.game.values["build_when_marked"]
        self.demand(item not in BUILDINGS or not is_new, "M14", "that province is newly marked")

    def build(self, province: int, slot: int) -> None:
        site = (province, slot)
        self.demand(site in self.game.board.sites, "M14", "no such site is printed there")
        self.demand(site not in self.position.built, "M14", "something stands there already")
        self.position.built.add(site)

    def place_unit(self, item: str, province: int) -> None:
        """Put a legion or a fortress down, which ends an enemy's stay on the marker [M28]."""
        if item == "legion":
            self.position.legions[province, self.seat] += 1
        else:
            has_none = province not in self.position.fortresses
            self.demand(has_none, "M14", "a fortress is there already")
            self.position.fortresses.add(province)
        step_off_if_disturbed(self.game, province)

    def buy_trireme(self, sea: int) -> None:
        coasts = {
            sea for own in self.position.own(self.seat) for sea in self.game.board.coasts[own]
        }
        self.demand(sea in coasts, "M14", "that sea is next to no own province")
        self.demand(self.position.left(self.seat, "trireme") > 0, "M14", "no trireme is left")
        self.position.triremes[sea, self.seat] += 1

    def buy_tile(self, tile: int) -> None:
        """Judge a hero or wonder, whose power works at once [M16, M31]."""
        self.demand(tile in self.position.tile_row, "M16", "that tile does not lie face up")
        self.n_tiles += 1
        is_allowed = self.n_tiles <= self.game.values["heroes_per_turn"]
        self.demand(is_allowed, "M12", "that is one tile too many in a turn")
        self.position.tile_row.discard(tile)
        self.position.tiles[self.seat].add(tile)
        self.game.tallies[self.seat].tile_rounds[tile] = self.game.round
        if self.position.n_heroes(self.seat) >= self.game.values["heroes_to_win"]:
            self.game.end(Way.HEROES, self.seat)

    # Keeping.

    def keep(self) -> None:
        """Judge what is kept and what goes back at the end of the turn [M17]."""
        hand = +self.position.hands[self.seat]
        amounts_by_kind: dict[str, Counter[int]] = {"kept": Counter(), "returned": Counter()}
        while self.game.story.next in amounts_by_kind:
            event = self.game.story.expect("M17", self.game.story.next, seat=self.seat)
            amounts, token = amounts_by_kind[event["event"]], event["token"]
            is_new = token not in amounts and event["tokens"] > 0
            self.demand(is_new, "M17", "each kind has one event")
            amounts[token] += event["tokens"]
        kept, returned = amounts_by_kind["kept"], amounts_by_kind["returned"]
        self.demand(kept + returned == hand, "M17", "all is kept or returned that is left")
        self.judge_kept(kept)
        for token, n in returned.items():
            self.position.put_back(self.seat, token, n)
        self.game.tallies[self.seat].counts["returned"] += returned.total()
        self.game.tallies[self.seat].counts["coins_kept"] += kept[COIN]

    def judge_kept(self, kept: Counter[int]) -> None:
        coins = min(kept[COIN], self.game.values["coins_kept"])
        more = kept.total() - coins
        allowed = self.position.strength(self.seat, "keep_tokens")
        self.demand(more <= allowed, "M17", f"{more} tokens too many are kept")


def step_off_if_disturbed(game: Game, province: int) -> None:
    """Judge that a unit leaves the marker when another's unit stays with it [M28]."""
    position = game.position
    if MARKER in position.stood_on[province] and not position.stays_on_marker(province):
        occupant = position.occupant[province]
        game.story.expect("M28", "stepped_off", seat=occupant, province=province)
        position.get_up(province, MARKER)


def kind_of_payment(paid: Counter[int]) -> str:
    """Return which payment some tokens make, by the power that it needs [M12]."""
    n, coins = paid.total(), paid[COIN]
    goods = {good_of(token) for token in paid if token != COIN}
    if coins == n or (coins == 0 and len(goods) == n):
        return "plain"
    if coins == 0 and len(goods) == n - 1:
        return "duplicate_good"
    if (coins == 1 and len(goods) == n - 1) or (coins == n - 1 and len(goods) == 1):
        return "mix_one"
    return "no payment"
