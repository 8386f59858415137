"""Kept fits: policies that were fitted to real plays, in runs/fits, by game and file of plays."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simlab.errors import Damage
from simlab.files.checksum import CHECKSUM, check, read_json, seal_json
from simlab.files.paths import runs_folder
from simlab.files.writing import write_whole

FOLDER = "fits"
DIGITS = 12


@dataclass(frozen=True)
class Fit:
    """A policy that was fitted to plays, and all that decided it."""

    digest: str
    """Hash of the file of the plays."""
    key: str
    """Hash of rules, code, policy and plays; another one means that the fit is out of date."""
    game: str
    options: Mapping[str, Any]
    """Options of the calibration, by which it can be repeated."""
    policy: str
    p_value: float
    is_alike: bool
    """Whether the plays may be of some skill of the policy."""


def keep_fit(fit: Fit) -> None:
    """Write a fit in place of an earlier one of the same plays.

    Raises:
        OSError: it cannot be written.
    """
    file = _file(fit.game, fit.digest)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, seal_json(asdict(fit)))


def read_fit(game: str, plays: Path) -> Fit | None:
    """Return the last fit of these plays of a game; None if there is none, or it is damaged."""
    file = _file(game, hashlib.sha256(plays.read_bytes()).hexdigest())
    try:
        raw = file.read_bytes()
        check(raw)
        content = read_json(raw)
        del content[CHECKSUM]
        return Fit(**content)
    # a TypeError: the fields of another version of simlab
    except (OSError, Damage, TypeError):
        return None


def _file(game: str, digest: str) -> Path:
    name = hashlib.sha256(f"{game} {digest}".encode()).hexdigest()[:DIGITS]
    return runs_folder() / FOLDER / f"{name}.json"
