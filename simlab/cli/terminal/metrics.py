"""Prints the metrics of a game with units and default margins, as text or JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simlab.analysis.metric import Metric
from simlab.cli.terminal.output import say, say_table
from simlab.errors import InputError
from simlab.experiment.lineup import in_short
from simlab.experiment.request import requested
from simlab.experiment.resolve import Scenario
from simlab.report.wording import n_of
from simlab.study.ab import FIRST_LOOK

Content = dict[str, Any]
Offer = Sequence[tuple[Metric, float]]

METHOD = (
    "The first one is the headline metric, the default of simlab ab. The margins are its defaults,"
    " as typed after --margin: 2 percentage points for a share, else a tenth of the standard"
    f" deviation of single games, estimated from {FIRST_LOOK} blocks; – if all games are alike."
)


def requested_table(game: str, options: Mapping[str, Any]) -> Scenario:
    """Return the only scenario of a request.

    Raises:
        InputError: every unknown, impossible or out-of-range option; or several scenarios.
    """
    scenarios = requested(game, options).scenarios
    if len(scenarios) > 1:
        raise InputError("metrics are listed for one number of players; name one", "players")
    return scenarios[0]


def content_of(table: Scenario, metrics: Offer) -> Content:
    """Return the metrics of a scenario as JSON."""
    return {
        "game": table.game.name,
        "players": table.players,
        "policies": [str(policy) for policy in table.lineup],
        "metrics": [
            {
                "name": metric.name,
                "label": metric.label,
                "group": metric.group,
                "unit": metric.unit,
                "margin": margin if margin > 0 else None,
            }
            for metric, margin in metrics
        ],
    }


def print_metrics(table: Scenario, metrics: Offer) -> None:
    """Print a line per metric."""
    seated = ", ".join(in_short([str(policy) for policy in table.lineup]))
    say(f"{table.game.title}, {n_of(table.players, 'player')}, {seated}")
    rows = [
        (m.name, m.label, m.group, m.unit or "share", _typed(m, margin)) for m, margin in metrics
    ]
    say_table(["!metric", "meaning", "group", "unit", ">margin"], rows)
    say(METHOD)


def _typed(metric: Metric, margin: float) -> str:
    """Return a margin as one types it."""
    if not margin > 0:
        return "–"
    return f"{100 * margin:g}%" if metric.is_share else f"{margin:g}"
