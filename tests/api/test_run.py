"""`simlab.run` and `simlab.read_run`: the door for Python."""

from __future__ import annotations

import pytest

import simlab
from simlab.errors import InputError, RunError
from tests.support.compiled_pig import PIG


def test_a_run_is_returned_with_its_tables_folder_and_experiment(tmp_path) -> None:
    run = simlab.run("pig", players=3, policy="hold", games=300, seed=7, out=tmp_path / "run")
    assert len(run.games()) == 300
    assert len(run.seats()) == 900
    assert run.folder == tmp_path / "run"
    assert run.experiment.seed == 7
    assert [str(policy) for policy in run.experiment.scenarios[0].lineup] == ["hold"] * 3


def test_a_game_may_be_given_itself(tmp_path) -> None:
    run = simlab.run(PIG, policy="hold", games=100, out=tmp_path / "run")
    assert run.experiment.game is PIG
    assert len(run.games()) == 100


def test_a_run_is_read_again_another_day(tmp_path) -> None:
    run = simlab.run("pig", policy="hold", games=300, out=tmp_path / "run")
    again = simlab.read_run(tmp_path / "run")
    assert again.games().equals(run.games())
    assert again.experiment.key() == run.experiment.key()


def test_without_a_folder_it_is_kept_among_the_runs_here(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = simlab.run("pig", policy="hold", games=100)
    assert run.folder == tmp_path / "runs" / f"pig-{run.experiment.key()[:8]}"


def test_patches_may_be_words_tables_or_several(tmp_path) -> None:
    def target(patch) -> int:
        run = simlab.run("pig", policy="hold", games=100, patch=patch, out=tmp_path, fresh=True)
        return run.experiment_in_full()["scenarios"][0]["rules"]["target"]

    assert target("target=40") == 40
    assert target({"target": 50}) == 50
    assert target(["target=40", {"target": 60}]) == 60


def test_jobs_do_not_change_the_tables(tmp_path) -> None:
    one, two = (
        simlab.run("pig", policy="random", games=500, jobs=jobs, out=tmp_path / str(jobs))
        for jobs in (1, 2)
    )
    assert one.games().equals(two.games())


def test_mistakes_are_errors_with_all_problems() -> None:
    with pytest.raises(InputError) as error:
        simlab.run("pig", players=[2, 9], policy="hlod", games=-3)
    assert str(error.value).splitlines() == ["games: must be at least 1, not -3"]
    with pytest.raises(InputError) as error:
        simlab.run("pig", players=[2, 9], policy="hlod")
    assert len(str(error.value).splitlines()) == 2


def test_an_unfinished_run_is_not_read_as_whole(tmp_path) -> None:
    run = simlab.run("pig", policy="hold", games=100, out=tmp_path / "run")
    (run.folder / "_manifest.json").unlink()
    with pytest.raises(RunError, match="is not finished; go on with: simlab resume"):
        simlab.read_run(run.folder)


def test_what_simlab_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'walk'"):
        simlab.walk  # noqa: B018
