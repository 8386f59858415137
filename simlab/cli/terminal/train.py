"""Prints what a player learnt, or the weights of an evaluation."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from simlab.api.fit_evaluation import EvaluationResult
from simlab.api.result import Result
from simlab.cli.terminal.output import say, say_table


def print_result(result: Result) -> None:
    """Print the answer, and the weights of an evaluation."""
    for sentence in result.sentences:
        say(sentence)
    if isinstance(result, EvaluationResult):
        print_weights(result.frame)


def print_weights(weights: pd.DataFrame) -> None:
    """Print the weight of each term, its interval, and the weight in use."""
    say()
    rows = weights.to_dict("records")
    say_table(["term", ">weight", ">95 %", ">in use"], [_cells(row) for row in rows])


def _cells(row: Mapping[Hashable, Any]) -> list[str]:
    interval = f"{row['low']:.3g} to {row['high']:.3g}"
    term = row["term"].replace("_", " ")
    return [term, f"{row['estimate']:.3g}", interval, f"{row['before']:g}"]
