"""Bench: how fast everything is on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()

Game = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="One game only; all that are found if left out."),
]
Quick = Annotated[bool, typer.Option("--quick", help="Leave out start times, which compile anew.")]


@commands.command(epilog="Example: simlab bench taxis")
def bench(game: Game = None, quick: Quick = False, as_json: option.Json = False) -> None:
    """Measure games per second, start times and bytes per game.

    A decision is also given in draws of a bare random loop, measured in the same run, so that
    machines can be compared.
    """
    from dataclasses import asdict

    from simlab.catalog import find_game, game_names
    from simlab.cli.terminal import say, say_json, say_table
    from simlab.execution.bench import seconds_per_draw, speed, start_times, tables_for

    draw = seconds_per_draw()
    games = [find_game(name) for name in ([game] if game else game_names())]
    seats = [(found, *table) for found in games for table in tables_for(found)]
    speeds = [speed(found, policy, players, draw) for found, policy, players in seats]
    strongest = {found.name: (found, policy, players) for found, policy, players in seats}
    starts = [] if quick else [start_times(*table) for table in strongest.values()]
    if as_json:
        measured = {"speeds": map(asdict, speeds), "starts": map(asdict, starts)}
        say_json({"seconds_per_draw": draw, **{key: list(rows) for key, rows in measured.items()}})
        return
    say_table(
        [
            "game",
            "policy",
            ">players",
            ">games/s",
            ">decisions/s",
            ">draws",
            ">all cores",
            ">bytes",
        ],
        [
            [
                s.game,
                s.policy,
                str(s.players),
                f"{s.games:,.0f}",
                f"{s.decisions:,.0f}",
                f"{s.draws:,.1f}",
                f"×{s.speed_up:.2f}",
                f"{s.bytes_per_game:.1f}",
            ]
            for s in speeds
        ],
    )
    say(f"draws: cost of a decision in bare random draws of {draw * 1e9:.2f} ns; bytes: per game.")
    if starts:
        say()
        say_table(
            ["game", "policy", ">first start", ">later starts"],
            [[s.game, s.policy, f"{s.cold:.1f} s", f"{s.warm:.2f} s"] for s in starts],
        )
