"""Values of the choices in plain games: exact chances in Pig, regrets, and errors of the author."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.errors import ContractError
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.explain.decision import Decision, replay_game
from simlab.explain.regret import clear_regrets, decisions_with_choice, regrets
from simlab.explain.search_values import policies_at, policy_choices, search_values, searches_at
from tests.explain.test_search_values import AT, of_holding, of_rolling
from tests.plain.broken_game import written

PLAIN_PIG = str(Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py")
HOLD, ROLL = 0, 1


def searched(game: str, *policies: str, rollouts: int = 100, base=None):
    (scenario,) = request_experiment(game, {"policy": list(policies)}).scenarios
    return scenario, searches_at(scenario, 0, policies_at(scenario), base, rollouts)


def scores(here: Decision) -> tuple[int, int, int]:
    """Return own points, those of the rival, and the turn total."""
    table = vars(here.table.position)
    return table["points"][here.seat], table["points"][1 - here.seat], table["turn_total"]


def test_values_agree_with_the_exact_chances() -> None:
    scenario, searches = searched(PLAIN_PIG, f"hold:at={AT}", f"hold:at={AT}", rollouts=3000)
    here = next(
        each
        for deal in range(10)
        for each in replay_game(scenario, deal, 0).each_decision()
        if each.played == HOLD and of_rolling(*scores(each)) > of_holding(*scores(each)) + 0.05
    )
    values = search_values(here, searches[here.seat])
    assert values.choices == [HOLD, ROLL]
    assert values.answer == ROLL
    exact = np.array([of_holding(*scores(here)), of_rolling(*scores(here))])
    error = np.sqrt(exact * (1 - exact) / values.rollouts)
    assert (np.abs(values.total / values.rollouts - exact) < 5 * error).all()
    gains = (values.total - values.total[0]) / values.rollouts
    assert np.allclose(values.gain / values.rollouts, gains)


def test_each_policy_chooses_at_the_decision() -> None:
    scenario, _ = searched(PLAIN_PIG, "hold", "hold")
    for here in replay_game(scenario, 1, 0).each_decision():
        answers = policy_choices(here, policies_at(scenario))
        assert answers["hold"] == here.played
        assert answers["random"] in (HOLD, ROLL)


def test_a_player_who_never_rolls_twice_regrets_to_have_held() -> None:
    scenario, _ = searched(PLAIN_PIG, "hold:at=2", "hold:at=2")
    game = replay_game(scenario, 4, 0)
    decisions = decisions_with_choice(game)[-12:]
    missed = clear_regrets(regrets(game, decisions, "hold", 300, Threads(1)))
    assert missed
    assert {(regret.played, regret.better) for regret in missed} == {(HOLD, ROLL)}


def test_what_is_looked_at_stays_as_it_is() -> None:
    scenario, searches = searched(PLAIN_PIG, "hold", "hold", rollouts=8)
    game = replay_game(scenario, 2, 0)
    before = [scores(here) for here in game.each_decision()]
    after = []
    for here in game.each_decision():
        search_values(here, searches[here.seat])
        after.append(scores(here))
    assert after == before


def test_an_error_in_a_rollout_names_the_line_of_the_author(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    broken = (
        "    def winner(self):",
        "    def hide(self, seat, chance):\n        self.stones = None\n\n    def winner(self):",
    )
    scenario, searches = searched(str(written(tmp_path, broken)), "greedy", "greedy")
    here = replay_game(scenario, 0, 0).decision_at(0)
    with pytest.raises(ContractError, match=r"nim.py:25: self.stones -= .*, with policy search:"):
        search_values(here, searches[here.seat])
