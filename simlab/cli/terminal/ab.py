"""Prints the effect of a patch on one metric, with its verdict, as text or JSON."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric
from simlab.analysis.paired import Paired, paired
from simlab.analysis.verdict import Verdict
from simlab.cli.terminal.output import from_here, say, say_heading, say_table
from simlab.components.change import changes
from simlab.experiment.lineup import in_short
from simlab.experiment.patch import patch_hash
from simlab.experiment.spec import several
from simlab.report.answers.effect import VERDICTS
from simlab.report.wording import (
    FormattedEstimate,
    decimals,
    difference,
    difference_of_shares,
    measured,
    n_of,
    number,
    share,
    whole,
)
from simlab.study.ab import AbRequest, Look
from simlab.study.comparison import Comparison
from simlab.study.population import N_BLOCKS, Effect

Content = dict[str, Any]

OWN_DATA = "the data of the game"
METHOD = "95 % each; the intervals hold at every look, so stopping at any look is valid."
MANY_METHOD = "95 % each; among many blocks the intervals hold at every look."
SPRT_METHOD = (
    "Sequential test of no effect against an effect of the margin, with error rates of at most 5 %;"
    " 95 % each, the effect corrected for the stopping rule."
)
POPULATION_METHOD = (
    f"Each policy in all seats, {N_BLOCKS} further blocks; simultaneous t intervals, 95 %."
)
SPRT_VERDICTS = {
    Verdict.MORE: "more by about {} or over",
    Verdict.LESS: "less by about {} or over",
    Verdict.SAME: "no change by about {} or over",
    Verdict.UNDECIDED: VERDICTS[Verdict.UNDECIDED],
}


def content_of(question: AbRequest, look: Look, effects: Sequence[Effect]) -> Content:
    """Return the result of a comparison as JSON."""
    comparison, values, metric = question.comparison, look.values, question.metric
    statistics = paired(values.base, values.patched)
    return {
        "game": comparison.base.game.name,
        "players": comparison.base.players,
        "policies": [str(policy) for policy in comparison.base.lineup],
        "seed": comparison.base.seed,
        "patch": {"hash": patch_hash(comparison.patched.patch), "changes": sentences(comparison)},
        "data": None if comparison.data is None else str(comparison.data),
        "against": None if comparison.against is None else str(comparison.against),
        "metric": {"name": metric.name, "label": metric.label, "unit": metric.unit},
        "margin": question.margin,
        "test": "sprt" if question.is_sprt else "interval",
        "unchanged": _interval(question.mean(values.base)),
        "changed": _interval(question.mean(values.patched)),
        "change": _interval(look.effect),
        "verdict": str(look.verdict),
        "is_decided": look.is_decided,
        "blocks": values.n_blocks,
        "blocks_left_out": values.n_unknown,
        "games": values.n_games,
        "correlation": _finite(statistics.correlation),
        "unpaired_games": _finite(unpaired_games(look, statistics)),
        "same_results": values.n_same / values.n_paired_games,
        "population": [{"policy": each.policy, **_interval(each.interval)} for each in effects],
    }


def brief(question: AbRequest, look: Look) -> str:
    """Return the progress line of a look: blocks played and the effect so far."""
    return f"{n_of(look.values.n_blocks, 'block')}: {formatted_effect(question, look.effect).full}"


def sentences(comparison: Comparison) -> list[str]:
    """Return the rule changes of the patch, worded as in a rulebook."""
    base, patched = (side.rules.components for side in comparison.sides)
    return [change.sentence for change in changes(base, patched, comparison.base.game.schema)]


def print_question(comparison: Comparison) -> None:
    """Print the game, the line-up and the rule changes."""
    base = comparison.base
    seated = ", ".join(in_short([str(policy) for policy in base.lineup]))
    say(f"{base.game.title}, {n_of(base.players, 'player')}, {seated}; seed {base.seed}")
    say(heading(comparison))
    for sentence in sentences(comparison):
        say(f"  {sentence}")


def heading(comparison: Comparison) -> str:
    """Return what differs between the two sets of rules: titles of patches, data folders."""
    patches = [f"Patch {' and '.join(comparison.patches)}"] if comparison.patches else []
    folders = " against ".join(_folder_name(path) for path in (comparison.data, comparison.against))
    return f"{'; '.join([*patches, *([f'Data {folders}'] if comparison.is_of_folders else [])])}:"


def _folder_name(data: Path | None) -> str:
    return OWN_DATA if data is None else str(from_here(data))


def houserule_command(game: str, options: Mapping[str, Any], against: str | None) -> str:
    """Return the `simlab houserule` command for the same comparison."""
    given = {key: several(value) for key, value in options.items() if key != "games" and value}
    given |= {"against": [against]} if against else {}
    given |= {"players": [",".join(map(str, given["players"]))]} if "players" in given else {}
    words = [
        word
        for key, values in given.items()
        for value in values
        for word in (f"--{key.replace('_', '-')}", str(value))
    ]
    return shlex.join(["simlab", "houserule", game, *words])


def print_answer(question: AbRequest, look: Look) -> None:
    """Print both sides, the effect, the verdict and the number of games."""
    metric, values = question.metric, look.values
    sides = [formatted_mean(metric, question.mean(each)) for each in (values.base, values.patched)]
    estimates = [*sides, formatted_effect(question, look.effect)]
    cells = [f"{each.value}\n{each.range}" for each in estimates]
    say_heading(verdict_sentence(question, look))
    say_table(["", ">unchanged", ">changed", ">change"], [[metric.label, *cells]])
    say(method(question))
    say(" ".join(effort_sentences(look, paired(values.base, values.patched))))


def verdict_sentence(question: AbRequest, look: Look) -> str:
    """Return the verdict in words: `Score: more by over 1 point.`."""
    words = SPRT_VERDICTS if question.is_sprt else VERDICTS
    label = question.metric.label
    verdict = words[look.verdict].format(change_in_words(question.metric, question.margin))
    advice = "" if look.is_decided else "; --max-games allows more games"
    return f"{label[0].upper()}{label[1:]}: {verdict}{advice}."


def method(question: AbRequest) -> str:
    """Return how the intervals are computed."""
    if question.is_sprt:
        return SPRT_METHOD
    return METHOD if question.metric.is_bounded else MANY_METHOD


def change_in_words(metric: Metric, change: float) -> str:
    """Return the size of a change with its unit."""
    return measured(100 * change, "points") if metric.is_share else measured(change, metric.unit)


def effort_sentences(look: Look, statistics: Paired) -> list[str]:
    """Return how many games were played, and how many pairing saved."""
    values = look.values
    effort = [
        f"{n_of(values.n_blocks, 'block')} played under both rules, {whole(values.n_games)} games;"
        f" {100 * values.n_same / values.n_paired_games:.0f} % of them with the same result on both"
        " sides."
    ]
    needed = unpaired_games(look, statistics)
    if needed > values.n_games:
        effort.append(
            f"The two sides have a correlation of {statistics.correlation:.2f}: without pairing, it"
            f" would have taken {whole(needed)} games."
        )
    if values.n_unknown:
        effort.append(
            f"{n_of(values.n_unknown, 'block')} left out, to which the metric does not apply on one"
            " side; the result is for the other blocks."
        )
    return effort


def unpaired_games(look: Look, statistics: Paired) -> float:
    """Return how many games would give the same precision without shared deals."""
    return look.values.n_games * statistics.saving


def print_population(question: AbRequest, look: Look, effects: Sequence[Effect]) -> None:
    """Print the effect with other policies, and how much it depends on the policy."""
    if not effects:
        return
    base = ", ".join(in_short([str(policy) for policy in question.comparison.base.lineup]))
    intervals = [*((each.policy, each.interval) for each in effects), (base, look.effect)]
    rows = [(name, formatted_effect(question, interval)) for name, interval in intervals]
    say_heading("With other policies")
    say_table(["policy", ">change", ">95 %"], [[name, x.value, x.range] for name, x in rows[:-1]])
    say(POPULATION_METHOD)
    say(range_sentence([interval for _, interval in intervals], rows))


def range_sentence(
    intervals: Sequence[Interval[float]], effects: Sequence[tuple[str, FormattedEstimate]]
) -> str:
    """Return the range of the effect over the policies, and whether its sign depends on them."""
    order = sorted(range(len(effects)), key=lambda i: intervals[i].estimate)
    least, most = (f"{effects[i][1].value} ({effects[i][0]})" for i in (order[0], order[-1]))
    ranges = f"Over all policies the effect ranges from {least} to {most}"
    if any(each.high < 0 for each in intervals) and any(each.low > 0 for each in intervals):
        return f"{ranges}; its sign depends on the policy, so it says little about the game."
    return f"{ranges}."


def formatted_mean(metric: Metric, mean: Interval[float]) -> FormattedEstimate:
    """Return a mean of the metric, formatted."""
    return (share if metric.is_share else number)(mean._asdict())


def formatted_effect(question: AbRequest, effect: Interval[float]) -> FormattedEstimate:
    """Return an effect, formatted with at least as many decimals as the margin."""
    if question.metric.is_share:
        return difference_of_shares(effect._asdict(), max(1, decimals(100 * question.margin)))
    return difference(effect._asdict(), decimals(question.margin))


def _interval(interval: Interval[float]) -> Content:
    return {
        "estimate": interval.estimate,
        "low": _finite(interval.low),
        "high": _finite(interval.high),
    }


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
