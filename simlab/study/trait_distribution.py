"""Distributions of traits in a search, and the file in the folder of its player that keeps them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simlab.errors import InputError, RunError
from simlab.writing import write_whole

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
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    for each in distributions:
        own = (each.generation, each.games, each.seconds, each.elites)
        writer.writerow([*own, *each.mean.ravel().tolist(), *each.sd.ravel().tolist()])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / DISTRIBUTION, stream.getvalue())
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error


def read_distributions(folder: Path, names: Sequence[str], n_rows: int) -> Iterator[Distribution]:
    """Yield the distributions that a folder has, of `n_rows` rows each; none if it has no file.

    Raises:
        InputError: the file is damaged.
    """
    file = folder / DISTRIBUTION
    if not file.exists():
        return
    try:
        with file.open(newline="", encoding="utf-8") as stream:
            for row in csv.DictReader(stream):
                mean, sd = (
                    np.array([float(row[f"{kind}_{name}"]) for name in names]).reshape(n_rows, -1)
                    for kind in (MEAN, SD)
                )
                numbers = int(row["generation"]), int(row["games"]), float(row["seconds"])
                yield Distribution(*numbers, mean, sd, float(row["elites"]))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"damaged: {error}; choose another folder", str(file)) from error


def last_spread(folder: Path) -> dict[str, float]:
    """Return the last standard deviations that a folder has, by name; nothing if it has no file.

    Raises:
        InputError: the file is damaged.
    """
    file = folder / DISTRIBUTION
    if not file.exists():
        return {}
    try:
        with file.open(newline="", encoding="utf-8") as stream:
            *_, last = csv.DictReader(stream)
        start = f"{SD}_"
        return {
            name.removeprefix(start): float(value)
            for name, value in last.items()
            if name.startswith(start)
        }
    except (OSError, TypeError, ValueError) as error:
        raise InputError(f"damaged: {error}; choose another player", str(file)) from error
