"""Kingmaking: rates that are known exactly, none in solitaires and duels, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.analysis.kingmaking import Kingmaking, Role
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.study.kingmaking import play, request_kingmaking, result_of, sample_deal
from tests.support.kingmaker_games import DUEL, KINGMAKER, SOLITAIRE, written


def study_of(file: str, games: int | None, seed: int = 1) -> Kingmaking:
    request = request_kingmaking(file, {"seed": str(seed)}, games)
    *_, progress = play(request, Threads(1))
    return result_of(request, progress)


@pytest.fixture(scope="module")
def kingmaker(tmp_path_factory: pytest.TempPathFactory) -> Kingmaking:
    return study_of(written(tmp_path_factory.mktemp("kingmaker"), KINGMAKER), 5000)


def test_a_third_player_who_decides_in_half_of_the_games_is_found(kingmaker: Kingmaking) -> None:
    study = kingmaker
    rates = study.rates.set_index(["role", "seat"])
    everyone = rates.loc[(Role.ALL, "")]
    assert everyone["low"] < 0.5 < everyone["high"]
    assert everyone["high"] < 1
    # in each game that asks the third player it is found, and in no other
    assert (
        rates.loc[(Role.KINGMAKER, "seat 3"), "found"] == everyone["found"] == len(study.decisions)
    )
    assert rates.loc[(Role.GAINS, "seat 3"), "found"] == 0
    assert set(study.decisions["seat"]) == {"seat 3"}
    assert study.decisions["estimate"].min() == 1
    assert study.decisions["gains"].isin(["seat 1", "seat 2"]).all()
    assert (study.decisions["bound"] < 0.02).all()


def test_influence_is_that_of_the_player_who_decides(kingmaker: Kingmaking) -> None:
    study = kingmaker
    influence = study.influence.set_index(["seat", "moves"])["estimate"]
    assert influence["seat 3", "its own chance"] == 0
    row = study.influence[study.influence["seat"] == "seat 3"].iloc[1]
    assert row["low"] < 0.5 < row["high"]
    # the coin is on the table, and the first two players change nothing
    assert abs(influence["seat 1", "another’s chance"]) < 0.1
    gini, matters = study.concentration["estimate"]
    assert gini > 0.5
    assert 0.05 < matters < 0.3


def test_a_solitaire_of_three_has_no_kingmaker(tmp_path: Path) -> None:
    study = study_of(written(tmp_path, SOLITAIRE), 2500)
    assert study.rates["found"].sum() == 0
    assert study.rates["estimate"].sum() == 0
    assert len(study.decisions) == 0
    assert study.n_looked_at == 9 * study.n_games
    own = study.influence[study.influence["moves"] == "its own chance"]
    assert (own["estimate"] >= 0).all()


def test_with_two_players_only_influence_is_measured(tmp_path: Path) -> None:
    study = study_of(written(tmp_path, DUEL), 1500)
    assert not study.has_kings
    assert study.rates.empty
    assert study.n_looked_at == 0
    first = study.influence[study.influence["seat"] == "seat 1"]
    assert first["estimate"].tolist() == [1, 1]
    second = study.influence[study.influence["seat"] == "seat 2"]
    assert second["estimate"].isna().all()


def test_each_tenth_stands_for_its_decisions(tmp_path: Path) -> None:
    request = request_kingmaking(written(tmp_path, SOLITAIRE), {}, None)
    sample = sample_deal(request.scenario.game.engine(), request.scenario, 3)
    assert sum(decision.weight for decision in sample.looked) == 9
    assert sum(decision.weight for decision in sample.measured) == pytest.approx(9)
    assert sample.n_own_decisions == 9 < sample.n_decisions


def test_any_number_of_cores_finds_the_same(tmp_path: Path) -> None:
    request = request_kingmaking(written(tmp_path, SOLITAIRE), {}, 2500)
    studies = []
    for jobs in (1, 2):
        *_, progress = play(request, Threads(jobs))
        studies.append(result_of(request, progress))
    assert studies[0].rates.equals(studies[1].rates)
    assert studies[0].influence.equals(studies[1].influence)
    assert np.isfinite(studies[0].n_game_lengths)


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("taxis", {}, "win or lose together"),
        ("tests/plain/kuhn/kuhn.py", {}, "is played for points"),
        ("arriala", {"players": ["2", "3"]}, "name one number"),
    ],
)
def test_games_without_a_king_are_refused_in_words(
    game: str, options: dict[str, list[str]], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        request_kingmaking(game, options, None)


def test_too_few_games_are_refused_with_what_it_takes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"50 are too few; take \d+"):
        study_of(written(tmp_path, KINGMAKER), 50)
