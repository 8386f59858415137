"""The metrics at a table, for eyes or for programs."""

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
    "The first is what simlab ab compares by unless another is named. Margins are its own ones, as"
    " they are written after --margin: 2 points of a share, else a tenth of the standard deviation"
    f" of single games, judged by {FIRST_LOOK} blocks; – where these are all alike."
)


def requested_table(game: str, options: Mapping[str, Any]) -> Scenario:
    """Return the table that a command asks for.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    scenarios = requested(game, options).scenarios
    if len(scenarios) > 1:
        raise InputError("players: metrics are those of one table; name one number")
    return scenarios[0]


def content_of(table: Scenario, found: Offer) -> Content:
    """Return the metrics at a table, as JSON."""
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
            for metric, margin in found
        ],
    }


def print_metrics(table: Scenario, found: Offer) -> None:
    """Print a line per metric."""
    seated = ", ".join(in_short([str(policy) for policy in table.lineup]))
    say(f"{table.game.title}, {n_of(table.players, 'player')}, {seated}")
    rows = [(m.name, m.label, m.group, m.unit or "share", _typed(m, margin)) for m, margin in found]
    say_table(["!metric", "meaning", "group", "unit", ">margin"], rows)
    say(METHOD)


def _typed(metric: Metric, margin: float) -> str:
    """Return a margin as it is typed."""
    if not margin > 0:
        return "–"
    return f"{100 * margin:g}%" if metric.is_share else f"{margin:g}"
