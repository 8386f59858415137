"""`simlab tune`: the fewest rule changes that meet targets, certified on fresh deals."""

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
    typer.Argument(
        metavar="GAME|FILE", help="A game, or a .toml file with a [tune]; some games ship one."
    ),
]
Target = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=X±D",
        help="A range for the mean of a metric, and numbers of players: score=55±1 @2,3 (or"
        " score=55+-1), seat_gap<=0.03 @4, rounds<=20; repeatable.",
    ),
]
Weight = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KEY=X",
        help="What a change of a rule costs, as a multiple of what others cost; repeatable.",
    ),
]
Keep = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY", help="A rule, table or row that no patch may change; repeatable."),
]
Candidates = Annotated[
    str | None,
    typer.Option(metavar="N", help="Most sets of rules that are tried; 200 unless given."),
]
OtherPolicy = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="A policy with which the answer is played again; the game’s others unless given.",
    ),
]
Games = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Most games of each finalist and number of players on fresh deals; 20k unless given.",
    ),
]


@dataclass(frozen=True)
class Problem:
    """The targets, what may change, and what that costs."""

    target: Target = None
    vary: Vary = None
    switch: Switch = None
    weight: Weight = None
    keep: Keep = None
    candidates: Candidates = None
    other_policy: OtherPolicy = None

    def keys(self) -> dict[str, Any]:
        """Return the options as arguments of `tune`."""
        return {name: () if value is None else value for name, value in vars(self).items()} | {
            "candidates": self.candidates
        }


@dataclass(frozen=True)
class TuneSetup(option.ExperimentOptions):
    """Policies and rules, and the number of games of the certificate."""

    players: option.Players = None
    policy: option.Policy = None
    policy_file: option.PolicyFile = None
    games: Games = None
    seed: option.Seed = None
    patch: option.Patch = None
    data: option.Data = None


@commands.command(
    epilog='Example: simlab tune taxis --policy greedy --target "score=50±1 @2,4"'
    " --vary hand_limit=3..8 --vary officers=1..4 --switch no_events"
)
@at_ctrl_c(GAMES_ARE_KEPT)
@option.grouped
def tune(
    what: What,
    problem: Problem,
    setup: TuneSetup,
    output: option.PageOutput,
    cores: option.Cores,
) -> None:
    """Find the fewest rule changes that meet targets.

    The finalists play again on deals that no candidate has seen, the answer also with other
    policies; it depends on who plays if the strongest player measured misses a target. Exit code 1
    if no set of rules is certified to meet all targets.
    """
    from simlab.cli.terminal.output import say_json, say_line, say_next_step
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.cli.terminal.tune import print_tune
    from simlab.report.pages.tune import PAGE

    output.check(PAGE)
    result = simlab.tune(
        what,
        **problem.keys(),
        **setup.keys(),
        **vars(cores),
        out=output.out,
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_tune(result.tuned, explain=output.explain)
        say_next_step(result.next_steps)
        say_line(f"The changes of each finalist are in {page.parent / 'patches'}.")
        say_line(f"Open {page} in a browser.")
    raise typer.Exit(0 if result.is_certified else 1)
