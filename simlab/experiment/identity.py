"""Run identity: differences between what a run folder holds and what is requested."""

from __future__ import annotations

import json
from typing import Any

Identity = dict[str, Any]


def as_stored(identity: Identity) -> Identity:
    """Return an identity as it is after writing and reading JSON."""
    # tuples become lists, else equal identities would differ
    stored: Identity = json.loads(json.dumps(identity))
    return stored


def differences(stored_identity: Identity, new_identity: Identity) -> list[str]:
    """Return the differences: `other seed`, `rules.toml has changed`."""
    if stored_identity["game"] != new_identity["game"]:
        return [f"of {version_text(stored_identity['game'][0])}"]
    differing = ["other seed"] if stored_identity["seed"] != new_identity["seed"] else []
    differing += ["luck measured in one of the two"] * (
        stored_identity.get("luck") != new_identity.get("luck")
    )
    differing += ["other precision"] * (stored_identity.get("until") != new_identity.get("until"))
    differing += ["other metrics"] * (stored_identity.get("metrics") != new_identity.get("metrics"))
    differing += ["other scenarios"] if _lineups(stored_identity) != _lineups(new_identity) else []
    old_contents, new_contents = _contents(stored_identity), _contents(new_identity)
    differing += [f"{name} has changed" for name in _names_that_changed(old_contents, new_contents)]
    differing += [f"{name} is new" for name in sorted(_names(new_contents) - _names(old_contents))]
    return differing + [
        f"{name} is left out" for name in sorted(_names(old_contents) - _names(new_contents))
    ]


def version_text(version: object) -> str:
    """Return a version as text: `3`, or `pig 3` for a game."""
    return " ".join(map(str, version)) if isinstance(version, list) else str(version)


def _lineups(identity: Identity) -> list[Identity]:
    """Return the scenarios without the files of their rules."""
    return [{**scenario, "files": {}} for scenario in identity["scenarios"]]


def _contents(identity: Identity) -> set[tuple[str, str]]:
    """Return name and hash of every file and of every foreign value."""
    folders = [identity["foreign_files"], identity.get("values", {})]
    folders += [scenario["files"] for scenario in identity["scenarios"]]
    return {name_and_hash for folder in folders for name_and_hash in folder.items()}


def _names(contents: set[tuple[str, str]]) -> set[str]:
    return {name for name, _ in contents}


def _names_that_changed(
    old_contents: set[tuple[str, str]], new_contents: set[tuple[str, str]]
) -> list[str]:
    """Return the names that both have with different contents."""
    return sorted(_names(old_contents ^ new_contents) & _names(old_contents) & _names(new_contents))
