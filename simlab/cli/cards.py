"""`simlab cards`: what a card is worth, by an intervention on the same deals."""

from simlab.cli.command import command

commands = command(
    "cards",
    example="simlab cards taxis --players 2 --policy greedy",
    stopped="nothing is kept; it ends sooner with fewer --games or --card",
)
