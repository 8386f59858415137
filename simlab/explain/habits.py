"""Habits of a policy that a person would call silly, from games in which it has all seats.

Each game is played once more, decision by decision. What lies on the table before and after a turn
tells whether anything came of it; a choice that would have won is found by trying it on a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

import pandas as pd

from simlab.analysis.habit import GameHabits, habit_table
from simlab.engine.build import Engine
from simlab.engine.journal import DECISION, events, new_journal
from simlab.errors import ContractError
from simlab.execution.executor import Executor
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.explain.turn_stepper import (
    CompiledTurnStepper,
    PlainTurnStepper,
    Points,
    TurnStepper,
)
from simlab.facts import WINS
from simlab.plain.engine import is_of_user
from simlab.plain.failure import sentence_of

GAMES = 60
"""Games of each policy unless asked: the interval of a share of games is 26 points wide at most."""
MOST_DECISIONS = 10_000
"""Decisions after which no further games are played: some 10 seconds of a core."""
GAMES_AT_ONCE = 4
CLOCK_DEALS = 4
"""Games that are played by chance to find out which values tell the time."""
CLOCK_DECISIONS = 40
"""Decisions of each of them at which choices are compared."""
COMPARED = 4
"""Choices of a menu that are compared."""

Snapshot = tuple[Hashable, Points | None, Hashable]
"""What lies on the table, the points, and how far chance was drawn."""
Chooser = Callable[[int, Sequence[Any]], Any]
"""Returns what a seat chooses from a menu."""


@dataclass
class Turn:
    """Decisions of a seat in a row; each alone where one player has nobody to wait for."""

    seat: int
    before: Snapshot
    after: Snapshot | None = None
    choices: list[Hashable] = field(default_factory=list)
    is_open: bool = False
    """Whether it could do something or leave it."""
    can_win: bool = False
    """Whether a choice would have won at once, whatever chance has in store."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing came of it, though something else could be done."""
        return self.is_open and self.before == self.after


def habits(scenario: Scenario, executor: Executor, games: int = GAMES) -> pd.DataFrame:
    """Return the habits of the policy that has all seats of a scenario, a row for each.

    The columns are `simlab.analysis.habit.COLUMNS`.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    counts = in_background(lambda: list(_counts(scenario, executor, games)))
    return habit_table(str(scenario.lineup[0]), scenario.players, counts)


def _counts(scenario: Scenario, executor: Executor, games: int) -> Iterator[GameHabits]:
    """Yield the counts of each game, until there are enough games or decisions."""
    votes = executor.map(time_marks, ((scenario, deal) for deal in range(CLOCK_DEALS)))
    clock, n_decisions = clock_of(votes), 0
    for first in range(0, games, GAMES_AT_ONCE):
        deals = range(first, min(first + GAMES_AT_ONCE, games))
        counted = executor.map(game_habits, ((scenario, deal, clock) for deal in deals))
        for game, length in counted:
            n_decisions += length
            yield game
        if n_decisions >= MOST_DECISIONS:
            return


def game_habits(
    engine: Engine, scenario: Scenario, deal: int, clock: frozenset[str]
) -> tuple[GameHabits, int]:
    """Return the counts of a game, and its number of decisions.

    Raises:
        ContractError: the game or a policy broke its contract.
    """
    if not scenario.game.is_plain:
        choices = iter(_choices_played(engine, scenario, deal))
        stepper = CompiledTurnStepper(scenario, deal)
        return _followed(stepper, scenario, clock, lambda seat, menu: next(choices, None))
    with _errors_of_author(deal):
        plain_stepper = PlainTurnStepper(scenario, deal)
        return _followed(plain_stepper, scenario, clock, plain_stepper.deal.choice)


@contextmanager
def _errors_of_author(deal: int) -> Iterator[None]:
    """Let an error in the code of a game in plain Python name its line.

    Raises:
        ContractError: there was one.
    """
    try:
        yield
    except BaseException as error:  # an author's code may raise anything
        if is_of_user(error):
            raise
        raise ContractError(f"{sentence_of(error)} (game {deal})") from error


def _choices_played(engine: Engine, scenario: Scenario, deal: int) -> list[int]:
    """Return the choices of a game as the engine plays it."""
    journal = new_journal(listening=True)
    engine.play(scenario.rules.row, scenario.lineup, scenario.seed, deal, 1, journal=journal)
    happened = events(journal)
    choices: list[int] = happened[happened[:, 0] == DECISION, 3].tolist()
    return choices


def _followed(
    stepper: TurnStepper, scenario: Scenario, clock: frozenset[str], choose: Chooser
) -> tuple[GameHabits, int]:
    """Play a game, and count what its seats do."""
    is_competitive = not scenario.game.cooperative and scenario.game.aim == WINS
    turns: list[Turn] = []
    offered: set[str] = set()
    chosen: set[str] = set()
    n_decisions = 0
    while (seat := stepper.seat()) is not None and n_decisions < scenario.game.decision_limit:
        menu = stepper.menu()
        choice = choose(seat, menu)
        if choice is None:  # the game was capped, or is longer than the journal
            break
        if not turns or turns[-1].seat != seat or scenario.players == 1:
            _end(turns, now := snapshot(stepper, clock))
            turns.append(Turn(seat, now))
        turns[-1].choices.append(choice)
        if len(menu) > 1:
            turns[-1].is_open = turns[-1].is_open or is_open(stepper, turns[-1], menu, clock)
            offered.update(option for each in menu for option in stepper.options(each))
            chosen.update(stepper.options(choice))
            turns[-1].can_win |= is_competitive and can_win(stepper, seat, menu)
        stepper.apply(choice)
        n_decisions += 1
    _end(turns, snapshot(stepper, clock))
    drought, drought_share = longest_drought(turns)
    n_in_sight = sum(turn.can_win for turn in turns)
    is_taken = n_in_sight > 0 and turns[-1].can_win and stepper.is_won_by(turns[-1].seat)
    counts = GameHabits(
        n_turns=len(turns),
        n_open_turns=sum(turn.is_open for turn in turns),
        n_idle_turns=sum(turn.is_idle for turn in turns),
        n_returns=n_returns(turns),
        most_repeats=most_repeats(turns),
        drought=drought,
        drought_share=drought_share,
        n_wins_in_sight=n_in_sight,
        n_wins_passed=n_in_sight - is_taken,
        offered=frozenset(offered),
        chosen=frozenset(chosen),
    )
    return counts, n_decisions


def _end(turns: Sequence[Turn], now: Snapshot) -> None:
    if turns:
        turns[-1].after = now


def snapshot(stepper: TurnStepper, clock: frozenset[str]) -> Snapshot:
    """Return the position without the clock, the points, and how far chance was drawn."""
    return stepper.position().without(clock), stepper.points(), stepper.chance()


def is_open(stepper: TurnStepper, turn: Turn, menu: Sequence[Any], clock: frozenset[str]) -> bool:
    """Return whether a menu has several kinds of choices, of which one does something.

    Where it goes on with the turn, more may follow.
    """
    if len(set(map(stepper.kind, menu))) == 1:
        return False
    trials = map(stepper.trial, menu)
    return any(
        trial.seat() == turn.seat or snapshot(trial, clock) != turn.before for trial in trials
    )


def can_win(stepper: TurnStepper, seat: int, menu: Sequence[Any]) -> bool:
    """Return whether a choice wins at once for a seat, whatever chance has in store."""
    chance = stepper.chance()
    trials = map(stepper.trial, menu)
    return any(trial.is_won_by(seat) and trial.chance() == chance for trial in trials)


def n_returns(turns: Sequence[Turn]) -> int:
    """Return how many turns begin where the seat was before, though something changed since."""
    n, n_changes = 0, 0
    changes_before: dict[tuple[int, Snapshot], int] = {}
    for turn in turns:
        place = turn.seat, turn.before
        n += changes_before.get(place, n_changes) < n_changes
        changes_before[place] = n_changes
        n_changes += turn.before != turn.after
    return n


def most_repeats(turns: Sequence[Turn]) -> int:
    """Return the most turns in a row in which a seat makes the same choices in the same position.

    Idle turns, which are a habit by themselves, and turns without several kinds of choices do not
    count.
    """
    most = 0
    for own_turns in by_seat(turns):
        n, last = 0, None
        for turn in own_turns:
            move = (turn.choices, turn.before) if turn.is_open and not turn.is_idle else None
            n = 0 if move is None else n + 1 if move == last else 1
            most, last = max(most, n), move
    return most


def longest_drought(turns: Sequence[Turn]) -> tuple[int | None, float]:
    """Return the longest stretch of turns of a seat without a point gained, and its share of them.

    Points that others gave it meanwhile count. Where all share the points, all turns count.
    """
    if not turns or turns[0].before[1] is None:
        return None, 0.0
    is_shared = len(turns[0].before[1]) == 1
    droughts = [(0, 0.0)]
    for own_turns in [turns] if is_shared else by_seat(turns):
        place = 0 if is_shared else own_turns[0].seat
        ends = [turn.after[1][place] for turn in own_turns if turn.after and turn.after[1]]
        points = [own_turns[0].before[1][place], *ends]
        n = longest = 0
        for earlier, later in pairwise(points):
            n = 0 if later > earlier else n + 1
            longest = max(longest, n)
        droughts.append((longest, longest / len(own_turns)))
    return max(droughts)


def by_seat(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Return the turns of each seat."""
    seats = sorted({turn.seat for turn in turns})
    return [[turn for turn in turns if turn.seat == seat] for seat in seats]


@dataclass(frozen=True)
class TimeMarks:
    """Single values of positions: those that changed alike for all choices, and the others."""

    alike: frozenset[str]
    otherwise: frozenset[str]


def clock_of(votes: Iterable[TimeMarks]) -> frozenset[str]:
    """Return the values that tell the time: they never depend on what is chosen."""
    every = list(votes)
    alike = frozenset().union(*(marks.alike for marks in every))
    return alike.difference(*(marks.otherwise for marks in every))


def time_marks(_: Engine, scenario: Scenario, deal: int) -> TimeMarks:
    """Play a game by chance, and compare the values after choices that hand over to the same seat.

    A value that such choices change alike, such as the seat to move or the number of the round, may
    tell the time; one that they change differently does not.

    Raises:
        ContractError: the game broke its contract.
    """
    if not scenario.game.is_plain:
        return _time_marks(CompiledTurnStepper(scenario, deal), scenario.players, Random(deal))
    with _errors_of_author(deal):
        return _time_marks(PlainTurnStepper(scenario, deal), scenario.players, Random(deal))


def _time_marks(stepper: TurnStepper, players: int, chooser: Random) -> TimeMarks:
    alike, otherwise = set[str](), set[str]()
    for _ in range(CLOCK_DECISIONS):
        seat, before = stepper.seat(), stepper.position().values
        if seat is None or not before:
            break
        menu = stepper.menu()
        after = values_after(stepper, chooser.sample(menu, min(COMPARED, len(menu))))
        for next_seat, outcomes in after.items():
            if len(outcomes) > 1 and (next_seat != seat or players == 1):
                for name in before:
                    values = {outcome.get(name) for outcome in outcomes}
                    if len(values) > 1:
                        otherwise.add(name)
                    elif before[name] not in values:
                        alike.add(name)
        stepper.apply(chooser.choice(menu))
    return TimeMarks(frozenset(alike), frozenset(otherwise))


def values_after(
    stepper: TurnStepper, choices: Sequence[Any]
) -> dict[int | None, list[Mapping[str, Hashable]]]:
    """Return the single values of the position after each choice, by the seat that is next."""
    after: dict[int | None, list[Mapping[str, Hashable]]] = {}
    for choice in choices:
        trial = stepper.trial(choice)
        after.setdefault(trial.seat(), []).append(trial.position().values)
    return after
