"""Prints the effect of a patch on one metric, with its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simlab.analysis.intervals import Interval
from simlab.analysis.luck import as_played
from simlab.analysis.metric import Metric
from simlab.analysis.paired import pairing_statistics
from simlab.analysis.verdict import Verdict
from simlab.api.ab import (
    AbResult,
    change_sentences,
    format_effect,
    mean_effect,
    unpaired_games,
    wait_in_words,
)
from simlab.cli.terminal.assumptions import assumptions_in_words
from simlab.cli.terminal.output import from_here, say, say_heading, say_line, say_notes, say_table
from simlab.cli.terminal.progress import TerminalLines
from simlab.cli.terminal.verdict import label_with_sign
from simlab.experiment.lineup import in_short
from simlab.game.strengths import FEWEST_GAMES_PER_SECOND
from simlab.report.answers.luck import gain
from simlab.report.answers.range_unknown import hardly_varies, is_unknown
from simlab.report.wording import FormattedEstimate, n_of, number, share, whole
from simlab.studies.ab.comparison import Comparison
from simlab.studies.ab.population import N_BLOCKS, Effect
from simlab.studies.ab.study import AbRequest, Look

OWN_DATA = "the data of the game"
METHOD = (
    "95 % each; the intervals hold at all looks together. A verdict is wrong in at most 5 % of"
    " comparisons; it may come a little before its interval has left the margin. The estimate of an"
    " effect after an early stop is median-unbiased: too large as often as too small. Of a metric"
    " that is no share, a value far outside of the others that is too rare to have occurred is not"
    " foreseen."
)
EXACT_METHOD = (
    "95 % each; the intervals hold at every look, so stopping at any look is valid. The estimate is"
    " the mean of the games played, which is a little too large after an early stop."
)
POPULATION_METHOD = (
    f"Each policy in all seats, {N_BLOCKS} further blocks, of one that plays fewer than"
    f" {FEWEST_GAMES_PER_SECOND:g} games per second fewer; simultaneous t intervals, 95 %."
)
NO_OTHER_PLAYERS = (
    "No other players have played it, since games with rollouts take long; name them with --policy."
)
OF_ASSUMPTIONS = (
    "; simlab report on the run of simlab houserule says on which the answer rests most"
)


class Lines(TerminalLines):
    """Prints the question once it is known, and progress."""

    def compares(self, comparison: Comparison) -> None:
        print_question(comparison)


def print_question(comparison: Comparison) -> None:
    """Print the game, the line-up and the rule changes."""
    base = comparison.base
    seated = ", ".join(in_short([str(policy) for policy in base.lineup]))
    say(f"{base.game.title}, {n_of(base.players, 'player')}, {seated}; seed {base.seed}")
    say(heading(comparison))
    for sentence in change_sentences(comparison):
        say(f"  {sentence}")


def heading(comparison: Comparison) -> str:
    """Return what differs between the two sides: titles of patches, data folders, or files."""
    if comparison.is_of_games:
        new, old = (from_here(side.game.written_home) for side in reversed(comparison.sides))
        return f"{new} against {old}:"
    patches = [f"Patch {' and '.join(comparison.patches)}"] if comparison.patches else []
    folders = " against ".join(_folder_name(path) for path in (comparison.data, comparison.against))
    return f"{'; '.join([*patches, *([f'Data {folders}'] if comparison.is_of_folders else [])])}:"


def _folder_name(data: Path | None) -> str:
    return OWN_DATA if data is None else str(from_here(data))


def print_result(result: AbResult, *, explain: bool) -> None:
    """Print both sides, the effect, the verdict, other policies, and what to ask next."""
    print_effect(result)
    if waiting := wait_in_words(result):
        say(waiting)
    print_population(result.request, result.look, result.effects)
    say_notes(methods(result), explain=explain)
    comparison = result.request.comparison
    has_rollouts = bool(comparison.base.rollout_metrics)
    if has_rollouts:
        say(NO_OTHER_PLAYERS)
    elif result.is_decided and not comparison.is_of_games:
        say_line(f"For the size of the effect: {result.houserule}")
    if result.assumed:
        advice = "" if has_rollouts else OF_ASSUMPTIONS
        unplayed = f"{assumptions_in_words(len(result.assumed))}, and no other values were played"
        say(f"{unplayed}{advice}.")


def print_effect(result: AbResult) -> None:
    """Print both sides, the effect, the verdict and the number of games."""
    question, look = result.request, result.look
    metric, values = question.metric, look.values
    sides = [format_mean(metric, mean) for mean in question.means(values)]
    estimates = [*sides, format_effect(question, look.effect)]
    cells = [f"{estimate.short}\n{estimate.range}" for estimate in estimates]
    say()
    say(label_with_sign(result.verdict, verdict_sentence(result)))
    say_table(["", ">unchanged", ">changed", ">change"], [[metric.label, *cells]])
    say(
        " ".join(
            [
                *early_sentence(question, look),
                *stop_sentence(question, look),
                *sentence_without_interval(metric.label, look),
                *effort_sentences(look),
                *luck_sentence(question, look),
            ]
        )
    )


def early_sentence(question: AbRequest, look: Look) -> list[str]:
    """Say so if a verdict came before its interval has left the margin, as it may."""
    surely = {Verdict.MORE: look.effect.low, Verdict.LESS: -look.effect.high}
    if surely.get(look.verdict, question.margin) >= question.margin:
        return []
    return [
        "The verdict came before the interval left the margin; it is wrong in at most 5 % of"
        " comparisons."
    ]


def stop_sentence(question: AbRequest, look: Look) -> list[str]:
    """Say what the games played differ by, if the estimate is corrected for an early stop."""
    observed = mean_effect(question, look).value
    if observed == format_effect(question, look.effect).value:
        return []
    return [
        f"The games played differ by {observed}. A comparison stops sooner when chance enlarges the"
        " effect; the change in the table is corrected for that (median-unbiased estimate)."
    ]


def sentence_without_interval(label: str, look: Look) -> list[str]:
    """Say so if the metric has varied in too few blocks for an interval."""
    if not is_unknown(look.effect):
        return []
    return [hardly_varies(f"The change of {label}", int(look.effect.n), "block")]


def verdict_sentence(result: AbResult) -> str:
    """Return the verdict in words, and how to get one: `Score: higher by more than 1 point.`."""
    advice = "" if result.look.is_decided else "; --max-games allows more games"
    return f"{result.verdict_in_words}{advice}."


def methods(result: AbResult) -> list[str]:
    """Return how the intervals are computed, and how many games pairing saved."""
    interval_method = EXACT_METHOD if result.request.is_exact else METHOD
    population = [POPULATION_METHOD] if result.effects else []
    return [interval_method, *pairing_sentence(result.look), *population]


def pairing_sentence(look: Look) -> list[str]:
    """Return how many games the comparison would have taken without pairing, if surely more."""
    statistics = pairing_statistics(look.values.base, look.values.patched)
    correlation = statistics.correlation
    if not correlation.low > 0 or len(look.values.base_luck):
        return []
    return [
        f"The two sides have a correlation of {correlation.estimate:.2f}"
        f" ({correlation.low:.2f} to {correlation.high:.2f}): without pairing, it would have taken"
        f" about {whole(unpaired_games(look, statistics))} games."
    ]


def effort_sentences(look: Look) -> list[str]:
    """Return how many games were played, and how many blocks were left out."""
    values = look.values
    effort = [
        f"{n_of(values.n_blocks, 'block')} played under both rules, {whole(values.n_games)} games;"
        f" {100 * values.n_same / values.n_paired_games:.0f} % of them with the same result on both"
        " sides."
    ]
    if values.n_unknown:
        effort.append(
            f"{n_of(values.n_unknown, 'block')} left out, to which the metric does not apply on one"
            " side; the result is for the other blocks."
        )
    return effort


def luck_sentence(question: AbRequest, look: Look) -> list[str]:
    """Return the change as played, and how many games the subtraction of luck is worth."""
    if not question.measures_luck:
        return []
    played = question.effect_as_played(look.values)
    saving = as_played(played, look.effect)["saving"]
    return [
        f"As played, the change is {format_effect(question, played).full}; less luck,"
        f" {gain(saving)}."
    ]


def print_population(question: AbRequest, look: Look, effects: Sequence[Effect]) -> None:
    """Print the effect with other policies, and how much it depends on the policy."""
    if not effects:
        return
    base = ", ".join(in_short([str(policy) for policy in question.comparison.base.lineup]))
    intervals = [*((effect.policy, effect.interval) for effect in effects), (base, look.effect)]
    rows = [(name, format_effect(question, interval)) for name, interval in intervals]
    cells = [
        [name, change.short, change.range, whole(effect.n_games)]
        for (name, change), effect in zip(rows[:-1], effects, strict=True)
    ]
    say_heading("With other policies")
    say_table(["policy", ">change", ">95 %", ">games by each set of rules"], cells)
    say(range_sentence([interval for _, interval in intervals], rows))


def range_sentence(
    intervals: Sequence[Interval[float]], effects: Sequence[tuple[str, FormattedEstimate]]
) -> str:
    """Return the range of the effect over the policies, and whether its sign depends on them."""
    order = sorted(range(len(effects)), key=lambda i: intervals[i].estimate)
    least, most = (f"{effects[i][1].value} ({effects[i][0]})" for i in (order[0], order[-1]))
    if intervals[order[0]].estimate == intervals[order[-1]].estimate:
        return f"With all policies the effect is {effects[0][1].value}."
    ranges = f"Over all policies the effect ranges from {least} to {most}"
    if any(interval.high < 0 for interval in intervals) and any(
        interval.low > 0 for interval in intervals
    ):
        return f"{ranges}; its sign depends on the policy, so it says little about the game."
    return f"{ranges}."


def format_mean(metric: Metric, mean: Interval[float]) -> FormattedEstimate:
    """Return a mean of the metric, formatted."""
    return (share if metric.is_share else number)(mean._asdict())
