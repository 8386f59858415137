"""`simlab sweep`: effects of several rule changes, alone and combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import RUN_IS_KEPT, at_ctrl_c

commands = typer.Typer()

Vary = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY[=LEVELS]",
        help="A rule or component cell and its levels: 2..4, 2,3,4 or on,off; without levels, all"
        " levels of a switch or choice. patch=NAME,NAME for patches (without names, all that the"
        " game ships), data=DIR,DIR for data folders; repeatable.",
    ),
]
Switch = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PATCH",
        help="A patch as a factor of its own, off or on; repeatable: all combinations are played.",
    ),
]
Design = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="grid, one_at_a_time, latin_hypercube or sobol."),
]
Cells = Annotated[
    str | None, typer.Option(metavar="N", help="Number of rule sets in a sampled design.")
]


Certify = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CELL",
        help="A set of rules picked from this sweep, by its name there: plays it and the unchanged"
        " rules on fresh deals; repeatable.",
    ),
]


@dataclass(frozen=True)
class Factors:
    """The rules that vary, the design, and the metric of the comparison."""

    vary: Vary = None
    switch: Switch = None
    design: Design = None
    cells: Cells = None
    metric: option.Metric = None
    metric_target: option.MetricTarget = None
    margin: option.Margin = None
    certify: Certify = None

    def keys(self) -> dict[str, Any]:
        """Return the options as arguments of a sweep."""
        several = {"vary": self.vary, "switch": self.switch, "certify": self.certify}
        return {**vars(self), **{name: values or [] for name, values in several.items()}}


@commands.command(
    epilog="Example: simlab sweep taxis --players 3 --vary actions_per_turn=2..4 --vary events"
)
@at_ctrl_c(RUN_IS_KEPT)
@option.grouped
def sweep(
    what: option.What, factors: Factors, setup: option.RunSetup, running: option.Running
) -> None:
    """Vary several rules at once and compare all sets of rules.

    Every set of rules plays the same deals and is compared with the unchanged rules, with
    simultaneous intervals.
    """
    from simlab.cli.terminal.progress import audience
    from simlab.cli.terminal.run import print_result

    with audience() as watcher:
        result = simlab.sweep(
            what, **factors.keys(), **setup.keys(), **running.keys(), observer=watcher
        )
    print_result(result, watcher.seconds, running.as_json, explain=running.explain)
