"""Distributions of traits in a search, and the file in the folder of its player that keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simlab.errors import InputError, RunError
from simlab.files.checksum import finite, read_csv, seal_csv
from simlab.files.writing import write_whole
from simlab.studies.train.folder import damaged_training

Array = NDArray[np.float64]

DISTRIBUTION = "distribution.csv"
MEAN, SD = "mean", "sd"


@dataclass(frozen=True, eq=False)
class Distribution:
    """Normal distribution of the traits after a generation."""

    generation: int
    games: int
    """Games played so far."""
    seconds: float
    mean: Array
    """Shape (distributions, traits), as that of `sd`."""
    sd: Array
    elites: float
    """Mean result of the elites in the last generation; too high, since they were chosen by it."""


def write_distributions(
    folder: Path, names: Sequence[str], distributions: Sequence[Distribution]
) -> None:
    """Write a row for each generation; `names` are those of the numbers of a distribution.

    Raises:
        RunError: it cannot be written.
    """
    columns = ["generation", "games", "seconds", "elites"]
    columns += [f"{kind}_{name}" for kind in (MEAN, SD) for name in names]
    rows = [
        [
            *(
                distribution.generation,
                distribution.games,
                distribution.seconds,
                distribution.elites,
            ),
            *distribution.mean.ravel().tolist(),
            *distribution.sd.ravel().tolist(),
        ]
        for distribution in distributions
    ]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / DISTRIBUTION, seal_csv(columns, rows))
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error


def read_distributions(folder: Path, names: Sequence[str], n_rows: int) -> Iterator[Distribution]:
    """Yield the distributions that a folder has, of `n_rows` rows each; none if it has no file.

    Raises:
        InputError: the file is damaged.
    """
    try:
        for row in _rows_of(folder):
            mean, sd = (
                np.array([finite(row[f"{kind}_{name}"]) for name in names]).reshape(n_rows, -1)
                for kind in (MEAN, SD)
            )
            numbers = int(row["generation"]), int(row["games"]), finite(row["seconds"])
            yield Distribution(*numbers, mean, sd, float(row["elites"]))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise damaged_training(folder / DISTRIBUTION, error) from error


def last_spread(folder: Path) -> dict[str, float]:
    """Return the last standard deviations that a folder has, by name; nothing if it has no file.

    Raises:
        InputError: the file is damaged.
    """
    start = f"{SD}_"
    try:
        last: dict[str, str] = dict(*_rows_of(folder)[-1:])
        return {
            name.removeprefix(start): finite(value)
            for name, value in last.items()
            if name.startswith(start)
        }
    except (OSError, AttributeError, TypeError, ValueError) as error:
        problem = str(error).removeprefix("damaged: ")
        file = str(folder / DISTRIBUTION)
        raise InputError(f"damaged: {problem}; train this player again", file) from error


def _rows_of(folder: Path) -> list[dict[str, str]]:
    """Return the rows of the file of a folder; none if it has no file."""
    file = folder / DISTRIBUTION
    return read_csv(file.read_bytes()) if file.exists() else []
