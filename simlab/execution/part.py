"""Part of a run: its games played in short calls, summed up and encoded as Parquet files."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from simlab.engine.build import NO_TIMELINE, Engine
from simlab.execution.parquet import COUNT, FIRST, KEY, Footer, encode_files
from simlab.execution.tables import tables_of
from simlab.execution.tally import Tally, tally_of
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario
from simlab.experiment.run_folder import part_identity

Rows = npt.NDArray[Any]

TIMELINE_GAMES = 10_000
"""Games at the start of each scenario with a timeline: enough for narrow bands, little disk."""
SLICE_SECONDS = 0.2
"""Target seconds of a call into compiled code: short for Ctrl-C, long against overhead."""
FIRST_SLICE = 50
"""Games of the first call, before the speed of a game is known."""


class Stop(Protocol):
    """An event of this process, or a flag that other processes see."""

    def is_set(self) -> bool:
        """Return whether to stop."""


@dataclass(frozen=True)
class EncodedPart:
    """A finished part: its tally, and the content of its file in each table."""

    tally: Tally
    files: Mapping[str, bytes]


def play_and_encode(
    engine: Engine, part: Part, key: str, stop: Stop, progress: Rows
) -> EncodedPart | None:
    """Play a part of the run with this key and return its files; None if stopped before its end."""
    played = play_part(engine, part, stop, progress)
    if played is None:
        return None
    rows, timeline = played
    tally, tables = tally_of(part, rows), tables_of(part.scenario, rows, timeline)
    del played, rows, timeline  # frees memory: tables are as large again
    files = encode_files(tables, footer_of(part, key), partial(identity_of, part, key))
    return EncodedPart(tally, files)


def footer_of(part: Part, key: str) -> Footer:
    """Return what the files of a part say of themselves."""
    return {KEY: key, FIRST: str(part.first_deal), COUNT: str(part.n_deals)}


def identity_of(part: Part, key: str, table: str) -> str:
    """Return the identity of the file of a table of a part; see `part_identity`."""
    return part_identity(key, table, part.scenario.slug, part.file)


def play_part(engine: Engine, part: Part, stop: Stop, progress: Rows) -> tuple[Rows, Rows] | None:
    """Return OUTCOME and timeline rows in order of deal and rotation; None if stopped."""
    n_rotations = part.scenario.n_rotations
    rows = np.empty((part.n_deals, n_rotations), part.scenario.game.outcome_row)
    timelines = []
    for rotation in range(n_rotations):
        for first, count in slices_of(part):
            if stop.is_set():
                return None
            played, timeline = play_slice(engine, part.scenario, first, count, rotation, progress)
            start = first - part.first_deal
            rows[start : start + count, rotation] = played
            timelines.append(timeline)
    return rows.reshape(-1), in_order(np.concatenate(timelines))


def in_order(rows: Rows) -> Rows:
    """Return rows sorted by deal and rotation (stable)."""
    # lexsort sorts by its last key first
    return rows[np.lexsort((rows["rotation"], rows["deal"]))]


def slices_of(part: Part) -> Iterator[tuple[int, int]]:
    """Yield calls of about SLICE_SECONDS that cover a part, starting with few games."""
    first, end, count = part.first_deal, part.first_deal + part.n_deals, FIRST_SLICE
    while first < end:
        count = min(count, end - first)
        began = time.perf_counter()
        yield first, count
        first += count
        elapsed = time.perf_counter() - began
        # at most eightfold, since the first games may be short by chance
        count = int(min(count * SLICE_SECONDS / max(elapsed, 1e-6), count * 8.0)) + 1


def play_slice(
    engine: Engine, scenario: Scenario, first: int, count: int, rotation: int, progress: Rows
) -> tuple[Rows, Rows]:
    """Play some deals in one call; return OUTCOME rows, and timeline rows of the first games."""
    game = scenario.game
    last = TIMELINE_GAMES // scenario.n_rotations
    n_timed = min(max(last - first, 0), count)
    timeline = np.empty(n_timed * game.most_rounds, game.timeline_row or NO_TIMELINE)
    rows = engine.play(
        scenario.rules.row,
        scenario.lineup,
        scenario.seed,
        first,
        count,
        rotation,
        progress=progress,
        timeline=timeline,
    )
    timed_rows = timeline[: progress["timeline_rows"][0]]
    return rows, timed_rows[timed_rows["deal"] < last]
