"""Anchoring: the files that an experiment names, found from where it was written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from simlab.catalog import find_game, game_names
from simlab.errors import ExperimentError, InputError, results_of
from simlab.experiment.patch import PatchValues, values_of
from simlab.experiment.spec import (
    ExperimentTable,
    HouseruleTable,
    Patches,
    ScenarioTable,
    SweepTable,
    in_scenario,
)

Read = Callable[..., PatchValues]


def anchored(table: ExperimentTable, folder: Path) -> ExperimentTable:
    """Return an experiment that means the same anywhere: full paths, and patches as tables.

    Raises:
        InputError: there is no such game, or a patch cannot be read.
    """
    game = _game(table.game, folder)
    data = None if table.data is None else _full(table.data, folder)
    read = partial(
        values_of, game=find_game(game), data=None if data is None else Path(data), folder=folder
    )
    anchored = {
        "game": game,
        "data": data,
        "policy_file": [_full(file, folder) for file in table.policy_file],
        "patch": _patches(table.patch, read),
        "scenario": results_of(partial(_entry, *each, read) for each in enumerate(table.scenario)),
        "sweep": None if table.sweep is None else _sweep(table.sweep, read),
        "houserule": None if table.houserule is None else _houserule(table.houserule, read),
    }
    said = table.model_fields_set
    return table.model_copy(update={key: anchored[key] for key in anchored if key in said})


def _game(game: str, folder: Path) -> str:
    """Return the name of a game as it is, its path in full."""
    is_path = game not in game_names() and (folder / game).exists()
    return _full(game, folder) if is_path else game


def _full(path: str, folder: Path) -> str:
    return str((folder / path).resolve())


def _entry(number: int, entry: ScenarioTable, read: Read) -> ScenarioTable:
    try:
        return entry.model_copy(update={"patch": _patches(entry.patch, read)})
    except InputError as error:
        problems = [in_scenario(number, problem) for problem in error.problems]
        raise ExperimentError(problems) from error


def _sweep(sweep: SweepTable, read: Read) -> SweepTable:
    found = results_of(partial(read, patch) for patch in sweep.patches.values())
    return sweep.model_copy(update={"patches": dict(zip(sweep.patches, found, strict=True))})


def _houserule(change: HouseruleTable, read: Read) -> HouseruleTable:
    return change.model_copy(update={"patch": _patches(change.patch, read)})


def _patches(patches: Patches | None, read: Read) -> Patches | None:
    if patches is None:
        return None
    return [*results_of(partial(read, patch) for patch in patches)]
