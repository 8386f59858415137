"""Effects of assumed rules and tables: the headline metric when one of them has another value.

The games are in a run within the run folder. It plays the same deals by the unchanged rules and
with each other value, so effects are paired by block.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.games import Games, games_of, joined
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import SHARE_MARGIN, metrics_of
from simlab.analysis.multiple_testing import against_base
from simlab.analysis.question import Row, answer, question, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import verdict
from simlab.experiment.run_folder import ASSUMPTIONS, read_manifest

Array = NDArray[Any]

METHOD = (
    "Mean differences to the unchanged rules on the same blocks; simultaneous intervals, 95 % for"
    " all changes with as many players together. Capped games count as far as they were played."
)


def varied_tables(tables: Tables) -> Tables | None:
    """Return the run that varies what a run assumes; None unless it is finished and of this run.

    Raises:
        RunError: it is damaged.
    """
    folder = tables.folder / ASSUMPTIONS
    if read_manifest(folder) is None:
        return None
    varied = Tables(folder)
    return varied if varied.study.get("run") == tables.described["key"] else None


@question
def effects(tables: Tables, seats: tuple[tuple[int, int], ...]) -> pd.DataFrame:
    """Return the effect of each other value, for each number of players the largest first.

    The metric is the score of a cooperative game, else the win credit of a seat: `seats` pairs each
    number of players with the index of its seat. `names` are the rule or the files that are
    assumed, `changes` what is changed, in sentences. Without variations there are no rows.
    """
    varied = varied_tables(tables)
    if varied is None:
        return answer([])
    return answer(line for players, seat in seats for line in _effects(varied, players, seat))


def _effects(varied: Tables, players: int, seat: int) -> list[Row]:
    """Return the effects with some number of players, the largest first."""
    scenarios = {s.name.partition("-")[2]: s for s in varied.scenarios if s.players == players}
    abouts = _variations(varied)
    if not scenarios:
        return []
    base, margin = _measured(varied, next(iter(scenarios.values())), seat)
    differences = [_measured(varied, scenarios[entry], seat)[0] - base for entry in abouts]
    changes = against_base(np.stack(differences, axis=1), are_shares=not varied.is_cooperative)
    n_blocks = len(base)
    bounds = (Interval(*each, n_blocks) for each in zip(*changes[:3], strict=True))
    verdicts = [verdict(own, margin) for own in bounds]
    about = [{**scenarios[entry].keys, **own} for entry, own in abouts.items()]
    lines = [
        {**line, "verdict": own, "margin": margin, "family": len(abouts)}
        for line, own in zip(rows({}, changes, about), verdicts, strict=True)
    ]
    return sorted(lines, key=lambda line: -abs(line["estimate"]))


def _variations(varied: Tables) -> dict[str, Row]:
    """Return what is assumed and changed in each variation, by its entry."""
    return {
        entry: {
            "assumption": assumption["title"],
            "names": ", ".join(assumption["names"]),
            "title": own["title"],
            "changes": " ".join(own["changes"]),
        }
        for assumption in varied.study["assumptions"]
        for entry, own in assumption["variations"].items()
    }


def _measured(varied: Tables, scenario: Scenario, seat: int) -> tuple[Array, float]:
    """Return the headline metric of each block, and its smallest effect of interest."""
    games = joined([*games_of(varied, scenario)])
    if varied.is_cooperative:
        score = metrics_of(scenario.facts, games)[0]
        return score.of(games), score.margin(games)
    return _wins(games, seat), SHARE_MARGIN


def _wins(games: Games, seat: int) -> Array:
    return np.asarray(games.seat("credit")[:, :, seat].mean(axis=1))
