"""Result of a ladder: cross table, strengths, cycles, seats and line-ups as data frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from simlab.analysis.crosstable import Scale
from simlab.analysis.variety import Variety
from simlab.analysis.verdict import Verdict

ROUND_ROBIN, GAUNTLET, FOCUS = "round_robin", "gauntlet", "focus"
FORMATS = (ROUND_ROBIN, GAUNTLET, FOCUS)


@dataclass(frozen=True, eq=False)
class Ladder:
    """Result of a ladder; tables that the kind of game does not have are empty."""

    form: str
    players: int
    policies: tuple[str, ...]
    """Participants, strongest first where they are ranked, else in the requested order."""
    scale: Scale
    crosstable: pd.DataFrame
    """A row for each policy and opponent; both sides of each pairing."""
    n_pairings: int
    strengths: pd.DataFrame
    circles: pd.DataFrame
    seats: pd.DataFrame
    means: pd.DataFrame
    """Mean score of each line-up, in cooperative games; of a seat of each policy, where each seat
    plays for points of its own."""
    lineups: pd.DataFrame
    ends: pd.DataFrame
    certifies: Mapping[str, Any] | None = None
    """In a certificate, the seed of the deals used for choosing, and what was chosen from."""
    variety: Variety | None = None
    """How many games of participants without noise are different, if they got a small one."""

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.lineups["games"].sum())

    @property
    def pairings(self) -> pd.DataFrame:
        """The cross table with each pairing from one side only."""
        return self.crosstable.iloc[: self.n_pairings]

    @property
    def undecided(self) -> pd.DataFrame:
        """The pairings that more games could decide."""
        pairings = self.pairings
        return pairings[pairings["verdict"] == Verdict.UNDECIDED]
