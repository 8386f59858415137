"""Answer of a run's page in two sentences: mean score or wins, with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simlab.analysis import band, score, win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.fairness import evenness, seat_order
from simlab.report.answers.favoured_seat import favoured_seat, weakest_seat
from simlab.report.answers.finding import findings
from simlab.report.answers.other_players import dependence, warning
from simlab.report.fair_share import COMPARED, POINTS, fair_share
from simlab.report.page_table import records, rows_of
from simlab.report.provenance import disclaimers
from simlab.report.rulebook import basis
from simlab.report.scenario import fewest_and_most, players_of
from simlab.report.wording import Row, grouped, listed, n_of, number, share, stretch

__all__ = [
    "answer",
    "basis",
    "dependence",
    "disclaimers",
    "findings",
    "question",
    "rule_text",
    "warning",
]

LEVEL = "95 % interval"


def question(tables: Tables) -> str:
    """Return the question of the experiment, or the one that its kind of game suggests."""
    asked = str(tables.described["question"])
    suggested = "What does a table score in {}?" if tables.is_cooperative else "Who wins {}?"
    return asked or suggested.format(tables.game["title"])


def answer(tables: Tables) -> list[str]:
    """Return the sentences that answer it."""
    if tables.is_cooperative:
        return [_mean_sentence(tables), _top_sentence(tables)]
    return [*_policy_sentences(tables), _seat_sentence(tables)]


def rule_text(tables: Tables) -> list[str]:
    """Return the rule change in question: none, as scenarios are only shown side by side."""
    return []


def _table_of(scenario: Scenario) -> str:
    return "a single player" if scenario.players == 1 else f"a table of {scenario.players}"


def _mean_sentence(tables: Tables) -> str:
    unit, means, ends = tables.facts.score.unit, score.mean(tables), fewest_and_most(tables)
    scores = [number(rows_of(means, scenario).iloc[0]) for scenario in ends]
    sentence = (
        f"With {players_of(ends[0])}, {_table_of(ends[0])} scores {scores[0].value} {unit} on"
        f" average ({LEVEL} {scores[0].bounds})"
    )
    if len(ends) > 1:
        sentence += f" and {_table_of(ends[1])} scores {scores[1].full}"
    return f"{sentence}."


def _top_sentence(tables: Tables) -> str:
    """Say how often the top of the victory table is reached, or without one the middle score."""
    if not tables.facts.bands.tiers:
        return _median_sentence(tables)
    bands, ends = band.band(tables), fewest_and_most(tables)
    tops = [records(rows_of(bands[bands["to"].isna()], scenario))[-2] for scenario in ends]
    what = f"“{tops[0]['label']}” ({stretch(tops[0]['from'], tops[0]['to'])})"
    sentence = (
        f"{_table_of(ends[0]).capitalize()} reaches {what} in {share(tops[0]).full} of the games"
    )
    if len(ends) > 1:
        sentence += f" and {_table_of(ends[1])} in {share(tops[1]).full}"
    return f"{sentence}."


def _median_sentence(tables: Tables) -> str:
    medians = score.median(tables)
    phrases = [
        f"{number(rows_of(medians, scenario).iloc[0]).full} for {_table_of(scenario)}"
        for scenario in fewest_and_most(tables)
    ]
    return f"The median score is {listed(phrases)}."


def _policy_sentences(tables: Tables) -> list[str]:
    """Compare the policies of each main line-up in which several meet."""
    credits = win_rate.by_policy(tables)
    return [
        _policy_sentence(scenario, records(rows_of(credits, scenario)))
        for scenario in tables.main
        if len(scenario.policies) > 1
    ]


def _policy_sentence(scenario: Scenario, credits: list[dict[str, Any]]) -> str:
    phrases = [f"{row['who']} wins {share(row).full}" for row in credits]
    verdicts = {row["who"]: COMPARED[row["verdict"]] for row in credits}
    return (
        f"With {n_of(scenario.players, 'player')}, where {fair_share(credits[0]['fair'])} would be"
        f" even, {listed(phrases)} per seat: {_verdicts_by_subject(verdicts)}."
    )


def _seat_sentence(tables: Tables) -> str:
    if tables.facts.seats.names:
        return _named_seat_sentence(tables)
    credits = win_rate.by_seat(tables)
    phrases, verdicts = [], {}
    for scenario in tables.main:
        players = n_of(scenario.players, "player")
        first = records(rows_of(credits, scenario))[0]
        fair = fair_share(first["fair"])
        phrases.append(f"{share(first).full} with {players} (fair: {fair})")
        verdicts[players] = seat_order(tables, scenario)
    who = players_of(tables.main[0])
    order = _verdicts_by_subject(verdicts)
    return f"With {who}, the first seat wins {listed(phrases)}. Seat order: {order}."


def _named_seat_sentence(tables: Tables) -> str:
    """Say which seats win most and least, and whether all of them are even."""
    one, many = tables.facts.seats.one, tables.facts.seats.many
    phrases = [
        f"{_wins_of(favoured_seat(tables, s))} and {_wins_of(weakest_seat(tables, s))} with"
        f" {n_of(s.players, 'player')} (fair: {fair_share(win_rate.fair_share(tables, s))})"
        for s in tables.main
    ]
    verdicts = {str(s.players): evenness(tables, s) for s in tables.main}
    return (
        f"With {players_of(tables.main[0])}, the strongest and the weakest {one} win: "
        f"{'; '.join(phrases)}. Are the {many} even within {POINTS} points?"
        f" {_by_verdict(verdicts)}."
    )


def _wins_of(row: Row) -> str:
    return f"{row['who']} {share(row).full}"


def _by_verdict(verdicts: Mapping[str, str]) -> str:
    """Return each verdict before the numbers of players it is on: `No with 3 and 4 players`."""
    whose = grouped((verdict, players) for players, verdict in verdicts.items())
    phrases = [f"{verdict} with {listed(own)} players" for verdict, own in whose.items()]
    return "; ".join(phrases).capitalize()


def _verdicts_by_subject(verdicts: Mapping[str, str]) -> str:
    """Return each verdict after those it is on; alone where there is only one."""
    if len(verdicts) == 1:
        return next(iter(verdicts.values()))
    whose = grouped((verdict, who) for who, verdict in verdicts.items())
    return "; ".join(f"{listed(several)} {verdict}" for verdict, several in whose.items())
