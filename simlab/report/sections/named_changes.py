"""Section on other policies: the changes that the answer of a sweep names with each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pandas as pd

from simlab.analysis.named_change import METHOD
from simlab.analysis.sweep import SweepEffects
from simlab.analysis.tables import Tables
from simlab.report.answers.effect import change_of, unit_of
from simlab.report.answers.named_change import Rows, elsewhere
from simlab.report.answers.named_rules import changes_to_name
from simlab.report.answers.population import deals_played, direction
from simlab.report.page_table import PLAYERS, Cell, PageTable
from simlab.report.section import Section
from simlab.report.wording import FormattedEstimate, Row

LEAD = (
    "The change that the answer names first, with the line-up and where each other policy sits in"
    " all seats. One that goes the other way with others is about who plays, not about the rules"
    " alone."
)
LINEUP = "line-up"


def _tables(tables: Tables) -> Iterator[PageTable]:
    """Yield the table of all numbers of players for which other policies played."""
    named = [(effects, row, elsewhere(tables, row)) for effects, row in changes_to_name(tables)]
    played = [
        (effects, {LINEUP: row, **rows_by_policy})
        for effects, row, rows_by_policy in named
        if rows_by_policy
    ]
    if played:
        yield _table(played)


def _table(played: Sequence[tuple[SweepEffects, Rows]]) -> PageTable:
    """Return a row for each number of players, with a column for each policy."""
    policies = list(dict.fromkeys(policy for _, rows in played for policy in rows))
    cells: list[list[Cell]] = [
        [
            str(effects.players),
            rows[LINEUP]["title"],
            *(_bare(effects, rows[name]) if name in rows else "–" for name in policies),
            direction(rows[LINEUP], {name: rows[name] for name in policies[1:] if name in rows}),
        ]
        for effects, rows in played
    ]
    first, _ = played[0]
    change_head = f"change of the {first.metric.label}\n{unit_of(first)}"
    frame = pd.DataFrame(
        {**row, "policy": policy} for _, rows in played for policy, row in rows.items()
    )
    heads = [PLAYERS, change_head, *policies, "direction"]
    rows_by_policy = {
        name: rows[name] for _, rows in played for name in policies[1:] if name in rows
    }
    method = f"{METHOD} {deals_played(rows_by_policy)}"
    return PageTable("other_policies", heads, cells, method, frame, labels=2)


def _bare(effects: SweepEffects, row: Row) -> FormattedEstimate:
    return replace(change_of(effects.metric, row), unit="")


SECTION = Section({"sweep": 43}, "With other policies", _tables, lead=LEAD, in_short=True)
