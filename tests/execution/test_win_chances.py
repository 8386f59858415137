"""Winning chances of positions: plain equals compiled, choices are paired, hidden things are dealt.

Pig's recursion knows the chance of any position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab.analysis.chance_tension import GameChances, uncertainty, volatility
from simlab.engine.win_chances import GameWithRollouts, Trial
from simlab.errors import ContractError
from simlab.execution.win_chances import game_with_rollouts, rollout_seed
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.studies.tension.study import follow_games, game_chances
from tests.games.pig.exact import hold_at, win_chances
from tests.support.rollouts_in_both import differences

PLAIN_GAMES = Path(__file__).parents[1] / "plain"
PLAIN_PIG = str(PLAIN_GAMES / "plain_pig" / "plain_pig.py")
HOLD, ROLL = "hold:at=15", "hold:at=20"


def scenario_of(game: str, *policies: str) -> Scenario:
    return request_experiment(game, {"policy": list(policies)}).scenarios[0]


def play(
    game: str, trials: Sequence[Trial], n_rollouts: int, *policies: str, look: int = 0
) -> GameWithRollouts:
    scenario = scenario_of(game, *policies)
    return game_with_rollouts(scenario.game.engine(), scenario, 5, 1, trials, n_rollouts, look)


def test_plain_game_has_the_rollouts_of_its_translation() -> None:
    cases = [
        ("tests/plain/plain_pig/plain_pig.py", [HOLD, f"{ROLL},noise=0.1"]),
        ("tests/plain/market/market.py", ["patient", "thrifty", "thrifty"]),
    ]
    assert differences(cases) == []


def test_game_is_that_of_a_run() -> None:
    scenario = scenario_of(PLAIN_PIG, HOLD, ROLL)
    engine = scenario.game.engine()
    [row] = engine.play(scenario.rules.row, scenario.lineup, scenario.seed, 5, 1, 1)
    game = game_with_rollouts(engine, scenario, 5, 1, [Trial(0), Trial(2, 1)], 2)
    assert game.result.tolist() == row["seats"]["credit"][:2].tolist()
    assert len(game.seats) == len(game.menus) == len(game.chosen) == row["decisions"]


def test_trial_without_a_choice_has_the_rollouts_of_what_the_policy_chooses() -> None:
    game = play(PLAIN_PIG, [], 0, HOLD, ROLL)
    trials = [Trial(3), Trial(3, int(game.chosen[3])), Trial(3, 1 - int(game.chosen[3]))]
    by_policy, chosen, other = play(PLAIN_PIG, trials, 20, HOLD, ROLL).credits
    np.testing.assert_array_equal(by_policy, chosen)
    assert (by_policy != other).any()


def test_halves_and_looks_are_played_on_other_streams() -> None:
    seeds = [
        rollout_seed(1914, deal, rotation, decision, half, look)
        for deal in range(3)
        for rotation in range(2)
        for decision in range(3)
        for half in range(2)
        for look in range(3)
    ]
    assert len(set(seeds)) == len(seeds)
    assert 0 <= min(seeds) < max(seeds) < 1 << 53
    first = play(PLAIN_PIG, [Trial(0)], 30, HOLD, ROLL).credits[0]
    second = play(PLAIN_PIG, [Trial(0)], 30, HOLD, ROLL, look=1).credits[0]
    assert (first[0] != first[1]).any()
    assert (first != second).any()


def test_chance_of_the_first_decision_is_that_of_pigs_recursion() -> None:
    n_rollouts = 400
    scenario = scenario_of(PLAIN_PIG, HOLD, ROLL)
    game = game_with_rollouts(scenario.game.engine(), scenario, 0, 0, [Trial(0)], n_rollouts)
    exact = win_chances(hold_at(15), hold_at(20))[0][0, 0]
    error = np.sqrt(exact * (1 - exact) / (2 * n_rollouts))
    assert abs(game.credits[0, :, :, 0].mean() - exact) < 5 * error
    np.testing.assert_array_equal(game.credits.sum(axis=3), 1)


def exact_chances(sampled: GameChances, points: np.ndarray) -> GameChances:
    """Return the chances of Pig's recursion at the same starts of turns."""
    of_first, of_second = win_chances(hold_at(15), hold_at(20))
    before = np.concatenate([np.zeros_like(points[:1]), points])
    turns = np.rint(sampled.parts * len(points)).astype(int)
    first = np.array(
        [
            of_first[one, other] if turn % 2 == 0 else 1 - of_second[other, one]
            for turn in turns
            for one, other in [before[turn]]
        ]
    )
    halves = np.repeat(np.stack([first, 1 - first], axis=1)[:, None], 2, axis=1)
    return replace(sampled, chances=halves, n_rollouts=10**9)


@pytest.mark.long
@pytest.mark.compiled
def test_uncertainty_and_volatility_of_pig_are_those_of_its_recursion() -> None:
    n_games, scenario = 40, scenario_of("pig", HOLD, ROLL)
    engine = scenario.game.engine()
    followed = follow_games(engine, scenario, 0, n_games)
    ends = np.cumsum(followed.n_turns)
    sampled = [game_chances(engine, scenario, deal) for deal in range(n_games)]
    exact = [
        exact_chances(game, followed.points[end - n_turns : end])
        for game, n_turns, end in zip(sampled, followed.n_turns, ends, strict=True)
    ]
    for measure in (uncertainty, volatility):
        deviations = [measure(a) - measure(b) for a, b in zip(sampled, exact, strict=True)]
        error = np.std(deviations) / np.sqrt(n_games)
        assert abs(np.mean(deviations)) < 5 * error < 0.02


HIDDEN = '''
"""The second seat wins if its hidden card is 1; the first one passes and knows nothing of it."""

from simlab.plain import PlainGame, define, policy


class Hidden(PlainGame):
    players = (2, 2)

    def setup(self, players, chance):
        self.card, self.passed = chance.below(2), 0

    def seat(self):
        return self.passed if self.passed < 2 else None

    def choices(self):
        return ["pass", "wait"]

    def play(self, choice):
        self.passed += 1

    def winner(self):
        return self.card

    def hide(self, seat, chance):
        if seat == 0:
            self.card = chance.below(2)


@policy()
def passer(view, choices, chance):
    """Passes."""
    return "pass"


GAME = define(Hidden, passer)
'''


def test_what_the_deciding_seat_cannot_see_is_dealt_again(tmp_path: Path) -> None:
    file = tmp_path / "hidden.py"
    file.write_text(HIDDEN, encoding="utf-8")
    scenario = scenario_of(str(file), "passer", "passer")
    engine = scenario.game.engine()
    game = game_with_rollouts(engine, scenario, 0, 0, [Trial(0), Trial(1)], 40)
    first, second = game.credits[:, :, :, 1]
    assert 0.2 < first.mean() < 0.8
    assert set(second.ravel()) == {game.result[1]}


def test_error_of_a_plain_game_in_a_rollout_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "hidden.py"
    file.write_text(HIDDEN.replace("self.card = chance", "self.card = chances"), encoding="utf-8")
    scenario = scenario_of(str(file), "passer", "passer")
    with pytest.raises(ContractError, match=r"hidden\.py:\d+: .*NameError"):
        game_with_rollouts(scenario.game.engine(), scenario, 0, 0, [Trial(0)], 1)


@pytest.mark.long
@pytest.mark.compiled
def test_machine_code_plays_the_rollouts_of_the_plain_game() -> None:
    trials = [Trial(0), Trial(2, 0), Trial(2, 1), Trial(9)]
    as_plain, as_machine_code = (play(game, trials, 5, HOLD, ROLL) for game in (PLAIN_PIG, "pig"))
    for plain, compiled in zip(as_plain, as_machine_code, strict=True):
        np.testing.assert_array_equal(plain, compiled)
