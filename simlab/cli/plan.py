"""`simlab plan`: games, time and precision of a run or a comparison before it is played."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from simlab.cli.command import command


class Plans(TyperGroup):
    """The commands `plan run` and `plan ab`; `plan WHAT` is short for `plan run WHAT`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert `run` if the first word is no command."""
        is_run = args and args[0] not in (*self.commands, *ctx.help_option_names)
        return super().parse_args(ctx, ["run", *args] if is_run else args)


commands = typer.Typer()
plans = typer.Typer(cls=Plans, no_args_is_help=True)
commands.add_typer(
    plans,
    name="plan",
    help="Estimate time and precision of a run or a comparison.",
    epilog="Options: simlab plan run --help, simlab plan ab --help",
)
plans.add_typer(
    command(
        "plan",
        typed_as="run",
        example="simlab plan taxis --players 2,3,4 --games 1e6",
        metavars={"what": "WHAT"},
        explains=False,
        has_page_folder=False,
    )
)
plans.add_typer(
    command(
        "plan_ab",
        typed_as="ab",
        example="simlab plan ab taxis --players 3 --patch four_actions --margin 1",
        metavars={"against": "DIR|GAME"},
        explains=False,
        has_page_folder=False,
    )
)
