"""Page on what decides: chance, choices, skill or seat, among equal and unequal players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, stack
from simlab.report.figures.alt_text import alt_text
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.stack import Bar, Stack
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.study_page import StudyPage
from simlab.report.style import INK, LINE, NARROW, ON_SERIES, PAPER, SERIES, WIDE
from simlab.report.wording import begin_sentence, join_list, n_of, share
from simlab.studies.decides.result import (
    CHANCE,
    EQUAL,
    INTERACTIONS,
    METHOD,
    SEAT,
    SKILL,
    UNEQUAL,
    Decides,
)

SHARES = ("alone", "with interactions")
LEAST = 0.005
"""Share of the variation below which a factor has no piece of a bar."""
MOST_NAMED = 3
"""Factors that a sentence names at most."""
COLOURS = ((*SERIES, INK), (*ON_SERIES, PAPER))
"""Colours of factors, and of words on them; interactions are grey."""
DEPENDENCE = (
    "The shares are those of these players. Unequal players are drawn from all policies alike, weak"
    " ones too: the more they differ, the more skill decides."
)


def answer(study: Decides) -> list[str]:
    """Return what decides the headline metric among equal, and among unequal players."""
    if study.shares.empty:
        return ["All games end alike, so that nothing decides them."]
    metric = _metrics(study)[0]
    return [_ranking(study, metric, table) for table in _tables(study, metric)]


def findings(study: Decides) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    metrics = _metrics(study)
    sentences = {
        "Luck and skill": _luck_sentence(study),
        "Redrawn alone": " ".join(_total_sentences(study)),
        "Without effect": _sentence_on_sources(study),
        "Not told from 0": " ".join(_untold_sentences(study)),
        **{
            begin_sentence(metric): " ".join(
                _ranking(study, metric, table) for table in (EQUAL, UNEQUAL)
            )
            for metric in metrics[1:]
        },
    }
    return {topic: sentence.strip() for topic, sentence in sentences.items() if sentence.strip()}


def share_tables(study: Decides) -> dict[str, PageTable]:
    """Return the shares of each metric and table, by title."""
    return {
        f"What decides {metric}, {players_of(study, table)}": share_table(study, metric, table)
        for metric in _metrics(study)
        for table in _tables(study, metric)
    }


def share_table(study: Decides, metric: str, table: str) -> PageTable:
    """Return the shares of all factors alone and with interactions."""
    rows = rows_of(study, metric, table)
    cells: list[list[Cell]] = [
        [row["factor"], share(row), share(total_row(row)) if has_total(row) else "–"]
        for row in rows
    ]
    slug = "equal" if table == EQUAL else "unequal"
    return PageTable(slug, ["factor", *SHARES], cells, METHOD, pd.DataFrame(rows))


def share_verdict(row: dict[str, Any]) -> str:
    """Return the verdict on whether a share can be told from 0."""
    return "more than 0" if row["low"] > 0 else "not told from 0"


def total_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return the share of a factor with its interactions as an estimate with bounds."""
    return {"estimate": row["total"], "low": row["total_low"], "high": row["total_high"]}


def has_total(row: dict[str, Any]) -> bool:
    """Return whether a row has a share with interactions; those of the seat are not measured."""
    return bool(row["kind"] not in (SEAT, INTERACTIONS))


def players_of(study: Decides, table: str) -> str:
    """Return who plays at a table: `equal players (hold)`."""
    if table == EQUAL:
        return f"{EQUAL} ({study.policy})"
    return f"{UNEQUAL} ({n_of(len(study.among), 'policy', 'policies')})"


def rows_of(study: Decides, metric: str, table: str) -> list[dict[str, Any]]:
    """Return the rows of a metric and a table; none if the results there do not vary.

    Sources of which no other draw has changed a result are left out.
    """
    frame = study.shares
    is_shown = ~frame["factor"].isin(sources_without_effect(study))
    return records(frame[(frame["metric"] == metric) & (frame["table"] == table) & is_shown])


def sources_without_effect(study: Decides) -> list[str]:
    """Return the sources of chance of which no other draw has changed a result at any table."""
    frame = study.shares
    if frame.empty:
        return []
    most = frame[frame["kind"] == CHANCE].groupby("factor", sort=False)["total"].max()
    return [str(source) for source in most.index[most == 0]]


def _metrics(study: Decides) -> list[str]:
    return [] if study.shares.empty else list(study.shares["metric"].unique())


def _tables(study: Decides, metric: str) -> list[str]:
    return [table for table in (EQUAL, UNEQUAL) if rows_of(study, metric, table)]


def _ranking(study: Decides, metric: str, table: str) -> str:
    """Say what share of the variation each factor causes, the largest first."""
    rows = rows_of(study, metric, table)
    if not rows:
        return ""
    *factors, rest = rows
    factors.sort(key=lambda row: -row["estimate"])
    shown = [row for row in (*factors[:MOST_NAMED], rest) if row["estimate"] >= LEAST]
    phrases = [f"{share(row).full} {_name(row)}" for row in shown]
    first = phrases[0].replace(") ", ") is ", 1)
    whose = f"the variation in {metric} among {players_of(study, table)}"
    return f"Of {whose}, {join_list([first, *phrases[1:]])}."


def _name(row: dict[str, Any]) -> str:
    return f"the {SEAT}" if row["kind"] == SEAT else str(row["factor"])


def _luck_sentence(study: Decides) -> str:
    """Say what skill and all chance together decide alone among unequal players."""
    for metric in _metrics(study)[:1]:
        for luck in records(study.luck[study.luck["metric"] == metric]):
            rows = rows_of(study, metric, UNEQUAL)
            skill = next(row for row in rows if row["kind"] == SKILL)
            return (
                f"Among {UNEQUAL}, skill alone is {share(skill).full} of the variation in {metric},"
                f" all chance together without skill {share(luck).full}; the rest depends on both."
            )
    return ""


def _total_sentences(study: Decides) -> Iterator[str]:
    """Say for each table which factor changes results most if it alone is redrawn."""
    for metric in _metrics(study)[:1]:
        for table in _tables(study, metric):
            rows = [row for row in rows_of(study, metric, table) if has_total(row)]
            most = max(rows, key=lambda row: row["total"])
            yield (
                f"Among {table}, redrawing {most['factor']} alone leaves"
                f" {share(total_row(most)).full} of the variation, the most of all."
            )


def _sentence_on_sources(study: Decides) -> str:
    sources = sources_without_effect(study)
    return f"Other draws of {join_list(sources)} have changed no result." if sources else ""


def _untold_sentences(study: Decides) -> Iterator[str]:
    """Name the factors of which the share alone cannot be told from 0."""
    for metric in _metrics(study)[:1]:
        for table in _tables(study, metric):
            rows = rows_of(study, metric, table)[:-1]
            names = [_name(row) for row in rows if row["low"] <= 0]
            if names:
                shares = "share" if len(names) == 1 else "shares"
                subject = f"the {shares} of {join_list(names)} alone"
                yield f"Among {table}, {subject} cannot be told from 0."


def _blocks(study: Decides) -> Iterator[FigureBlock]:
    if study.shares.empty:
        return
    yield bar_block(study)
    metric = _metrics(study)[0]
    for table in _tables(study, metric):
        yield _dot_block(study, metric, table)


def bar_block(study: Decides) -> FigureBlock:
    """Return a bar for each metric and table, whose pieces are the shares of all factors."""
    names = [
        name
        for name in study.shares["factor"].unique()
        if (study.shares.loc[study.shares["factor"] == name, "part"] >= LEAST).any()
    ]
    factors = [name for name in names if name != INTERACTIONS]
    colours = list(zip(*COLOURS, strict=True))
    colour_by_name = {name: colours[i % len(colours)] for i, name in enumerate(factors)}
    colour_by_name[INTERACTIONS] = (LINE, INK)
    ordered = [name for name in study.shares["factor"].unique() if name in names]
    ordered = [*(name for name in ordered if name != INTERACTIONS), INTERACTIONS]
    groups = [
        (
            metric,
            [
                Bar(table, _pieces(rows_of(study, metric, table), ordered))
                for table in _tables(study, metric)
            ],
        )
        for metric in _metrics(study)
    ]
    plot = Stack(
        groups,
        ordered,
        "share of the variation (%)",
        colours=tuple(colour_by_name[name] for name in ordered),
        say=share,
        scale=100,
    )
    cells: list[list[Cell]] = [
        [row["metric"], row["table"], row["factor"], share(row), share_verdict(row)]
        for row in records(study.shares)
    ]
    heads = ["metric", "players", "factor", "share", "compared with 0"]
    return FigureBlock(
        title="What decides",
        lead="Each bar is the whole variation of a seat’s result from game to game. A colour is"
        " what a factor decides alone; grey is what only several decide together.",
        alt=alt_text(*_observations(study)),
        figure=stack.draw(plot, WIDE),
        narrow=stack.draw(plot, NARROW),
        table=PageTable("shares", heads, cells, METHOD, study.shares, labels=3),
    )


def _pieces(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the pieces of a bar, which add up to 1, in the order of the legend."""
    by_name = {row["factor"]: {**row, "estimate": row["part"]} for row in rows}
    return {name: by_name[name] for name in names if name in by_name}


def _observations(study: Decides) -> Iterator[str]:
    """Yield what is seen in the bars of the headline metric."""
    yield "Stacked bars of 100 %: what decides."
    for metric in _metrics(study)[:1]:
        for table in _tables(study, metric):
            largest = max(rows_of(study, metric, table), key=lambda row: row["part"])
            yield f"{begin_sentence(table)}: most is {largest['factor']}, {share(largest).short}."


def _dot_block(study: Decides, metric: str, table: str) -> FigureBlock:
    rows = [row for row in rows_of(study, metric, table) if has_total(row)]
    rows.sort(key=lambda row: -row["total"])
    groups = [Group(row["factor"], [Dot(row, 0), Dot(total_row(row), 1)]) for row in rows]
    axis = f"share of the variation in {metric} (%)"
    plot = Dots(groups, axis, SHARES, is_share=True, from_zero=True)
    return FigureBlock(
        title=f"Alone and with interactions: {table}",
        lead="Alone: what the factor decides whatever the others are. With interactions: what"
        " changes if it alone is drawn again.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=share_table(study, metric, table),
    )


PAGE = StudyPage[Decides](
    file="decides.html",
    question=lambda study, described: (
        f"What decides {described.game['title']} with {n_of(study.players, 'player')}: chance,"
        " skill or seat?"
    ),
    answer=answer,
    findings=findings,
    dependence=lambda study: DEPENDENCE,
    counts=lambda study: [
        n_of(study.n_games, "game"),
        n_of(study.players, "player"),
        n_of(len({study.policy, *study.among}), "policy", "policies"),
    ],
    tables=share_tables,
    blocks=_blocks,
)
