"""Learners: the policy of a game that takes the plan which a net values most."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simlab.check.contract import problems_of
from simlab.engine.build import Engine
from simlab.engine.record import WORD, Ints, Row, Words, real, record, whole
from simlab.engine.rollout_examples import LATER_TURNS, MOST_TURNS, PLANS, PlanComparer
from simlab.errors import InputError
from simlab.execution.stepper import Case
from simlab.game.learner import OWN, Learner
from simlab.game.player_file import PLAYER, WEIGHTS
from simlab.game.policy import Policy
from simlab.games.arriala import GAME as ARRIALA
from simlab.players.trained import PlanNet, learnt_policy, read_player, write_player
from simlab.studies.train.fitting import Shape, fitted
from tests.support.compiled_pig import HOLD, PIG, ROLL

LEARNER = ARRIALA.learner
assert LEARNER is not None


def valuing(players: int = 2, **weights: float) -> PlanNet:
    """Return a linear net that values some features of Arriala."""
    assert LEARNER is not None
    row = np.zeros(1 + LEARNER.n_features)
    for name, weight in weights.items():
        row[1 + LEARNER.features.index(name)] = weight
    return PlanNet(players, LEARNER, 0, row)


def player(net: PlanNet, name: str = "@mine") -> Policy:
    return learnt_policy(name, net, ARRIALA).with_weights(threshold=0)


def shares(policy: Policy, deals: int) -> float:
    """Return the share of the wins of a policy against the planner, in both seats."""
    engine, rules = Engine(ARRIALA), ARRIALA.load().row
    lineup = (policy, ARRIALA.policies[-1])
    rows = [engine.play(rules, lineup, 3, 0, deals, rotation) for rotation in (0, 1)]
    return float(np.mean([rows[0]["seats"]["credit"][:, 0], rows[1]["seats"]["credit"][:, 1]]))


def test_each_feature_has_a_name_of_its_own() -> None:
    assert len(set(LEARNER.features)) == LEARNER.n_features == len(LEARNER.features)
    assert {"seats[0].points", "seats[3].sections[0]", "planned"} <= set(LEARNER.features)


@pytest.mark.compiled
def test_a_net_of_the_planners_value_plays_at_least_as_well_as_the_planner() -> None:
    # it gains by not ending a game that it would lose
    assert shares(player(valuing(planned=0.01)), 100) > 0.45


@pytest.mark.compiled
def test_a_net_that_shuns_points_loses() -> None:
    assert shares(player(valuing(**{"seats[0].points": -0.01})), 10) < 0.2


@pytest.mark.compiled
def test_the_strategist_sees_only_what_its_seat_may_see() -> None:
    policy = player(valuing(planned=0.01, final_lead=0.1))
    assert problems_of(Case(ARRIALA, ARRIALA.load(), (policy,) * 2, n_deals=1)) == []


@pytest.mark.compiled
def test_plans_of_a_turn_are_compared_alike_every_time() -> None:
    policy, rules = player(valuing(planned=0.01)), ARRIALA.load().row
    lineup, recorder = (policy, ARRIALA.policies[-1]), PlanComparer(ARRIALA)
    features, results = recorder.play(rules, lineup, str(policy), 5, 0, 4, 0)
    again = recorder.play(rules, lineup, str(policy), 5, 0, 4, 0)
    assert features.tobytes() == again[0].tobytes()
    assert results.tobytes() == again[1].tobytes()
    assert 0 < len(results) <= 4 * MOST_TURNS
    assert features.shape == (len(results), PLANS, LEARNER.n_features)
    assert -0.001 < np.nanmin(results) < np.nanmax(results) < 1.1
    assert (features[:, :, LEARNER.features.index("players[0]")][~np.isnan(results)] == 1).all()


HOLDER_MEMORY = record(
    asked=whole("number of the plan to take"),
    is_described=whole("1 if there are features"),
    features=real("turns that it began", shape=1),
)


def holder(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Row, rng: Words
) -> int:
    """Holds at a turn total, or at another one that is asked for."""
    target = traits.planner.at if memory.asked == 0 else 1 + memory.asked % 40
    memory.is_described = 1
    if state.turn_total == 0:
        memory.features[0] += 1
    return HOLD if state.turn_total >= target else ROLL


def results_of_holders(weights: np.ndarray) -> np.ndarray:
    """Return the results of plans in games of Pig between learners with a net."""
    learner = Learner(
        "holder",
        "Holds.",
        holder,
        {**PIG.policies[1].traits, **OWN},
        HOLDER_MEMORY.itemsize // WORD,
        memory_record=HOLDER_MEMORY,
        features=("turns",),
    )
    pig = replace(PIG, learner=learner)
    policy = learnt_policy("@mine", PlanNet(2, learner, 0, weights), pig)
    _, results = PlanComparer(pig).play(pig.load().row, (policy,) * 2, "@mine", 1, 0, 40, 0)
    return results[~np.isnan(results)]


@pytest.mark.compiled
def test_results_count_where_a_game_leaves_it_to_the_loop_whether_it_is_over() -> None:
    """The outcome of Pig says who has won, and not that the game is over."""
    wins = results_of_holders(np.zeros(0))
    assert len(wins) > 100
    assert 0.3 < (wins > 0.5).mean() < 0.7


@pytest.mark.compiled
def test_a_net_values_the_position_some_turns_later_unless_the_game_is_over() -> None:
    bias, value_of_a_turn = 3.0, 1.0
    results = results_of_holders(np.array([bias, value_of_a_turn]))
    is_valued = results > 1.5
    assert 0.5 < is_valued.mean() < 1
    assert set(results[is_valued]) == {bias + 1 + LATER_TURNS}
    assert set(np.round(results[~is_valued])) == {0, 1}


@pytest.mark.compiled
def test_a_fit_finds_what_makes_plans_of_one_turn_differ() -> None:
    rng = np.random.default_rng(3)
    features = rng.normal(size=(2000, 6, 3)).astype(np.float32)
    luck = rng.normal(size=(2000, 1))
    results = 0.2 * features[..., 0] - 0.1 * features[..., 1] + luck
    results[0, 4:] = np.nan
    _, *direct = fitted(None, Shape(3, 0), features, results, 1, 20, 0.01, 0.02)
    assert direct == pytest.approx([0.2, -0.1, 0.0], abs=0.02)


@pytest.mark.compiled
def test_a_fit_learns_little_from_what_is_rare_if_the_least_scale_is_large() -> None:
    rng = np.random.default_rng(5)
    features = np.zeros((1000, 6, 2), np.float32)
    features[..., 0] = rng.normal(size=features.shape[:2])
    features[:2, 0, 1] = 1
    results = 0.2 * features[..., 0] + rng.normal(size=features.shape[:2]) / 10
    results[:2, 0] += 1
    by_own_scale, by_large = (
        fitted(None, Shape(2, 0), features, results, 1, 20, 0.01, 1.0, least_sd)[2]
        for least_sd in (0.0, 8.0)
    )
    assert by_own_scale > 0.5
    assert abs(by_large) < 0.1


def test_plans_are_those_of_a_policy_with_traits_of_the_learner() -> None:
    planner, greedy = ARRIALA.policies[-1], ARRIALA.policies[1]
    learner = LEARNER.proposing(planner.with_weights(patience=50, haste=2))
    assert learner.weights == {"patience": 50}
    builder = next(policy for policy in ARRIALA.policies if policy.name == "builder")
    assert LEARNER.proposing(builder).weights["section"] == builder.traits["section"].default
    with pytest.raises(ValueError, match="greedy does not propose plans for strategist"):
        LEARNER.proposing(greedy)
    for other in (
        planner.with_weights(noise=0.1),
        replace(planner, seat_traits={"haste": (1.0, 2.0)}),
    ):
        with pytest.raises(ValueError, match="planner have neither traits by seat nor noise"):
            LEARNER.proposing(other)


def test_the_traits_of_its_plans_are_kept_with_a_player(tmp_path: Path) -> None:
    learner = LEARNER.with_weights(patience=50)
    net = replace(valuing(planned=0.5), learner=learner)
    written = write_player(tmp_path / "mine", net, ARRIALA, {})
    policy = read_player(tmp_path / "mine", ARRIALA)
    assert str(policy) == str(written) == "@mine"
    assert policy.trait_at("patience", 0) == 50
    assert policy.trait_row(0).tobytes() == written.trait_row(0).tobytes()


def test_a_player_with_a_trait_out_of_range_is_refused(tmp_path: Path) -> None:
    learner = LEARNER.with_weights(patience=1000)
    write_player(tmp_path / "mine", replace(valuing(planned=0.5), learner=learner), ARRIALA, {})
    with pytest.raises(InputError, match=r"traits: patience: is no trait, or out of range"):
        read_player(tmp_path / "mine", ARRIALA)


@pytest.mark.compiled
def test_a_net_decides_only_where_it_sees_a_gain_beyond_the_threshold() -> None:
    without_net = player(PlanNet(2, LEARNER, 0, np.zeros(0)))
    bad = player(valuing(**{"seats[0].points": -0.01}))
    # a threshold of one win: an even share is half of it
    assert shares(bad.with_weights(threshold=2), 40) == shares(without_net, 40) > 0.4


def test_a_player_of_a_learner_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = write_player(tmp_path / "mine", valuing(planned=0.5), ARRIALA, {})
    policy = read_player(tmp_path / "mine", ARRIALA)
    assert policy.name == written.name == "@mine"
    assert policy.players == (2, 2)
    assert policy.files == (tmp_path / "mine" / PLAYER, tmp_path / "mine" / WEIGHTS)
    assert policy.trait_row(0).tobytes() == written.trait_row(0).tobytes()


def test_a_player_for_other_features_is_refused(tmp_path: Path) -> None:
    write_player(tmp_path / "mine", valuing(planned=0.5), ARRIALA, {})
    other = replace(ARRIALA, learner=replace(LEARNER, features=LEARNER.features[1:]))
    with pytest.raises(InputError, match="features: the game has other features"):
        read_player(tmp_path / "mine", other)
