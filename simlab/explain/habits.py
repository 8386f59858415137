"""Habits of a policy that a person would call silly, from games in which it has all seats.

Each game is played once more, decision by decision. What lies on the table before and after a turn
tells whether anything came of it; a choice that would have won is found by trying it on a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from simlab.analysis.habit import BY_KEY, UNSPENT, GameHabits, habit_table
from simlab.analysis.intervals import Interval
from simlab.engine.build import Engine
from simlab.engine.journal import DECISION, events, new_journal
from simlab.execution.executor import Executor
from simlab.execution.tables import tables_of
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.explain.clock import DEALS, clock_of, time_marks
from simlab.explain.turn import Snapshot, Turn, end_turns, longest_drought, most_repeats, n_returns
from simlab.explain.turn_stepper import (
    CompiledTurnStepper,
    PlainTurnStepper,
    TurnStepper,
    errors_of_author,
)
from simlab.game.facts import WINS, GameGroup

GAMES = 60
"""Games of each policy unless asked: the interval of a share of games is 26 points wide at most."""
MOST_STEPS = 60_000
"""Decisions, and choices tried on copies, after which no further games are played: some 10 seconds
of a core for a compiled game. A menu of hundred bids costs as much as hundred decisions."""
# small, since games are played on until a group ends
GAMES_AT_ONCE = 4
REDEALS = 64
"""Deals of what a seat cannot see in which a choice must win: one that wins in nine of ten such
deals passes in 0.1 % of the cases. With 16 it was 17 %: in Liar's Dice, where few calls are sure
and many are likely, nearly half of the wins in sight were none. The first deal that does not win
ends the test, so that many deals cost time only where the win is sure."""
NOT_FOLLOWED = GameHabits(
    n_turns=0,
    n_open_turns=0,
    n_idle_turns=0,
    n_to_spend=0,
    n_unspent=0,
    n_returns=0,
    most_repeats=0,
    drought=None,
    drought_share=0.0,
    n_wins_in_sight=0,
    n_wins_passed=0,
)
"""A game that was played and not followed: its row alone tells what was spent."""

Chooser = Callable[[int, list[Any]], Any]
"""Returns what a seat chooses from a menu."""


def habits(scenario: Scenario, executor: Executor, games: int = GAMES) -> pd.DataFrame:
    """Return the habits of the policy that has all seats of a scenario, a row for each.

    The columns are `simlab.analysis.habit.COLUMNS`.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    counts = in_background(lambda: list(_counts(scenario, executor, games)))
    limits = scenario.game.limits_of_habits
    return habit_table(str(scenario.lineup[0]), scenario.players, counts, limits)


def habit_values(
    scenario: Scenario, executor: Executor, keys: Collection[str], games: int = GAMES
) -> dict[str, Interval[float]]:
    """Return some habits of the policy that has all seats of a scenario, by key.

    Left out is what these games cannot show, such as points where there are none.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    # games need not be followed to know what was spent: a hundredth of the time
    count = _count_spending if set(keys) == {UNSPENT.key} else _counts
    counts = in_background(lambda: list(count(scenario, executor, games)))
    values = {key: BY_KEY[key].estimate(counts) for key in keys}
    return {key: value for key, value in values.items() if value is not None}


def _count_spending(scenario: Scenario, executor: Executor, games: int) -> Iterator[GameHabits]:
    """Yield what the turns of each game had to spend, and what was left over."""
    slices = [
        (scenario, first, min(GAMES_AT_ONCE, games - first))
        for first in range(0, games, GAMES_AT_ONCE)
    ]
    for spending in executor.map(_play_for_spending, slices):
        for n_to_spend, n_unspent in spending:
            yield replace(NOT_FOLLOWED, n_to_spend=n_to_spend, n_unspent=n_unspent)


def _play_for_spending(
    engine: Engine, scenario: Scenario, first: int, count: int
) -> list[tuple[int, int]]:
    rows = engine.play(scenario.rules.row, scenario.lineup, scenario.seed, first, count)
    return _sum_spending(scenario, rows)


def _counts(scenario: Scenario, executor: Executor, games: int) -> Iterator[GameHabits]:
    """Yield the counts of each game, until there are enough games or steps."""
    n_steps = 0
    for number, (game, length) in enumerate(follow_games(scenario, executor, 0, games)):
        if number % GAMES_AT_ONCE == 0 and n_steps >= MOST_STEPS:
            return  # the other games of the last group have been played anyway
        n_steps += length
        yield game


def follow_games(
    scenario: Scenario, executor: Executor, first: int, count: int
) -> Iterator[tuple[GameHabits, int]]:
    """Yield the counts of the games of some deals, each with its number of steps.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    clock = clock_of(executor.map(time_marks, ((scenario, first + deal) for deal in range(DEALS))))
    for start in range(first, first + count, GAMES_AT_ONCE):
        deals = range(start, min(start + GAMES_AT_ONCE, first + count))
        yield from executor.map(game_habits, ((scenario, deal, clock) for deal in deals))


def game_habits(
    engine: Engine, scenario: Scenario, deal: int, clock: frozenset[str]
) -> tuple[GameHabits, int]:
    """Return the counts of a game, and how many decisions and trials of choices it took.

    Raises:
        ContractError: the game or a policy broke its contract.
    """
    play = partial(engine.play, scenario.rules.row, scenario.lineup, scenario.seed, deal, 1)
    if scenario.game.is_plain:
        with errors_of_author(deal):
            plain_stepper = PlainTurnStepper(scenario, deal)
            counts, length = _followed(plain_stepper, scenario, clock, plain_stepper.deal.choice)
        # played once more, since a stepper fills no OUTCOME row
        rows = play() if scenario.facts.spending else None
    else:
        journal = new_journal(listening=True)
        rows = play(journal=journal)
        happened = events(journal)
        choices = iter(happened[happened[:, 0] == DECISION, 3].tolist())
        stepper = CompiledTurnStepper(scenario, deal)
        counts, length = _followed(stepper, scenario, clock, lambda seat, menu: next(choices, None))
    [(n_to_spend, n_unspent)] = [(0, 0)] if rows is None else _sum_spending(scenario, rows)
    return replace(counts, n_to_spend=n_to_spend, n_unspent=n_unspent), length


def _sum_spending(scenario: Scenario, rows: npt.NDArray[Any]) -> list[tuple[int, int]]:
    """Return what the turns of each game had to spend, and what was left over, of all seats."""
    group = scenario.facts.spending
    if group is None:
        return [(0, 0)] * len(rows)
    table = tables_of(scenario, rows)["games" if isinstance(group, GameGroup) else "seats"]
    # of a table of seats those of a game follow each other
    sums = {
        column: np.array(table[column].to_pylist()).reshape(len(rows), -1).sum(axis=1)
        for column in group.columns
    }
    totals = np.sum([*sums.values()], axis=0)
    return list(zip(totals.tolist(), sums[group.unspent].tolist(), strict=True))


def _followed(
    stepper: TurnStepper, scenario: Scenario, clock: frozenset[str], choose: Chooser
) -> tuple[GameHabits, int]:
    """Play a game, and count what its seats do, and the steps that it took."""
    is_competitive = not scenario.game.cooperative and scenario.game.aim == WINS
    turns: list[Turn] = []
    offered: set[str] = set()
    chosen: set[str] = set()
    n_decisions = n_trials = 0
    while (seat := stepper.seat()) is not None and n_decisions < scenario.game.decision_limit:
        menu = stepper.menu()
        choice = choose(seat, menu)
        if choice is None:  # the game was capped, or is longer than the journal
            break
        if not turns or turns[-1].seat != seat or is_later(stepper, turns[-1], clock):
            turns.append(Turn(seat, snapshot(stepper, clock), stepper.position().time(clock)))
        turns[-1].choices.append(choice)
        if len(menu) > 1:
            # one open menu is enough, and to try all choices is what takes time
            if not turns[-1].is_open:
                turns[-1].is_open = is_open(stepper, turns[-1], menu, clock)
            offered.update(option for offer in menu for option in stepper.options(offer))
            chosen.update(stepper.options(choice))
            if is_competitive and not turns[-1].can_win:
                turns[-1].can_win = can_win(stepper, seat, menu)
                n_trials += len(menu)
        stepper.apply(choice)
        n_decisions += 1
    end_turns(turns, snapshot(stepper, clock))
    drought, drought_share = longest_drought(turns)
    n_in_sight = sum(turn.can_win for turn in turns)
    is_taken = n_in_sight > 0 and turns[-1].can_win and stepper.is_won_by(turns[-1].seat)
    counts = GameHabits(
        n_turns=len(turns),
        n_open_turns=sum(turn.is_open for turn in turns),
        n_idle_turns=sum(turn.is_idle for turn in turns),
        n_to_spend=0,
        n_unspent=0,
        n_returns=n_returns(turns),
        most_repeats=most_repeats(turns),
        drought=drought,
        drought_share=drought_share,
        n_wins_in_sight=n_in_sight,
        n_wins_passed=n_in_sight - is_taken,
        offered=frozenset(offered),
        chosen=frozenset(chosen),
    )
    return counts, n_decisions + n_trials


def snapshot(stepper: TurnStepper, clock: frozenset[str]) -> Snapshot:
    """Return the position without the clock, the points, and how far chance was drawn."""
    return Snapshot(stepper.position().without(clock), stepper.points(), stepper.chance())


def is_later(stepper: TurnStepper, turn: Turn, clock: frozenset[str]) -> bool:
    """Return whether one player alone begins another turn: by the clock, or without one at once."""
    return stepper.players == 1 and (not clock or stepper.position().time(clock) != turn.time)


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
    """Return whether a choice wins at once for a seat, whatever it cannot see or chance brings."""
    return any(
        wins_at_once(stepper, seat, choice)
        and all(wins_at_once(stepper.redealt(seat, n), seat, choice) for n in range(REDEALS))
        for choice in menu
    )


def wins_at_once(stepper: TurnStepper, seat: int, choice: Any) -> bool:
    """Return whether a choice wins for a seat in this position, without a draw of chance."""
    chance = stepper.chance()
    trial = stepper.trial(choice)
    # a win that needs a lucky draw was not in sight
    return trial.is_won_by(seat) and trial.chance() == chance
