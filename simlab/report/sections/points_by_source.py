"""Plates on points: how many there are, where they come from, what sets winners apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.analysis import breakdown, points, winner_profile
from simlab.analysis.tables import Scenario, Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import bars, dots, matrix, stack
from simlab.report.figures.from_rows import by_players, panels_of
from simlab.report.figures.lines import lines_of
from simlab.report.figures.matrix import Matrix
from simlab.report.figures.stack import Bar, Stack
from simlab.report.figures.timeline import PLACES
from simlab.report.page_table import across, records, rows_of
from simlab.report.scenario import called, score_unit, seat_word, seats_word
from simlab.report.wording import difference, number, share

STEPS = (0.1, 0.3)
"""Distances from the mean of all seats, in parts of it, at which the tint becomes deeper."""
TINTED = (
    "Orange is more than the mean of all {} and purple less, where the whole interval is; the"
    f" deeper the further off, from {round(100 * STEPS[0])} % and from {round(100 * STEPS[1])} %."
)


def sources_of(scenario: Scenario) -> dict[str, Any] | None:
    """Return the group of the seats whose columns add up to the score, if the game names one."""
    groups = scenario.metrics.get("seat_groups", [])
    return next((own for own in groups if own.get("makes_score")), None)


def points_plates(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the plate on the points of every seat."""
    shares, means = points.distribution(tables), points.mean(tables)
    lines = lines_of(shares, called(tables.main))
    if not lines:
        return
    first = rows_of(means, tables.main[0])
    said = "; ".join(f"{row['who']} {number(row).full}" for row in records(first))
    unit = score_unit(tables)
    yield FigureBlock(
        title=f"{unit.capitalize()} of every {seat_word(tables)}, {_of_whom(tables)}",
        lead=f"Mean {unit} with {lines[0].name}: {said}.",
        alt=bars.describe(lines, "points", unit),
        figure=bars.draw(lines, "points", f"{unit} at the end of the game"),
        sheet=across("points", shares, "points", tables.main, share, points.DISTRIBUTION_METHOD),
    )


def _of_whom(tables: Tables) -> str:
    several = len(tables.main[0].policies) > 1
    return "all policies together" if several else "not only the winner’s"


def apart_plates(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the plate on the source of points that sets winners apart from the others."""
    about = sources_of(tables.main[0])
    if about is None:
        return
    apart = winner_profile.apart(tables, about["name"])
    if apart["estimate"].isna().all():
        return
    unit = score_unit(tables)
    plot = by_players(
        tables, apart, "option", f"{unit} more than the others", 0.0, is_difference=True
    )
    yield FigureBlock(
        title="What sets winners apart",
        lead=f"{unit.capitalize()} of the winner from each source, less the mean of the others,"
        f" with {tables.main[0].entry}. Right of the dashed line winners have more.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=across(
            "apart", apart, "option", tables.main, difference, winner_profile.APART_METHOD
        ),
    )


def rank_plates(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the plate on the points of winner, second and so on by their source."""
    about = sources_of(tables.main[0])
    if about is None:
        return
    ranks = winner_profile.by_rank(tables, about["name"], tables.main)
    if ranks["estimate"].isna().all():
        return
    plot = _stack(tables, ranks)
    yield FigureBlock(
        title=f"{about['title']}, by final rank",
        lead=f"Mean {score_unit(tables)} with {tables.main[0].entry} of those who end first, second"
        f" and so on; at the right all their {score_unit(tables)}.",
        alt=stack.describe(plot),
        figure=stack.draw(plot),
        sheet=across(
            "ranks", ranks, "rank", tables.main, number, winner_profile.METHOD, ["option"]
        ),
    )


def _stack(tables: Tables, ranks: pd.DataFrame) -> Stack:
    sources = [name for name in ranks["option"].unique() if name != winner_profile.TOTAL]
    groups = []
    for scenario, name in called(tables.main).items():
        own = ranks[ranks["scenario"] == scenario].dropna(subset="estimate")
        places = [own[own["rank"] == rank] for rank in own["rank"].unique()]
        groups.append((name, [_bar(records(rows)) for rows in places]))
    return Stack(groups, sources, score_unit(tables))


def _bar(rows: list[dict[str, Any]]) -> Bar:
    *pieces, total = rows
    return Bar(PLACES[total["rank"] - 1], {row["option"]: row for row in pieces}, total)


def group_plates(tables: Tables) -> Iterator[FigureBlock]:
    """Yield a plate for each group of columns that the game keeps by seat."""
    for about in tables.main[0].metrics.get("seat_groups", []):
        means = breakdown.means(tables, about["name"], tables.main)
        met = means[means["option"].isin(means[means["estimate"].abs() > 0]["option"])]
        if met.size:
            yield _group_plate(tables, about, met)


def _group_plate(tables: Tables, about: dict[str, Any], means: pd.DataFrame) -> FigureBlock:
    panels = panels_of(called(tables.main), means, "option", "who", "even")
    plot = Matrix(means["option"].unique().tolist(), panels, number, STEPS, is_relative=True)
    return FigureBlock(
        title=f"{about['title']}, {_by_whom(tables)}",
        lead=f"Mean {about['unit']} with {tables.main[0].entry}."
        f" {TINTED.format(seats_word(tables))}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        sheet=across(
            f"seats_{about['name']}",
            means,
            "option",
            tables.main,
            number,
            breakdown.METHOD,
            ["who"],
        ),
    )


def _by_whom(tables: Tables) -> str:
    return "by policy" if len(tables.main[0].policies) > 1 else f"by {seat_word(tables)}"
