"""Digest of all that the translation of a plain game is made of."""

from __future__ import annotations

import hashlib
import json
from functools import cache

import simlab.engine
from simlab.files.imports import digest_with_imports
from simlab.files.paths import PACKAGE
from simlab.game.definition import Game
from simlab.version import VERSION

TRANSLATOR = ("compiler", "engine", "parts", "plain")
"""Packages of which a translation consists, or that decide how it reads."""
DIGITS = 16


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
    document = json.dumps(made_from, sort_keys=True, default=str)
    return hashlib.sha256(document.encode()).hexdigest()[:DIGITS]


@cache
def digest_of_translator() -> str:
    """Return what tells this translator from another of the same version, in a checkout."""
    digest = hashlib.sha256()
    for package in TRANSLATOR:
        for file in sorted((PACKAGE / package).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:DIGITS]
