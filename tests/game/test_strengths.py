"""Tables of strengths: they are of the games as they are, and decide who plays by default."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from simlab.analysis.intervals import Interval
from simlab.analysis.verdict import Verdict, verdict, verdict_beside
from simlab.errors import InputError
from simlab.experiment.population import equal_players, witness_games
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import describe_scenario
from simlab.files.paths import data_folder
from simlab.game import Game
from simlab.game.strengths import FILE, MeasuredPolicy, contenders, read_strengths, strengths_toml
from simlab.players.search import SEARCH
from simlab.studies.ab.comparison import request_comparison
from simlab.studies.ab.population import other_policies
from simlab.studies.restrict.study import request_restriction
from simlab.studies.run.other_players import NamedChange, other_players
from simlab.studies.tune.request import request_tune
from tests.support.games import GAMES, player_counts

PIG = GAMES["pig"]
TABLES = [(name, players) for name, game in GAMES.items() for players in player_counts(game)]
KEYS = {"arriala": "action_points", "mare_nostrum": "price_caravan"}
RULES = {name: f"{key}=+1" for name, key in KEYS.items()}
MADE_BY = "simlab strength pig --save"


def measured(policy: str, strength: float, games_per_second: float = 1_000) -> MeasuredPolicy:
    return MeasuredPolicy(policy, strength, strength - 0.1, strength + 0.1, games_per_second)


def pig_with(folder: Path, *policies: MeasuredPolicy, version: int = PIG.version) -> Game:
    """Return Pig with a table of strengths of its own for two players."""
    own = replace(PIG, data=shutil.copytree(data_folder("pig"), folder / "pig"))
    table = strengths_toml(replace(own, version=version), {2: policies}, MADE_BY)
    (own.folder / FILE).write_text(table, encoding="utf-8")
    return own


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_policy_and_shipped_player_of_this_version_was_measured(
    name: str, players: int
) -> None:
    game = GAMES[name]
    able = {str(policy) for policy in equal_players(game.policies, game, players)}
    table = game.strengths(players)
    assert {own.policy for own in table} == able
    assert all(own.low <= own.strength <= own.high for own in table)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_default_player_is_the_strongest_that_plays_50_games_per_second(
    name: str, players: int
) -> None:
    game = GAMES[name]
    fast = [own for own in game.strengths(players) if own.games_per_second >= 50]
    best = max(fast, key=lambda own: own.strength).policy
    assert game.default_policy(players) == best
    assert best.partition(":")[0] != SEARCH
    [scenario] = request_experiment(name, {"players": [players]}).scenarios
    assert {str(policy) for policy in scenario.lineup} == {best}


def test_a_player_that_has_learnt_habits_beyond_limits_is_not_the_default(tmp_path) -> None:
    learnt = replace(measured("optimal", 0.8), beyond={"unspent": 0.15, "drought": 20.0})
    game = pig_with(tmp_path, learnt, measured("hold:at=19", 0.5))
    kept = game.strengths(2)[0]
    assert (kept.policy, kept.beyond) == ("optimal", learnt.beyond)
    assert game.default_policy(2) == "hold:at=19"
    assert game.find_ruled_out(2) == kept
    assert game.strongest_players(2) == ["optimal"], "it still counts as the strongest"
    text = (game.folder / FILE).read_text(encoding="utf-8")
    assert "beyond = { unspent = 0.15, drought = 20 } }" in text
    assert "A learnt player is passed over for its habits" in text


def test_no_player_is_ruled_out_where_the_strongest_is_the_default(tmp_path) -> None:
    slow = replace(measured("optimal", 0.8, 5), beyond={"unspent": 0.15})
    assert pig_with(tmp_path / "slow", slow, measured("hold", 0.5)).find_ruled_out(2) is None
    weak = replace(measured("hold", 0.5), beyond={"unspent": 0.15})
    game = pig_with(tmp_path / "weak", measured("optimal", 0.8), weak)
    assert (game.default_policy(2), game.find_ruled_out(2)) == ("optimal", None)
    assert PIG.find_ruled_out(2) is None


def test_studies_play_with_the_default_player_too() -> None:
    request = request_restriction({"game": "pig"}, None, ["roll"], (), None, one_seat=True)
    assert request.policy == PIG.default_policy(2) == "optimal"


def test_a_stronger_policy_that_is_slow_is_a_witness_and_no_default(tmp_path) -> None:
    game = pig_with(tmp_path, measured("optimal", 0.8, 5), measured("hold:at=19", 0.5))
    assert (game.default_policy(2), game.strongest_players(2)) == ("hold:at=19", ["optimal"])
    assert witness_games(400, "optimal", game, 2) == 40
    assert witness_games(400, "hold:at=19", game, 2) == witness_games(400, "random", game, 2) == 400


def test_the_two_best_that_games_do_not_tell_apart_both_count_as_the_strongest(tmp_path) -> None:
    tied = [
        measured(f"hold:at={at}", strength) for at, strength in ((20, 0.6), (19, 0.5), (18, 0.45))
    ]
    game = pig_with(tmp_path, *tied, measured("random", 0.1))
    assert game.strongest_players(2) == ["hold:at=20", "hold:at=19"]
    assert contenders(game.strengths(2)) == tied
    [scenario] = request_experiment("pig", {"players": [2]}).scenarios
    described = describe_scenario(replace(scenario, game=game))
    assert (described["strongest"], described["as_strong"]) == ("hold:at=20", ["hold:at=19"])


@pytest.mark.parametrize("policy", ["@none", "lost"])
def test_a_policy_that_is_not_there_is_passed_over(tmp_path, policy: str) -> None:
    assert (
        pig_with(tmp_path, measured(policy, 0.9), measured("hold", 0.1)).default_policy(2) == "hold"
    )


def test_without_a_table_of_its_version_the_last_policy_plays(tmp_path) -> None:
    other = pig_with(tmp_path, measured("random", 0.9), version=PIG.version + 1)
    assert (other.default_policy(2), other.default_policy(3)) == ("optimal", "hold")
    assert other.strongest_players(2) == []
    (other.folder / FILE).unlink()
    assert other.default_policy(2) == "optimal"


@pytest.mark.parametrize("text", ["no table", 'game = "pig"\nversion = 1\nplayers = 3\n'])
def test_a_damaged_table_is_named_with_the_command_that_makes_it_again(tmp_path, text) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=FILE):
        read_strengths(tmp_path / FILE, "pig", 1)


@pytest.mark.parametrize("name", ["arriala", "mare_nostrum"])
def test_the_shipped_players_are_among_the_other_players_of_every_study(name: str) -> None:
    options = {"players": ["3"], "policy": ["greedy"]}
    scenario = request_experiment(name, options).scenarios[0]
    shipped = {own.policy for own in GAMES[name].strengths(3) if own.policy.startswith("@")}
    assert shipped
    ruled = request_experiment(name, {**options, "houserule": {"patch": [RULES[name]]}})
    comparison = request_comparison(name, {**options, "patch": [RULES[name]]}, None)
    tuned = request_tune(name, options, {"target": ["rounds=1±1"], "vary": {KEYS[name]: "+1"}})
    change = NamedChange(scenario, scenario)
    for others in (
        [str(own.lineup[0]) for own in ruled.scenarios],
        map(str, other_policies(comparison)),
        tuned.others,
        [other.policy for other in other_players(request_experiment(name, options), [change])],
    ):
        assert shipped <= set(others)


def test_a_copied_data_folder_has_the_default_player_of_its_game(tmp_path) -> None:
    folder = shutil.copytree(data_folder("arriala"), tmp_path / "mine")
    scenario = request_experiment("arriala", {"data": str(folder)}).scenarios[0]
    assert {str(policy) for policy in scenario.lineup} == {"@strategist"}


@pytest.mark.parametrize(
    ("own", "strongest", "expected"),
    [
        ((-0.25, -0.2), (-0.05, 0.08), Verdict.DEPENDS),
        ((-0.25, -0.2), (0.03, 0.08), Verdict.DEPENDS),
        ((-0.25, -0.2), (-0.1, -0.05), Verdict.LESS),
        ((-0.25, -0.2), (-0.22, 0.01), Verdict.LESS),
        ((0.2, 0.25), (-0.1, 0.01), Verdict.DEPENDS),
        ((0.2, 0.25), (0.01, 0.1), Verdict.MORE),
        ((-0.01, 0.01), (0.05, 0.1), Verdict.DEPENDS),
        ((-0.01, 0.01), (0.01, 0.1), Verdict.SAME),
        ((-0.1, 0.1), (0.2, 0.3), Verdict.UNDECIDED),
    ],
)
def test_a_verdict_that_the_strongest_player_contradicts_is_withdrawn(
    own: tuple[float, float], strongest: tuple[float, float], expected: Verdict
) -> None:
    intervals = [Interval(sum(ends) / 2, *ends, 100) for ends in (own, strongest)]
    assert verdict_beside(verdict(intervals[0], 0.02), *intervals, 0.02) == expected
