"""Prints what was written into a data folder."""

from __future__ import annotations

from simlab.api.result import Result
from simlab.cli.terminal.output import say


def print_result(result: Result) -> None:
    """Print the sentences of a result."""
    for sentence in result.sentences:
        say(sentence)
