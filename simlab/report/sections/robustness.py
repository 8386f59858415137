"""Section on rule variants: the main results under each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.analysis import win_rate
from simlab.analysis.intervals import Interval
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.favoured_seat import (
    Found,
    Line,
    commonest_way,
    favoured_seat,
    first_seat,
    weakest_seat,
)
from simlab.report.answers.finding import half_way_leader, source_that_decides, strongest_card
from simlab.report.blocks.seat_cells import cell_with_name, seat_cells
from simlab.report.fair_share import MARGIN_IN_WORDS, STEPS, TINTED
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, matrix
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.from_rows import panels_of
from simlab.report.figures.matrix import Matrix
from simlab.report.page_table import Cell, PageTable, rows_of
from simlab.report.rulebook import changes_of
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.wording import (
    difference,
    difference_of_shares,
    share,
)

METHOD = (
    "Each cell as in the tables of its own question, 95 %. No difference between the rows has been"
    " tested."
)
UNCHANGED = "unchanged"
TITLE = "How much of the answer depends on these rules"


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the variants of the rules, where there are any."""
    if tables.variants:
        yield _block_by_seat(tables) if tables.facts.seats.names else _first_seat_block(tables)


def _first_seat_block(tables: Tables) -> FigureBlock:
    groups = [
        Group(
            name,
            [_dot(tables, s) for s in _alike(tables, main)],
            fair=win_rate.fair_share(tables, main),
        )
        for main, name in zip(tables.main, labels_by_name(tables.main).values(), strict=True)
    ]
    plot = Dots(groups, "wins of the first seat (%)", is_share=True, margin=win_rate.MARGIN)
    return FigureBlock(
        title=TITLE,
        lead=f"Share of the wins of the first seat with {', '.join(tables.main[0].policies)} under"
        f" each set of rules. The dashed line is a fair share, the stripe a margin of"
        f" {MARGIN_IN_WORDS}; the table has the other answers too.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_table(tables),
    )


def _block_by_seat(tables: Tables) -> FigureBlock:
    credits = pd.concat(
        rows_of(win_rate.by_seat(tables), s).assign(scenario=main.name, rules=_rules(s))
        for main in tables.main
        for s in _alike(tables, main)
    )
    panels = panels_of(labels_by_name(tables.main), credits, "rules", "who", "fair")
    plot = Matrix(credits["rules"].unique().tolist(), panels, share, STEPS)
    return FigureBlock(
        title=TITLE,
        lead=f"Share of the wins of each {tables.facts.seats.one} with"
        f" {', '.join(tables.main[0].policies)} under each set of rules. {TINTED} The table has the"
        " other answers too.",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_table(tables),
    )


def _alike(tables: Tables, main: Scenario) -> list[Scenario]:
    """Return a main scenario and its variants."""
    return [main, *(s for s in tables.variants if s.players == main.players)]


def _name(tables: Tables, scenario: Scenario) -> str:
    return UNCHANGED if scenario in tables.main else scenario.entry


def _dot(tables: Tables, scenario: Scenario) -> Dot:
    return Dot(first_seat(tables, scenario), label=_name(tables, scenario))


def _rules(scenario: Scenario) -> str:
    return changes_of(scenario) or UNCHANGED


def _table(tables: Tables) -> PageTable:
    scenarios = [scenario for main in tables.main for scenario in _alike(tables, main)]
    cells = [_cells(tables, scenario) for scenario in scenarios]
    rows = [
        [str(s.players), _rules(s), *scenario_cells.values()]
        for s, scenario_cells in zip(scenarios, cells, strict=True)
    ]
    frame = pd.DataFrame([line for s in scenarios for line in _lines(tables, s)])
    heads = ["players", "rules", *cells[0]]
    return PageTable("rules_compared", heads, rows, METHOD, frame, labels=2)


def _cells(tables: Tables, scenario: Scenario) -> dict[str, Cell]:
    """Return the answers for one scenario by the heads of their columns."""
    source = source_that_decides(tables, scenario)
    leader = half_way_leader(tables, scenario)
    card = strongest_card(tables, scenario)
    return {
        **seat_cells(tables, scenario),
        "winners are ahead in": cell_with_name(source, "option", difference),
        "leader half-way wins": share(leader) if leader is not None else "–",
        f"strongest {tables.facts.cards.one}": cell_with_name(card, "card", difference_of_shares),
    }


def _lines(tables: Tables, scenario: Scenario) -> Iterator[dict[str, Any]]:
    """Yield the same answers for the CSV file."""
    answers = {
        **_seat_lines(tables, scenario),
        "points of winners beyond the others": source_that_decides(tables, scenario),
        "wins of the leader half-way": half_way_leader(tables, scenario),
        "wins of who plays the strongest card beyond the others": strongest_card(tables, scenario),
    }
    for quantity, row in answers.items():
        if row is not None:
            numbers = {name: row[name] for name in Interval._fields}
            row_keys = {"rules": _rules(scenario), "quantity": quantity, "what": _what(row)}
            yield {**scenario.keys, **row_keys, **numbers}


def _seat_lines(tables: Tables, scenario: Scenario) -> dict[str, Found]:
    if not tables.facts.seats.names:
        return {"wins of the first seat": first_seat(tables, scenario)}
    seat_noun = tables.facts.seats.one
    most, least = favoured_seat(tables, scenario), weakest_seat(tables, scenario)
    return {
        f"wins of the strongest {seat_noun}": {**most, "what": most["who"]},
        f"wins of the weakest {seat_noun}": {**least, "what": least["who"]},
        "games won by the commonest way": commonest_way(tables, scenario),
    }


def _what(row: Line) -> str:
    """Return the name of what an answer is about."""
    return str(next((row[key] for key in ("option", "card", "what", "end") if key in row), ""))


SECTION = Section({"competitive": 50}, "Under other rules", _blocks)
