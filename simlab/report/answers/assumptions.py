"""How much the answer of a run depends on what is assumed: effects of other values, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from textwrap import shorten

from simlab.analysis import assumption, score, win_rate
from simlab.analysis.tables import Described, Scenario, Tables
from simlab.report.answers.favoured_seat import Line
from simlab.report.answers.other_players import watched_seat
from simlab.report.answers.strongest import strongest
from simlab.report.page_table import records, rows_of
from simlab.report.rulebook import assumed, rule_or_file
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    difference,
    difference_of_shares,
    grouped,
    listed,
    measured,
    n_of,
    number,
    share,
)

LONGEST_LABEL = 84
"""Letters of a change in a figure; the table has it in full."""
CUT = " …"


def effects(tables: Tables) -> list[Line]:
    """Return the effect of each other value, for each number of players the largest first."""
    seats = tuple((main.players, _seat(tables, main)) for main in tables.main)
    return records(assumption.effects(tables, seats))


def _seat(tables: Tables, main: Scenario) -> int:
    """Return the index of the seat whose wins are the headline metric."""
    if tables.is_cooperative:
        return 0
    return win_rate.seat_names(main).index(headline(tables, main)["who"])


def headline(tables: Tables, main: Scenario) -> Line:
    """Return the headline metric of the run itself: mean score, or wins of the watched seat."""
    if tables.is_cooperative:
        return records(rows_of(score.mean(tables), main))[0]
    return watched_seat(tables, main)


def effect_sentences(tables: Tables) -> list[str]:
    """Say how far other values move the answer, and which moves it most; empty if not played."""
    rows = effects(tables)
    sure = [row for row in rows if row["low"] > 0 or row["high"] < 0]
    if not sure:
        return [_none_is_sure(tables, rows)] if rows else []
    largest = max(sure, key=lambda row: abs(row["estimate"]))
    players = n_of(largest["players"], "player")
    name = f": {largest['title']}" if largest["title"] else ""
    return [
        f"Other values move {_ranges(tables, sure)}.",
        f"The largest effect is {_with_unit(tables, largest)} with {players}{name}.",
    ]


def _none_is_sure(tables: Tables, rows: Sequence[Line]) -> str:
    most = max(max(-row["low"], row["high"]) for row in rows)
    size = f"{most if tables.is_cooperative else 100 * most:.2g} {unit_of(tables)}"
    return (
        f"Changed one at a time ({n_of(len(rows), 'change')}), none moves the answer beyond doubt,"
        f" and none by more than {size}."
    )


def _ranges(tables: Tables, sure: Sequence[Line]) -> str:
    """Return from what to what sure effects move the answer, by number of players."""
    pairs = [
        (_what(tables, main), _range(tables, main, own))
        for main in tables.main
        if (own := [row for row in sure if row["players"] == main.players])
    ]
    return "; ".join(f"{what} {listed(ranges)}" for what, ranges in grouped(pairs).items())


def _what(tables: Tables, main: Scenario) -> str:
    own = "the mean" if tables.is_cooperative else f"the wins of {headline(tables, main)['who']}"
    return own if strongest(tables, main) is main else f"{own} with {main.entry}"


def _range(tables: Tables, main: Scenario, sure: Sequence[Line]) -> str:
    own = headline(tables, main)
    moved = [
        {name: own["estimate"] + row[name] for name in ("estimate", "low", "high")} for row in sure
    ]
    low, *_, high = sorted([own, *moved], key=lambda row: row["estimate"])
    say = partial(number, digits=1) if tables.is_cooperative else share
    return f"from {say(low).value} to {say(high).value} with {n_of(main.players, 'player')}"


def _with_unit(tables: Tables, row: Line) -> str:
    return replace(change_of(tables, row), unit=f" {unit_of(tables)}").full


def change_of(tables: Tables, row: Line) -> FormattedEstimate:
    """Return an effect as a figure shows it."""
    return difference(row, 1) if tables.is_cooperative else difference_of_shares(row)


def label_of(row: Line) -> str:
    """Return what a variation changes: the title of its patch, else the rules that change."""
    label = row["title"] or row["changes"]
    return shorten(label.rstrip("."), LONGEST_LABEL, placeholder=CUT)


def margin_in_words(tables: Tables, row: Line) -> str:
    """Return the smallest effect of interest: `1 point`, `2 percentage points`."""
    scale = 1 if tables.is_cooperative else 100
    return measured(scale * row["margin"], unit_of(tables))


def unit_of(tables: Tables) -> str:
    """Return the unit of effects."""
    return tables.facts.score.unit if tables.is_cooperative else PERCENTAGE_POINTS


def weights(tables: Described) -> dict[str, str]:
    """Return the largest effect of another value by the line of `rulebook.assumed`."""
    if not isinstance(tables, Tables):
        return {}
    by_name = grouped((row["names"].partition(",")[0], row) for row in effects(tables))
    own = {line: by_name.get(rule_or_file(line)) for line in assumed(tables)}
    return {line: f"another value: {_weight(tables, rows)}" for line, rows in own.items() if rows}


def _weight(tables: Tables, own: Sequence[Line]) -> str:
    largest = max(own, key=lambda row: abs(row["estimate"]))
    change = change_of(tables, largest)
    size = change if change.unit else replace(change, unit=f" {unit_of(tables)}")
    return f"{size.short} ({change.bounds}), {n_of(largest['players'], 'player')}"
