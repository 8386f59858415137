"""Repeatability: whether games of a plain game go alike when they are played again.

The first deals are played twice before a command begins, in two processes, and the last games of
each command once more at its end. What differs from process to process, such as the order of a set
of texts, shows in the first deals; what games leave behind for later ones may show late.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simlab.engine.build import Engine
from simlab.errors import NotRepeatable
from simlab.execution.fresh_process import FreshProcess, ProcessEnded
from simlab.execution.watchdog import print_warning
from simlab.experiment.resolve import Scenario
from simlab.plain.engine import LAST_GAMES
from simlab.plain.failure import uses_of_random
from simlab.plain.module_state import State, module_state, names_that_differ

if TYPE_CHECKING:  # the fresh process would import pandas, which takes as long as all else
    from simlab.execution.executor import Executor

N_DEALS = 2
"""Deals that are played twice. A loop over a set of texts shows in the first of them, unless both
processes happen to have the same order: one set of two texts has it in half of the cases, the sets
of a whole game hardly ever."""
MOST_AGAIN = 40
"""Last games that are played again."""
SECONDS_AGAIN = 0.2
"""Time that may be taken by games that are played again, in any case."""
SHARE_AGAIN = 0.05
"""The same for a long command, as a share of its time: a search may need a minute for a game."""

NO_MEMORY = (
    "a game must not depend on earlier ones: keep what it needs in self, and make it in setup()"
)

TRANSLATION_AT_FAULT = (
    "if the game does not remember earlier ones, this is an error of simlab and worth a report;"
    " --plain plays it as it is"
)

Event = dict[str, Any]
Steps = list[Event]


@dataclass(frozen=True)
class KeptGame:
    """A game of a scenario whose result is kept: deal, rotation, OUTCOME row, and seconds."""

    deal: int
    rotation: int
    row: bytes
    seconds: float
    is_translated: bool
    """Whether kernels have played it, in place of plain Python."""
    draws: NDArray[np.int64] | None
    """The deals of its streams, unless all are that of the game."""


@dataclass(frozen=True)
class Again:
    """What a process played again, and what of the game's modules changed meanwhile."""

    played: list[Any]
    changed: list[str]


class Repeater:
    """A fresh process that plays games again, and the games of each scenario that it plays."""

    def __init__(self) -> None:
        self.process = FreshProcess()
        self.changed: dict[Scenario, list[str]] = {}
        """What games have left behind in their modules, in the fresh process."""
        self._told: set[str] = set()
        self._first: dict[Scenario, KeptGame] = {}
        self._last: dict[Scenario, deque[KeptGame]] = defaultdict(lambda: deque(maxlen=MOST_AGAIN))

    def again(
        self, function: Callable[..., Again], scenario: Scenario, games: Sequence[Any]
    ) -> Callable[[], list[Any]]:
        """Begin to play games again, the last one first; return what waits for them, in order.

        A game may leave something behind for the next one: in this order it is another one.
        """
        if self.process.has_ended():
            self.process = FreshProcess()
        wait = self.process.call(function, scenario, games[::-1])

        def played() -> list[Any]:
            replayed = wait()
            self.changed[scenario] = replayed.changed
            return replayed.played[::-1]

        return played

    def note(self, scenario: Scenario, games: Iterable[KeptGame]) -> None:
        """Keep in mind the last games of a task, and the first one of all."""
        for game in games:
            self._first.setdefault(scenario, game)
            self._last[scenario].append(game)

    def compare(self, elapsed: float) -> None:
        """Play the last games and an early one again, as long as a share of the seconds elapsed.

        Raises:
            NotRepeatable: one ends in another way.
            ContractError: one breaks its contract, or ends the process.
        """
        seconds_left = max(SECONDS_AGAIN, SHARE_AGAIN * elapsed)
        chosen_games: dict[Scenario, list[KeptGame]] = {}
        # what a game leaves in a file is there for all processes, so that only early games differ
        for scenario, game in [*self._latest(), *self._first.items()]:
            if game.seconds <= seconds_left:
                seconds_left -= game.seconds
                chosen_games.setdefault(scenario, []).insert(0, game)
        self._last.clear()
        for scenario, games in chosen_games.items():
            try:
                rows = self.again(replay_rows, scenario, games)()
            except ProcessEnded:
                raise NotRepeatable(_describe_end(scenario, games)) from None
            for game, row in zip(games, rows, strict=True):
                difference = _difference(scenario, game, row, self.changed[scenario])
                if difference:
                    raise NotRepeatable(difference)
            self._warn(self.changed[scenario])

    def _warn(self, left_behind: Sequence[str]) -> None:
        """Warn once of what has changed in a module, though it has changed no game so far."""
        new = [name for name in left_behind if name not in self._told]
        if new:
            self._told |= {*new}
            print_warning(f"{in_words(new)} while games were played; {NO_MEMORY}")

    def _latest(self) -> Iterator[tuple[Scenario, KeptGame]]:
        """Yield the last game of each scenario, then the one before, up to MOST_AGAIN games."""
        n_left = MOST_AGAIN
        while n_left and any(self._last.values()):
            for scenario, games in self._last.items():
                if games and n_left:
                    n_left -= 1
                    yield scenario, games.pop()


def check_repeatability(executor: Executor, scenarios: Sequence[Scenario]) -> Repeater:
    """Play the first deals of a line-up by the executor and in a fresh process; compare all events.

    Time and Python's module random differ each time, the order of a set of texts in each process.
    Return what plays the last games again at the end.

    Raises:
        ContractError: a deal differs.
    """
    return _check(executor, scenarios[0])


@lru_cache(maxsize=1)
def _check(executor: Executor, scenario: Scenario) -> Repeater:
    """Check a line-up, once if it is asked for again."""
    repeater = Repeater()
    deals = range(min(N_DEALS, scenario.n_deals))
    try:
        wait = repeater.again(replay_steps, scenario, deals)
        # by the executor first: it says where a game ends its process
        first_deals = list(executor.map(steps, [(scenario, deal) for deal in deals]))
        try:
            second_steps = wait()
        except ProcessEnded:
            raise NotRepeatable(_describe_end(scenario, [])) from None
        for deal, first_steps, second_deal_steps in zip(
            deals, first_deals, second_steps, strict=True
        ):
            difference = difference_of(
                scenario, deal, first_steps, second_deal_steps, repeater.changed[scenario]
            )
            if difference:
                raise NotRepeatable(difference)
    except BaseException:
        repeater.process.close()
        raise
    return repeater


def difference_of(
    scenario: Scenario,
    deal: int,
    first_steps: Steps,
    again_steps: Steps,
    left_behind: Sequence[str] = (),
) -> str:
    """Return in words how two games of one seed differ, and what causes it; nothing if alike."""
    difference = first_difference(first_steps, again_steps)
    return difference and _sentence(scenario, deal, difference, left_behind)


def _difference(scenario: Scenario, game: KeptGame, row: bytes, left_behind: Sequence[str]) -> str:
    """Return in words how a game that is kept differs from the same one played again, if at all."""
    kept_row, again_row = (
        np.frombuffer(row_bytes, scenario.game.outcome_row)[0] for row_bytes in (game.row, row)
    )
    cells = zip(_cells(kept_row), _cells(again_row), strict=True)
    for (column, kept_value), (_, again_value) in cells:
        if kept_value == again_value:
            continue
        rotation = f", rotation {game.rotation}" if game.rotation else ""
        if game.is_translated:
            return (
                f"{scenario.game.name}: game {game.deal}{rotation} (seed {scenario.seed}) goes"
                f" otherwise in machine code, where {column} is {kept_value}, than in plain Python,"
                f" where it is {again_value}; {TRANSLATION_AT_FAULT}"
            )
        difference = f"and {column} is {kept_value} or {again_value}"
        return _sentence(scenario, game.deal, difference, left_behind, rotation)
    return ""


def _sentence(
    scenario: Scenario,
    deal: int,
    difference: str,
    left_behind: Sequence[str],
    rotation: str = "",
) -> str:
    if left_behind:
        line = ""
        advice = f"{in_words(left_behind)} while games were played; {NO_MEMORY}"
    else:
        line = uses_of_random(scenario.game.home)
        advice = (
            "do not iterate over a set (use a list or sorted(...)), and do not use the module"
            " random, time, id() or hash(), nor what earlier games have left behind"
        )
    return (
        f"{line}{scenario.game.name}: two equal seeds differ: game {deal}{rotation} (seed"
        f" {scenario.seed}) was played twice, {difference}; {advice}"
    )


def in_words(left_behind: Sequence[str]) -> str:
    """Return `MEM of nim.py was changed`."""
    first_names = left_behind[:3]
    count_of_others = [f"{len(left_behind) - 3} more"] if len(left_behind) > 3 else []
    verb = "was" if len(left_behind) == 1 else "were"
    return f"{' and '.join([*first_names, *count_of_others])} {verb} changed"


def _cells(row: Any) -> Iterator[tuple[str, Any]]:
    """Yield name and value of each cell of an OUTCOME row."""
    for name in row.dtype.names:
        field = row[name]
        if not np.shape(field):
            yield name, field.item()
            continue
        for seat, cell in enumerate(field):
            columns = _cells(cell) if cell.dtype.names else [(name, cell.item())]
            yield from ((f"{column} of seat {seat}", value) for column, value in columns)


def _describe_end(scenario: Scenario, games: Sequence[KeptGame]) -> str:
    """Return that games that were played once end the process that plays them again."""
    subject = f"game {games[-1].deal}" if games else "one of the first games"
    return (
        f"{scenario.game.name}: two equal seeds differ: {subject} (seed {scenario.seed}) was played"
        " twice, and once the game or a policy ended Python"
    )


def replay_steps(engine: Engine, scenario: Scenario, deals: Sequence[int]) -> Again:
    """Return the steps of deals, played in this order."""
    before = _state_before(scenario)
    played = [steps(engine, scenario, deal) for deal in deals]
    return Again(played, names_that_differ(before, _state(scenario)))


def replay_rows(engine: Engine, scenario: Scenario, games: Sequence[KeptGame]) -> Again:
    """Return the OUTCOME rows of games as bytes, played in this order."""
    before = _state_before(scenario)
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    rows = [
        engine.play(
            rules,
            lineup,
            seed,
            game.deal,
            1,
            game.rotation,
            draws=None if game.draws is None else game.draws[None],
        )[0]
        for game in games
    ]
    return Again([row.tobytes() for row in rows], names_that_differ(before, _state(scenario)))


def last_games(scenario: Scenario) -> list[KeptGame]:
    """Return the last games that this process has played of a scenario, and forget them."""
    games = [
        KeptGame(
            int(last_game.row["deal"]),
            int(last_game.row["rotation"]),
            last_game.row.tobytes(),
            last_game.seconds,
            last_game.is_translated,
            last_game.draws,
        )
        for last_game in LAST_GAMES
        if last_game.lineup is scenario.lineup and last_game.rules is scenario.rules.row
    ]
    LAST_GAMES.clear()
    return games


def _state(scenario: Scenario) -> State:
    return module_state(scenario.game, scenario.lineup, scenario.policy_files)


@lru_cache(maxsize=8)
def _state_before(scenario: Scenario) -> State:
    """Return the state of the modules when this process first played the scenario."""
    return _state(scenario)


def steps(engine: Engine, scenario: Scenario, deal: int) -> Steps:
    """Return the events, decisions and result of a game."""
    game = scenario.game
    journal = game.new_journal()
    lineup, seed = scenario.lineup, scenario.seed
    row = engine.play(scenario.rules.row, lineup, seed, deal, 1, journal=journal)[0]
    return [*game.events_in(journal, scenario.rules), {"event": "result", **dict(_cells(row))}]


def first_difference(first_steps: Steps, again_steps: Steps) -> str:
    """Return the first difference of two games in words, or nothing."""
    decision = 0
    for first_event, again_event in zip_longest(first_steps, again_steps):
        if first_event != again_event:
            return f"and after decision {decision} {_in_words(first_event, again_event)}"
        decision = first_event.get("decision", decision)
    return ""


def _in_words(first_event: Event | None, again_event: Event | None) -> str:
    """Return the first entry in which two events of a kind differ, or both events."""
    if first_event and again_event and first_event.get("event") == again_event.get("event"):
        for name, value in first_event.items():
            if value != again_event.get(name):
                return f"{name} is {value} or {again_event.get(name)}"
    return f"there is {_event_in_words(first_event)} or {_event_in_words(again_event)}"


def _event_in_words(event: Event | None) -> str:
    if event is None:
        return "the end"
    return ", ".join(f"{name} {value}" for name, value in event.items())
