"""`simlab bench`: speed of policies and searches, and start times, on this machine."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from simlab.cli import option
from simlab.errors import InputError

commands = typer.Typer()

Game = Annotated[
    str | None,
    typer.Argument(
        metavar="[studio] [GAME]",
        help="One game; all games unless given. After studio: latency of `simlab studio`.",
    ),
]
GameOfStudio = Annotated[str | None, typer.Argument(hidden=True)]
STUDIO = "studio"
Quick = Annotated[
    bool, typer.Option("--quick", help="Skip start times, which need a fresh compilation.")
]


@commands.command(epilog="Example: simlab bench taxis")
def bench(
    game: Game = None,
    game_of_studio: GameOfStudio = None,
    quick: Quick = False,
    as_json: option.Json = False,
) -> None:
    """Measure the speed of policies and searches, and start times.

    The cost of a decision is also given in random draws, timed in the same run, so that machines
    can be compared. `simlab bench studio` measures the time from a change of a rule to the first
    picture and to the first interval, over 50 changes.
    """
    if game == STUDIO:
        bench_studio(game_of_studio, as_json=as_json)
        return
    if game_of_studio is not None:
        raise InputError(f"{game_of_studio}: only one game is measured", "GAME")
    from dataclasses import asdict

    from simlab.bench.player_speed import player_speeds
    from simlab.bench.search_speed import bases_of, search_speed
    from simlab.bench.speed import seconds_per_draw, speed, start_times, tables_for
    from simlab.catalog import find_game, game_names
    from simlab.cli.terminal.bench import (
        print_player_speeds,
        print_searches,
        print_speeds,
        print_starts,
    )
    from simlab.cli.terminal.output import say_json

    draw = seconds_per_draw()
    games = [find_game(name) for name in ([game] if game else game_names())]
    seats = [
        (measured_game, *table) for measured_game in games for table in tables_for(measured_game)
    ]
    speeds = [
        speed(measured_game, policy, players, draw) for measured_game, policy, players in seats
    ]
    players_of_data = [
        player_speed
        for measured_game in games
        for player_speed in player_speeds(measured_game, draw)
    ]
    searches = [
        search_speed(measured_game, *table)
        for measured_game in games
        for table in bases_of(measured_game)
    ]
    strongest = {
        measured_game.name: (measured_game, policy, players)
        for measured_game, policy, players in seats
    }
    starts = [] if quick else [start_times(*table) for table in strongest.values()]
    if as_json:
        measured: dict[str, list[Any]]
        measured = {
            "speeds": speeds,
            "players": players_of_data,
            "searches": searches,
            "starts": starts,
        }
        rows = {key: list(map(asdict, measures)) for key, measures in measured.items()}
        say_json({"seconds_per_draw": draw, **rows})
        return
    print_speeds(speeds, draw)
    print_player_speeds(players_of_data)
    print_searches(searches)
    print_starts(starts)


def bench_studio(game: str | None, *, as_json: bool) -> None:
    """Measure and print the latency of the studio."""
    from dataclasses import asdict

    from simlab.cli.studio import check_installed
    from simlab.cli.terminal.bench import print_latencies
    from simlab.cli.terminal.output import say_json

    check_installed()
    from simlab.studio.latency import latencies

    measured = list(latencies(game))
    if as_json:
        say_json({"latencies": list(map(asdict, measured))})
    else:
        print_latencies(measured)
