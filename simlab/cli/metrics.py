"""`simlab metrics`: the metrics of a game, with units and margins."""

from __future__ import annotations

import typer

import simlab
from simlab.cli import option

commands = typer.Typer()


@commands.command(epilog="Example: simlab metrics taxis --players 3")
@option.grouped
def metrics(
    game: option.Game,
    cores: option.Cores,
    players: option.TablePlayers = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    seed: option.Seed = None,
    data: option.Data = None,
    as_json: option.Json = False,
) -> None:
    """List the metrics by which rules can be compared.

    Their names are values of --metric. A hundred blocks are played, and not kept, to estimate how
    much each metric varies.
    """
    from simlab.cli.terminal.metrics import print_metrics
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.progress import TerminalLines

    result = simlab.metrics(
        game,
        players=option.numbers_in(players),
        policy=policy,
        policy_file=policy_file,
        seed=seed,
        data=data,
        **vars(cores),
        observer=TerminalLines(),
    )
    if as_json:
        say_json(result.to_dict())
    else:
        print_metrics(result)
