"""Regret: decisions at which another choice was clearly better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from simlab.analysis.intervals import Interval
from simlab.engine.build import Engine
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.explain.choice_value import gain_over_played
from simlab.explain.decision import PlayedGame, decision_after
from simlab.explain.search_values import policies_at, search_values, searches_at


@dataclass(frozen=True)
class Regret:
    """A decision, and the gain of the search's choice over the choice that was made."""

    decision: int
    seat: int
    played: int
    better: int
    gain: Interval[float]


def regrets(
    game: PlayedGame,
    decisions: Iterable[int],
    base: str | None,
    rollouts: int,
    executor: Executor,
) -> Iterator[Regret]:
    """Yield the regret of some decisions, by a search over `base` or the policy of the seat."""
    choices = game.choices
    game_key = game.scenario, game.deal, game.rotation
    tasks = ((*game_key, choices[: n + 1], base, rollouts) for n in decisions)
    return executor.map(regret_of_last, tasks)


def regret_of_last(
    engine: Engine,
    scenario: Scenario,
    deal: int,
    rotation: int,
    choices: Sequence[int],
    base: str | None,
    rollouts: int,
) -> Regret:
    """Return the regret of the last of the first choices of a game."""
    *before, played = choices
    decision = decision_after(scenario, deal, rotation, before, played)
    searches = searches_at(scenario, rotation, policies_at(scenario), base, rollouts)
    values = search_values(decision, searches[decision.seat])
    gain = gain_over_played(values)
    return Regret(decision.number, decision.seat, played, values.answer, gain)


def decisions_with_choice(game: PlayedGame) -> list[int]:
    """Return the numbers of the decisions that had several choices."""
    return [decision.number for decision in game.each_decision() if decision.menu.size > 1]


def clear_regrets(regrets: Iterable[Regret]) -> list[Regret]:
    """Return regrets whose interval lies above 0, the largest first."""
    return sorted(
        (regret for regret in regrets if regret.gain.low > 0),
        key=lambda regret: -regret.gain.estimate,
    )
