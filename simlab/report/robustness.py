"""The main answers once more under each variant of the rules: how much hangs on what is assumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from simlab.analysis import seat
from simlab.analysis.intervals import Interval
from simlab.analysis.tables import Scenario, Tables
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.finding import (
    Found,
    deciding_source,
    first_seat,
    half_way_leader,
    strongest_card,
)
from simlab.report.plate import Plate
from simlab.report.rulebook import changes_of
from simlab.report.scenario import called
from simlab.report.sheet import Cell, Sheet
from simlab.report.winners import POINTS, fair_share, seat_order
from simlab.report.wording import Row, Spoken, difference, difference_of_shares, share

METHOD = (
    "Each cell as in the tables of its own question, 95 %. No difference between the rows has been"
    " tested."
)
UNCHANGED = "unchanged"


def variant_plates(tables: Tables) -> Iterator[Plate]:
    """Yield the plate on the variants of the rules, where there are any."""
    if not tables.variants:
        return
    groups = [
        Group(name, [_dot(tables, s) for s in _alike(tables, main)], fair=1 / main.players)
        for main, name in zip(tables.main, called(tables.main).values(), strict=True)
    ]
    plot = Dots(groups, "wins of the first seat (%)", is_share=True, margin=seat.MARGIN)
    yield Plate(
        title="How much of the answer hangs on these rules",
        lead=f"Share of the wins of the first seat with {', '.join(tables.main[0].policies)} under"
        f" each set of rules. The dashed line is a fair share, the stripe a margin of {POINTS}"
        " points; the table has the other answers too.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=_sheet(tables),
    )


def _alike(tables: Tables, main: Scenario) -> list[Scenario]:
    """Return a main scenario and its variants."""
    return [main, *(s for s in tables.variants if s.players == main.players)]


def _name(tables: Tables, scenario: Scenario) -> str:
    return UNCHANGED if scenario in tables.main else scenario.entry


def _dot(tables: Tables, scenario: Scenario) -> Dot:
    return Dot(first_seat(tables, scenario), label=_name(tables, scenario))


def _sheet(tables: Tables) -> Sheet:
    scenarios = [scenario for main in tables.main for scenario in _alike(tables, main)]
    rows = [[str(s.players), changes_of(s) or UNCHANGED, *_cells(tables, s)] for s in scenarios]
    heads = [
        "players",
        "rules",
        "first seat wins",
        "fair share",
        "seat order",
        "winners are ahead in",
        "leader half-way wins",
        "strongest card",
    ]
    frame = pd.DataFrame([line for s in scenarios for line in _lines(tables, s)])
    return Sheet("rules_compared", heads, rows, METHOD, frame, labels=2)


def _cells(tables: Tables, scenario: Scenario) -> list[Cell]:
    source = deciding_source(tables, scenario)
    leader = half_way_leader(tables, scenario)
    card = strongest_card(tables, scenario)
    return [
        share(first_seat(tables, scenario)),
        fair_share(scenario.players),
        seat_order(tables, scenario),
        _named(source, "option", difference),
        share(leader) if leader is not None else "–",
        _named(card, "card", difference_of_shares),
    ]


def _named(found: Found, key: str, say: Callable[[Row], Spoken]) -> Cell:
    """Return a number after its name."""
    if found is None:
        return "–"
    said = say(found)
    return replace(said, estimate=f"{found[key]} {said.estimate}")


def _lines(tables: Tables, scenario: Scenario) -> Iterator[dict[str, Any]]:
    """Yield the same answers for the CSV file."""
    found = {
        "wins of the first seat": first_seat(tables, scenario),
        "points of winners beyond the others": deciding_source(tables, scenario),
        "wins of the leader half-way": half_way_leader(tables, scenario),
        "wins of who plays the strongest card beyond the others": strongest_card(tables, scenario),
    }
    for quantity, row in found.items():
        if row is not None:
            what = row.get("option", row.get("card", row.get("what", "")))
            numbers = {name: row[name] for name in Interval._fields}
            rules = changes_of(scenario) or UNCHANGED
            yield {**scenario.keys, "rules": rules, "quantity": quantity, "what": what, **numbers}
