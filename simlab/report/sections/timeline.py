"""Plates on how a game goes and why it ends, the same for every kind of game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from simlab.analysis import band, end_reason, timeline
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures import timeline as timeline_figure
from simlab.report.figures.dots import Dots, Group
from simlab.report.figures.from_rows import dots_by
from simlab.report.figures.lines import lines_of
from simlab.report.figures.timeline import PLACES
from simlab.report.page_table import PageTable, across, records
from simlab.report.scenario import called, capped_sentence, ordered
from simlab.report.sections.victory_type import has_ways
from simlab.report.wording import Row, number, share

SCORES = "scores"
"""Key of the columns that hold the points of each seat round by round."""


def end_plates(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the plate on the reasons why games end, where there are several."""
    if "ends" not in tables.main[0].metrics:
        return
    ends = end_reason.end(tables)
    reasons = _reasons(ends)
    groups = [
        Group(name, dots_by(_among(ends, scenario, "end", reasons), "end", reasons))
        for scenario, name in called(tables.main).items()
    ]
    plot = Dots(groups, "share of games (%)", reasons, is_share=True)
    title = "How often each way wins" if has_ways(tables) else "Why a game ends"
    yield FigureBlock(
        title=title,
        lead=f"Share of games with {tables.main[0].entry} by the way they end."
        f" {capped_sentence(tables)}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=across("end", ends, "end", ordered(tables), share, end_reason.METHOD),
    )


def _reasons(ends: pd.DataFrame) -> list[str]:
    """Return the ends that are drawn: the capped only if there are any."""
    reasons = ends["end"].unique().tolist()
    has_capped = (ends[ends["end"] == band.CAPPED]["estimate"] > 0).any()
    return reasons if has_capped else [name for name in reasons if name != band.CAPPED]


def _among(frame: pd.DataFrame, scenario: str, key: str, values: Sequence[str]) -> pd.DataFrame:
    return frame[(frame["scenario"] == scenario) & frame[key].isin(values)]


def timeline_plates(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the plate on the columns that the game keeps round by round."""
    about = tables.main[0].metrics.get("timeline")
    if about is None:
        return
    answers = _measured(tables, about)
    if not answers:
        return
    measures = [
        timeline_figure.Measure(
            lines_of(rounds, called(tables.main)), own["label"], own.get("high"), _places(rounds)
        )
        for _, own, rounds in answers
    ]
    if not all(measure.lines for measure in measures):
        return
    yield FigureBlock(
        title=about["title"],
        lead=" ".join(filter(None, [_scores_lead(about), _bands_lead(about)])),
        alt=timeline_figure.describe(measures),
        figure=timeline_figure.draw(measures),
        sheet=_rounds_sheet(tables, answers),
    )


Answers = list[tuple[str, dict[str, Any], pd.DataFrame]]
"""What is measured, what the game says of it, and the answer round by round."""


def _measured(tables: Tables, about: dict[str, Any]) -> Answers:
    found: Answers = []
    if SCORES in about:
        own = about[SCORES]
        rounds = timeline.standings(tables, tuple(own["columns"]), tables.main)
        found.append((SCORES, own, rounds))
    for column, own in about.get("columns", {}).items():
        found.append((column, own, timeline.timeline(tables, column, tables.main)))
    return found


def _places(rounds: pd.DataFrame) -> int:
    """Return how many lines there are in a picture, or none where there is only the mean."""
    return int(rounds["place"].max()) if "place" in rounds else 0


def _scores_lead(about: dict[str, Any]) -> str:
    return (
        "Mean points, after each round, of whoever is then first, second and so on, in the games"
        " that still go on: the room between the lines is what the leader is ahead."
        if SCORES in about
        else ""
    )


def _bands_lead(about: dict[str, Any]) -> str:
    return (
        "The line is the mean of the games that still go on; half of them lie in the dark"
        " band, nine in ten in the pale one."
        if "columns" in about
        else ""
    )


def _rounds_sheet(tables: Tables, answers: Answers) -> PageTable:
    frame = pd.concat(
        rounds.assign(measure=measure, when=[_when(own, row) for row in records(rounds)])
        for measure, own, rounds in answers
    )
    return across("timeline", frame, "when", tables.main, number, timeline.METHOD)


def _when(about: dict[str, Any], row: Row) -> str:
    place = f", {PLACES[row['place'] - 1]}" if "columns" in about else ""
    return f"{about['label']}{place}, round {row['round']}"
