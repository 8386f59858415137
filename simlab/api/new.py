"""`simlab.new`: the folder of a new game, which runs at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from simlab.api.arguments import AnyPath
from simlab.api.result import Content, Result, filled
from simlab.scaffold.folder import NewGame, write_game


@dataclass(frozen=True, eq=False, repr=False)
class NewGameResult(Result):
    """The folder of a new game.

    The frame has a row per file.
    """

    game: NewGame

    @property
    def folder(self) -> Path:
        """The folder that was written."""
        return self.game.folder

    @property
    def commands(self) -> list[str]:
        """What to do next."""
        return self.game.commands

    @property
    def sentences(self) -> list[str]:
        """What was assumed, and what was written."""
        notes = [f"Note: {note}" for note in self.game.notes]
        files = ", ".join(self.game.files)
        return [*notes, f"{self.folder}: a game that runs ({files}). Next:"]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The files."""
        return filled({"files": pd.DataFrame({"file": self.game.files})})

    def to_dict(self) -> Content:
        """Return folder, files, notes and commands as JSON."""
        return {
            "folder": str(self.folder),
            "files": self.game.files,
            "notes": self.game.notes,
            "commands": self.commands,
        }


def new(name: AnyPath, *, sheet: AnyPath | None = None, compiled: bool = False) -> NewGameResult:
    """Write the folder of a new game, like `simlab new`.

        >>> import simlab
        >>> simlab.new("bazaar", sheet="cards.xlsx").commands[0]  # doctest: +SKIP
        'simlab check bazaar/bazaar.py'

    Args:
        name: Name of the game and of its folder; or the path of that folder.
        sheet: XLSX or CSV file of cards; a few cards of its own unless given.
        compiled: Whether it is a compiled game like Pig instead of one in plain Python.

    Returns:
        The folder, what was assumed of the sheet, and commands to go on with.

    Raises:
        InputError: the name cannot be that of a game, something is there, or the sheet cannot be
            used.
    """
    return NewGameResult(write_game(Path(name), None if sheet is None else Path(sheet), compiled))
