"""`simlab tension`: when games are decided, comebacks, and what a lead is worth."""

from simlab.cli.command import command

commands = command(
    "tension",
    example="simlab tension arriala --players 2",
    stopped="nothing is kept; it ends sooner with fewer --games or --chances",
    metavars={"chances": "GAMES"},
)
