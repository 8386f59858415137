"""`simlab strength`: how strong all policies of a game are, as a page in Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

PageFile = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="File of the page; else it is printed."),
]
GamesOfEach = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Maximum number of games with each number of players; 20k unless given.",
    ),
]
Save = Annotated[
    bool,
    typer.Option(
        "--save",
        help="Keep the strengths in the data folder of the game, as strength.toml: the default"
        " player is the strongest there that plays 50 games per second.",
    ),
]


@commands.command(epilog="Example: simlab strength arriala --out STRENGTH.md")
@at_ctrl_c("nothing is kept; it ends sooner with fewer --games")
@option.group_options
def strength(
    game: option.Game,
    cores: option.Cores,
    games: GamesOfEach = None,
    seed: option.Seed = None,
    out: PageFile = None,
    save: Save = False,
) -> None:
    """Rank all policies at tables of every size.

    Runs a ladder of all policies and shipped players, with the noise of the game, or a small one
    where they would repeat the same few games, for each number of players who can beat each other,
    measures their speed and the habits that a person would call
    silly, such as turns in which nothing is done, and writes one page in Markdown.
    """
    from simlab.api import arguments
    from simlab.api.ladder import LadderResult
    from simlab.api.playing import open_executor
    from simlab.catalog import find_game
    from simlab.cli.terminal.output import from_here, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.files.writing import write_whole
    from simlab.game.strengths import strengths_toml
    from simlab.studies.kit.matchups import fewest_to_compare
    from simlab.studies.ladder.strength import (
        measure_policies,
        policy_habits,
        table_file,
        with_learnt_habits,
    )
    from simlab.studies.ladder.strength_page import check_page_file, strength_page

    ranked_game = find_game(game)
    file = table_file(ranked_game) if save else None
    check_page_file(out)
    low, high = fewest_to_compare(ranked_game), ranked_game.players[1]
    results, observer = {}, TerminalLines()
    for players in range(low, high + 1):
        result = simlab.ladder(
            game, players=players, games=games, seed=seed, **vars(cores), observer=observer
        )
        assert isinstance(result, LadderResult), "policies play, as no matches are given"
        results[players] = result
    ladders = {players: result.study for players, result in results.items()}
    measured = {players: measure_policies(game, ladder) for players, ladder in ladders.items()}
    options = {"games": games, "seed": seed, "save": save}
    command = arguments.command_line("strength", game, options)
    with open_executor(cores.jobs, cores.cluster, observer) as executor:
        measured = {
            players: with_learnt_habits(game, players, policies, executor)
            for players, policies in measured.items()
        }
        habits = policy_habits(game, measured, executor)
    page = strength_page(results[low].described["game"], ladders, measured, habits, command)
    if out is None:
        say_line(page)
    else:
        write_whole(out, page)
        say_line(f"Page: {out}")
    if file is not None:
        write_whole(file, strengths_toml(ranked_game, measured, command))
        say_line(f"Strengths: {from_here(file)}")
