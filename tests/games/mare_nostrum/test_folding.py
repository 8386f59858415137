"""Events put together for readers: what one sentence describes, and what follows from events."""

from __future__ import annotations

import pytest

from simlab.games.mare_nostrum.events import KINDS, tell
from simlab.games.mare_nostrum.folding import combine_events, fold
from simlab.games.mare_nostrum.state import CITY, COIN, GOODS, MARKET, NOBODY, NOTHING, Item
from tests.games.mare_nostrum.components import CARTHAGE, GREECE, NUMBER, ROME, SEA, UNPATCHED

FIELDS = {kind.name: kind.fields for kind in KINDS.values()}
AFRICA, CYRENAICA, ATTICA, MYSIA = (
    NUMBER[name] for name in ("africa", "cyrenaica", "attica", "mysia")
)
AEGAEUM, IONIUM = SEA["aegaeum"], SEA["ionium"]
FISH, OIL, WINE = (GOODS.index(good) for good in ("fish", "oil", "wine"))

Told = tuple[str, *tuple[int, ...]]


def raw(*events: Told) -> list[dict[str, object]]:
    """Return events with their fields by name."""
    return [{"event": e[0], **dict(zip(FIELDS[e[0]], e[1:], strict=True))} for e in events]


def sentences_of(*events: Told) -> list[str]:
    """Return events put together, in words."""
    return [tell(event, UNPATCHED) for event in combine_events(raw(*events))]


def lines_of(*events: Told) -> list[str]:
    """Return the lines of a round, in words."""
    return [tell(event, UNPATCHED) for event in fold(raw(*events))]


def test_a_production_goes_empire_by_empire() -> None:
    assert sentences_of(
        ("collected", ROME, FISH, 2, 0),
        ("collected", GREECE, FISH, 1, 0),
        ("collected", ROME, COIN, 3, 0),
        ("lacked", GREECE, COIN, 1, 0),
        ("drew_legendary", GREECE, NOTHING, 0),
    ) == [
        "Rome collects 2 × fish and 3 coins.",
        "Greece collects fish.",
        "Greece goes without a coin: there are no more.",
        "Greece draws nothing: there are no more legendary goods.",
    ]


def test_what_is_chosen_or_pillaged_is_reported_beside_a_production() -> None:
    assert sentences_of(
        ("collected", ROME, FISH, 1, 0),
        ("collected", ROME, OIL, 1, 2),
        ("collected", ROME, WINE, 1, 3),
    ) == ["Rome collects fish.", "Rome chooses oil.", "Rome gains wine."]


def test_an_offer_is_one_line() -> None:
    assert sentences_of(
        ("offered", ROME, FISH, 1),
        ("offered", ROME, OIL, 2),
        ("offered", ROME, COIN, 1),
        ("offered", GREECE, COIN, 4),
    ) == ["Rome offers fish, 2 × oil and a coin.", "Greece offers 4 coins."]


def test_a_payment_is_reported_with_what_it_buys() -> None:
    payment: list[Told] = [("paid", GREECE, token) for token in (FISH, OIL, WINE)]
    coins: list[Told] = [("paid", GREECE, COIN)] * 3
    assert sentences_of(
        *payment,
        ("bought", GREECE, Item.TRIREME, AEGAEUM, NOTHING, 3),
        *coins,
        ("bought", GREECE, Item.LEGION, ATTICA, NOTHING, 3),
        ("bought", GREECE, Item.MARKER, MYSIA, NOTHING, 0),
    ) == [
        "Greece pays fish, oil and wine for a trireme in Mare Aegaeum.",
        "Greece pays 3 coins for a legion in Attica.",
        "Greece gets a control marker in Mysia for nothing.",
    ]


def test_what_is_kept_comes_before_what_is_returned() -> None:
    assert sentences_of(
        ("returned", ROME, FISH, 2),
        ("kept", ROME, COIN, 2),
        ("returned", ROME, COIN, 3),
        ("returned", GREECE, OIL, 1),
    ) == ["Rome keeps 2 coins.", "Rome returns 2 × fish and 3 coins.", "Greece returns oil."]


def test_buying_nothing_has_an_event() -> None:
    assert sentences_of(
        ("buyer_named", GREECE, ROME),
        ("returned", ROME, FISH, 1),
        ("buyer_named", GREECE, CARTHAGE),
        ("paid", CARTHAGE, COIN),
        ("bought", CARTHAGE, Item.LEGION, AFRICA, NOTHING, 1),
        ("levels", ROME, 1, 2, 3),
    ) == [
        "Greece names a buyer: Rome.",
        "Rome buys nothing.",
        "Rome returns fish.",
        "Greece names a buyer: Carthage.",
        "Carthage pays a coin for a legion in Africa.",
        "Rome stands at Trade 1, Culture 2, Military 3.",
    ]


def test_doing_nothing_in_war_has_an_event() -> None:
    assert sentences_of(
        ("order_named", ROME, GREECE, 0),
        ("order_named", ROME, ROME, 1),
        ("order_named", ROME, CARTHAGE, 2),
        ("turn_began", GREECE),
        ("turn_began", ROME),
        ("trireme_moved", ROME, IONIUM, AEGAEUM),
        ("trireme_moved", ROME, IONIUM, AEGAEUM),
        ("turn_began", CARTHAGE),
        ("levels", ROME, 1, 2, 3),
        ("levels", CARTHAGE, 4, 5, 6),
    ) == [
        "Rome names the military order: Greece, Rome, Carthage.",
        "Greece does nothing in its military turn.",
        "Rome's military turn.",
        "Two triremes of Rome sail from Mare Ionium to Mare Aegaeum.",
        "Carthage does nothing in its military turn.",
        "Levels of Trade, Culture and Military: Rome 1, 2, 3; Carthage 4, 5, 6.",
    ]


def test_like_moves_are_one_line_and_others_are_not() -> None:
    sailing: Told = ("legion_moved", CARTHAGE, AFRICA, CYRENAICA, NOTHING, 1)
    marching: Told = ("legion_moved", CARTHAGE, AFRICA, CYRENAICA, NOTHING, 0)
    assert sentences_of(*[sailing] * 6, marching, marching, (*sailing[:4], 0, 1)) == [
        "Six legions of Carthage sail from Africa to Cyrenaica.",
        "Two legions of Carthage march from Africa to Cyrenaica.",
        "A legion of Carthage sails from Africa to Cyrenaica, off the caravan of fruit in Africa.",
    ]


FORCES = {"land": (ROME, GREECE, ATTICA, 0), "sea": (ROME, GREECE, AEGAEUM, 1)}


def battle(where: str, fortress: int, *losses: Told) -> list[str]:
    """Return the sentences that end a battle of three units against two."""
    return sentences_of(("battle_began", *FORCES[where], 3, 2, fortress), *losses)[-1:]


LOST_BY_ROME: Told = ("lost", ROME, Item.LEGION, ATTICA, 3)
LOST_BY_GREECE: Told = ("lost", GREECE, Item.LEGION, ATTICA, 2)


@pytest.mark.parametrize(
    ("where", "fortress", "losses", "sentence"),
    [
        ("land", NOBODY, [], "Attica is at war: both sides stay."),
        ("land", NOBODY, [LOST_BY_GREECE], "Rome drives Greece out of Attica."),
        ("land", GREECE, [LOST_BY_GREECE], "Attica is at war: both sides stay."),
        ("land", NOBODY, [LOST_BY_ROME], "Greece holds Attica against Rome."),
        ("land", NOBODY, [LOST_BY_ROME, LOST_BY_GREECE], "Neither side has a unit left in Attica."),
        ("sea", NOBODY, [], "Both sides stay in Mare Aegaeum."),
    ],
)
def test_the_end_of_a_battle_is_reported(
    where: str, fortress: int, losses: list[Told], sentence: str
) -> None:
    assert battle(where, fortress, *losses) == [sentence]


def test_a_legion_that_helen_brings_counts_in_the_end() -> None:
    """A side whose legions have all fallen keeps the one that came."""
    helen: Told = ("legion_converted", ROME, GREECE, ATTICA, 1)
    fallen: Told = ("lost", GREECE, Item.LEGION, ATTICA, 1)
    assert battle("land", NOBODY, helen, fallen, LOST_BY_ROME) == [
        "Attica is at war: both sides stay."
    ]


def test_dice_are_reported_with_their_points() -> None:
    assert sentences_of(
        *[("rolled", ROME, face) for face in (5, 2, 2)],
        ("counted", ROME, 12, 2, 3, 0, 0),
        ("counted", GREECE, 5, 1, 0, 5, 0),
    ) == [
        "Rome rolls 5, 2 and 2 and counts 12 points (9 on the dice, 3 by Caesar): 2 hits.",
        "Greece counts 5 points (5 by the fortress): 1 hit.",
    ]


def test_seats_and_cities_are_listed() -> None:
    assert sentences_of(
        ("seated", ROME, ATTICA, CITY),
        ("seated", ROME, ATTICA, MARKET),
        ("city_held", ROME, ATTICA, CITY),
        ("city_held", ROME, MYSIA, CITY),
    ) == [
        "Legions of Rome stand on the capital Athenae in Attica and the market in Attica.",
        "Rome collects from the capital Athenae in Attica and the legendary city Troia in Mysia.",
    ]


def test_ranks_begin_with_the_winner() -> None:
    assert sentences_of(("ranked", ROME, 3), ("ranked", CARTHAGE, 1), ("ranked", GREECE, 2)) == [
        "Ranks: 1 Carthage, 2 Greece, 3 Rome."
    ]


def test_a_production_says_who_gets_the_same_as_before() -> None:
    first = (("collected", ROME, FISH, 2, 0), ("collected", GREECE, COIN, 3, 0))
    assert lines_of(
        *(("round_began", 1), *first, ("round_began", 2), *first),
        *(("round_began", 3), first[0], ("collected", GREECE, COIN, 4, 0)),
        *(("round_began", 4), first[0]),
    ) == [
        "Round 1.",
        "Production. Rome: 2 × fish; Greece: 3 coins.",
        "Round 2.",
        "Production: as in the round before.",
        "Round 3.",
        "Production. Rome: as before; Greece: 4 coins.",
        "Round 4.",
        "Production. Rome: as before.",
    ]


def test_the_offers_and_the_picks_of_a_trade_are_two_lines() -> None:
    assert lines_of(
        ("chip_used", ROME, 1, 2),
        *(("offered", ROME, FISH, 2), ("offered", GREECE, COIN, 2)),
        *(("picked", ROME, GREECE, COIN), ("picked", GREECE, ROME, FISH)),
        *(("picked", ROME, GREECE, COIN), ("trade_ended", 3), ("handed_over", ROME, GREECE, OIL)),
    ) == [
        "Rome sets the trade at 2 tokens each, with the chip 1/4."
        " Offers. Rome: 2 × fish; Greece: 2 coins.",
        "Picks. Rome: 2 coins from Greece; Greece: fish from Rome. Rome hands oil to Greece.",
    ]


def test_what_a_seat_buys_is_one_line_with_the_prices() -> None:
    legion = ("bought", ROME, Item.LEGION, ATTICA, NOTHING, 3)
    goods = (("paid", ROME, FISH), ("paid", ROME, OIL), ("paid", ROME, WINE))
    coins = (("paid", ROME, COIN),) * 3
    assert lines_of(
        *(("buyer_named", GREECE, ROME), *goods, legion, *goods, legion, *coins, legion),
        *(("bought", ROME, Item.LEGION, ATTICA, NOTHING, 0), ("kept", ROME, COIN, 2)),
        *(("returned", ROME, WINE, 1), ("buyer_named", GREECE, CARTHAGE), ("tile_revealed", 1)),
    ) == [
        "Rome pays 3 goods for a legion in Attica (2 times), 3 coins for a legion in Attica,"
        " nothing for a legion in Attica and keeps 2 coins.",
        "Carthage buys nothing.",
        "Put up for sale: the hero Perseus.",
    ]


def test_a_military_turn_is_one_line_and_the_idle_ones_stand_with_the_order() -> None:
    assert lines_of(
        *(("order_named", ROME, GREECE, 0), ("order_named", ROME, CARTHAGE, 1)),
        *(("turn_began", GREECE), ("legion_moved", GREECE, ATTICA, MYSIA, NOTHING, 0)),
        ("battle_began", GREECE, CARTHAGE, MYSIA, 0, 1, 1, NOBODY),
        *(("rolled", GREECE, 6), ("counted", GREECE, 6, 1, 0, 0, 0)),
        *(("rolled", CARTHAGE, 2), ("counted", CARTHAGE, 2, 0, 0, 0, 0)),
        *(("lost", CARTHAGE, Item.LEGION, MYSIA, 1), ("turn_began", CARTHAGE)),
        ("levels", ROME, 1, 2, 3),
    ) == [
        "Rome names the military order: Greece, Carthage."
        " Carthage does nothing in its military turn.",
        "A legion of Greece marches from Attica to Mysia. Greece must fight Carthage in Mysia: a"
        " legion against a legion. Greece counts 6 points: 1 hit. Carthage counts 2 points: no"
        " hits. Carthage loses a legion in Mysia. Greece drives Carthage out of Mysia.",
    ]
