"""Experiment request: a game or experiment by name, changed by options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simlab.catalog import file_in, find_game, game_names
from simlab.errors import ExperimentError, InputError, Problem, did_you_mean
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.patch import Patch, find_patches
from simlab.experiment.resolve import Experiment, resolve
from simlab.experiment.spec import check_table, quote_value, read_table, read_text, with_overrides
from simlab.experiment.toml_lines import place_of
from simlab.files.paths import exists, experiments_folder, is_file
from simlab.files.toml import read_toml
from simlab.game.definition import Game


def request_experiment(
    game_or_file: str, options: Mapping[str, Any], game: Game | None = None
) -> Experiment:
    """Return the experiment of a game or an experiment file, changed by options.

    Options are keys of an experiment; empty values are ignored. They override a file in every
    scenario; only patches are added on top. `game` is its game, if it is known.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    set_options = {key: value for key, value in options.items() if value not in (None, [], ())}
    file = experiment_file(game_or_file)
    if file is None:
        table = check_table({"game": game_or_file, **set_options})
        return resolve(with_full_paths(table, Path()), "", game=game)
    toml_text = read_text(file)
    written = read_table(toml_text, str(file))
    changes = check_table({"game": written.game, **set_options})
    try:
        table = with_full_paths(written, file.parent)
        if not set_options:
            return resolve(table, file.stem, toml_text, game)
        changes = changes.model_copy(update={"game": table.game})
        # paths in the file are relative to it, those of options to the present folder
        changed = with_overrides(table, with_full_paths(changes, Path()))
        return resolve(changed, file.stem, game=game)
    except InputError as error:
        problems = [_add_place(problem, file, toml_text, set_options) for problem in error.problems]
        raise ExperimentError(problems) from error


def game_of(game_or_file: str) -> str:
    """Return the name or path of a game, or of the game of a file of any kind.

    Raises:
        InputError: there is no such game or file, or the file names no game.
    """
    file = experiment_file(game_or_file)
    if file is None:
        return game_or_file
    game = read_toml(read_text(file)).get("game")
    if not isinstance(game, str):
        raise InputError(f"{file}: names no game", "game")
    is_path = game not in game_names() and exists(file.parent / game)
    return str((file.parent / game).resolve()) if is_path else game


def single_patch(game_or_file: str, patches: Sequence[str], data: str | None) -> Patch | None:
    """Return the patch if it is the only one; it has the question and the metric of its author.

    Raises:
        InputError: there is no such game or patch.
    """
    if experiment_file(game_or_file) is not None:
        return None
    patches_found = find_patches(
        patches, find_game(game_or_file), None if data is None else Path(data)
    )
    return patches_found[0] if len(patches_found) == 1 else None


def experiment_file(game_or_file: str) -> Path | None:
    """Return the experiment file of a name, in this folder or shipped, or None for a game.

    Raises:
        InputError: there is no game or file of that name.
    """
    shipped = experiments_folder() / f"{game_or_file.removesuffix('.toml')}.toml"
    if game_or_file.endswith(".toml"):
        # a file of the user goes before a shipped one
        return shipped if not exists(game_or_file) and is_file(shipped) else Path(game_or_file)
    if game_or_file in game_names():
        return None
    if game_or_file and exists(game_or_file):
        _check_package(Path(game_or_file))
        return None
    if not is_file(shipped):
        names = [*game_names(), *experiment_names()]
        raise InputError(
            f"{quote_value(game_or_file)} is no game, no experiment and no file."
            f"{did_you_mean(game_or_file, [*names, *files_near(game_or_file)])}"
            f" There are {', '.join(names)}."
        )
    return shipped


def files_near(path: str) -> list[str]:
    """Return the Python files beside a file that is not there, as they would be written."""
    if not path.endswith(".py"):
        return []
    try:
        return [str(file) for file in sorted(Path(path).parent.glob("*.py"))]
    except OSError:  # a name that is too long, or a folder of others
        return []


def _check_package(path: Path) -> None:
    """Check that a path can be that of a game.

    Raises:
        InputError: it is another file or folder.
    """
    if path.is_dir() and file_in(path) is None:
        name = path.resolve().name
        raise InputError(f"{path}: is a folder without __init__.py or {name}.py, so it is no game")
    if path.is_file() and path.suffix != ".py":
        raise InputError(
            f"{path}: is no game and no experiment; a game is a folder or a .py file, an experiment"
            " a .toml file"
        )


def experiment_names() -> list[str]:
    """Return the names of the shipped experiments."""
    return sorted(path.stem for path in experiments_folder().glob("*.toml"))


@contextmanager
def problems_placed_in(game_or_file: str) -> Iterator[None]:
    """Add the place in the file to problems that occur only during play."""
    try:
        yield
    except InputError as error:
        file = experiment_file(game_or_file) if game_or_file else None
        if file is None:
            raise
        problems = [_add_place(problem, file, read_text(file), {}) for problem in error.problems]
        raise ExperimentError(problems) from error


def _add_place(
    problem: Problem, file: Path, toml_text: str, set_options: Mapping[str, Any]
) -> Problem:
    """Return a problem with its place in the file, unless an option caused it."""
    key = problem.place[0] if problem.place else ""
    if key.split(".")[-1] in set_options:
        return problem
    return problem.within(*place_of(str(file), toml_text, key))
