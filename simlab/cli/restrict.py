"""`simlab restrict`: what a player loses who may never make a kind of choice."""

from simlab.cli.command import command

commands = command(
    "restrict",
    example="simlab restrict taxis --players 2 --policy greedy",
    stopped="nothing is kept; it ends sooner with fewer --games or --kind",
    metavars={"instead": "NAME[:TRAIT=X,...]"},
)
