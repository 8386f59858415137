"""`simlab handicap`: what a seat must get to have an even share of the wins."""

from simlab.cli.command import command

commands = command(
    "handicap",
    example="simlab handicap pig --policy hold --first",
    stopped="nothing is kept; it ends sooner with fewer --games",
    metavars={"seat": "N|NAME"},
)
