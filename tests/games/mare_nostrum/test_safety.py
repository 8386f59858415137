"""What a player of Mare Nostrum knows of rivals who can seize what they lack for all titles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from simlab.engine.record import as_record, new, row_of
from simlab.game.policy import Policy
from simlab.games.mare_nostrum.policies import balanced
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.safety import (
    FAR,
    appraise_safety,
    count_levels,
    count_seizable,
    levels_short,
    likelihood,
)
from simlab.games.mare_nostrum.state import Track
from tests.games.mare_nostrum.stepping import Desk, purchases
from tests.games.mare_nostrum.table import Table, table
from tests.support.ask_policy import ask_policy

ROME, CARTHAGE, GREECE = range(3)
SAFE = balanced.with_weights(safety=100.0)

LAND = {
    "etruria": "rome metal",
    "apulia": "rome tarentum rome:2",
    "attica": "greece athenae greece:2",
    "creta": "greece cnossus",
}
"""Rome has a level of Trade and of Culture and two units, Greece two of Culture and two units."""
TITLES = ("rome", "greece", "rome")
TWO_SEAS = {"tyrrhenum": "rome", "ionium": "rome"}
"""One trireme can sail to the Mare Libycum, off Creta, and the other take its place."""


def near_all_titles(seas: dict[str, str] | None = None, **land: str) -> Table:
    """Return a table at which Rome lacks the title of Culture only, and what lies differently."""
    return table(land=LAND | land, seas=TWO_SEAS if seas is None else seas, titles=TITLES)


def counted(at: Table, seat: int) -> Any:
    """Return notes in which levels, and what a seat can seize, are counted."""
    return counted_at(at.rules, at.state, seat)


def counted_at(rules: Any, state: Any, seat: int) -> Any:
    notes = row_of(new(Notes.dtype))
    count_levels(rules, state, notes)
    count_seizable(rules, state, seat, notes)
    return notes


def short(at: Table, seat: int = ROME) -> int:
    """Return how many levels and legions a seat lacks for a win by titles."""
    return int(levels_short(at.rules, at.state, seat, counted(at, seat)))


def traits_of(policy: Policy) -> Any:
    return as_record(policy.trait_row(ROME), policy.trait_record)


def answer(of: Policy, at: Table) -> str:
    """Return what a player chooses, in words."""
    return at.in_words(ask_policy(of, at.rules, at.state, int(at.state.seat), at.codes(), None))


def test_what_is_seized_counts_for_one_and_no_longer_for_the_other() -> None:
    """M27, M29, M31. One city makes two of Culture against one."""
    assert short(near_all_titles()) == 0


def test_a_sea_without_a_trireme_is_in_the_way() -> None:
    """M20, M21. One trireme does not reach across two seas; a level and the tie are lacking."""
    assert short(near_all_titles(seas={"ionium": "rome"})) == 2
    assert short(near_all_titles(seas={"ionium": "rome:2"})) == 0


@pytest.mark.parametrize("guards", ["cnossus greece:2", "cnossus fortress"])
def test_a_guarded_city_is_not_seized(guards: str) -> None:
    """M23."""
    assert short(near_all_titles(creta=f"greece {guards}")) == 2


def test_legions_that_hold_something_are_not_free_to_seize() -> None:
    """M27."""
    numidia = "carthage livestock gladiators rome@livestock rome@gladiators"
    at = near_all_titles(apulia="rome tarentum", numidia=numidia)
    assert counted(at, ROME).n_seizing == 0
    assert short(at) == 2


def test_two_titles_may_be_enough() -> None:
    """M31. The hardest track then does not count."""
    out_of_reach = near_all_titles(seas={})
    assert short(out_of_reach) == 2
    two = table(land=LAND, titles=TITLES, titles_to_win=2)
    assert short(two) == 0


def test_one_title_may_be_enough_and_none_may_win() -> None:
    """M31. The easiest track alone counts; where titles never win, there is nothing to guard."""
    land = LAND | {"attica": "greece athenae greece"}
    assert short(table(land=land, titles=TITLES, titles_to_win=1), GREECE) == 0
    never = table(land=LAND, seas=TWO_SEAS, titles=TITLES, titles_to_win=4)
    notes = row_of(new(Notes.dtype))
    appraise_safety(never.rules, never.state, GREECE, notes, traits_of(SAFE))
    assert not notes.guard_gain.any()
    assert not notes.level_worth.any()


def test_each_level_that_is_lacking_halves_the_likelihood() -> None:
    at = near_all_titles()
    assert likelihood(at.rules, at.state, ROME, counted(at, ROME)) == 1.0
    at = near_all_titles(seas={"ionium": "rome"})
    assert likelihood(at.rules, at.state, ROME, counted(at, ROME)) == 0.25


def test_greece_guards_the_city_that_would_make_rome_win() -> None:
    """M14, M31."""
    at = near_all_titles()
    at.give("greece", "coin:3")
    at.buys("greece")
    assert "creta" not in answer(balanced, at)
    assert answer(SAFE, at) in ("fortress creta", "legion creta")


def test_a_building_that_can_be_seized_is_worth_less() -> None:
    """M18, M27. A city in Sicilia would bring Rome nearer, one beside six legions would not."""
    at = near_all_titles(
        creta="greece cnossus fortress greece",
        sicilia="greece",
        attica="greece athenae greece:6",
    )
    at.player("rome").bonus[Track.MILITARY] = 9
    notes = row_of(new(Notes.dtype))
    appraise_safety(at.rules, at.state, GREECE, notes, traits_of(SAFE))
    sicilia, attica = (at.provinces.index(name) for name in ("sicilia", "attica"))
    assert notes.building_gain[sicilia, Track.CULTURE] < 0
    assert notes.building_gain[attica, Track.CULTURE] == 0


@pytest.mark.compiled
def test_what_is_noted_is_what_counting_again_finds() -> None:
    """Levels, legions and fortresses are bought in turn, at positions of whole games."""
    n_compared = 0
    for desk in purchases():
        rules, seat = row_of(desk.case.rules.row), desk.next_seat()
        notes = row_of(new(Notes.dtype))
        appraise_safety(rules, desk.row, seat, notes, traits_of(SAFE))
        rivals = dangerous_rivals(desk, seat)
        level = float(notes.level_worth[Track.MILITARY])
        assert level == pytest.approx(gain(desk, seat, rivals, more_military))
        for province in range(rules.n_provinces):
            there = desk.row.provinces[province]
            if there.owner == seat and sum(there.legions) == there.legions[seat]:
                expected = gain(desk, seat, rivals, partial(more_legions, province))
                assert level + notes.guard_gain[province] == pytest.approx(expected)
                n_compared += notes.guard_gain[province] > 0
                if not there.fortress:
                    expected = gain(desk, seat, rivals, partial(more_fortresses, province))
                    assert level + notes.fortress_gain[province] == pytest.approx(expected)
    assert n_compared > 20


def more_military(seat: int, state: Any) -> None:
    state.players[seat].bonus[Track.MILITARY] += 1


def more_legions(province: int, seat: int, state: Any) -> None:
    state.players[seat].legions -= 1
    state.provinces[province].legions[seat] += 1


def more_fortresses(province: int, seat: int, state: Any) -> None:
    state.players[seat].fortresses -= 1
    state.provinces[province].fortress = 1


def dangerous_rivals(desk: Desk, seat: int) -> list[int]:
    """Return the rivals who are not far from a win by titles."""
    rules, rivals = row_of(desk.case.rules.row), []
    for rival in range(desk.players):
        notes = counted_at(rules, desk.row, rival)
        if rival != seat and levels_short(rules, desk.row, rival, notes) <= FAR:
            rivals.append(rival)
    return rivals


def gain(desk: Desk, seat: int, rivals: list[int], change: Callable[[int, Any], None]) -> float:
    """Return by how much a change lowers the likelihoods of some rivals, times 100."""
    rules, changed = row_of(desk.case.rules.row), desk.state.copy()
    change(seat, row_of(changed))
    return sum(
        100.0 * likelihood(rules, desk.row, rival, counted_at(rules, desk.row, rival))
        - 100.0
        * likelihood(rules, row_of(changed), rival, counted_at(rules, row_of(changed), rival))
        for rival in rivals
    )
