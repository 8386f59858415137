"""`simlab doctor`: what is wrong with a game, most important first."""

from simlab.cli.command import command

commands = command(
    "doctor",
    example="simlab doctor mygame.py --minutes 3",
    metavars={"minutes": "N"},
    note="Exit code 1 if something is wrong.",
    stopped="nothing is kept, as nothing was found so far",
    succeeds=lambda result: result.is_fine,
)
