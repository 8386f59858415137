"""A run written by hand, with the run inside it that varies what it assumes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simlab.analysis.tables import Tables
from simlab.experiment.run_folder import ASSUMPTIONS
from tests.support.written_run import Written, write_run

SAME_RULES = ("unchanged", "small_noise", "trait_1", "trait_2")
KEY = "0123456789abcdef"
"""Key of every run that is written by hand."""
STUDY = {
    "run": KEY,
    "assumptions": [
        {
            "title": "Cards kept",
            "names": ["hand_limit"],
            "variations": {
                "other_1": {"title": "", "changes": ["Cards kept: 4 instead of 5 [T1]."]},
                "other_2": {"title": "", "changes": ["Cards kept: 6 instead of 5 [T1]."]},
            },
        },
        {
            "title": "Cards",
            "names": ["cards.csv", "deck"],
            "variations": {
                "other_3": {"title": "More jokers", "changes": ["Removed from the cards: 3."]}
            },
        },
        {"title": "Seas", "names": ["seas.csv"], "variations": {}},
    ],
}


def write_varied(
    folder: Path,
    main: Sequence[Written],
    varied: Mapping[str, Sequence[Written]],
    study: Mapping[str, Any] = STUDY,
    **more: Any,
) -> Tables:
    """Write a run, and within it the games of each entry, one table for each number of players."""
    write_run(folder, main, **more)
    entries = [
        replace(written, name=entry, patch={} if entry in SAME_RULES else {"entry": entry})
        for entry, several in varied.items()
        for written in several
    ]
    write_run(folder / ASSUMPTIONS, entries, study=study, **more)
    return Tables(folder)
