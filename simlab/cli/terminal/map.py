"""Draws the map of a game into a file."""

from __future__ import annotations

from pathlib import Path

from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.experiment.patch import patched
from simlab.report.map import write_map


def save_map(name: str, patches: list[str], data: str | None, out: Path | None) -> Path:
    """Draw the map of a game under some patches; return the path of the file.

    Raises:
        InputError: the game has no map, its data or a patch is invalid, or the file is no picture.
    """
    game = find_game(name)
    if game.map is None:
        raise InputError(f"{game.title} has no map to draw", "--map")
    file = out or Path(f"{game.name}_map.svg")
    write_map(game.map(patched(game, patches, data)), f"The map of {game.title}", file)
    return file
