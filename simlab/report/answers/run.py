"""Answer of a run's page: mean score or wins of the strongest players that were measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from simlab.analysis import band, score, seat_result, win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import Verdict
from simlab.report import seat_result as words
from simlab.report.answers import short_search, small_noise
from simlab.report.answers.certainty import certainty
from simlab.report.answers.dead_ways import dead_way_sentence
from simlab.report.answers.favoured_seat import favoured_seat, seats_by_wins
from simlab.report.answers.finding import findings
from simlab.report.answers.length_and_points import alone_sentence
from simlab.report.answers.never_chosen import never_chosen
from simlab.report.answers.other_players import other_players, seat_to_watch
from simlab.report.answers.other_players import warning as changes_with_players
from simlab.report.answers.strongest import (
    caution,
    is_mixed,
    strongest,
    witness_against,
)
from simlab.report.answers.unended import is_unplayable, sentences_on_unended
from simlab.report.answers.until import until_sentences
from simlab.report.answers.withdrawn import DEPENDS
from simlab.report.page_table import records, rows_of
from simlab.report.provenance import disclaimers
from simlab.report.rulebook import basis
from simlab.report.scenario import fewest_and_most, scenarios_with_rivals
from simlab.report.wording import (
    FormattedEstimate,
    begin_sentence,
    group_by_key,
    in_unit,
    join_list,
    n_of,
    number,
    share,
    stretch,
)

__all__ = [
    "answer",
    "basis",
    "certainty",
    "dependence",
    "disclaimers",
    "findings",
    "question",
    "rule_text",
    "warning",
]

GOING_FIRST = {
    Verdict.MORE: "going first is an advantage",
    Verdict.LESS: "going first is a disadvantage",
}
SEAT_ORDER = {
    win_rate.FAIR: "all seats {does} alike within {margin}",
    win_rate.UNFAIR: "the seats do not {does} alike",
    Verdict.UNDECIDED: "whether all seats {does} alike is not decided",
}
UNDECIDED = "is not decided"


def question(tables: Tables) -> str:
    """Return the question of the experiment, or the one that its kind of game suggests."""
    experiment_question = str(tables.described["question"])
    if tables.is_cooperative:
        suggested = "What does a table score in {}?"
    else:
        suggested = "How long does {} take?"
        if scenarios_with_rivals(tables.main):
            suggested = "What does a seat score in {}?" if tables.is_for_points else "Who wins {}?"
    return experiment_question or suggested.format(tables.game["title"])


def answer(tables: Tables) -> list[str]:
    """Return the sentences that answer it; what keeps games from ending comes first."""
    stopped = list(sentences_on_unended(tables))
    if is_unplayable(tables):
        return stopped
    further = [*until_sentences(tables), dead_way_sentence(tables), caution(tables)]
    return [*stopped, *_answer(tables), *map(begin_sentence, filter(None, further))]


def _answer(tables: Tables) -> list[str]:
    if tables.is_cooperative:
        sentences = [_mean_sentence(tables), _top_sentence(tables)]
    else:
        alone = [alone_sentence(tables, main) for main in tables.main if main.players == 1]
        of_seats = _sentence_on_seats if tables.facts.seats.names else _seat_sentence
        seats = [of_seats(tables)] if scenarios_with_rivals(tables.main) else []
        sentences = [*alone, *_policy_sentences(tables), *seats]
    return [
        begin_sentence(f"{_by_whom(tables)}{sentences[0]}"),
        *map(begin_sentence, sentences[1:]),
    ]


def _by_whom(tables: Tables) -> str:
    """Return the rules and the players that the answer is about, as a sentence begins."""
    rules = "by the changed rules" if rule_text(tables) else ""
    are_compared = other_players(tables) and not any(map(is_mixed, tables.main))
    players = "among the strongest players measured" if are_compared else ""
    return "".join(f"{phrase}, " for phrase in (rules, players) if phrase)


def rule_text(tables: Tables) -> list[str]:
    """Return the rule changes that the main scenarios share, as sentences of a rulebook."""
    return list(tables.main[0].described["changes"])


def warning(tables: Tables) -> str:
    """Return what these players never do, and with which others the answer is another."""
    answering = [strongest(tables, main) for main in tables.main]
    changes = changes_with_players(tables, answering)
    search, noise = short_search.warning(tables), small_noise.warning(tables)
    sentences = [never_chosen(tables), changes, search, noise, _weaker_players(tables)]
    return " ".join(filter(None, sentences))


def _weaker_players(tables: Tables) -> str:
    """Say what the main players make of it where the answer is that of stronger ones."""
    if tables.is_cooperative:
        return ""
    weaker = [
        main for main in scenarios_with_rivals(tables.main) if strongest(tables, main) is not main
    ]
    seats = [(main, seat_to_watch(tables, main)) for main in weaker]
    does, say = words.verb(tables), words.say(tables)
    phrases = [
        f"{seat['who']} {does} {_in_brief(say(seat))} with {n_of(main.players, 'player')}"
        for main, seat in seats
    ]
    if not phrases:
        return ""
    return f"Weaker players give another answer: with {weaker[0].entry}, {join_list(phrases)}."


def dependence(tables: Tables) -> str:
    """Return nothing: `certainty` has the range between the players measured."""
    return ""


def _table_of(scenario: Scenario) -> str:
    return "a single player" if scenario.players == 1 else f"a table of {scenario.players}"


def _mean_sentence(tables: Tables) -> str:
    ends = [strongest(tables, scenario) for scenario in fewest_and_most(tables.main)]
    means = [rows_of(score.mean(tables), scenario).iloc[0] for scenario in ends]
    first = _in_brief(in_unit(means[0], tables.facts.score.unit))
    sentence = f"{_table_of(ends[0])} scores {first} on average"
    if len(ends) > 1:
        sentence += f" and {_table_of(ends[1])} scores {_in_brief(number(means[1]))}"
    return f"{sentence}."


def _in_brief(estimate: FormattedEstimate) -> str:
    return f"{estimate.value} ({estimate.range})"


def _top_sentence(tables: Tables) -> str:
    """Say how often the top of the victory table is reached, or without one the middle score."""
    ends = [strongest(tables, scenario) for scenario in fewest_and_most(tables.main)]
    if not tables.facts.bands.tiers:
        return _median_sentence(tables, ends)
    bands = band.band(tables)
    # the last row is that of capped games
    tops = [records(rows_of(bands[bands["to"].isna()], scenario))[-2] for scenario in ends]
    reached = [_in_brief(share(top)) for top in tops]
    top_phrase = f"“{tops[0]['label']}” ({stretch(tops[0]['from'], tops[0]['to'])})"
    return f"They reach {top_phrase} in {join_list(reached)} of the games."


def _median_sentence(tables: Tables, ends: list[Scenario]) -> str:
    medians = score.median(tables)
    phrases = [
        f"{_in_brief(number(rows_of(medians, scenario).iloc[0]))} for {_table_of(scenario)}"
        for scenario in ends
    ]
    return f"The median score is {join_list(phrases)}."


def _policy_sentences(tables: Tables) -> list[str]:
    """Compare the policies of each main line-up in which several meet."""
    results = seat_result.by_policy(tables)
    return [
        _policy_sentence(tables, scenario, records(rows_of(results, scenario)))
        for scenario in tables.main
        if len(scenario.policies) > 1
    ]


def _policy_sentence(tables: Tables, scenario: Scenario, results: list[dict[str, Any]]) -> str:
    does, say = words.verb(tables), words.say(tables)
    phrases = [f"{row['who']} {does} {_in_brief(say(row))}" for row in results]
    verdicts = {row["who"]: words.verdict_in_words(tables, row) for row in results}
    even = words.even_in_words(tables, results[0])
    per_seat = "per game and seat" if tables.is_for_points else "per seat"
    return (
        f"with {n_of(scenario.players, 'player')}, where {even} would be even, {join_list(phrases)}"
        f" {per_seat}: {_verdicts_by_subject(verdicts)}."
    )


def _seat_sentence(tables: Tables) -> str:
    """Say whether going first helps, and what the first seat wins."""
    scenarios = [strongest(tables, main) for main in scenarios_with_rivals(tables.main)]
    first = [records(rows_of(seat_result.by_seat(tables), scenario))[0] for scenario in scenarios]
    seat_phrase = join_list(
        [
            _first_seat(tables, *scenario_and_row)
            for scenario_and_row in zip(scenarios, first, strict=True)
        ]
    )
    even = join_list([words.even_in_words(tables, row) for row in first])
    counts = join_list([str(scenario.players) for scenario in scenarios])
    per_game = " per game" if tables.is_for_points else ""
    return (
        f"{_seat_order(tables, scenarios)}. With {counts} players the first seat"
        f" {words.verb(tables)} {seat_phrase}{per_game}; even: {even}."
    )


def _first_seat(tables: Tables, scenario: Scenario, row: dict[str, Any]) -> str:
    """Return the result of the first seat, with that of a strongest player that contradicts it."""
    witness, say = witness_against(tables, scenario), words.say(tables)
    main_estimate = _in_brief(say(row))
    if witness is None:
        return main_estimate
    there = _in_brief(say(witness.seat))
    return (
        f"{main_estimate} with {join_list(scenario.policies)} but {there} with {witness.in_words}"
    )


def _seat_order(tables: Tables, scenarios: list[Scenario]) -> str:
    """Return the verdicts on going first, those that say most first."""
    verdicts = []
    for scenario in scenarios:
        rows = rows_of(seat_result.by_seat(tables), scenario)
        order = _order_in_words(tables, rows)
        verdict = GOING_FIRST.get(records(rows)[0]["verdict"], order)
        if witness_against(tables, scenario):
            verdict = f"whether going first helps {DEPENDS}"
        verdicts.append((verdict, str(scenario.players)))
    going_first = GOING_FIRST.values()
    whose = sorted(
        group_by_key(verdicts).items(),
        key=lambda verdict_counts: verdict_counts[0] not in going_first,
    )
    phrases = [
        f"{_briefly(verdict) if position else verdict} with {join_list(counts)} players"
        for position, (verdict, counts) in enumerate(whose)
    ]
    return "; ".join(phrases)


def _order_in_words(tables: Tables, rows: pd.DataFrame) -> str:
    """Return the verdict on whether all seats get alike."""
    margin = words.margin_in_words(tables, records(rows)[0])
    does = words.verb(tables).removesuffix("s")  # all seats win
    return SEAT_ORDER[win_rate.seat_order(rows)].format(does=does, margin=margin)


def _briefly(verdict: str) -> str:
    """Return a verdict on the seats as it follows another one."""
    return "not decided" if verdict.endswith(UNDECIDED) else verdict


def _sentence_on_seats(tables: Tables) -> str:
    """Say which seats win most, and what would be even."""
    phrases, even = [], []
    for main in scenarios_with_rivals(tables.main):
        scenario = strongest(tables, main)
        phrases.append(_most_wins(tables, scenario))
        even.append(words.even_in_words(tables, favoured_seat(tables, scenario)))
    return f"{'; '.join(phrases)}. Even would be {join_list(even)}."


def _most_wins(tables: Tables, scenario: Scenario) -> str:
    """Say which seat wins most, and whether that is sure; with whom, if that depends on it."""
    first, say, does = favoured_seat(tables, scenario), words.say(tables), words.verb(tables)
    witness, players = witness_against(tables, scenario), n_of(scenario.players, "player")
    if witness is not None:
        here = f"{first['who']}, {_in_brief(say(first))}, with {join_list(scenario.policies)}"
        there = f"{witness.seat['who']}, {_in_brief(say(witness.seat))}, with {witness.in_words}"
        return f"with {players}, who {does} most {DEPENDS}: {here}, but {there}"
    *_, runner_up = seats_by_wins(tables, scenario)[:-1]
    verb = f"{does} most" if first["low"] > runner_up["high"] else f"probably {does} most"
    return f"{first['who']} {verb}, {_in_brief(say(first))}, with {players}"


def _verdicts_by_subject(verdicts: Mapping[str, str]) -> str:
    """Return each verdict after those it is on; alone where there is only one."""
    if len(verdicts) == 1:
        return next(iter(verdicts.values()))
    whose = group_by_key((verdict, who) for who, verdict in verdicts.items())
    return "; ".join(f"{join_list(subjects)} {verdict}" for verdict, subjects in whose.items())
