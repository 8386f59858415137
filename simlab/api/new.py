"""`simlab.new`: the folder of a new game, which runs at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from simlab.api.arguments import AnyPath
from simlab.api.result import Content, Result, drop_empty
from simlab.scaffold.folder import NewGame, write_game
from simlab.scaffold.layout import Choices


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
        """What was read and assumed, and what was written; at most 12 lines."""
        sheet = self.game.sheet
        read = [] if sheet is None else [*sheet.summary, *(f"Note: {n}" for n in sheet.short_notes)]
        files = ", ".join(self.game.files)
        return [*read, f"{self.folder}: a game that runs ({files}). Next:"]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The files."""
        return drop_empty({"files": pd.DataFrame({"file": self.game.files})})

    def to_dict(self) -> Content:
        """Return folder, files, what was read of the sheet, notes and commands as JSON."""
        sheet = self.game.sheet
        return {
            "folder": str(self.folder),
            "files": self.game.files,
            "read": [] if sheet is None else sheet.summary,
            "notes": [] if sheet is None else sheet.notes,
            "commands": self.commands,
        }


def new(
    name: AnyPath,
    *,
    sheet: AnyPath | None = None,
    worksheet: str = "",
    header_row: int | None = None,
    columns: Mapping[str, str] | None = None,
    example: str | None = None,
) -> NewGameResult:
    """Write the folder of a new game, like `simlab new`.

        >>> import simlab
        >>> simlab.new("bazaar", sheet="cards.xlsx").commands[0]  # doctest: +SKIP
        'simlab check bazaar/bazaar.py'

    Args:
        name: Name of the game and of its folder; or the path of that folder.
        sheet: File of cards: XLSX, ODS, XLS, CSV, a Markdown table, JSON objects or a list such as
            `4 Rope`; a few cards of its own unless given.
        worksheet: Name of the worksheet with the cards; the likeliest unless given.
        header_row: Row of the headings, 0 for none; found unless given.
        columns: Heading or letter of the column of `name`, `copies`, `cost` and `points`, or
            `"none"`; those that are left out are found by their headings.
        example: Mechanism of a known game to start from, such as `"drafting"`, or a game of
            simlab, such as `"pig"`.

    Returns:
        The folder, what was assumed of the sheet, and commands to go on with.

    Raises:
        InputError: the name cannot be that of a game, something is there, the sheet cannot be
            used, or there is no example game of that mechanism.
    """
    choices = Choices(worksheet, header_row, columns or {})
    file = None if sheet is None else Path(sheet)
    return NewGameResult(write_game(Path(name), file, choices, example))
