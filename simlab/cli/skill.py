"""`simlab skill`: the effect of skill on seats and scores, by the noise of a policy."""

from simlab.cli.command import command

commands = command(
    "skill",
    example="simlab skill arriala --policy planner --noise 0,0.1,0.5",
    stopped="nothing is kept; it ends sooner with fewer --games or steps of --noise",
    metavars={"noise": "X,X,..."},
)
