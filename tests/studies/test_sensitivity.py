"""A sensitivity study finds the rules that matter, whether it plays a grid or a sample."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.studies.sensitivity import study
from simlab.studies.sensitivity.request import request_sensitivity
from simlab.studies.sensitivity.result import Kind, Sensitivity
from simlab.studies.sensitivity.study import play
from tests.support.vigil_game import write_vigil


def result(
    vary: str = "40..46",
    others: tuple[str, ...] = (),
    *,
    metric: str | None = None,
    jobs: int = 1,
    games: str = "100",
) -> Sensitivity:
    options = {"policy": ["hold"], "games": games}
    asked = {"vary": {"target": vary}, "other_policy": list(others), "metric": metric}
    request = request_sensitivity("pig", options, asked)
    *_, last = play(request, Threads(jobs))
    assert last.result is not None
    return last.result


def test_the_only_rule_that_varies_causes_all_variation() -> None:
    own = result("20,60,100", metric="turns")
    assert own.is_measurable
    assert own.effects.loc[0, "first"] == pytest.approx(1)
    assert own.effects.loc[0, "total"] == pytest.approx(1)
    assert (own.n_cells, own.n_games) == (3, 300)


def test_the_policy_is_one_more_factor() -> None:
    own = result("40,100", ("hold:at=5",), metric="turns")
    assert list(own.effects["kind"]) == [Kind.RULE, Kind.POLICY]
    assert list(own.effects["factor"]) == ["target", "policy"]
    assert own.effects["first"].sum() + own.together.estimate == pytest.approx(1, abs=1e-6)
    assert own.pairs.loc[0, "estimate"] == pytest.approx(own.together.estimate)
    assert own.pairs.loc[0, "low"] > 0, "a worse policy needs many more turns for 100 than for 40"


def test_what_no_rule_changes_has_no_shares() -> None:
    own = result("96,98,100", metric="wins_of_seat_1", games="200")
    assert not own.is_measurable


def test_a_sample_agrees_with_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = result("20,60,100", ("hold:at=5",), metric="turns")
    monkeypatch.setattr(study, "MOST_GRID", 2)
    part = result("20,60,100", ("hold:at=5",), metric="turns")
    assert part.pairs.empty
    for name in ("first", "total"):
        bounds = part.effects.set_index("factor")
        exact = whole.effects.set_index("factor")[name]
        for factor in exact.index:
            low, high = bounds.loc[factor, f"{name}_low"], bounds.loc[factor, f"{name}_high"]
            assert low - 0.05 <= exact[factor] <= high + 0.05


def test_a_screening_sets_the_least_factor_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "MOST_FACTORS", 1)
    own = result("96,100", ("hold:at=3",), metric="turns")
    assert list(own.effects["factor"]) == ["policy"]
    assert own.screened == ("target",)


def test_the_number_of_cores_decides_nothing() -> None:
    one, other = result(metric="turns"), result(metric="turns", jobs=2)
    pd.testing.assert_frame_equal(one.effects, other.effects)


def test_each_assumption_is_a_factor() -> None:
    request = request_sensitivity(
        "taxis", {"policy": ["greedy"]}, {"vary": {"officers": "1,2"}, "assumed": True}
    )
    assert request.names[0] == "officers"
    assert "Soldier cards" in request.names
    assert set(request.kinds) == {Kind.RULE, Kind.ASSUMPTION}
    varied = request_sensitivity(
        "taxis", {}, {"vary": {"officers_may_share": "on,off"}, "assumed": True}
    )
    assert "Whether two officers may stand on one spot" not in varied.names


def test_traits_of_the_player_are_factors_if_what_is_assumed_varies() -> None:
    request = request_sensitivity("pig", {"policy": ["hold"], "games": "100"}, {"assumed": True})
    *_, last = play(request, Threads(1))
    assert last.result is not None
    assert list(last.result.effects["factor"]) == ["the player’s “at”"]
    assert list(last.result.effects["kind"]) == [Kind.TRAIT]
    assert last.result.n_cells == 3


def test_rules_and_traits_vary_together() -> None:
    asked = {"vary": {"target": "40,100"}, "assumed": True, "metric": "turns"}
    request = request_sensitivity("pig", {"policy": ["hold:at=30"], "games": "100"}, asked)
    lineups = [
        (scenario.rules.components.values["target"], str(scenario.lineup[0]))
        for cell in [(1, 0), (0, 1), (1, 2)]
        for scenario in [request.with_traits(["at"]).scenario(cell)]
    ]
    assert lineups == [(100, "hold:at=30"), (40, "hold:at=15"), (100, "hold:at=60")]
    *_, last = play(request, Threads(1))
    assert last.result is not None
    assert set(last.result.effects["kind"]) == {Kind.RULE, Kind.TRAIT}


def test_trial_games_choose_the_traits_that_are_factors(tmp_path: Path) -> None:
    options = {"policy": ["guard"], "games": "50"}
    request = request_sensitivity(
        write_vigil(tmp_path), options, {"assumed": True, "metric": "rounds"}
    )
    assert len(request.traits_to_vary) == 7
    *_, last = play(request, Threads(1))
    assert last.result is not None
    assert last.result.effects.loc[0, "factor"] == "the player’s “patience”"
    assert len(last.result.effects) == 4


def test_several_policies_have_no_traits_as_factors() -> None:
    asked = {"vary": {"target": "40,100"}, "assumed": True, "other_policy": ["hold:at=5"]}
    assert request_sensitivity("pig", {"policy": ["hold"]}, asked).traits_to_vary == []
    del asked["other_policy"]
    search = {"policy": ["search:base=hold"]}
    assert request_sensitivity("pig", search, asked).traits_to_vary == []


@pytest.mark.parametrize(
    ("options", "factors", "problem"),
    [
        ({}, {}, "vary: name at least one rule that may change"),
        ({"players": ["2", "3"]}, {"vary": {"target": "40,50"}}, "players: name one number"),
        ({}, {"vary": {"targt": "40,50"}}, 'vary.targt: .*Did you mean "target"'),
    ],
)
def test_what_is_wrong_is_named(options, factors, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        request_sensitivity("pig", options, factors)


def test_a_game_without_rules_to_change_hears_how_to_have_some() -> None:
    with pytest.raises(InputError, match="Circle has no rules that may change; declare some"):
        request_sensitivity("tests/plain/circle/circle.py", {}, {})


def test_a_metric_that_the_game_does_not_have_is_named() -> None:
    with pytest.raises(InputError, match=r'metric: "turn" is not one of'):
        result(metric="turn")


FILE = """game = "pig"
policy = "hold"
games = 120
seed = 5

[sensitivity]
vary.target = "40..42"
metric = "turns"
"""


def test_a_file_is_a_study_that_options_change(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(FILE)
    written = request_sensitivity(str(file), {}, {})
    assert (written.metric, written.games, written.experiment.seed) == ("turns", 120, 5)
    assert [level.label for level in written.space.factors[0].levels] == ["40", "41", "42", "100"]
    changed = request_sensitivity(
        str(file), {"seed": "7"}, {"metric": "capped", "vary": {"target": "50"}}
    )
    assert (changed.metric, changed.games, changed.experiment.seed) == ("capped", 120, 7)
    assert str(changed.experiment.scenarios[0].lineup[0]) == "hold"
    assert [level.label for level in changed.space.factors[0].levels] == ["50", "100"]


def test_a_wrong_key_of_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(f"{FILE}vayr = 3\n")
    with pytest.raises(InputError, match=r"study\.toml:9: sensitivity\.vayr: no such key"):
        request_sensitivity(str(file), {}, {})
