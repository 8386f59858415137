"""Answer of a sweep's page: largest effect, effects within the margin, effect of each factor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simlab.analysis import win_rate
from simlab.analysis.interaction import largest_interaction
from simlab.analysis.rule_comparison import CLEAR
from simlab.analysis.sweep import Factor, SweepEffects, cells, length_effects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import Verdict
from simlab.report import provenance
from simlab.report.answers import certificate, named_change
from simlab.report.answers.assumptions import guesses_sentence
from simlab.report.answers.effect import (
    amount,
    by_change,
    change_of,
    rows_of,
    value_of,
    verdict_words,
)
from simlab.report.answers.length_change import length_sentence
from simlab.report.answers.named_rules import (
    METRIC_TARGET,
    as_near,
    is_about_a_seat,
    nearest,
    quote_rules,
)
from simlab.report.answers.nearest import TARGET, Nearest, nearest_sentence
from simlab.report.answers.player_traits import traits_sentence
from simlab.report.answers.waiting import who_sets_length
from simlab.report.page_table import records
from simlab.report.rulebook import assumption_notes
from simlab.report.wording import begin_sentence, join_list, n_of, share

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

Line = dict[str, Any]

DESIGNS = {
    "grid": "every combination of the levels",
    "one_at_a_time": "one rule changed at a time",
    "latin_hypercube": "a Latin hypercube over the levels",
    "sobol": "a scrambled Sobol sequence over the levels",
}
EVEN = "an even share of"
FEWEST_TO_MIRROR = 2
"""With two players one seat loses what the other gains."""
CERTIFIED = "those picked on other deals"
SHARED = "All sets of rules, the unchanged one too, have:"
MIXED = (
    "Rules were changed together. What each level does is the part of it in a sum of single effects"
    " that fits all sets of rules best; below stands how much such a sum leaves unexplained."
)
CHOSEN = (
    "That a set of rules which is picked here is as good as it looks: of many, the one that looks"
    " best was partly lucky. Its certificate, on deals that had no part in choosing, comes from the"
    " same command with --certify and its name in the table."
)
SAMPLED = (
    "That rules which were not played do what their neighbours do: only some combinations of the"
    " levels were, and the intervals know nothing of the choice among them."
)


def question(tables: Tables) -> str:
    """Return the question of the experiment, or the one that every sweep asks."""
    experiment_question = str(tables.described["question"])
    return experiment_question or f"Which rules of {tables.game['title']} matter, and how much?"


def rule_text(tables: Tables) -> list[str]:
    """Return the changes of a patch that all sets of rules share, the unchanged one too."""
    bases = (effects.scenarios[0].described for effects in sweep_effects(tables))
    lines = dict.fromkeys(line for base in bases for line in base["changes"])
    return [f"{SHARED} {' '.join(lines)}"] if lines else []


def answer(tables: Tables) -> list[str]:
    """Return the rules nearest to the target or to fair, the largest change, how many matter."""
    every, most = sweep_effects(tables), _most_changed(tables)
    near = _nearest_sentence(tables)
    if near and len(every) > 1:
        return [*certificate.sentence(tables), near]
    sentences = [near, _as_near_sentence(tables)] if near else []
    sentences += [_largest_sentence(tables, [most]), _other_seat_sentence(tables, [most])]
    if not near:
        sentences.append(_margin_sentence(tables, every))
    return [*certificate.sentence(tables), *filter(None, sentences)]


def _most_changed(tables: Tables) -> SweepEffects:
    """Return the number of players with the largest change."""
    return max(
        sweep_effects(tables), key=lambda effects: abs(by_change(tables, effects)[0]["estimate"])
    )


def findings(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield the changes at each table, and what each level does where nothing else is changed."""
    every = sweep_effects(tables)
    if len(every) > 1:
        yield "Largest changes", _largest_sentence(tables, every)
    if len(every) > 1 and (as_near_too := _as_near_sentence(tables)):
        yield "As near", as_near_too
    gains = _other_seat_sentence(tables, every)
    if gains and len(every) > 1:
        yield "Other seats", gains
    if len(every) > 1 or _nearest_sentence(tables):
        yield (
            "Beyond the margin",
            " ".join(_margin_sentence(tables, [effects]) for effects in every),
        )
    if any(effects.mixes_rules for effects in sweep_effects(tables)):
        yield "Rule by rule", MIXED
        return
    for number, factor in enumerate(sweep_effects(tables)[0].factors):
        sentences = [_factor_sentence(tables, effects, number) for effects in sweep_effects(tables)]
        if any(sentences):
            unchanged = "" if factor.is_named else f" (now {factor.title(factor.base)})"
            topic = f"{begin_sentence(factor.label)} alone{unchanged}"
            yield topic, " ".join(filter(None, sentences))
    joint_sentences = [_together_sentence(tables, effects) for effects in sweep_effects(tables)]
    if any(joint_sentences):
        yield "Rules together", " ".join(filter(None, joint_sentences))


def dependence(tables: Tables) -> str:
    """Return nothing: `certainty` says who played."""
    return ""


def certainty(tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield what the answer depends on, and what the changes that it names cost in length."""
    yield "Players", named_change.by_players(tables)
    yield "Guesses", " ".join(filter(None, [guesses_sentence(tables), traits_sentence(tables)]))
    scenarios = [scenario for effects in sweep_effects(tables) for scenario in effects.scenarios]
    lengths = " ".join(filter(None, [*_lengths(tables), who_sets_length(tables, scenarios)]))
    if lengths:
        yield "Length", lengths


def _lengths(tables: Tables) -> Iterator[str]:
    """Yield what the changes cost in length that the answer names first."""
    rows = {row["scenario"]: row for row in records(length_effects(tables))}
    most = _most_changed(tables)
    picked = [(effects, row) for effects, _, row in nearest(tables) if not row["is_base"]]
    for effects, row in picked or [(most, by_change(tables, most)[0])]:
        if row["scenario"] in rows:
            after = next(
                scenario for scenario in effects.scenarios if scenario.name == row["scenario"]
            )
            rules = f" by {quote_rules(row)}{_place(tables, effects)}"
            change = rows[row["scenario"]]
            yield length_sentence(tables, change, effects.scenarios[0], after, rules)


def warning(tables: Tables) -> str:
    """Return the warning that a change does the opposite with other players, if it does."""
    return named_change.warning(tables)


def basis(tables: Tables) -> list[str]:
    """Return what the answer rests on, in a few words each."""
    n_games = sum(tables.scenario_counts(scenario).n_games for scenario in tables.scenarios)
    n_capped = sum(tables.scenario_counts(scenario).n_capped for scenario in tables.scenarios)
    n_assumed, n_rules = len(assumption_notes(tables)), len(sweep_effects(tables)[0].cells)
    return [
        n_of(n_games, "game"),
        n_of(n_capped, "capped game") if n_capped else "no game capped",
        f"{n_of(n_rules, 'set')} of rules on the same deals",
        CERTIFIED if certificate.is_one(tables) else DESIGNS[tables.study["design"]],
        n_of(n_assumed, "assumption") if n_assumed else "nothing assumed",
    ]


def disclaimers(tables: Tables) -> list[str]:
    """Return what the numbers do not say."""
    is_complete = all(effects.is_full_grid for effects in sweep_effects(tables))
    if certificate.is_one(tables):
        return [*provenance.LIMITS]
    return [CHOSEN, *provenance.LIMITS, *([] if is_complete else [SAMPLED])]


def _largest_sentence(tables: Tables, all_effects: Sequence[SweepEffects]) -> str:
    """Return the largest change at each of several tables."""
    first = all_effects[0]
    phrases = [_largest(tables, effects) for effects in all_effects]
    n_changes = len(first.cells) - 1
    largest = f"largest of {n_of(n_changes, 'change')}" if n_changes > 1 else "change"
    return f"The {largest} in the {first.metric.label} is that by {'; '.join(phrases)}."


def _largest(tables: Tables, effects: SweepEffects) -> str:
    """Return the largest change with its interval, and the values before and after it."""
    base, largest = rows_of(cells(tables), effects)[0], by_change(tables, effects)[0]
    if answers := named_change.sentence_on_withdrawal(tables, effects, largest):
        return f"what {quote_rules(largest)} does{_place(tables, effects)} {answers}"
    change = change_of(effects.metric, largest)
    before, after = (value_of(effects.metric, row).value for row in (base, largest))
    return (
        f"{quote_rules(largest)}{_place(tables, effects)}, from {before} to {after}"
        f" ({change.value}, {change.range})"
    )


def _other_seat_sentence(tables: Tables, all_effects: Sequence[SweepEffects]) -> str:
    """Say which other seat loses what the largest change gives to one, or gains it."""
    phrases = [
        _other_seat(tables, effects, _place(tables, effects) if len(all_effects) > 1 else "")
        for effects in all_effects
        if is_about_a_seat(effects)
    ]
    return " ".join(filter(None, phrases))


def _other_seat(tables: Tables, effects: SweepEffects, players_phrase: str) -> str:
    largest = by_change(tables, effects)[0]
    if effects.players <= FEWEST_TO_MIRROR or largest["verdict"] not in CLEAR:
        return ""
    credits = win_rate.by_seat(tables)
    before, after = (
        {row["who"]: row for row in records(credits[credits["scenario"] == name])}
        for name in (effects.scenarios[0].name, largest["scenario"])
    )
    moved = [
        (after[who]["estimate"] - before[who]["estimate"], who)
        for who in before
        if _are_apart(before[who], after[who])
    ]
    against = [(abs(change), who) for change, who in moved if change * largest["estimate"] < 0]
    if not against:
        return ""
    _, who = max(against)
    verb = "loses" if largest["estimate"] > 0 else "gains"
    shares = f"from {share(before[who]).value} to {share(after[who]).value}"
    return begin_sentence(f"{who} then {verb}{players_phrase}, {shares}.")


def _are_apart(before: Line, after: Line) -> bool:
    return bool(before["high"] < after["low"] or after["high"] < before["low"])


def _margin_sentence(tables: Tables, all_effects: Sequence[SweepEffects]) -> str:
    """Say how many changes are beyond the margin, how many are not, and of how many it is open."""
    verdicts = [row["verdict"] for effects in all_effects for row in by_change(tables, effects)]
    n_same, n_open = (verdicts.count(verdict) for verdict in (Verdict.SAME, Verdict.UNDECIDED))
    n_beyond = len(verdicts) - n_same - n_open
    rest = [f"{n_same} surely {'does' if n_same == 1 else 'do'} not"] if n_same else []
    rest += [f"{n_open} {'needs' if n_open == 1 else 'need'} more games"] if n_open else []
    at_each = ", counted at each size of table,"
    players_phrase = _place(tables, all_effects[0]) if len(all_effects) == 1 else at_each
    counted = f"{n_beyond} of {len(verdicts)}{players_phrase} {_verb(n_beyond)} it by more than"
    return f"{counted} {amount(all_effects[0])}{f' ({join_list(rest)})' if rest else ''}."


def _verb(count: int) -> str:
    return "changes" if count == 1 else "change"


def _nearest_sentence(tables: Tables) -> str:
    """Return the rules nearest to the target, or to a fair share of a seat; empty without one."""
    nearest_rows = list(nearest(tables))
    all_nearest = [
        Nearest(effects.players, target_phrase, quote_rules(row), value_of(effects.metric, row))
        for effects, target_phrase, row in nearest_rows
    ]
    kind = TARGET if METRIC_TARGET in tables.study else EVEN
    return nearest_sentence(kind, all_nearest)


def _as_near_sentence(tables: Tables) -> str:
    """Say how many other sets of rules may be as near to the target; empty where none may."""
    phrases = []
    for effects, _, row in nearest(tables):
        n_near, n_others = len(as_near(tables, effects, row)), len(effects.cells) - 1
        if n_near:
            count = f"{n_near} of the other {n_others} sets of rules"
            if n_near == n_others:
                count = f"the other {n_of(n_others, 'set', 'sets')} of rules"
            verb = "cannot be told apart from it by these games"
            phrases.append(f"{_place(tables, effects).strip()} {count} {verb}".strip())
    return f"{begin_sentence('; '.join(phrases))}." if phrases else ""


def _place(tables: Tables, effects: SweepEffects) -> str:
    """Return at which table it is, where there are several."""
    return f" with {n_of(effects.players, 'player')}" if len(sweep_effects(tables)) > 1 else ""


def _together_sentence(tables: Tables, effects: SweepEffects) -> str:
    """Say which change depends most on another rule; nothing if none surely does."""
    interaction = largest_interaction(effects)
    if interaction is None:
        return ""
    change = effects.factors[interaction.factor].level_title(interaction.level)
    other_factor = effects.factors[interaction.other_factor]
    sizes = [change_of(effects.metric, effect._asdict()).value for effect in interaction.effects]
    first_effect, second_effect = (
        f"{effect} with {_rule_at(other_factor, level)}"
        for effect, level in zip(sizes, interaction.at, strict=True)
    )
    averaged = ", averaged over the other rules" if len(effects.factors) > 2 else ""
    subject = f"The effect of {change} on the {effects.metric.label}{_place(tables, effects)}"
    apart = {
        "estimate": interaction.effects[0].estimate - interaction.effects[1].estimate,
        "low": interaction.low,
        "high": interaction.high,
    }
    gap = change_of(effects.metric, apart).full
    return f"{subject} is {first_effect} but {second_effect}{averaged}: a difference of {gap}."


def _rule_at(factor: Factor, level: int) -> str:
    """Return a level of a rule in a sentence: `hand limit 6`, `soldier deck unchanged`."""
    is_base = level == factor.base and factor.is_named
    return f"{factor.label} unchanged" if is_base else factor.level_title(level)


def _factor_sentence(tables: Tables, effects: SweepEffects, number: int) -> str:
    """Say what each level does that was played with nothing else changed."""
    rows = {row["scenario"]: row for row in rows_of(cells(tables), effects)}
    factor, levels = effects.factors[number], sorted(effects.steps(number).items())
    steps = [(factor.title(level), rows[name]) for level, name in levels]
    phrases = [
        f"{level_title}: {change_of(effects.metric, row).full}, {verdict_words(effects, row)}"
        for level_title, row in steps
    ]
    table = begin_sentence(_place(tables, effects).strip())
    return f"{', '.join(filter(None, [table, '; '.join(phrases)]))}." if phrases else ""
