"""Table of all scenarios: a row each, a column for each quantity that was estimated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from simlab.analysis.tables import Scenario, Tables
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.scenario import order_scenarios
from simlab.report.wording import Row

COLUMNS = ["scenario", "players", "entry", "quantity", "estimate", "low", "high", "n"]


Part = tuple[pd.DataFrame, Callable[[Row], Cell]]


def are_policies(tables: Tables) -> bool:
    """Say whether each entry is the name of one policy that sits everywhere."""
    return all([scenario.entry] == scenario.policies for scenario in tables.scenarios)


def results_table(
    tables: Tables, parts: Iterable[Part], plain: Callable[[Scenario], dict[str, Cell]], method: str
) -> PageTable:
    """Return the table of all scenarios, a row each.

    Each part is an answer whose rows have a `quantity`, the head of their column, and the way to
    write them; `plain` returns cells that are counted or judged, not estimated.
    """
    answers = list(parts)
    cells = {
        (row["scenario"], row["quantity"]): say(row)
        for answer_frame, say in answers
        for row in records(answer_frame)
    }
    frame = pd.concat([answer_frame for answer_frame, _ in answers])
    heads = frame["quantity"].unique().tolist()
    rows = [
        [s.entry, str(s.players), *_row_of(cells, s, heads), *plain(s).values()]
        for s in order_scenarios(tables)
    ]
    all_heads = [
        _head_of_entries(tables),
        "players",
        *heads,
        *plain(tables.main[0]),
    ]
    one_line = frame["quantity"].str.replace("\n", " ")
    return PageTable(
        "scenarios", all_heads, rows, method, frame[COLUMNS].assign(quantity=one_line), labels=2
    )


def _head_of_entries(tables: Tables) -> str:
    if are_policies(tables):
        return "policy"
    return "scenario" if any(scenario.changes for scenario in tables.scenarios) else "line-up"


def _row_of(
    cells: Mapping[tuple[str, str], Cell], scenario: Scenario, heads: Sequence[str]
) -> list[Cell]:
    return [cells.get((scenario.name, head), "") for head in heads]
