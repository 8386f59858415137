"""What a report says of all scenarios at once: their names, and the table of their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from simlab.analysis import end_reason
from simlab.analysis.tables import Scenario, Tables
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.wording import Row, Spoken, listed, n_of, share

COLUMNS = ["scenario", "players", "entry", "quantity", "estimate", "low", "high", "n"]

Part = tuple[pd.DataFrame, Callable[[Row], Spoken]]


def called(scenarios: Sequence[Scenario]) -> dict[str, str]:
    """Return what to call scenarios of one entry, by name: their numbers of players."""
    return {scenario.name: n_of(scenario.players, "player") for scenario in scenarios}


def score_unit(tables: Tables) -> str:
    """Return the unit of the score of a cooperative table."""
    return str(tables.main[0].metrics.get("score", {}).get("unit", "points"))


def seat_word(tables: Tables) -> str:
    """Return what the game calls a seat: an empire, or just a seat."""
    return str(tables.main[0].metrics.get("seats", {}).get("one", "seat"))


def seats_word(tables: Tables) -> str:
    """Return what the game calls several seats."""
    return str(tables.main[0].metrics.get("seats", {}).get("many", "seats"))


def has_seat_names(tables: Tables) -> bool:
    """Whether each seat has a name of its own, so that it matters which one it is."""
    return "seats" in tables.main[0].metrics


def are_policies(tables: Tables) -> bool:
    """Say whether each entry is the name of one policy that sits everywhere."""
    return all([scenario.entry] == scenario.policies for scenario in tables.scenarios)


def ordered(tables: Tables) -> list[Scenario]:
    """Return all scenarios, those of the main entry first."""
    return sorted(tables.scenarios, key=lambda scenario: tables.entries.index(scenario.entry))


def fewest_and_most(tables: Tables) -> list[Scenario]:
    """Return the main scenarios with fewest and most players, chosen before any result is seen."""
    by_players = sorted(tables.main, key=lambda scenario: scenario.players)
    return by_players[:1] if len(by_players) == 1 else [by_players[0], by_players[-1]]


def capped_sentence(tables: Tables) -> str:
    """Say how many games were capped in the main scenarios, or that none was at all."""
    capped = end_reason.capped(tables)
    if not capped["capped"].any():
        return "No game was capped."
    names, rows = called(tables.main), records(capped)
    said = [
        f"{share(row).full} with {names[row['scenario']]}"
        for row in rows
        if row["scenario"] in names
    ]
    return f"Capped before their end were {listed(said)}, all with {tables.main[0].entry}."


def results_sheet(
    tables: Tables, parts: Iterable[Part], plain: Callable[[Scenario], dict[str, Cell]], method: str
) -> PageTable:
    """Return the table of all scenarios, a row each.

    Each part is an answer whose rows have a `quantity`, the head of their column, and the way to
    write them; `plain` returns cells that are counted or judged, not estimated.
    """
    said = list(parts)
    cells = {
        (row["scenario"], row["quantity"]): say(row) for part, say in said for row in records(part)
    }
    frame = pd.concat([part for part, _ in said])
    heads = frame["quantity"].unique().tolist()
    rows = [
        [s.entry, str(s.players), *_row_of(cells, s, heads), *plain(s).values()]
        for s in ordered(tables)
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
