"""Executors: play games where there are cores; this one on threads of this process.

A task is a scenario and the arguments of a function `function(engine, scenario, *arguments)`. The
function must be at the top level of a module, and arguments and results must be plain data, so that
another executor can call it in another process. What is played does not depend on the executor.
Before an executor plays scenarios, it calls `compare_rules`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import joblib

from simlab.execution.compared_rules import compare_rules, rules_to_compare
from simlab.execution.compilation import prepare_engine
from simlab.execution.part import EncodedPart, play_and_encode
from simlab.execution.run_observer import RunObserver
from simlab.execution.tally import Tally
from simlab.execution.watchdog import Watchdog
from simlab.execution.win_chances import prepare_rollouts
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario
from simlab.game.policy import Policy

Result = TypeVar("Result")
Task = tuple[Any, ...]
"""A scenario and further arguments."""


@dataclass(frozen=True)
class RunControl:
    """What a run and its executor tell each other while parts are played."""

    key: str
    """The run key, written into every file."""
    keep: Callable[[Part, EncodedPart], Tally]
    """Stores a finished part and returns its tally; called from any thread."""
    warn: Callable[[str], None]
    """Shows a warning; called from any thread."""
    watchdog: Watchdog
    """Watches the parts that this process plays."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Set when no further part shall begin."""


class Executor(Protocol):
    """Plays games on some cores."""

    @property
    def n_cores(self) -> int:
        """Number of cores."""

    def __hash__(self) -> int: ...

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return what must be compiled before scenarios of one game are played, or nothing."""

    def prepare(self, scenarios: Sequence[Scenario], n_games: int = 0) -> None:
        """Compile what is missing.

        `n_games` will be played in all; 0: a study decides that as it goes on.

        Raises:
            InputError: the game or a policy cannot be compiled.
        """

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order.

        Raises:
            ContractError: a game or a policy broke its contract.
        """

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play and keep parts of a run; yield the tally of each one that is kept.

        Raises:
            ContractError: a game or a policy broke its contract.
            RunError: a part cannot be stored.
        """


@dataclass(frozen=True)
class Threads:
    """Plays on threads of this process: compiled code runs in parallel."""

    n_cores: int

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return the title of the game, unless it and the policies are compiled."""
        game = scenarios[0].game
        return "" if game.is_compiled(policies_of(scenarios)) else game.title

    def prepare(self, scenarios: Sequence[Scenario], n_games: int = 0) -> None:
        """Compile the game and the policies in a background thread."""
        prepare_engine(scenarios[0].game, policies_of(scenarios))

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order."""
        results: Iterator[Result] = self._parallel()(
            joblib.delayed(function)(scenario.game.engine(), scenario, *arguments)
            for scenario, *arguments in tasks
        )
        return results

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play parts; the threads that play them also store them."""
        tallies = self._parallel()(joblib.delayed(_play_and_keep)(part, control) for part in parts)
        return (tally for tally in tallies if tally is not None)

    def _parallel(self) -> Any:
        # as a generator, so that parts are reported as they end; its results are in order
        return joblib.Parallel(n_jobs=self.n_cores, backend="threading", return_as="generator")


def _play_and_keep(part: Part, control: RunControl) -> Tally | None:
    """Play and keep a part; None if stopped before its end."""
    with control.watchdog.over(part) as progress:
        engine = part.scenario.game.engine()
        encoded = play_and_encode(engine, part, control.key, control.stop, progress)
    return None if encoded is None else control.keep(part, encoded)


def prepare(
    executor: Executor, scenarios: Sequence[Scenario], observer: RunObserver, n_games: int = 0
) -> None:
    """Compile games and their policies where scenarios will be played; tell the observer first.

    `n_games` will be played in all; 0: a study decides that as it goes on.

    Raises:
        InputError: the game or a policy cannot be compiled, or a compiled game does not equal the
            plain one under rules that were never compared.
    """
    for game in dict.fromkeys(scenario.game for scenario in scenarios):
        game_scenarios = [scenario for scenario in scenarios if scenario.game is game]
        missing = executor.to_compile(game_scenarios)
        if missing:
            observer.compiling(missing)
        executor.prepare(game_scenarios, n_games)
        for scenario in game_scenarios:
            if scenario.rollout_metrics and not game.is_plain:
                prepare_rollouts(scenario, observer)
    new = rules_to_compare(scenarios)
    if new:
        observer.comparing()
    compare_rules(new)


def policies_of(scenarios: Iterable[Scenario]) -> list[Policy]:
    """Return the policies of scenarios, with repetitions."""
    return [policy for scenario in scenarios for policy in scenario.lineup]
