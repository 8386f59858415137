"""Section on cards: use of each kind, and wins with and without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pandas as pd

from simlab.analysis import card
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, ridge
from simlab.report.figures.from_rows import by_players
from simlab.report.figures.lines import lines_of
from simlab.report.figures.ridge import Ridge
from simlab.report.page_table import Cell, PageTable, across, heads_of, records, rows_of
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.wording import (
    ABBREVIATION,
    Row,
    article,
    difference_of_shares,
    join_list,
    n_of,
    number,
    share,
)


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on the kinds of cards that a game names, if any is played."""
    if not _are_met(tables):
        return
    yield _when_block(tables) if tables.facts.cards.are_dated else _use_block(tables)
    if card.association(tables).size:
        yield _association_block(tables)


def _are_met(tables: Tables) -> bool:
    played = card.play_rate(tables, tables.main)
    return bool(played.size and (played["estimate"] > 0).any())


def _when_block(tables: Tables) -> FigureBlock:
    rounds = card.by_round(tables, tables.main)
    lines = lines_of(rounds.assign(what=rounds["card"]), labels_by_name(tables.main))
    taken = _largest_first(tables, card.take_rate(tables, tables.main))
    met = taken[taken["estimate"] > 0]["card"].unique().tolist()
    never = [name for name in taken["card"].unique() if name not in met]
    never_sentence = f" Bought in no game: {join_list(never)}." if never else ""
    plot = Ridge(met, lines, "share of the games", share)
    return FigureBlock(
        title=f"Which {tables.facts.cards.many} are bought, and when",
        lead=f"Share of the games with {tables.main[0].entry} in which some"
        f" {tables.facts.seats.one}"
        f" buys it in each round, those bought most often first. {ridge.READING} The table says too"
        f" how often it is bought at all, and in which round on average.{never_sentence}",
        alt=ridge.describe(plot),
        figure=ridge.draw(plot),
        table=_when_table(tables, taken[taken["card"].isin(met)], rounds[rounds["card"].isin(met)]),
    )


def _when_table(tables: Tables, taken: pd.DataFrame, rounds: pd.DataFrame) -> PageTable:
    frames = [
        taken.assign(bought=EVER),
        _among(card.when(tables, tables.main), taken).assign(bought=MEAN_ROUND),
        rounds.assign(bought="in round " + rounds["round"].astype(str)).drop(columns="round"),
    ]
    methods = [card.TAKEN_METHOD, card.WHEN_METHOD, card.ROUND_METHOD]
    labels = (EVER, MEAN_ROUND, "In each round")
    method = " ".join(
        f"{name.capitalize()}: {note}" for name, note in zip(labels, methods, strict=True)
    )
    return across(
        "cards",
        pd.concat(frames).sort_values("card", key=_order_of(taken), kind="stable"),
        "card",
        tables.main,
        lambda row: number(row) if row["bought"] == MEAN_ROUND else share(row),
        method,
        ["bought"],
    )


def _among(frame: pd.DataFrame, cards: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the cards of another frame."""
    return frame[frame["card"].isin(cards["card"])]


EVER, MEAN_ROUND = "ever", "mean round"


def _order_of(frame: pd.DataFrame) -> Callable[[pd.Series], pd.Series]:
    """Return the place of each kind in a table."""
    order = {name: rank for rank, name in enumerate(frame["card"].unique())}
    return lambda names: names.map(order)


def _largest_first(tables: Tables, frame: pd.DataFrame) -> pd.DataFrame:
    """Return rows by their estimate in the last of the main scenarios."""
    last = rows_of(frame, tables.main[-1]).sort_values("estimate", kind="stable")[::-1]
    return frame.sort_values("card", key=_order_of(last), kind="stable")


def _use_block(tables: Tables) -> FigureBlock:
    uses = card.use(tables, tables.main)
    played = uses[uses["use"] == "played"]
    met = played[played["card"].isin(played[played["estimate"] > 0]["card"])]
    plot = by_players(tables, met, "card", "cards played per seat", from_zero=True)
    return FigureBlock(
        title="How each kind of card is used",
        lead=f"Mean number played per seat and game with {tables.main[0].entry}; the table has"
        " those drawn too, and those that nobody played.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=across("cards", uses, "card", tables.main, number, card.USE_METHOD, ["use"]),
    )


def _association_block(tables: Tables) -> FigureBlock:
    rows = card.association(tables)
    if tables.facts.cards.are_dated:
        rows = _largest_first(tables, rows)
    axis = f"wins with it less wins without it ({ABBREVIATION})"
    plot = by_players(tables, rows, "card", axis, 0.0, is_share=True, is_difference=True)
    title, lead = _association_words(tables)
    return FigureBlock(
        title=title,
        lead=lead,
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_association_table(tables, rows),
    )


def _association_words(tables: Tables) -> tuple[str, str]:
    """Return the title and the lead of the figure block on who wins."""
    n_kinds, entry = int(card.association(tables)["family"].max()), tables.main[0].entry
    if tables.facts.cards.are_dated:
        return (
            f"Who has {article(tables.facts.cards.one)} {tables.facts.cards.one} wins more often,"
            " or less",
            f"Win rate of those who bought it, less that of those who did not, with {entry};"
            f" {n_kinds} {tables.facts.cards.many} compared. An association, not an effect: who"
            " stands well, or plays longer, may buy more of them.",
        )
    kinds = n_of(n_kinds, "kind of card", "kinds of card")
    return (
        "Who plays a card wins more often, or less",
        "Win rate of the seats that played the card at least once, less that of the seats that"
        f" did not, with {entry}; {kinds} compared. An association, not an effect:"
        " who stands well, or plays longer, may play more cards.",
    )


def _association_table(tables: Tables, associations: pd.DataFrame) -> PageTable:
    played = {
        (row["scenario"], row["card"]): share(row)
        for row in records(card.play_rate(tables, tables.main))
    }
    names = dict(zip([s.name for s in tables.main], heads_of(tables.main), strict=True))
    rows: list[list[Cell]] = [
        [
            names[row["scenario"]],
            row["card"],
            played[row["scenario"], row["card"]],
            share(_rate(row, "with")),
            share(_rate(row, "without")),
            difference_of_shares(row),
        ]
        for row in records(associations)
        if row["scenario"] in names
    ]
    use = "buy" if tables.facts.cards.are_dated else "play"
    who = f"{tables.facts.seats.many} that {use} it"
    heads = ["players", tables.facts.cards.one, who, "wins with it", "wins without it"]
    method = f"{card.METHOD} {card.PLAYED_METHOD}"
    return PageTable("card_wins", [*heads, "difference"], rows, method, associations, labels=2)


def _rate(row: Row, name: str) -> Row:
    return {"estimate": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}


SECTION = Section({"competitive": 120}, lambda tables: tables.facts.cards.title, _blocks)
