"""`simlab sensitivity`: which rules cause the variation of a metric within their ranges."""

from simlab.cli.command import command
from simlab.cli.interrupt import GAMES_ARE_KEPT

commands = command(
    "sensitivity",
    example="simlab sensitivity taxis --policy greedy --vary actions_per_turn=2..4"
    " --vary officers=1..3 --switch no_events",
    stopped=GAMES_ARE_KEPT,
    metavars={"what": "GAME|FILE"},
)
