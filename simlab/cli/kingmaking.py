"""`simlab kingmaking`: who decides between others, and whose choices move winning chances."""

from simlab.cli.command import command

commands = command(
    "kingmaking",
    example="simlab kingmaking arriala --players 3",
    stopped="nothing is kept; it ends sooner with fewer --games",
)
