"""`simlab.patch`: a data folder with rule changes written into its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from simlab.api import arguments
from simlab.api.arguments import AnyGame, AnyPath, Patch
from simlab.api.result import Content, Result, drop_empty
from simlab.catalog import find_game
from simlab.experiment.patch import find_patches, problems_with_lines, rules_under, stack
from simlab.game.components.change import Change, changes
from simlab.game.components.data_writer import write_patched
from simlab.report.wording import join_list


@dataclass(frozen=True, eq=False, repr=False)
class PatchResult(Result):
    """A new data folder with rule changes.

    The frame has a row per changed rule or cell.
    """

    folder: Path
    """The folder that was written."""
    files: list[str]
    """Its files that differ."""
    changes: list[Change]
    formulas: Mapping[str, list[str]]
    """Columns by the workbook whose formulas were replaced by their results."""

    @property
    def sentences(self) -> list[str]:
        """The changes as a rulebook tells them, and what was written."""
        change_sentences = [change.sentence for change in self.changes]
        results = [
            f"{file}: the formulas in {join_list(columns)} are now the values that they had; look"
            " whether they still fit."
            for file, columns in self.formulas.items()
        ]
        written = f"{self.folder}: written, with changes in {', '.join(self.files)}."
        return [*change_sentences, *results, written]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The changes."""
        rows = [
            {
                "key": key,
                "before": str(change.old.get(key, "")),
                "after": str(change.new.get(key, "")),
            }
            for change in self.changes
            for key in {**change.old, **change.new}
        ]
        return drop_empty({"changes": pd.DataFrame(rows)})

    def to_dict(self) -> Content:
        """Return folder, files and changes as JSON."""
        return {
            "folder": str(self.folder),
            "files": self.files,
            "changes": [change.sentence for change in self.changes],
        }


def patch(
    game: AnyGame,
    patch: Patch | Sequence[Patch],
    *,
    write: AnyPath,
    data: AnyPath | None = None,
) -> PatchResult:
    """Write rule changes into the files of a new data folder.

    Numbers in rules.toml and cells of CSV and XLSX files change where they stand; comments, other
    columns and the look of a workbook stay. Formulas in columns that the game reads become the
    values that they had.

        >>> import simlab
        >>> result = simlab.patch("pig", "target=50", write="shorter")
        >>> result.sentences[0]
        'Points that win the game: 50 instead of 100 [P5].'

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        write: New folder; nothing may be there.
        data: Folder with the game's components instead of its own.

    Returns:
        The changes, and the files that differ.

    Raises:
        InputError: all that is unknown, impossible or out of range, or the folder is there.
    """
    options = arguments.write_options(arguments.options(patch=patch, data=data))
    found_game = find_game(arguments.name(game))
    folder = None if data is None else Path(data)
    values = stack(
        rule_patch.values for rule_patch in find_patches(options["patch"], found_game, folder)
    )
    before, after = (
        rules_under(stack([]), found_game, folder),
        rules_under(values, found_game, folder),
    )
    rule_changes = changes(before.components, after.components, found_game.schema)
    with problems_with_lines(values):
        written = write_patched(folder or found_game.folder, found_game.schema, values, Path(write))
    return PatchResult(Path(write), written.files, rule_changes, written.formulas)
