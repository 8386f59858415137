"""`simlab houserule`: the effect of a rule change on every metric, with a page."""

from simlab.cli.kept_run import command_of_run

commands = command_of_run(
    "houserule",
    example="simlab houserule taxis --players 3 --patch actions_per_turn=4",
    note="A page about the effects is written.",
    metavars={"against": "DIR|GAME", "metric_target": "X"},
)
