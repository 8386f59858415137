"""Recorded games: lambda returns against the definition, random moves, and kept positions."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.engine.record import new, row_of
from simlab.engine.recorded_game import RECORDING, Recorder, Recording, slot_of, write_targets
from simlab.engine.rng import seed_stream
from tests.support.compiled_pig import PIG
from tests.support.written_player import FEATURES, bold, timid

VALUES = [0.2, 0.6, 0.5, 0.9, 0.4]
RESULT = 1.0


def targets(decay: float, random_moves=(), is_random: bool = False) -> list[float]:
    """Return the targets of a game with these values, all positions of which are kept."""
    recording, n = new(RECORDING), len(VALUES)
    recording["decay"], recording["is_random"] = decay, is_random
    recording["kept"][0, :n] = np.arange(n)
    values, written = np.array(VALUES).reshape(n, 1), np.full((n, 1), np.nan)
    moves = np.array([i in random_moves for i in range(n)], np.int64)
    write_targets(row_of(recording), 0, n, RESULT, values, moves, written)
    return written[:, 0].tolist()


def slow_return(start: int, decay: float) -> float:
    """The weighted mean of all n-step returns, by the definition."""
    ahead = [*VALUES[start + 1 :], RESULT]
    weights = [(1 - decay) * decay**k for k in range(len(ahead) - 1)]
    weights.append(decay ** (len(ahead) - 1))
    return float(np.dot(weights, ahead))


@pytest.mark.parametrize("decay", [0.0, 0.3, 0.8, 1.0])
def test_targets_are_lambda_returns(decay: float) -> None:
    expected = [slow_return(start, decay) for start in range(len(VALUES))]
    assert targets(decay) == pytest.approx(expected)


def test_returns_stop_before_a_random_move() -> None:
    written = targets(0.5, random_moves=[2])
    assert np.isnan(written[2])
    assert written[1] == pytest.approx(VALUES[2])
    assert written[0] == pytest.approx(0.5 * VALUES[1] + 0.5 * VALUES[2])
    assert written[3:] == pytest.approx([slow_return(3, 0.5), slow_return(4, 0.5)])


def test_random_play_is_judged_by_its_results() -> None:
    assert targets(1.0, random_moves=range(5), is_random=True) == [RESULT] * 5


def test_every_position_is_kept_with_the_same_chance() -> None:
    recording, n_kept, n_decisions, games = new(RECORDING), 4, 20, 4000
    counts = np.zeros(n_decisions)
    for game in range(games):
        seed_stream(recording["stream"][0], 3, game, np.uint64(0))
        kept = [-1] * n_kept
        for decision in range(n_decisions):
            slot = slot_of(row_of(recording), decision, n_kept)
            if slot < n_kept:
                kept[slot] = decision
        counts[kept] += 1
    share = n_kept / n_decisions
    assert np.abs(counts - games * share).max() < 5 * np.sqrt(games * share * (1 - share))


@pytest.mark.compiled
def test_only_the_seats_of_the_recorded_policy_are_examples(tmp_path) -> None:
    policy, other = bold(tmp_path / "bold"), timid(tmp_path / "timid")
    recorder, rules = Recorder(PIG), PIG.load()
    recording = Recording(len(FEATURES), n_positions=1)
    for rotation in (0, 1):
        features, values = recorder.play(
            rules.row, (policy, other), "@bold", 1, 0, 30, rotation, recording
        )
        assert len(values) == 30
        assert np.unique(features[:, 2 + rotation]).tolist() == [1]
        assert set(np.round(values)) <= {0, 1}


@pytest.mark.compiled
def test_a_deal_is_recorded_alike_alone_and_among_others(tmp_path) -> None:
    policy, recorder, rules = bold(tmp_path / "bold"), Recorder(PIG), PIG.load()
    recording = Recording(len(FEATURES), noise=0.3, decay=0.5)
    arguments = (rules.row, (policy, policy), "@bold", 9)
    whole = recorder.play(*arguments, 0, 6, 0, recording)
    parts = [recorder.play(*arguments, first, 2, 0, recording) for first in (0, 2, 4)]
    for side in (0, 1):
        assert np.array_equal(whole[side], np.concatenate([part[side] for part in parts]))
