"""`simlab tune`: the fewest rule changes that meet targets, certified on fresh deals."""

from simlab.cli.command import command
from simlab.cli.interrupt import GAMES_ARE_KEPT

commands = command(
    "tune",
    example='simlab tune taxis --policy greedy --target "score=50±1 @2,4"'
    " --vary hand_limit=3..8 --vary officers=1..4 --switch no_events",
    stopped=GAMES_ARE_KEPT,
    note="Exit code 1 if no set of rules is certified to meet all targets.",
    metavars={"what": "GAME|FILE", "target": "METRIC=X±D", "weight": "KEY=X", "keep": "KEY"},
    last_line=lambda _, page: f"The changes of each finalist are in {page.parent / 'patches'}.",
    succeeds=lambda result: result.is_certified,
)
