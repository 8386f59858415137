"""Prints the metrics of a game with units and default margins."""

from __future__ import annotations

from simlab.analysis.metric import Metric
from simlab.api.metrics import MetricList
from simlab.cli.terminal.output import say, say_table
from simlab.experiment.game_length import CLOCKS, within
from simlab.experiment.rollout_metric import ROLLOUT_METRICS
from simlab.experiment.rollout_request import possible_metrics
from simlab.report.wording import join_list
from simlab.studies.ab.study import PILOT

METHOD = (
    "The first one is the headline metric, the default of simlab ab. The margins are its defaults,"
    " as typed after --margin: 2 percentage points for a share, else what the game names, else a"
    f" tenth of the standard deviation of single games, from {PILOT} blocks; – if all games are"
    " alike."
)
SHARES = (
    "Further metrics are the shares of games that end within any length, such as"
    " {example}. Gate and tune also take quantiles of length: {clock}_p95<=12 says that 95 % of"
    " games end within 12 {clock}."
)
ROLLOUTS = (
    "simlab ab, plan ab, tune, sensitivity and gate also take what needs rollouts, with which a"
    " game takes as long as hundreds of games: {}."
)


def print_result(result: MetricList) -> None:
    """Print a line per metric."""
    say(result.answer)
    rows = [
        (m.name, m.label, m.group, m.unit or "share", _write_margin(m, margin))
        for m, margin in result.metrics
    ]
    say_table(["!metric", "meaning", "group", "unit", ">margin"], rows)
    say(METHOD)
    names = {metric.name for metric, _ in result.metrics}
    clock = next(clock for clock in CLOCKS if clock in names)
    say(SHARES.format(example=within(12, clock), clock=clock))
    names_with_rollouts = possible_metrics(result.scenario)
    if names_with_rollouts:
        meanings = (f"{name} ({ROLLOUT_METRICS[name]})" for name in names_with_rollouts)
        say(ROLLOUTS.format(join_list([*meanings])))


def _write_margin(metric: Metric, margin: float) -> str:
    """Return a margin as one types it."""
    if not margin > 0:
        return "–"
    return f"{100 * margin:g}%" if metric.is_share else f"{margin:g}"
