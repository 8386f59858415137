"""`simlab metrics`: the metrics of a game, with units and margins."""

from simlab.cli.command import command

commands = command(
    "metrics",
    example="simlab metrics taxis --players 3",
    note="Their names are values of --metric.",
    explains=False,
    has_page_folder=False,
)
