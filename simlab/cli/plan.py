"""`simlab plan`: games, time and precision of a run or a comparison before it is played."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

import simlab
from simlab.cli import option


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


@plans.command(epilog="Example: simlab plan taxis --players 2,3,4 --games 1e6")
@option.grouped
def run(
    what: option.What,
    setup: option.RunSetup,
    cores: option.Cores,
    as_json: option.Json = False,
) -> None:
    """Estimate the time and precision of a run.

    Half a second of each scenario is played and not kept, less of each if there are many.
    """
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.plan import print_plan
    from simlab.cli.terminal.progress import TerminalLines

    content = simlab.plan(what, **setup.keys(), **vars(cores), observer=TerminalLines()).to_dict()
    if as_json:
        say_json(content)
    else:
        print_plan(content)


@plans.command(epilog="Example: simlab plan ab taxis --players 3 --patch four_actions --margin 1")
@option.grouped
def ab(
    game: option.Game,
    setup: option.Setup,
    cores: option.Cores,
    metric: option.Metric = None,
    margin: option.Margin = None,
    against: option.Against = None,
    less_luck: option.LessLuck = False,
    as_json: option.Json = False,
) -> None:
    """Estimate how many games a comparison would need to be decided.

    A hundred blocks are played under both sets of rules and not kept. With --less-luck they are
    played in both ways, and the answer says whether it pays.
    """
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.plan_ab import print_plan_ab
    from simlab.cli.terminal.progress import TerminalLines

    result = simlab.plan_ab(
        game,
        **setup.keys(),
        metric=metric,
        margin=margin,
        against=against,
        less_luck=less_luck,
        **vars(cores),
        observer=TerminalLines(),
    )
    if as_json:
        say_json(result.to_dict())
    else:
        print_plan_ab(result)
