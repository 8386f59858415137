"""Training: the learning curve of a player, or the tuned traits of a policy, with the result.

METHODS.md: Learning curve; Tuning of traits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.variety import Variety

CURVE_METHOD = (
    "Each generation on the same held-out deals, in all rotations; t intervals, 95 % each. The best"
    " generation was chosen by them; its result on fresh deals was not."
)
AMONG_BEST = ("among_best", "among_best_low", "among_best_high")
"""Columns of what a generation wins among the best ones before, with the bounds."""
ELITES_METHOD = (
    "Mean result of the six best candidates of each generation. They were chosen by it, so it is"
    " too high; the result on fresh deals is not."
)
SEATS_METHOD = (
    "One seat of the tuned policy on fresh deals; a game that does not end counts as lost. Score"
    " intervals on blocks, 95 % for all seats together (max-t)."
)
TRAITS_METHOD = (
    "Mean of the distribution of the candidates before the first generation and after the last one,"
    " and how far the last candidates are spread: a widely spread trait matters little, or is not"
    " found yet."
)
TRAITS_BY_SEAT_METHOD = (
    "Mean of the distribution of the candidates before the first generation → after the last one."
    " The CSV also has how far the last candidates are spread."
)


class BeyondLimits(NamedTuple):
    """The generation that would be the player if its habits did not rule it out."""

    generation: int
    result: Interval[float]
    """Its result on the fresh deals."""
    cost: Interval[float]
    """How much more it wins or scores there than the player: what the limits cost."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Trained:
    """What was trained, among whom it was measured, and its result on fresh deals."""

    players: int
    unit: str
    """Unit of the scores; empty where seats play for wins and the results are shares of them."""
    against: Sequence[str]
    """Policies in the other seats while it was trained; empty if these were its own generations."""
    n_games: int
    """Games of all generations."""
    seconds: float
    is_of_seat: bool = False
    """Whether each seat plays for points of its own."""
    result: Interval[float]
    """Share of the wins of one seat; where seats play for points the score, or the gain in it."""
    habits: pd.DataFrame = field(default_factory=pd.DataFrame)
    """Generation, habit, unit, estimate, low, high, n, limit and whether the whole interval is
    beyond it; empty without limits."""
    beyond: BeyondLimits | None = None
    """The generation that the limits have ruled out, if one would be the player without them."""
    best: int
    """The generation that is the player, or has the traits of the tuned policy."""

    @property
    def is_share(self) -> bool:
        """Whether the results are shares of wins."""
        return not self.unit

    @property
    def fair(self) -> float:
        """An even share of the wins."""
        return 1.0 / self.players


@dataclass(frozen=True, eq=False, kw_only=True)
class Training(Trained):
    """A player that learns from games."""

    sentence: str
    """How the player plays."""
    reference: str
    """Policy in the other seats of held-out games; what it is compared to where seats play for
    points."""
    curve: pd.DataFrame
    """Generation, games, seconds and the result on held-out deals; where all learn together, also
    the share of the wins among the best generations before."""
    score_of_reference: Interval[float] | None
    """Where seats play for points, on the same deals."""
    variety: Variety | None = None
    """How many held-out games are different; with a small variety all players had a noise."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TraitTuning(Trained):
    """A policy whose traits are tuned."""

    untuned: str
    policy: str
    """The tuned policy as it is written; empty if its traits differ by seat."""
    traits: pd.DataFrame
    """Trait, perhaps the seat, before, after and the standard deviation of the last candidates."""
    elites: pd.DataFrame
    """Generation, games, seconds and the mean result of the best candidates."""
    seats: pd.DataFrame
    """Seat and share of the wins there on fresh deals; empty where seats play for points."""
    way: str = ""
    """The way to win that alone counts, in words; empty if all count."""
    result_before: Interval[float] | None = None
    """The result of the untuned policy, where only one way to win counts."""
    all_wins: Interval[float] | None = None
    """Share of all wins of one seat of the tuned policy, where only one way to win counts."""
