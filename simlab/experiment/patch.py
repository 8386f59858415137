"""Patches: changes of rules, from `key=value` words or small TOML files; later ones win."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from simlab.components import flatten
from simlab.errors import ExperimentError
from simlab.game import Game, Rules

PatchValues = dict[str, object]


def read_patch(patch: str | Mapping[str, object], folder: Path) -> PatchValues:
    """Return the changes in a table, in `key=value`, or in the TOML file of that name in `folder`.

    Raises:
        ExperimentError: none of these.
    """
    if not isinstance(patch, str):
        return flatten(patch)
    key, equals, value = patch.partition("=")
    if equals and not (folder / patch).is_file():
        return {key.strip(): value.strip()}
    try:
        return flatten(tomllib.loads((folder / patch).read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise ExperimentError(
            f"patch: {patch}: {error.strerror}; write key=value or the name of a TOML file"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{patch}: broken TOML: {error}") from error


def patched(game: Game, patches: Iterable[str], data: str | None) -> Rules:
    """Return a game's rules from a data folder, the shipped one by default, under some patches.

    Raises:
        InputError: all that is wrong with them.
    """
    patch = stack(read_patch(text, Path()) for text in patches)
    return game.load(None if data is None else Path(data), patch)


def stack(patches: Iterable[PatchValues]) -> PatchValues:
    """Return one patch that does what these do one after the other."""
    stacked: PatchValues = {}
    for patch in patches:
        stacked |= patch
    return stacked
