"""`simlab patch`: a data folder with rule changes written into its files."""

from simlab.cli.command import command

commands = command(
    "patch",
    example="simlab patch taxis --patch third_officer --write mine",
    note="Commands take the folder as --data.",
    metavars={"write": "DIR"},
    explains=False,
    has_page_folder=False,
)
