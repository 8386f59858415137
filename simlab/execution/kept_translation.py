"""Kept translations: plain games as kernels in the cache, each with what its proof showed.

A translation is known by all that it is made of: the game with what it imports, its components, and
the translator. One that failed is kept as well, so that it is not tried again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

import simlab.engine
from simlab.engine.cache import prune
from simlab.game import Game
from simlab.imports import digest_with_imports
from simlab.paths import PACKAGE, cache_folder
from simlab.version import VERSION
from simlab.writing import write_whole

FOLDER, VERDICT = "translations", "verdict.json"
TRANSLATOR = ("compiler", "engine", "parts", "plain")
"""Packages of which a translation consists, or that decide how it reads."""
DIGITS = 16
VERSIONS = 8
"""Versions of a game that are kept, the last ones made."""


@dataclass(frozen=True)
class KeptTranslation:
    """What the cache knows of the translation of a plain game."""

    is_proved: bool
    """Whether there are kernels, and both games are equal."""
    problem: str = ""
    """Why there are none, in a sentence, or how both games differ."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Policies that have no kernel, with the reasons."""


def folder_of(game: Game) -> Path:
    """Return the folder of the translation of a plain game; it is not created here."""
    return cache_folder() / FOLDER / f"{game.name}-{digest_of(game)}"


def digest_of(game: Game) -> str:
    """Return what tells the translation of a plain game from that of another version."""
    components = game.load().components
    made_from = [
        VERSION,
        simlab.engine.VERSION,
        str(game.home),
        digest_with_imports(game.home),
        components.values,
        components.tables,
        digest_of_translator(),
    ]
    text = json.dumps(made_from, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


@cache
def digest_of_translator() -> str:
    """Return what tells this translator from another of the same version, in a checkout."""
    digest = hashlib.sha256()
    for package in TRANSLATOR:
        for file in sorted((PACKAGE / package).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:DIGITS]


def compiled_file(folder: Path, game: Game) -> Path:
    """Return the file of the kernels in the folder of a translation."""
    return folder / f"{game.name}_compiled.py"


def kept_in(folder: Path, game: Game) -> KeptTranslation | None:
    """Return what is kept in the folder of a translation; None if nothing is, or it is damaged."""
    with suppress(OSError, ValueError, TypeError):
        kept = KeptTranslation(**json.loads((folder / VERDICT).read_text(encoding="utf-8")))
        if not kept.is_proved or compiled_file(folder, game).is_file():
            return kept
    return None


def keep(folder: Path, kept: KeptTranslation) -> None:
    """Keep what a proof showed, with the last versions of the game, if that can be written."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        prune(folder.parent.glob(f"{folder.name.rpartition('-')[0]}-*"), VERSIONS)
        write_whole(folder / VERDICT, json.dumps(asdict(kept)))
