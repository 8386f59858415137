"""Stepper: plays a game decision by decision, so that callers can inspect the table.

A `Case` is a line-up under some rules; a `Stepper` plays one deal of it.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.build import Engine, compiled_policy, new_scratch, wrong_menu
from simlab.engine.journal import new_journal
from simlab.engine.lead import (
    begin_lead,
    describe_lead,
    describe_tension,
    note_leader,
    notes_lead,
)
from simlab.engine.loop import OVER
from simlab.engine.menu_counts import MENU_COUNTS, counter
from simlab.engine.record import Ints, are_equal, exact_copy, new, row_of
from simlab.engine.record_difference import changes
from simlab.engine.rng import seed_noise, seed_table
from simlab.errors import ContractError, InputError
from simlab.game.definition import Game, Rules
from simlab.game.policy import Policy

Rows = npt.NDArray[Any]
Cells = dict[str, Any]

SAMPLED = 0.25
"""Share of decisions with costly checks (every choice, empty memory); keeps checks fast."""
GUARD = 64
"""Guard numbers behind the menu that must not change."""
UNTOUCHED = -(1 << 62)
"""No choice has this number, so that a write behind the menu is seen."""
COPIED = ("streams", "noise", "noise_share", "n_memory", "traits", "last_decision", "lead")
"""Fields of the scratch space that a copy takes over entirely."""


@dataclass(frozen=True, eq=False)
class Case:
    """A line-up under some rules, with seed and number of deals."""

    game: Game
    rules: Rules
    lineup: tuple[Policy, ...]
    seed: int = 1914
    n_deals: int = 2

    def __str__(self) -> str:
        names = dict.fromkeys(str(policy) for policy in self.lineup)
        n = len(self.lineup)
        return f"{self.game.name}, {n} player{'s' * (n > 1)}, {' and '.join(names)}"


class CurrentCall:
    """The call that a stepper is making, for threads that wait for it."""

    def __init__(self) -> None:
        self.n_calls = 0
        self.callee = ""
        self.table: Stepper | None = None

    def begins(self, callee: str, table: Stepper) -> None:
        """Record that a function of a game or a policy is called."""
        self.n_calls += 1
        self.callee, self.table = callee, table


CURRENT_CALL = CurrentCall()
"""One for all steppers: a check plays in one thread, and another one waits for it."""


class Stepper:
    """One game, played decision by decision from plain Python."""

    def __init__(self, case: Case, deal: int) -> None:
        game = case.game
        if game.is_plain:
            raise InputError(f"{game.title} is plain Python; this needs a compiled game", "game")
        self.case, self.game, self.deal = case, game, deal
        self.players = len(case.lineup)
        self.rules = exact_copy(case.rules.row)
        self.state = new(game.state_row)
        self.journal = new_journal(listening=False)
        self.scratch = new_scratch(game, case.lineup)
        self.chance = np.random.default_rng(deal)
        self.choices: list[int] = []
        self.offered = (-1, 0)
        """Number of the decision whose menu was made last, and how many choices that has."""
        self.counts, self.count = new(game.outcome_row), counter(game.cooperative)

    @property
    def streams(self) -> Any:
        """The random streams of the table."""
        return self.scratch["streams"][0]

    @property
    def memory(self) -> Any:
        """The memory of each seat's policy."""
        return self.scratch["memory"][0]

    def decision_in_words(self) -> str:
        """Return case, seed, game and decision in words."""
        return f"{self.case}, seed {self.case.seed}, game {self.deal}, decision {len(self.choices)}"

    def is_sampled(self) -> bool:
        """Return whether to make the costly checks at this decision."""
        return bool(self.chance.random() < SAMPLED)

    def independent_copy(self) -> Stepper:
        """Return an independent copy of the table.

        Memory that no policy declared is empty in the copy.
        """
        stepper = copy.copy(self)
        stepper.state, stepper.choices = exact_copy(self.state), self.choices.copy()
        stepper.counts = exact_copy(self.counts)
        stepper.scratch = new(self.scratch.dtype)
        for name in COPIED:
            stepper.scratch[name] = self.scratch[name]
        for seat, policy in enumerate(self.case.lineup):
            stepper.memory[seat, : policy.memory] = self.memory[seat, : policy.memory]
        return stepper

    def with_policy(self, policy: Policy) -> Stepper:
        """Return a copy with one policy in all seats and empty memories."""
        stepper = self.independent_copy()
        stepper.case = replace(self.case, lineup=(policy,) * self.players)
        stepper.scratch = new_scratch(self.game, stepper.case.lineup)
        stepper.streams[:] = self.streams
        for name in ("last_decision", "lead"):
            stepper.scratch[name] = self.scratch[name]
        return stepper

    def set_up(self) -> None:
        """Set up the game; overwrites any earlier state."""
        seed_table(self.streams, self.case.seed, self.deal)
        # apart from the streams, so that a check draws nothing from the game
        seed_noise(self.scratch["noise"][0], self.case.seed, self.deal, 0, self.players)
        self.scratch["last_decision"] = -1
        begin_lead(row_of(self.scratch).lead)
        CURRENT_CALL.begins("setup", self)
        rules, state, journal = row_of(self.rules), row_of(self.state), row_of(self.journal)
        self.game.setup(rules, state, self.players, self.streams, journal)
        self.check_fault()
        self.check_rules("setup")

    def decisions(self) -> Iterator[tuple[int, Ints]]:
        """Yield seat and menu of each decision, then apply the policy's choice, until the end."""
        while not self.is_over() and len(self.choices) < self.game.decision_limit:
            seat, menu = self.next_seat(), self.offer()
            yield seat, menu
            choice = self.decide(seat, menu)
            self.apply(choice)
            self.check_rules("apply")

    def decide(self, seat: int, menu: Ints) -> int:
        """Return the choice of a seat's policy; raise ContractError if it is not on the menu."""
        choice = self.ask(seat, menu)
        self.check_rules(str(self.case.lineup[seat]))
        if choice not in menu:
            description = self.in_words(choice)
            choice_in_words = "" if description == f"choice {choice}" else f" ({description})"
            raise ContractError(
                f"{self.case.lineup[seat]} at seat {seat} returns {choice}{choice_in_words}, which"
                f" is not on its menu of {menu.tolist()}"
            )
        return choice

    def is_over(self) -> bool:
        """Return whether the game has ended by its rules."""
        return self.next_seat() == OVER

    def next_seat(self) -> int:
        """Return the seat that decides, or OVER."""
        CURRENT_CALL.begins("next_seat", self)
        seat = int(self.game.next_seat(row_of(self.rules), row_of(self.state)))
        self.check_fault()
        if not OVER <= seat < self.players:
            raise ContractError(f"next_seat returns {seat} with {self.players} at the table")
        return seat

    def offer(self) -> Ints:
        """Return the menu; raise ContractError if it is empty, too long or repeats a choice."""
        longest = self.game.longest_menu
        menu = np.full(longest + GUARD, UNTOUCHED)
        CURRENT_CALL.begins("legal", self)
        n = int(self.game.legal(row_of(self.rules), row_of(self.state), menu[:longest]))
        self.check_fault()
        if not 0 < n <= longest or (menu[longest:] != UNTOUCHED).any():
            raise ContractError(f"legal {wrong_menu(n, longest)}")
        if len(set(menu[:n].tolist())) < n:
            raise ContractError(f"legal offers a choice twice: {menu[:n].tolist()}")
        self.offered = (len(self.choices), n)
        return menu[:n]

    def ask(self, seat: int, menu: Ints) -> int:
        """Return the choice of a seat's policy."""
        return int(self.answer(seat, menu))

    def answer(self, seat: int, menu: Ints) -> Any:
        """Return the raw value of a seat's policy, which in plain Python may have any type."""
        policy = compiled_policy(self.case.lineup[seat], self.game)
        rules, state, scratch = row_of(self.rules), row_of(self.state), row_of(self.scratch)
        scratch.menu[: menu.size] = menu
        CURRENT_CALL.begins(f"policy {self.case.lineup[seat]} at seat {seat}", self)
        answer = policy(rules, state, seat, menu.size, scratch)
        self.check_fault()
        if scratch.menu[: menu.size].tolist() != menu.tolist():
            raise ContractError(f"{self.case.lineup[seat]} at seat {seat} writes to its menu")
        return answer

    def in_words(self, choice: int) -> str:
        """Return a choice in words, or its number where the game has no words for it."""
        return self.game.in_words(choice, row_of(self.state), self.case.rules)

    def apply(self, choice: int) -> None:
        """Count one choice and apply it."""
        rules, state, journal = row_of(self.rules), row_of(self.state), row_of(self.journal)
        self._count()
        follows_lead = self.game.points_so_far is not None
        seat = self.next_seat() if follows_lead else OVER
        CURRENT_CALL.begins("apply", self)
        self.game.apply(rules, state, choice, self.streams, journal)
        self.check_fault()
        self.choices.append(choice)
        if follows_lead and self.next_seat() != seat:
            self._follow_turn(seat)

    def _follow_turn(self, mover: int) -> None:
        """Note who leads at the end of the turn of a seat."""
        assert self.game.points_so_far is not None, "the lead is followed"
        CURRENT_CALL.begins("points_so_far", self)
        lead = row_of(self.scratch).lead
        self.game.points_so_far(row_of(self.rules), row_of(self.state), lead)
        self.check_fault()
        note_leader(lead, self.players, mover)

    def _count(self) -> None:
        """Count the menu of the seat that decides."""
        decision, row, scratch = len(self.choices), row_of(self.counts), row_of(self.scratch)
        offered_at, n = self.offered
        n = n if offered_at == decision else len(self.offer())
        self.count(row, self.next_seat(), n, decision, scratch)

    def hide(self, seat: int, seed: int) -> None:
        """Redeal the information hidden from a seat."""
        streams = np.zeros_like(self.streams)
        seed_table(streams, seed, self.deal)
        CURRENT_CALL.begins("hide", self)
        self.game.hide(row_of(self.rules), row_of(self.state), seat, streams)
        self.check_fault()

    def values(self) -> list[float]:
        """Return what the game says that the position is worth to each seat; empty without."""
        if self.game.evaluate is None:
            return []
        CURRENT_CALL.begins("evaluate", self)
        rules, state = row_of(self.rules), row_of(self.state)
        values = [float(self.game.evaluate(rules, state, seat)) for seat in range(self.players)]
        self.check_fault()
        return values

    def outcome_rows(self, filling: int = 0) -> Rows:
        """Return the OUTCOME row, written over bytes of `filling`."""
        # cells that a game forgets to fill keep these bytes: rows over other bytes then differ
        rows = np.full(self.game.outcome_row.itemsize, filling, np.uint8).view(
            self.game.outcome_row
        )
        counted = (rows, self.counts)
        if not self.game.cooperative:
            counted = (rows["seats"], self.counts["seats"])
        for name in MENU_COUNTS:
            counted[0][name] = counted[1][name]
        rows["deal"], rows["rotation"] = self.deal, 0
        rows["decisions"], rows["finished"] = len(self.choices), self.is_over()
        state, row = row_of(self.state), row_of(rows)
        CURRENT_CALL.begins("outcome", self)
        self.game.outcome(row_of(self.rules), state, bool(rows["finished"][0]), row)
        self.check_fault()
        if self.game.points_so_far is not None:
            lead = row_of(self.scratch).lead
            if notes_lead(self.game.outcome_row):
                describe_lead(lead, self.players, row)
            describe_tension(lead, self.players, row)
        return rows

    def outcome(self, filling: int = 0) -> Cells:
        """Return the cells of the OUTCOME row, written over bytes of `filling`."""
        return cells(self.outcome_rows(filling)[0], self.game, self.players)

    def check_fault(self) -> None:
        """Check that the game has met no fault.

        Raises:
            ContractError: it has; it is said in words.
        """
        fault = int(self.state["fault"][0]) if self.game.notes_faults else 0
        if fault:
            raise ContractError(self.game.fault_in_words(fault))

    def check_rules(self, caller: str) -> None:
        """Check that the rules are unchanged.

        Raises:
            ContractError: `caller` has changed them.
        """
        if not are_equal(self.rules, self.case.rules.row):
            written = changes(self.case.rules.row[0], self.rules[0], "rules")
            raise ContractError(f"{caller} changes {written}")


def cells(row: Any, game: Game, players: int) -> Cells:
    """Return the cells of an OUTCOME row, without those of empty seats."""
    numbers: Cells = {name: row[name].tolist() for name in row.dtype.names}
    if not game.cooperative:
        names = row["seats"].dtype.names
        numbers["seats"] = [
            {name: seat[name].tolist() for name in names} for seat in row["seats"][:players]
        ]
    return numbers


@functools.cache
def engine_of(game: Game) -> Engine:
    """Return the one engine of a game."""
    return Engine(game)


def outcomes_of_deals(
    case: Case, deal: int, count: int, journal: Rows | None = None
) -> list[Cells]:
    """Return the outcomes of some deals as the engine plays them, with a copy of the rules.

    Raises:
        ContractError: the copy of the rules was changed.
    """
    rules, lineup = exact_copy(case.rules.row), case.lineup
    rows = engine_of(case.game).play(rules, lineup, case.seed, deal, count, journal=journal)
    written = changes(case.rules.row[0], rules[0], "rules")
    if written:
        raise ContractError(f"a kernel of the game or a policy changes {written}")
    return [cells(row, case.game, len(lineup)) for row in rows]


def play_to_the_end(table: Stepper) -> tuple[list[int], Cells]:
    """Play to the end; return all choices and the outcome."""
    for _ in table.decisions():
        pass
    return table.choices, table.outcome()
