"""Worth of a card: by an intervention on the same deals, beside the association with results.

METHODS.md: Worth of a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtrit

from simlab.analysis.crosstable import LEVEL, Scale, scores, shares, win_shares
from simlab.analysis.games import Games
from simlab.analysis.intervals import Interval
from simlab.analysis.multiple_testing import against_base
from simlab.analysis.verdict import verdict

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

WIN_METHOD = (
    "An even share less the share of the wins of one player who may never use the card among"
    " players who may, in all rotations. Simultaneous intervals on blocks, 95 % for all cards"
    " together (max-t)."
)
SCORE_METHOD = (
    "Mean difference of scores on the same deals, with the card and with the one that replaces it."
    " Simultaneous intervals on deals, 95 % for all cards together (max-t)."
)
ASSOCIATION_METHOD = (
    "Association: wins of seats, or scores of games, that used the card, less those of the others"
    " (where all used it: that used it more often than the median); intervals on deals, 95 % for"
    " all cards together (Bonferroni). It is no effect: who is ahead uses more cards."
)


@dataclass(frozen=True)
class CardTrial:
    """A card, what takes its place, and the line-up or rules that play without it."""

    card: str
    by: str
    """Completes “replaced by”; empty where one player may never use the card."""
    used: str
    """Column that is above 0 where the card was used; empty if there is none."""


@dataclass(frozen=True, eq=False)
class CardWorths:
    """Result of a study of cards."""

    policy: str
    players: int
    scale: Scale
    level: float
    """An even share of the wins, or the mean score."""
    worths: pd.DataFrame
    """Effect and association of each card, the most valuable first."""
    lineups: pd.DataFrame
    ends: pd.DataFrame
    stops: Mapping[str, str] = field(default_factory=dict)
    """Why the game stops without a card, in a sentence; these cards are left out."""

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.lineups["games"].sum())


def card_worths(
    trials: Sequence[CardTrial],
    base: Games,
    without: Sequence[Games],
    policies: Sequence[str],
    scale: Scale,
) -> pd.DataFrame:
    """Return the worth of each card and its association with wins or the score.

    `without` has the games of each trial on the deals of `base`; in competitive games, `policies`
    the policy that may not use the card.
    """
    if scale.is_share:
        pairs = zip(without, policies, strict=True)
        outcomes = np.stack([shares(games, policy) for games, policy in pairs], axis=1)
        losses = 1 / base.players - outcomes
    else:
        outcomes = np.stack([scores(games) for games in without], axis=1)
        losses = scores(base)[:, None] - outcomes
    both = against_base(losses, are_shares=scale.is_share)
    rows = []
    for column, trial in enumerate(trials):
        estimate, low, high = (float(end[column]) for end in (both.estimate, both.low, both.high))
        interval = Interval(estimate, low, high, len(losses))
        rows.append(
            {
                "card": trial.card,
                "by": trial.by,
                **interval._asdict(),
                "verdict": verdict(interval, scale.margin),
                **_association_of(trial, base, len(trials)),
            }
        )
    frame = pd.DataFrame(rows)
    # stable: equal cards are listed alike on any machine
    return frame.sort_values("estimate", ascending=False, kind="stable", ignore_index=True)


def _association_of(trial: CardTrial, base: Games, n_cards: int) -> Mapping[str, float]:
    """Return the share of users and the association, nan where the use of a card is not counted."""
    nothing = dict.fromkeys(("used", *ASSOCIATION), np.nan)
    if not trial.used:
        return nothing
    if base.seats is None:
        outcomes, numbers = base.game("score"), base.game(trial.used)
    else:
        outcomes, numbers = win_shares(base), base.seat(trial.used)
    uses = np.nan_to_num(numbers)
    is_used = uses > (np.median(uses) if (uses > 0).all() else 0)
    difference = association(
        outcomes.reshape(base.n_blocks, -1),
        is_used.reshape(base.n_blocks, -1),
        level=1 - (1 - LEVEL) / n_cards,
    )
    return {"used": float((uses > 0).mean()), **dict(zip(ASSOCIATION, difference[:3], strict=True))}


ASSOCIATION = ("association", "association_low", "association_high")


def association(outcomes: Array, is_used: Flags, *, level: float = LEVEL) -> Interval[float]:
    """Return the mean of results where a card was used, less that where it was not.

    Both have a row per block; nan if it was always or never used. The bounds are those of a ratio
    of sums over blocks, with Student's quantile.
    """
    n = len(outcomes)
    differences = np.zeros(n)
    estimate = 0.0
    for sign, mask in ((1.0, is_used), (-1.0, ~is_used)):
        count = mask.sum()
        if not count:
            return Interval(np.nan, np.nan, np.nan, n)
        mean = float(outcomes[mask].mean())
        estimate += sign * mean
        # what each block adds to the error of the mean, times the number of blocks
        differences += sign * n * ((outcomes - mean) * mask).sum(axis=1) / count
    half = stdtrit(n - 1, (1 + level) / 2) * np.sqrt(np.square(differences).sum() / (n * (n - 1)))
    return Interval(estimate, float(estimate - half), float(estimate + half), n)
