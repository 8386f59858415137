"""`simlab headroom`: how far the best scripted policy is from strong play."""

from simlab.cli.command import command

commands = command(
    "headroom",
    example="simlab headroom pig --rollouts 20,100",
    stopped="nothing is kept; it ends sooner with fewer --games or --rollouts",
    metavars={"over": "NAME[:TRAIT=X,...]", "rollouts": "N,N,..."},
)
