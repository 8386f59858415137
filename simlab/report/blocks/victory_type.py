"""Figure blocks on the ways to win: by seat, by policy and by round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from simlab.analysis import end_reason, victory_type, win_rate
from simlab.analysis.band import CAPPED
from simlab.analysis.length import clocks
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.waiting import who_sets_length
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import columns, stack
from simlab.report.figures.columns import Columns, Shares
from simlab.report.figures.stack import Bar, Stack
from simlab.report.page_table import across, heads_of, records, rows_of
from simlab.report.scenario import labels_by_name, order_scenarios
from simlab.report.style import MUTED, ON_SERIES, PAPER, SERIES, colour_of
from simlab.report.wording import share

ON_WAYS = (*zip(SERIES, ON_SERIES, strict=True),)
"""Colours of the ways, and of words on them; they come again where there are more ways."""
ROW = 92
"""Pixels of a picture of the rounds."""


def seat_way_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the way by which each seat of the main line-ups wins."""
    if not tables.facts.ends.winning:
        return
    wins = _with_ends(tables, victory_type.by_seat(tables, tables.main))
    totals = win_rate.by_seat(tables)
    plot = _stack(tables, tables.main, wins, totals)
    yield FigureBlock(
        title=f"Which {tables.facts.seats.one} wins in which way",
        lead=f"Share of all games with {tables.main[0].entry}, by winner and way; at the right all"
        " wins. The dashed line is a fair share.",
        alt=stack.describe(plot),
        figure=stack.draw(plot),
        table=across("ways", wins, "who", tables.main, share, victory_type.METHOD, ["end"]),
    )


def _with_ends(tables: Tables, wins: pd.DataFrame) -> pd.DataFrame:
    """Return shares in which capped games have the interval that they have among the ends."""
    capped = end_reason.cap_rate(tables).set_index("scenario")
    is_capped, shares = wins["end"] == CAPPED, wins.copy()
    for end in ("low", "high"):
        shares.loc[is_capped, end] = shares.loc[is_capped, "scenario"].map(capped[end])
    return shares


def way_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on the ways to win by round and by policy."""
    if not tables.facts.ends.winning:
        return
    yield _round_block(tables)
    mixed = tuple(s for s in order_scenarios(tables) if len(s.policies) > 1)
    if mixed:
        yield _policy_block(tables, mixed)


def _policy_block(tables: Tables, mixed: tuple[Scenario, ...]) -> FigureBlock:
    wins = victory_type.by_policy(tables, mixed)
    plot = _stack(tables, mixed, wins, win_rate.by_policy(tables))
    return FigureBlock(
        title="Which policy wins in which way",
        lead=f"Share of all games, per {tables.facts.seats.one} of the policy, where several"
        " policies"
        f" meet, over all {tables.facts.seats.many} equally often; at the right all wins. The"
        " dashed line is an even share.",
        alt=stack.describe(plot),
        figure=stack.draw(plot),
        table=across("policy_ways", wins, "who", mixed, share, victory_type.POLICY_METHOD, ["end"]),
    )


def _stack(
    tables: Tables, scenarios: tuple[Scenario, ...], wins: pd.DataFrame, totals: pd.DataFrame
) -> Stack:
    """Return a bar for each winner, and one for the capped games where there are any."""
    capped = end_reason.cap_rate(tables)
    groups, fair = [], {}
    for scenario, name in zip(scenarios, heads_of(scenarios), strict=True):
        scenario_wins, whole = rows_of(wins, scenario), rows_of(totals, scenario)
        bars = [
            _bar(row, scenario_wins[scenario_wins["who"] == row["who"]]) for row in records(whole)
        ]
        (rest,) = records(rows_of(capped, scenario))
        if rest["capped"]:
            bars.append(Bar(CAPPED, {CAPPED: rest}, rest))
        groups.append((name, bars))
        fair[name] = 1 / scenario.players
    ways = list(dict.fromkeys(name for _, bars in groups for bar in bars for name in bar.pieces))
    colours = [
        (MUTED, PAPER) if name == CAPPED else ON_WAYS[n % len(ON_WAYS)]
        for n, name in enumerate(ways)
    ]
    looks: dict[str, Any] = {"say": share, "say_total": share, "scale": 100, "colours": colours}
    return Stack(groups, ways, "share of all games (%)", fair=fair, **looks)


def _bar(total: dict[str, Any], wins: pd.DataFrame) -> Bar:
    return Bar(total["who"], {row["end"]: row for row in records(wins)}, total)


def _round_block(tables: Tables) -> FigureBlock:
    ends = victory_type.by_round(tables, tables.main)
    met = ends[ends["end"].isin(ends[ends["estimate"] > 0]["end"])]
    names = labels_by_name(tables.main)
    pictures = [[(name, _shares(met[met["scenario"] == s]))] for s, name in names.items()]
    ways = [name for name in _ways(tables) if name in set(met["end"])]
    # by the place among all ways: one keeps its colour where others never win
    colours = [colour_of(n) for n, name in enumerate(_ways(tables)) if name in ways]
    if CAPPED in ways:
        colours[ways.index(CAPPED)] = MUTED
    clock = clocks(tables)[0]
    plot = Columns(pictures, ways, clock, ROW, colours)
    return FigureBlock(
        title="When games are won, and in which way",
        lead=f"Share of all games with {tables.main[0].entry}, by their number of {clock}."
        f" {who_sets_length(tables, tables.main)}".rstrip(),
        alt=columns.describe(plot),
        figure=columns.draw(plot),
        table=across(
            "ways_by_round", met, "round", tables.main, share, victory_type.ROUND_METHOD, ["end"]
        ),
    )


def _ways(tables: Tables) -> list[str]:
    """Return all ends in the order of the game, the capped last."""
    return [*tables.facts.ends.labels.values(), CAPPED]


def _shares(rows: pd.DataFrame) -> Shares:
    return {
        str(name): dict(zip(end_rows["round"].tolist(), end_rows["estimate"].tolist(), strict=True))
        for name, end_rows in rows.groupby("end", sort=False)
    }
