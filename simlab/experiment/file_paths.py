"""Absolute paths for the files that an experiment names, relative to where it was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from simlab.catalog import find_game, game_names
from simlab.errors import ExperimentError, InputError, results_of
from simlab.experiment.patch import (
    Patch,
    PatchValues,
    find_patch,
    find_shipped_patches,
    stack,
    values_in,
)
from simlab.experiment.spec import (
    ExperimentTable,
    HouseruleTable,
    Patches,
    ScenarioTable,
    SweepTable,
    in_scenario,
)
from simlab.files.paths import exists
from simlab.game.definition import Game


def with_full_paths(table: ExperimentTable, folder: Path) -> ExperimentTable:
    """Return the experiment with absolute paths, and with patches as tables.

    Raises:
        InputError: there is no such game, or a patch cannot be read.
    """
    game = _game(table.game, folder)
    lookup = _FileLookup(find_game(game), None, folder).with_data(table.data)
    updates = {
        "game": game,
        "data": lookup.data and str(lookup.data),
        "policy_file": [lookup.full(file) for file in table.policy_file],
        "metric_file": [lookup.full(file) for file in table.metric_file],
        "patch": lookup.patches(table.patch),
        "scenario": results_of(
            partial(_entry, *numbered_entry, lookup) for numbered_entry in enumerate(table.scenario)
        ),
        "sweep": None if table.sweep is None else _sweep(table.sweep, lookup),
        "houserule": None if table.houserule is None else _houserule(table.houserule, lookup),
    }
    keys = table.model_fields_set
    return table.model_copy(update={key: updates[key] for key in updates if key in keys})


@dataclass(frozen=True)
class _FileLookup:
    """Folders in which the files of an experiment are looked up."""

    game: Game
    data: Path | None
    """Data folder, whose patches can be named."""
    folder: Path
    """Folder in which the experiment was written."""

    def full(self, path: str) -> str:
        return str((self.folder / path).resolve())

    def with_data(self, data: str | None) -> _FileLookup:
        """Return the same with another data folder, if one is given."""
        return self if data is None else replace(self, data=Path(self.full(data)))

    def patches(self, patches: Patches | None) -> Patches | None:
        if patches is None:
            return None
        return [
            patch.values
            for patch in results_of(partial(self.patch, written) for written in patches)
        ]

    def patch(self, patch: str | Mapping[str, object]) -> Patch:
        if isinstance(patch, str):
            return find_patch(patch, self.game, self.data, self.folder)
        return Patch("", values_in(patch))

    def patches_by_name(self, patches: Mapping[str, Patches]) -> dict[str, Patches]:
        """Return patches by name; patches listed without a name have their titles.

        Raises:
            ExperimentError: a patch is unknown, or two have the same name.
        """
        named_patches = results_of(
            partial(self.patch_with_name, *name_and_patches) for name_and_patches in patches.items()
        )
        names = [name for name, _ in named_patches]
        repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if repeated:
            raise ExperimentError(
                f'patch: two are called "{repeated[0]}"; name each in a table, as in mine = "FILE"'
            )
        return {name: [values] for name, values in named_patches}

    def patch_with_name(self, name: str, patches: Patches) -> tuple[str, PatchValues]:
        own_patches = results_of(partial(self.patch, patch) for patch in patches)
        is_listed = patches == [name]
        return _patch_title(own_patches[0]) if is_listed else name, stack(
            patch.values for patch in own_patches
        )

    def patches_by_title(self) -> dict[str, Patches]:
        """Return all shipped patches of the game by title.

        Raises:
            ExperimentError: there are none.
        """
        shipped = find_shipped_patches(self.game, self.data)
        if not shipped:
            raise ExperimentError(f"{self.game.title} ships no patch; name files", "patch")
        return {_patch_title(patch): [patch.values] for patch in shipped}


def _patch_title(patch: Patch) -> str:
    return patch.title.rstrip(".") or patch.name


def _game(game: str, folder: Path) -> str:
    """Return the name of a game unchanged, or its absolute path."""
    is_path = game not in game_names() and game != "" and exists(folder / game)
    return str((folder / game).resolve()) if is_path else game


def _entry(number: int, entry: ScenarioTable, lookup: _FileLookup) -> ScenarioTable:
    entry_lookup = lookup.with_data(entry.data)
    try:
        patches = entry_lookup.patches(entry.patch)
    except InputError as error:
        problems = [in_scenario(number, problem) for problem in error.problems]
        raise ExperimentError(problems) from error
    data = None if entry.data is None else str(entry_lookup.data)
    return entry.model_copy(update={"patch": patches, "data": data})


def _sweep(sweep: SweepTable, lookup: _FileLookup) -> SweepTable:
    patches = sweep.patches
    if patches is not None:
        patches = lookup.patches_by_name(patches) or lookup.patches_by_title()
    updates = {
        "patches": patches,
        "switches": lookup.patches_by_name(sweep.switches),
        "data": [lookup.full(folder) for folder in sweep.data],
    }
    keys = sweep.model_fields_set
    return sweep.model_copy(update={key: updates[key] for key in updates if key in keys})


def _houserule(change: HouseruleTable, lookup: _FileLookup) -> HouseruleTable:
    change_lookup = lookup.with_data(change.data)
    data = None if change.data is None else str(change_lookup.data)
    updates = {"patch": change_lookup.patches(change.patch), "data": data}
    keys = change.model_fields_set
    return change.model_copy(update={key: updates[key] for key in updates if key in keys})
