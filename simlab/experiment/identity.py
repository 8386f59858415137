"""Two identities compared: what differs between what a run folder holds and what is asked for."""

from __future__ import annotations

import json
from typing import Any

Identity = dict[str, Any]


def as_stored(identity: Identity) -> Identity:
    """Return what comes back when an identity is written as JSON and read again."""
    stored: Identity = json.loads(json.dumps(identity))
    return stored


def differences(there: Identity, here: Identity) -> list[str]:
    """Return what differs: `other seed`, `rules.toml has changed`."""
    if there["game"] != here["game"]:
        return [f"of {spoken(there['game'][0])}"]
    found = ["other seed"] if there["seed"] != here["seed"] else []
    found += ["other scenarios"] if _lineups(there) != _lineups(here) else []
    files = _changed(_data_files(there), _data_files(here))
    files += _changed(there["policy_files"], here["policy_files"])
    return found + [f"{file} has changed" for file in files]


def spoken(version: object) -> str:
    """Return a version as users read it: `3`, or `pig 3` for a game."""
    return " ".join(map(str, version)) if isinstance(version, list) else str(version)


def _lineups(identity: Identity) -> list[Identity]:
    """Return the scenarios without the files that their rules were read from."""
    return [{**scenario, "files": {}} for scenario in identity["scenarios"]]


def _data_files(identity: Identity) -> dict[str, str]:
    return {
        file: found
        for scenario in identity["scenarios"]
        for file, found in scenario["files"].items()
    }


def _changed(there: dict[str, str], here: dict[str, str]) -> list[str]:
    """Return the files that both have, with other contents."""
    return sorted(file for file in there.keys() & here.keys() if there[file] != here[file])
