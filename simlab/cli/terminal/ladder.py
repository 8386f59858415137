"""Prints the standings of a ladder: strengths, cross table or pairings."""

from __future__ import annotations

from simlab.analysis.crosstable import SCORE_METHOD, SHARE_METHOD
from simlab.analysis.lineups import STRENGTH_METHOD
from simlab.api.ladder import LadderResult
from simlab.api.match_ladder import MatchLadderResult
from simlab.cli.terminal import study
from simlab.cli.terminal.output import Cell, say, say_heading, say_notes, say_table
from simlab.cli.terminal.verdict import STRENGTH, label_with_sign, legend, verdict_text
from simlab.report.lineups import margin_of
from simlab.report.page_table import records
from simlab.report.wording import FormattedEstimate, number, share
from simlab.studies.ladder import answer as answers
from simlab.studies.ladder.result import ROUND_ROBIN, Ladder

MOST_NAMED = 4
"""Policies up to which the columns of a cross table have their names."""


def print_result(result: LadderResult | MatchLadderResult, *, explain: bool) -> None:
    """Print the answer, the tables and further findings."""
    if isinstance(result, MatchLadderResult):
        study.print_result(result, explain=explain)
        return
    ladder = result.ladder
    for sentence in answers.answer(ladder):
        say(sentence)
    print_strengths(ladder)
    if ladder.form == ROUND_ROBIN:
        print_crosstable(ladder)
    else:
        print_pairings(ladder)
    for topic, sentence in answers.findings(ladder).items():
        say(f"{topic}: {sentence}")
    say_notes(_methods(ladder), explain=explain)


def print_strengths(ladder: Ladder) -> None:
    """Print the strength of each policy, or the scores where seats play for points."""
    if ladder.strengths.size:
        rows = [
            [
                row["policy"],
                *_cells(number(row)),
                *_cells(share(answers.among_strongest_others(ladder, row))),
            ]
            for row in records(ladder.strengths)
        ]
        say_heading("Strength, and wins of one seat among the strongest other")
        say_table(["policy", ">strength", ">95 %", ">wins", ">95 %"], rows)
    if ladder.means.size:
        rows = [[row["lineup"], *_cells(number(row))] for row in records(ladder.means)]
        say_heading(f"{ladder.scale.label.capitalize()} ({ladder.scale.unit})")
        who = "policy" if ladder.scale.is_of_seat else "line-up"
        say_table([who, ">mean", ">95 %"], rows)


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
    say_heading("Each row’s policy against each column’s")
    say(legend(margin_of(ladder.scale)))
    say_table(["!", *(f">{head}" for head in heads)], rows)


def print_pairings(ladder: Ladder) -> None:
    """Print a row for each pairing."""
    say_row = answers.say_of(ladder)
    rows: list[list[Cell]] = []
    for row in records(ladder.pairings):
        estimate, verdict = say_row(row), verdict_text(row["verdict"], STRENGTH)
        rows.append([row["policy"], row["against"], estimate.short, estimate.range, verdict])
    heading = ">wins" if ladder.scale.is_share else ">difference"
    say_heading(f"Pairings; the margin is {margin_of(ladder.scale)}")
    say_table(["policy", "against", heading, ">95 %", "!verdict"], rows)


def _two_lines(estimate: FormattedEstimate) -> str:
    return f"{estimate.short}\n{estimate.range}"


def _cells(estimate: FormattedEstimate) -> list[str]:
    return [estimate.short, estimate.range]


def _methods(ladder: Ladder) -> list[str]:
    strength = [STRENGTH_METHOD] * bool(ladder.strengths.size)
    return [*strength, SHARE_METHOD if ladder.scale.is_share else SCORE_METHOD]
