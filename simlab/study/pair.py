"""Two sets of rules at one table: the same line-up plays the same deals under both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.analysis.metric import Metric
from simlab.engine.build import Engine
from simlab.errors import InputError
from simlab.experiment.request import requested
from simlab.experiment.resolve import Scenario
from simlab.study.blocks import play_blocks
from simlab.study.metric import metrics_at

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Pair:
    """A scenario under the rules as they are, and the same under a patch."""

    base: Scenario
    patched: Scenario

    @property
    def games_per_block(self) -> int:
        """Games in a block, both sides counted."""
        return 2 * self.base.n_rotations

    def play(self, engine: Engine, first: int, count: int, jobs: int | None) -> tuple[Games, Games]:
        """Play some deals under both sets of rules."""
        base, patched = (play_blocks(engine, s, first, count, jobs) for s in self.sides)
        return base, patched

    def metrics(self, games: Games) -> list[Metric]:
        """Return the metrics of the game, judged by some games of the unchanged rules."""
        return metrics_at(self.base, games)

    @property
    def sides(self) -> tuple[Scenario, Scenario]:
        """Both scenarios."""
        return self.base, self.patched


@dataclass(frozen=True, eq=False)
class Values:
    """The values of a metric in some blocks, one for each side, and what they come from."""

    base: Array
    patched: Array
    n_blocks: int
    """Blocks played; where the metric applies to no game of one side, there are no values."""
    n_same: int
    """Deals and rotations in which it has the same value on both sides."""
    n_pairs: int
    """Deals and rotations played."""

    @property
    def effects(self) -> Array:
        """What the patch changes, block by block."""
        return np.asarray(self.patched - self.base)

    @property
    def n_unknown(self) -> int:
        """Blocks in which the metric applies to no game of one side."""
        return self.n_blocks - len(self.base)

    @property
    def n_games(self) -> int:
        """Games played, both sides counted."""
        return 2 * self.n_pairs

    def __add__(self, other: Values) -> Values:
        """Return these blocks and then the others."""
        return Values(
            np.append(self.base, other.base),
            np.append(self.patched, other.patched),
            self.n_blocks + other.n_blocks,
            self.n_same + other.n_same,
            self.n_pairs + other.n_pairs,
        )


NOTHING = Values(np.empty(0), np.empty(0), 0, 0, 0)


def values_of(metric: Metric, base: Games, patched: Games) -> Values:
    """Return the values of a metric on both sides of the same blocks."""
    ours, theirs = metric.of(base), metric.of(patched)
    is_known = ~np.isnan(ours + theirs)
    is_same = metric.by_game(base) == metric.by_game(patched)
    n_same = int(is_same.sum())
    return Values(ours[is_known], theirs[is_known], base.n_blocks, n_same, is_same.size)


def requested_pair(game: str, options: Mapping[str, Any]) -> Pair:
    """Return the table that a command asks for, under the rules as they are and under its patches.

    Raises:
        InputError: all that is unknown, impossible or out of range; a patch that changes nothing.
    """
    patched = requested(game, options)
    if len(patched.scenarios) > 1:
        raise InputError("players: two sets of rules are compared at one table; name one number")
    if not patched.scenarios[0].rules.components.patched:
        raise InputError("patch: no rule changes; name one with --patch KEY=VALUE, FILE or NAME")
    base = requested(game, {**options, "patch": None})
    return Pair(base.scenarios[0], patched.scenarios[0])
