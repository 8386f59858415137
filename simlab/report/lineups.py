"""Shared parts of ladder, skill and headroom pages: verdicts, line-up table, provenance."""

from __future__ import annotations

import pandas as pd

from simlab.analysis.crosstable import Scale
from simlab.analysis.lineups import END_METHOD
from simlab.analysis.tables import Description
from simlab.analysis.verdict import Verdict
from simlab.game.nouns import singular
from simlab.report.figure_block import PageSection
from simlab.report.page_table import PageTable, records
from simlab.report.provenance import LIMITS, Provenance, hashes, sentences, versions
from simlab.report.rulebook import assumption_count, patches
from simlab.report.wording import PERCENTAGE_POINTS, THIN, join_list, n_of, share, whole

STRENGTH = (
    "How good a player could be. Policies are compared as they are, at their weights; the best of"
    " them may be weak."
)
DISCLAIMERS = (*LIMITS, STRENGTH)
COUNTS = {"games": "games", "capped": "capped", "shared": "shared wins"}
ENDS = {"capped": "were capped", "shared": "had several winners"}


def margin_of(scale: Scale) -> str:
    """Return the smallest difference of interest: `2 points`."""
    number, unit = (
        (100 * scale.margin, PERCENTAGE_POINTS) if scale.is_share else (scale.margin, scale.unit)
    )
    return f"{number:g} {singular(unit) if number == 1 else unit}"


class VerdictWords(str):
    """A verdict in words, for a cell; the terminal adds its sign and colour."""

    verdict: Verdict


def verdict_in_words(scale: Scale, verdict: Verdict) -> VerdictWords:
    """Return a verdict in words."""
    margin = margin_of(scale)
    phrase_by_verdict = {
        Verdict.MORE: f"better by more than {margin}",
        Verdict.LESS: f"worse by more than {margin}",
        Verdict.SAME: f"even within {margin}",
        Verdict.UNDECIDED: "not decided yet",
    }
    in_words = VerdictWords(phrase_by_verdict[verdict])
    in_words.verdict = verdict
    return in_words


def fair_share(players: int) -> str:
    """Return an even share of the wins."""
    return f"{100 / players:.3g}{THIN}%"


def ends_sentence(ends: pd.DataFrame) -> str:
    """Say how often games were capped or had several winners."""
    phrases = [f"{share(row).full} {ENDS[row['end']]}" for row in records(ends)]
    return f"Of all games {join_list(phrases)}."


def lineup_section(lineups: pd.DataFrame, ends: pd.DataFrame) -> PageSection:
    """Return the section on how much was played, and how it ended."""
    return PageSection("All line-ups", ends_sentence(ends), tables=[_lineup_table(lineups)])


def basis(lineups: pd.DataFrame, described: Description) -> list[str]:
    """Return what an answer rests on, in a few words each."""
    n_patches = len(patches(described))
    return [
        n_of(int(lineups["games"].sum()), "game"),
        n_of(len(lineups), "line-up"),
        n_of(described.scenarios[0].players, "player"),
        f"rules with {n_of(n_patches, 'patch', 'patches')}"
        if n_patches
        else "rules without a patch",
        assumption_count(described),
    ]


def _lineup_table(lineups: pd.DataFrame) -> PageTable:
    """Return the table of how many games each line-up has played, and how they ended."""
    counts = [name for name in COUNTS if name in lineups]
    rows = [[row["lineup"], *(whole(row[name]) for name in counts)] for row in records(lineups)]
    heads = ["line-up", *(COUNTS[name] for name in counts)]
    return PageTable("lineups", heads, rows, END_METHOD, lineups)


def origin(lineups: pd.DataFrame, described: Description, command: str) -> Provenance:
    """Return how to play the same games again."""
    n_capped = lineups["capped"].sum()
    return Provenance(
        command=command,
        facts={
            "seed": str(described.described["seed"]),
            **versions(described),
            "games": whole(lineups["games"].sum()),
            "capped games": whole(n_capped) if n_capped else "No game was capped.",
        },
        policies=sentences(described),
        hashes=hashes(described),
    )
