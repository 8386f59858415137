"""What a player of Mare Nostrum knows of the ways that a trireme opens."""

from __future__ import annotations

import pytest

from simlab.engine.bits import members
from simlab.engine.record import as_record, new, row_of
from simlab.game.policy import Policy
from simlab.games.mare_nostrum.policies import balanced
from simlab.games.mare_nostrum.policies.fleet import best_raid, provinces_in_reach, worth_of_sea
from simlab.games.mare_nostrum.policies.income import count_income
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.rules.land import next_to, own_provinces
from simlab.games.mare_nostrum.rules.site import trireme_sites
from tests.games.mare_nostrum.stepping import purchases
from tests.games.mare_nostrum.table import Table, table
from tests.support.ask_policy import ask_policy

ROME = 0
LANDING = balanced.with_weights(trireme=0.0, landing=10.0, horizon=20.0)
RAIDING = balanced.with_weights(trireme=0.0, raiding=10.0)


def buying(**land: str) -> Table:
    """Return a table at which Rome has Apulia, between two seas, and buys with three coins."""
    at = table(land={"apulia": "rome"} | land)
    at.give("rome", "coin:3")
    at.buys("rome")
    return at


def worth(of: Policy, at: Table, sea: str) -> float:
    """Return what a player thinks that a trireme of Rome is worth in a sea."""
    notes, traits = row_of(new(Notes.dtype)), as_record(of.trait_row(ROME), of.trait_record)
    count_income(at.rules, at.state, ROME, notes)
    return float(worth_of_sea(at.rules, at.state, ROME, at.seas.index(sea), notes, traits))


def choice(of: Policy, at: Table) -> str:
    """Return what a player chooses, in words."""
    return at.in_words(ask_policy(of, at.rules, at.state, ROME, at.codes(), None))


def test_a_trireme_is_bought_where_it_opens_the_best_land() -> None:
    """M13, M14. Sicilia has a legendary city; it lies at the Tyrrhenum and at the Ionium."""
    at = buying(illyria="carthage", macedonia="greece")
    assert worth(LANDING, at, "tyrrhenum") == worth(LANDING, at, "ionium") > 0
    assert worth(LANDING, at, "hadriaticum") > 0, "Cisalpina is left there"
    assert choice(LANDING, at) == "trireme tyrrhenum"
    owned = ("corsica", "sardinia", "sicilia", "peloponnesus", "attica", "tripolitania", "creta")
    at = buying(**dict.fromkeys(owned, "carthage"), etruria="rome", latium="rome")
    assert worth(LANDING, at, "tyrrhenum") == 0
    assert worth(LANDING, at, "hadriaticum") > 0


def test_land_with_units_of_a_rival_is_not_free() -> None:
    """M13. Nothing is left at the Hadriaticum once legions stand in the last free provinces."""
    at = buying(illyria="nobody carthage", cisalpina="nobody greece")
    assert worth(LANDING, at, "hadriaticum") == 0


def test_what_a_seat_reaches_already_is_not_opened() -> None:
    """M13. The Ionium opens Illyria, which a trireme in the Hadriaticum has opened before."""
    at = buying()
    at.launch("hadriaticum", "rome")
    assert worth(LANDING, at, "hadriaticum") == 0
    opened = provinces_in_reach(at.rules, at.state, ROME, at.seas.index("ionium"))
    assert at.provinces.index("illyria") not in set(members(opened))
    assert at.provinces.index("sicilia") in set(members(opened))


def test_bare_buildings_of_a_rival_are_worth_the_way_to_them() -> None:
    """M21, M27. Two buildings without a unit count twice, with one legion once."""
    bare = buying(corsica="carthage fortress", sicilia="carthage syracusae market")
    sicilia = 1 << bare.provinces.index("sicilia")
    assert best_raid(bare.state, ROME, sicilia) == 2
    assert choice(RAIDING, bare) == "trireme tyrrhenum"
    guarded = buying(sicilia="carthage syracusae market carthage")
    assert best_raid(guarded.state, ROME, sicilia) == 1
    fortified = buying(sicilia="carthage syracusae market fortress")
    assert best_raid(fortified.state, ROME, sicilia) == 1


@pytest.mark.compiled
def test_what_a_trireme_opens_is_what_comes_next_to_the_own_provinces() -> None:
    """M13. At positions of whole games, with the trireme put into the sea."""
    n_opened = 0
    for desk in purchases():
        rules, seat = row_of(desk.case.rules.row), desk.next_seat()
        own = own_provinces(rules, desk.row, seat)
        before = next_to(rules, desk.row, own, seat)
        for sea in members(trireme_sites(rules, desk.row, seat)):
            opened = provinces_in_reach(rules, desk.row, seat, sea)
            placed = desk.state.copy()
            row_of(placed).triremes[sea, seat] += 1
            assert opened == next_to(rules, row_of(placed), own, seat) & ~before & ~own
            n_opened += opened > 0
    assert n_opened > 100
