"""What a comparison would take, for eyes or for programs."""

from __future__ import annotations

from typing import Any

from simlab.cli.terminal.ab import change_in_words, print_question
from simlab.cli.terminal.output import say, say_table
from simlab.report.wording import whole
from simlab.study.plan import LARGE, ComparisonPlan

Content = dict[str, Any]

METHOD = (
    "In half of all runs it is decided sooner; judged by a hundred blocks under both sets of rules."
)


def content_of(found: ComparisonPlan) -> Content:
    """Return what a comparison would take, as JSON."""
    question = found.request
    return {
        "game": question.comparison.base.game.name,
        "metric": question.metric.name,
        "margin": question.margin,
        "if_nothing_changes": _cost(found, found.n_blocks_if_none),
        "if_it_changes_much": _cost(found, found.n_blocks_if_large),
        "unpaired_games": found.n_unpaired,
    }


def print_plan_ab(found: ComparisonPlan) -> None:
    """Print what is asked and what it would take."""
    question = found.request
    print_question(question.comparison)
    margin, large = (
        f"{question.metric.label} by {change_in_words(question.metric, times * question.margin)}"
        for times in (1, LARGE)
    )
    rows = [
        _row("nothing", _cost(found, found.n_blocks_if_none)),
        _row(large, _cost(found, found.n_blocks_if_large)),
    ]
    say(f"\nWhat it takes to know whether the patch changes {margin} or more:")
    say_table(["if it changes", ">blocks", ">games", ">minutes"], rows)
    say(METHOD)
    say(
        f"Without pairing and without looks, {whole(found.n_unpaired)} games would show that"
        " nothing changes in 95 runs of 100."
    )


def _cost(found: ComparisonPlan, n_blocks: int) -> Content:
    return {
        "blocks": n_blocks,
        "games": n_blocks * found.games_per_block,
        "minutes": n_blocks * found.seconds_per_block / 60,
    }


def _row(truth: str, cost: Content) -> list[str]:
    minutes = f"{cost['minutes']:,.1f}" if cost["minutes"] > 0.05 else "<0.1"
    return [truth, whole(cost["blocks"]), whole(cost["games"]), minutes]
