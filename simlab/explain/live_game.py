"""A game in progress, decision by decision: people at some seats, policies at the others, undo.

Seed, deal and the choices of the people determine the game, so that undo plays it again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from simlab.engine.journal import new_journal
from simlab.engine.loop import POLICY
from simlab.engine.record import fields_of
from simlab.errors import ContractError, InputError
from simlab.execution.stepper import Case, Stepper
from simlab.experiment.resolve import Scenario
from simlab.explain.plain_shadow import PlainShadow
from simlab.explain.positions import scene_of
from simlab.explain.replay import Event, result_of
from simlab.explain.transcript import seat_names, sentences
from simlab.game.definition import DECIDED
from simlab.game.scene_lines import board_lines, is_small, place_lines, table_lines
from simlab.plain.engine import Deal, Session, is_of_user
from simlab.plain.game import PlainGame
from simlab.plain.visible import REDEALS, in_words, lines_for_seat, mask_hidden

Answer = TypeVar("Answer")


class Table(Protocol):
    """A game that is played decision by decision, compiled or plain."""

    happened: list[Event]
    """All events and decisions so far."""
    menu: Any
    """The choices of the seat that decides, as the game has them."""

    def offer(self) -> tuple[int, list[str]] | None:
        """Return the seat that decides and its choices in words; None at the end."""

    def answer(self) -> int:
        """Return the position of the choice that the policy of the seat makes."""

    def carry_out(self, position: int) -> None:
        """Carry out the choice at a position of the menu."""

    def visible(self, seat: int) -> list[str]:
        """Return what a seat sees, in lines; a large board apart."""

    def board(self) -> list[str]:
        """Return what lies on a large board, in lines; none if there is no such board."""

    def result(self) -> Event:
        """Return the result of the game."""


class CompiledTable:
    """A table of a compiled game."""

    def __init__(self, scenario: Scenario, deal: int) -> None:
        case = Case(scenario.game, scenario.rules, scenario.lineup, scenario.seed)
        self.game, self.rules = scenario.game, scenario.rules
        self.names = seat_names(self.game, scenario.rules, scenario.players)
        self.happened: list[Event] = []
        self.stepper = Stepper(case, deal)
        self.stepper.journal = new_journal(listening=True)
        self.stepper.set_up()
        rules, players, seed = scenario.rules, scenario.players, scenario.seed
        plain = self.game.plain
        self.shadow = None if plain is None else PlainShadow(plain, rules, players, seed, deal)
        self._read_events()
        self.seat, self.menu = -1, np.empty(0, np.int64)

    def offer(self) -> tuple[int, list[str]] | None:
        """Return the seat that decides and its choices in words; None at the end."""
        stepper = self.stepper
        if stepper.is_over() or len(stepper.choices) >= self.game.decision_limit:
            return None
        self.seat, self.menu = stepper.next_seat(), stepper.offer()
        return self.seat, [stepper.in_words(choice) for choice in self.menu.tolist()]

    def answer(self) -> int:
        """Return the position of the choice that the policy of the seat makes."""
        # a policy may write into its menu
        return self.menu.tolist().index(self.stepper.decide(self.seat, self.menu.copy()))

    def carry_out(self, position: int) -> None:
        """Carry out the choice at a position of the menu."""
        choice, number = int(self.menu[position]), len(self.stepper.choices)
        values = dict(zip(DECIDED.fields, (self.seat, number, choice), strict=True))
        self.happened.append({"event": DECIDED.name, **values})
        self.stepper.apply(choice)
        if self.shadow is not None:
            self.shadow.carry_out(position)
        self._read_events()

    def _read_events(self) -> None:
        """Take the events out of the journal."""
        self.happened += self.game.events_in(self.stepper.journal, self.rules)
        self.stepper.journal["used"] = 0  # so that no event is read twice

    def visible(self, seat: int) -> list[str]:
        """Return what a seat sees beside a large board, or the numbers of the state's record."""
        if self.shadow is not None:
            return list(lines_for_seat(self.shadow.game, seat))
        if self.game.scene is None:
            return self._numbers_seen(seat)
        scene = scene_of(self.stepper)
        board = place_lines(scene, self.names) if is_small(scene) else ()
        return [*table_lines(scene, seat, self.names), *board]

    def board(self) -> list[str]:
        """Return what lies on a large board, in lines; a small one is in `visible`."""
        if self.shadow is not None:
            return lines_of_board(self.shadow.game, self.names)
        if self.game.scene is None or is_small(scene := scene_of(self.stepper)):
            return []
        return list(board_lines(scene, self.names))

    def _numbers_seen(self, seat: int) -> list[str]:
        """Return the fields of the state, without those that `hide` deals again."""
        redealt = []
        for seed in range(REDEALS):
            copied_stepper = self.stepper.independent_copy()
            copied_stepper.hide(seat, seed)
            redealt.append(self._numbers(copied_stepper.state[0]))
        state_numbers = self._numbers(self.stepper.state[0])
        visible = {
            name: mask_hidden(
                state_numbers[name], [redealt_numbers[name] for redealt_numbers in redealt]
            )
            for name in state_numbers
        }
        return [f"{name.replace('_', ' ')}: {in_words(number)}" for name, number in visible.items()]

    def _numbers(self, row: Any) -> dict[str, Any]:
        """Return a record as data; of an array by seat the seats at the table."""
        numbers = {}
        for name, field in fields_of(row.dtype).items():
            is_by_seat = field.shape[:1] == (self.game.players[1],)
            value = row[name][: self.stepper.players] if is_by_seat else row[name]
            is_record = field.dtype.names is not None
            if is_record and len(field.shape) <= 1:
                numbers[name] = (
                    [*map(self._numbers, value)] if field.shape else self._numbers(value)
                )
            else:
                numbers[name] = value.tolist()
        return numbers

    def result(self) -> Event:
        """Return the result of the game."""
        return result_of(self.stepper.outcome_rows(), self.game, self.stepper.players)


class PlainTable:
    """A table of a plain game."""

    def __init__(self, scenario: Scenario, deal: int) -> None:
        game, lineup, seed = scenario.game, scenario.lineup, scenario.seed
        self.definition, self.happened = game, list[Event]()
        self.names = seat_names(game, scenario.rules, scenario.players)
        self.session = Session.for_readers(game, scenario.rules, lineup, seed, 0, self.happened)
        self.session.deal[0] = deal
        self.deal = Deal(self.session, deal)
        self._report_errors(self.deal.set_up)
        self.seat, self.menu = -1, list[Any]()

    def _report_errors(self, step: Callable[[], Answer]) -> Answer:
        """Return what a step returns.

        Raises:
            ContractError: the author's code raised an exception or broke its contract.
        """
        try:
            return step()
        except BaseException as error:  # an author's code may raise anything
            if is_of_user(error):
                raise
            raise ContractError(self.session.complaint(error)) from error

    def offer(self) -> tuple[int, list[str]] | None:
        """Return the seat that decides and its choices in words; None at the end."""
        offer = self._report_errors(self.deal.offer)
        if offer is None:
            return None
        self.seat, self.menu = offer
        return self.seat, self._report_errors(lambda: [*map(self.deal.game.describe, self.menu)])

    def answer(self) -> int:
        """Return the position of the choice that the policy of the seat makes."""
        self.session.doing[0] = POLICY
        return self.menu.index(self._report_errors(lambda: self.deal.choice(self.seat, self.menu)))

    def carry_out(self, position: int) -> None:
        """Carry out the choice at a position of the menu."""
        choice = self.menu[position]
        self._report_errors(lambda: self.deal.carry_out(self.seat, self.menu, choice))

    def visible(self, seat: int) -> list[str]:
        """Return what a seat sees, in lines."""
        return self._report_errors(lambda: list(lines_for_seat(self.deal.game, seat)))

    def board(self) -> list[str]:
        """Return what lies on the board, in lines; none if the game has no scene."""
        return self._report_errors(lambda: lines_of_board(self.deal.game, self.names))

    def result(self) -> Event:
        """Return the result of the game."""
        rows = np.zeros(1, self.definition.outcome_row)
        self._report_errors(lambda: self.deal.finish(rows[0]))
        return result_of(rows, self.definition, self.session.players)


def lines_of_board(game: PlainGame, names: Sequence[str]) -> list[str]:
    """Return what lies on the board of a plain game, in lines; none if it has no scene."""
    scene = game.scene()
    return [] if scene is None else list(board_lines(scene, names))


class LiveGame:
    """A game in progress that waits for the choices of people."""

    def __init__(self, scenario: Scenario, deal: int, people: frozenset[int]) -> None:
        self.scenario, self.deal, self.people = scenario, deal, people
        self.chosen: list[int] = []
        """Positions of the choices that people made, from 0; those without an alternative apart."""
        self._begin()

    def _begin(self) -> None:
        table = PlainTable if self.scenario.game.is_plain else CompiledTable
        self.table: Table = table(self.scenario, self.deal)
        self.n_read = 0
        self._advance()

    def _advance(self) -> None:
        """Play on until a person has a choice, or the game is over."""
        self.offer = self.table.offer()
        while self.offer is not None and not self._is_asked(*self.offer):
            # who has a single choice is not asked
            seat, menu = self.offer
            is_forced = seat in self.people and len(menu) == 1
            self.table.carry_out(0 if is_forced else self.table.answer())
            self.offer = self.table.offer()

    def _is_asked(self, seat: int, menu: list[str]) -> bool:
        return seat in self.people and len(menu) > 1

    def choose(self, position: int) -> None:
        """Make the choice of the person who is asked, and play on.

        Raises:
            InputError: there is no such choice, or the game is over.
        """
        n_choices = 0 if self.offer is None else len(self.offer[1])
        if not 0 <= position < n_choices:
            last = f"the numbers are 1 to {n_choices}" if n_choices else "the game is over"
            raise InputError(f"there is no choice {position + 1}; {last}")
        self.chosen.append(position)
        self.table.carry_out(position)
        self._advance()

    def undo(self) -> None:
        """Take back the last choice of a person; the game is played again up to there.

        Raises:
            InputError: there is none.
        """
        if not self.chosen:
            raise InputError("there is no choice to take back")
        # from the start, as the memory of a policy and the streams of chance have no way back
        earlier, self.chosen = self.chosen[:-1], []
        self._begin()
        for position in earlier:
            self.choose(position)

    def news(self) -> list[str]:
        """Return the sentences of what has happened since this was last called.

        Only the seat that is asked learns what is secret to it. Events that say nothing yet, such
        as the beginning of a turn, are kept for the next sentences.
        """
        happened = self.table.happened[self.n_read :]
        viewers = self.people if self.offer is None else {self.offer[0]}
        game, rules = self.scenario.game, self.scenario.rules
        secrets = {kind.name: kind.secret for kind in game.events.values()}
        seen = [
            visible_event(event, secrets.get(event["event"], ()), viewers) for event in happened
        ]
        n_read = len(seen)
        # trailing events without a sentence are kept: later ones may complete it
        while n_read and not any(sentences(game, rules, seen[n_read - 1 :])):
            n_read -= 1
        self.n_read += n_read
        return list(sentences(game, rules, seen))


def visible_event(event: Event, secret: Collection[str], viewers: Collection[int]) -> Event:
    """Return an event with its secret fields as None if none of the viewers is its seat."""
    if not secret or event["seat"] in viewers:
        return event
    return {
        name: None if name in secret and is_something(value) else value
        for name, value in event.items()
    }


def is_something(value: object) -> bool:
    """Return whether a field has a value that may be secret; a negative number says nothing."""
    return not isinstance(value, int) or value >= 0
