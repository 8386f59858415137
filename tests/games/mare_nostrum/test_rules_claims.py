"""Levels on the tracks, and who claims the titles [M18, M29, M30]."""

from __future__ import annotations

import pytest

from tests.games.mare_nostrum.table import Table, table

# Levels


def leveled(land: dict[str, str], seas: dict[str, str] | None = None) -> list[list[int]]:
    """Return the levels of three empires after a phase in which nothing happens."""
    after = table(land=land, seas=seas)
    after.names_buyers().play("buyer rome", "end buying", "buyer greece")
    assert after.levels("rome") == [0, 0, 0]
    after.play("end buying", "end buying")
    return [after.levels(empire) for empire in ("rome", "carthage", "greece")]


@pytest.mark.parametrize(
    ("province", "pieces", "levels"),
    [
        ("latium", "rome", [0, 0, 0]),
        ("apulia", "rome oil", [1, 0, 0]),
        ("apulia", "rome oil fish market", [3, 0, 0]),
        ("apulia", "rome tarentum", [0, 1, 0]),
        ("latium", "rome roma temple", [0, 2, 0]),
        ("sicilia", "rome syracusae temple", [0, 2, 0]),
        ("attica", "rome athenae corinthus temple", [0, 3, 0]),
        ("apulia", "rome market temple", [1, 1, 0]),
        ("latium", "rome fortress rome:3", [0, 0, 4]),
        ("latium", "carthage rome:3", [0, 0, 3]),
        ("latium", "nobody rome", [0, 0, 1]),
        ("apulia", "rome oil tarentum rome carthage", [1, 1, 1]),
    ],
)
def test_caravans_and_markets_make_trade_cities_and_temples_culture_units_military(
    province: str, pieces: str, levels: list[int]
) -> None:
    """M18: each counts one; at war or not, with or without what they double."""
    assert leveled({province: pieces})[0] == levels


def test_triremes_count_for_military() -> None:
    """M18."""
    assert leveled({}, {"ionium": "rome:2 greece", "libycum": "rome"}) == [
        *([0, 0, 3], [0, 0, 0], [0, 0, 1])
    ]


def test_an_occupied_building_counts_for_the_occupant() -> None:
    """M18, M27."""
    land = {"apulia": "rome oil fish tarentum market carthage@oil carthage@tarentum"}
    assert leveled(land) == [[2, 0, 0], [1, 1, 2], [0, 0, 0]]


def test_a_building_beside_a_unit_or_under_a_marker_with_one_counts_for_the_owner() -> None:
    """M18, M27, M28."""
    assert leveled({"apulia": "rome oil carthage carthage@marker"})[:2] == [[1, 0, 0], [0, 0, 2]]


def test_levels_change_at_the_end_of_a_phase_only() -> None:
    """M18: those of the military chapter after its last turn."""
    after = table(land={"apulia": "greece oil rome:2"}).marches("rome")
    after.idle("pillage").play("pillage oil")
    assert after.levels("rome") == [0, 0, 2]
    assert after.happened("levels")[-3:] == [
        *("levels rome 0 0 2", "levels carthage 0 0 0", "levels greece 0 0 0")
    ]


def test_what_is_bought_counts_after_everybody_has_bought() -> None:
    """M18."""
    after = table(land={"apulia": "rome"}, hands={"rome": "coin:6"}).names_buyers()
    after.play("buyer rome").buy("caravan oil", "coin:3").buy("legion apulia", "coin:3")
    after.play("end buying", "buyer greece", "end buying")
    assert after.levels("rome") == [0, 0, 0]
    assert after.play("end buying").levels("rome") == [1, 0, 1]


# Titles


def claimed(**levels: tuple[int, int, int]) -> Table:
    """Return a table in the claims with these levels, or after them if nobody has to decide."""
    return table(levels=levels).claims()


def test_the_highest_on_a_track_takes_its_title() -> None:
    """M29."""
    after = claimed(rome=(5, 1, 0), carthage=(4, 0, 7), greece=(3, 2, 6))
    assert after.titles() == ["rome", "greece", "carthage"]
    assert after.happened("title_taken") == [
        "title_taken trade rome carthage",
        "title_taken culture greece greece",
        "title_taken military carthage rome",
    ]
    assert after.state.title_changes.tolist() == [1, 0, 1]


def test_who_holds_a_title_keeps_it_as_long_as_nobody_is_higher() -> None:
    """M29."""
    after = claimed(rome=(0, 0, 1), carthage=(1, 0, 0), greece=(0, 1, 0))
    assert after.titles() == ["carthage", "greece", "rome"]
    assert after.state.title_changes.tolist() == [0, 0, 0]


def test_at_a_tie_the_previous_leader_decides_who_of_those_tied() -> None:
    """M29: an untied holder never names himself."""
    after = claimed(rome=(5, 0, 1), carthage=(4, 0, 0), greece=(5, 1, 0))
    assert (after.decider(), after.offers("title")) == ("carthage", ["rome", "greece"])
    after.play("title greece")
    assert after.titles() == ["greece", "greece", "rome"]
    assert after.happened("title_taken")[0] == "title_taken trade greece carthage carthage"


def test_a_leader_that_is_tied_may_name_himself_or_another() -> None:
    """M29."""
    for named in ("carthage", "rome"):
        after = claimed(rome=(5, 0, 1), carthage=(5, 0, 0), greece=(4, 1, 0))
        assert (after.decider(), after.offers("title")) == ("carthage", ["rome", "carthage"])
        assert after.play(f"title {named}").titles()[0] == named


def test_ties_are_decided_track_by_track_by_those_who_held_the_titles_before() -> None:
    """M29."""
    after = claimed(rome=(9, 5, 5), carthage=(0, 5, 5), greece=(0, 0, 0))
    assert (after.decider(), after.offers("title")) == ("greece", ["rome", "carthage"])
    after.play("title carthage")
    assert after.titles() == ["carthage", "greece", "rome"]
    assert (after.decider(), after.offers("title")) == ("rome", ["rome", "carthage"])
    after.play("title rome")
    assert after.titles() == ["rome", "carthage", "rome"]


def test_a_tie_below_the_first_place_matters_to_nobody() -> None:
    """M29."""
    after = claimed(rome=(5, 5, 9), carthage=(9, 5, 3), greece=(5, 9, 3))
    assert after.titles() == ["carthage", "greece", "rome"]


def test_levels_above_fifteen_are_compared_as_they_are() -> None:
    """M30: 15+ is a matter of display."""
    after = claimed(rome=(16, 0, 1), carthage=(15, 0, 0), greece=(31, 1, 0))
    assert after.titles()[0] == "greece"
    after = claimed(rome=(16, 0, 1), carthage=(1, 0, 0), greece=(15, 1, 0))
    assert after.titles()[0] == "rome"


def test_levels_above_fifteen_are_counted_on() -> None:
    """M30, M18: here eight legions, five triremes, five fortresses."""
    walls = dict.fromkeys(("latium", "etruria", "apulia", "corsica"), "rome fortress")
    land = {**walls, "sicilia": "rome fortress rome:8"}
    assert leveled(land, {"ionium": "rome:5"})[0] == [0, 0, 18]


def test_the_rounds_for_which_a_title_was_held_are_counted_by_who_has_it_in_the_end() -> None:
    """M29."""
    after = claimed(rome=(5, 0, 1), carthage=(4, 0, 0), greece=(3, 1, 0))
    assert after.seat("rome").title_rounds.tolist() == [1, 0, 1]
    assert after.seat("carthage").title_rounds.tolist() == [0, 0, 0]
    after.claims()
    assert after.seat("rome").title_rounds.tolist() == [2, 0, 2]
    assert after.seat("greece").title_rounds.tolist() == [0, 2, 0]


def test_after_the_claims_a_new_round_begins() -> None:
    """M29, M3."""
    after = claimed(rome=(5, 0, 1), carthage=(4, 0, 0), greece=(3, 1, 0))
    assert after.happened("round_began") == ["round_began 3"]
    assert (after.decider(), after.state.rounds) == ("rome", 3)
