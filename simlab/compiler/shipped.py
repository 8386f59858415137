"""Shipped translations: the kernels of the plain games that come with simlab, in the cache."""

from __future__ import annotations

import os
from pathlib import Path

from simlab.compiler.digest import digest_of
from simlab.engine.cache import KEPT, prune
from simlab.errors import ContractError
from simlab.files.lock import lock
from simlab.files.paths import folder_of_shipped_translations
from simlab.files.writing import write_whole
from simlab.game.definition import Game
from simlab.plain.definition import PlainDefinition


def translation_of(plain: Game, module: str) -> Path:
    """Return the file with the kernels of a game, the GAME of a module of simlab.

    Raises:
        ContractError: something of it cannot be translated.
    """
    name = plain.name
    folder = folder_of_shipped_translations() / f"{name}-{digest_of(plain)}"
    file = folder / f"{name}.py"
    if not file.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("ab") as waiting:
            # several processes that start at once would each translate it
            lock(waiting.fileno())
            if not file.is_file():
                write_whole(file, _translate(plain, module, folder))
                prune(folder.parent.glob(f"{name}-*"), KEPT)
    # a use keeps it from being pruned
    os.utime(folder)
    return file


def _translate(plain: Game, module: str, folder: Path) -> str:
    # takes long to import, and is needed once for each version of a game
    from simlab.compiler.module import translate_game

    assert isinstance(plain, PlainDefinition)
    translation = translate_game(plain, folder=folder, module=module)
    refusals = [*translation.refusals, *translation.left_out.values()]
    if refusals:
        raise ContractError(f"{plain.name}: {refusals[0].in_short}")
    return translation.code
