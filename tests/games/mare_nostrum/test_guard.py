"""What a player of Mare Nostrum pays for guards, fortresses and a hero who wins legions over."""

from __future__ import annotations

import pytest

from simlab.game.policy import Policy
from simlab.games.mare_nostrum.policies import balanced
from simlab.games.mare_nostrum.policies.guard import FORTRESS_UNITS, deterrence
from tests.games.mare_nostrum.table import Table, table
from tests.support.ask_policy import ask_policy

ROME = 0
MODEST = balanced.with_weights(
    **dict.fromkeys(("good", "same_good", "coin", "pyramids", "city", "trade", "culture"), 0.0),
    **dict.fromkeys(("military", "legion", "trireme", "defence", "hero", "next_hero"), 0.0),
    **dict.fromkeys(("finish", "denial"), 0.0),
)
"""A player to whom nothing is worth anything but what is set beside."""
GUARDING = MODEST.with_weights(deterrence=20.0)
BESIEGED = {"sicilia": "carthage carthage:4"}
AT_SEA = {"tyrrhenum": "carthage"}


def buying(etruria: str, apulia: str, seas: dict[str, str] | None = None) -> Table:
    """Return a table at which Rome has Etruria and Apulia, off Sicilia, and buys with 3 coins."""
    land = BESIEGED | {
        "etruria": f"rome metal {etruria}".strip(),
        "apulia": f"rome tarentum {apulia}".strip(),
    }
    at = table(land=land, seas=AT_SEA if seas is None else seas)
    at.give("rome", "coin:3")
    at.buys("rome")
    return at


def choice(of: Policy, at: Table) -> str:
    """Return what a player chooses, in words."""
    return at.in_words(ask_policy(of, at.rules, at.state, ROME, at.codes(), None))


def test_each_guard_more_deters_less_than_the_one_before() -> None:
    gains = [deterrence(units, 1) for units in range(4)]
    assert gains == sorted(gains, reverse=True)
    assert sum(gains[:FORTRESS_UNITS]) == pytest.approx(deterrence(0, FORTRESS_UNITS)) == 2 / 3


@pytest.mark.parametrize(
    ("etruria", "apulia", "guarded"), [("", "rome:2", "etruria"), ("rome:2", "", "apulia")]
)
def test_what_lies_bare_in_reach_of_a_rival_is_guarded_first(
    etruria: str, apulia: str, guarded: str
) -> None:
    """M14, M21. A fortress counts as two legions, so that it deters more for the same price."""
    at = buying(etruria, apulia)
    assert choice(GUARDING, at) == f"fortress {guarded}"
    at = buying(f"fortress {etruria}".strip(), f"fortress {apulia}".strip())
    assert choice(GUARDING, at) == f"legion {guarded}"


def test_nobody_is_deterred_where_nobody_can_land() -> None:
    """M21. Without a trireme off both coasts Carthage comes to neither province."""
    at = buying("", "", {})
    assert choice(GUARDING, at) == choice(MODEST, at) == "end buying"


def test_a_fortress_is_worth_something_as_such() -> None:
    """M14."""
    at = buying("", "", {})
    assert choice(MODEST.with_weights(fortress=5.0), at).startswith("fortress ")


def test_a_hero_who_wins_legions_over_is_worth_what_these_are() -> None:
    """M16, M23. Of two heroes in the row, Helen is bought where desertion counts."""
    at = table(land={"etruria": "rome metal"}, row="helen midas")
    at.give("rome", "coin:8")
    at.buys("rome")
    assert choice(MODEST, at) != "tile helen"
    assert choice(MODEST.with_weights(desertion=20.0), at) == "tile helen"
