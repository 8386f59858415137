"""What conquerors do: pillage, occupy, convert [M25–M28]."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.state import Flow
from tests.games.mare_nostrum.table import Table, box, table

NEXT_TURN = {"euxinus": "carthage"}
"""Carthage has something to decide after Rome's turn."""
OUR_CHOICES = ("leave be", "pillage", "occupy", "begin conversion")


def conqueror(
    there: str, province: str = "apulia", land: dict[str, str] | None = None, **arranged: Any
) -> Table:
    """Return a table where Rome decides about a province that it has conquered."""
    start = table(land={**(land or {}), province: there}, seas=NEXT_TURN, **arranged)
    return start.marches("rome").idle("leave be")


# Who is conqueror


def test_who_alone_holds_units_in_a_rivals_province_may_do_one_of_three_things() -> None:
    """M25."""
    after = conqueror("greece oil tarentum market rome:2")
    assert after.menu() == [
        "leave be",
        *("pillage oil", "pillage tarentum", "pillage market"),
        *("occupy", "begin conversion"),
    ]


@pytest.mark.parametrize(
    "there",
    [
        *("rome oil rome", "nobody rome", "greece oil rome greece", "greece oil"),
        *("greece oil fortress rome", "greece oil rome carthage", "greece oil carthage"),
    ],
)
def test_nobody_else_is_conqueror(there: str) -> None:
    """M25: not in an own or neutral province, nor beside any other unit."""
    after = table(land={"apulia": there}, seas=NEXT_TURN, hit_divisor=60).marches("rome")
    while after.decider() == "rome":
        assert not after.can(OUR_CHOICES)
        after.play(next(words for words in after.menu() if words.startswith(("end", "fight"))))
    assert after.offers("sail")


def test_one_is_conqueror_in_the_own_military_turn_only() -> None:
    """M25."""
    after = table(land={"apulia": "greece oil rome"}).marches("carthage", "greece", "rome")
    after.idle("leave be")
    assert after.decider() == "rome"


def test_each_conquered_province_is_dealt_with_once_in_a_turn() -> None:
    """M25: one of the three for each."""
    after = conqueror("greece oil fish rome:2", land={"latium": "greece roma rome"})
    assert "pillage roma" in after.menu()
    after.play("pillage roma")
    assert "pillage oil" in after.menu()
    after.play("pillage oil")
    assert not after.can(("leave be",))
    assert after.seat("rome").conquests == 2


def test_a_conqueror_chooses_again_in_each_own_turn() -> None:
    """M25."""
    after = conqueror("greece oil rome").play("leave be").marches("rome").idle("leave be")
    after.play("pillage oil").marches("rome").idle("leave be")
    assert after.menu() == ["leave be", "begin conversion"]


def test_a_conqueror_may_leave_the_province_be() -> None:
    """M25: which is no conquest that is counted."""
    after = conqueror("greece oil rome").play("leave be")
    assert after.described("apulia") == "greece oil rome"
    assert after.seat("rome").conquests == 0


# Pillage


@pytest.mark.parametrize(
    ("province", "building", "gain"),
    [
        ("apulia", "oil", "oil"),
        ("apulia", "tarentum", "coin"),
        ("attica", "athenae", "coin"),
        ("apulia", "market", ""),
        ("attica", "temple", ""),
    ],
)
def test_a_pillaged_building_is_gone_and_brings_what_it_is(
    province: str, building: str, gain: str
) -> None:
    """M26: one token, whatever a market or temple would double."""
    pieces = {"apulia": "oil tarentum market temple", "attica": "athenae temple"}[province]
    after = conqueror(f"greece {pieces} rome", province).play(f"pillage {building}")
    left = pieces.replace(building, "").split()
    assert after.described(province) == " ".join(["greece", *left, "rome"])
    assert after.hand("rome") == gain
    event = [f"collected rome {gain} 1 pillage"] if gain else []
    assert after.happened("collected", "drew_legendary") == event
    assert after.seat("rome").pillages == 1


@pytest.mark.parametrize(
    ("choice", "gain"),
    [("pillage syracusae", "coin"), ("pillage syracusae to draw", "legendary_wine")],
)
def test_a_pillaged_legendary_city_brings_a_coin_or_a_legendary_good(
    choice: str, gain: str
) -> None:
    """M26: by choice; drawn face down."""
    after = conqueror("greece syracusae rome", "sicilia", legendary="wine")
    assert after.offers("pillage") == ["syracusae", "syracusae to draw"]
    assert after.play(choice).hand("rome") == gain
    assert after.described("sicilia") == "greece rome"
    assert after.player("rome").seen.sum() == (gain == "coin")


def test_a_pillaged_capital_or_other_city_brings_no_legendary_good() -> None:
    """M26."""
    after = conqueror("greece athenae corinthus rome", "attica")
    assert after.offers("pillage") == ["athenae", "corinthus"]


def test_a_pillaged_building_is_back_in_the_box() -> None:
    """M26, M14."""
    after = conqueror("greece oil rome").play("pillage oil")
    assert after.described("apulia") == "greece rome"
    after.give("greece", "coin:3")
    after.there("apulia").legions[:] = 0
    assert "oil" in after.buys("greece").offers("caravan")


@pytest.mark.parametrize(
    ("there", "province", "choice", "patch"),
    [
        ("greece oil rome", "apulia", "pillage oil", box(oil=0)),
        ("greece tarentum rome", "apulia", "pillage tarentum", {"coins": 0}),
    ],
)
def test_the_gain_is_limited_by_the_supply(
    there: str, province: str, choice: str, patch: dict[str, Any]
) -> None:
    """M26, M6."""
    after = conqueror(there, province, **patch).play(choice)
    assert (after.hand("rome"), after.player("rome").tally.tokens[Flow.LACKED]) == ("", 1)
    [event] = after.happened("lacked")
    assert event.endswith("1 pillage")


def test_without_legendary_goods_a_draw_brings_nothing() -> None:
    """M26, M6."""
    after = conqueror("greece syracusae rome", "sicilia", legendary="")
    after.play("pillage syracusae to draw")
    assert (after.hand("rome"), after.player("rome").tally.tokens[Flow.LACKED]) == ("", 1)
    assert after.happened("drew_legendary") == ["drew_legendary rome pillage"]


def test_a_unit_on_a_pillaged_building_is_free_and_others_stay_seated() -> None:
    """M26, M27."""
    after = conqueror("greece oil fish rome@oil rome@fish")
    after.play("pillage oil")
    assert after.described("apulia") == "greece fish rome rome@fish"
    after = conqueror("greece oil rome@oil").play("pillage oil")
    assert after.described("apulia") == "greece rome"
    assert after.there("apulia").occupant == -1


def test_any_building_may_be_pillaged_occupied_or_not() -> None:
    """M26."""
    after = conqueror("greece oil fish rome@oil rome@marker")
    assert after.offers("pillage") == ["oil", "fish"]
    assert after.play("pillage fish").described("apulia") == "greece oil rome@oil rome@marker"


# Occupy


def test_units_are_put_one_on_each_building_taken() -> None:
    """M27: as many as one likes, one at least."""
    after = conqueror("greece oil fish tarentum market rome:3").play("occupy")
    assert after.menu() == ["seat oil", "seat fish", "seat tarentum", "seat market"]
    after.play("seat fish")
    assert after.menu() == ["end seating", "seat oil", "seat tarentum", "seat market"]
    after.play("seat market", "end seating")
    assert after.described("apulia") == "greece oil fish tarentum market rome rome@fish rome@market"
    assert after.happened("occupying", "seated") == [
        "occupying rome apulia",
        "seated rome apulia fish",
        "seated rome apulia market",
    ]
    assert after.seat("rome").occupations == 1


def test_seating_ends_when_no_unit_or_no_building_is_left() -> None:
    """M27."""
    after = conqueror("greece oil fish rome").play("occupy", "seat oil")
    assert after.described("apulia") == "greece oil fish rome@oil"
    assert not after.can(("seat",))
    after = conqueror("greece oil rome:2").play("occupy", "seat oil")
    assert after.described("apulia") == "greece oil rome rome@oil"
    assert not after.can(("seat",))


def test_occupying_seats_the_whole_garrison_again() -> None:
    """M27: also a unit on the marker."""
    after = conqueror("greece oil fish rome@oil rome@marker").play("occupy")
    assert after.menu() == ["seat oil", "seat fish"]
    after.play("seat fish", "end seating")
    assert after.described("apulia") == "greece oil fish rome rome@fish"


def test_seats_stay_from_turn_to_turn() -> None:
    """M27: also while one does something else there."""
    after = conqueror("greece oil fish rome rome@oil").play("leave be")
    assert after.described("apulia") == "greece oil fish rome rome@oil"


def test_there_is_nothing_to_occupy_without_buildings() -> None:
    """M27."""
    assert conqueror("greece rome").menu() == ["leave be", "begin conversion"]


def test_the_occupant_collects_instead_of_the_owner() -> None:
    """M27, M5."""
    after = conqueror("greece oil fish market rome:2").play("occupy", "seat oil", "seat market")
    after.idle().produces()
    assert (after.hand("rome"), after.hand("greece")) == ("oil:2", "fish")


# Begin a conversion


@pytest.mark.parametrize(
    ("there", "becomes", "seat"),
    [
        ("greece oil rome:2", "greece oil rome rome@marker", ""),
        ("greece oil rome rome@oil", "greece oil rome@oil rome@marker", ""),
        ("greece oil rome@oil", "greece oil rome@marker", " oil"),
    ],
)
def test_a_free_unit_or_the_only_seated_one_goes_onto_the_marker(
    there: str, becomes: str, seat: str
) -> None:
    """M28: the others keep their seats."""
    after = conqueror(there).play("begin conversion")
    assert after.described("apulia") == becomes
    assert after.happened("converting") == [f"converting rome apulia{seat}"]


def test_of_several_seated_units_one_of_choice_goes_onto_the_marker() -> None:
    """M28."""
    after = conqueror("greece oil fish rome@oil rome@fish").play("begin conversion")
    assert after.menu() == ["step from oil", "step from fish"]
    after.play("step from fish")
    assert after.described("apulia") == "greece oil fish rome@oil rome@marker"
    assert after.happened("converting") == ["converting rome apulia fish"]


def test_a_unit_that_is_on_the_marker_need_not_begin_again() -> None:
    """M28."""
    assert "begin conversion" not in conqueror("greece oil rome@marker").menu()


def test_nobody_is_asked_who_can_only_leave_a_province_be() -> None:
    """M25, M28: a unit on the marker of a province without buildings."""
    start = table(land={"sicilia": "greece rome@marker"}, seas=NEXT_TURN).marches("rome")
    assert start.decider() == "carthage"


def test_a_conversion_may_begin_anywhere() -> None:
    """M28: being next to the own empire matters when it is carried out."""
    after = conqueror("greece rome", "mysia", land={"latium": "rome"})
    assert "begin conversion" in after.menu()


# Carry out a conversion


def converting(
    there: str = "greece oil fish rome@fish rome@marker",
    land: dict[str, str] | None = None,
    **arranged: Any,
) -> Table:
    """Return a table at the start of Rome's turn, with a unit on the marker of Apulia."""
    land = {"latium": "rome"} if land is None else land
    return table(land={**land, "apulia": there}, **arranged).marches("rome")


def test_at_the_start_of_the_next_turn_the_own_marker_replaces_the_other() -> None:
    """M28: buildings go along, units are free, the old marker returns to its owner."""
    after = converting()
    assert after.menu() == ["end conversions", "convert apulia"]
    after.play("convert apulia")
    assert after.described("apulia") == "rome oil fish rome:2"
    assert (after.pool("rome")[0], after.pool("greece")[0]) == (5, 7)
    assert after.happened("converted") == ["converted rome apulia greece"]
    assert after.there("apulia").occupant == -1
    assert after.seat("rome").conversions == 1


def test_a_conversion_takes_two_turns() -> None:
    """M28: begun in one, carried out in the next."""
    after = conqueror("greece oil rome", land={"latium": "rome", "africa": "carthage"})
    after.play("begin conversion")
    assert not after.can(("convert",))
    assert after.described("apulia") == "greece oil rome@marker"
    assert after.marches("rome").menu() == ["end conversions", "convert apulia"]


def test_a_conversion_may_be_put_off() -> None:
    """M28."""
    after = converting().play("end conversions").idle("leave be").play("leave be")
    assert after.described("apulia") == "greece oil fish rome@fish rome@marker"
    assert after.marches("rome").can(("convert apulia",))


def test_a_unit_on_a_building_alone_converts_nothing() -> None:
    """M28."""
    assert not converting("greece oil rome@oil").can(("convert",))
    assert not converting("greece oil carthage@marker").can(("convert",))


@pytest.mark.parametrize(
    "others", ["rome@marker greece", "rome@marker carthage", "fortress rome@marker"]
)
def test_a_conversion_needs_a_conqueror_still(others: str) -> None:
    """M28."""
    assert not converting(f"greece {others}").can(("convert",))


@pytest.mark.parametrize(
    ("land", "ships", "can"),
    [
        ({"latium": "rome"}, "", True),
        ({"etruria": "rome"}, "", False),
        ({"sicilia": "rome"}, "", False),
        ({"sicilia": "rome"}, "rome", True),
        ({"sicilia": "rome"}, "greece", False),
        ({}, "rome:3", False),
        ({"latium": "rome greece"}, "", True),
    ],
)
def test_a_conversion_needs_a_province_next_to_the_own_empire(
    land: dict[str, str], ships: str, can: bool
) -> None:
    """M28, M13: to another own province, by land or through seas with own triremes."""
    after = converting(land=land, seas={"ionium": ships} if ships else None)
    assert after.can(("convert",)) == can


def test_a_conversion_needs_a_free_marker() -> None:
    """M28."""
    assert not converting(markers=7, land=dict.fromkeys(SEVEN, "rome")).can(("convert",))
    assert converting(markers=8, land=dict.fromkeys(SEVEN, "rome")).can(("convert",))


SEVEN = ("latium", "etruria", "corsica", "sardinia", "sicilia", "illyria", "macedonia")


def test_a_conversion_of_this_turn_makes_the_next_province_a_neighbour() -> None:
    """M28."""
    land = {"etruria": "rome", "latium": "greece rome@marker"}
    after = converting(land=land)
    assert after.menu() == ["end conversions", "convert latium"]
    after.play("convert latium")
    assert after.menu() == ["end conversions", "convert apulia"]


def test_an_empire_may_be_robbed_of_its_last_province() -> None:
    """M28: and plays on."""
    after = converting("greece rome@marker").play("convert apulia")
    assert after.seat("greece").provinces == 0
    assert after.buys("greece").menu() == ["end buying"]


def test_a_converted_province_is_an_own_one_at_once() -> None:
    """M28, M5, M25: nothing to conquer, all to collect."""
    after = converting().play("convert apulia").idle("title", "trade")
    assert after.produces().hand("rome") == "fish oil"


def test_a_converted_capital_is_no_exception_for_its_new_owner() -> None:
    """M15, M28."""
    land = {"latium": "greece rome@marker", "etruria": "rome"}
    after = table(land=land).marches("rome").play("convert latium")
    after.there("latium").legions[2] = 1
    after.give("greece", "coin:3")
    assert after.buys("greece").offers("legion") == []


def test_a_pillage_names_the_building_and_its_province() -> None:
    after = conqueror("greece oil tarentum market rome:2")
    words = [GAME.in_words(int(choice), after.state, after.loaded) for choice in after.codes()]
    assert "pillage the caravan of oil in Apulia" in words
    assert "pillage the market in Apulia" in words
    assert {"occupy Apulia", "leave Apulia as it is"} <= {*words}
