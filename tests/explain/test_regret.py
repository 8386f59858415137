"""Decisions worse than another have a regret, and no others have one."""

from __future__ import annotations

from simlab.analysis.intervals import Interval
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.explain.decision import replay_game
from simlab.explain.regret import Regret, clear_regrets, decisions_with_choice, regrets
from tests.support.compiled_pig import HOLD, ROLL


def regrets_in(*policies: str, base: str, rollouts: int = 400) -> list[Regret]:
    (scenario,) = request_experiment("pig", {"policy": list(policies)}).scenarios
    game = replay_game(scenario, 4, 0)
    return list(regrets(game, decisions_with_choice(game), base, rollouts, Threads(2)))


def test_a_player_who_never_rolls_twice_regrets_to_have_held() -> None:
    missed = clear_regrets(regrets_in("hold:at=2", "hold:at=2", base="hold"))
    assert missed
    assert {(regret.played, regret.better) for regret in missed} == {(HOLD, ROLL)}
    gains = [regret.gain.estimate for regret in missed]
    assert gains == sorted(gains, reverse=True)


def test_a_player_that_plays_as_the_search_regrets_nothing() -> None:
    all_regrets = regrets_in("optimal", "optimal", base="optimal", rollouts=60)
    alike = [regret for regret in all_regrets if regret.played == regret.better]
    assert len(alike) > 0.9 * len(all_regrets)
    assert all(regret.gain[:3] == (0, 0, 0) for regret in alike)


def test_a_gain_that_is_not_clear_is_no_regret() -> None:
    doubtful = Regret(3, 0, HOLD, ROLL, Interval(0.4, -0.1, 0.9, 20))
    certain = Regret(9, 0, HOLD, ROLL, Interval(0.2, 0.1, 0.3, 90))
    assert clear_regrets([doubtful, certain]) == [certain]
