"""A training and a search for traits that are killed at any write go on with the same command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from simlab.errors import InputError
from simlab.execution.lock import LOCK
from simlab.game.player_file import PLAYER
from simlab.studies.train.folder import COMMAND, check_folder, claim_folder
from tests.studies import test_train, test_trait_tuning

Ended = Callable[[Path], list[bytes] | list[str]]


class Killed(BaseException):
    """Nothing may catch it, as nothing catches a signal that kills."""


def train(folder: Path) -> list[bytes]:
    test_train.trained(folder, 1, games=50, jobs=1)
    return test_train.content(folder)


def tune(folder: Path) -> list[str]:
    test_trait_tuning.ended(test_trait_tuning.requested(folder, generations=1, games=20), jobs=1)
    return test_trait_tuning.content(folder)


@contextmanager
def killed_at(write: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kill the process once it has made the file of a write in a folder, before it gets its name.

    Threads of other tests may still write elsewhere.
    """
    replace, n_written = Path.replace, 0

    def counting(self: Path, target: Path) -> Path:
        nonlocal n_written
        n_written += folder in self.parents
        if n_written == write and folder in self.parents:
            self.with_name(f"_{self.name}.77.tmp").write_bytes(self.read_bytes())
            raise Killed
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", counting)
        yield


@pytest.mark.compiled
@pytest.mark.parametrize("ended", [pytest.param(train, marks=pytest.mark.long), tune])
def test_the_same_command_goes_on_after_a_kill_at_any_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: Ended
) -> None:
    expected = ended(tmp_path / "whole")
    for write in range(1, 30):
        folder = tmp_path / f"{write}"
        try:
            with killed_at(write, folder, monkeypatch):
                ended(folder)
        except Killed:
            assert ended(folder) == expected
        else:
            assert write > 4
            return
    raise AssertionError("it never ends")


def test_an_empty_folder_is_one_without_files_of_anyone(tmp_path: Path) -> None:
    check_folder(tmp_path / "none", "mine", tmp_path)
    for name in (LOCK, f"_{COMMAND}.77.tmp"):
        (tmp_path / name).write_text("")
    check_folder(tmp_path, "mine", tmp_path)
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(InputError, match="is not empty; choose another folder with --out"):
        check_folder(tmp_path, "mine", tmp_path)


def test_the_command_that_writes_a_folder_is_named(tmp_path: Path) -> None:
    claim_folder(tmp_path, "simlab train pig")
    check_folder(tmp_path, "simlab train pig", tmp_path)
    with pytest.raises(InputError, match="holds the training of: simlab train pig; choose another"):
        check_folder(tmp_path, "simlab train pig --seed 2", tmp_path)


def test_a_folder_of_an_earlier_simlab_names_its_command_in_its_first_player(
    tmp_path: Path,
) -> None:
    (tmp_path / PLAYER).write_text('[training]\ncommand = "simlab train pig"\n')
    check_folder(tmp_path, "simlab train pig", tmp_path)
    with pytest.raises(InputError, match="holds the training of: simlab train pig;"):
        check_folder(tmp_path, "other", tmp_path)
