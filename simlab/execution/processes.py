"""Executor on processes of this machine: plain Python plays on one core per process."""

from __future__ import annotations

import faulthandler
import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import joblib
from joblib.externals.loky import get_reusable_executor

from simlab.engine.build import Engine, who_acts
from simlab.engine.loop import APPLY, POLICY, Progress
from simlab.engine.record import new
from simlab.errors import ContractError
from simlab.execution.cluster.part import as_data
from simlab.execution.cluster.sent_scenario import pack_for_this_machine, unpack_scenario
from simlab.execution.compared_rules import compare_rules
from simlab.execution.executor import Result, RunControl, Task, Threads
from simlab.execution.fresh_process import FreshProcess, ProcessEnded
from simlab.execution.part import EncodedPart, play_and_encode
from simlab.execution.repeatability import KeptGame, Repeater, check_repeatability, last_games
from simlab.execution.tally import Tally
from simlab.execution.translated_engine import engine_from_file
from simlab.execution.watchdog import TICK_SECONDS, in_background
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario
from simlab.files.error_origin import relative_path
from simlab.game.definition import Game
from simlab.plain import last_step
from simlab.plain.engine import METHODS
from simlab.plain.failure import policy_files, replay_command
from simlab.plain.rules import decode_rules

SAFE_PATH = "PYTHONSAFEPATH"
DEBUGGER = re.compile(r"^[^#\n]*(\bbreakpoint\(|\bset_trace\()", re.MULTILINE)
ENDED = (
    "a process ended while it played: the game or a policy may crash, end Python, or take too much"
    " memory"
)
AHEAD = 2
"""Tasks that wait for each process, so that none is idle."""
IDLE_SECONDS = 300
"""Seconds after which a process without a task ends."""
_STARTING = threading.Lock()
"""Held while processes start: all threads, such as two pages of a studio, share the environment."""


class EndedProcess(ContractError):
    """A process that plays has ended by itself, or was ended from outside."""


@dataclass(frozen=True)
class Processes:
    """Plays plain games in other processes; they are kept for the next call."""

    n_cores: int
    repeater: Repeater | None = None
    """Plays the last games of each call again, if it is there."""
    translation: Path | None = None
    """The kernels by which the game is played, if there are any."""

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return nothing: plain games are not compiled."""
        return ""

    def prepare(self, scenarios: Sequence[Scenario], n_games: int = 0) -> None:
        """Do nothing."""

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order; the last one once the last games are repeated.

        Raises:
            NotRepeatable: a game that is played again goes another way.
            ContractError: a game or a policy broke its contract.
            EndedProcess: a process ended.
        """
        begin = time.monotonic()
        results = self._results(function, tasks)
        # one result behind: the last is given only when its games have proved repeatable
        waiting = [*islice(results, 1)]
        for result in results:
            yield waiting.pop()
            waiting.append(result)
        if self.repeater is not None:
            self.repeater.compare(time.monotonic() - begin)
        yield from waiting

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play parts in the processes; this one stores them.

        Raises:
            ContractError: a game or a policy broke its contract.
            EndedProcess: a process ended, and nobody has asked to stop.
        """
        with tempfile.TemporaryDirectory(prefix="simlab-stop-") as folder:
            # a file, since an event of this process reaches no other one
            flag = StopFlag(Path(folder) / "stop")
            threading.Thread(target=flag.follow, args=(control.stop,), daemon=True).start()
            tasks = (
                (part.scenario, part.number, part.first_deal, part.n_deals, control.key, flag)
                for part in parts
                if not control.stop.is_set()
            )
            try:
                # fewer results than parts if the run is stopped
                for part, played in zip(parts, self.map(play_part, tasks), strict=False):
                    if played is not None:
                        files, *sums = played
                        yield control.keep(part, EncodedPart(Tally(part, *sums), files))
            except EndedProcess:
                # timeout, for one, ends the processes with the signal that asks this one to stop
                if not control.stop.wait(TICK_SECONDS):
                    raise

    def _results(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order, and note the last games of each."""
        with tempfile.TemporaryDirectory(prefix="simlab-steps-") as folder:
            begun: dict[Path, Scenario] = {}
            waiting: deque[tuple[Scenario, Future[tuple[Result, list[KeptGame]]]]] = deque()
            unbegun = iter(tasks)
            try:
                while True:
                    n_free = AHEAD * self.n_cores + 1 - len(waiting)
                    for scenario, *arguments in islice(unbegun, n_free):
                        step_file = Path(folder) / str(len(begun))
                        begun[step_file] = scenario
                        content = pack_for_this_machine(scenario)
                        future = self._submit(
                            _call_task,
                            function,
                            content,
                            arguments,
                            step_file,
                            Path.cwd(),
                            self.translation,
                        )
                        waiting.append((scenario, future))
                    if not waiting:
                        return
                    scenario, future = waiting.popleft()
                    result, games = future.result()
                    if self.repeater is not None:
                        self.repeater.note(scenario, games)
                    yield result
            except BrokenProcessPool as error:
                raise EndedProcess(_describe_end(begun)) from error
            finally:
                for _, future in waiting:
                    future.cancel()

    def _submit(self, *call: Any) -> Future[Any]:
        """Begin a call in one of the processes."""
        # processes take the environment as it is when they start
        with _STARTING, safe_path():
            pool = get_reusable_executor(max_workers=self.n_cores, timeout=IDLE_SECONDS)
            future: Future[Any] = pool.submit(*call)
        return future


def _describe_end(begun: Mapping[Path, Scenario]) -> str:
    """Return what a process did when it ended, from the steps of the tasks that are not done.

    Each game that was going on is played again in a process of its own, to see which one it is.
    """
    homes = ", ".join(
        dict.fromkeys(relative_path(scenario.game.home) for scenario in begun.values())
    )
    sentences = []
    for file, scenario in begun.items():
        if not file.exists():
            continue
        step = last_step.read(file)
        sentences.append(_place_in_words(scenario, step))
        # a game that crashes would end this process, too
        process = FreshProcess()
        try:
            process.call(rerun_game, scenario, *_game_of(step))()
        except ProcessEnded as end:
            return f"{end.line or homes}: {ENDED}\n{sentences[-1]}"
        except ContractError as error:
            return str(error)
        finally:
            process.close()
    alone = "a game that is played alone does not end it" if sentences else "it played no game yet"
    return "\n".join([f"{homes}: {ENDED}; {alone}", *sentences])


def _game_of(step: Any) -> tuple[int, int]:
    """Return deal and rotation of a step."""
    return int(step["deal"][0]), int(step["rotation"][0])


def _place_in_words(scenario: Scenario, step: Any) -> str:
    """Return the method, decision and game of a step, and the command that plays it again."""
    deal, rotation = _game_of(step)
    _, patch = decode_rules(scenario.rules.row, scenario.game.schema)
    command = replay_command(
        scenario.game.home, scenario.lineup, patch, scenario.seed, deal, rotation
    )
    return (
        f"in {_acts_in_words(scenario, step)}, decision {int(step['decision'][0])} of game {deal};"
        f" to play it again: {command}"
    )


@contextmanager
def safe_path() -> Iterator[None]:
    """Let processes that start now look for Python's modules in Python's folders only.

    Else they look in the working folder first, where a game may be called random.py.
    """
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[SAFE_PATH]
        if before is not None:
            os.environ[SAFE_PATH] = before


@dataclass(frozen=True)
class StopFlag:
    """A file that exists once the processes shall stop; it takes the place of an event."""

    file: Path

    def is_set(self) -> bool:
        """Return whether to stop."""
        return self.file.exists()

    def follow(self, stop: threading.Event) -> None:
        """Set the flag when an event is set; end once the folder of the flag is gone."""
        while self.file.parent.exists():
            if stop.wait(TICK_SECONDS):
                with suppress(OSError):
                    self.file.touch()
                return


def play_part(
    engine: Engine,
    scenario: Scenario,
    number: int,
    first_deal: int,
    n_deals: int,
    key: str,
    stop: StopFlag,
) -> tuple[Any, ...] | None:
    """Return the files of a part, and the sums of its tally; None if stopped before its end."""
    part = Part(scenario, number, first_deal, n_deals)
    encoded = play_and_encode(engine, part, key, stop, new(Progress.dtype))
    return None if encoded is None else as_data(encoded)


def _acts_in_words(scenario: Scenario, step: Any) -> str:
    """Return `play() of seat 0`."""
    doing, seat = int(step["doing"][0]), int(step["seat"][0])
    if doing == POLICY:
        return who_acts(step, scenario.lineup)
    return f"{METHODS[doing]}()" + f" of seat {seat}" * (doing == APPLY)


def rerun_game(engine: Engine, scenario: Scenario, deal: int, rotation: int) -> None:
    """Play one game again."""
    engine.play(scenario.rules.row, scenario.lineup, scenario.seed, deal, 1, rotation)


def _call_task(
    function: Callable[..., Result],
    content: bytes,
    arguments: Sequence[Any],
    step_file: Path,
    working_folder: Path,
    translation: Path | None,
) -> tuple[Result, list[KeptGame]]:
    """Call the function of a task in this process, which leaves Ctrl-C to its parent.

    Return its result and the last games that it played. Until then a file says where they are.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["PYTHONBREAKPOINT"] = "0"  # nobody can answer a debugger here
    os.chdir(working_folder)  # the process may be older than a change of it
    faulthandler.disable()  # the parent says where a game crashed
    scenario = unpack_scenario(content)
    last_step.keep_in(step_file)
    try:
        engine = _engine(scenario.game, translation)
        result = in_background(lambda: function(engine, scenario, *arguments))
    finally:
        step_file.unlink(missing_ok=True)
    return result, last_games(scenario)


def _engine(game: Game, translation: Path | None) -> Engine:
    """Return the engine of a plain game, which may play by kernels."""
    return game.engine() if translation is None else engine_from_file(game, translation)


class Translator(Protocol):
    """Turns plain games into kernels where that is faster than to play them as they are."""

    def prepare(self, scenarios: Sequence[Scenario], n_cores: int, n_games: int) -> None:
        """Translate the game of some scenarios if that pays; 0 games: nobody knows how many."""

    def file_for(self, scenarios: Sequence[Scenario]) -> Path | None:
        """Return the kernels by which some scenarios of one game are played, if there are any."""

    def may_translate(self, game: Game) -> bool:
        """Return whether it is not decided yet how a game is played."""

    def time_results(
        self, scenarios: Sequence[Scenario], results: Iterator[Result]
    ) -> Iterator[Result]:
        """Yield results of games that are played as they are, and note how long they take."""


FIRST_TASKS = 2
"""Tasks for each core that a plain game plays before it is asked whether to translate it; then
twice as many, and so on: cores wait for each other after each time."""


@dataclass(frozen=True)
class LocalCores:
    """Plays on this machine: compiled games on threads, plain ones in processes.

    On a single core a plain game is played in this process if a debugger may be called there.
    """

    n_cores: int
    # compare=False: a hash must not change, and two executors of as many cores are alike
    repeaters: list[Repeater] = field(default_factory=list, compare=False)
    """What plays games of the current line-up again, once it is prepared."""
    translator: Translator | None = field(default=None, compare=False)
    """Turns plain games into kernels, if it is there."""

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return what must be compiled before scenarios of one game are played, or nothing."""
        return self._for(scenarios[:1]).to_compile(scenarios)

    def prepare(self, scenarios: Sequence[Scenario], n_games: int = 0) -> None:
        """Compile what is missing, or check that a plain game is a function of its seed.

        Raises:
            InputError: the game or a policy cannot be compiled.
            ContractError: a plain game broke its contract.
        """
        executor = self._for(scenarios[:1])
        executor.prepare(scenarios)
        if isinstance(executor, Processes):
            self.repeaters[:] = [check_repeatability(Processes(self.n_cores), scenarios)]
            if self.translator is not None:
                self.translator.prepare(scenarios, self.n_cores, n_games)

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order; all tasks are of one game.

        Raises:
            ContractError: a game or a policy broke its contract.
            InputError: a compiled game does not equal the plain one under rules that are new.
        """
        waiting = list(tasks)
        scenarios = list(dict.fromkeys(scenario for scenario, *_ in waiting))
        compare_rules(scenarios)
        if not waiting:
            return iter(())
        return self._results(function, waiting, scenarios)

    def _results(
        self, function: Callable[..., Result], tasks: list[Task], scenarios: list[Scenario]
    ) -> Iterator[Result]:
        """Yield the result of each task; a game may be translated after some of them."""
        n_tasks = FIRST_TASKS * self.n_cores
        while tasks:
            executor, translator = self._for(scenarios), self.translator
            is_plain = isinstance(executor, Processes) and executor.translation is None
            if translator is None or not is_plain:
                yield from executor.map(function, tasks)
                return
            may_change = translator.may_translate(scenarios[0].game)
            first_tasks, tasks = (tasks[:n_tasks], tasks[n_tasks:]) if may_change else (tasks, [])
            yield from translator.time_results(scenarios, executor.map(function, first_tasks))
            n_tasks *= 2

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play and keep parts of a run; yield the tally of each one that is kept.

        Raises:
            ContractError: a game or a policy broke its contract.
            InputError: a compiled game does not equal the plain one under rules that are new.
            RunError: a part cannot be stored.
        """
        scenarios = list(dict.fromkeys(part.scenario for part in parts))
        compare_rules(scenarios)
        return self._for(scenarios).play_parts(parts, control)

    def _for(self, scenarios: Sequence[Scenario]) -> Threads | Processes:
        """Return what plays scenarios of one game."""
        first = scenarios[0]
        if not first.game.is_plain or (self.n_cores == 1 and may_be_debugged(first)):
            return Threads(self.n_cores)
        repeater = self.repeaters[0] if self.repeaters else None
        translation = self.translator.file_for(scenarios) if self.translator else None
        return Processes(self.n_cores, repeater, translation)


def may_be_debugged(scenario: Scenario) -> bool:
    """Return whether a debugger watches, or the file of the game or of a policy calls one."""
    home = scenario.game.home
    files = [home, *scenario.policy_files, *policy_files(scenario.lineup, home)]
    sources = (
        file.read_text(encoding="utf-8", errors="replace") for file in files if file.is_file()
    )
    return sys.gettrace() is not None or any(map(DEBUGGER.search, sources))


def all_cores(jobs: int | None = None) -> LocalCores:
    """Return the executor on this number of cores, by default all."""
    return LocalCores(jobs or joblib.cpu_count())
