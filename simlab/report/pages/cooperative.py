"""The report on a game that a table wins or loses together: its scores, and where points go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pandas as pd

from simlab.analysis import band, ecdf, end_reason, points_not_won, score
from simlab.analysis.tables import Scenario, Tables
from simlab.report.figure_block import FigureBlock, Section
from simlab.report.figures import dots
from simlab.report.figures import ecdf as ecdf_figure
from simlab.report.figures import score as ladder
from simlab.report.figures.dots import Dots, Group
from simlab.report.figures.from_rows import by_players, dots_by
from simlab.report.figures.lines import lines_of
from simlab.report.page_table import Cell, PageTable, across, records, rows_of
from simlab.report.scenario import Part, called, ordered, results_sheet, score_unit
from simlab.report.sections.convergence import convergence_plates
from simlab.report.sections.other_players import lineup_plates
from simlab.report.sections.timeline import end_plates, timeline_plates
from simlab.report.sections.usage import use_plates
from simlab.report.style import HALF, NARROW, SERIES, WIDE
from simlab.report.wording import Row, listed, n_of, number, share, stretch, whole

METHOD = (
    "Mean: Student’s t interval on blocks. Median: order-statistic interval. Shares: Goodman’s"
    " intervals, bands and ends of a scenario each together. Capped: Clopper–Pearson interval. All"
    " at 95 %, each scenario by itself. Mean, median and best are those of finished games."
)
MOST_PANELS = 6
"""Panels of the main picture side by side on a wide page; on a narrow one there are two."""
GUTTER, NARROW_GUTTER = 124, 104
"""Room for the names of the bands, in pixels."""


def main_plates(tables: Tables) -> list[FigureBlock]:
    """Return the picture that answers the question."""
    panels = panels_of(tables, tables.main)
    columns = min(len(panels), MOST_PANELS)
    few = min(columns, 2)
    wide = ladder.Sizes(columns, min((WIDE - GUTTER) // columns, 260), GUTTER, 392, 48)
    narrow = ladder.Sizes(few, (NARROW - NARROW_GUTTER) // few, NARROW_GUTTER, 392, 48)
    plate = FigureBlock(
        title=f"What a table scores with {tables.main[0].entry}{against(tables)}",
        lead="Each bar is the share of games that end with exactly that score; the dot is the"
        " mean. At the right of each band stands the share of games that end in it, with its 95 %"
        " interval; the intervals of one ladder hold together.",
        alt=ladder.describe(panels),
        figure=ladder.draw(panels, wide),
        narrow=ladder.draw(panels, narrow),
        sheet=_distribution_sheet(tables, "score", tables.main),
    )
    return [plate]


def sections(tables: Tables) -> list[Section]:
    """Return what follows the main picture and the rules."""
    found = [
        Section("All scenarios", sheets=[scenario_sheet(tables)]),
        Section("With other players", plates=list(lineup_plates(tables))),
        Section("Points", plates=[*_mean(tables), *_others(tables)]),
        Section("How sure the numbers are", plates=[*_ecdf(tables), *convergence_plates(tables)]),
        Section("How a game goes", plates=[*end_plates(tables), *timeline_plates(tables)]),
        Section("What is used and met", plates=list(use_plates(tables))),
        Section("Where points are left", plates=list(_left(tables))),
    ]
    return [section for section in found if section.plates or section.sheets]


def panels_of(tables: Tables, scenarios: Sequence[Scenario]) -> list[ladder.Panel]:
    """Return what a ladder shows of each scenario."""
    means, shares = score.mean(tables), score.distribution(tables)
    return [
        ladder.Panel(
            title=n_of(scenario.players, "player"),
            mean=rows_of(means, scenario).iloc[0],
            shares=rows_of(shares, scenario),
            bands=_bands(tables, scenario),
        )
        for scenario in scenarios
    ]


def _bands(tables: Tables, scenario: Scenario) -> pd.DataFrame:
    """Return the shares of the bands without the capped games; nothing without a victory table."""
    if "bands" not in scenario.metrics:
        return pd.DataFrame()
    bands = rows_of(band.band(tables), scenario)
    return bands[bands["label"] != band.CAPPED]


def against(tables: Tables) -> str:
    """Return what scores are held against, if there is a victory table."""
    about = tables.main[0].metrics.get("bands")
    return f", against the {about['label']}" if about else ""


def _distribution_sheet(tables: Tables, slug: str, scenarios: Sequence[Scenario]) -> PageTable:
    shares = score.distribution(tables)
    shares = shares[shares["scenario"].isin([scenario.name for scenario in scenarios])]
    return across(slug, shares, "points", scenarios, share, score.DISTRIBUTION_METHOD)


def _mean(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the means of all scenarios, where there are several."""
    if len(tables.scenarios) < 2:
        return
    means = score.mean(tables)
    players = sorted({scenario.players for scenario in tables.scenarios})
    groups = [
        Group(n_of(n, "player"), dots_by(means[means["players"] == n], "entry", tables.entries))
        for n in players
    ]
    plot = Dots(groups, f"mean score ({score_unit(tables)})", tables.entries)
    yield FigureBlock(
        title="Mean score by number of players",
        lead=_skill(tables),
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=_means_sheet(tables, means, players),
    )


def _skill(tables: Tables) -> str:
    if len(tables.entries) == 1:
        return f"The mean score of a table with {tables.entries[0]}, and its interval."
    return "The distance between dots of one row is what it is worth to play one way or the other."


def _means_sheet(tables: Tables, means: pd.DataFrame, players: Sequence[int]) -> PageTable:
    said = {(row["players"], row["entry"]): number(row) for row in records(means)}
    rows = [[str(n), *(said.get((n, entry), "") for entry in tables.entries)] for n in players]
    return PageTable("players", ["players", *tables.entries], rows, score.MEAN_METHOD, means)


def _ecdf(tables: Tables) -> Iterator[FigureBlock]:
    reaching = ecdf.ecdf(tables)
    lines = lines_of(reaching, called(tables.main))
    if not lines:
        return
    tiers = tables.main[0].metrics.get("bands", {}).get("tiers", [])
    ends = " The dotted lines are where the bands begin." if tiers else ""
    yield FigureBlock(
        title="How sure a score is",
        lead=f"The share of games with {tables.main[0].entry} that reach at least so many"
        f" {score_unit(tables)}, inside a band that holds for the whole line.{ends}",
        alt=ecdf_figure.describe(lines),
        figure=ecdf_figure.draw(
            lines,
            f"score ({score_unit(tables)})",
            "games that reach it",
            [t["from"] for t in tiers],
        ),
        sheet=across("ecdf", reaching, "points", tables.main, share, ecdf.METHOD),
    )


def _others(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the score distributions of the other entries, small and without numbers."""
    for number_, entry in enumerate(tables.entries[1:], start=2):
        scenarios = [scenario for scenario in tables.scenarios if scenario.entry == entry]
        panels = panels_of(tables, scenarios)
        columns = min(len(panels), MOST_PANELS)
        panel = (HALF - NARROW_GUTTER) // columns
        colour = SERIES[(number_ - 1) % len(SERIES)]
        sizes = ladder.Sizes(
            columns, panel, NARROW_GUTTER, 240, 26, has_numbers=False, colour=colour
        )
        yield FigureBlock(
            title=f"For comparison: what a table scores with {entry}",
            lead="As in the first picture; the shares of the bands and their intervals are in the"
            " table of all scenarios.",
            alt=ladder.describe(panels),
            figure=ladder.draw(panels, sizes),
            sheet=_distribution_sheet(tables, f"score_{number_}", scenarios),
        )


def _left(tables: Tables) -> Iterator[FigureBlock]:
    for group in tables.main[0].metrics.get("left", []):
        lefts = points_not_won.points_not_won(tables, group["name"])
        plot = by_players(tables, lefts, "kind", group["unit"])
        yield FigureBlock(
            title=group["title"],
            lead=_worth(tables, rows_of(lefts, tables.main[0])),
            alt=dots.describe(plot),
            figure=dots.draw(plot),
            sheet=across(
                group["name"], lefts, "kind", ordered(tables), number, points_not_won.METHOD
            ),
        )


def _worth(tables: Tables, rows: pd.DataFrame) -> str:
    """Say what is left in the first scenario, in points where the game names them."""
    first = n_of(tables.main[0].players, "player")
    said = []
    for row in records(rows):
        bounds = {"estimate": row["points"], "low": row["points_low"], "high": row["points_high"]}
        has_points = pd.notna(row["points"])
        worth = f"{number(bounds).full} points in " if has_points else f"{number(row).full} "
        total = int(row["points_total"]) if has_points else row["total"]
        said.append(f"{worth}{row['kind']} (of {total})")
    return f"Left per game with {first} and {tables.main[0].entry}: {listed(said)}."


def scenario_sheet(tables: Tables) -> PageTable:
    """Return the table of all scenarios."""
    return results_sheet(tables, _results(tables), partial(_counted, tables), METHOD)


def _results(tables: Tables) -> Iterator[Part]:
    yield score.mean(tables).assign(quantity="mean"), number
    yield score.median(tables).assign(quantity="median"), number
    bands = band.band(tables)
    if bands.size:
        bands = bands[bands["label"] != band.CAPPED]
        yield bands.assign(quantity=[_name_of(row) for row in records(bands)]), share
    ends = end_reason.end(tables)
    if ends.size:
        yield ends[ends["end"] != band.CAPPED].assign(quantity=ends["end"]), share
    yield end_reason.capped(tables).assign(quantity=band.CAPPED), share


def _name_of(row: Row) -> str:
    """Return a band over its scores, on two lines."""
    return f"{row['label']}\n{stretch(row['from'], row['to'])}"


def _counted(tables: Tables, scenario: Scenario) -> dict[str, Cell]:
    best = score.best(tables, scenario)
    games = tables.scenario_counts(scenario).n_games
    return {"best": "–" if best is None else str(best), "games": whole(games)}
