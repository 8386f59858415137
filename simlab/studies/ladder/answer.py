"""Answer of a ladder in sentences: strongest policy, undecided pairings, cycles, seats."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pandas as pd

from simlab.analysis.verdict import Verdict
from simlab.report.answers import certificate
from simlab.report.answers.alike_games import noise_sentence
from simlab.report.answers.luck import PLAYED, gain
from simlab.report.lineups import ends_sentence, fair_share, margin_of
from simlab.report.page_table import records
from simlab.report.wording import (
    FormattedEstimate,
    Row,
    difference,
    group_by_key,
    join_list,
    n_of,
    number,
    share,
)
from simlab.studies.ladder.result import FOCUS, ROUND_ROBIN, Ladder

SURPRISING = 0.05
"""Adjusted p value below which a cycle of policies is reported."""
IN_SHORT = {
    Verdict.MORE: "better",
    Verdict.LESS: "worse",
    Verdict.SAME: "even",
    Verdict.UNDECIDED: "not decided",
}
MOST_LISTED = 6
"""Pairings that a sentence names; the tables have all of them."""


def answer(ladder: Ladder) -> list[str]:
    """Return who is strongest, by how much, and what is not decided."""
    first = _strongest(ladder) if ladder.form == ROUND_ROBIN else _record(ladder)
    noise = noise_sentence(ladder.variety)
    return [
        *certificate.sentences(ladder.certifies, "policy", "policies"),
        first,
        *([_sentence_on_undecided(ladder)] if ladder.form == ROUND_ROBIN else []),
        *([noise] if noise else []),
    ]


def findings(ladder: Ladder) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    sentences = {
        "Strongest": _strongest_seen(ladder),
        "Not decided": _name_pairings(ladder, ladder.undecided),
        "Even": _even(ladder),
        "Circles": _circles(ladder),
        "Seats": _seats(ladder),
        "Luck": _luck(ladder),
        "How games end": ends_sentence(ladder.ends),
    }
    return {topic: sentence for topic, sentence in sentences.items() if sentence}


def among_strongest_others(ladder: Ladder, row: Row) -> Row:
    """Return the share of the wins of one seat of a policy among seats of the strongest other."""
    n_others = ladder.players - 1
    return {end: row[end] / (row[end] + n_others) for end in ("estimate", "low", "high")}


def say_of(ladder: Ladder) -> Callable[[Row], FormattedEstimate]:
    """Return how to write what pairings are compared by."""
    return share if ladder.scale.is_share else difference


def _strongest(ladder: Ladder) -> str:
    """Return the sentence on the first policy of a round robin against the next one."""
    first, runner_up, *_ = ladder.policies
    tables = f"At tables of {ladder.players}" if ladder.players > 1 else "Alone"
    if circle := _circle_at_the_top(ladder, first):
        return f"{tables}, {circle}."
    lead = f"{tables}, {_leaders(ladder, first)}"
    meeting = say_of(ladder)(_cell(ladder, first, runner_up)).full
    if ladder.scale.is_share:
        joint = "against" if ladder.players == 2 else "among"
        wins = f"{meeting} {joint} {runner_up}, the next"
        return f"{lead}: one seat of {first} wins {wins}; {fair_share(ladder.players)} is even."
    score = number(ladder.means[ladder.means["lineup"] == first].iloc[0]).full
    unit = ladder.scale.unit
    if ladder.scale.is_of_seat:
        joint = "against" if ladder.players == 2 else "among"
        return (
            f"{lead}: one seat of {first} scores {score} {unit} per game; {joint} {runner_up}, the"
            f" next, {meeting} more than {runner_up} itself does."
        )
    return f"{lead}: {first} scores {score} {unit}, {meeting} more than {runner_up}, the next."


def _circle_at_the_top(ladder: Ladder, first: str) -> str:
    """Say that there is no strongest policy where those that may be it beat each other in a circle.

    The first one is in the circle, or nothing is decided of it.
    """
    verdicts = ladder.crosstable.loc[ladder.crosstable["policy"] == first, "verdict"]
    for circle in circles_beyond_chance(ladder):
        members = [circle[column] for column in ("first", "second", "third")]
        if first in members or (verdicts == Verdict.UNDECIDED).all():
            beaten = zip(members, [*members[1:], members[0]], strict=True)
            rounds = join_list([f"{policy} beats {loser}" for policy, loser in beaten])
            return f"there is no strongest policy: {rounds}"
    return ""


def _leaders(ladder: Ladder, first: str) -> str:
    """Say who is strongest, alone or even with others, and whether that is shown."""
    policies = n_of(len(ladder.policies), "policy", "policies")
    first_rows = ladder.crosstable[ladder.crosstable["policy"] == first]
    even_result = 1 / ladder.players if ladder.scale.is_share else 0.0
    if first_rows["low"].lt(even_result).all() and first_rows["high"].gt(even_result).all():
        return (
            f"these are too few games to say which of {policies} is the strongest; {first} is ahead"
        )
    even = first_rows.loc[first_rows["verdict"] == Verdict.SAME, "against"].tolist()
    is_shown = first_rows["verdict"].isin([Verdict.MORE, Verdict.SAME]).all()
    rank_phrase = f"the strongest{'' if is_shown else ' seen'} of {policies}"
    if not even:
        return f"{first} is {rank_phrase}"
    margin = margin_of(ladder.scale)
    return f"{join_list([first, *even])} are {rank_phrase} and even within {margin}"


def _strongest_seen(ladder: Ladder) -> str:
    """Say which policies may be the strongest, by intervals that hold together."""
    if ladder.form != ROUND_ROBIN or ladder.strengths.empty:
        return ""
    may_be_best = ladder.strengths["high"] >= 1
    candidates = ladder.strengths.loc[may_be_best, "policy"].tolist()
    n = len(ladder.strengths)
    if len(candidates) == n:
        return f"Each of {n_of(n, 'policy', 'policies')} may be the strongest."
    weaker = n_of(n - len(candidates), "policy is", "policies are")
    margin = margin_of(ladder.scale)
    lead = f"{weaker} surely weaker than the strongest other one, perhaps by less than {margin}"
    if len(candidates) > MOST_LISTED:
        return f"{lead}; {len(candidates)} may be the strongest."
    only = "only " if len(candidates) == 1 else ""
    return f"{lead}; {only}{join_list(candidates)} may be the strongest."


def _record(ladder: Ladder) -> str:
    """Return the sentence on the worst and the best pairing of the first policy."""
    first = ladder.policies[0]
    first_rows = [row for row in records(ladder.pairings) if row["policy"] == first]
    first_rows.sort(key=lambda row: row["estimate"])
    say, among = say_of(ladder), "among" if ladder.form == FOCUS else "against"
    ends = [first_rows[0], first_rows[-1]] if len(first_rows) > 1 else first_rows
    unit = "" if ladder.scale.is_share else f" {ladder.scale.unit}"
    scores = " to ".join(f"{say(row).full}{unit} {among} {row['against']}" for row in ends)
    reach = f"from {scores}" if len(ends) > 1 else scores
    if ladder.scale.is_share:
        lead = f"One seat of {first} wins {reach}; {fair_share(ladder.players)} is even"
    elif ladder.form == FOCUS or ladder.scale.is_of_seat:
        lead = f"One seat of {first} is worth {reach}"
    else:
        lead = f"On the same deals, tables of {first} score {reach}"
    return f"{lead}. {_verdicts(ladder, first_rows)}"


def _verdicts(ladder: Ladder, rows: list[dict[str, Any]]) -> str:
    """Say how often each verdict was reached."""
    by_verdict = group_by_key((row["verdict"], row) for row in rows)
    phrases = [
        f"{IN_SHORT[Verdict(verdict)]} in {len(verdict_rows)}"
        for verdict, verdict_rows in by_verdict.items()
    ]
    n = n_of(len(rows), "pairing")
    return f"Of {n} it is, at a margin of {margin_of(ladder.scale)}, {join_list(phrases)}."


def _sentence_on_undecided(ladder: Ladder) -> str:
    n, open_ones = len(ladder.pairings), ladder.undecided
    if open_ones.empty:
        every = f"All {n} pairings are" if n > 1 else "The pairing is"
        return f"{every} decided at a margin of {margin_of(ladder.scale)}."
    verb = "is" if len(open_ones) == 1 else "are"
    return (
        f"{len(open_ones)} of {n_of(n, 'pairing')} {verb} not decided at a margin of"
        f" {margin_of(ladder.scale)}."
    )


def _even(ladder: Ladder) -> str:
    even = ladder.pairings[ladder.pairings["verdict"] == Verdict.SAME]
    return "" if even.empty else f"Within {margin_of(ladder.scale)}: {_name_pairings(ladder, even)}"


def _name_pairings(ladder: Ladder, pairings: pd.DataFrame) -> str:
    """Return the first pairings with their estimates, and the number of the others."""
    if pairings.empty:
        return ""
    say = say_of(ladder)
    named = [
        f"{row['policy']} against {row['against']} {say(row).full}"
        for row in records(pairings.iloc[:MOST_LISTED])
    ]
    more = len(pairings) - len(named)
    return f"{join_list([*named, f'{more} more'] if more else named)}."


def _circles(ladder: Ladder) -> str:
    """Say whether some policies beat each other in a circle."""
    n = len(ladder.policies)
    if ladder.form != ROUND_ROBIN or not ladder.scale.is_share or n < 3:
        return ""
    circles = circles_beyond_chance(ladder)
    tested = f"{n_of(2 * math.comb(n, 3), 'way')} round of three policies were tested (Holm)"
    if not circles:
        return f"No three policies are shown to beat each other in a circle; {tested}."
    phrases = [
        f"{row['first']} beats {row['second']} beats {row['third']} beats {row['first']}"
        f" (p = {row['adjusted']:.2g})"
        for row in circles
    ]
    return f"{'; '.join(phrases)}; {tested}."


def circles_beyond_chance(ladder: Ladder) -> list[dict[str, Any]]:
    """Return the circles of three policies that chance does not explain."""
    if ladder.form != ROUND_ROBIN or not ladder.scale.is_share or len(ladder.policies) < 3:
        return []
    return [row for row in records(ladder.circles) if row["adjusted"] < SURPRISING]


def _luck(ladder: Ladder) -> str:
    """Say how precise the pairings are without luck, and what was played of the first."""
    table = ladder.pairings
    if "saving" not in table:
        return ""
    first = records(table)[0]
    played = say_of(ladder)({**first, **{name: first[column] for name, column in PLAYED.items()}})
    first_one = f"{first['policy']} has {played.full} against {first['against']}"
    rest = "Strengths, seats and circles" if ladder.scale.is_share else "Means and seats"
    return (
        "subtracted from each pairing, by which the policies are ordered; in the middle pairing,"
        f" {gain(table['saving'].median())}. As played, {first_one}. {rest} are as played."
    )


def _seats(ladder: Ladder) -> str:
    if ladder.seats.empty:
        return ""
    if not ladder.scale.is_share:
        points = [f"{number(row).full} in {row['seat']}" for row in records(ladder.seats)]
        unit = ladder.scale.unit
        return f"Over all line-ups, a player scores {join_list(points)}, in {unit} per game."
    wins = [f"{row['seat']} has {share(row).full}" for row in records(ladder.seats)]
    return (
        f"Over all line-ups, {join_list(wins)} of the wins; {fair_share(ladder.players)} is even."
    )


def _cell(ladder: Ladder, policy: str, against: str) -> Row:
    table = ladder.crosstable
    is_it = (table["policy"] == policy) & (table["against"] == against)
    return records(table[is_it])[0]
