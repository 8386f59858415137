"""Prints speeds of policies and searches, and start times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.bench.player_speed import PlayerSpeed
from simlab.bench.search_speed import ROLLOUTS, SearchSpeed
from simlab.bench.speed import Speed, Start
from simlab.cli.terminal.output import say, say_table

if TYPE_CHECKING:
    from simlab.studio.latency import Latency


def print_speeds(speeds: Sequence[Speed], draw: float) -> None:
    """Print the speed of each policy."""
    numbers = [">games/s", ">decisions/s", ">draws", ">all cores", ">bytes"]
    say_table(
        ["game", "policy", ">players", *numbers],
        [
            [
                s.game,
                s.policy,
                str(s.players),
                f"{s.games:,.0f}",
                f"{s.decisions:,.0f}",
                f"{s.draws:,.1f}",
                f"×{s.speed_up:.2f}",
                f"{s.bytes_per_game:.1f}",
            ]
            for s in speeds
        ],
    )
    say(f"draws: cost of a decision in random draws of {draw * 1e9:.2f} ns each; bytes: per game.")


def print_player_speeds(speeds: Sequence[PlayerSpeed]) -> None:
    """Print the speed of each shipped player beside that of a scripted policy, if there is any."""
    if not speeds:
        return
    say()
    say_table(
        ["game", "player", ">players", ">games/s", "against", ">games/s", ">time of a game"],
        [
            [
                speed.game,
                speed.player,
                str(speed.players),
                f"{speed.games:,.0f}",
                speed.policy,
                f"{speed.policy_games:,.0f}",
                f"×{speed.times:.2f}",
            ]
            for speed in speeds
        ],
    )


def print_searches(searches: Sequence[SearchSpeed]) -> None:
    """Print the speed of each search."""
    numbers = [">moves/s", ">rollouts/s", ">decisions/s", ">of base", ">all cores", ">MB"]
    say()
    say_table(
        ["game", "search over", ">players", *numbers],
        [
            [
                s.game,
                s.base,
                str(s.players),
                f"{s.moves:,.1f}",
                f"{s.rollouts:,.0f}",
                f"{s.decisions:,.0f}",
                f"{s.share:.0%}",
                f"×{s.speed_up:.2f}",
                f"{s.megabytes:.1f}",
            ]
            for s in searches
        ],
    )
    say(
        f"moves: decisions of the search, with {ROLLOUTS} rollouts; decisions: those in rollouts,"
        " and their speed relative to whole games of the base policy; MB: per thread."
    )


def print_starts(starts: Sequence[Start]) -> None:
    """Print the times to a first result, if they were measured."""
    if starts:
        say()
        say_table(
            ["game", "policy", ">first start", ">later starts"],
            [[s.game, s.policy, f"{s.cold:.1f} s", f"{s.warm:.2f} s"] for s in starts],
        )


def print_latencies(latencies: Sequence[Latency]) -> None:
    """Print the latency of the studio for each policy."""
    numbers = [">picture", ">95 %", ">interval", ">95 %", ">blocked"]
    say_table(
        ["game", "policy", ">players", "rule", *numbers],
        [
            [
                latency.game,
                latency.policy,
                str(latency.players),
                latency.rule,
                f"{latency.picture_median:,.0f}",
                f"{latency.picture_p95:,.0f}",
                f"{latency.interval_median:,.0f}",
                f"{latency.interval_p95:,.0f}",
                f"{latency.blocked:,.0f}",
            ]
            for latency in latencies
        ],
        optional="rule",
    )
    say(
        "Milliseconds from a change of the rule to the first picture and to the first interval:"
        " median, and 95 % of the changes; blocked: longest time without an answer to other"
        " requests."
    )
