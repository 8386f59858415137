"""Prints how many games a comparison would need."""

from __future__ import annotations

from simlab.api.plan_ab import AbPlan
from simlab.api.result import Content
from simlab.cli.terminal.ab import print_question
from simlab.cli.terminal.output import say, say_table
from simlab.report.wording import whole

METHOD = (
    "Half of all runs are decided sooner. Estimated from a hundred blocks under both sets of rules."
)


def print_result(result: AbPlan) -> None:
    """Print the comparison and the blocks, games and minutes it would need."""
    print_question(result.estimate.request.comparison)
    say(f"\n{result.question}:")
    rows = [_row(change, cost) for change, cost in result.costs.items()]
    say_table(["if it changes", ">blocks", ">games", ">minutes"], rows)
    say(METHOD)
    for sentence in (result.unpaired, *result.advice):
        say(sentence)


def _row(change: str, cost: Content) -> list[str]:
    minutes = f"{cost['minutes']:,.1f}" if cost["minutes"] > 0.05 else "<0.1"
    return [change, whole(cost["blocks"]), whole(cost["games"]), minutes]
