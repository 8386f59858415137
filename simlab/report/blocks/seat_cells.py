"""Table cells on who wins a scenario: first seat, or strongest and weakest named seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from simlab.analysis import win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.fairness import seat_order_cell
from simlab.report.answers.favoured_seat import (
    Found,
    commonest_way,
    favoured_seat,
    first_seat,
    weakest_seat,
)
from simlab.report.fair_share import fair_share
from simlab.report.page_table import Cell
from simlab.report.wording import (
    FormattedEstimate,
    Row,
    share,
)


def seat_cells(tables: Tables, scenario: Scenario) -> Mapping[str, Cell]:
    """Return who wins: the first seat, or where seats have names the strongest and the weakest."""
    fair = {
        "fair share": fair_share(win_rate.fair_share(tables, scenario)),
        **seat_order_cell(tables, scenario),
    }
    if not tables.facts.seats.names:
        return {"first seat wins": share(first_seat(tables, scenario)), **fair}
    way = commonest_way(tables, scenario)
    return {
        "wins most": named(favoured_seat(tables, scenario), "who", share),
        "wins least": named(weakest_seat(tables, scenario), "who", share),
        **fair,
        "most games are won by": named(way, "end", share),
    }


def named(row: Found, key: str, say: Callable[[Row], FormattedEstimate]) -> Cell:
    """Return a number after its name."""
    if row is None:
        return "–"
    estimate = say(row)
    return replace(estimate, estimate=f"{row[key]} {estimate.estimate}")
