"""Section on the rounds: measures of each seat after each round, actions in each round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from simlab.analysis import timeline
from simlab.analysis.tables import Tables
from simlab.report.blocks.usage import use_blocks, use_sentences
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import grid, ridge
from simlab.report.figures.grid import Grid, Panel
from simlab.report.figures.lines import lines_of
from simlab.report.figures.ridge import Ridge
from simlab.report.figures.timeline import rounds_to_show
from simlab.report.page_table import across
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.wording import number


def _seat_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the measures of each seat."""
    answers = {
        measure.label: timeline.by_seat(tables, measure.columns, tables.main)
        for measure in tables.facts.timeline.seats
    }
    if not answers or any(frame.empty for frame in answers.values()):
        return
    panels = [
        _panel(scenario, name, answers) for scenario, name in labels_by_name(tables.main).items()
    ]
    plot = Grid(list(answers), panels, number)
    frame = pd.concat(frame.assign(measure=label) for label, frame in answers.items())
    yield FigureBlock(
        title=tables.facts.timeline.title,
        lead=f"Each {tables.facts.seats.one} with {tables.main[0].entry}, at the end of each round."
        " The"
        " line is the mean of the games that still go on; half of them lie in the dark band, nine"
        f" in ten in the pale one. The dashed line is the mean of all {tables.facts.seats.many}.",
        alt=grid.describe(plot),
        figure=grid.draw(plot),
        narrow=grid.draw_narrow(plot),
        table=across(
            "rounds", frame, "measure", tables.main, number, timeline.METHOD, ["who", "round"]
        ),
    )


def _panel(scenario: str, name: str, answers: dict[str, pd.DataFrame]) -> Panel:
    cells: dict[tuple[str, str], pd.DataFrame] = {}
    for label, frame in answers.items():
        scenario_rows = frame[frame["scenario"] == scenario]
        cells |= {(label, str(who)): rows for who, rows in scenario_rows.groupby("who", sort=False)}
    return Panel(name, list(dict.fromkeys(who for _, who in cells)), cells)


def _gain_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the actions in each round."""
    gain_facts = tables.facts.timeline.gains
    labels = gain_facts.columns
    gains = timeline.gains(tables, tuple(labels), tables.main)
    if gains.empty:
        return
    named = gains.assign(what=gains["what"].map(labels))
    lines = [
        replace(line, table=rounds_to_show(line.table))
        for line in lines_of(named, labels_by_name(tables.main))
    ]
    plot = Ridge(list(labels.values()), lines, gain_facts.unit, number)
    yield FigureBlock(
        title=gain_facts.title,
        lead=f"Mean {gain_facts.unit}, by everybody together, in the games with"
        f" {tables.main[0].entry} that still go on. {ridge.READING}",
        alt=ridge.describe(plot),
        figure=ridge.draw(plot),
        table=across("gains", named, "what", tables.main, number, timeline.METHOD, ["round"]),
    )


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    yield from _seat_blocks(tables)
    if tables.facts.timeline.gains.columns:
        yield from _gain_blocks(tables)
        yield from use_blocks(tables)


def _lead(tables: Tables) -> str:
    return use_sentences(tables) if tables.facts.timeline.gains.columns else ""


SECTION = Section({"competitive": 80, "points": 80}, "Round by round", _blocks, lead=_lead)
