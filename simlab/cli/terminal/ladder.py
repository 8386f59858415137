"""Prints the standings of a ladder: strengths, cross table or pairings."""

from __future__ import annotations

from functools import partial

from simlab.api.ladder import LadderResult
from simlab.api.match_ladder import MatchLadderResult
from simlab.cli.terminal import study
from simlab.cli.terminal.output import Cell, say, say_table
from simlab.cli.terminal.verdict import label_with_sign, legend
from simlab.report.lineups import margin_of
from simlab.report.page_table import records
from simlab.report.wording import FormattedEstimate
from simlab.studies.ladder import answer as answers
from simlab.studies.ladder.page import CROSSTABLE
from simlab.studies.ladder.result import Ladder

MOST_NAMED = 4
"""Policies up to which the columns of a cross table have their names."""


def print_result(result: LadderResult | MatchLadderResult, *, explain: bool) -> None:
    """Print the answer, the tables and further findings."""
    printers = {}
    if isinstance(result, LadderResult):
        printers[CROSSTABLE] = partial(print_crosstable, result.study)
    study.print_result(result, explain=explain, printers=printers)


def print_crosstable(ladder: Ladder) -> None:
    """Print the cross table: a row and a column for each policy.

    The columns of a large one are headed by the numbers of the rows.
    """
    say_row = answers.say_of(ladder)
    cells = {
        (row["policy"], row["against"]): label_with_sign(row["verdict"], _two_lines(say_row(row)))
        for row in records(ladder.crosstable)
    }
    policies = ladder.policies
    names, heads = list(policies), list(policies)
    if len(policies) > MOST_NAMED:
        heads = [str(number) for number in range(1, len(policies) + 1)]
        names = [f"{head} {policy}" for head, policy in zip(heads, policies, strict=True)]
    rows: list[list[Cell]] = []
    for name, policy in zip(names, policies, strict=True):
        rows.append([name, *(cells.get((policy, opponent), "") for opponent in policies)])
    say(legend(margin_of(ladder.scale)))
    say_table(["!", *(f">{head}" for head in heads)], rows)


def _two_lines(estimate: FormattedEstimate) -> str:
    return f"{estimate.short}\n{estimate.range}"
