"""Kept translations: plain games as kernels in the cache, each with what its proof showed.

A translation is known by all that it is made of: the game with what it imports, its components, and
the translator. One that failed is kept as well, so that it is not tried again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from simlab.compiler.digest import digest_of
from simlab.engine.cache import prune
from simlab.errors import InputError, Untranslatable
from simlab.files.paths import COMPILED, folder_of_kept_translations
from simlab.files.writing import write_whole
from simlab.game.definition import Game
from simlab.plain.definition import PlainDefinition

VERDICT = "verdict.json"
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
    return folder_of_kept_translations() / f"{game.name}-{digest_of(game)}"


def kernel_file(folder: Path, game: Game) -> Path:
    """Return the file of the kernels in the folder of a translation."""
    return folder / f"{game.name}{COMPILED}.py"


def read_translation(folder: Path, game: Game) -> KeptTranslation | None:
    """Return what is kept in the folder of a translation; None if nothing is, or it is damaged."""
    with suppress(OSError, ValueError, TypeError):
        translation = KeptTranslation(**json.loads((folder / VERDICT).read_text(encoding="utf-8")))
        if not translation.is_proved or kernel_file(folder, game).is_file():
            return translation
    return None


def translation_of(game: PlainDefinition) -> Path:
    """Return the file of the kernels of a game, which is translated now unless it was before.

    One that is made now is not proved: its games are compared before an executor plays them.

    Raises:
        InputError: it cannot be translated, or its proof failed.
    """
    folder = folder_of(game)
    file, translation = kernel_file(folder, game), read_translation(folder, game)
    # without a verdict the kernels may be there: the proof follows when the game is played
    if translation is None and not file.is_file():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(file, _translate(game, folder))
        except Untranslatable as error:
            raise unplayable(game, str(error)) from error
        except OSError as error:
            reason = f"{file}: cannot be written: {error.strerror or error}"
            raise unplayable(game, reason) from error
    if translation is not None and not translation.is_proved:
        raise unplayable(game, translation.problem)
    return file


def unplayable(game: Game, reason: str) -> InputError:
    """Return the error of a plain game that must be played by kernels and has none."""
    return InputError(f"this needs {game.title} in machine code, but {reason}", "game")


def _translate(game: PlainDefinition, folder: Path) -> str:
    # takes long to import, and is needed once for each version of a game
    from simlab.compiler.module import translate_game

    translation = translate_game(game, folder=folder)
    if not translation.code:
        raise unplayable(game, translation.refusals[0].in_short)
    return translation.code


def keep(folder: Path, translation: KeptTranslation) -> None:
    """Keep what a proof showed, with the last versions of the game, if that can be written."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        # each edit of a game in the making is a version
        prune(folder.parent.glob(f"{folder.name.rpartition('-')[0]}-*"), VERSIONS)
        write_whole(folder / VERDICT, json.dumps(asdict(translation)))
