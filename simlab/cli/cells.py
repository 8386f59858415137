"""What a sweep came to: the mean in each cell, and what its changes do."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.response import METHOD, Response, effects, means, responses
from simlab.analysis.tables import Tables
from simlab.cli.summary import interval
from simlab.cli.terminal import say, say_heading, say_table
from simlab.report.effect import change_of, judged, value_of
from simlab.report.sheet import records
from simlab.report.wording import Spoken, n_of

Content = dict[str, Any]

HEADS = ["rules", ">mean", ">95 %", ">change", ">95 %", "verdict"]
MOST_ROWS = 15
"""Cells in a printed table: those with the largest changes."""


def sweeps(tables: Tables) -> list[Content]:
    """Return what a sweep came to, an entry for each number of players."""
    return [content_of(tables, own) for own in responses(tables)]


def print_responses(tables: Tables) -> None:
    """Print the same, a table for each number of players."""
    for own in responses(tables):
        print_response(tables, own)
    say(METHOD)


def content_of(tables: Tables, own: Response) -> Content:
    """Return what a sweep came to with one number of players."""
    changes = {row["scenario"]: row for row in records(_of(own, effects(tables)))}
    cells = [
        {
            "name": row["scenario"],
            "levels": own.levels(cell),
            **interval(row),
            "change": _change(changes.get(row["scenario"])),
        }
        for row, cell in zip(records(_of(own, means(tables))), own.cells, strict=True)
    ]
    numbers = {"metric": own.metric.name, "margin": own.margin, "blocks": own.n_blocks}
    return {"players": own.players, **numbers, "cells": cells}


def print_response(tables: Tables, own: Response) -> None:
    """Print the unchanged rules, then the cells with the largest changes."""
    base, *_ = records(_of(own, means(tables)))
    changes = _of(own, effects(tables)).sort_values("estimate", key=abs, ascending=False)
    values = {row["scenario"]: row for row in records(means(tables))}
    say_heading(f"{own.metric.label.capitalize()} with {n_of(own.players, 'player')}")
    rows = [
        [row["cell"], *_said(value_of(own.metric, values[row["scenario"]])), *_verdict(own, row)]
        for row in records(changes[:MOST_ROWS])
    ]
    unchanged = [base["cell"], *_said(value_of(own.metric, base)), "", "", ""]
    say_table(HEADS, [unchanged, *rows])
    if len(changes) > MOST_ROWS:
        say(f"{len(changes) - MOST_ROWS} cells that change less are in the report.")


def _verdict(own: Response, row: Content) -> list[str]:
    said = change_of(own.metric, row)
    return [*_said(said), judged(own.metric, own.margin, row["verdict"])]


def _said(said: Spoken) -> list[str]:
    return [said.value, said.range]


def _change(row: Content | None) -> Content | None:
    """Return how a cell differs from the unchanged rules, which differ in nothing."""
    return None if row is None else {**interval(row), "verdict": row["verdict"]}


def _of(own: Response, frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["players"] == own.players]
