"""What lies in the box of Mare Nostrum, by any patch, and the names of its board."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simlab.files.paths import data_folder
from simlab.game import Rules
from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.state import MOST_PLAYERS

SHIPPED = data_folder("mare_nostrum")
ROME, CARTHAGE, GREECE, EGYPT, BABYLON = range(MOST_PLAYERS)
PLAYERS = (3, 4, 5)


def load(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> Rules:
    return GAME.load(folder, patch)


def filled(patch: Mapping[str, object] | None = None, folder: Path = SHIPPED) -> Any:
    return load(patch, folder).row[0]


def remarks(patch: Mapping[str, object]) -> list[str]:
    return load(patch).components.remarks


def copied(tmp_path: Path) -> Path:
    """Return a copy of the data folder, to be edited."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "mare_nostrum"))


UNPATCHED = load()
PROVINCE_ROWS, SEA_ROWS = (UNPATCHED.components.tables[table] for table in ("provinces", "seas"))
NUMBER = {str(row["province"]): number for number, row in enumerate(PROVINCE_ROWS)}
SEA = {str(row["sea"]): number for number, row in enumerate(SEA_ROWS)}
"""Numbers of the shipped provinces and seas."""


def provinces(bits: int) -> set[str]:
    """Return the shipped provinces in a set."""
    return {name for name, number in NUMBER.items() if int(bits) >> number & 1}


def seas(bits: int) -> set[str]:
    return {name for name, number in SEA.items() if int(bits) >> number & 1}
