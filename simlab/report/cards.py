"""Plates on cards: how each kind is used, and how those fare who play it."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import card
from simlab.analysis.tables import Tables
from simlab.report.figures import dots
from simlab.report.plate import Plate
from simlab.report.plot import by_players
from simlab.report.sheet import Cell, Sheet, across, heads_of, records
from simlab.report.wording import Row, difference_of_shares, n_of, number, share


def card_plates(tables: Tables) -> Iterator[Plate]:
    """Yield the plates on the kinds of cards that the game names."""
    uses = card.use(tables, tables.main)
    if uses.empty or not (uses[uses["use"] == "played"]["estimate"] > 0).any():
        return
    yield _use_plate(tables)
    if card.association(tables).size:
        yield _association_plate(tables)


def _use_plate(tables: Tables) -> Plate:
    uses = card.use(tables, tables.main)
    played = uses[uses["use"] == "played"]
    met = played[played["card"].isin(played[played["estimate"] > 0]["card"])]
    plot = by_players(tables, met, "card", "cards played per seat")
    return Plate(
        title="How each kind of card is used",
        lead=f"Mean number played per seat and game with {tables.main[0].entry}; the table has"
        " those drawn too, and those that nobody played.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=across("cards", uses, "card", tables.main, number, card.USE_METHOD, ["use"]),
    )


def _association_plate(tables: Tables) -> Plate:
    found = card.association(tables)
    axis = "wins with it less wins without it (percentage points)"
    plot = by_players(tables, found, "card", axis, 0.0, is_share=True, is_difference=True)
    kinds = n_of(int(found["family"].max()), "kind of card", "kinds of card")
    return Plate(
        title="Who plays a card wins more often, or less",
        lead="Win rate of the seats that played the card at least once, less that of the seats that"
        f" did not, with {tables.main[0].entry}; {kinds} compared. An association, not an effect:"
        " who stands well, or plays longer, may play more cards.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=_association_sheet(tables, found),
    )


def _association_sheet(tables: Tables, found: pd.DataFrame) -> Sheet:
    played = {
        (row["scenario"], row["card"]): share(row)
        for row in records(card.played(tables, tables.main))
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
        for row in records(found)
        if row["scenario"] in names
    ]
    heads = ["players", "card", "seats that play it", "wins with it", "wins without it"]
    method = f"{card.METHOD} {card.PLAYED_METHOD}"
    return Sheet("card_wins", [*heads, "difference"], rows, method, found, labels=2)


def _rate(row: Row, name: str) -> Row:
    return {"estimate": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}
