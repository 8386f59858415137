"""Repeatability: whether the first games of a plain game go alike when they are played twice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from simlab.engine.build import Engine
from simlab.errors import ContractError
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.plain.failure import uses_of_random

N_DEALS = 2
"""Deals that are played twice: a set of texts shows in the first game in nearly every case."""

Steps = list[dict[str, Any]]


def check_repeatability(executor: Executor, scenarios: Sequence[Scenario]) -> None:
    """Play the first deals of a line-up here and by the executor, and compare every event.

    Time and Python's module random differ each time, the order of a set of texts in each process.
    The last deal is played first there, since a game may leave something behind for the next one.

    Raises:
        ContractError: a deal differs.
    """
    _check(executor, scenarios[0])


@lru_cache(maxsize=1)
def _check(executor: Executor, scenario: Scenario) -> None:
    """Check a line-up, once if it is asked for again."""
    tasks = [(scenario, deal) for deal in range(min(N_DEALS, scenario.n_deals))]
    # there first: a game that ends Python ends another process, which is reported
    there = list(executor.map(steps, tasks[::-1]))[::-1]
    here = [steps(scenario.game.engine(), *task) for task in tasks]
    for deal, (own, other) in enumerate(zip(here, there, strict=True)):
        difference = difference_of(scenario, deal, own, other)
        if difference:
            raise ContractError(difference)


def difference_of(scenario: Scenario, deal: int, own: Steps, other: Steps) -> str:
    """Return in words how two games of one seed differ, and what causes it; nothing if alike."""
    difference = first_difference(own, other)
    if not difference:
        return ""
    line, seed = uses_of_random(scenario.game.home), scenario.seed
    return (
        f"{line}{scenario.game.name}: two equal seeds differ: game {deal} (seed {seed}) was"
        f" played twice, {difference}; do not iterate over a set (use a list or sorted(...)), and"
        " do not use the module random, time, id() or hash()"
    )


def steps(engine: Engine, scenario: Scenario, deal: int) -> Steps:
    """Return the events, decisions and result of a game."""
    game = scenario.game
    journal = game.new_journal()
    lineup, seed = scenario.lineup, scenario.seed
    row = engine.play(scenario.rules.row, lineup, seed, deal, 1, journal=journal)[0]
    result = {name: row[name].tolist() for name in row.dtype.names}
    return [*game.events_in(journal), {"event": "result", **result}]


def first_difference(own: Steps, other: Steps) -> str:
    """Return the first difference of two games in words, or nothing."""
    decision = 0
    for here, there in zip_longest(own, other):
        if here != there:
            return f"and after decision {decision} there is {_in_words(here)} or {_in_words(there)}"
        decision = here.get("decision", decision)
    return ""


def _in_words(event: dict[str, Any] | None) -> str:
    if event is None:
        return "the end"
    return ", ".join(f"{name} {value}" for name, value in event.items())
