"""`simlab gate`: whether statements about the balance of a game hold."""

from simlab.cli.command import command
from simlab.cli.interrupt import GAMES_ARE_KEPT

commands = command(
    "gate",
    example="simlab gate taxis --junit balance.xml",
    stopped=GAMES_ARE_KEPT,
    note="Exit code 1 if a statement fails, depends on who plays or is not decided.",
    metavars={"file": "FILE|GAME", "junit": "FILE"},
    succeeds=lambda result: result.holds,
)
