"""`simlab rare`: the probability of a rare result, by multilevel splitting."""

from simlab.cli.command import command

commands = command(
    "rare",
    example="simlab rare taxis --players 1 --score 64",
    stopped="nothing is kept; it ends sooner with fewer --games",
    note="Exit code 1 if no game reaches the result.",
    metavars={"score": "X", "seat": "SEAT"},
    has_page_folder=False,
    succeeds=lambda result: result.is_reached,
)
