"""`simlab sweep`: effects of several rule changes, alone and combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

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


@dataclass(frozen=True)
class Factors:
    """The rules that vary, the design, and the metric of the comparison."""

    vary: Vary = None
    switch: Switch = None
    design: Design = None
    cells: Cells = None
    metric: option.Metric = None
    margin: option.Margin = None

    def table(self) -> dict[str, Any] | None:
        """Return the `sweep` table of an experiment, or None if no option was given."""
        named = ("design", "cells", "metric", "margin")
        settings = {name: getattr(self, name) for name in named}
        return sweep_table(self.vary or [], self.switch or [], settings)


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
    from simlab.cli.terminal.playing import play
    from simlab.cli.terminal.run import print_result
    from simlab.errors import ExperimentError
    from simlab.experiment.request import requested

    experiment = requested(what, {**setup.keys(), "sweep": factors.table()})
    if not experiment.study:
        raise ExperimentError(
            "name at least one rule to vary, as in --vary hand_limit=4..6", "vary"
        )
    says_metric = what if factors.metric is None else ""
    store, seconds = play(experiment, running, says_metric)
    print_result(store, seconds, running.as_json)


def sweep_table(
    vary: list[str], switches: list[str], settings: dict[str, Any]
) -> dict[str, Any] | None:
    """Return the `sweep` table of an experiment, or None without factors and settings.

    Levels of a factor that is named several times are joined.
    """
    factors = _factors(vary)
    sweep: dict[str, Any] = {key: value for key, value in settings.items() if value is not None}
    if "patch" in factors:
        sweep["patches"] = _words(factors.pop("patch"))
    if "data" in factors:
        sweep["data"] = _words(factors.pop("data"))
    if switches:
        sweep["switches"] = switches
    if factors:
        sweep["vary"] = {name: ",".join(levels) for name, levels in factors.items()}
    return sweep or None


def _words(levels: list[str]) -> list[str]:
    return [word for word in ",".join(levels).split(",") if word]


def _factors(vary: list[str]) -> dict[str, list[str]]:
    """Return the levels of each factor; one that is named several times has all of its levels."""
    from simlab.errors import ExperimentError, Problem

    factors: dict[str, list[str]] = {}
    for word in vary:
        name, _, levels = word.partition("=")
        factors.setdefault(name.strip(), []).append(levels)
    problems = [
        Problem(
            f"named {len(levels)} times, of which {levels.count('')} without levels; name it once,"
            " or each time with its own levels",
            (f"vary.{name}",),
        )
        for name, levels in factors.items()
        if len(levels) > 1 and "" in levels
    ]
    if problems:
        raise ExperimentError(problems)
    return factors
