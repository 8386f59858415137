"""Waiting: traits that say for how long a player waits, and whether they set how long games are.

A trait declares that by `sets_length` (`simlab.game.policy.Trait`). It sets the length of a
scenario if most of its games last longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from simlab.analysis import length
from simlab.analysis.tables import Scenario, Tables


class Wait(NamedTuple):
    """How long a player waits, by one of its traits."""

    policy: str
    trait: str
    length: float
    """In the game's first clock, usually rounds."""


def waits_of(policies: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Wait]:
    """Return how long policies wait, each with its name before its description."""
    waits = (
        Wait(name, trait, value)
        for name, policy in policies
        for trait, value in policy.get("waits", {}).items()  # runs of earlier versions have none
    )
    return list(dict.fromkeys(waits))


def waits_that_set_length(tables: Tables, scenario: Scenario) -> list[Wait]:
    """Return the waits of a scenario that most of its games outlast."""
    waits = waits_of(zip(scenario.lineup, scenario.described["lineup"], strict=True))
    if not waits:
        return []
    medians = length.median(tables, length.clocks(tables)[0])
    (half,) = medians.loc[medians["scenario"] == scenario.name, "estimate"].tolist()
    return [wait for wait in waits if wait.length < half]
