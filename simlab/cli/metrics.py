"""`simlab metrics`: the metrics of a game, with units and margins."""

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
    """List the metrics by which rules can be compared.

    Their names are values of --metric. A hundred blocks are played, and not kept, to estimate how
    much each metric varies.
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
    metrics_and_margins = in_background(lambda: available_metrics(table, engine, jobs))
    if as_json:
        say_json(content_of(table, metrics_and_margins))
    else:
        print_metrics(table, metrics_and_margins)
