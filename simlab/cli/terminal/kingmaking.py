"""Prints kingmaking and influence, and decisions to look at."""

from __future__ import annotations

from simlab.api.kingmaking import KingmakingResult
from simlab.cli.terminal import study
from simlab.cli.terminal.output import say, say_line
from simlab.studies.kingmaking.page import examples


def print_result(result: KingmakingResult, *, explain: bool) -> None:
    """Print the answer, the tables, further findings, and the commands that show decisions."""
    study.print_result(result, explain=explain)
    for example in examples(result.study):
        say(f"{example.title}: {example.text}")
        for command in example.commands:
            say_line(f"  {command}")
