"""`simlab metrics`: the metrics by which rules can be compared."""

from __future__ import annotations

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(epilog="Example: simlab metrics taxis --players 3")
def metrics(
    game: option.Game,
    players: option.TablePlayers = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    seed: option.Seed = None,
    data: option.Data = None,
    jobs: option.Jobs = None,
    as_json: option.Json = False,
) -> None:
    """List the numbers by which rules can be compared.

    They are words for --metric. A hundred blocks are played and thrown away, to see how much each
    number varies.
    """
    from simlab.cli.terminal.metrics import content_of, print_metrics, requested_table
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.playing import opened_engine
    from simlab.execution.watchdog import in_background
    from simlab.study.ab import available_metrics

    table = requested_table(
        game, option.Setup(players, policy, policy_file, seed, data=data).keys()
    )
    engine = opened_engine([table], table.lineup)
    found = in_background(lambda: available_metrics(table, engine, jobs))
    if as_json:
        say_json(content_of(table, found))
    else:
        print_metrics(table, found)
