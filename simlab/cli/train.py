"""`simlab train`: a player that learns a game from play."""

from simlab.cli.command import command

commands = command(
    "train",
    example="simlab train pig --games 2000 --generations 5",
    stopped="finished generations are kept; the same command goes on",
    metavars={
        "base": "NAME[:TRAIT=X,...]",
        "threshold": "X",
        "at_most": "HABIT=X",
        "tune": "NAME[:TRAIT=X,...]",
        "out": "DIR",
    },
    of_all_seats=False,
    explains=False,
    has_page_folder=False,
)
