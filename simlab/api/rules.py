"""`simlab.rules`: rules, components, policies and patches of a game, and a picture of its board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from simlab import shell
from simlab.api import arguments
from simlab.api.arguments import AnyGame, AnyPath, Patch
from simlab.api.result import Content, Result, drop_empty, frame_of
from simlab.api.rulebook import players_in_words, rulebook
from simlab.api.rules_part import filter_rulebook, part_of
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.experiment.patch import apply_patches
from simlab.game.language import ENGLISH


@dataclass(frozen=True, eq=False, repr=False)
class Rulebook(Result):
    """Rules, component tables, policies and patches of a game.

    The main frame, `rules`, has the value, range, meaning and provenance of each rule. There is one
    more for each component table, for `policies`, `shipped_patches` and, under a patch, `changes`.
    """

    content: Content
    patch: Sequence[str] = ()

    @property
    def sentences(self) -> list[str]:
        """The changes of the patch, else the title of the game."""
        changes = [change["sentence"] for change in self.content["changes"]]
        return changes or [f"{self.content['title']}, {players_in_words(self.content)}."]

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The changes of a patch, the rules, then the components."""
        lists = ("changes", "rules", "policies", "shipped_patches")
        frames = {name: frame_of(self.content[name]) for name in lists}
        tables = {table["name"]: frame_of(table["rows"]) for table in self.content["tables"]}
        return drop_empty({**frames, **tables})

    def to_dict(self) -> Content:
        """Return the rulebook as JSON."""
        return self.content

    def map(self, file: AnyPath | None = None) -> Path:
        """Draw the board into an .svg or .png file, GAME_map.svg unless given; return its path.

        Raises:
            InputError: the game has no map, or the file is no picture.
        """
        return save_map(self.content["found"], self.patch, self.content["data"], file)


def rules(
    game: AnyGame,
    part: str | None = None,
    *,
    find: str | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    lang: str | None = ENGLISH,
) -> Rulebook:
    """Return rules, components and policies of a game, or what a patch changes.

        >>> import simlab
        >>> simlab.rules("pig", patch={"target": 50}).answer
        'Points that win the game: 50 instead of 100 [P5].'

    Args:
        game: Name or path of a game. In Python also the `GAME` of a package.
        part: Only this rule, table, policy or patch.
        find: Only entries that contain this word.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        lang: Language of the game's terms: en, fr; None: that of the locale.

    Returns:
        The rulebook; values without a public source have the provenance "assumed".

    Raises:
        InputError: there is no such game, part, word or language, or a patch is invalid.
    """
    options = arguments.options(patch=patch, data=data)
    patches = arguments.patch_texts(options["patch"]) or []
    book = rulebook(arguments.name(game), patches, options["data"], lang)
    book = book if part is None else part_of(book, part)
    book = book if find is None else filter_rulebook(book, find)
    return Rulebook(book, patches)


def save_map(game: str, patch: Sequence[str], data: str | None, file: AnyPath | None) -> Path:
    """Draw the map of a game under some patches; return the path of the file.

    Raises:
        InputError: the game has no map, its data or a patch is invalid, or the file is no picture.
    """
    from simlab.report.map import write_map  # imports all figures

    known = find_game(game)
    if known.map is None:
        replay = shell.join(["simlab", "replay", game, "--html", f"{known.name}.html"])
        instead = f"; to see its board: {replay}"
        raise InputError(f"{known.title} has no map to draw{instead * bool(known.scene)}", "--map")
    picture = Path(file or f"{known.name}_map.svg")
    write_map(known.map(apply_patches(known, patch, data)), f"The map of {known.title}", picture)
    return picture
