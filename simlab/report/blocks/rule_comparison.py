"""Figure blocks on two sets of rules side by side: scores and bands, or wins and points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from simlab.analysis import points, rule_comparison, score, win_rate
from simlab.analysis.rule_comparison import CHANGED, UNCHANGED, Comparison
from simlab.analysis.tables import Tables
from simlab.analysis.win_rate import MARGIN
from simlab.game.facts import FAIRNESS
from simlab.report.answers.metric_change import bounds_of, change_of, table_of, value_of
from simlab.report.blocks.metric_table import metric_table
from simlab.report.blocks.score_distribution import NARROW_GUTTER, against, panels_of
from simlab.report.fair_share import MARGIN_IN_WORDS
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import bars, dots
from simlab.report.figures import score as score_figure
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.lines import lines_of
from simlab.report.page_table import PageTable, across, records
from simlab.report.style import HALF, NARROW
from simlab.report.wording import ABBREVIATION, Row, join_list, n_of, share, stretch

SIDES = (UNCHANGED, CHANGED)
HEIGHT, HEAD = 392, 48
"""Pixels of a panel at most, and of its heading."""
WINS = "wins_of_"
"""How the names of metrics begin that tell who wins."""


def score_block(tables: Tables, pair: Comparison) -> FigureBlock:
    """Return the figure block on the scores of a table by both sets of rules."""
    panels = [
        replace(panel, title=side)
        for side, panel in zip(SIDES, panels_of(tables, pair.sides), strict=True)
    ]
    wide, narrow = (
        score_figure.Layout(2, (width - NARROW_GUTTER) // 2, NARROW_GUTTER, HEIGHT, HEAD)
        for width in (HALF, NARROW)
    )
    shares = score.distribution(tables)
    return FigureBlock(
        title=f"What a table scores with {table_of(pair)}{against(tables)}",
        lead="Each bar is the share of games that end with exactly that score; the dot is the"
        " mean. At the right of each band stands the share of games that end in it, with its 95 %"
        " interval.",
        alt=score_figure.describe(panels),
        figure=score_figure.draw(panels, wide),
        narrow=score_figure.draw(panels, narrow),
        table=across(
            f"score_{pair.players}",
            shares[shares["scenario"].isin([side.name for side in pair.sides])],
            "points",
            pair.sides,
            share,
            score.DISTRIBUTION_METHOD,
        ),
        players=pair.players,
    )


def band_blocks(tables: Tables, pair: Comparison) -> Iterator[FigureBlock]:
    """Yield the figure block on the change of each band of the victory table, if there is one."""
    is_idle = rule_comparison.has_no_effect(tables, pair) and not pair.has_two_tables
    if not pair.unchanged.facts.bands.tiers or is_idle:
        return
    rows = rule_comparison.bands(tables, pair)
    met, never = _bands_and_rest(rows)
    groups = [Group(row["label"], [Dot(row)], fair=0.0) for row in reversed(met)]
    axis = f"change of the share of games ({ABBREVIATION})"
    plot = Dots(groups, axis, is_share=True, is_difference=True)
    cells = [
        [
            row["label"],
            _scores_of(pair, row),
            *(value_of(row, side) for side in SIDES),
            change_of(row),
        ]
        for row in met
    ]
    heads = ["band", "score", *SIDES, "change"]
    yield FigureBlock(
        title=f"Band by band with {n_of(pair.players, 'player')}",
        lead="How many more or fewer games of a hundred end in each band by the changed rules,"
        f" on the same deals{', each side by its own victory table' * pair.has_two_tables}.{never}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=PageTable(
            f"bands_{pair.players}", heads, cells, rule_comparison.BAND_METHOD, rows, labels=2
        ),
        players=pair.players,
    )


def _bands_and_rest(rows: pd.DataFrame) -> tuple[list[dict[str, Any]], str]:
    """Return the bands that some game reaches, and a sentence on the others."""
    is_met = (rows[[UNCHANGED, CHANGED]] > 0).any(axis=1)
    never = rows[~is_met]["label"].tolist()
    return records(rows[is_met]), f" No game ends in {join_list(never, 'or')}." if never else ""


def _scores_of(pair: Comparison, row: Row) -> str:
    """Return the scores of a band, by both victory tables where there are two."""
    sides = [(row["from"], row["to"]), (row["changed_from"], row["changed_to"])]
    before, after = (stretch(*ends) for ends in sides)
    return f"{before} → {after}" if pair.has_two_tables and before != after else before


def wins_block(tables: Tables, pair: Comparison) -> FigureBlock:
    """Return the figure block on who wins by both sets of rules."""
    rows = rule_comparison.effects(tables, pair)
    wins = rows[(rows["group"] == FAIRNESS) & rows["metric"].str.startswith(WINS)]
    groups = [
        Group(
            row["label"].removeprefix("wins of "),
            [Dot(bounds_of(row, side), series) for series, side in enumerate(SIDES)],
            fair=win_rate.fair_share(tables, pair.unchanged),
        )
        for row in records(wins)
    ]
    plot = Dots(groups, "share of the wins (%)", SIDES, is_share=True, margin=MARGIN)
    return FigureBlock(
        title=f"Who wins with {table_of(pair)}",
        lead=f"Share of the wins of each {tables.facts.seats.one} by both sets of rules. The dashed"
        f" line is a fair share, the stripe around it a margin of {MARGIN_IN_WORDS}.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=metric_table(wins, f"wins_{pair.players}"),
        players=pair.players,
    )


def seats_block(tables: Tables, pair: Comparison) -> FigureBlock:
    """Return the figure block on what each seat scores by both sets of rules."""
    rows = rule_comparison.seat_effects(tables, pair)
    unit, seat_noun = tables.facts.score.unit, tables.facts.seats.one
    groups = [
        Group(
            row["label"].removeprefix(f"{unit} of "),
            [Dot(bounds_of(row, side), series) for series, side in enumerate(SIDES)],
        )
        for row in records(rows)
    ]
    plot = Dots(groups, f"{unit} per game", SIDES)
    return FigureBlock(
        title=f"What each {seat_noun} scores with {table_of(pair)}",
        lead=f"{unit.capitalize()} per game of each {seat_noun} by both sets of rules.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=metric_table(rows, f"seats_{pair.players}"),
        players=pair.players,
    )


def points_blocks(tables: Tables, pair: Comparison) -> Iterator[FigureBlock]:
    """Yield the figure block on the points of every seat, if some game was finished."""
    names = {scenario.name: side for side, scenario in zip(SIDES, pair.sides, strict=True)}
    shares = points.distribution(tables)
    lines = lines_of(shares, names)
    if not lines:
        return
    unit = tables.facts.score.unit
    yield FigureBlock(
        title=f"{unit.capitalize()} of every {tables.facts.seats.one} with"
        f" {n_of(pair.players, 'player')}{', not only the winner’s' * (not tables.is_for_points)}",
        lead=f"Share of all {unit} at the end of the game by both sets of rules.",
        alt=bars.describe(lines, "points", f"{unit} at the end of the game"),
        figure=bars.draw(lines, "points", f"{unit} at the end of the game"),
        table=across(
            f"points_{pair.players}",
            shares[shares["scenario"].isin(list(names))],
            "points",
            pair.sides,
            share,
            points.DISTRIBUTION_METHOD,
        ),
        players=pair.players,
    )
