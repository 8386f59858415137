"""How much the answer of a run depends on what is assumed: effects of other values, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from math import inf

from simlab.analysis import assumption, length, score, seat_result, sweep
from simlab.analysis.assumption import ASSUMED, variation_tables
from simlab.analysis.rule_comparison import UNCHANGED, comparisons, headline_effect
from simlab.analysis.sweep import sweep_effects
from simlab.analysis.tables import Described, Scenario, Tables
from simlab.report.answers import effect
from simlab.report.answers.favoured_seat import Line
from simlab.report.answers.metric_change import bounds_of
from simlab.report.answers.other_players import seat_to_watch
from simlab.report.answers.strongest import strongest
from simlab.report.page_table import records, rows_of
from simlab.report.rulebook import assumption_notes, nothing_assumed, rule_or_file
from simlab.report.seat_result import say, verb
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    difference,
    difference_of_shares,
    group_by_key,
    join_list,
    n_of,
    number,
    share,
    with_unit,
)

MOST_MARGINS = 3
"""Intervals that reach further than this times the smallest change of interest say nothing."""
LONGEST_LABEL = 150
"""Letters of a change in a figure; the table has it in full."""


@dataclass(frozen=True)
class Headline:
    """The metric that the answer of a page begins with, at one number of players."""

    scenario: Scenario
    """The unchanged rules with the line-up of the answer."""
    label: str
    unit: str
    """Empty for a share."""
    row: Line
    """Its estimate and interval."""

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games or of wins."""
        return not self.unit


def headlines(tables: Tables) -> list[Headline]:
    """Return the headline metric at each number of players, by unchanged rules."""
    find = {"sweep": _of_sweep, "houserule": _of_house_rule}
    return find.get(str(tables.study.get("kind")), _of_run)(tables)


def _of_run(tables: Tables) -> list[Headline]:
    """Return the mean score, or the wins of the watched seat, or the length of a solo game."""
    score_facts = tables.facts.score
    if tables.is_cooperative:
        means = score.mean(tables)
        rows = [(main, records(rows_of(means, main))[0]) for main in tables.main]
        return [Headline(main, score_facts.label, score_facts.unit, row) for main, row in rows]
    return [
        _of_single(tables, main) if main.players == 1 else _of_seat(tables, main)
        for main in tables.main
    ]


def _of_seat(tables: Tables, main: Scenario) -> Headline:
    row = seat_to_watch(tables, main)
    unit = tables.facts.score.unit if tables.is_for_points else ""
    return Headline(main, f"{seat_result.quantity(tables)} of {row['who']}", unit, row)


def _of_single(tables: Tables, main: Scenario) -> Headline:
    """Return the mean length of the game of a single player, who always wins."""
    clock = length.clocks(tables)[0]
    rows = records(rows_of(length.length(tables), main))
    return Headline(main, clock, clock, next(row for row in rows if row["clock"] == clock))


def _of_sweep(tables: Tables) -> list[Headline]:
    """Return the metric of the sweep."""
    effects_and_rows = [
        (effects, effect.rows_of(sweep.cells(tables), effects)[0])
        for effects in sweep_effects(tables)
    ]
    return [
        Headline(
            effects.scenarios[0], effects.metric.label, effects.metric.unit, effect.mean_of(row)
        )
        for effects, row in effects_and_rows
    ]


def _of_house_rule(tables: Tables) -> list[Headline]:
    """Return the metric of the first sentence on the change."""
    pairs_and_rows = [(pair, headline_effect(tables, pair)) for pair in comparisons(tables)]
    return [
        Headline(pair.unchanged, row["label"], row["unit"], bounds_of(row, UNCHANGED))
        for pair, row in pairs_and_rows
    ]


def effects(tables: Tables) -> list[Line]:
    """Return the effect of each other value, for each number of players the largest first."""
    metrics = ((headline.scenario.players, headline.label) for headline in headlines(tables))
    return records(assumption.effects(tables, tuple(metrics)))


def effects_of_rules(tables: Tables) -> list[Line]:
    """Return those of assumed rules and tables, without those of traits of the player."""
    return [row for row in effects(tables) if row["kind"] == ASSUMED]


def length_effects(tables: Tables) -> list[Line]:
    """Return the same for the length of the game, where that is not the headline metric."""
    metrics = (
        (headline.scenario.players, clock)
        for clock in length.clocks(tables)[:1]
        for headline in headlines(tables)
        if headline.label != clock
    )
    return records(assumption.effects(tables, tuple(metrics)))


def guesses_sentence(tables: Tables) -> str:
    """Say how far the answer moves with other values of what is assumed, if that was measured.

    What it owes to traits of the player, `simlab.report.answers.player_traits` says.
    """
    n_assumed = len(assumption_notes(tables))
    if not n_assumed:
        return nothing_assumed(tables)
    guesses = n_of(n_assumed, "rule or table is", "rules and tables are")
    rows = effects_of_rules(tables)
    if rows:
        return " ".join([f"{guesses} assumed.", *_effect_sentences(tables, rows)])
    return f"Not measured: {guesses} assumed, and no other values of them were played."


def _effect_sentences(tables: Tables, rows: Sequence[Line]) -> Iterator[str]:
    """Yield how far other values move the answer, and which moves it most."""
    sure = [row for row in rows if is_sure(row)]
    if not sure:
        yield _none_is_sure(rows)
        return
    winners = other_winners(tables, rows)
    if winners:
        yield winners
    yield f"Other values move {_ranges(tables, sure)}."
    largest = max(sure, key=effect_size)
    label = label_of(largest)
    players = n_of(largest["players"], "player")
    # the sentence on winners has just named it
    by_what = ", by the same change" if f"“{label}”" in winners else f": {label}"
    yield f"Largest effect: {in_its_unit(largest).full} with {players}{by_what}."


def other_winners(tables: Tables, rows: Sequence[Line]) -> str:
    """Say with which other value another seat wins most, beyond its interval; empty if with none.

    Only seats with names are compared, of which the answer says which wins most.
    """
    varied = variation_tables(tables)
    if varied is None or tables.study or tables.is_cooperative or not tables.facts.seats.names:
        return ""
    winner_changes = [
        (main, row, winner)
        for main in tables.main
        for row, winner in _winners_instead(tables, varied, main, rows)
    ]
    if not winner_changes:
        return ""
    main, row, winner = max(winner_changes, key=lambda change: effect_size(change[1]))
    further = n_of(len(winner_changes) - 1, "further value changes", "further values change")
    return (
        f"With “{label_of(row)}” instead, {winner['who']} {verb(tables)} most with"
        f" {n_of(main.players, 'player')}, {say(tables)(winner).full}"
        f"{f'; {further} who {verb(tables)} most, too' if len(winner_changes) > 1 else ''}."
    )


def _winners_instead(
    tables: Tables, varied: Tables, main: Scenario, effect_rows: Sequence[Line]
) -> Iterator[tuple[Line, Line]]:
    """Yield each other value by which a seat surely wins more than that of the answer, with it."""
    who = seat_to_watch(tables, main)["who"]
    for row in effect_rows:
        if row["players"] == main.players:
            scenario = next(
                variant for variant in varied.scenarios if variant.name == row["scenario"]
            )
            rows = records(rows_of(seat_result.by_seat(varied), scenario))
            seats = {seat["who"]: seat for seat in rows}
            winner = max(seats.values(), key=lambda seat: seat["estimate"])
            if winner["low"] > seats[who]["high"]:
                yield row, winner


def rests_most_on(tables: Tables) -> str:
    """Name the assumption that moves the answer most; empty if no other values were played.

    It may be a trait of the player. One by which another seat wins most moves the answer more than
    any share of the wins.
    """
    rows = effects(tables)
    if winners := other_winners(tables, rows):
        return f"Rests on what is assumed: {winners[:1].lower()}{winners[1:]}"
    largest = max((row for row in rows if is_sure(row)), key=effect_size, default=None)
    if largest is None:
        return _none_is_sure(rows) if rows else ""
    return (
        f"Rests most on what is assumed: with “{label_of(largest)}” instead, the answer moves by"
        f" {in_its_unit(largest).full} with {n_of(largest['players'], 'player')}."
    )


def is_sure(row: Line) -> bool:
    """Return whether an effect is one beyond doubt."""
    return bool(row["low"] > 0 or row["high"] < 0)


def effect_size(row: Line) -> float:
    """Return how far an effect moves its metric, up or down."""
    return abs(float(row["estimate"]))


def _none_is_sure(rows: Sequence[Line]) -> str:
    most = max(rows, key=reach)
    size = scale_of(most) * reach(most)
    changes = f"Changed one at a time ({n_of(len(rows), 'change')})"
    if reach(most) > MOST_MARGINS * most["margin"]:
        return (
            f"{changes}, these are too few games to say how much they matter: one may move the"
            f" answer by up to {size:.2g} {unit_of(most)}."
        )
    return (
        f"{changes}, none moves the answer beyond doubt, and none by more than {size:.2g}"
        f" {unit_of(most)}."
    )


def reach(row: Line) -> float:
    """Return how far an effect may lie from none at most."""
    return float(max(-row["low"], row["high"]))


def _ranges(tables: Tables, sure: Sequence[Line]) -> str:
    """Return from what to what sure effects move the answer, by number of players."""
    pairs = [
        (_what(tables, headline), _range(headline, sure_rows))
        for headline in headlines(tables)
        if (sure_rows := [row for row in sure if row["players"] == headline.scenario.players])
    ]
    return "; ".join(
        f"{quantity} {join_list(ranges)}" for quantity, ranges in group_by_key(pairs).items()
    )


def _what(tables: Tables, headline: Headline) -> str:
    main, quantity = headline.scenario, f"the {headline.label}"
    is_of_others = not tables.study and strongest(tables, main) is not main
    return f"{quantity} with {main.entry}" if is_of_others else quantity


def _range(headline: Headline, sure: Sequence[Line]) -> str:
    main_row = headline.row
    # an effect has an error of its own, so that the sum may leave the range of a share
    most, least = (1.0, 0.0) if headline.is_share else (inf, -inf)
    moved = [
        {
            name: min(max(main_row["estimate"] + row[name], least), most)
            for name in ("estimate", "low", "high")
        }
        for row in sure
    ]
    low, *_, high = sorted([main_row, *moved], key=lambda row: row["estimate"])
    say = share if headline.is_share else partial(number, digits=1)
    players = n_of(headline.scenario.players, "player")
    return f"from {say(low).value} to {say(high).value} with {players}"


def in_its_unit(row: Line) -> FormattedEstimate:
    """Return an effect with its unit, as a sentence has it."""
    change = change_of(row)
    return change if change.unit else replace(change, unit=f" {unit_of(row)}")


def change_of(row: Line) -> FormattedEstimate:
    """Return an effect as a figure shows it."""
    return difference(row, 1) if row["unit"] else difference_of_shares(row)


def label_of(row: Line) -> str:
    """Return what a variation changes: the title of its patch, else the rules that change."""
    # whole clauses, since half of one may say something else
    clauses = re.split(r"(?<=[;.]) ", row["title"] or row["changes"])
    n = sum(length <= LONGEST_LABEL for length in accumulate(len(clause) + 1 for clause in clauses))
    label = " ".join(clauses[: max(n, 1)]).rstrip(";.")
    n_more = len(clauses) - max(n, 1)
    return f"{label} and {n_of(n_more, 'more change')}" if n_more else label


def margin_in_words(row: Line) -> str:
    """Return the smallest effect of interest: `1 point`, `2 percentage points`."""
    return with_unit(scale_of(row) * row["margin"], unit_of(row))


def unit_of(row: Line) -> str:
    """Return the unit of an effect."""
    return str(row["unit"]) or PERCENTAGE_POINTS


def scale_of(row: Line) -> int:
    """Return what turns an effect into that unit."""
    return 1 if row["unit"] else 100


def weights(tables: Described) -> dict[str, str]:
    """Return the largest effect of another value by the line of `rulebook.assumption_notes`."""
    if not isinstance(tables, Tables):
        return {}
    rows = effects_of_rules(tables)
    by_name = group_by_key((row["names"].partition(",")[0], row) for row in rows)
    effects_by_line = {line: by_name.get(rule_or_file(line)) for line in assumption_notes(tables)}
    return {
        line: f"another value: {_weight(rows)}" for line, rows in effects_by_line.items() if rows
    }


def _weight(rows: Sequence[Line]) -> str:
    largest = max(rows, key=effect_size)
    size = in_its_unit(largest)
    return f"{size.short} ({size.bounds}), {n_of(largest['players'], 'player')}"
