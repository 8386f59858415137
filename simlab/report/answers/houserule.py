"""Answer of a house rule's page: main effect, other changes, other policies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from simlab.analysis import changed_games
from simlab.analysis.length import clocks
from simlab.analysis.rule_comparison import (
    CHANGED,
    CLEAR,
    UNCHANGED,
    Comparison,
    comparison_against_verdict,
    comparisons,
    effects,
    has_no_effect,
    headline_effect,
    seat_effects,
)
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.game.facts import METRIC_GROUPS
from simlab.report.answers import certificate
from simlab.report.answers.assumptions import guesses_sentence
from simlab.report.answers.changed_choice import sentence_on_choices
from simlab.report.answers.length_change import length_sentence
from simlab.report.answers.metric_change import (
    change_of,
    margin_of,
    most_telling,
    rank_metrics,
    size_of,
    table_of,
    value_of,
    what_of,
)
from simlab.report.answers.nearest import TARGET, Nearest, nearest_sentence, target_in_words
from simlab.report.answers.other_players import BY_CHANCE
from simlab.report.answers.player_traits import traits_sentence
from simlab.report.answers.population import elsewhere, is_opposite
from simlab.report.answers.waiting import who_sets_length
from simlab.report.answers.withdrawn import both_answers
from simlab.report.page_table import records
from simlab.report.provenance import LIMITS
from simlab.report.rulebook import basis
from simlab.report.wording import group_by_key, join_list, n_of, share

__all__ = [
    "answer",
    "answer_of",
    "basis",
    "certainty",
    "dependence",
    "disclaimers",
    "findings",
    "question",
    "rule_text",
    "table_of",
    "warning",
]

MOST_NAMED, FEW = 3, 2
"""Changes that a sentence names, and metrics without a change; the rest is counted."""
FEWEST_TO_MIRROR = 2
"""With two players one seat loses what the other gains."""
PICKED = (
    "That the largest changes are as large as they look. They were picked out of many; the same"
    " command with --certify plays the comparison again on deals that had no part in choosing."
)
UNCHANGED_MARKS = "“Scores of … or more” keep the marks of the unchanged table by both rules."
SAYS = {
    Verdict.MORE: "the change raises {what} by {size}, from {before} to {after}",
    Verdict.LESS: "the change lowers {what} by {size}, from {before} to {after}",
    Verdict.SAME: "the change leaves {what} within {margin} of {before}: {signed}",
    Verdict.UNDECIDED: "the effect on {what} is not decided at a margin of {margin}: {signed}, from"
    " {before} to {after}",
}
"""Sentence on a metric, by its verdict."""


def question(tables: Tables) -> str:
    """Return the question of the experiment, or the one that every house rule asks."""
    experiment_question = str(tables.described["question"])
    return (
        experiment_question or f"What does this change of the rules do to {tables.game['title']}?"
    )


def rule_text(tables: Tables) -> list[str]:
    """Return the changed rules as sentences of a rulebook."""
    return list(tables.study["change"])


def answer(tables: Tables) -> list[str]:
    """Return the main change with fewest and with most players."""
    pairs = _fewest_and_most(tables)
    main = [_main_sentence(tables, pair) for pair in pairs]
    more = [_at(tables, pair, _clearest_sentence(tables, pair)) for pair in pairs]
    nearest = _nearest_sentence(tables, pairs)
    return [*certificate.sentence(tables), *main, *filter(None, [*more, nearest])]


def answer_of(tables: Tables, pair: Comparison) -> list[str]:
    """Return the main change with some number of players, the rest, and what else to know."""
    sentences = [
        _main_sentence(tables, pair),
        _clearest_sentence(tables, pair),
        _nearest_sentence(tables, [pair]),
        *(say(tables, pair) for say in MORE.values()),
    ]
    return [sentence for sentence in sentences if sentence]


def findings(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield further sentences on the change, then each group of metrics and what changes in it."""
    pairs = comparisons(tables)
    for topic, say in MORE.items():
        sentences = [_at(tables, pair, say(tables, pair)) for pair in pairs]
        if any(sentences):
            yield topic, " ".join(filter(None, sentences))
    for group in METRIC_GROUPS:
        sentences = [_group_sentence(tables, pair, group) for pair in comparisons(tables)]
        if any(sentences):
            yield group.capitalize(), " ".join(filter(None, sentences))


def dependence(tables: Tables) -> str:
    """Return nothing: `certainty` has the effect with other players."""
    return ""


def certainty(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield what the effect depends on, and what the change costs in length."""
    yield "Players", _by_players(tables)
    yield "Guesses", " ".join(filter(None, [guesses_sentence(tables), traits_sentence(tables)]))
    changes = (_length(tables, pair) for pair in _fewest_and_most(tables))
    sides = [side for pair in comparisons(tables) for side in (pair.unchanged, pair.changed)]
    lengths = " ".join(filter(None, [*changes, who_sets_length(tables, sides)]))
    if lengths:
        yield "Length", lengths


def _length(tables: Tables, pair: Comparison) -> str:
    """Say how much longer or shorter games are, unless that is what the answer is about."""
    rows = effects(tables, pair)
    lengths = records(rows[rows["metric"].isin(clocks(tables)[:1])])
    main = headline_effect(tables, pair)
    if not lengths or main["metric"] == lengths[0]["metric"]:
        return ""
    has_other_pairs = len(comparisons(tables)) > 1
    players_phrase = f" with {n_of(pair.players, 'player')}" if has_other_pairs else ""
    return length_sentence(tables, lengths[0], pair.unchanged, pair.changed, players_phrase)


def _by_players(tables: Tables) -> str:
    """Say between what the change of the headline metric lies with other policies in all seats."""
    pairs_and_rows = [(pair, headline_effect(tables, pair)) for pair in _fewest_and_most(tables)]
    ranges = group_by_key(
        (what_of(main), range_phrase)
        for pair, main in pairs_and_rows
        if (range_phrase := _range(tables, pair, main))
    )
    if not ranges:
        return (
            "Not measured: no other policy played, as the game has none or the games are too few."
        )
    return " ".join(
        f"The change of {quantity} is {join_list(quantity_ranges)}."
        for quantity, quantity_ranges in ranges.items()
    )


def _range(tables: Tables, pair: Comparison, main: dict[str, Any]) -> str:
    """Return the lowest and the highest estimate of a change, with whom; empty without others."""
    rows_by_policy = elsewhere(tables, pair, main["metric"])
    rows = {**rows_by_policy, join_list(pair.unchanged.policies): main} if rows_by_policy else {}
    # the first and the last one; of a single one, that
    ends = sorted(rows.items(), key=lambda policy_and_row: float(policy_and_row[1]["estimate"]))[
        :: len(rows) - 1 or 1
    ]
    end_phrases = [f"{change_of(row).value} ({policy})" for policy, row in ends]
    return f"{' to '.join(end_phrases)} with {n_of(pair.players, 'player')}" if end_phrases else ""


def warning(tables: Tables) -> str:
    """Say that nobody meets the change, and with which other policies it goes the other way."""
    unmet = dict.fromkeys(sentence_on_choices(tables, pair) for pair in comparisons(tables))
    return " ".join(filter(None, [*unmet, _changes_with_players(tables)]))


def _changes_with_players(tables: Tables) -> str:
    turned = [
        (n_of(pair.players, "player"), _policies_that_turn(tables, pair))
        for pair in comparisons(tables)
    ]
    phrases = [
        f"with {join_list(policies)} in every seat ({players})"
        for players, policies in turned
        if policies
    ]
    return (
        f"Changes with the players: it goes the other way {join_list(phrases)}." if phrases else ""
    )


def disclaimers(tables: Tables) -> list[str]:
    """Return what the numbers do not say."""
    return [*([] if certificate.is_one(tables) else [PICKED]), *LIMITS]


def _fewest_and_most(tables: Tables) -> list[Comparison]:
    """Return the comparisons with fewest and most players, chosen before any result is seen."""
    by_players = sorted(comparisons(tables), key=lambda pair: pair.players)
    return by_players if len(by_players) == 1 else [by_players[0], by_players[-1]]


def _at(tables: Tables, pair: Comparison, sentence: str) -> str:
    """Return a sentence after the number of players, where there are several."""
    return f"{_place(tables, pair)}{sentence}" if sentence else ""


def _sentence_without_change(tables: Tables, pair: Comparison) -> str:
    rows = effects(tables, pair)
    return (
        f"With {n_of(pair.players, 'player')}, every game is the same by both rules: all"
        f" {n_of(len(rows), 'metric')} agree on each of {n_of(rows['n'].max(), 'deal')}."
    )


def _nearest_sentence(tables: Tables, pairs: Sequence[Comparison]) -> str:
    """Say which rules bring the metric nearer to its target, if it has one."""
    target = tables.study.get("metric_target")
    return nearest_sentence(
        TARGET, [] if target is None else [_nearest(tables, pair, target) for pair in pairs]
    )


def _nearest(tables: Tables, pair: Comparison, target: float) -> Nearest:
    row = headline_effect(tables, pair)
    side = min((UNCHANGED, CHANGED), key=lambda side: abs(row[side] - target))
    target_phrase = target_in_words(target, row["unit"])
    return Nearest(pair.players, target_phrase, f"the {side} rules", value_of(row, side))


def _table_sentence(tables: Tables, pair: Comparison) -> str:
    """Return the sentence on the bands if the changed rules have another victory table."""
    if not pair.has_two_tables:
        return ""
    changed = share(records(changed_games.share(tables, pair))[0])
    lead = f"Held each against its own victory table, {changed.full} of the same deals end in"
    marks = "" if has_no_effect(tables, pair) else f" {UNCHANGED_MARKS}"
    return f"{lead} another band.{marks}"


def _sentence_on_capped(tables: Tables, pair: Comparison) -> str:
    """Say how many games were capped by either set of rules, if any were."""
    rows = effects(tables, pair)
    (row,) = records(rows[rows["metric"] == "capped"])
    if not row[UNCHANGED] and not row[CHANGED]:
        return ""
    before, after = (value_of(row, side).full for side in (UNCHANGED, CHANGED))
    return (
        f"{before} of the games by the unchanged rules and {after} by the changed ones did not end"
        " and were stopped at the limit; they count as far as they were played."
    )


def _main_sentence(tables: Tables, pair: Comparison) -> str:
    """Say what the change does to the headline metric, or to the seats that gain and lose most."""
    if has_no_effect(tables, pair):
        return _sentence_without_change(tables, pair)
    rows = [headline_effect(tables, pair), *_opposite_seat(tables, pair)]
    phrases = [_effect_phrase(tables, pair, row) for row in rows]
    return f"With {n_of(pair.players, 'player')}, {'; '.join(phrases)}."


def _clearest_sentence(tables: Tables, pair: Comparison) -> str:
    """Say which other metric clearly changes most, where the headline metric does not."""
    rows = most_telling(tables, pair)
    clear = records(rows[rows["verdict"].isin(CLEAR)])
    if not clear or headline_effect(tables, pair)["verdict"] in CLEAR:
        return ""
    phrase = _effect_phrase(tables, pair, clear[0])
    return f"The clearest effect is on another metric: {phrase}."


def _opposite_seat(tables: Tables, pair: Comparison) -> list[dict[str, Any]]:
    """Return the seat that surely loses most where the headline seat gains, or the reverse."""
    rates = seat_effects(tables, pair)
    main = headline_effect(tables, pair)
    # with several numbers of players the sentence is long enough
    is_long = len(comparisons(tables)) > 1
    if is_long or pair.players == FEWEST_TO_MIRROR or main["metric"] not in set(rates["metric"]):
        return []
    opposite_rows = rates[rates["verdict"].isin(CLEAR) & (rates["estimate"] * main["estimate"] < 0)]
    largest = opposite_rows["estimate"].abs().nlargest(1).index
    return records(opposite_rows.loc[largest]) if main["verdict"] in CLEAR else []


def _effect_phrase(tables: Tables, pair: Comparison, row: dict[str, Any]) -> str:
    if row["verdict"] == Verdict.DEPENDS:
        return _both_answers(tables, pair, row)
    fields = {
        "what": what_of(row),
        "size": change_of(size_of(row)).full.replace("+", ""),  # the verb has the sign
        "before": value_of(row, UNCHANGED).value,
        "after": value_of(row, CHANGED).value,
        "margin": margin_of(row),
        "signed": change_of(row).full,
    }
    # what never varied by either set of rules has no margin
    if not row["moved"] and not row["margin"]:
        return f"{what_of(row)} is {row[UNCHANGED]:g} in every game by both sets of rules"
    return SAYS[row["verdict"]].format(**fields)


def _both_answers(tables: Tables, pair: Comparison, row: dict[str, Any]) -> str:
    """Say what the change does with the line-up and with the strongest player."""
    witness = comparison_against_verdict(tables, pair, row["metric"])
    [player] = witness.unchanged.policies
    strongest = elsewhere(tables, pair, row["metric"])[player]
    n_games = tables.scenario_counts(witness.unchanged).n_games
    answers = both_answers(
        join_list(pair.unchanged.policies),
        change_of(row).full,
        player,
        change_of(strongest).full,
        f"{n_of(n_games, 'game')} by each set of rules",
        pair.unchanged.strongest,
    )
    return f"what the change does to {what_of(row)} {answers}"


def _rest_sentence(tables: Tables, pair: Comparison) -> str:
    """Say how many metrics change, stay the same and need more games; empty if no game changes."""
    if has_no_effect(tables, pair):
        return ""
    rows = effects(tables, pair)
    n_clear = int(rows["verdict"].isin(CLEAR).sum())
    changes = f"{n_clear} {'changes' if n_clear == 1 else 'change'} by more than the margin"
    rest = _part_on_unchanged(rows)
    return f"Of {n_of(len(rows), 'metric')}, {join_list([changes] * (n_clear > 0) + rest)}."


def _part_on_unchanged(rows: pd.DataFrame) -> list[str]:
    """Return how many metrics stay the same, and of how many it is not known."""
    n_same, n_undecided = (
        int((rows["verdict"] == verdict).sum()) for verdict in (Verdict.SAME, Verdict.UNDECIDED)
    )
    same = f"{n_same} {'stays' if n_same == 1 else 'stay'} the same within it"
    undecided = f"{n_undecided} {'is' if n_undecided == 1 else 'are'} not decided"
    n_depending = int((rows["verdict"] == Verdict.DEPENDS).sum())
    depending = f"{n_depending} {'depends' if n_depending == 1 else 'depend'} on who plays"
    return [same] * (n_same > 0) + [undecided] * (n_undecided > 0) + [depending] * (n_depending > 0)


def _group_sentence(tables: Tables, pair: Comparison, group: str) -> str:
    rows = rank_metrics(tables, pair)
    group_rows = rows[rows["group"] == group]
    if group_rows.empty or has_no_effect(tables, pair):
        return ""
    clear = records(group_rows[group_rows["verdict"].isin(CLEAR)])
    named = [f"{row['label']} {change_of(row).full}" for row in clear[:MOST_NAMED]]
    more = [f"{len(clear) - len(named)} more"] if len(clear) > len(named) else []
    # the labels of metrics hold commas and colons
    phrases = [f"{len(clear)} of {len(group_rows)} change", "; ".join([*named, *more])]
    return (
        f"{_place(tables, pair)}{': '.join(filter(None, phrases))}."
        f"{_count_by_verdict(group_rows, Verdict.SAME, 'The same')}"
        f"{_count_by_verdict(group_rows, Verdict.UNDECIDED, 'Not decided')}"
        f"{_count_by_verdict(group_rows, Verdict.DEPENDS, 'Depending on who plays')}"
    )


def _count_by_verdict(rows: pd.DataFrame, verdict: Verdict, heading: str) -> str:
    """Return how many metrics have a verdict; a few are named."""
    labels = rows[rows["verdict"] == verdict]["label"].tolist()
    if not labels:
        return ""
    return f" {heading}: {'; '.join(labels) if len(labels) <= FEW else len(labels)}."


def _place(tables: Tables, pair: Comparison) -> str:
    """Return at which table it is, where there are several."""
    if len(comparisons(tables)) == 1:
        return ""
    return f"With {n_of(pair.players, 'player')}: "


def _policies_that_turn(tables: Tables, pair: Comparison) -> list[str]:
    """Return the other policies, but not play by chance, with which the change surely turns."""
    main = headline_effect(tables, pair)
    rows = elsewhere(tables, pair, main["metric"])
    return [
        policy for policy, row in rows.items() if policy != BY_CHANCE and is_opposite(main, row)
    ]


MORE = {
    "Metrics": _rest_sentence,
    "Victory tables": _table_sentence,
    "Capped games": _sentence_on_capped,
}
"""Topics of sentences on each number of players."""
