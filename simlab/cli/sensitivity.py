"""`simlab sensitivity`: which rules cause the variation of a metric within their ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import GAMES_ARE_KEPT, at_ctrl_c
from simlab.cli.sweep import Switch, Vary

commands = typer.Typer()

What = Annotated[
    str,
    typer.Argument(metavar="GAME|FILE", help="A game, or a .toml file with a [sensitivity]."),
]
Assumed = Annotated[
    bool,
    typer.Option("--assumed", help="Vary what the game assumes too, each assumption as a factor."),
]
OtherPolicy = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="A further policy in all seats, so that the policy is a factor too; repeatable.",
    ),
]
Games = Annotated[
    str | None,
    typer.Option(metavar="N", help="Games of each set of rules; 400 unless given."),
]


@dataclass(frozen=True)
class Factors:
    """What varies, and the metric whose variation is explained."""

    vary: Vary = None
    switch: Switch = None
    assumed: Assumed = False
    other_policy: OtherPolicy = None
    metric: option.Metric = None

    def keys(self) -> dict[str, Any]:
        """Return the options as arguments of `sensitivity`."""
        several = {"vary": self.vary, "switch": self.switch, "other_policy": self.other_policy}
        return {**vars(self), **{name: values or [] for name, values in several.items()}}


@dataclass(frozen=True)
class SensitivitySetup(option.ExperimentOptions):
    """Policies, rules and number of games of each set of rules."""

    players: option.TablePlayers = None
    policy: option.Policy = None
    policy_file: option.PolicyFile = None
    games: Games = None
    seed: option.Seed = None
    patch: option.Patch = None
    data: option.Data = None


@commands.command(
    epilog="Example: simlab sensitivity taxis --policy greedy --vary actions_per_turn=2..4"
    " --vary officers=1..3 --switch no_events"
)
@at_ctrl_c(GAMES_ARE_KEPT)
@option.grouped
def sensitivity(
    what: What,
    factors: Factors,
    setup: SensitivitySetup,
    output: option.PageOutput,
    cores: option.Cores,
) -> None:
    """Measure which rules matter most for a metric.

    Each level of a range counts the same. If there are more than eight factors, a screening sets
    those aside that cause least.
    """
    from simlab.cli.terminal.output import say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.cli.terminal.sensitivity import print_sensitivity
    from simlab.report.pages.sensitivity import PAGE

    output.check(PAGE)
    result = simlab.sensitivity(
        what,
        **factors.keys(),
        **setup.keys(),
        **vars(cores),
        out=output.out,
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_sensitivity(result.sensitivity, explain=output.explain)
        say_line(f"Open {page} in a browser.")
