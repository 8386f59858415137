"""The game against the referee, and the referee against lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.events import KINDS
from simlab.games.mare_nostrum.state import COIN, EMPIRES, LEGENDARY, TILES
from tests.games.mare_nostrum.game_record import (
    ANY_PATCH,
    POLICIES,
    SHIPPED,
    SWITCHES,
    GameRecord,
    Patch,
    played,
    rules_with,
)
from tests.games.mare_nostrum.referee.verdict import NOT_JUDGED, referee
from tests.support.falsified_record import (
    Edit,
    Event,
    Lie,
    Test,
    after,
    anything,
    before,
    changed,
    doubled,
    dropped,
    edit_at,
    less_one,
    lied,
    plus_one,
    put,
    rules_broken_first,
)

pytestmark = pytest.mark.compiled

SEATS = (3, 4, 5)
LATIUM, CISALPINA, AFRICA = 0, 3, 30
LIGUSTICUM, EUXINUS = 0, 9
"""Provinces and seas by their numbers."""


def with_power(power: str, strength: int = 1) -> dict[str, object]:
    """Return a patch that gives every empire the same power from the start."""
    return {
        **{f"empires.{empire}.power": power for empire in EMPIRES},
        **{f"empires.{empire}.strength": strength for empire in EMPIRES},
    }


def of_all_items(price: int) -> dict[str, object]:
    items = ("marker", "caravan", "city", "legion", "trireme", "fortress", "market", "temple")
    return {f"price_{item}": price for item in items}


CHEAP = of_all_items(1)
WARLIKE: Patch = {"price_legion": 1, "price_trireme": 1, "price_pyramids": 40, "hero_price": 30}
VARIANTS: dict[str, Mapping[str, object]] = {
    "the box": {},
    **{switch: {switch: switch != "build_when_marked"} for switch in SWITCHES},
    "prices by the tiles owned": {"hero_price_by": "owned"},
    "one tile a turn": {"heroes_per_turn": 1, "hero_price": 0},
    "occupied for the owner": {"occupied_count_for": "owner"},
    "Culture for Egypt": {"culture_start": "egypt"},
    "neighbours on chips": {"chip_table": "chips_neighbours"},
    "chips spread": {"chip_table": "chips_spread"},
    "five twice": {"dice_table": "dice_five_twice"},
    "three twice": {"dice_table": "dice_three_twice"},
    "5 dice at sea": {"sea_dice": 5},
    "1 die": {"sea_dice": 1, "land_dice": 1},
    "all for one token": CHEAP,
    "all dear": of_all_items(9),
    "dear Pyramids": {"price_pyramids": 40},
    "cheap Pyramids": {"price_pyramids": 6},
    "free heroes": {"hero_price": 0, "heroes_to_win": 19},
    "no tiles in the row": {"face_up_tiles": 0},
    "all tiles in the row": {"face_up_tiles": 17, "hero_price": 1},
    "nothing kept": {"coins_kept": 0},
    "all coins kept": {"coins_kept": 44},
    "many hits": {"hit_divisor": 1},
    "few hits": {"hit_divisor": 12},
    "strong fortresses": {"fortress_points": 12, "fortress_cancels": 4, "price_fortress": 1},
    "weak fortresses": {"fortress_points": 0, "fortress_cancels": 0},
    "1 title wins": {"titles_to_win": 1},
    "2 cities win": {"cities_to_win": 2},
    "3 heroes win": {"heroes_to_win": 3},
    "war": WARLIKE,
    "short pools": {"legions": 4, "triremes": 1, "fortresses": 1, "markers": 3},
    "short boxes": {"caravan_pieces": 18, "market_pieces": 8, "city_pieces": 12}
    | {"temple_pieces": 5}
    | CHEAP,
    "few coins": {"coins": 16},
    "few goods": {f"goods.{good}.tokens": 4 for good in ("fish", "oil", "wine", "fruit")},
    "1 round": {"rounds_cap": 1},
    "3 rounds": {"rounds_cap": 3},
    "Syria for 3": {"provinces.syria.min_players": 3},
    "no Cyprus": {"provinces.cyprus.in_play": 0},
    "power of Helen": with_power("convert_legion") | WARLIKE,
    "power of Zeus": with_power("sea_defence", 5) | WARLIKE,
    "power of Perseus": with_power("no_cancel") | WARLIKE,
    "power of Pericles": with_power("defence_dice", 2) | WARLIKE,
    "power of Caesar": with_power("attack_dice", 3) | WARLIKE,
    "power of Caesar at sea": with_power("attack_dice") | WARLIKE | {"dice_powers_at_sea": True},
    "power of Penthesilea": with_power("cross_sea", 2) | WARLIKE,
    "power of Hammurabi": with_power("free_marker", 2),
    "power of Spartacus": with_power("free_legion", 2),
    "power of Ulysses": with_power("swap_token", 2),
    "power of Sheba": with_power("draw_legendary", 3),
    "power of Artemis": with_power("choose_good", 3),
    "power of Colossus": with_power("coins", 4),
    "power of the Hanging Gardens": with_power("keep_tokens", 3),
    "power of Hannibal": with_power("duplicate_good"),
    "power of Hannibal, twice": with_power("duplicate_good", 2),
    "power of Cleopatra": with_power("mix_one"),
    "power of Cleopatra, always": with_power("mix_one") | {"powers_for_every_set": True},
    "no powers": with_power("none", 0),
}


def judged(record: GameRecord, **other: Any) -> list[str]:
    """Return the breaches in a game, or in what is made of it by `other` values."""
    facts = {**vars(record), **other}
    names = ("events", "values", "tables", "players", "reported")
    return referee(*(facts[name] for name in names))


def mixed(players: int) -> list[tuple[str, ...]]:
    """Return line-ups of different policies in which every policy sits somewhere."""
    names = [*POLICIES]
    return [(*names, *names)[i : i + players] for i in range(0, len(names), players)]


def assert_fair(lineup: tuple[str, ...], deal: int, patch: Patch) -> None:
    breaches = judged(played(lineup, deal, patch))
    story = f"{', '.join(lineup)}, deal {deal}, {dict(patch)}"
    assert not breaches, "\n".join([story, *breaches[:5]])


# The game against the referee.


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("policy", POLICIES)
def test_games_keep_to_the_rules(policy: str, players: int) -> None:
    assert_fair((policy,) * players, 0, {})


@pytest.mark.parametrize("deals", [range(1), pytest.param(range(1, 10), marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SHIPPED)
def test_games_of_shipped_players_keep_to_the_rules(name: str, deals: range) -> None:
    players, _ = SHIPPED[name].players or GAME.players
    for deal in deals:
        assert_fair((name,) * players, deal, {})
        assert_fair((name, *["balanced"] * (players - 1)), deal, {})


@pytest.mark.long
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("policy", POLICIES)
def test_many_games_keep_to_the_rules(policy: str, players: int) -> None:
    for deal in range(1, 103):
        assert_fair((policy,) * players, deal, {})


@pytest.mark.parametrize(
    ("patch", "players"), [*zip(VARIANTS.values(), cycle(SEATS), strict=False)], ids=VARIANTS
)
def test_games_keep_to_changed_rules(patch: Mapping[str, object], players: int) -> None:
    assert_fair(("random",) * players, 0, {"rounds_cap": 15, **patch})


@pytest.mark.long
@pytest.mark.parametrize("patch", VARIANTS.values(), ids=VARIANTS)
def test_many_games_keep_to_changed_rules(patch: Mapping[str, object]) -> None:
    for players in SEATS:
        for lineup in [("random",) * players, *mixed(players)]:
            for deal in range(6):
                assert_fair(lineup, deal, dict(patch))


def any_game(policies: list[str]) -> st.SearchStrategy[tuple[tuple[str, ...], int, Patch]]:
    lineups = st.integers(3, 5).flatmap(lambda n: st.tuples(*[st.sampled_from(policies)] * n))
    return st.tuples(lineups, st.integers(0, 10**9), ANY_PATCH)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(any_game(["random"]))
def test_games_keep_to_any_rules(game: tuple[tuple[str, ...], int, Patch]) -> None:
    assert_fair(*game)


@pytest.mark.long
@settings(max_examples=3_000, deadline=None, derandomize=True)
@given(any_game([*POLICIES]))
def test_many_games_keep_to_any_rules(game: tuple[tuple[str, ...], int, Patch]) -> None:
    assert_fair(*game)


def test_the_judged_games_show_all_that_can_happen() -> None:
    games = [game(players, deal) for players in SEATS for deal in range(6)]
    games += [game(3, deal, tuple(VARIANTS["power of Helen"].items())) for deal in range(6)]
    games += [game(4, deal, tuple(VARIANTS["power of Penthesilea"].items())) for deal in range(3)]
    games += [game(5, deal, tuple((WARLIKE | {"coins": 16}).items())) for deal in range(6)]
    games += [game(4, deal, (("cities_to_win", 2),)) for deal in range(3)]
    counts = Counter(event["event"] for record in games for event in record.events)
    assert {kind.name for kind in KINDS.values()} - counts.keys() == set()
    assert {event["cause"] for g in games for event in g.events if "cause" in event} == {0, 2, 3, 4}


# The referee against lies.


def later(edit: Edit, name: str = "round_began") -> Edit:
    """Return an edit of what comes after the first event of a name."""

    def edit_later(events: list[Event]) -> list[Event] | None:
        start = next(i for i, event in enumerate(events) if event["event"] == name)
        edited = edit(events[start:])
        return None if edited is None else [*events[:start], *edited]

    return edit_later


def next_seat(seat: int) -> int:
    return (seat + 1) % 3


def positions(events: list[Event], name: str, where: Test = anything) -> list[int]:
    return [i for i, event in enumerate(events) if event["event"] == name and where(event)]


def is_good(event: Event) -> bool:
    return bool(event["token"] < COIN)


def is_coin(event: Event) -> bool:
    return bool(event["token"] == COIN)


def swapped_at(events: list[Event], i: int) -> list[Event]:
    """Return events with one and its successor in each other's place."""
    return [*events[:i], events[i + 1], events[i], *events[i + 2 :]]


def in_other_order(events: list[Event]) -> list[Event] | None:
    """Return a game where two seats collect the same token the other way round."""
    for i in positions(events, "collected", lambda event: event["cause"] == 0):
        following = events[i + 1]
        if following["event"] == "collected" and following["token"] == events[i]["token"]:
            return swapped_at(events, i)
    return None


def drawn_again(events: list[Event]) -> list[Event] | None:
    """Return a game where the second legendary good drawn is the first one again."""
    draws = positions(events, "drew_legendary")[:2]
    if len(draws) < 2 or events[draws[1]]["token"] < 0:
        return None
    again = {**events[draws[1]], "token": events[draws[0]]["token"]}
    return [*events[: draws[1]], again, *events[draws[1] + 1 :]]


def chip_used_again(events: list[Event]) -> list[Event] | None:
    """Return a game where the second chip is the first one again, under the same leader."""
    first, second = positions(events, "chip_used")[:2]
    if events[first]["seat"] != events[second]["seat"]:
        return None
    return [*events[:second], events[first], *events[second + 1 :]]


def without_offers_of_one(events: list[Event]) -> list[Event] | None:
    """Return a game where the first seat to offer has offered nothing in its first trade."""
    first = positions(events, "offered")[0]
    end = next(i for i in range(first, len(events)) if events[i]["seat"] != events[first]["seat"])
    return [*events[:first], *events[end:]]


def picked_back_at_once(events: list[Event]) -> list[Event] | None:
    """Return a game where A, B and A again pick from each other although A could go elsewhere."""
    for i in positions(events, "picked"):
        three = events[i : i + 3]
        if [event["event"] for event in three] != ["picked"] * 3:
            continue
        one, back, third = three
        is_mutual = (one["seat"], one["victim"]) == (back["victim"], back["seat"])
        token = token_left(events[:i], one["victim"], one["token"])
        if is_mutual and token is not None:
            lie = {**third, "victim": one["victim"], "token": token}
            return [*events[: i + 2], lie, *events[i + 3 :]]
    return None


def token_left(events: list[Event], seat: int, picked: int) -> int | None:
    """Return a token that is left of a seat's offer, from which nobody had picked before."""
    last_chip = positions(events, "chip_used")[-1]
    trade = events[last_chip:]
    if any(event["event"] == "picked" and event["victim"] == seat for event in trade):
        return None
    offered = {
        e["token"]: e["tokens"] for e in trade if e["event"] == "offered" and e["seat"] == seat
    }
    offered[picked] -= 1
    return min((token for token, n in offered.items() if n > 0), default=None)


def ended_one_pick_early(events: list[Event]) -> list[Event] | None:
    end = positions(events, "trade_ended")[0]
    return [*events[: end - 1], *events[end:]]


def handed_over_without_need(events: list[Event]) -> list[Event] | None:
    for i in positions(events, "trade_ended"):
        if events[i + 1]["event"] != "handed_over":
            gift = {"event": "handed_over", "seat": 0, "to": 1, "token": COIN}
            return [*events[: i + 1], gift, *events[i + 1 :]]
    return None


def bought_twice(events: list[Event]) -> list[Event]:
    """Return a game where the second buyer is the first one again."""
    first, second = positions(events, "buyer_named")[:2]
    again = {**events[second], "seat": events[first]["seat"]}
    return [*events[:second], again, *events[second + 1 :]]


def paid_by(events: list[Event], is_wanted: Callable[[list[int]], bool]) -> int | None:
    """Return where the first payment of this kind begins."""
    for i in positions(events, "bought"):
        n: int = events[i]["price"]
        if n and is_wanted([event["token"] for event in events[i - n : i]]):
            return i - n
    return None


def repaid(is_wanted: Callable[[list[int]], bool], token: Callable[[list[int]], int]) -> Edit:
    """Return an edit that replaces the last token of the first payment of a kind."""

    def edit(events: list[Event]) -> list[Event] | None:
        start = paid_by(events, is_wanted)
        if start is None:
            return None
        end = next(i for i in range(start, len(events)) if events[i]["event"] == "bought")
        tokens = [event["token"] for event in events[start:end]]
        lie = {**events[end - 1], "token": token(tokens)}
        return [*events[: end - 1], lie, *events[end:]]

    return edit


def are_goods(tokens: list[int]) -> bool:
    return len(tokens) > 2 and all(token < COIN for token in tokens) and len(set(tokens)) > 2


def are_coins(tokens: list[int]) -> bool:
    return len(tokens) > 2 and set(tokens) == {COIN}


def got_free(events: list[Event]) -> list[Event] | None:
    """Return a game where the first marker bought is called free."""
    for i in positions(events, "bought", lambda event: event["item"] == 0):
        n = events[i]["price"]
        if n and events[i]["seat"] != EMPIRES.index("babylon"):
            return [*events[: i - n], {**events[i], "price": 0}, *events[i + 1 :]]
    return None


def bought_from_the_pile(events: list[Event]) -> list[Event] | None:
    """Return a game where the first tile bought lies face down still."""
    for i in positions(events, "bought", lambda event: event["item"] == 8):
        seen = {event["tile"] for event in events[:i] if event["event"] == "tile_revealed"}
        hidden = set(range(len(TILES))) - seen
        return [*events[:i], {**events[i], "place": min(hidden)}, *events[i + 1 :]]
    return None


def kept_a_good(events: list[Event]) -> list[Event] | None:
    for i in positions(events, "returned", is_good):
        return [*events[:i], {**events[i], "event": "kept"}, *events[i + 1 :]]
    return None


def same_seat_twice_in_order(events: list[Event]) -> list[Event]:
    first, second = positions(events, "order_named")[:2]
    again = {**events[second], "seat": events[first]["seat"]}
    return [*events[:second], again, *events[second + 1 :]]


def sails_back(event: Event) -> list[Event]:
    """Follow a trireme's move by its way back."""
    return [event, {**event, "from_sea": event["to_sea"], "to_sea": event["from_sea"]}]


def without_a_battle(events: list[Event]) -> list[Event] | None:
    """Return a game where the first battle on land is passed over."""
    for i in positions(events, "battle_began", lambda event: event["at_sea"] == 0):
        of_battle = {"rolled", "counted", "seat_lost", "lost", "stepped_off", "legion_converted"}
        end = next(j for j in range(i + 1, len(events)) if events[j]["event"] not in of_battle)
        return [*events[:i], *events[end:]]
    return None


def occupied_nothing(events: list[Event]) -> list[Event] | None:
    """Return a game where the first occupation seats nobody."""
    for i in positions(events, "occupying"):
        end = next(j for j in range(i + 1, len(events)) if events[j]["event"] != "seated")
        return [*events[: i + 1], *events[end:]]
    return None


def converted_without_warning(events: list[Event]) -> list[Event] | None:
    """Return a game where a unit has not stood on the marker that it converts."""
    for i in positions(events, "converted"):
        same = ("seat", "province")
        starts = [
            j
            for j in positions(events[:i], "converting")
            if all(events[j][name] == events[i][name] for name in same)
        ]
        return [*events[: starts[-1]], *events[starts[-1] + 1 :]]
    return None


def ended_early(events: list[Event]) -> list[Event]:
    """Return a game that is over with its first round."""
    first = positions(events, "title_taken")[2]
    last = positions(events, "game_over")[0]
    return [*events[: first + 1], *events[last:]]


TILE = {"event": "tile_revealed", "tile": 0}
HARVEST = {"event": "collected", "seat": 0, "token": COIN, "tokens": 1, "cause": 0}
RESHUFFLE = {"event": "reshuffled", "tokens": 0}
SWAP = {"event": "swapped", "seat": 0, "token": COIN, "for": 0}
HELEN = {"event": "legion_converted", "seat": 0, "opponent": 1, "province": 0, "legions": 1}

POWERS_OF_HELEN = VARIANTS["power of Helen"]
MANY_DRAWS = with_power("draw_legendary", 5)

LIES = {
    "a token more at the start": Lie("M1", changed("collected", "tokens", plus_one, cause=4)),
    "a token is not handed out": Lie("M1", dropped("collected", cause=4)),
    "a sixth tile": Lie("M1", before("levels", TILE)),
    "a tile twice": Lie("M2", doubled("tile_revealed")),
    "a level more at the start": Lie("M1", changed("levels", "trade", plus_one)),
    "production in the first round": Lie("M7", after("round_began", HARVEST)),
    "a round is skipped": Lie("M3", changed("round_began", "number", plus_one)),
    "more than a caravan yields": Lie(
        "M4–M6", changed("collected", "tokens", plus_one, is_good, cause=0)
    ),
    "more coins than cities yield": Lie(
        "M4–M6", changed("collected", "tokens", plus_one, is_coin, cause=0)
    ),
    "a caravan of nothing": Lie("M4–M6", dropped("collected", cause=0)),
    "another seat collects": Lie("M4–M6", changed("collected", "seat", next_seat, cause=0)),
    "collected in another order": Lie("M4–M6", in_other_order),
    "more is lacking": Lie("M6", changed("lacked", "tokens", plus_one), patch={"coins": 16}),
    "what is lacking is not told": Lie(
        "M6", dropped("lacked", is_good), patch={"goods.fish.tokens": 4}
    ),
    "a coin of choice": Lie(
        "M4", changed("collected", "token", put(COIN), cause=2), patch=with_power("choose_good")
    ),
    "two goods of choice": Lie(
        "M4", changed("collected", "tokens", put(2), cause=2), patch=with_power("choose_good")
    ),
    "a legendary good twice": Lie("M4", drawn_again, patch=MANY_DRAWS),
    "a draw is left out": Lie("M4", dropped("drew_legendary"), patch=MANY_DRAWS),
    "a reshuffle too early": Lie("M4", before("drew_legendary", RESHUFFLE), patch=MANY_DRAWS),
    "a reshuffle leaves one out": Lie(
        "M6", changed("reshuffled", "tokens", less_one), patch=MANY_DRAWS
    ),
    "an empty pile gives a good": Lie("M6", dropped("reshuffled"), patch=MANY_DRAWS),
    "another seat uses a chip": Lie("M7", changed("chip_used", "seat", next_seat)),
    "a face on no chip": Lie("M7", changed("chip_used", "tokens", put(9))),
    "a chip that is blocked": Lie("M7", chip_used_again),
    "an offer too small": Lie("M8", changed("offered", "tokens", less_one)),
    "an offer too large": Lie("M8", changed("offered", "tokens", put(9))),
    "an offer of what is not there": Lie("M8", changed("offered", "token", put(LEGENDARY))),
    "a seat sits out": Lie("M8", without_offers_of_one),
    "nobody tells who sits out": Lie("M8", dropped("sat_out")),
    "another seat sits out": Lie("M8", changed("sat_out", "seat", next_seat)),
    "a pick out of turn": Lie("M9", changed("picked", "seat", next_seat)),
    "a pick from oneself": Lie("M9", edit_at("picked", lambda e: [{**e, "victim": e["seat"]}])),
    "a pick of what is not offered": Lie("M9", changed("picked", "token", put(LEGENDARY + 1))),
    "a pick back and back again": Lie("M9", picked_back_at_once),
    "a pick is left out": Lie("M9", ended_one_pick_early),
    "a pick too many": Lie("M10", changed("trade_ended", "picks", plus_one)),
    "no hand-over": Lie("M10", dropped("handed_over")),
    "a hand-over without need": Lie("M11", handed_over_without_need),
    "a hand-over to another": Lie("M10", changed("handed_over", "to", next_seat)),
    "a hand-over by another": Lie("M10", changed("handed_over", "seat", next_seat)),
    "a hand-over of what is not there": Lie("M10", changed("handed_over", "token", put(26))),
    "a swap without the power": Lie("Ulysses", before("buyer_named", SWAP)),
    "a swap for a legendary good": Lie(
        "Ulysses", changed("swapped", "for", put(LEGENDARY)), patch=with_power("swap_token")
    ),
    "a second swap": Lie("Ulysses", doubled("swapped"), patch=with_power("swap_token")),
    "another seat names the buyer": Lie("M11", changed("buyer_named", "leader", next_seat)),
    "a seat buys twice": Lie("M11", bought_twice),
    "a token paid that is not there": Lie("M12", changed("paid", "token", put(26))),
    "a token short": Lie("M12", dropped("paid")),
    "a token too many": Lie("M12", doubled("paid")),
    "a good twice": Lie("M12", repaid(are_goods, lambda tokens: tokens[0])),
    "a coin among goods": Lie("M12", repaid(are_goods, lambda tokens: COIN)),
    "a good among coins": Lie("M12", repaid(are_coins, lambda tokens: 0)),
    "a lower price": Lie("M12", changed("bought", "price", less_one)),
    "a marker without paying": Lie("M12", got_free),
    "a marker far away": Lie("M13", changed("bought", "place", put(AFRICA), item=0, seat=0)),
    "a marker on a marker": Lie("M13", changed("bought", "place", put(LATIUM), item=0, seat=1)),
    "a caravan without a site": Lie("M14", changed("bought", "slot", put(3), item=1)),
    "a market on a caravan's site": Lie("M14", changed("bought", "slot", put(0), item=3)),
    "a caravan on a caravan": Lie(
        "M14", edit_at("bought", lambda e: [{**e, "place": 1, "slot": 0}], item=1, seat=0)
    ),
    "a caravan of a rival": Lie("M14", changed("bought", "place", put(AFRICA), item=1, seat=0)),
    "a legion in a rival's province": Lie(
        "M14", changed("bought", "place", put(AFRICA), item=5, seat=0)
    ),
    "a second fortress": Lie("M14", changed("bought", "place", put(LATIUM), item=7, seat=0)),
    "a trireme far away": Lie("M14", changed("bought", "place", put(EUXINUS), item=6, seat=1)),
    "a tile of the pile": Lie("M16", bought_from_the_pile),
    "a tile is not refilled": Lie("M16", later(dropped("tile_revealed"))),
    "an item that does not exist": Lie("M12", changed("bought", "item", put(10))),
    "a coin more is kept": Lie("M17", changed("kept", "tokens", plus_one)),
    "a good is kept": Lie("M17", kept_a_good),
    "goods vanish": Lie("M17", dropped("returned")),
    "goods are returned twice": Lie("M17", doubled("returned")),
    "a level more": Lie("M18", later(changed("levels", "military", plus_one))),
    "a seat's levels are not told": Lie("M18", later(dropped("levels", seat=1))),
    "another seat names the order": Lie("M19", changed("order_named", "leader", next_seat)),
    "a seat twice in the order": Lie("M19", same_seat_twice_in_order),
    "a turn out of order": Lie("M19", changed("turn_began", "seat", next_seat)),
    "a turn is left out": Lie("M19", dropped("turn_began")),
    "a trireme sails too far": Lie("M20", changed("trireme_moved", "to_sea", put(EUXINUS))),
    "a trireme stays": Lie(
        "M20", edit_at("trireme_moved", lambda e: [{**e, "to_sea": e["from_sea"]}])
    ),
    "a trireme that is not there": Lie("M20", changed("trireme_moved", "from_sea", put(EUXINUS))),
    "a trireme sails twice": Lie("M20", edit_at("trireme_moved", sails_back)),
    "a battle with an empty sea": Lie(
        "M20", changed("battle_began", "place", put(EUXINUS), at_sea=1), patch=WARLIKE
    ),
    "a sea named without the power": Lie(
        "Penthesilea", after("turn_began", {"event": "sea_named", "seat": 0, "sea": 0}, seat=0)
    ),
    "two seas named": Lie("Penthesilea", doubled("sea_named"), patch=with_power("cross_sea", 2)),
    "a legion goes too far": Lie("M21", changed("legion_moved", "to", put(CISALPINA), seat=1)),
    "a legion that is not there": Lie("M21", changed("legion_moved", "from", put(12), seat=0)),
    "a way by land called by sea": Lie("M21", changed("legion_moved", "by_sea", put(1), by_sea=0)),
    "a way by sea called by land": Lie("M21", changed("legion_moved", "by_sea", put(0), by_sea=1)),
    "a free legion leaves a seat": Lie("M21", changed("legion_moved", "slot", put(0), slot=-1)),
    "a battle is avoided": Lie("M22", without_a_battle),
    "a battle with nobody": Lie("M22", changed("battle_began", "place", put(13), at_sea=0)),
    "a battle with oneself": Lie(
        "M22", edit_at("battle_began", lambda e: [{**e, "opponent": e["seat"]}], at_sea=0)
    ),
    "a face that is not on the die": Lie("M23", changed("rolled", "face", put(7))),
    "a die more": Lie("M23", doubled("rolled")),
    "a die less": Lie("M23", dropped("rolled")),
    "a point more": Lie("M23", changed("counted", "points", plus_one)),
    "a hit more": Lie("M23", changed("counted", "hits", plus_one)),
    "a loss is hidden": Lie("M23", dropped("lost")),
    "a unit more is lost": Lie("M23", changed("lost", "units", plus_one)),
    "another legion attacks": Lie("M22", changed("battle_began", "attackers", plus_one)),
    "another legion defends": Lie("M22", changed("battle_began", "defenders", plus_one)),
    "another seat has the fortress": Lie("M22", changed("battle_began", "fortress", plus_one)),
    "points by no hero": Lie("M23", changed("counted", "hero", plus_one)),
    "points by no fortress": Lie("M23", changed("counted", "fortress", plus_one)),
    "points against no attack by sea": Lie("M23", changed("counted", "sea_defence", plus_one)),
    "another unit is lost": Lie("M23", changed("lost", "unit", put(7), unit=5)),
    "a seat is not lost": Lie("M23", dropped("seat_lost"), patch=WARLIKE),
    "another seat is lost": Lie("M23", changed("seat_lost", "slot", put(3)), patch=WARLIKE),
    "Helen without the power": Lie("Helen", after("battle_began", HELEN, at_sea=0)),
    "Helen with others": Lie(
        "Helen",
        changed("legion_converted", "opponent", next_seat),
        patch=POWERS_OF_HELEN,
    ),
    "two legions of Helen": Lie(
        "Helen", changed("legion_converted", "legions", plus_one), patch=POWERS_OF_HELEN
    ),
    "a winning city is left out": Lie("M31", dropped("city_held"), 4, {"cities_to_win": 2}),
    "Helen's victim stays": Lie(
        "M23",
        edit_at("legion_converted", lambda e: [e, {**e, "event": "rolled"}]),
        patch=POWERS_OF_HELEN,
    ),
    "a unit stays on the marker": Lie("M28", dropped("stepped_off"), 5, WARLIKE),
    "a pillage of nothing": Lie("M26", changed("pillaged", "slot", put(3))),
    "a pillage elsewhere": Lie("M25", changed("pillaged", "province", plus_one)),
    "a pillage for nothing": Lie("M26", dropped("collected", cause=3)),
    "a pillage brings two": Lie("M26", changed("collected", "tokens", plus_one, cause=3)),
    "an occupation elsewhere": Lie("M25", changed("occupying", "province", plus_one)),
    "an occupation by nobody": Lie("M27", occupied_nothing),
    "a seat on nothing": Lie("M27", changed("seated", "slot", put(3))),
    "two units on a seat": Lie("M27", doubled("seated")),
    "a unit comes from a seat": Lie("M28", changed("converting", "slot", put(3), slot=-1)),
    "two units on the marker": Lie("M25", doubled("converting")),
    "a conversion without warning": Lie("M28", converted_without_warning),
    "a conversion of another's": Lie("M28", changed("converted", "owner", next_seat)),
    "another seat takes a title": Lie("M29", changed("title_taken", "seat", next_seat, decider=-1)),
    "somebody decides without a tie": Lie(
        "M29", changed("title_taken", "decider", put(0), decider=-1)
    ),
    "nobody decides a tie": Lie(
        "M29", changed("title_taken", "decider", put(-1), lambda e: e["decider"] >= 0)
    ),
    "another holder before": Lie("M29", changed("title_taken", "previous", next_seat)),
    "a title is left out": Lie("M29", dropped("title_taken")),
    "the game ends early": Lie("M3", ended_early),
    "play goes on": Lie("M31–M32", dropped("game_over")),
    "the game ends twice": Lie("Rank", doubled("game_over")),
    "another way to win": Lie("M31–M32", changed("game_over", "way", plus_one)),
    "another winner": Lie("M31–M32", changed("game_over", "seat", next_seat)),
    "another round at the end": Lie("M31–M32", changed("game_over", "rounds", plus_one)),
    "another rank": Lie("Rank", changed("ranked", "rank", plus_one)),
    "a seat is not ranked": Lie("Rank", dropped("ranked", seat=2)),
    "a seat is ranked twice": Lie("M31", doubled("ranked", seat=2)),
    "a token that does not exist": Lie("M12", changed("paid", "token", put(27))),
    "a seat that does not exist": Lie("M19", changed("turn_began", "seat", put(5))),
    "a province out of play": Lie("M21", changed("legion_moved", "to", put(18))),
    "an event that does not exist": Lie(
        "M19", edit_at("turn_began", lambda event: [{**event, "event": "feast_held"}])
    ),
    "an event without a field": Lie(
        "M7", edit_at("chip_used", lambda event: [{"event": "chip_used", "seat": event["seat"]}])
    ),
}


@cache
def game(players: int, deal: int, changes: tuple[tuple[str, object], ...] = ()) -> GameRecord:
    return played(("random",) * players, deal, dict(changes))


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_the_referee_sees_through(lie: Lie) -> None:
    games = (game(lie.players, deal, tuple(lie.patch.items())) for deal in range(60))
    record, events = lied(lie, games)
    breaches = judged(record, events=events)
    assert lie.rule in rules_broken_first(breaches), breaches[:5]


# Every event and every number.

FREE = {
    *("offered", "picked", "handed_over", "swapped", "buyer_named", "paid", "bought", "kept"),
    *("tile_revealed", "order_named", "converted", "trireme_moved", "sea_named", "legion_moved"),
    *("battle_began", "legion_converted", "rolled", "pillaged", "occupying", "seated"),
    *("converting", "title_taken", "drew_legendary", "chip_used", "seat_lost"),
}
"""Events of which some fields say what was chosen or drawn, and could have been otherwise."""
DETERMINED = (
    *("leader", "position", "cause", "price", "at_sea", "by_sea", "track", "previous", "decider"),
    *("owner", "attackers", "defenders", "fortress", "legions"),
)
OPTIONAL = {"trireme_moved", "sea_named", "legion_moved", "converting", "seated"}
"""What somebody may do once more or not at all, and nothing else tells whether they did."""


def short_game(players: int) -> GameRecord:
    return played(("random",) * players, 0, {"rounds_cap": 3})


@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.long)])
def test_no_event_can_be_left_out_or_doubled(players: int) -> None:
    record = short_game(players)
    for i, event in enumerate(record.events):
        start, rest = record.events[:i], record.events[i + 1 :]
        if event["event"] not in OPTIONAL:
            assert judged(record, events=[*start, *rest]), event
            assert judged(record, events=[*start, event, event, *rest]), event


@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.long)])
def test_no_number_that_follows_from_others_can_be_changed(players: int) -> None:
    record = short_game(players)
    for i, event in enumerate(record.events):
        for name in DETERMINED if event["event"] in FREE else event.keys() - {"event"}:
            if name in event:
                lie = {**event, name: event[name] + 1}
                events = [*record.events[:i], lie, *record.events[i + 1 :]]
                assert judged(record, events=events), lie


def test_each_column_of_the_outcome_is_counted_again() -> None:
    record = short_game(3)
    for column in record.reported.keys() - NOT_JUDGED:
        reported = {**record.reported, column: record.reported[column] + 1}
        breaches = judged(record, reported=reported)
        assert [breach.split(" is ")[0] for breach in breaches] == [f"Row: {column}"]


def test_a_column_that_the_referee_does_not_know_is_a_breach() -> None:
    record = short_game(3)
    assert judged(record, reported={**record.reported, "sandwiches": 4}) == [
        "Row: sandwiches is 4 instead of None."
    ]


OTHER_RULES: dict[str, tuple[str, Patch, Patch]] = {
    **{
        f"price_{item}": ("M12", {}, {f"price_{item}": 5})
        for item in ("marker", "caravan", "legion", "trireme", "fortress", "market", "temple")
    },
    "price_pyramids": ("M12", {}, {"price_pyramids": 13}),
    "hero_price": ("M12", {}, {"hero_price": 7}),
    "hero_price_by": ("M12", {}, {"hero_price_by": "owned"}),
    "dearest_round": ("M12", {}, {"dearest_round": 2}),
    "heroes_per_turn": ("M12", {"hero_price": 0}, {"hero_price": 0, "heroes_per_turn": 1}),
    "start_tokens": ("M1", {}, {"start_tokens.rome_coin.tokens": 4}),
    "face_up_tiles": ("M1", {"face_up_tiles": 6}, {}),
    "culture_start": ("M11", {"culture_start": "egypt"}, {}),
    "start_triremes": ("M1", {"start_triremes": True}, {}),
    "goods": ("M4–M6", {}, {"goods.livestock.tokens": 3}),
    "coins": ("M4–M6", {}, {"coins": 16}),
    "chip_table": ("M7", {"chip_table": "chips_spread"}, {}),
    "build_when_marked": ("M14", {}, {"build_when_marked": False}),
    "legions": ("M13–M14", WARLIKE, {**WARLIKE, "legions": 4}),
    "markers": ("M13–M14", {}, {"markers": 4}),
    "caravan_pieces": ("M13–M14", {}, {"caravan_pieces": 17}),
    "coins_kept": ("M17", {}, {"coins_kept": 1}),
    "keep_tokens": ("M17", with_power("keep_tokens", 2), with_power("keep_tokens", 1)),
    "free_marker": ("M12", with_power("free_marker"), with_power("none")),
    "duplicate_good": ("M12", with_power("duplicate_good"), with_power("none")),
    "mix_one": ("M12", with_power("mix_one"), with_power("none")),
    "powers_for_every_set": (
        "M12",
        {**with_power("mix_one"), "powers_for_every_set": True},
        with_power("mix_one"),
    ),
    "levels": ("M18", {}, {"tiles.hercules.military": 1}),
    "occupied_count_for": ("M18", WARLIKE, {**WARLIKE, "occupied_count_for": "owner"}),
    "straits": ("M13", {"straits": True}, {}),
    "lighthouse": ("M20", {}, {"tiles.lighthouse.strength": 1}),
    "sea_dice": ("M23", WARLIKE, {**WARLIKE, "sea_dice": 1}),
    "land_dice": ("M23", WARLIKE, {**WARLIKE, "land_dice": 1}),
    "dice_table": ("M23", {}, {"dice_table": "dice_three_twice"}),
    "hit_divisor": ("M23", {}, {"hit_divisor": 4}),
    "fortress_points": ("M23", {}, {"fortress_points": 4}),
    "fortress_cancels": ("M23", {}, {"fortress_cancels": 0}),
    "attack_dice": ("M23", {}, {"empires.rome.strength": 2}),
    "defence_dice": ("M23", {}, {"empires.greece.strength": 1}),
    "dice_powers_at_sea": ("M23", WARLIKE, {**WARLIKE, "dice_powers_at_sea": True}),
    "no_cancel": ("M23", with_power("no_cancel"), with_power("none")),
    "sea_defence": ("M23", with_power("sea_defence", 9), with_power("none")),
    "pyramids and heroes": ("M31–M32", {}, {"heroes_to_win": 4}),
    "pairs_trade_once": ("M9", {}, {"pairs_trade_once": True}),
    "cities_to_win": ("M31", {}, {"cities_to_win": 2}),
    "cities_of_one_kind": (
        "M29",
        {"cities_to_win": 2},
        {"cities_to_win": 2, "cities_of_one_kind": True},
    ),
    "titles_to_win": ("M31–M32", {}, {"titles_to_win": 2}),
    "rounds_cap": ("M31–M32", {"rounds_cap": 4}, {"rounds_cap": 3}),
}


@pytest.mark.parametrize("case", OTHER_RULES.values(), ids=OTHER_RULES)
def test_games_by_other_rules_break_these(case: tuple[str, Patch, Patch]) -> None:
    rule, in_play, in_force = case
    components = rules_with(in_force).components
    other = {"values": components.values, "tables": components.tables}
    games = (game(4, deal, tuple(in_play.items())) for deal in range(20))
    breaches = (breach for record in games for breach in judged(record, **other)[:1])
    assert any(breach.startswith(f"{rule}:") for breach in breaches)
