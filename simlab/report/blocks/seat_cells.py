"""Table cells on who wins a scenario: first seat, or strongest and weakest named seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.fairness import seat_order_cell
from simlab.report.answers.favoured_seat import (
    Found,
    commonest_way,
    favoured_seat,
    first_seat,
    weakest_seat,
)
from simlab.report.page_table import Cell
from simlab.report.seat_result import even_in_words, in_cell, verb
from simlab.report.wording import (
    FormattedEstimate,
    Row,
    share,
)


def seat_cells(tables: Tables, scenario: Scenario) -> Mapping[str, Cell]:
    """Return who wins: the first seat, or where seats have names the strongest and the weakest."""
    first, say, does = first_seat(tables, scenario), in_cell(tables), verb(tables)
    level = f"mean of all {tables.facts.seats.many}" if tables.is_for_points else "fair share"
    fair = {level: even_in_words(tables, first), **seat_order_cell(tables, scenario)}
    if not tables.facts.seats.names:
        return {f"first seat {does}": say(first), **fair}
    way = {} if tables.is_for_points else _commonest(tables, scenario)
    return {
        f"{does} most": cell_with_name(favoured_seat(tables, scenario), "who", say),
        f"{does} least": cell_with_name(weakest_seat(tables, scenario), "who", say),
        **fair,
        **way,
    }


def _commonest(tables: Tables, scenario: Scenario) -> Mapping[str, Cell]:
    """Return the way in which most games are won."""
    return {"most games are won by": cell_with_name(commonest_way(tables, scenario), "end", share)}


def cell_with_name(row: Found, key: str, say: Callable[[Row], FormattedEstimate]) -> Cell:
    """Return a number after its name."""
    if row is None:
        return "–"
    estimate = say(row)
    return replace(estimate, estimate=f"{row[key]} {estimate.estimate}")
