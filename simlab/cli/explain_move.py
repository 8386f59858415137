"""`simlab explain-move`: the value of each choice of a decision, or the largest regrets."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
from simlab.cli import option

commands = typer.Typer()

AT_ONE_DECISION, AT_EVERY_DECISION = 1000, 200
"""Default numbers of rollouts, as in `simlab.api.explain_move`, for which help does not wait."""
CLOSER = 5
"""Factor by which the decisions with the largest regret get more rollouts, as in
`simlab.api.regret`."""


Decision = Annotated[
    int | None,
    typer.Option(metavar="K", help="Number of the decision, from 0; all decisions unless given."),
]
Rollouts = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help=f"Rollouts of a decision: {AT_ONE_DECISION} unless given. Without --decision"
        f" {AT_EVERY_DECISION} each, and {CLOSER} times as many for the largest regrets.",
    ),
]
Base = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="Policy that plays the rollouts, in all seats; that of the seat unless given.",
    ),
]


@commands.command(
    "explain-move",
    epilog="Example: simlab explain-move taxis --players 3 --policy planner --game 7 --decision 12",
)
@option.group_options
def explain_move(
    which: option.ReplayedGame,
    setup: option.Setup,
    output: option.ReplayOutput,
    cores: option.Cores,
    decision: Decision = None,
    rollouts: Rollouts = None,
    base: Base = None,
) -> None:
    """Show the value of each choice, or the largest regrets.

    The game is replayed up to a decision. Each choice is then valued by rollouts, in which all
    that the player cannot see is dealt again, as the policy `search` does it. In a competitive game
    the weights of the other players differ in each, so that no gain comes from foreseeing them.
    """
    from simlab.api.explain_move import ExplainedDecision
    from simlab.cli.terminal.explain_move import print_explanation
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.cli.terminal.regret import print_regrets

    result = simlab.explain_move(
        **vars(which),
        **setup.keys(),
        decision=decision,
        rollouts=rollouts,
        base=base,
        lang=output.language,
        trust=output.trust,
        **vars(cores),
        observer=TerminalLines(),
    )
    if output.as_json:
        say_json(result.to_dict())
    elif isinstance(result, ExplainedDecision):
        print_explanation(result)
    else:
        print_regrets(result)
