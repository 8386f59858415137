"""Section on what is assumed: the effect of other values on the answer, as a tornado."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis.assumption import METHOD, varied_tables
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.assumptions import (
    change_of,
    effects,
    headline,
    label_of,
    margin_in_words,
    unit_of,
)
from simlab.report.answers.effect import VERDICTS
from simlab.report.answers.favoured_seat import Line
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import tornado
from simlab.report.figures.tornado import Change, Tornado
from simlab.report.page_table import Cell, PageTable
from simlab.report.section import Section
from simlab.report.wording import grouped, joined, listed, n_of

MOST_DRAWN = 14
"""Changes in the figure, all numbers of players together: the largest; the table has all."""


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the tornado of other values of what is assumed, if they were played."""
    rows = effects(tables)
    if rows:
        plot = _tornado(tables, rows)
        yield FigureBlock(
            title="What other values of assumed rules and tables change",
            lead=" ".join(_lead(tables, rows)),
            alt=tornado.describe(plot),
            figure=tornado.draw(plot),
            narrow=tornado.draw_narrow(plot),
            table=_table(tables, rows),
        )


def _tornado(tables: Tables, rows: Sequence[Line]) -> Tornado:
    mains = [main for main in tables.main if _of(rows, main)]
    each = MOST_DRAWN // len(mains)
    groups = [
        (_heading(tables, main), [_change(tables, row) for row in _of(rows, main)[:each]])
        for main in mains
    ]
    return Tornado(groups, _axis(tables), rows[0]["margin"], 1 if tables.is_cooperative else 100)


def _of(rows: Sequence[Line], main: Scenario) -> list[Line]:
    return [row for row in rows if row["players"] == main.players]


def _heading(tables: Tables, main: Scenario) -> str:
    players = n_of(main.players, "player") if len(tables.main) > 1 else ""
    wins = "" if tables.is_cooperative else f"wins of {headline(tables, main)['who']}"
    return joined(players, wins)


def _axis(tables: Tables) -> str:
    what = f"mean {tables.facts.score.label}" if tables.is_cooperative else "wins"
    return f"change of the {what} ({unit_of(tables)})"


def _change(tables: Tables, row: Line) -> Change:
    return Change(label_of(row), row, change_of(tables, row), row["verdict"], _verdict(tables, row))


def _verdict(tables: Tables, row: Line) -> str:
    return VERDICTS[row["verdict"]].format(margin_in_words(tables, row))


def _lead(tables: Tables, rows: Sequence[Line]) -> Iterator[str]:
    """Yield who played what, what the figure leaves out, and what was not varied."""
    yield (
        "One assumed rule or table at a time has another value;"
        f" {n_of(rows[0]['n'], 'deal')} of each change are played by {_players(tables)}, the same"
        " as by the unchanged rules."
    )
    if len(rows) > len(_tornado(tables, rows).changes):
        yield f"The largest of {n_of(len(rows), 'change')} are drawn; the table has all."
    idle = _not_varied(tables)
    if idle:
        yield f"Without another value to try: {listed(idle)}."


def _players(tables: Tables) -> str:
    varied = varied_tables(tables)
    return listed(varied.main[0].policies) if varied else ""


def _not_varied(tables: Tables) -> list[str]:
    """Return what is assumed and has no other value that a game would notice."""
    varied = varied_tables(tables)
    assumptions = varied.study["assumptions"] if varied else []
    return [own["title"].lower() for own in assumptions if not own["variations"]]


def _table(tables: Tables, rows: Sequence[Line]) -> PageTable:
    """Return a row for each change, the largest first, with a column for each number of players."""
    players = list(dict.fromkeys(row["players"] for row in rows))
    by_entry = grouped((row["entry"], row) for row in sorted(rows, key=_size))
    cells: list[list[Cell]] = []
    for own in by_entry.values():
        effect_of = {row["players"]: change_of(tables, row) for row in own}
        cells.append([_in_full(own[0]), *(effect_of[each] for each in players)])
    heads = ["other value", *(n_of(each, "player") for each in players)]
    return PageTable("assumptions", heads, cells, METHOD, pd.DataFrame(rows))


def _in_full(row: Line) -> str:
    """Return what is changed, with the title of its patch."""
    return f"{row['title']}: {row['changes']}" if row["title"] else str(row["changes"])


def _size(row: Line) -> float:
    """Return a number by which the largest effects come first."""
    return -abs(float(row["estimate"]))


PAGES = {"competitive": 45, "cooperative": 25}
SECTION = Section(PAGES, "How much the assumptions weigh", _blocks, in_short=True)
