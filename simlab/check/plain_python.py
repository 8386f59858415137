"""Comparison of compiled code with plain Python at the same moments of the same games.

A compiled stepper records moments spread over its games. Another process without the JIT restores
each of them, calls the same functions once and compares results and writes. Plain Python checks
every index, and adds some values differently, such as NumPy booleans, so it shows silent errors.
"""

from __future__ import annotations

import time
from bdb import BdbQuit
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.engine.record import Ints, new, row_of
from simlab.engine.record_difference import differences
from simlab.errors import ContractError
from simlab.execution.stepper import Case, Cells, Rows, Stepper
from simlab.files.error_origin import complaint, definition_of

MOMENTS = 150
"""Moments of a deal at most: spread over a game, within the time limit."""
SECONDS = 3.0
"""Processor seconds after which no more moments of a case are compared."""
Moments = list["Moment"]

OF_A_MOMENT = ("streams", "noise", "lead")
"""Fields of the scratch record on which the rest of a game depends."""


@dataclass(frozen=True)
class Moment:
    """A decision: the table before, and the results of compiled code."""

    deal: int
    decision: int
    state: bytes
    scratch: dict[str, bytes]
    counts: bytes
    """What the loop has counted, as a row of the game."""
    seat: int = -1
    menu: list[int] = field(default_factory=list)
    choice: int | None = None
    """None if compiled code raised an exception; then every function is tried."""
    after: bytes = b""
    streams: bytes = b""


@dataclass(frozen=True)
class Recording:
    """Results of compiled code for one deal."""

    deal: int
    start: bytes
    """The state after setup."""
    moments: Moments
    last: Moment
    outcome: Cells


def record_deal(case: Case, deal: int) -> Recording:
    """Play a deal in compiled code and record moments spread over it.

    Raises:
        ContractError: the game or a policy breaks its contract.
    """
    length = _length(case, deal)
    table = Stepper(case, deal)
    table.set_up()
    start = table.state.tobytes()
    kept_decisions = (
        {int(i) for i in np.linspace(0, length - 1, min(length, MOMENTS))} if length else set()
    )
    moments = []
    for _ in range(length):
        seat, menu = table.next_seat(), table.offer()
        before = moment_of(table) if len(table.choices) in kept_decisions else None
        choice = table.decide(seat, menu)
        table.apply(choice)
        if before is not None:
            moments.append(_done(before, seat, menu, choice, table))
    return Recording(deal, start, moments, moment_of(table), table.outcome())


def _length(case: Case, deal: int) -> int:
    table = Stepper(case, deal)
    table.set_up()
    return sum(1 for _ in table.decisions())


def _done(before: Moment, seat: int, menu: Ints, choice: int, table: Stepper) -> Moment:
    return Moment(
        before.deal,
        before.decision,
        before.state,
        before.scratch,
        before.counts,
        seat,
        menu.tolist(),
        choice,
        table.state.tobytes(),
        table.streams.tobytes(),
    )


def moment_of(table: Stepper) -> Moment:
    """Return the state, memories, random streams and the lead of a table."""
    scratch = {name: table.scratch[name].tobytes() for name in OF_A_MOMENT}
    for seat, policy in enumerate(table.case.lineup):
        scratch[str(seat)] = table.memory[seat, : policy.memory].tobytes()
    state, counts = table.state.tobytes(), table.counts.tobytes()
    return Moment(table.deal, len(table.choices), state, scratch, counts)


def moment_of_failure(table: Stepper) -> Moment | None:
    """Return the moment before a function raised an exception."""
    replayed_table = Stepper(table.case, table.deal)
    try:
        replayed_table.set_up()
        for choice in table.choices:
            replayed_table.answer(replayed_table.next_seat(), replayed_table.offer())
            replayed_table.apply(choice)
    except Exception:
        return None  # the exception comes earlier than before
    return moment_of(replayed_table)


def restore_table(case: Case, moment: Moment) -> Stepper:
    """Return a stepper restored to a moment."""
    table = Stepper(case, moment.deal)
    table.state.view(np.uint8)[:] = np.frombuffer(moment.state, np.uint8)
    table.counts.view(np.uint8)[:] = np.frombuffer(moment.counts, np.uint8)
    for name in OF_A_MOMENT:
        field = table.scratch[name]
        field[...] = np.frombuffer(moment.scratch[name], field.dtype).reshape(field.shape)
    for seat, policy in enumerate(case.lineup):
        memory = np.frombuffer(moment.scratch[str(seat)], np.int64)
        table.memory[seat, : policy.memory] = memory
    # only their number is asked for
    table.choices = [0] * moment.decision
    return table


def compare_recordings(case: Case, recordings: Iterable[Recording]) -> Iterator[str]:
    """Yield the first difference of plain Python, if there is any."""
    end = time.process_time() + SECONDS
    for recording in recordings:
        for attempt in attempts_of(case, recording):
            if problem := _problem(attempt):
                yield problem
                return
            if time.process_time() > end:
                return


@dataclass(frozen=True)
class Attempt:
    """A check of plain Python at a table against the recorded results."""

    table: Stepper
    check: Any
    expected: Any


def attempts_of(case: Case, recording: Recording) -> Iterator[Attempt]:
    """Yield the attempts of a deal: setup, outcome, then all moments."""
    yield Attempt(Stepper(case, recording.deal), check_start, recording)
    yield Attempt(restore_table(case, recording.last), check_end, recording)
    for moment in recording.moments:
        yield Attempt(restore_table(case, moment), check_moment, moment)


def problem_of_any_call(case: Case, moment: Moment) -> str:
    """Call every function at a table with every choice; return the problem raised, if any."""
    return _problem(Attempt(restore_table(case, moment), try_everything, moment))


def _problem(attempt: Attempt) -> str:
    table = attempt.table
    location = table.decision_in_words()
    try:
        attempt.check(table, attempt.expected)
    except BdbQuit:
        raise
    except ContractError as error:
        return f"{error} ({location})"
    except Exception as error:
        return f"{complaint(error)} in plain Python ({location})"
    return ""


def check_start(table: Stepper, recording: Recording) -> None:
    """Setup makes the same state."""
    table.set_up()
    compare_states(table, recording.start, "setup")


def check_end(table: Stepper, recording: Recording) -> None:
    """The outcome has the same cells."""
    cells = table.outcome()
    for name, cell in recording.outcome.items():
        if cells[name] != cell:
            location = definition_of(table.game.outcome)
            raise ContractError(
                f"outcome ({location}) writes {name} = {cell} compiled, {cells[name]} in plain"
                " Python"
            )


def check_moment(table: Stepper, moment: Moment) -> None:
    """Seat, menu, choice and resulting state are the same."""
    game, policy = table.game, table.case.lineup[moment.seat]
    _compare("next_seat", game.next_seat, moment.seat, table.next_seat())
    menu = table.offer()
    _compare("legal", game.legal, moment.menu, menu.tolist())
    answer = table.answer(moment.seat, menu)
    _compare(f"policy {policy}", policy.function, moment.choice, answer)
    table.apply(int(answer))
    compare_states(table, moment.after, f"apply ({definition_of(game.apply)})")
    if table.streams.tobytes() != moment.streams:
        raise ContractError(f"apply ({definition_of(game.apply)}) draws other numbers compiled")


def _compare(name: str, function: Any, compiled: Any, plain: Any) -> None:
    if compiled != plain:
        raise ContractError(
            f"{name} ({definition_of(function)}) returns {compiled} compiled,"
            f" {plain} in plain Python"
        )


def compare_states(table: Stepper, expected: bytes, caller: str) -> None:
    """Check that a state equals that of compiled code.

    Raises:
        ContractError: names the first difference.
    """
    compiled: Rows = new(table.game.state_row)
    compiled.view(np.uint8)[:] = np.frombuffer(expected, np.uint8)
    first = next(differences(compiled[0], table.state[0], "state"), None)
    if first is not None:
        raise ContractError(
            f"{caller} leaves {first.path} = {first.first_value} compiled,"
            f" {first.second_value} in plain Python"
        )


def try_everything(table: Stepper, moment: Moment) -> None:
    """Call every function of a game once at a table, and apply every choice."""
    seat, menu = table.next_seat(), table.offer()
    _try_the_questions(table.independent_copy(), seat)
    table.independent_copy().ask(seat, menu)
    for choice in menu:
        copied_table = table.independent_copy()
        copied_table.apply(int(choice))
        if copied_table.is_over():
            copied_table.outcome()
        else:
            copied_table.offer()


def _try_the_questions(table: Stepper, seat: int) -> None:
    game, rules, state = table.game, row_of(table.rules), row_of(table.state)
    if game.evaluate is not None:
        game.evaluate(rules, state, seat)
    if game.snapshot is not None and game.timeline_row is not None:
        game.snapshot(rules, state, row_of(new(game.timeline_row)))
    table.outcome()
    table.hide(seat, 0)
