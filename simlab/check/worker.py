"""Worker of `simlab check`: a process of its own, so that a crash in foreign code is a finding.

One process checks compiled code with Numba's bounds checks, the next compares it with plain Python.
Each writes one JSON line per event to a file in a shared folder: `case` begins a line-up, `problem`
and `input` report problems, `looked` has counts, `done` ends the work.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from simlab.catalog import find_game, policies_of
from simlab.check.contract import cases, findings_of
from simlab.check.declaration import declaration_problems, problems_of_filling
from simlab.check.facts import facts_problems
from simlab.check.plain_python import (
    compare_recordings,
    moment_of_failure,
    problem_of_any_call,
    record_deal,
)
from simlab.engine.build import compiled_policy
from simlab.engine.kernel import config
from simlab.engine.record import new
from simlab.errors import ContractError, InputError, Interrupted, SimlabError
from simlab.execution import watchdog
from simlab.execution.stepper import CURRENT_CALL, Case, Stepper, engine_of
from simlab.execution.watchdog import in_background, is_compiling
from simlab.experiment.patch import apply_patches
from simlab.files.error_origin import complaint
from simlab.game.components import Components
from simlab.game.definition import Game, Rules
from simlab.game.policy import Policy

MOST_DECISIONS = 1_500
"""Decisions of a deal that are checked; a shipped game has up to about 600."""
SLOW_SECONDS = 1.0
"""Processor seconds after which a deal of a slow policy is cut."""
WARM_UP = 1
"""First decisions of a deal that are not timed."""
COMPILED, PLAIN = "compiled", "plain"
FLAGS = {
    COMPILED: {"NUMBA_BOUNDSCHECK": "1"},
    PLAIN: {"NUMBA_DISABLE_JIT": "1", "PYTHONBREAKPOINT": "0"},
}
"""Numba reads them as it is imported, so each mode needs a process."""


@dataclass(frozen=True)
class Request:
    """Request for a worker process."""

    game: str
    policy_files: list[str]
    players: list[int]
    patches: list[str]
    data: str | None
    n_deals: int
    folder: str
    """Folder of the event files."""
    mode: str = COMPILED
    first: int = 0
    """First line-up; earlier ones were checked by a process that crashed."""
    stuck_seconds: float = field(default_factory=lambda: watchdog.STUCK_SECONDS)
    is_quiet: bool = False
    """Whether the process prints nothing."""

    def start_process(self) -> subprocess.Popen[bytes]:
        """Start a worker process; its output goes to stderr."""
        is_silent = self.is_quiet or not _has_file(sys.stderr)
        return subprocess.Popen(
            # -P: a game in the working folder may be called random.py
            [sys.executable, "-P", "-m", "simlab.check.worker", json.dumps(asdict(self))],
            env={**os.environ, **FLAGS[self.mode]},
            stdout=subprocess.DEVNULL if is_silent else sys.stderr.fileno(),
            stderr=subprocess.DEVNULL if self.is_quiet else None,
        )

    @property
    def path(self) -> Path:
        """The file of events of this process."""
        return Path(self.folder) / f"{self.mode}-{self.first}.jsonl"

    @property
    def rules(self) -> Path:
        """File of the filled rules, since plain Python fills them slowly."""
        return Path(self.folder) / "rules"


def _has_file(stream: Any) -> bool:
    try:
        return bool(stream.fileno() >= 0)
    except (OSError, AttributeError, ValueError):
        return False


def policies_to_check(game: Game, files: list[str]) -> list[Policy]:
    """Return the policies in files, or those of the game if there are no files."""
    policies = policies_of(game, [Path(file) for file in files])
    return policies[: len(policies) - len(game.policies)] if files else policies


class Work:
    """Work of one process."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.folder = Path(request.folder)
        original = find_game(request.game, request.policy_files)
        self.policies = policies_to_check(original, request.policy_files)
        limit = min(original.decision_limit, MOST_DECISIONS)
        self.game = replace(original, decision_limit=limit)
        self.original = original

    def event(self, **what: Any) -> None:
        """Write one event."""
        with self.request.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(what) + "\n")

    def problems(self, *problems: str, **more: Any) -> None:
        """Write problem events."""
        for problem in problems:
            self.event(kind="problem", text=problem, **more)

    def cases(self, rules: Rules) -> Iterator[tuple[int, Case]]:
        """Yield the line-ups for this process, with their numbers."""
        every = cases(self.game, rules, self.policies, self.request.players)
        for number, case in enumerate(every):
            if number >= self.request.first:
                yield number, replace(case, n_deals=self.request.n_deals)

    def begin(self, case: Case, number: int, note: str = "") -> None:
        """Announce the current line-up."""
        self.event(kind="case", number=number, text=str(case))
        print(f"{case}{note} ...", file=sys.stderr, flush=True)

    def check_compiled(self) -> None:
        """Check the declaration, then every line-up, with bounds checks."""
        rules = self.rules_or_none()
        if rules is None or not self.compiles():
            return
        for number, case in self.cases(rules):
            self.begin(case, number)
            self.check_case(case, number)

    def rules_or_none(self) -> Rules | None:
        """Return the rules, or None if the game cannot be played."""
        request = self.request
        problems = declaration_problems(self.original) if request.first == 0 else []
        self.problems(*problems)
        if problems:
            return None
        try:
            rules = apply_patches(self.original, request.patches, request.data)
        except InputError:
            raise
        except Exception as error:
            self.problems(f"{self.game.name}: fill {complaint(error)}")
            return None
        request.rules.write_bytes(rules.row.tobytes())
        if request.first == 0 and not request.policy_files:
            self.problems(*problems_of_filling(self.original, rules, request.data))
            self.problems(*facts_problems(self.original, rules))
        return rules

    def compiles(self) -> bool:
        """Compile the game and each policy; report compile errors."""
        if not self.game.is_compiled(self.policies):
            print(f"Compiling {self.game.title} with bounds checks (once) ...", file=sys.stderr)
        try:
            engine_of(self.game)
        except Exception as error:
            self.problems(f"{self.game.name}: cannot be compiled: {one_line(error)}")
            return False
        for policy in list(self.policies):
            try:
                compiled_policy(policy, self.game)
            except Exception as error:
                self.problems(f"policy {policy}: cannot be compiled: {one_line(error)}")
                self.policies.remove(policy)
        return bool(self.policies)

    def check_case(self, case: Case, number: int) -> None:
        """Check one line-up; store recordings for plain Python."""
        limit = self.limit_of(case)
        if limit < self.game.decision_limit:
            print(f"  slow: {limit} decisions of each deal are looked at", file=sys.stderr)
            case = replace(case, game=replace(self.game, decision_limit=limit))
        findings = findings_of(case)
        failed = [moment for table in findings.failed if (moment := moment_of_failure(table))]
        details = {"failed": number} if failed else {}
        self.problems(*findings.problems, **details)
        self.event(
            kind="looked",
            case=str(case),
            games=findings.n_games,
            ended=findings.n_ended,
            decisions=findings.n_decisions,
        )
        recordings = (
            [] if findings.problems else [record_deal(case, d) for d in range(case.n_deals)]
        )
        content = pickle.dumps((failed[:1], recordings))
        (self.folder / f"case-{number}").write_bytes(content)

    def limit_of(self, case: Case) -> int:
        """Return how many decisions of a deal are possible in SLOW_SECONDS."""
        table = Stepper(case, 0)
        try:
            table.set_up()
            began = 0.0
            for _ in table.decisions():
                if len(table.choices) <= WARM_UP:  # these may compile the policy and the game
                    began = time.thread_time()
                if time.thread_time() - began > SLOW_SECONDS:
                    return len(table.choices) + 1
        except Exception:
            return self.game.decision_limit  # the checks will report it
        return self.game.decision_limit

    def check_plain(self) -> None:
        """Compare plain Python with recordings, or play without them after a crash."""
        rows = new(self.game.rules_row)
        rows.view(np.uint8)[:] = np.frombuffer(self.request.rules.read_bytes(), np.uint8)
        for number, case in self.cases(Rules(rows, Components())):
            self.begin(case, number, ", in plain Python")
            file = self.folder / f"case-{number}"
            if not file.exists():
                self.problems(*play_plainly(case))
                continue
            failed, recordings = pickle.loads(file.read_bytes())
            tried = [problem_of_any_call(case, moment) for moment in failed]
            self.problems(*filter(None, tried), instead_of=number)
            self.problems(*compare_recordings(case, recordings))


def play_plainly(case: Case) -> list[str]:
    """Play a line-up in plain Python after a crash; return the problem raised, if any."""
    table = Stepper(case, 0)
    end = time.process_time() + SLOW_SECONDS
    try:
        table.set_up()
        for _ in table.decisions():
            if time.process_time() > end:
                break
        table.outcome()
    except ContractError as error:
        return [f"{error} ({table.decision_in_words()})"]
    except Exception as error:
        return [f"{complaint(error)} in plain Python ({table.decision_in_words()})"]
    return []


def one_line(error: Exception) -> str:
    """Return the first line of an error message."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else "") or type(error).__name__


class CallTimeout:
    """Ends the process if a function of a game or a policy does not return."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.seconds = work.request.stuck_seconds
        self.may_be_debugged = config.DISABLE_JIT and work.request.mode == COMPILED
        self.n_calls = 0
        self.since = time.monotonic()

    def tick(self) -> None:
        """Check whether the stepper is still in the same call."""
        if CURRENT_CALL.n_calls != self.n_calls or is_compiling() or self.may_be_debugged:
            self.n_calls, self.since = CURRENT_CALL.n_calls, time.monotonic()
        elif CURRENT_CALL.table is not None and time.monotonic() - self.since > self.seconds:
            self.work.problems(
                f"{CURRENT_CALL.callee} has not returned for {self.seconds:.0f} s"
                f" ({CURRENT_CALL.table.decision_in_words()})"
            )
            # the thread of the call cannot be ended otherwise
            os._exit(STUCK_CODE)


STUCK_CODE = 3
"""Exit code of a process after a call timeout."""


def main(request_json: str) -> None:
    """Run one worker process."""
    request = Request(**json.loads(request_json))
    work = Work(request)
    steps = work.check_compiled if request.mode == COMPILED else work.check_plain
    try:
        in_background(steps, CallTimeout(work).tick)
    except InputError as error:
        work.event(kind="input", problems=str(error).splitlines())
    except SimlabError as error:
        work.problems(str(error))
    except KeyboardInterrupt:
        os._exit(Interrupted.exit_code)
    work.event(kind="done")


if __name__ == "__main__":
    main(sys.argv[1])
