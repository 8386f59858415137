"""Findings of a run in sentences: ways to win, points, lead, cards, rule variants, capped games."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pandas as pd

from simlab.analysis import card, leader, score, winner_profile
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.fairness import unwon_sentence
from simlab.report.answers.favoured_seat import (
    Found,
    Line,
    favour_under_rules,
    first_seat,
    ways_sentence,
)
from simlab.report.answers.unended import is_unplayable
from simlab.report.fair_share import fair_share
from simlab.report.page_table import records, rows_of
from simlab.report.rulebook import changes_of, is_guess
from simlab.report.scenario import labels_by_name, sentence_on_capped
from simlab.report.seat_result import say, verb
from simlab.report.wording import (
    article,
    difference,
    group_by_key,
    join_list,
    n_of,
    number,
    share,
)

ENDS = {"estimate": "", "low": "_low", "high": "_high"}
"""Columns of a rate beside the gap, after its name."""


def source_that_decides(tables: Tables, scenario: Scenario) -> Found:
    """Return the source of points in which winners are furthest ahead, if the game names any."""
    source_facts = scenario.facts.score_sources
    if source_facts is None:
        return None
    return _most(rows_of(winner_profile.apart(tables, source_facts.name), scenario), "estimate")


def half_way_leader(tables: Tables, scenario: Scenario) -> Found:
    """Return how often the leader at the middle one of the moments wins, if the game keeps any."""
    rows = records(rows_of(leader.wins(tables, leader.LEAD), scenario))
    return rows[len(rows) // 2] if rows else None


def strongest_card(tables: Tables, scenario: Scenario) -> Found:
    """Return the card with the widest gap in wins among those of which a gap is sure."""
    gaps = rows_of(card.association(tables), scenario)
    return _most(gaps[gaps["low"] > 0] if len(gaps) else gaps, "estimate")


def findings(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield topic and sentence of each finding for which the game names the columns."""
    game_topics = {
        "Points": tables.facts.score.unit.capitalize(),
        "Cards": tables.facts.cards.title,
    }
    for topic, find in TOPICS:
        is_about_wins = topic in ABOUT_WINS and tables.is_for_points
        sentence = "" if is_about_wins else find(tables)
        if sentence:
            yield game_topics.get(topic, topic), sentence


def _most(rows: pd.DataFrame, column: str) -> Found:
    known = rows.dropna(subset=[column]) if len(rows) else rows
    return records(known.sort_values(column, kind="stable"))[-1] if len(known) else None


def _of_main(tables: Tables, find: Callable[[Tables, Scenario], Found]) -> list[tuple[str, Line]]:
    """Return the row of each main scenario that has one, after its number of players."""
    rows = [(name, find(tables, s)) for s, name in zip(tables.main, _names(tables), strict=True)]
    return [(name, row) for name, row in rows if row is not None]


def _names(tables: Tables) -> list[str]:
    return list(labels_by_name(tables.main).values())


def _points_sentence(tables: Tables) -> str:
    sources = _of_main(tables, source_that_decides)
    apart = group_by_key(
        (row["option"], f"{difference(row).full} with {name}") for name, row in sources
    )
    phrases = [f"{label}, by {join_list(margins)}" for label, margins in apart.items()]
    unit = tables.facts.score.unit
    return (
        f"Winners are furthest ahead of the others in {unit} from {join_list(phrases)}."
        if phrases
        else ""
    )


def _lead_sentence(tables: Tables) -> str:
    leaders = _of_main(tables, half_way_leader)
    phrases = [
        f"{share(row).full} with {name} (fair: {fair_share(row['fair'])})" for name, row in leaders
    ]
    if not leaders:
        return ""
    moment = f"{leaders[0][1]['what']} {tables.facts.lead.of}"
    measure = f" in {tables.facts.lead.by}" if tables.facts.lead.by else ""
    lead = f"The {tables.facts.seats.one} that leads alone {moment}{measure}"
    return f"{lead} wins {join_list(phrases)}."


def _card_sentence(tables: Tables) -> str:
    if card.association(tables).empty:
        return ""
    cards = _of_main(tables, strongest_card)
    rates = group_by_key(
        (row["card"], f"{_with_and_without(row)} with {name}") for name, row in cards
    )
    phrases = [f"{label}, {join_list(gaps)}" for label, gaps in rates.items()]
    card_facts = tables.facts.cards
    use = "get" if card_facts.are_dated else "play"
    if not phrases:
        return f"No {card_facts.one} goes with more wins beyond doubt."
    return (
        f"The widest gap in wins between those who {use} {article(card_facts.one)} {card_facts.one}"
        f" and those who do not: {'; '.join(phrases)}. This is an association and may"
        " have another cause."
    )


def _with_and_without(row: Line) -> str:
    """Return the wins of those who play a card, and of those who do not."""
    rates = (
        share({end: row[f"{side}{suffix}"] for end, suffix in ENDS.items()})
        for side in ("with", "without")
    )
    return " against ".join(rate.value for rate in rates)


def _rules_sentence(tables: Tables) -> str:
    """Say how far the answer moves under rules that were tried out, not guessed."""
    if all(is_guess(tables, scenario) for scenario in tables.variants):
        return ""
    if tables.facts.seats.names:
        return favour_under_rules(tables)
    phrases = [_range(tables, s, name) for s, name in zip(tables.main, _names(tables), strict=True)]
    subject = "the mean score is" if tables.is_cooperative else f"the first seat {verb(tables)}"
    n_rules = len(set(map(changes_of, tables.variants)))
    sets = n_of(n_rules, "other set of rules", "other sets of rules")
    return f"Over these and {sets}, {subject} {join_list(list(filter(None, phrases)))}."


def _range(tables: Tables, main: Scenario, name: str) -> str:
    """Return the smallest and the largest headline metric under any of the rules."""
    variants = [s for s in tables.variants if s.players == main.players]
    if not variants:
        return ""
    rows = [_main_row(tables, scenario) for scenario in (main, *variants)]
    write = number if tables.is_cooperative else say(tables)
    low, *_, high = (write(row).full for row in sorted(rows, key=lambda row: row["estimate"]))
    return f"from {low} to {high} with {name}"


def _main_row(tables: Tables, scenario: Scenario) -> Line:
    if tables.is_cooperative:
        return records(rows_of(score.mean(tables), scenario))[0]
    return first_seat(tables, scenario)


def _sentence_on_capped(tables: Tables) -> str:
    """Say how many of the main games were capped, and where they count."""
    n_capped = sum(tables.scenario_counts(scenario).n_capped for scenario in tables.main)
    if tables.is_cooperative or not n_capped or is_unplayable(tables):
        return ""
    unit, cards = tables.facts.score.unit, tables.facts.cards.many
    ended = f"{unit}, lead and {cards} are those of finished games."
    if tables.is_for_points:
        return f"{sentence_on_capped(tables)} They count with the {unit} that they had reached."
    counted = f"{sentence_on_capped(tables)} Win rates count all games; {ended}"
    return f"{counted} {unwon_sentence(tables)}".strip()


ABOUT_WINS = ("Ways to win", "Points", "Lead", "Cards")
"""Topics of who wins, and why."""
TOPICS = (
    ("Ways to win", ways_sentence),
    ("Points", _points_sentence),
    ("Lead", _lead_sentence),
    ("Cards", _card_sentence),
    ("Other rules", _rules_sentence),
    ("Capped games", _sentence_on_capped),
)
