"""Supervisor of `simlab check`: starts worker processes and collects their findings."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from simlab.catalog import find_game
from simlab.check.advice import advice, advice_on_hiding, advice_on_points
from simlab.check.habit_advice import habit_advice
from simlab.check.plain_game import check_lineup, line_ups
from simlab.check.seat_lists import SeatLists
from simlab.check.worker import PLAIN, STUCK_CODE, Request, policies_to_check
from simlab.engine.kernel import config
from simlab.errors import ContractError, InputError
from simlab.execution.run import run_experiment
from simlab.experiment.code import is_foreign
from simlab.experiment.patch import apply_patches
from simlab.experiment.request import request_experiment
from simlab.experiment.spec import check_table
from simlab.game.definition import Game, Rules
from simlab.plain.ledger import CLOCKS
from simlab.report.page import write

N_PAGE_GAMES = 200
"""Games of the run for the test page: enough that all sections have data."""
MOST_CRASHES = 2
"""Crashes until the check stops: later line-ups would hardly tell more."""


@dataclass
class Report:
    """Findings of all processes."""

    problems: list[str] = field(default_factory=list)
    failed: dict[int, str] = field(default_factory=dict)
    """Exceptions in compiled code by line-up; plain Python may add the line."""
    n_games: int = 0
    n_ended: int = 0
    n_decisions: int = 0
    endless: list[str] = field(default_factory=list)
    """Sentences on line-ups of which games did not end."""
    advice: list[str] = field(default_factory=list)
    """Sentences on declarations that are hardly meant."""

    def add(self, events: list[dict[str, Any]]) -> None:
        """Add the events of one process.

        Raises:
            InputError: the process reported invalid input.
        """
        for event in events:
            if event["kind"] == "input":
                raise InputError(event["problems"])
            if event["kind"] == "problem":
                self.take(event)
            if event["kind"] == "looked":
                self.add_counts(*(event[key] for key in ("case", "games", "ended", "decisions")))

    def add_counts(self, case: str, n_games: int, n_ended: int, n_decisions: int) -> None:
        """Add how much was looked at of a line-up."""
        self.n_games += n_games
        self.n_ended += n_ended
        self.n_decisions += n_decisions
        if n_games and not n_ended:
            most = n_decisions // n_games
            self.endless.append(f"No game of {case} ended within {most:,} decisions.")
        elif n_ended < n_games:
            self.endless.append(f"{n_games - n_ended} of {n_games} games of {case} did not end.")

    def take(self, event: dict[str, Any]) -> None:
        """Add a problem; it may replace the vague one of compiled code."""
        if "failed" in event:
            self.failed.setdefault(event["failed"], event["text"])
        if (vague := self.failed.get(event.get("instead_of", -1))) in self.problems:
            self.problems.remove(str(vague))
        self.problem(event["text"])

    def problem(self, sentence: str) -> None:
        """Add a problem, unless it is known, or its line of the game already stands there."""
        line, _, author_line = sentence.partition("\n")
        known_problems = (
            {known_problem.partition("\n")[0] for known_problem in self.problems}
            if author_line
            else self.problems
        )
        if (line if author_line else sentence) not in known_problems:
            self.problems.append(sentence)

    @property
    def looked_at(self) -> str:
        """Summary of the games and decisions checked."""
        capped = self.n_games - self.n_ended
        stopped = f" ({capped} did not end within the limit)" if capped else ""
        games = f"{self.n_games:,} game{'s' * (self.n_games != 1)}{stopped}"
        return f"{games}, {self.n_decisions:,} decisions looked at."


def check_all(
    name: str,
    policy_files: list[str],
    players: str | None,
    patches: list[str],
    data: str | None,
    n_deals: int,
    is_quiet: bool = False,
) -> Report:
    """Return all problems of a game with its policies, or with policies in files.

    Unless `is_quiet`, the processes print each line-up on stderr.

    Raises:
        InputError: there is no such game, policy file, patch or folder.
    """
    game = find_game(name, policy_files)
    policies_to_check(game, policy_files)
    counts = player_counts(game, players)
    report = Report()
    request = Request(name, policy_files, counts, patches, data, n_deals, "", is_quiet=is_quiet)
    if game.is_plain:
        check_plain_game(game, apply_patches(game, patches, data), request, report)
    else:
        check_compiled_game(request, report)
        report.advice += advice(game)
    if not (report.problems or policy_files) and is_foreign(game.home):
        report.problems += page_problems(name, counts[0], patches, data)
    if not (report.problems or policy_files):
        try:
            report.advice += habit_advice(name, game, counts, patches, data)
        except ContractError as error:  # in a game that the checks have not played
            report.problem(str(error))
    return report


def check_compiled_game(request: Request, report: Report) -> None:
    """Check a compiled game in processes of its own, compiled and in plain Python."""
    with tempfile.TemporaryDirectory(prefix="simlab-check-") as folder:
        request = replace(request, folder=folder)
        carry_out(request, report)
        if request.rules.exists() and not config.DISABLE_JIT:
            carry_out(replace(request, mode=PLAIN), report)


def check_plain_game(game: Game, rules: Rules, request: Request, report: Report) -> None:
    """Check a plain game."""
    policies = policies_to_check(game, request.policy_files)
    files = [Path(file) for file in request.policy_files]
    every = line_ups(game, rules, policies, request.players, files, request.n_deals)
    idle_clocks, left_behind = set(CLOCKS), set[str]()
    has_points = False
    lists: dict[int, SeatLists] = {}
    for scenario in every:
        if not request.is_quiet:
            print(f"{scenario.slug} ...", file=sys.stderr, flush=True)
        looked = check_lineup(scenario, request.n_deals)
        for problem in looked.problems:
            report.problem(problem)
        report.add_counts(scenario.slug, looked.n_games, looked.n_ended, looked.n_decisions)
        idle_clocks &= looked.idle_clocks
        left_behind |= {*looked.left_behind}
        has_points |= looked.has_points
        players = len(scenario.lineup)
        lists[players] = lists.get(players, SeatLists()) | looked.seat_lists
    report.advice += advice(game, idle_clocks if report.n_decisions else (), sorted(left_behind))
    if not has_points and not report.problems:
        report.advice += advice_on_points(game)
    if not report.problems:
        report.advice += advice_on_hiding(game, [*lists.values()])


def page_problems(name: str, players: int, patches: list[str], data: str | None) -> list[str]:
    """Return the problem that keeps a report page from being written, such as a missing label."""
    options = {"players": players, "games": N_PAGE_GAMES, "patch": patches, "data": data}
    with tempfile.TemporaryDirectory(prefix="simlab-check-") as folder:
        run = run_experiment(request_experiment(name, options), out=Path(folder) / "run").folder
        try:
            write(run)
        except Exception as error:  # pages trust the facts of a game
            reason = " ".join(repr(error).split())
            return [f"{name}: no page can be written about its games: {reason}; see facts"]
    return []


def carry_out(request: Request, report: Report) -> None:
    """Run worker processes, a new one after each crash."""
    for _ in range(MOST_CRASHES):
        process = request.start_process()
        code = wait_for_exit(process)
        events = events_of(request)
        report.add(events)
        if events and events[-1]["kind"] == "done":
            return
        last = next((e for e in reversed(events) if e["kind"] == "case"), None)
        if code != STUCK_CODE:
            case_in_words = last["text"] if last else "before the first game"
            report.problem(f"{crash(code)} ({case_in_words}, {request.mode})")
        if last is None:
            return
        request = replace(request, first=last["number"] + 1)
    report.problem(f"the line-ups after these were not tried ({request.mode})")


def wait_for_exit(process: subprocess.Popen[bytes]) -> int:
    """Return the exit code of a process; kill it if this one is interrupted."""
    try:
        return process.wait()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def events_of(request: Request) -> list[dict[str, Any]]:
    """Return the events of a process, without an unfinished last line."""
    if not request.path.exists():
        return []
    lines = request.path.read_text(encoding="utf-8").split("\n")[:-1]
    return [json.loads(line) for line in lines]


FIRST_CRASH_CODE = 0xC0000000
"""Smallest exit code by which Windows reports that a process crashed."""


def crash(code: int) -> str:
    """Return how a process ended, in words; Windows gives the error of a crash as exit code."""
    if 0 <= code < FIRST_CRASH_CODE:
        return f"compiled code ended the process with exit code {code}"
    error = signal.Signals(-code).name if code < 0 else f"error {code:#x}"
    return (
        f"compiled code crashed with {error}: endless recursion, or memory was written out of"
        " bounds"
    )


def player_counts(game: Game, players: str | None) -> list[int]:
    """Return the numbers of players to check, by default all."""
    if players is None:
        return all_counts(game)
    low, high = game.players
    counts = check_table({"game": game.name, "players": players.split(",")}).players or []
    if any(not low <= n <= high for n in counts):
        raise InputError(f"{game.title} is for {low} to {high} players, not {players}", "players")
    return counts


def all_counts(game: Game) -> list[int]:
    """Return all numbers of players; none if the declaration is invalid, which is a finding."""
    match game.players:
        case (int(low), int(high)):
            return [*range(low, high + 1)]
        case _:
            return []
