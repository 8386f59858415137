"""Samplers of rule sets to try: all of a small space, or those that Optuna asks for.

Each cell of the space is asked for once. What is asked depends on the seed and on the results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, Protocol

import numpy as np

from simlab.errors import InputError
from simlab.experiment.design import Cell
from simlab.extras import install_command

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution
    from optuna.samplers import BaseSampler

REPEATS = 3
"""Asks per new cell, after which a cell that was not asked for is drawn at random."""
NOT_PLAYED = 1e3
"""Distance of rules that exclude each other, in tolerances."""


class Sampler(Protocol):
    """Asks for cells, and learns cost and distance from the targets of each."""

    def ask(self, count: int) -> list[Cell]:
        """Return at most this number of new cells; none if all have been asked for."""

    def tell(self, results: Sequence[tuple[Cell, float, float]]) -> None:
        """Take cell, cost and distance of what was asked for, in that order."""


class EveryCell:
    """Asks for all cells, the cheapest first."""

    def __init__(self, sizes: Sequence[int], cost: Callable[[Cell], float], base: Cell) -> None:
        """Take the sizes of factors, and the cell that is not asked for."""
        cells = (cell for cell in product(*map(range, sizes)) if cell != base)
        self._cells = iter(sorted(cells, key=lambda cell: (cost(cell), cell)))

    def ask(self, count: int) -> list[Cell]:
        """Return the next cells."""
        return list(islice(self._cells, count))

    def tell(self, results: Sequence[tuple[Cell, float, float]]) -> None:
        """Need nothing."""


class OptunaSampler:
    """Asks for some first cells, then for those that Optuna suggests for least cost and distance.

    METHODS.md: The search for rules that meet targets.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        seed: int,
        base: Cell,
        first: Sequence[Cell] = (),
        sampler: BaseSampler | None = None,
    ) -> None:
        """Begin a study in memory, by default with the multivariate tree-structured Parzen sampler.

        Raises:
            InputError: Optuna is not installed.
        """
        check_optuna()
        import optuna

        # Optuna writes a line for each trial
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._distributions: dict[str, BaseDistribution] = {
            str(index): optuna.distributions.IntDistribution(0, size - 1)
            for index, size in enumerate(sizes)
        }
        self._study = optuna.create_study(
            directions=["minimize", "minimize"],
            sampler=sampler or optuna.samplers.TPESampler(seed=seed, multivariate=True),
        )
        self._sizes = tuple(sizes)
        self._rng = np.random.default_rng(seed)
        self._results: dict[Cell, tuple[float, float]] = {}
        self._asked = {base}
        self._open: list[tuple[int, Cell]] = []
        self._first = list(dict.fromkeys(first))

    def ask(self, count: int) -> list[Cell]:
        """Return new cells; suggestions that were asked for before do not count."""
        from optuna.trial import TrialState

        count = min(count, prod(self._sizes) - len(self._asked))
        new, self._first = self._first[:count], self._first[count:]
        self._asked |= set(new)
        for _ in range(REPEATS * count):
            if len(new) == count:
                return new
            trial = self._study.ask(self._distributions)
            cell = tuple(int(trial.params[name]) for name in self._distributions)
            if cell in self._asked:
                self._study.tell(trial.number, state=TrialState.FAIL)
                continue
            self._open.append((trial.number, cell))
            self._asked.add(cell)
            new.append(cell)
        return [*new, *self._draw_cells(count - len(new))]

    def _draw_cells(self, count: int) -> list[Cell]:
        """Return cells that were not asked for, drawn at random."""
        cells: list[Cell] = []
        while len(cells) < count:
            cell = tuple(int(self._rng.integers(size)) for size in self._sizes)
            if cell not in self._asked:
                self._asked.add(cell)
                cells.append(cell)
        return cells

    def tell(self, results: Sequence[tuple[Cell, float, float]]) -> None:
        """Tell the study the results; cells that Optuna did not suggest become trials too."""
        import optuna

        self._results |= {
            cell: (cost, min(distance, NOT_PLAYED)) for cell, cost, distance in results
        }
        open_cells = {cell for _, cell in self._open}
        for number, cell in self._open:
            self._study.tell(number, self._results[cell])
        self._open = []
        for cell, *_ in results:
            if cell not in open_cells:
                params = dict(zip(self._distributions, cell, strict=True))
                self._study.add_trial(
                    optuna.trial.create_trial(
                        params=params,
                        distributions=self._distributions,
                        values=self._results[cell],
                    )
                )


def check_optuna() -> None:
    """Check that Optuna is installed.

    Raises:
        InputError: it is not.
    """
    if find_spec("optuna") is None:
        raise InputError(
            "this number of sets of rules needs Optuna; install it with:"
            f" {install_command('tune')}; or vary less, so that --candidates are all of them",
            "vary",
        )
