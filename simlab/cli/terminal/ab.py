"""A comparison of two sets of rules, for eyes or for programs."""

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
from simlab.study.ab import Look, Question
from simlab.study.comparison import Comparison
from simlab.study.population import N_BLOCKS, Effect

Content = dict[str, Any]

OWN_DATA = "the data of the game"
METHOD = "95 % each; the intervals hold at every look, so it may be stopped at any of them."
MANY_METHOD = "95 % each; among many blocks the intervals hold at every look."
SPRT_METHOD = (
    "A sequential test of no effect against one of the margin, wrong in 5 % of runs at most on"
    " either side; 95 % each, the effect corrected for the stop."
)
POPULATION_METHOD = (
    f"Each policy in all seats, {N_BLOCKS} blocks besides those above; t intervals, 95 % for all of"
    " them together."
)
SPRT_VERDICTS = {
    Verdict.MORE: "more by about {} or over",
    Verdict.LESS: "less by about {} or over",
    Verdict.SAME: "no change by about {} or over",
    Verdict.UNDECIDED: VERDICTS[Verdict.UNDECIDED],
}


def content_of(question: Question, look: Look, effects: Sequence[Effect]) -> Content:
    """Return what a comparison came to, as JSON."""
    pair, values, metric = question.pair, look.values, question.metric
    found = paired(values.base, values.patched)
    return {
        "game": pair.base.game.name,
        "players": pair.base.players,
        "policies": [str(policy) for policy in pair.base.lineup],
        "seed": pair.base.seed,
        "patch": {"hash": patch_hash(pair.patched.patch), "changes": sentences(pair)},
        "data": None if pair.data is None else str(pair.data),
        "against": None if pair.against is None else str(pair.against),
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
        "correlation": _finite(found.correlation),
        "unpaired_games": _finite(unpaired_games(look, found)),
        "same_results": values.n_same / values.n_pairs,
        "population": [{"policy": each.policy, **_interval(each.interval)} for each in effects],
    }


def brief(question: Question, look: Look) -> str:
    """Return what is known at a look, in a line."""
    return f"{n_of(look.values.n_blocks, 'block')}: {say_effect(question, look.effect).full}"


def sentences(pair: Comparison) -> list[str]:
    """Return what the patch changes, as in a rulebook."""
    base, patched = (side.rules.components for side in pair.sides)
    return [change.sentence for change in changes(base, patched, pair.base.game.schema)]


def print_question(pair: Comparison) -> None:
    """Print who plays what, and what the patch changes."""
    base = pair.base
    seated = ", ".join(in_short([str(policy) for policy in base.lineup]))
    say(f"{base.game.title}, {n_of(base.players, 'player')}, {seated}; seed {base.seed}")
    say(heading(pair))
    for sentence in sentences(pair):
        say(f"  {sentence}")


def heading(pair: Comparison) -> str:
    """Return what differs between the two sets of rules: patches by their titles, folders."""
    patches = [f"Patch {' and '.join(pair.patches)}"] if pair.patches else []
    folders = " against ".join(_called(path) for path in (pair.data, pair.against))
    return f"{'; '.join([*patches, *([f'Data {folders}'] if pair.is_of_folders else [])])}:"


def _called(data: Path | None) -> str:
    return OWN_DATA if data is None else str(from_here(data))


def houserule_command(game: str, options: Mapping[str, Any], against: str | None) -> str:
    """Return the command that measures everything about the same comparison."""
    said = {key: several(value) for key, value in options.items() if key != "games" and value}
    said |= {"against": [against]} if against else {}
    said |= {"players": [",".join(map(str, said["players"]))]} if "players" in said else {}
    words = [
        word
        for key, values in said.items()
        for value in values
        for word in (f"--{key.replace('_', '-')}", str(value))
    ]
    return shlex.join(["simlab", "houserule", game, *words])


def print_answer(question: Question, look: Look) -> None:
    """Print both sides, the effect and the verdict, and what it took."""
    metric, values = question.metric, look.values
    sides = [say_side(metric, question.mean(each)) for each in (values.base, values.patched)]
    spoken = [*sides, say_effect(question, look.effect)]
    cells = [f"{said.value}\n{said.range}" for said in spoken]
    say_heading(verdict_sentence(question, look))
    say_table(["", ">unchanged", ">changed", ">change"], [[metric.label, *cells]])
    say(method(question))
    say(" ".join(effort_sentences(look, paired(values.base, values.patched))))


def verdict_sentence(question: Question, look: Look) -> str:
    """Return the verdict in words: `Score: more by over 1 point.`."""
    words = SPRT_VERDICTS if question.is_sprt else VERDICTS
    label = question.metric.label
    verdict = words[look.verdict].format(change_in_words(question.metric, question.margin))
    advice = "" if look.is_decided else "; --max-games allows more games"
    return f"{label[0].upper()}{label[1:]}: {verdict}{advice}."


def method(question: Question) -> str:
    """Say how the intervals are made."""
    if question.is_sprt:
        return SPRT_METHOD
    return METHOD if question.metric.is_bounded else MANY_METHOD


def change_in_words(metric: Metric, change: float) -> str:
    """Return the size of a change with its unit."""
    return measured(100 * change, "points") if metric.is_share else measured(change, metric.unit)


def effort_sentences(look: Look, found: Paired) -> list[str]:
    """Return what was played, and what pairing saved."""
    values = look.values
    said = [
        f"{n_of(values.n_blocks, 'block')} played under both rules, {whole(values.n_games)} games;"
        f" {100 * values.n_same / values.n_pairs:.0f} % of them with the same result on both sides."
    ]
    needed = unpaired_games(look, found)
    if needed > values.n_games:
        said.append(
            f"The sides are correlated by {found.correlation:.2f}: without pairing it would have"
            f" taken {whole(needed)} games."
        )
    if values.n_unknown:
        said.append(
            f"Left out are {n_of(values.n_unknown, 'block')} to which it does not apply on one"
            " side; what is said holds for the others."
        )
    return said


def unpaired_games(look: Look, found: Paired) -> float:
    """Return how many games would be as sure if the two sides shared no deals."""
    return look.values.n_games * found.saving


def print_population(question: Question, look: Look, effects: Sequence[Effect]) -> None:
    """Print the effect among other players, and whether it depends on who plays."""
    if not effects:
        return
    base = ", ".join(in_short([str(policy) for policy in question.pair.base.lineup]))
    found = [*((each.policy, each.interval) for each in effects), (base, look.effect)]
    said = [(name, say_effect(question, interval)) for name, interval in found]
    say_heading("Among other players")
    say_table(["policy", ">change", ">95 %"], [[name, x.value, x.range] for name, x in said[:-1]])
    say(POPULATION_METHOD)
    say(range_sentence([interval for _, interval in found], said))


def range_sentence(
    intervals: Sequence[Interval[float]], said: Sequence[tuple[str, FormattedEstimate]]
) -> str:
    """Say how far the change ranges over the policies, and whether its sign is theirs."""
    order = sorted(range(len(said)), key=lambda i: intervals[i].estimate)
    least, most = (f"{said[i][1].value} ({said[i][0]})" for i in (order[0], order[-1]))
    ranges = f"Over all policies it ranges from {least} to {most}"
    if any(each.high < 0 for each in intervals) and any(each.low > 0 for each in intervals):
        return f"{ranges}; it changes its sign: that is about who plays, not about the game."
    return f"{ranges}."


def say_side(metric: Metric, mean: Interval[float]) -> FormattedEstimate:
    """Return a mean of the metric."""
    return (share if metric.is_share else number)(mean._asdict())


def say_effect(question: Question, effect: Interval[float]) -> FormattedEstimate:
    """Return an effect, with as many decimals as the margin at least."""
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
