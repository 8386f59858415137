"""The clock of a game: values on the table that change alike whatever is chosen.

Without them, positions before and after a turn can be compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from simlab.engine.build import Engine
from simlab.experiment.resolve import Scenario
from simlab.explain.turn_stepper import (
    CompiledTurnStepper,
    PlainTurnStepper,
    TurnStepper,
    errors_of_author,
)

DEALS = 4
"""Games that are played by chance to find the clock."""
DECISIONS = 40
"""Decisions of each of them at which choices are compared."""
COMPARED = 4
"""Choices of a menu that are compared."""


@dataclass(frozen=True)
class TimeMarks:
    """Single values of positions: those that changed alike for all choices, and the others."""

    alike: frozenset[str]
    otherwise: frozenset[str]


def clock_of(votes: Iterable[TimeMarks]) -> frozenset[str]:
    """Return the values that tell the time: they never depend on what is chosen."""
    every = list(votes)
    alike = frozenset().union(*(marks.alike for marks in every))
    return alike.difference(*(marks.otherwise for marks in every))


def time_marks(_: Engine, scenario: Scenario, deal: int) -> TimeMarks:
    """Play a game by chance, and compare the values after choices that hand over to the same seat.

    A value that such choices change alike, such as the seat to move or the number of the round, may
    tell the time; one that they change differently does not.

    Raises:
        ContractError: the game broke its contract.
    """
    if not scenario.game.is_plain:
        stepper = CompiledTurnStepper(scenario, deal)
        if scenario.game.scene is not None:  # its names say what tells the time
            return TimeMarks(frozenset(stepper.position().values), frozenset())
        return _time_marks(stepper, scenario.players, Random(deal))
    with errors_of_author(deal):
        return _time_marks(PlainTurnStepper(scenario, deal), scenario.players, Random(deal))


def _time_marks(stepper: TurnStepper, players: int, chooser: Random) -> TimeMarks:
    alike, otherwise = set[str](), set[str]()
    for _ in range(DECISIONS):
        seat, before = stepper.seat(), stepper.position().values
        if seat is None or not before:
            break
        menu = stepper.menu()
        after = values_after(stepper, chooser.sample(menu, min(COMPARED, len(menu))))
        for next_seat, outcomes in after.items():
            if len(outcomes) > 1 and (next_seat != seat or players == 1):
                for name in before:
                    values = {outcome.get(name) for outcome in outcomes}
                    if len(values) > 1:
                        otherwise.add(name)
                    elif before[name] not in values:
                        alike.add(name)
        stepper.apply(chooser.choice(menu))
    return TimeMarks(frozenset(alike), frozenset(otherwise))


def values_after(
    stepper: TurnStepper, choices: Sequence[Any]
) -> dict[int | None, list[Mapping[str, Hashable]]]:
    """Return the single values of the position after each choice, by the seat that is next."""
    after: dict[int | None, list[Mapping[str, Hashable]]] = {}
    for choice in choices:
        trial = stepper.trial(choice)
        after.setdefault(trial.seat(), []).append(trial.position().values)
    return after
