"""`simlab calibrate`: the noise of a policy whose games look like real plays."""

from simlab.cli.command import command
from simlab.cli.interrupt import GAMES_ARE_KEPT

commands = command(
    "calibrate",
    example="simlab calibrate taxis --plays plays.csv",
    stopped=GAMES_ARE_KEPT,
    note="Other commands then answer for tables of that skill with --like.",
    metavars={"plays": "FILE"},
    of_all_seats=False,
    last_line=lambda result, _: f"Use it: --policy {result.policy}, or --like with the same file.",
)
