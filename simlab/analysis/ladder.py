"""All that a ladder has found, as tables."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from simlab.analysis.crosstable import Scale
from simlab.analysis.verdict import Verdict

ROUND_ROBIN, GAUNTLET, FOCUS = "round_robin", "gauntlet", "focus"
FORMATS = (ROUND_ROBIN, GAUNTLET, FOCUS)


@dataclass(frozen=True, eq=False)
class Ladder:
    """The tables of a ladder; those that its kind of game does not have are empty."""

    form: str
    players: int
    policies: tuple[str, ...]
    """Those that took part, the strongest first where they are ranked, else as they were named."""
    scale: Scale
    crosstable: pd.DataFrame
    """A row for each policy and those it is compared with; both sides of each pairing."""
    n_pairings: int
    strengths: pd.DataFrame
    circles: pd.DataFrame
    seats: pd.DataFrame
    means: pd.DataFrame
    """The mean score of each line-up, where all seats share it."""
    lineups: pd.DataFrame
    ends: pd.DataFrame

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
