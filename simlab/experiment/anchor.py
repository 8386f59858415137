"""Anchoring: the files that an experiment names, found from where it was written."""

from __future__ import annotations

from pathlib import Path

from simlab.catalog import game_names
from simlab.experiment.patch import read_patch
from simlab.experiment.spec import ExperimentTable, Patches


def anchored(table: ExperimentTable, folder: Path) -> ExperimentTable:
    """Return an experiment that means the same anywhere: full paths, and patches as tables.

    Raises:
        ExperimentError: a patch that cannot be read.
    """
    anchored = {
        "game": _game(table.game, folder),
        "data": None if table.data is None else _full(table.data, folder),
        "policy_file": [_full(file, folder) for file in table.policy_file],
        "patch": _patches(table.patch, folder),
        "scenario": [
            entry.model_copy(update={"patch": _patches(entry.patch, folder)})
            for entry in table.scenario
        ],
    }
    said = table.model_fields_set
    return table.model_copy(update={key: anchored[key] for key in anchored if key in said})


def _game(game: str, folder: Path) -> str:
    """Return the name of a game as it is, its path in full."""
    is_path = game not in game_names() and (folder / game).exists()
    return _full(game, folder) if is_path else game


def _full(path: str, folder: Path) -> str:
    return str((folder / path).resolve())


def _patches(patches: Patches | None, folder: Path) -> Patches | None:
    return None if patches is None else [read_patch(patch, folder) for patch in patches]
