"""What a seat may choose in Mare Nostrum, as the rules have it, at each kind of decision.

Slow and obvious: a choice is its kind and its details. What lies on the table is read by `Desk`;
from the state come only the marks of how far a step has come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import product
from typing import Any

from simlab.games.mare_nostrum.rules.choice import Choice
from simlab.games.mare_nostrum.state import (
    CITIES,
    COIN,
    GOODS,
    ITEMS,
    LEGENDARY,
    MARKER,
    MARKET,
    TEMPLE,
    Asks,
    Power,
)
from tests.games.mare_nostrum.referee.position import Position, good_of
from tests.games.mare_nostrum.referee.purchase import (
    FREE,
    POWER_PRICES,
)
from tests.games.mare_nostrum.stepping import Desk, bits
from tests.games.mare_nostrum.trade import Pick, is_chip_free, locked

Made = tuple[Any, ...]
"""A choice: its kind and its details."""

BUY = {
    "caravan": Choice.BUY_CARAVAN,
    "city": Choice.BUY_CITY,
    "market": Choice.BUY_MARKET,
    "temple": Choice.BUY_TEMPLE,
}


def menu(desk: Desk) -> set[Made] | None:
    """Return all choices of the seat to decide, or None where a seat decides several ties."""
    asked, position, seat = Asks(int(desk.row.asks)), desk.position(), desk.next_seat()
    if asked == Asks.TITLE and len(ties(desk, position, seat)) > 1:
        return None
    return set(CHAPTERS[asked](desk, position, seat))


def collect(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    yield from [(Choice.TAKE_COIN,), (Choice.TAKE_LEGENDARY,)]


def choose_good(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    yield from ((Choice.CHOOSE_GOOD, g) for g in range(len(GOODS)) if position.supply[g] > 0)


def offer(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    offered = desk.row.players[seat].offer
    hand = position.hands[seat]
    yield from ((Choice.OFFER, token) for token in hand if hand[token] > offered[token])


def use_chip(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    used = bits(desk.row.used_chips)
    chips = (chip for chip in range(len(desk.tables["chips"])) if is_chip_free(chip, used))
    yield from ((Choice.CHIP, chip, face) for chip in chips for face in (0, 1))


def pick(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield the tokens of others' offers except those of seats that are locked [M9]."""
    state = desk.row
    earlier = Pick(int(state.earlier_picker), int(state.earlier_victim), 0)
    last = Pick(int(state.last_picker), int(state.last_victim), 0)
    barred = {locked([earlier, last])}
    if desk.values["pairs_trade_once"]:
        barred = {other for other in range(5) if state.picked_pairs >> (5 * seat + other) & 1}
    for victim in bits(state.traders) - {seat} - barred:
        offered = state.players[victim].offer.tolist()
        yield from ((Choice.PICK, victim, token) for token, n in enumerate(offered) if n)


def hand_over(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    yield from ((Choice.HAND_OVER, token) for token in position.hands[seat])


def give(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    yield (Choice.NO_SWAP,)
    yield from ((Choice.SWAP_GIVE, token) for token in position.hands[seat])


def take(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    there = (token for token in range(LEGENDARY) if position.supply[token] > 0)
    yield from ((Choice.SWAP_TAKE, token) for token in there)


def name_buyer(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    yield from ((Choice.BUYER, other) for other in bits(desk.row.waiting))


# Purchase.


class Purse:
    """What a buyer has, what it has begun to pay with, and the payments open to it [M12]."""

    def __init__(self, desk: Desk, position: Position, seat: int) -> None:
        always, self.hand = desk.values["powers_for_every_set"], position.hands[seat]
        self.kinds = {"plain"} | {
            kind
            for kind in ("duplicate_good", "mix_one")
            if position.strength(seat, kind) > (0 if always else n_used(desk, seat, kind))
        }
        self.paid: Counter[int] = Counter()

    def after(self, token: int) -> Purse:
        """Return the purse after another token is paid."""
        other = copy(self)
        other.hand, other.paid = self.hand - Counter([token]), self.paid + Counter([token])
        return other

    def can_pay(self, price: int) -> bool:
        """Say whether the payment can be completed in any way that is open."""
        shapes = product(range(price + 1), (0, 1))
        return any(self.can_complete(price, coins, pairs) for coins, pairs in shapes)

    def can_complete(self, price: int, coins: int, pairs: int) -> bool:
        """Say whether a payment with a number of coins and of equal goods can be made."""
        n_goods = price - coins - pairs
        if n_goods < pairs or shape_of_payment(price, coins, pairs) not in self.kinds:
            return False
        missing_coins = coins - self.paid[COIN]
        if not 0 <= missing_coins <= self.hand[COIN]:
            return False
        paid, held = goods_in(self.paid), goods_in(self.hand)
        fresh = held.keys() - paid.keys()
        missing = n_goods - len(paid)
        n_pairs = paid.total() - len(paid)
        if not 0 <= missing <= len(fresh) or n_pairs > pairs:
            return False
        can_pair = any(held[good] for good in paid) or any(held[g] > 1 for g in fresh if missing)
        return n_pairs == pairs or can_pair


def n_used(desk: Desk, seat: int, power: str) -> int:
    """Return how often a power was used in this round."""
    return int(desk.row.players[seat].used[Power[power.upper()]])


def shape_of_payment(price: int, coins: int, pairs: int) -> str:
    """Return the power that a payment needs, or that there is none for it."""
    goods = price - coins
    if pairs:
        return "none" if coins else "duplicate_good"
    if coins in (0, price):
        return "plain"
    return "mix_one" if 1 in (coins, goods) else "none"


def goods_in(tokens: Counter[int]) -> Counter[int]:
    """Return how many tokens of each good there are, legendary ones included."""
    goods: Counter[int] = Counter()
    for token, n in tokens.items():
        if token != COIN:
            goods[good_of(token)] += n
    return +goods


def buy(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    purse = Purse(desk, position, seat)
    yield (Choice.END_BUYING,)
    for item in ITEMS:
        if purse.can_pay(price(desk, position, seat, item)):
            yield from places(desk, position, seat, item)
    yield from free_things(desk, position, seat)


def price(desk: Desk, position: Position, seat: int, item: str) -> int:
    """Return what an item costs now [M12]."""
    if item != "tile":
        return position.price(seat, item, POWER_PRICES.get(item, ""))
    rounds = min(int(desk.row.rounds), int(desk.values["dearest_round"]))
    by_round = desk.values["hero_price_by"] == "round"
    return int(desk.values["hero_price"]) + (rounds if by_round else position.n_heroes(seat))


def places(desk: Desk, position: Position, seat: int, item: str) -> Iterator[Made]:
    """Yield an item with every place where it may go [M13–M16]."""
    if item in ("tile", "pyramids"):
        yield from tiles(desk, position) if item == "tile" else [(Choice.BUY_PYRAMIDS,)]
    elif position.left(seat, item) > 0:
        match item:
            case "marker":
                yield from ((Choice.BUY_MARKER, p) for p in marker_places(desk, position, seat))
            case "trireme":
                yield from ((Choice.BUY_TRIREME, sea) for sea in own_coasts(position, seat))
            case "legion":
                yield from ((Choice.BUY_LEGION, p) for p in open_provinces(position, seat))
            case "fortress":
                bare = open_provinces(position, seat) - position.fortresses
                yield from ((Choice.BUY_FORTRESS, province) for province in bare)
            case _:
                yield from building_places(desk, position, seat, item)


def tiles(desk: Desk, position: Position) -> Iterator[Made]:
    if desk.row.tiles_bought < desk.values["heroes_per_turn"]:
        yield from ((Choice.BUY_TILE, tile) for tile in position.tile_row)


def marker_places(desk: Desk, position: Position, seat: int) -> set[int]:
    """Return where a control marker may go [M13]."""
    stones = position.own(seat) - bits(desk.row.marked)
    seas = position.held_seas(seat)
    near = {province for stone in stones for province in position.board.near(stone, seas)}
    return {p for p in near - position.owner.keys() if not position.who_has_units(p) - {seat}}


def own_coasts(position: Position, seat: int) -> set[int]:
    return {sea for province in position.own(seat) for sea in position.board.coasts[province]}


def open_provinces(position: Position, seat: int) -> set[int]:
    """Return the own provinces at peace, and the own capital's [M15]."""
    capital = position.board.capital(seat)
    return {p for p in position.own(seat) if p == capital or not position.is_at_war(p)}


def building_places(desk: Desk, position: Position, seat: int, item: str) -> Iterator[Made]:
    """Yield a building with every site where it may stand [M14]."""
    provinces = open_provinces(position, seat)
    if not desk.values["build_when_marked"]:
        provinces -= bits(desk.row.marked)
    for province, slot in position.board.sites - position.built:
        if province in provinces and kind_at(slot) == item:
            yield (BUY[item], province, slot)


def kind_at(slot: int) -> str:
    """Return what kind of building a slot is for."""
    if slot in (MARKET, TEMPLE):
        return "market" if slot == MARKET else "temple"
    return "city" if CITIES >> slot & 1 else "caravan"


def free_things(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield what powers give for nothing."""
    if can_have_free(desk, position, seat, "marker"):
        yield from ((Choice.FREE_MARKER, p) for p in marker_places(desk, position, seat))
    if can_have_free(desk, position, seat, "legion"):
        yield from ((Choice.FREE_LEGION, p) for p in open_provinces(position, seat))


def can_have_free(desk: Desk, position: Position, seat: int, item: str) -> bool:
    power = FREE[item]
    is_left = n_used(desk, seat, power) < position.strength(seat, power)
    return is_left and position.left(seat, item) > 0


def pay(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield the tokens after which the payment can still be completed."""
    purse, state = Purse(desk, position, seat), desk.row
    goods = sorted(bits(state.paid_goods))
    purse.paid = Counter([*goods, *goods[: state.paid_pairs], *[COIN] * state.paid_coins])
    for token in purse.hand:
        if purse.after(token).can_pay(int(state.price)):
            yield (Choice.PAY, token)


def keep(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield what may still be kept [M17]."""
    kept = Counter(dict(enumerate(desk.row.kept_tokens.tolist())))
    most_coins = int(desk.values["coins_kept"])
    coins = min(kept[COIN], most_coins)
    more = position.strength(seat, "keep_tokens") - (kept.total() - coins)
    yield (Choice.END_KEEPING,)
    for token in position.hands[seat] - kept:
        is_free_coin = token == COIN and kept[COIN] < most_coins
        if more > 0 or is_free_coin:
            yield (Choice.KEEP, token)


# The military chapter.


def name_order(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    named = desk.row.order[: desk.row.n_ordered].tolist()
    yield from ((Choice.ORDER, other) for other in range(desk.players) if other not in named)


def convert(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield the provinces where one's unit has stayed on the marker [M28]."""
    yield (Choice.END_CONVERSIONS,)
    seas = position.held_seas(seat)
    for province in position.board.provinces:
        is_near = position.board.near(province, seas) & position.own(seat)
        stands = MARKER in position.seats_of(province, seat)
        if stands and is_near and position.is_conqueror(seat, province):
            yield (Choice.CONVERT, province)


def sail(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    reach = max(position.strength(seat, "triremes"), 1)
    yield (Choice.END_SEA_MOVES,)
    for sea in position.board.seas:
        if desk.row.ready_triremes[sea] > 0:
            goals = position.board.seas_within(sea, reach)
            yield from ((Choice.MOVE_TRIREME, sea, goal) for goal in goals)


def fight_at_sea(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    yield (Choice.END_SEA_BATTLES,)
    for sea in position.held_seas(seat) - bits(desk.row.fought_seas):
        rivals = (s for s in range(desk.players) if position.triremes[sea, s] and s != seat)
        yield from ((Choice.FIGHT_AT_SEA, sea, rival) for rival in rivals)


def march(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    yield (Choice.END_LEGION_MOVES,)
    seas = position.held_seas(seat)
    named = {int(desk.row.named_sea)} & position.board.seas
    for province in position.board.provinces:
        if desk.row.ready_legions[province] > 0:
            near = position.board.near(province, seas | named)
            yield from ((Choice.MOVE_LEGION, province, goal) for goal in near)
    if position.strength(seat, "cross_sea") and not named:
        yield from ((Choice.NAME_SEA, sea) for sea in position.board.seas)


def leave_seat(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    seats = position.seats_of(int(desk.row.target), seat)
    yield from ((Choice.LEAVE_SEAT, slot) for slot in seats)


def fight_on_land(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield the battles that are due [M22]."""
    for province in position.board.provinces - bits(desk.row.fought_provinces):
        if position.legions[province, seat] > 0:
            rivals = position.who_has_units(province) - {seat}
            yield from ((Choice.FIGHT_ON_LAND, province, rival) for rival in rivals)


def convert_legion(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    yield from [(Choice.ROLL,), (Choice.CONVERT_LEGION,)]


def lose_seat(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    seats = position.seats_of(int(desk.row.battle_place), seat)
    yield from ((Choice.LOSE_SEAT, slot) for slot in seats)


def conquer(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield what a conqueror may do with a province [M26–M28]."""
    province = int(desk.row.target)
    built = {slot for at, slot in position.built if at == province}
    yield (Choice.LEAVE_BE,)
    yield from ((Choice.PILLAGE, slot, 0) for slot in built)
    draws = (slot for slot in built if (province, slot) in position.board.legendary_cities)
    yield from ((Choice.PILLAGE, slot, 1) for slot in draws)
    if built:
        yield (Choice.OCCUPY,)
    if MARKER not in position.seats_of(province, seat):
        yield (Choice.BEGIN_CONVERSION,)


def sit_down(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield the buildings on which another unit may stand, one of them at least [M27]."""
    province = int(desk.row.target)
    built = {slot for at, slot in position.built if at == province}
    taken = position.seats_of(province, seat)
    yield from ((Choice.SEAT, slot) for slot in built - taken)
    if taken:
        yield (Choice.END_SEATING,)


def step_up(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    seats = position.seats_of(int(desk.row.target), seat)
    yield from ((Choice.TAKE_MARKER_FROM, slot) for slot in seats)


def name_holder(desk: Desk, position: Position, seat: int) -> Iterator[Made]:
    """Yield the seats that are tied for a title of this seat's [M29]."""
    (tied,) = ties(desk, position, seat)
    yield from ((Choice.TITLE, other) for other in tied)


def ties(desk: Desk, position: Position, seat: int) -> list[list[int]]:
    """Return the seats that are tied for each title that this seat holds."""
    own = [track for track, holder in enumerate(position.titles) if holder == seat]
    highest = {track: max(levels[track] for levels in position.levels) for track in own}
    tied = [
        [s for s in range(desk.players) if position.levels[s][track] == highest[track]]
        for track in own
    ]
    return [seats for seats in tied if len(seats) > 1]


CHAPTERS = {
    Asks.COLLECT: collect,
    Asks.GOOD: choose_good,
    Asks.CHIP: use_chip,
    Asks.OFFER: offer,
    Asks.PICK: pick,
    Asks.HAND_OVER: hand_over,
    Asks.SWAP_GIVE: give,
    Asks.SWAP_TAKE: take,
    Asks.BUYER: name_buyer,
    Asks.BUY: buy,
    Asks.PAY: pay,
    Asks.KEEP: keep,
    Asks.ORDER: name_order,
    Asks.CONVERT: convert,
    Asks.MOVE_TRIREME: sail,
    Asks.FIGHT_AT_SEA: fight_at_sea,
    Asks.MOVE_LEGION: march,
    Asks.LEAVE_SEAT: leave_seat,
    Asks.FIGHT_ON_LAND: fight_on_land,
    Asks.CONVERT_LEGION: convert_legion,
    Asks.LOSE_SEAT: lose_seat,
    Asks.CONQUEST: conquer,
    Asks.SEATING: sit_down,
    Asks.MARKER_SEAT: step_up,
    Asks.TITLE: name_holder,
}
