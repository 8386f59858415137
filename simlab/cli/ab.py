"""What does a rule change do to one metric: a comparison that stops by itself."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()

Metric = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="What to compare; the score or the first wins unless given."),
]
Margin = Annotated[
    float | None,
    typer.Option(metavar="D", help="Smallest change of interest; shares as 0.02."),
]
MostGames = Annotated[
    str, typer.Option(metavar="N", help="Games to spend at most, both sides counted.")
]


@commands.command(epilog="Example: simlab ab taxis --patch actions_per_turn=4 --metric score")
def ab(
    game: option.Game,
    patch: option.Patch = None,
    metric: Metric = None,
    margin: Margin = None,
    players: option.Players = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    max_games: MostGames = "100k",
    seed: option.Seed = None,
    data: option.Data = None,
    jobs: option.Jobs = None,
    as_json: option.Json = False,
) -> None:
    """Say what a patch changes in one metric, and stop as soon as that is decided.

    Both sets of rules are played on the same deals.
    """
