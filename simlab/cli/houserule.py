"""`simlab houserule`: the effect of a rule change on every metric, with a page."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import RUN_IS_KEPT, at_ctrl_c

commands = typer.Typer()

AnswerMetric = Annotated[
    str | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        help="Metric that answers the question, see simlab metrics; that of the patch unless"
        " given.",
    ),
]
Certify = Annotated[
    bool,
    typer.Option(
        "--certify", help="Play the comparison again, on deals that had no part in choosing."
    ),
]


@commands.command(epilog="Example: simlab houserule taxis --players 3 --patch actions_per_turn=4")
@at_ctrl_c(RUN_IS_KEPT)
@option.grouped
def houserule(
    what: option.What,
    setup: option.RunSetup,
    running: option.Running,
    against: option.Against = None,
    metric: AnswerMetric = None,
    metric_target: option.MetricTarget = None,
    certify: Certify = False,
) -> None:
    """Measure the effect of a patch on all metrics.

    Both sets of rules play the same deals, and a page about the effects is written. The other
    policies of the game play a twentieth of the games each, at least 400, to show how much the
    effects depend on the policy. WHAT is a game with --patch or --data, or a file with [houserule].
    """
    from simlab.cli.terminal.progress import audience
    from simlab.cli.terminal.run import print_result

    with audience() as watcher:
        result = simlab.houserule(
            what,
            **setup.keys(),
            **running.keys(),
            against=against,
            metric=metric,
            metric_target=metric_target,
            certify=certify,
            observer=watcher,
        )
    print_result(result, watcher.seconds, running.as_json, explain=running.explain)
