"""Players who never vary repeat the same few games; where they do, all get a small noise."""

from __future__ import annotations

from pathlib import Path

import pytest

import simlab
from simlab.analysis.variety import Variety
from simlab.errors import InputError
from simlab.execution.processes import all_cores
from simlab.experiment.request import request_experiment
from simlab.game.player_file import PLAYER, WEIGHTS, read_description
from simlab.report.wording import THIN
from simlab.studies.kit.alike_games import N_DEALS, noise_if_alike, variety_of
from simlab.studies.ladder import answer as answers
from simlab.studies.ladder.request import LadderRequest, request_ladder
from simlab.studies.ladder.strength import measure_policies
from simlab.studies.ladder.study import play as play_ladder
from simlab.studies.ladder.study import result_of
from simlab.studies.train.request import requested_training
from simlab.studies.train.study import CURVE, RIVALS, TrainProgress, play
from tests.support.doctor_games import write_quarry
from tests.support.games_without_chance import write_nim
from tests.support.read_page import one_line

COMMAND = "simlab train nim"
NOISE = "All players of these games make 5 % of their choices by chance: without it only"


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of one game for all that train or play in it: it is compiled once."""
    return write_nim(tmp_path_factory.mktemp("nim"))


def variety(file: str, *policies: str) -> Variety:
    """Return the variety of the games of some policies."""
    scenario = request_experiment(file, {"policy": list(policies)}).scenarios[0]
    return variety_of(scenario.game.engine(), scenario)


@pytest.mark.parametrize(("fewest", "most", "n_different"), [(11, 11, 1), (11, 13, 3)])
def test_games_that_the_setup_decides_are_few(
    tmp_path: Path, fewest: int, most: int, n_different: int
) -> None:
    few = variety(write_nim(tmp_path, fewest, most), "greedy", "timid")
    assert (few.n_deals, few.n_different) == (N_DEALS, n_different)
    assert few.is_small


def test_games_are_different_if_choices_are_though_all_ends_are_alike(tmp_path: Path) -> None:
    # fewer columns than games: who wins, and after how many turns
    many = variety(write_nim(tmp_path, 17, 17), "random", "random")
    assert many.n_different > 45
    assert not many.is_small


def test_games_of_chance_are_different() -> None:
    assert variety("pig", "hold", "hold") == Variety(N_DEALS, N_DEALS, N_DEALS)


def test_noise_is_for_games_of_which_it_brings_more(tmp_path: Path) -> None:
    """A tiny game of dice has few games anyway."""
    quarry = variety(write_quarry(tmp_path), "digger", "digger")
    assert quarry.are_few
    assert not quarry.is_small


def test_a_tenth_of_the_deals_may_repeat_a_game() -> None:
    assert Variety(50, 44, 88).is_small
    assert not Variety(50, 45, 90).is_small


def test_only_usual_players_who_repeat_games_get_noise(nim: str) -> None:
    noises = [
        noise_if_alike(request_experiment(nim, {"policy": policy}).scenarios[0])
        for policy in ("greedy", "greedy:noise=0.3", "random")
    ]
    assert noises == [0.05, 0.0, 0.0]


def ladder_of(file: str, *policies: str, certify: str | None = None) -> LadderRequest:
    """Return a short ladder."""
    options = {"game": file, "games": 600, "policy": list(policies)}
    return request_ladder(options, "round_robin", None, certify)


def test_all_participants_of_a_ladder_get_the_noise_unless_they_are_named(nim: str) -> None:
    participants = ["random", "timid:noise=0.05", "greedy:noise=0.05"]
    request = ladder_of(nim)
    assert sorted(request.policies) == sorted(participants)
    assert request.variety is not None and request.variety.n_different <= 3
    named = ladder_of(nim, "timid", "greedy")
    assert (named.policies, named.variety) == (("timid", "greedy"), None)
    assert ladder_of(nim, certify="greedy").policies[0] == "greedy:noise=0.05"
    with pytest.raises(InputError, match='"gredy" is not one of'):
        ladder_of(nim, certify="gredy")
    assert ladder_of("pig").variety is None


def test_a_ladder_says_why_and_keeps_strengths_by_name(nim: str) -> None:
    *_, last = play_ladder(ladder_of(nim), all_cores(1))
    ladder = result_of(last)
    assert answers.answer(ladder)[-1].startswith(NOISE)
    names = {measured.policy for measured in measure_policies(nim, ladder)}
    assert names == {"random", "timid", "greedy"}


def trained(file: str, folder: Path, generations: int) -> TrainProgress:
    """Train a player of Nim to the end."""
    keys = {"game": file, "games": 100}
    request = requested_training(keys, (), generations, folder, COMMAND)
    *_, last = play(request, all_cores(1))
    return last


def content(folder: Path) -> list[bytes]:
    """Return the files of a player, and its curve without the seconds."""
    rows = (row.split(",") for row in (folder / CURVE).read_text().splitlines())
    curve = "\n".join(",".join([*row[:2], *row[3:-1]]) for row in rows)
    files = [(folder / name).read_bytes() for name in (PLAYER, WEIGHTS, RIVALS)]
    return [*files, curve.encode()]


@pytest.mark.compiled
def test_held_out_games_that_are_alike_have_noise_after_a_stop_too(
    nim: str, tmp_path: Path
) -> None:
    last = trained(nim, tmp_path / "whole", 4)
    request = last.request
    assert request.variety is not None and request.variety.is_small
    lineup = request.seat_among(request.reference, request.reference).lineup
    assert {str(policy) for policy in lineup} == {"greedy:noise=0.05"}
    held_out = read_description(tmp_path / "whole")["held_out"]
    assert held_out["noise"] == 0.05
    assert held_out["why"].startswith("without it only")
    stopped = requested_training({"game": nim, "games": 100}, (), 4, tmp_path / "stopped", COMMAND)
    for progress in play(stopped, all_cores(1)):
        if len(progress.generations) == 2:
            break
    trained(nim, tmp_path / "stopped", 4)
    assert content(tmp_path / "stopped") == content(tmp_path / "whole")
    # a finished training has the same final result when it is asked for again
    assert trained(nim, tmp_path / "whole", 4).final == last.final


@pytest.mark.compiled
def test_the_page_says_why_and_the_best_is_kept_by_name(
    nim: str, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = simlab.train(nim, games=100, generations=2, jobs=1)
    assert any(sentence.startswith(NOISE) for sentence in result.sentences)
    page = one_line(result.page().read_text()).replace(THIN, " ")
    assert NOISE in page
    assert result.to_dict()["noise"] == 0.05
    names = {policy.policy for policy in result.strengths}
    assert names == {"@nim-2p", "random", "timid", "greedy"}


@pytest.mark.compiled
def test_a_training_of_an_earlier_simlab_is_measured_again(nim: str, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    trained(nim, folder, 3)
    whole = content(folder)
    (folder / RIVALS).unlink()
    trained(nim, folder, 3)
    assert content(folder) == whole
    table = (folder / RIVALS).read_text()
    (folder / RIVALS).write_text(table.replace("\n2,1,", "\n2,1,1", 1))
    with pytest.raises(InputError, match=rf"{RIVALS}: damaged: .*; delete it, and the same"):
        trained(nim, folder, 3)
