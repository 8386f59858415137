"""Patches: changes of rules, from `key=value` words or small TOML files; later ones win."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from simlab.components import flatten
from simlab.errors import ExperimentError

PatchValues = dict[str, object]


def read_patch(text: str, folder: Path) -> PatchValues:
    """Return the changes in `key=value`, or in the TOML file of that name in `folder`.

    Raises:
        ExperimentError: neither the one nor the other.
    """
    key, equals, value = text.partition("=")
    if equals and not (folder / text).is_file():
        return {key.strip(): value.strip()}
    try:
        return flatten(tomllib.loads((folder / text).read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise ExperimentError(
            f"patch: {text}: {error.strerror}; write key=value or the name of a TOML file"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{text}: broken TOML: {error}") from error


def stack(patches: Iterable[PatchValues]) -> PatchValues:
    """Return one patch that does what these do one after the other."""
    stacked: PatchValues = {}
    for patch in patches:
        stacked |= patch
    return stacked
