"""Winning chances over one game: rollouts from the starts of its turns, for the viewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.build import Engine
from simlab.engine.win_chances import HALVES, Trial
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.execution.win_chances import game_with_rollouts
from simlab.experiment.resolve import Scenario

ROLLOUTS = 50
"""Rollouts of a position in each half: an error of 10 points at most, with 95 % confidence."""
MOST_POSITIONS = 60
"""Positions with rollouts at most: more would be closer than the eye tells apart on a phone."""
POSITIONS_PER_TASK = 5
"""Positions of a call: each call plays the game again, which is little beside their rollouts."""
Z = 1.96
"""Of a 95 % interval of a normal distribution."""
Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class ChanceTrack:
    """Winning chances of the seats at some positions of a game, as far as they are known."""

    decisions: Array
    """The number of the decision at each position."""
    n_turns: int
    chances: Array
    """Shares of the wins in the rollouts, shape (known positions, seats)."""
    n_decisions: int
    """Decisions of the game."""
    result: Array
    """The share of the win of each seat in the game."""

    @property
    def caption(self) -> str:
        """How the chances were made, and how precise they are."""
        n_positions, n_rollouts = len(self.decisions), HALVES * ROLLOUTS
        which = (
            f"the start of each of {self.n_turns} turns"
            if n_positions == self.n_turns
            else f"the starts of {n_positions} of {self.n_turns} turns, evenly spaced"
        )
        margin = ceil(100 * Z * (0.25 / n_rollouts) ** 0.5)
        return (
            f"Chance to win, estimated at {which}. From each, the same players play {n_rollouts}"
            " games to the end, as the seat about to decide sees the game: what it cannot see is"
            " dealt again. An estimate is off by"
            f" {margin} percentage points at most, with 95 % confidence, and by less near 0 and"
            " 100 %. The track ends with the result."
        )

    def as_data(self) -> dict[str, Any]:
        """Return the track as JSON, by steps of the viewer, in percent; the last is the result."""
        shares = np.concatenate([self.chances, self.result[np.newaxis]])
        return {
            "caption": self.caption,
            "steps": [*self.decisions.tolist(), self.n_decisions],
            "percent": (100 * shares).round(1).tolist(),
        }


def check_winners(scenario: Scenario) -> None:
    """Check that a seat can win a game of a scenario against others.

    Raises:
        InputError: all seats win together, none wins, or there is only one.
    """
    title = scenario.game.title
    if scenario.game.cooperative:
        raise InputError(
            f"all seats of {title} win or lose together: there is no chance of each seat", "chances"
        )
    if scenario.game.is_for_points:
        raise InputError(f"{title} is played for points: no seat wins", "chances")
    if scenario.players == 1:
        raise InputError("nobody else can win in a game of one player; name more", "players")


def chance_tracks(
    executor: Executor, scenario: Scenario, deal: int, rotation: int
) -> Iterator[ChanceTrack]:
    """Play a game, and rollouts piece by piece; yield the track so far.

    Raises:
        ContractError: a policy or the game broke its contract.
    """
    [game] = executor.map(game_with_rollouts, [(scenario, deal, rotation)])
    # a turn begins where another seat decides
    starts = np.flatnonzero(np.append(True, game.seats[1:] != game.seats[:-1]))
    n_positions = min(len(starts), MOST_POSITIONS)
    decisions = starts[np.linspace(0, len(starts) - 1, n_positions).round().astype(int)]
    pieces = np.array_split(decisions, ceil(n_positions / POSITIONS_PER_TASK))
    tasks = ((scenario, deal, rotation, piece.tolist()) for piece in pieces)
    known = np.empty((0, scenario.players))
    for chances in executor.map(chances_at, tasks):
        known = np.concatenate([known, chances])
        yield ChanceTrack(decisions, len(starts), known, len(game.seats), game.result)


def chances_at(
    engine: Engine, scenario: Scenario, deal: int, rotation: int, decisions: list[int]
) -> Array:
    """Return the winning chances before some decisions of a game, shape (decisions, seats)."""
    trials = [Trial(decision) for decision in decisions]
    game = game_with_rollouts(engine, scenario, deal, rotation, trials, ROLLOUTS)
    return np.asarray(game.credits.mean(axis=(1, 2)))
