"""`simlab ladder`: a tournament of policies, with strengths and a cross table."""

from simlab.cli.command import command

commands = command(
    "ladder",
    example="simlab ladder arriala --policy greedy --policy planner",
    stopped="nothing is kept; it ends sooner with a larger --margin or fewer --games",
    metavars={"matches": "FILE"},
    of_all_seats=False,
)
