"""Map of a game's board as an image file."""

from __future__ import annotations

from pathlib import Path

from simlab.errors import InputError
from simlab.files.writing import write_whole
from simlab.game.map import Map
from simlab.report import style
from simlab.report.figures.map import draw

VECTORS, PIXELS = ".svg", ".png"


def write_map(board: Map, title: str, file: Path) -> None:
    """Write a map as SVG or PNG, as the name of the file says.

    Raises:
        InputError: the name says neither, or the file cannot be written.
    """
    if file.suffix not in (VECTORS, PIXELS):
        raise InputError(f"{file}: not a picture; name a file that ends in {VECTORS} or {PIXELS}")
    try:
        write_whole(file, _picture(board, title, file.suffix))
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}") from error


def _picture(board: Map, title: str, suffix: str) -> bytes:
    with style.style():
        figure = draw(board)
        return style.png(figure, title) if suffix == PIXELS else style.svg(figure, title).encode()
