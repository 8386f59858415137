"""`simlab ab`: the effect of a rule change on one metric, with a verdict; stops once decided."""

from simlab.cli.command import command

commands = command(
    "ab",
    example="simlab ab taxis --players 3 --patch actions_per_turn=4",
    stopped="nothing is kept; it ends sooner with a larger --margin or fewer --max-games",
    note="Exit code 1 if it stays undecided, or depends on who plays.",
    metavars={"against": "DIR|GAME"},
    has_page_folder=False,
    succeeds=lambda result: result.is_decided,
)
