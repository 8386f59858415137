"""`simlab report`: an HTML page with the answer, figures and tables of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c
from simlab.errors import ExperimentError, Interrupted
from simlab.game.language import ENGLISH

commands = typer.Typer()

NOT_WRITTEN = "the page is not written; --assumptions 0 writes it at once"

Runs = Annotated[
    list[Path], typer.Argument(metavar="RUN...", help="Run folders.", parser=option.run_folder)
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Folder of the page; the run folder unless given.",
        parser=option.folder_to_write,
    ),
]
Lang = Annotated[
    str | None,
    typer.Option(
        metavar="LANG", help="Language of the game’s terms: en, fr; English unless given."
    ),
]
Assumptions = Annotated[
    int | None,
    typer.Option(
        min=0,
        metavar="N",
        help="Games of each other value of an assumed rule or table, and in a sweep of each other"
        " policy, 0 for none; as many as take 20 s, and 400, unless given.",
    ),
]


Full = Annotated[
    bool,
    typer.Option("--full", help="Write full.html instead, with all figures and findings."),
]


@commands.command(epilog="Example: simlab report runs/taxis-1a2b3c4d")
@at_ctrl_c(NOT_WRITTEN)
def report(
    runs: Runs,
    full: Full = False,
    out: Out = None,
    lang: Lang = None,
    assumptions: Assumptions = None,
) -> None:
    """Write a page with the answer of a run and what carries it.

    The page, report.html, is self-contained; its figures and tables are also written beside it. The
    first page of a run also plays other values of what its rules assume, and that of a sweep the
    change in its answer by other policies; it shows how much they matter. The page of a run that
    another engine or version of the game made says so.
    """
    from simlab.api.run import Run
    from simlab.cli.terminal.output import say_line
    from simlab.cli.terminal.progress import announce, audience
    from simlab.report.page import FEW_GAMES, FULL_PAGE

    if out is not None and len(runs) > 1:
        raise ExperimentError(f"{len(runs)} runs cannot be written to one folder", "--out")
    for folder in runs:
        run = Run(folder)
        if run.version_note:
            announce(f"Note: {folder}: {run.version_note}")
        with audience() as watcher:
            try:
                page = run.page(
                    out, lang or ENGLISH, full=full, assumptions=assumptions, observer=watcher
                )
            except Interrupted:  # by a run for the page, which nobody would resume for itself
                raise Interrupted(f"stopped; {NOT_WRITTEN}") from None
        if full and page.name != FULL_PAGE:
            announce(f"Note: fewer than {FEW_GAMES} games: the short page only.")
        say_line(f"Open {page} in a browser.")
