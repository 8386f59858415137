"""Section on trade sizes: frequency, tokens moved, wins in games with large trades."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import trade_size
from simlab.analysis.tables import Tables
from simlab.game.nouns import singular
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.from_rows import by_players
from simlab.report.page_table import PageTable, across, records
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.wording import (
    ABBREVIATION,
    Row,
    difference,
    difference_of_shares,
    join_list,
    n_of,
    number,
    share,
)


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on the size of trades that the game names."""
    sizes = trade_size.sizes(tables, tables.main)
    if sizes.size:
        yield _size_block(tables, sizes)
    wins = trade_size.wins(tables, tables.main)
    if wins.size:
        yield _association_block(tables, wins)


def _with_sizes_in_words(tables: Tables, frame: pd.DataFrame) -> pd.DataFrame:
    """Return rows with their size in words: `2 tokens`."""
    unit = singular(tables.facts.trades.unit)
    sizes = [n_of(int(number), unit) for number in frame["size"]]
    return frame.assign(size=sizes)


def _size_block(tables: Tables, sizes: pd.DataFrame) -> FigureBlock:
    trade_facts, named = tables.facts.trades, _with_sizes_in_words(tables, sizes)
    plot = by_players(tables, named, "size", f"share of the {trade_facts.one}s (%)", is_share=True)
    return FigureBlock(
        title=trade_facts.title,
        lead=f"Share of the {trade_facts.one}s of a game in which everybody offers this many, with"
        f" {tables.main[0].entry}. {_sentence_on_amounts(tables)}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_size_table(tables, named),
    )


def _sentence_on_amounts(tables: Tables) -> str:
    """Say how much changes hands in the largest trades."""
    trade_facts, moved = tables.facts.trades, trade_size.amount_by_size(tables, tables.main)
    phrases = [
        f"{number(records(scenario_rows)[-1]).full} with {name}"
        for scenario, name in labels_by_name(tables.main).items()
        if len(scenario_rows := moved[moved["scenario"] == scenario])
    ]
    if not phrases:
        return ""
    return (
        f"In the largest ones {join_list(phrases)} {trade_facts.unit} change hands; see the table."
    )


def _size_table(tables: Tables, sizes: pd.DataFrame) -> PageTable:
    moved = trade_size.amount_by_size(tables, tables.main)
    frames = [sizes.assign(what=SHARE)]
    if moved.size:
        frames.append(_with_sizes_in_words(tables, moved).assign(what=MOVED))
    return across(
        "sizes",
        pd.concat(frames),
        "size",
        tables.main,
        lambda row: number(row) if row["what"] == MOVED else share(row),
        f"{SHARE.capitalize()}: {trade_size.METHOD}"
        f" {MOVED.capitalize()}: {trade_size.MOVED_METHOD}",
        ["what"],
    )


SHARE, MOVED = "how often", "changes hands"


def _association_block(tables: Tables, wins: pd.DataFrame) -> FigureBlock:
    trade_facts, lengths = tables.facts.trades, trade_size.lengths(tables, tables.main)
    groups = [
        Group(name, [Dot(row, label=row["who"]) for row in records(scenario_wins)], fair=0.0)
        for scenario, name in labels_by_name(tables.main).items()
        if len(scenario_wins := wins[wins["scenario"] == scenario])
    ]
    axis = f"wins with large {trade_facts.one}s less those with small ones ({ABBREVIATION})"
    plot = Dots(groups, axis, is_share=True, is_difference=True)
    seats = set(wins["who"])
    frame = pd.concat([wins, lengths.assign(who=lengths["clock"])])
    return FigureBlock(
        title=f"What goes with large {trade_facts.one}s",
        lead=f"Win rate in games whose {trade_facts.one}s are larger on average than in half of"
        f" them, less that in the others. {_lengths_sentence(tables, lengths)} An association, not"
        " an effect: who chooses the size may already stand well.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=across(
            "size_wins",
            frame,
            "who",
            tables.main,
            lambda row: difference_of_shares(row) if row["who"] in seats else difference(row),
            f"{trade_size.WINS_METHOD} Last row: {trade_size.LENGTH_METHOD}",
        ),
    )


def _lengths_sentence(tables: Tables, lengths: pd.DataFrame) -> str:
    names = labels_by_name(tables.main)
    phrases = [f"{_length_in_words(row)} with {names[row['scenario']]}" for row in records(lengths)]
    return f"Such games are {join_list(phrases)}."


def _length_in_words(row: Row) -> str:
    """Return a difference of lengths: `shorter by 1.4 (1.3 to 1.5) rounds`."""
    is_shorter = row["estimate"] < 0
    size = (
        {"estimate": -row["estimate"], "low": -row["high"], "high": -row["low"]}
        if is_shorter
        else row
    )
    return f"{'shorter' if is_shorter else 'longer'} by {number(size).full} {row['clock']}"


SECTION = Section({"competitive": 130}, "Trade", _blocks)
