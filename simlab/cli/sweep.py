"""`simlab sweep`: effects of several rule changes, alone and combined."""

from simlab.cli.kept_run import command_of_run

commands = command_of_run(
    "sweep",
    example="simlab sweep taxis --players 3 --vary actions_per_turn=2..4 --vary events",
    note="A page with sliders for the rules is written.",
    metavars={"certify": "CELL", "metric_target": "X"},
)
