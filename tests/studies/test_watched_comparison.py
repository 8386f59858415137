"""A comparison that is watched while it plays: its intervals hold at every look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simlab.analysis.verdict import Verdict
from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.experiment.request import request_experiment
from simlab.studies.ab.comparison import Comparison
from simlab.studies.ab.watched_comparison import WatchedComparison, WatchedMetric, WatchedShare
from simlab.studies.kit.blocks import play_blocks

MOST_BLOCKS = 250
MOST_WRONG = 0.05


@pytest.fixture(scope="module")
def executor() -> Executor:
    threads = Threads(1)
    threads.prepare(comparison_of({}).sides)
    return threads


def comparison_of(patch: dict[str, object], game: str = "pig", policy: str = "hold") -> Comparison:
    base = request_experiment(game, {"policy": [policy]}).scenarios[0]
    patched = request_experiment(game, {"policy": [policy], "patch": [patch]}).scenarios[0]
    return Comparison(base, patched)


def watched_to(
    comparison: Comparison, executor: Executor, n_blocks: int, metric: str | None = None
) -> WatchedComparison:
    watched = WatchedComparison(comparison, metric, MOST_BLOCKS)
    watched.add(*(play_blocks(executor, side, 0, n_blocks) for side in comparison.sides))
    return watched


def on_other_deals(seed: int) -> Comparison:
    """Return the same rules on both sides, on deals that have nothing to do with each other."""
    base = comparison_of({}).base
    return Comparison(replace(base, seed=seed), replace(base, seed=seed + 1))


@pytest.mark.parametrize("n_runs", [4, pytest.param(400, marks=pytest.mark.long)])
def test_few_watchers_ever_see_an_interval_that_misses(executor: Executor, n_runs: int) -> None:
    """At any look: of the effect of equal rules, of a listed metric, or of the share of a seat."""
    many = play_blocks(executor, comparison_of({}).base, 10**6, 40_000)
    truth = float(many.seat("credit")[:, 0, 0].mean())
    misses = np.sum([missed_by_a_watcher(executor, 10 * run, truth) for run in range(n_runs)], 0)
    assert (misses <= MOST_WRONG * n_runs + 5 * np.sqrt(MOST_WRONG * n_runs)).all()


def missed_by_a_watcher(executor: Executor, seed: int, truth: float) -> list[bool]:
    """Return whether the headline, the listed metrics and the shares ever miss with equal rules."""
    comparison = on_other_deals(seed)
    watched = WatchedComparison(comparison, None, MOST_BLOCKS)
    missed = np.zeros(3, dtype=bool)
    for look in watched.looks:
        first, count = watched.n_blocks, look - watched.n_blocks
        watched.add(*(play_blocks(executor, side, first, count) for side in comparison.sides))
        assert watched.headline is not None
        one, other = watched.shares()
        missed |= [
            sees_an_effect(watched.headline),
            any(map(sees_an_effect, watched.further_metrics())),
            misses_share(one, truth) or misses_share(other, 1 - truth),
        ]
    return [bool(each) for each in missed]


def sees_an_effect(watched: WatchedMetric) -> bool:
    is_clear = watched.verdict in (Verdict.MORE, Verdict.LESS)
    return is_clear or not watched.effect.low <= 0 <= watched.effect.high


def misses_share(share: WatchedShare, truth: float) -> bool:
    return not all(side.low <= truth <= side.high for side in (share.unchanged, share.changed))


def test_a_clear_effect_is_seen_and_is_that_of_the_blocks(executor: Executor) -> None:
    comparison = comparison_of({"target": 30})
    watched = watched_to(comparison, executor, 200, "turns")
    headline = watched.headline
    assert headline is not None
    assert headline.verdict == Verdict.LESS
    before, after = (play_blocks(executor, side, 0, 200).game("turns") for side in comparison.sides)
    assert headline.effect.estimate == pytest.approx(np.mean(after - before))
    assert headline.effect.low < headline.effect.estimate < headline.effect.high < 0


def test_games_added_in_pieces_show_the_same(executor: Executor) -> None:
    comparison = comparison_of({"target": 50})
    whole = watched_to(comparison, executor, 150)
    pieces = WatchedComparison(comparison, None, MOST_BLOCKS)
    for first, count in ((0, 7), (7, 43), (50, 100)):
        pieces.add(*(play_blocks(executor, side, first, count) for side in comparison.sides))
    assert pieces.n_blocks == whole.n_blocks == 150
    assert pieces.headline is not None
    assert whole.headline is not None
    assert pieces.headline.effect == whole.headline.effect
    assert pieces.shares() == whole.shares()
    assert [each.effect for each in pieces.further_metrics()] == [
        each.effect for each in whole.further_metrics()
    ]
    counts = [sum(counts.values()) for _, sides in pieces.histograms() for counts in sides]
    assert counts == [150, 150]


def test_intervals_are_wider_than_those_of_one_look(executor: Executor) -> None:
    watched = watched_to(comparison_of({"target": 50}), executor, 200, "turns")
    headline = watched.headline
    assert headline is not None
    values = play_blocks(executor, watched.comparison.base, 0, 200).game("turns")[:, 0]
    one_look = 2 * 1.96 * values.std() / np.sqrt(200)
    width = headline.unchanged.high - headline.unchanged.low
    assert one_look < width < 2 * one_look


def test_bands_are_those_of_the_victory_table() -> None:
    comparison = comparison_of({"actions_per_turn": 4}, "taxis", "random")
    threads = Threads(1)
    threads.prepare(comparison.sides)
    watched = watched_to(comparison, threads, 60)
    shares = watched.shares()
    assert [share.low for share in shares] == [0, 1, 40, 46, 52, 58, 64]
    assert sum(share.changed.estimate for share in shares) == pytest.approx(1)
    assert [metric.name for metric in watched.counted] == ["score", "rounds"]


def test_a_metric_that_the_game_does_not_have_is_refused(executor: Executor) -> None:
    with pytest.raises(InputError, match="Did you mean"):
        watched_to(comparison_of({}), executor, 10, "turn")
