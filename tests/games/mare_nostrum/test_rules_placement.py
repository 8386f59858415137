"""Where markers, buildings and units may be placed [M13–M15]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.mare_nostrum.table import Table, fresh_table, table


def buying(
    land: dict[str, str], coins: int = 12, seas: dict[str, str] | None = None, **arranged: Any
) -> Table:
    """Return a table in Rome's buying turn with these coins."""
    start = table(land=land, seas=seas, hands={"rome": f"coin:{coins}"}, **arranged)
    return start.buys("rome")


def markable(land: dict[str, str], **seas: str) -> set[str]:
    """Return the provinces that Rome may mark."""
    return set(buying(land, seas=seas).offers("marker"))


# Control markers


def test_a_marker_goes_next_to_an_own_province_by_land() -> None:
    """M13: not two provinces on, not across a strait, and not across a sea without a trireme."""
    assert markable({"etruria": "rome"}) == {"latium", "cisalpina"}
    assert markable({"apulia": "rome"}) == {"latium"}


def test_one_sea_with_an_own_trireme_connects_all_its_shores() -> None:
    """M13."""
    assert markable({"latium": "rome"}, tyrrhenum="rome") == {
        *("etruria", "apulia", "corsica", "sardinia", "sicilia")
    }


def test_a_sea_chain_of_three_leads_to_the_shores_of_all_three() -> None:
    """M13."""
    places = markable({"sardinia": "rome"}, sardoum="rome", syrticum="rome", libycum="rome:2")
    assert places == {
        *("corsica", "africa", "numidia"),
        *("sicilia", "cyrenaica", "tripolitania", "byzacium"),
        *("peloponnesus", "creta"),
    }


def test_a_chain_with_a_gap_leads_no_farther() -> None:
    """M13: each of its seas holds an own trireme."""
    places = markable({"sardinia": "rome"}, sardoum="rome", libycum="rome")
    assert places == {"corsica", "africa", "numidia"}
    assert markable({"sardinia": "rome"}, syrticum="rome", libycum="rome") == set()


def test_the_triremes_of_others_are_no_chain_and_block_none() -> None:
    """M13."""
    ships = {"sardoum": "rome greece:4", "syrticum": "greece", "tyrrhenum": "carthage:3"}
    assert markable({"sardinia": "rome"}, **ships) == {"corsica", "africa", "numidia"}


def test_a_trireme_bought_in_this_turn_counts_for_the_chain() -> None:
    """M13."""
    after = buying({"sardinia": "rome"}, coins=6)
    assert after.offers("marker") == []
    assert set(after.buy("trireme sardoum", "coin:3").offers("marker")) == {
        *("corsica", "africa", "numidia")
    }


@pytest.mark.parametrize(
    "there",
    ["greece", "nobody greece", "nobody rome greece", "rome", "carthage rome"],
)
def test_a_marker_needs_a_province_without_a_marker_and_without_enemy_units(there: str) -> None:
    """M13."""
    assert "etruria" not in markable({"latium": "rome", "etruria": there})


def test_own_legions_are_no_obstacle_and_no_help() -> None:
    """M13."""
    assert markable({"etruria": "rome", "latium": "nobody rome:2"}) == {"latium", "cisalpina"}
    assert markable({"etruria": "rome", "cisalpina": "nobody rome"}) == {"latium", "cisalpina"}


@pytest.mark.parametrize("units", ["rome carthage", "carthage:2", "carthage@marker"])
def test_an_own_province_at_war_or_conquered_still_has_neighbours(units: str) -> None:
    """M13, M15."""
    assert markable({"etruria": f"rome {units}"}) == {"latium", "cisalpina"}


def test_a_marker_placed_in_this_phase_is_no_stepping_stone() -> None:
    """M13: neither by land nor for a chain of seas."""
    after = buying({"apulia": "rome"}, seas={"ligusticum": "rome"})
    after.buy("marker latium", "coin:3")
    assert after.offers("marker") == []
    after = buying({"latium": "rome"}, seas={"ligusticum": "rome"})
    after.buy("marker etruria", "coin:3")
    assert after.offers("marker") == ["apulia"]


def test_a_marker_of_an_earlier_round_is_a_stepping_stone() -> None:
    """M13."""
    after = buying({"apulia": "rome"}, coins=6).buy("marker latium", "coin:3")
    after.sit_out().give("rome", "coin:3")
    assert after.buys("rome").offers("marker") == ["etruria"]


def test_a_chain_may_begin_at_any_own_province() -> None:
    """M13: also where a marker of this phase adds nothing."""
    after = buying({"latium": "rome"}, seas={"tyrrhenum": "rome"})
    after.buy("marker corsica", "coin:3")
    assert after.offers("marker") == ["etruria", "apulia", "sardinia", "sicilia"]


def test_an_empire_has_seven_markers() -> None:
    """M13."""
    land = dict.fromkeys(
        ("latium", "etruria", "apulia", "corsica", "sardinia", "illyria", "macedonia"), "rome"
    )
    assert buying(land).offers("marker") == []
    assert buying(land, markers=8).offers("marker") != []
    del land["latium"]
    after = buying(land).buy("marker latium", "coin:3")
    assert after.pool("rome")[0] == 0
    assert after.offers("marker") == []


def test_an_empire_without_provinces_places_nothing_and_plays_on() -> None:
    """M13, M14."""
    after = table(hands={"rome": "coin:12"}, land={"latium": "greece rome:2"}).buys("rome")
    assert after.menu() == ["end buying", "pyramids"]


# Buildings


def test_buildings_go_on_the_printed_sites_of_own_provinces() -> None:
    """M14."""
    after = buying({"apulia": "rome", "latium": "greece", "sicilia": "rome"})
    assert after.offers("caravan") == ["oil", "fish"]
    assert after.offers("city") == ["tarentum", "syracusae"]
    assert after.offers("market") == ["apulia"]
    assert after.offers("temple") == ["apulia", "sicilia"]


def test_a_market_needs_a_caravan_site_and_a_temple_a_city_site() -> None:
    """M14: a caravan or a city need not stand there."""
    land = {"latium": "rome", "etruria": "rome", "moesia": "rome"}
    after = buying(land)
    assert after.offers("market") == ["etruria", "moesia"]
    assert after.offers("temple") == ["latium"]


def test_each_site_takes_one_building() -> None:
    """M14: one caravan for each, one market, one temple in a province."""
    after = buying({"apulia": "rome oil tarentum market temple", "etruria": "rome"})
    assert after.offers("caravan") == ["metal", "wine", "fish"]
    assert (after.offers("city"), after.offers("temple")) == ([], [])
    assert after.offers("market") == ["etruria"]


@pytest.mark.parametrize("city", ["roma", "carthago", "syracusae", "corinthus"])
def test_the_owner_of_the_marker_may_rebuild_any_printed_city_for_three(city: str) -> None:
    """M12, M14: capitals and legendary cities of anybody included."""
    land = dict.fromkeys(("latium", "africa", "sicilia", "attica"), "rome")
    after = buying(land, coins=3).buy(f"city {city}", "coin:3")
    assert after.happened("bought")[0].split()[4] == city


@pytest.mark.parametrize(
    ("kind", "at_start"), [("caravan", 17), ("market", 7), ("city", 11), ("temple", 4)]
)
def test_the_buildings_in_the_box_are_limited(kind: str, at_start: int) -> None:
    """M14: those of all empires together, here all that stand at the start."""
    assert building_on(**{f"{kind}_pieces": at_start}).offers(kind) == []
    start = building_on(**{f"{kind}_pieces": at_start + 1})
    others = {"caravan", "city", "market", "temple"} - {kind}
    assert all(start.offers(other) for other in others)
    start.buy(f"{kind} {start.offers(kind)[0]}", COST[kind])
    assert start.offers(kind) == []
    assert all(start.offers(other) for other in others)


COST = {"caravan": "coin:3", "city": "coin:3", "market": "coin:6", "temple": "coin:6"}


def building_on(**patch: int) -> Table:
    """Return the start for five, where Rome has free sites of all kinds and buys."""
    start = fresh_table(5, **patch)
    for province in ("cisalpina", "sicilia", "illyria"):
        start.settle(province, "rome")
    start.give("rome", "coin:9")
    return start.buys("rome")


# Units


def test_legions_go_into_own_provinces_in_any_number() -> None:
    """M14: never into others, with or without units."""
    after = buying({"apulia": "rome", "latium": "greece rome", "etruria": "nobody rome"})
    assert after.offers("legion") == ["apulia"]
    after.buy("legion apulia", "coin:3").buy("legion apulia", "coin:3")
    assert after.described("apulia") == "rome rome:2"
    assert after.pool("rome")[1] == 4


def test_a_pool_has_eight_legions_five_triremes_and_five_fortresses() -> None:
    """M14."""
    full = {"apulia": "rome rome:8"}
    assert (buying(full).offers("legion"), buying(full, legions=9).offers("legion")) == (
        [],
        ["apulia"],
    )
    ships = {"ionium": "rome:3", "syrticum": "rome:2"}
    assert buying({"apulia": "rome"}, seas=ships).offers("trireme") == []
    assert buying({"apulia": "rome"}, seas=ships, triremes=6).offers("trireme") != []
    walls = ("apulia", "latium", "etruria", "corsica", "sardinia")
    land = {**dict.fromkeys(walls, "rome fortress"), "sicilia": "rome"}
    assert buying(land).offers("fortress") == []
    assert buying(land, fortresses=6).offers("fortress") == ["sicilia"]


def test_the_last_units_of_a_pool_can_be_bought() -> None:
    """M14."""
    after = buying({"apulia": "rome rome:7"}, seas={"syrticum": "rome:4"}, fortresses=1)
    after.buy("legion apulia", "coin:3").buy("trireme ionium", "coin:3")
    after.buy("fortress apulia", "coin:3")
    assert after.pool("rome") == (6, 0, 0, 0)
    assert not after.offers("legion") + after.offers("trireme") + after.offers("fortress")


def test_triremes_go_into_a_sea_next_to_an_own_province_in_any_number() -> None:
    """M14: with or without enemy ships."""
    after = buying({"apulia": "rome"}, seas={"ionium": "greece:3"})
    assert after.offers("trireme") == ["tyrrhenum", "hadriaticum", "ionium"]
    after.buy("trireme ionium", "coin:3").buy("trireme ionium", "coin:3")
    assert after.ships("ionium") == "rome:2 greece:3"


def test_a_province_takes_one_fortress() -> None:
    """M14."""
    after = buying({"apulia": "rome", "latium": "rome fortress"})
    assert after.offers("fortress") == ["apulia"]
    assert after.buy("fortress apulia", "coin:3").offers("fortress") == []


def test_what_was_marked_in_this_phase_takes_buildings_and_units_at_once() -> None:
    """M13, M14."""
    after = buying({"latium": "rome"}, seas={"tyrrhenum": "rome"})
    after.buy("marker corsica", "coin:3")
    assert after.offers("caravan") == ["fish"]
    assert after.offers("market") == ["corsica"]
    assert after.offers("legion") == after.offers("fortress") == ["latium", "corsica"]
    assert "ligusticum" in after.offers("trireme")


# At war


@pytest.mark.parametrize(
    "units", ["rome carthage", "carthage:2", "carthage@oil", "carthage@marker"]
)
def test_in_a_province_at_war_nothing_is_built_or_placed(units: str) -> None:
    """M15: nor in one that an enemy alone holds."""
    pieces = "rome oil tarentum" if "@oil" in units else "rome tarentum"
    after = buying({"apulia": f"{pieces} {units}", "etruria": "rome"})
    assert after.offers("caravan") == ["metal", "wine"]
    assert (
        after.offers("market") == after.offers("legion") == after.offers("fortress") == ["etruria"]
    )
    assert after.offers("temple") == []


def test_a_trireme_may_be_placed_at_a_coast_at_war() -> None:
    """M15."""
    after = buying({"cyrenaica": "rome rome carthage"})
    assert after.offers("trireme") == ["syrticum", "libycum"]


def test_in_the_own_capital_province_one_builds_and_places_at_war() -> None:
    """M15: the exception for the capital."""
    after = buying({"latium": "rome rome carthage:2"}, coins=18)
    after.buy("city roma", "coin:3").buy("temple latium", "coin:6")
    after.buy("legion latium", "coin:3").buy("fortress latium", "coin:3")
    assert after.described("latium") == "rome roma temple fortress rome:2 carthage:2"


def test_the_capital_of_another_is_no_exception() -> None:
    """M15: nor is the own one under the marker of another."""
    after = buying({"africa": "rome carthage", "latium": "greece rome"})
    assert after.offers("legion") == after.offers("city") == []


def test_the_capital_is_where_it_was_printed_built_or_not() -> None:
    """M15."""
    for pieces in ("rome", "rome roma"):
        assert buying({"latium": f"{pieces} greece"}).offers("legion") == ["latium"]


@pytest.mark.parametrize(
    ("unit", "there"),
    [
        ("legion", "rome roma rome greece greece@roma"),
        ("fortress", "rome roma fortress greece greece@roma"),
    ],
)
def test_a_unit_placed_beside_a_conqueror_ends_the_stay_on_the_marker_without_a_fight(
    unit: str, there: str
) -> None:
    """M15, M28: in the capital; the conqueror steps off the marker and keeps other seats."""
    after = buying({"latium": "rome roma greece@roma greece@marker"})
    after.buy(f"{unit} latium", "coin:3")
    assert after.described("latium") == there
    assert after.happened("stepped_off") == ["stepped_off greece latium"]
    assert not after.happened("battle_began", "lost")


def test_a_building_placed_beside_a_conqueror_leaves_him_on_the_marker() -> None:
    """M15, M28."""
    after = buying({"latium": "rome greece@marker"}).buy("city roma", "coin:3")
    assert after.described("latium") == "rome roma greece@marker"
