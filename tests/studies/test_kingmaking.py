"""Kingmaking: rates that are known exactly, none in solitaires and duels, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.studies.kingmaking import study as kingmaking
from simlab.studies.kingmaking.result import Kingmaking, Role
from simlab.studies.kingmaking.study import FIRST, play, request_kingmaking, result_of, sample_deal
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


def test_a_look_at_few_rollouts_saves_many_and_changes_no_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third player wins one game in 20 and chooses who wins the others."""
    decided = "self.king = choice if self.is_asked else self.chance.below(2)"
    assert decided in KINGMAKER
    game = KINGMAKER.replace(decided, "self.king = 2 if self.chance.below(20) == 0 else choice")
    scenario = request_kingmaking(written(tmp_path, game), {}, None).scenario
    findings, n_decisions = [], []
    for first in (0, FIRST):
        monkeypatch.setattr(kingmaking, "FIRST", first)
        samples = [sample_deal(scenario.game.engine(), scenario, deal) for deal in range(30)]
        findings.append([[(one.decision, one.finding) for one in each.looked] for each in samples])
        n_decisions.append(sum(sample.n_decisions for sample in samples))
    assert findings[0] == findings[1]
    assert n_decisions[1] < n_decisions[0]


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
