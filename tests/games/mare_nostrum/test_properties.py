"""What holds at every moment of every game; and trade, battles and menus made a second time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings

from simlab.engine.journal import events
from simlab.engine.record import row_of
from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.rules.choice import SITE, kind_of
from simlab.games.mare_nostrum.state import (
    COIN,
    EMPIRES,
    GOODS,
    LEGENDARY,
    MARKER,
    NOBODY,
    TILES,
    TOKENS,
    Asks,
    Flow,
    Step,
)
from tests.games.mare_nostrum.battle import (
    Loss,
    Side,
    Terms,
    battle_chances,
    fought,
    hits,
    points,
)
from tests.games.mare_nostrum.menu_by_hand import menu
from tests.games.mare_nostrum.referee.position import BOX, POOL, TRADE, Position
from tests.games.mare_nostrum.stepping import ANY_PLAY, Desk, Play
from tests.games.mare_nostrum.table import TOKEN_NAMES, Table, table
from tests.games.mare_nostrum.trade import Exchange, Pick, exchange
from tests.support.game_record import named

pytestmark = pytest.mark.compiled

# Things that are always so.


Demand = Callable[[Desk, Position], None]
DEMANDS: list[Demand] = []
"""What must hold whenever somebody decides."""


def at_every_moment(demand: Demand) -> Demand:
    """Let `test_at_every_moment` demand something: all demands look at the same games."""
    DEMANDS.append(demand)
    return demand


@settings(max_examples=5, deadline=None, derandomize=True)
@given(ANY_PLAY)
def test_at_every_moment(play: Play) -> None:
    for desk in play.moments():
        position = desk.position()
        for demand in DEMANDS:
            demand(desk, position)


@at_every_moment
def no_token_comes_or_goes(desk: Desk, position: Position) -> None:
    box = {GOODS.index(row["good"]): row["tokens"] for row in desk.tables["goods"]}
    for token, n_tokens in {**box, COIN: desk.values["coins"]}.items():
        in_hands = sum(hand[token] for hand in position.hands)
        assert position.supply[token] >= 0
        assert position.supply[token] + in_hands == n_tokens


@at_every_moment
def every_legendary_good_is_somewhere_once(desk: Desk, position: Position) -> None:
    in_hands = [token for hand in position.hands for token in hand.elements()]
    tokens = [token for token in in_hands if token >= LEGENDARY]
    tokens += [*position.legendary_pile, *position.legendary_discards]
    assert sorted(tokens) == [*range(LEGENDARY, TOKENS)]


@at_every_moment
def hands_offers_and_what_was_seen_agree(desk: Desk, position: Position) -> None:
    for player in desk.row.players[: desk.players]:
        assert player.n_hand == player.hand.sum()
        assert player.n_offer == player.offer.sum()
        assert (player.seen >= 0).all()
        assert (player.seen <= player.hand).all()
        assert (player.offer >= 0).all()
        assert (player.offer <= player.hand).all()


@at_every_moment
def every_tile_is_somewhere_once(desk: Desk, position: Position) -> None:
    tiles = [*position.tile_row, *position.tile_pile, *set[int]().union(*position.tiles)]
    assert sorted(tiles) == [*range(len(TILES))]
    assert len(position.tile_row) <= int(desk.values["face_up_tiles"])
    for seat, player in enumerate(desk.row.players[: desk.players]):
        assert player.n_heroes == position.n_heroes(seat)


@at_every_moment
def no_piece_comes_or_goes(desk: Desk, position: Position) -> None:
    pools = {"marker": "markers", "legion": "legions", "trireme": "triremes"} | {
        "fortress": "fortresses"
    }
    for seat, player in enumerate(desk.row.players[: desk.players]):
        for kind, pool in pools.items():
            on_board = position.on_board(seat, kind)
            assert player[pool] >= 0
            assert player[pool] + on_board == desk.values[POOL[kind]]
    assert all(position.left(0, kind) >= 0 for kind in BOX)


@at_every_moment
def the_board_holds_only_what_it_can(desk: Desk, position: Position) -> None:
    assert position.built <= desk.board.sites
    assert {province for province, _ in position.built} <= position.owner.keys()
    assert position.fortresses <= position.owner.keys()
    assert all(n >= 0 for n in [*position.legions.values(), *position.triremes.values()])
    assert_nothing_out_of_play(desk)


def assert_nothing_out_of_play(desk: Desk) -> None:
    for number, there in enumerate(desk.row.provinces):
        if number not in desk.board.provinces:
            assert there.owner == there.occupant == NOBODY
            assert there.built == there.fortress == there.seated == there.legions.sum() == 0


@at_every_moment
def units_stand_where_they_can(desk: Desk, position: Position) -> None:
    for province in desk.board.provinces:
        slots = position.stood_on[province]
        assert bool(slots) == (province in position.occupant)
        if slots:
            assert_can_stand(position, province, slots)


def assert_can_stand(position: Position, province: int, slots: set[int]) -> None:
    """Demand that units stand on buildings or on the marker of a rival's province."""
    occupant = position.occupant[province]
    assert position.owner[province] != occupant
    assert len(slots) <= position.legions[province, occupant]
    assert {(province, slot) for slot in slots - {MARKER}} <= position.built


@at_every_moment
def who_stands_on_a_marker_is_alone_except_in_battles(desk: Desk, position: Position) -> None:
    quiet = (Step.CHIP, Step.NAME_BUYER, Step.BUYING, Step.ORDER, Step.CONVERSIONS)
    if desk.row.step in quiet:
        markers = [p for p, slots in position.stood_on.items() if MARKER in slots]
        assert all(position.stays_on_marker(province) for province in markers)


@at_every_moment
def levels_are_those_of_the_board_until_something_is_bought(desk: Desk, position: Position) -> None:
    if desk.row.step < Step.NAME_BUYER:
        assert position.levels == [position.true_levels(s) for s in range(desk.players)]


@at_every_moment
def nobody_keeps_too_much(desk: Desk, position: Position) -> None:
    if desk.row.step == Step.ORDER:
        for seat, hand in enumerate(position.hands):
            coins = min(hand[COIN], int(desk.values["coins_kept"]))
            assert hand.total() - coins <= position.strength(seat, "keep_tokens")


@at_every_moment
def everybody_counts_what_went_through_their_hands(desk: Desk, position: Position) -> None:
    players = desk.row.players[: desk.players]
    in_hands = sum(int(player.n_hand) for player in players)
    gone = sum(
        int(player.tally.tokens[Flow.SPENT] + player.tally.tokens[Flow.RETURNED])
        for player in players
    )
    assert in_hands == sum(int(player.tally.tokens[Flow.PRODUCED]) for player in players) - gone


@at_every_moment
def only_others_hands_and_piles_are_hidden(desk: Desk, position: Position) -> None:
    if not desk.is_over() and len(desk.choices) % 7 == 0:  # it takes as long as all the others
        seat, other = desk.next_seat(), desk.independent_copy()
        other.hide(seat, seed=1)
        assert isinstance(other, Desk)
        assert seen_by(other.position(), seat) == seen_by(position, seat)


def seen_by(position: Position, seat: int) -> Any:
    """Return all that a seat can see, and how much there is of what it cannot."""
    public = {
        name: value
        for name, value in vars(position).items()
        if name not in ("hands", "legendary_pile", "tile_pile")
    }
    sizes = [hand.total() for hand in position.hands]
    return public, position.hands[seat], sizes, len(position.legendary_pile)


@at_every_moment
def a_game_that_ends_has_a_reason(desk: Desk, position: Position) -> None:
    state = desk.row
    assert desk.is_over() == (state.way != 0)
    assert state.rounds <= desk.values["rounds_cap"]
    assert (state.winner == NOBODY) == (state.way in (0, 5))


# Menus.


def made(choice: int) -> tuple[int, int, int]:
    return kind_of(choice), SITE.province(choice), SITE.slot(choice)


def by_hand(desk: Desk) -> set[tuple[int, int, int]] | None:
    """Return the menu made by hand, details that a choice does not have being 0."""
    choices = menu(desk)
    return choices and {(*choice, 0, 0)[:3] for choice in choices}


def assert_menus_are_right(desks: Iterator[Desk]) -> None:
    for desk in desks:
        expected = None if desk.is_over() else by_hand(desk)
        if expected is not None:
            offered = {made(choice) for choice in desk.offer().tolist()}
            assert offered == expected, (Asks(int(desk.row.asks)), desk.decision_in_words())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_menus_hold_all_that_the_rules_allow(players: int) -> None:
    assert_menus_are_right(Play(("random",) * players, players, {}).moments())


@settings(max_examples=3, deadline=None, derandomize=True)
@given(ANY_PLAY)
def test_menus_hold_all_that_any_rules_allow(play: Play) -> None:
    assert_menus_are_right(play.moments())


@pytest.mark.long
@settings(max_examples=300, deadline=None, derandomize=True)
@given(ANY_PLAY)
def test_many_menus_hold_all_that_any_rules_allow(play: Play) -> None:
    assert_menus_are_right(play.moments())


# Trade.

IN_TRADE = (Asks.CHIP, Asks.OFFER, Asks.PICK, Asks.HAND_OVER)


def events_named(t: Table, *names: str) -> list[dict[str, Any]]:
    """Return the events of some names, as numbers."""
    happened = (named(event, GAME) for event in events(t.journal))
    return [event for event in happened if event["event"] in names]


def any_trade(number: int) -> Table:
    """Return a table with a chip to be chosen and any hands."""
    chance = random.Random(number)
    players = chance.randint(3, 5)
    box = chance.sample([*TOKEN_NAMES[:LEGENDARY]] * 5, 5 * LEGENDARY)
    hands = {
        empire: Counter(box.pop() for _ in range(chance.randrange(8)))
        for empire in EMPIRES[:players]
    }
    leader = chance.choice(EMPIRES[:players])
    levels = {empire: (chance.randint(0, 3), 0, 0) for empire in EMPIRES[:players]}
    t = table(
        players=players,
        hands={empire: spelt(hand) for empire, hand in hands.items()},
        levels=levels,
        titles=(leader, "greece", "rome"),
        coins=60,
    )
    return t.trades()


def spelt(tokens: Counter[str]) -> str:
    return " ".join(f"{name}:{n}" for name, n in tokens.items())


def offers_of(t: Table) -> dict[int, Counter[int]]:
    """Return what each seat has offered."""
    offers: dict[int, Counter[int]] = {}
    for event in events_named(t, "offered"):
        offers.setdefault(event["seat"], Counter())[event["token"]] += event["tokens"]
    return offers


def picks_of(t: Table) -> list[Pick]:
    return [Pick(e["seat"], e["victim"], e["token"]) for e in events_named(t, "picked")]


def starter_of(t: Table) -> int:
    """Return who picks first: the leader, else the highest on the track who takes part [M9]."""
    traders, leader = offers_of(t), int(t.state.titles[TRADE])
    height = [int(t.state.players[seat].levels[TRADE]) for seat in range(len(EMPIRES))]
    return min(traders, key=lambda seat: (seat != leader, -height[seat], seat))


def exchange_on(t: Table) -> Exchange:
    return exchange(offers_of(t), starter_of(t), picks_of(t))


def assert_picks_are_right(t: Table) -> None:
    """Demand the picks and no others that the second version allows."""
    expected = exchange_on(t)
    offered = {made(int(choice))[1:] for choice in t.codes()}
    assert int(t.state.seat) == expected.seat
    assert offered == {pick[1:] for pick in expected.options}


def traded(t: Table, chance: random.Random) -> Table:
    """Play a trade to its end, judging each pick."""
    while t.state.asks in IN_TRADE:
        if t.state.asks == Asks.PICK:
            assert_picks_are_right(t)
        choice = chance.choice(t.codes().tolist())
        GAME.apply(t.rules, t.state, choice, t.rng, row_of(t.journal))
    return t


def assert_trade_ends_rightly(t: Table) -> int:
    """Demand the end and the hand-over of the second version; return how many picks there were."""
    if not events_named(t, "offered"):
        assert not events_named(t, "picked", "trade_ended", "handed_over")
        return 0
    end, gifts = exchange_on(t), events_named(t, "handed_over")
    assert end.is_over
    assert [event["picks"] for event in events_named(t, "trade_ended")] == [len(picks_of(t))]
    assert [(e["seat"], e["to"]) for e in gifts] == [(starter_of(t), end.to)] * (end.to != NOBODY)
    return len(picks_of(t))


def test_trades_go_as_the_second_version_says() -> None:
    n_picks = Counter[int]()
    for number in range(1000):
        t = traded(any_trade(number), random.Random(number))
        n_picks[assert_trade_ends_rightly(t)] += 1
    assert len(n_picks) > 10


# Battles.

ATTACKERS, DEFENDERS = ("rome", "greece", "egypt"), ("carthage", "babylon", "greece")
POWERS_IN_BATTLE = {"rome": (1, 0), "greece": (0, 2)}
"""Points for each die in an own turn and in others' turns, by starting hero."""


def side_in(t: Table, seat: str, legions: int, *, attacks: bool, fortress: bool) -> Side:
    """Return a side as the rules page has it."""
    own, others = POWERS_IN_BATTLE.get(seat, (0, 0))
    tiles = int(t.player(seat).tiles)
    has_zeus = tiles >> TILES.index("statue_of_zeus") & 1
    return Side(
        legions,
        fortress,
        per_die=own if attacks else others,
        more=5 if has_zeus and t.state.by_sea and not attacks else 0,
        is_unstoppable=attacks and bool(tiles >> TILES.index("perseus") & 1),
    )


def any_battle(number: int) -> tuple[Table, Side, Side]:
    """Return a table where a battle is due, and its two sides."""
    chance = random.Random(number)
    one = chance.choice(ATTACKERS)
    other = chance.choice([empire for empire in DEFENDERS if empire != one])
    owner = chance.choice([one, other, "nobody"])
    has_fortress = owner != "nobody" and chance.random() < 0.6
    n_own = chance.randint(1, 8)
    n_others = chance.randint(0 if has_fortress and owner == other else 1, 8)
    pieces = sorted([(EMPIRES.index(one), one, n_own), (EMPIRES.index(other), other, n_others)])
    units = " ".join(f"{empire}:{n}" if n > 1 else empire for _, empire, n in pieces if n)
    t = table(
        players=5,
        land={"apulia": " ".join(filter(None, [owner, "fortress" * has_fortress, units]))},
        tiles={one: "perseus" * (chance.random() < 0.3)}
        | {other: "statue_of_zeus" * (chance.random() < 0.4)},
        deal=number,
    )
    t.marches(one).idle("fight")
    t.state.by_sea = (chance.random() < 0.5) << t.provinces.index("apulia")
    sides = (
        side_in(t, one, n_own, attacks=True, fortress=has_fortress and owner == one),
        side_in(t, other, n_others, attacks=False, fortress=has_fortress and owner == other),
    )
    t.forget()
    t.play(f"fight apulia {other}")
    return t, *sides


def dice_of(t: Table) -> list[int]:
    return [event["face"] for event in events_named(t, "rolled")]


def test_battles_go_as_the_second_version_says() -> None:
    for number in range(1500):
        t, one, other = any_battle(number)
        terms, dice = Terms(), dice_of(t)
        own, others = dice[: one.n_dice(terms)], dice[one.n_dice(terms) :]
        assert len(others) == other.n_dice(terms)
        assert [(e["points"], e["hits"]) for e in events_named(t, "counted")] == [
            (points(one, own, terms), hits(one, other, own, terms)),
            (points(other, others, terms), hits(other, one, others, terms)),
        ]
        losses = fought(one, other, (own, others), terms)
        assert [(e["unit"], e["units"]) for e in events_named(t, "lost")] == [*lost_in(losses)]


def lost_in(losses: Sequence[Loss]) -> Iterator[tuple[int, int]]:
    """Yield the units lost and how many, in the order of their events."""
    for loss in losses:
        if loss.units:
            yield 5, loss.units
        if loss.fortress:
            yield 7, 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Side(1), Side(1)),
        (Side(2), Side(1)),
        (Side(2), Side(2)),
        (Side(3), Side(1, has_fortress=True)),
        (Side(3), Side(0, has_fortress=True)),
    ],
    ids=str,
)
def test_battles_end_as_often_as_is_exact(one: Side, other: Side) -> None:
    units = [f"egypt:{one.units}"] + [f"carthage:{other.units}"] * (other.units > 0)
    owner = ["carthage", "fortress"] if other.has_fortress else ["nobody"]
    description = " ".join([*owner, *sorted(units)]).replace(":1", "")
    t = table(players=5, land={"apulia": description}).marches("egypt").idle("fight")
    start, ends = t.states.copy(), Counter[tuple[bool, bool]]()
    for _ in range(N_BATTLES):
        t.begin_again(start)
        t.play("fight apulia carthage")
        there = t.there("apulia")
        stays = bool(there.legions[EMPIRES.index("egypt")])
        ends[stays, bool(there.legions[EMPIRES.index("carthage")] or there.fortress)] += 1
    kinds = [(True, False), (True, True), (False, True), (False, False)]
    for chance, end in zip(battle_chances(one, other), kinds, strict=True):
        assert is_likely(ends[end], chance)


N_BATTLES = 1000


def is_likely(n: int, chance: Fraction) -> bool:
    """Say whether this number of battles may end in a way with this chance."""
    spread = sqrt(N_BATTLES * chance * (1 - chance))
    return abs(n - N_BATTLES * float(chance)) <= 4.5 * spread
