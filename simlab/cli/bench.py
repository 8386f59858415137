"""`simlab bench`: speed of policies and searches, and start times, on this machine."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simlab.cli import option

commands = typer.Typer()

Game = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="One game; all games unless given."),
]
Quick = Annotated[
    bool, typer.Option("--quick", help="Skip start times, which need a fresh compilation.")
]


@commands.command(epilog="Example: simlab bench taxis")
def bench(game: Game = None, quick: Quick = False, as_json: option.Json = False) -> None:
    """Measure the speed of policies and searches, and start times.

    The cost of a decision is also given in random draws, timed in the same run, so that machines
    can be compared.
    """
    from dataclasses import asdict

    from simlab.bench.search_speed import bases_of, search_speed
    from simlab.bench.speed import seconds_per_draw, speed, start_times, tables_for
    from simlab.catalog import find_game, game_names
    from simlab.cli.terminal.bench import print_searches, print_speeds, print_starts
    from simlab.cli.terminal.output import say_json

    draw = seconds_per_draw()
    games = [find_game(name) for name in ([game] if game else game_names())]
    seats = [(each, *table) for each in games for table in tables_for(each)]
    speeds = [speed(each, policy, players, draw) for each, policy, players in seats]
    searches = [search_speed(each, *table) for each in games for table in bases_of(each)]
    strongest = {each.name: (each, policy, players) for each, policy, players in seats}
    starts = [] if quick else [start_times(*table) for table in strongest.values()]
    if as_json:
        measured: dict[str, list[Any]]
        measured = {"speeds": speeds, "searches": searches, "starts": starts}
        rows = {key: list(map(asdict, measures)) for key, measures in measured.items()}
        say_json({"seconds_per_draw": draw, **rows})
        return
    print_speeds(speeds, draw)
    print_searches(searches)
    print_starts(starts)
