"""Prints how many games a comparison would need, as text or JSON."""

from __future__ import annotations

from typing import Any

from simlab.cli.terminal.ab import change_in_words, print_question
from simlab.cli.terminal.output import say, say_table
from simlab.report.wording import whole
from simlab.study.plan import LARGE, ComparisonPlan

Content = dict[str, Any]

METHOD = (
    "Half of all runs are decided sooner. Estimated from a hundred blocks under both sets of rules."
)


def content_of(plan: ComparisonPlan) -> Content:
    """Return the estimate as JSON."""
    question = plan.request
    return {
        "game": question.comparison.base.game.name,
        "metric": question.metric.name,
        "margin": question.margin,
        "if_nothing_changes": _cost(plan, plan.n_blocks_if_none),
        "if_it_changes_much": _cost(plan, plan.n_blocks_if_large),
        "unpaired_games": plan.n_unpaired,
    }


def print_plan_ab(plan: ComparisonPlan) -> None:
    """Print the comparison and the blocks, games and minutes it would need."""
    question = plan.request
    print_question(question.comparison)
    margin, large = (
        f"{question.metric.label} by {change_in_words(question.metric, times * question.margin)}"
        for times in (1, LARGE)
    )
    rows = [
        _row("nothing", _cost(plan, plan.n_blocks_if_none)),
        _row(large, _cost(plan, plan.n_blocks_if_large)),
    ]
    say(f"\nTo decide whether the patch changes {margin} or more:")
    say_table(["if it changes", ">blocks", ">games", ">minutes"], rows)
    say(METHOD)
    say(
        f"Without pairing and looks, it would take {whole(plan.n_unpaired)} games to show in"
        " 95 of 100 runs that nothing changes."
    )


def _cost(plan: ComparisonPlan, n_blocks: int) -> Content:
    return {
        "blocks": n_blocks,
        "games": n_blocks * plan.games_per_block,
        "minutes": n_blocks * plan.seconds_per_block / 60,
    }


def _row(truth: str, cost: Content) -> list[str]:
    minutes = f"{cost['minutes']:,.1f}" if cost["minutes"] > 0.05 else "<0.1"
    return [truth, whole(cost["blocks"]), whole(cost["games"]), minutes]
