"""`simlab calibrate`: the noise of a policy whose games look like real plays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import GAMES_ARE_KEPT, at_ctrl_c

commands = typer.Typer()

Plays = Annotated[
    Path,
    typer.Option(
        metavar="FILE",
        help="CSV or XLSX file with a row per play: players, score or score_1 to score_5, winner,"
        " rounds or turns, minutes.",
    ),
]
Second = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Policy of a share of the players, which is fitted, too; --policy has the others.",
    ),
]
Games = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Games of each noise and number of players; 2000 unless given, 400 with --second.",
    ),
]


@dataclass(frozen=True)
class PlayedRules:
    """The rules with which was played, and the policy that is fitted."""

    policy: option.FittedPolicy = None
    second: Second = None
    policy_file: option.PolicyFile = None
    games: Games = None
    seed: option.Seed = None
    patch: option.Patch = None
    data: option.Data = None

    def keys(self) -> dict[str, Any]:
        """Return the options as arguments of `calibrate`."""
        return dict(vars(self))


@commands.command(epilog="Example: simlab calibrate taxis --plays plays.csv")
@at_ctrl_c(GAMES_ARE_KEPT)
@option.grouped
def calibrate(
    game: option.Game,
    plays: Plays,
    rules: PlayedRules,
    output: option.PageOutput,
    cores: option.Cores,
) -> None:
    """Find the skill that real plays look like.

    A policy plays with growing noise, the share of its choices that are random. With --second,
    each player is of either policy. Other commands then answer for tables of that skill with
    --like.
    """
    from simlab.cli.terminal.calibrate import print_calibration
    from simlab.cli.terminal.output import say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.report.pages.calibrate import PAGE

    output.check(PAGE)
    result = simlab.calibrate(
        game,
        plays=plays,
        **rules.keys(),
        **vars(cores),
        out=output.out,
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_calibration(result.calibration, explain=output.explain)
        say_line(f"Use it: --policy {result.policy}, or --like {plays}")
        say_line(f"Open {page} in a browser.")
