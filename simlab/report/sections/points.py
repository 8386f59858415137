"""Section on points: by final rank and source, and their distribution over all seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.analysis import points, winner_profile
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import bars, ridge, stack
from simlab.report.figures.lines import lines_of
from simlab.report.figures.ridge import READING, Ridge
from simlab.report.figures.stack import Bar, Stack
from simlab.report.figures.timeline import PLACES
from simlab.report.page_table import across, records, rows_of
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.wording import number, share


def _points_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the points of all seats together."""
    shares, means = points.distribution(tables), points.mean(tables)
    lines = lines_of(shares, labels_by_name(tables.main))
    if not lines:
        return
    first = rows_of(means, tables.main[0])
    phrases = "; ".join(f"{row['who']} {number(row).full}" for row in records(first))
    unit = tables.facts.score.unit
    yield FigureBlock(
        title=f"{unit.capitalize()} of every {tables.facts.seats.one}, {_of_whom(tables)}",
        lead=f"Mean {unit} with {lines[0].name}: {phrases}.",
        alt=bars.describe(lines, "points", f"{unit} at the end of the game"),
        figure=bars.draw(lines, "points", f"{unit} at the end of the game"),
        table=across("points", shares, "points", tables.main, share, points.DISTRIBUTION_METHOD),
    )


def _seat_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the points of each seat that has a name."""
    shares = points.distribution_by_seat(tables)
    lines = (
        lines_of(shares.assign(what=shares["who"]), labels_by_name(tables.main))
        if shares.size
        else []
    )
    if not lines:
        return
    unit, seat_noun = tables.facts.score.unit, tables.facts.seats.one
    main = pd.concat(line.table for line in lines)
    plot = Ridge(main["who"].unique().tolist(), lines, "share of its games", share, "points")
    yield FigureBlock(
        title=f"{unit.capitalize()} of every {seat_noun}, {_of_whom(tables)}",
        lead=f"Share of the games of each {seat_noun} with {tables.main[0].entry} by its {unit} at"
        f" the end of the game. {READING}",
        alt=ridge.describe(plot),
        figure=ridge.draw(plot),
        table=across(
            "points",
            main[main["estimate"] > 0],
            "who",
            tables.main,
            share,
            points.SEAT_METHOD,
            ["points"],
        ).with_frame(shares),
    )


def _of_whom(tables: Tables) -> str:
    if len(tables.main[0].policies) > 1:
        return "all policies together"
    return (
        f"all {tables.facts.seats.many} together"
        if tables.is_for_points
        else "not only the winner’s"
    )


def _rank_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the points of winner, second and so on by their source."""
    source_facts = tables.facts.score_sources
    if source_facts is None:
        return
    ranks = winner_profile.by_rank(tables, source_facts.name, tables.main)
    if ranks["estimate"].isna().all():
        return
    plot = _stack(tables, ranks)
    yield FigureBlock(
        title=f"{source_facts.title}, by final rank",
        lead=f"Mean {tables.facts.score.unit} with {tables.main[0].entry} of those who end first,"
        f" second and so on; at the right all their {tables.facts.score.unit}.",
        alt=stack.describe(plot),
        figure=stack.draw(plot),
        table=across(
            "ranks", ranks, "rank", tables.main, number, winner_profile.METHOD, ["option"]
        ),
    )


def _stack(tables: Tables, ranks: pd.DataFrame) -> Stack:
    sources = [name for name in ranks["option"].unique() if name != winner_profile.TOTAL]
    groups = []
    for scenario, name in labels_by_name(tables.main).items():
        scenario_ranks = ranks[ranks["scenario"] == scenario].dropna(subset="estimate")
        rows_by_rank = [
            scenario_ranks[scenario_ranks["rank"] == rank]
            for rank in scenario_ranks["rank"].unique()
        ]
        groups.append((name, [_bar(records(rows)) for rows in rows_by_rank]))
    return Stack(groups, sources, tables.facts.score.unit)


def _bar(rows: list[dict[str, Any]]) -> Bar:
    *pieces, total = rows
    return Bar(PLACES[total["rank"] - 1], {row["option"]: row for row in pieces}, total)


def _title(tables: Tables) -> str:
    return tables.facts.score.unit.capitalize()


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    if not tables.has_points:
        return
    yield from _rank_blocks(tables)
    yield from _seat_blocks(tables) if tables.facts.seats.names else _points_blocks(tables)


SECTION = Section({"competitive": 60, "points": 60}, _title, _blocks)
