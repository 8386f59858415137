"""`simlab decides`: what decides a game: chance by source, choices, skill and seat."""

from simlab.cli.command import command

commands = command(
    "decides",
    example="simlab decides arriala --players 2",
    stopped="nothing is kept; it ends sooner with fewer --games",
)
