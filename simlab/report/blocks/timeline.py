"""Figure block on measures round by round, with the mean and the spread of games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.analysis import timeline
from simlab.analysis.tables import Tables
from simlab.game.facts import Measure
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import timeline as timeline_figure
from simlab.report.figures.lines import lines_of
from simlab.report.figures.timeline import PLACES
from simlab.report.page_table import PageTable, across, records
from simlab.report.scenario import labels_by_name
from simlab.report.wording import number

SCORES = "scores"
"""Name of the measure for the points of each seat."""


def timeline_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the columns that the game keeps round by round."""
    answers = _measures(tables)
    if not answers:
        return
    measures = [
        timeline_figure.Measure(
            lines_of(rounds, labels_by_name(tables.main)),
            game_measure.label,
            game_measure.high,
            _places(rounds),
        )
        for _, game_measure, rounds in answers
    ]
    if not all(measure.lines for measure in measures):
        return
    yield FigureBlock(
        title=tables.facts.timeline.title,
        lead=" ".join(filter(None, [_scores_lead(tables), _bands_lead(tables)])),
        alt=timeline_figure.describe(measures),
        figure=timeline_figure.draw(measures),
        table=_rounds_table(tables, answers),
    )


Answers = list[tuple[str, Measure, pd.DataFrame]]
"""Name of each measure, the facts that the game gives on it, and its estimates by round."""


def _measures(tables: Tables) -> Answers:
    answers: Answers = []
    if scores := tables.facts.timeline.scores:
        rounds = timeline.standings(tables, scores.columns, tables.main)
        answers.append((SCORES, Measure(label=scores.label), rounds))
    for column, measure in tables.facts.timeline.columns.items():
        answers.append((column, measure, timeline.timeline(tables, column, tables.main)))
    return answers


def _places(rounds: pd.DataFrame) -> int:
    """Return how many lines there are in a picture, or none where there is only the mean."""
    return int(rounds["place"].max()) if "place" in rounds else 0


def _scores_lead(tables: Tables) -> str:
    return (
        "Mean points, after each round, of the seats then first, second and so on, in the games"
        " that still go on: the room between the lines is what the leader is ahead."
        if tables.facts.timeline.scores
        else ""
    )


def _bands_lead(tables: Tables) -> str:
    return (
        "The line is the mean of the games that still go on; half of them lie in the dark"
        " band, nine in ten in the pale one."
        if tables.facts.timeline.columns
        else ""
    )


def _rounds_table(tables: Tables, answers: Answers) -> PageTable:
    frame = pd.concat(
        rounds.assign(measure=column, when=[_when(measure, row) for row in records(rounds)])
        for column, measure, rounds in answers
    )
    return across("timeline", frame, "when", tables.main, number, timeline.METHOD)


def _when(measure: Measure, row: dict[str, Any]) -> str:
    place_phrase = f", {PLACES[row['place'] - 1]}" if "place" in row else ""
    return f"{measure.label}{place_phrase}, round {row['round']}"
