"""Cross table of a ladder: pairwise results of policies, with intervals that hold at every look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.early_stop import interval_at_stop
from simlab.analysis.games import Games
from simlab.analysis.group_sequential import Design, LikelihoodRatio
from simlab.analysis.intervals import Interval, clip_interval
from simlab.analysis.luck import as_played, less_luck, ratio_less_luck
from simlab.analysis.sequential import anytime_p_value
from simlab.analysis.value_range import NO_VALUE, ValueRange, has_shown_range, possible_range
from simlab.analysis.verdict import Verdict
from simlab.analysis.win_rate import policy_means, share_evenly

Array = NDArray[Any]
Lineup = tuple[str, ...]

LEVEL = 0.95
MIRRORED = {Verdict.MORE: Verdict.LESS, Verdict.LESS: Verdict.MORE}

EARLY_STOP = (
    " The estimate of a pairing that stopped early is median-unbiased: too large as often as too"
    " small."
)
SHARE_METHOD = (
    "Share of the wins of one seat of the policy, over all seats equally often; a win shared by n"
    " counts 1/n, and so does a game that none of n seats wins. Intervals hold at every look, 95 %"
    " for all pairings together (empirical likelihood, Bonferroni)." + EARLY_STOP
)
SCORE_METHOD = (
    "Mean difference of scores on the same deals. Intervals hold at every look, 95 % for all"
    " pairings together (empirical likelihood, Bonferroni)." + EARLY_STOP
)


@dataclass(frozen=True)
class Pairing:
    """A policy, its opponents, and the line-ups whose games compare them.

    Where seats play for points, the score of the policy is compared with that of `base`.
    """

    policy: str
    against: str
    lineup: Lineup
    base: Lineup | None = None
    """Line-up whose score is compared with that of the policy; None where seats play for wins."""

    @property
    def lineups(self) -> tuple[Lineup, ...]:
        """All line-ups that must be played."""
        return (self.lineup,) if self.base is None else (self.lineup, self.base)


@dataclass(frozen=True)
class Scale:
    """Scale on which policies are compared: wins or a score, with a margin."""

    label: str
    unit: str
    """Empty for a share of the wins."""
    low: float | None
    high: float | None
    """Range of its values, where known."""
    margin: float
    """The smallest difference of interest."""
    is_of_seat: bool = False
    """Whether it is the score of one seat, not that of a table."""

    @property
    def possible(self) -> ValueRange:
        """Range of its values, infinite where it is not known."""
        return possible_range(self.low, self.high)

    @property
    def is_share(self) -> bool:
        """Whether the scale is a share of the wins."""
        return not self.unit


@dataclass(frozen=True)
class Answer:
    """Result of one pairing at a look: an interval, and its verdict."""

    interval: Interval[float]
    fair: float
    verdict: Verdict
    played: Interval[float] | None = None
    """The interval as played, if luck was subtracted."""

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is final."""
        return self.verdict is not Verdict.UNDECIDED


def answer_of(
    scale: Scale, design: Design, pairing: Pairing, games: Mapping[Lineup, Games]
) -> Answer:
    """Return the result of a pairing from its games.

    Where seats play for wins, it is the policy's share of them, compared with an even share; where
    they play for points, the difference of its score from that of the base line-up on the same
    deals, which is within the range that single games of both have shown, and at least within two
    margins. Both are less luck if that was measured.
    """
    lineup_games = games[pairing.lineup]
    if pairing.base is None:
        values, fair = shares(lineup_games, pairing.policy), 1 / lineup_games.players
        ratio = LikelihoodRatio(values, 0.0, 1.0)
    else:
        base, fair = games[pairing.base], 0.0
        values = scores(lineup_games, pairing.policy) - scores(base)
        seen = score_range(lineup_games, base).of_differences | ValueRange.around(2 * scale.margin)
        ratio = LikelihoodRatio.in_seen_range(values, seen, scale.possible.of_differences)
    played = None
    if lineup_games.measures_luck and has_shown_range(values):
        played = ratio.interval(design)
        ratio = ratio_less_luck(less_luck(values, luck_of(pairing, games)), scale.margin, fair)
    interval = interval_at_stop(ratio, scale.margin, design, lineup_games.n_blocks, fair=fair)
    # values less luck may leave the range, their mean cannot
    if played:
        interval = clip_interval(interval, scale.low, scale.high)
    return Answer(interval, fair, ratio.verdict(scale.margin, design, fair=fair), played)


def luck_of(pairing: Pairing, games: Mapping[Lineup, Games]) -> Array:
    """Return the luck in each block of a pairing: of the policy, or of both line-ups."""
    luck = _of_policy(games[pairing.lineup], "luck", pairing.policy)
    if pairing.base is None:
        return luck
    return np.stack([luck, _of_policy(games[pairing.base], "luck")], axis=1)


def mean_score(scale: Scale, design: Design, games: Games) -> Interval[float]:
    """Return the mean score, which is within the range that single games have shown."""
    seen = score_range(games)
    return LikelihoodRatio.in_seen_range(scores(games), seen, scale.possible).interval(design)


def crosstable(answers: Mapping[Pairing, Answer]) -> pd.DataFrame:
    """Return a row for each policy and opponent; a two-sided pairing has a row for each side.

    With more than two seats, A among Bs and B among As are two pairings, each with one row.
    """
    rows = [_row(pairing.policy, pairing.against, answer) for pairing, answer in answers.items()]
    mirrored = [
        _row(pairing.against, pairing.policy, mirror(answer))
        for pairing, answer in answers.items()
        if is_two_sided(pairing)
    ]
    return pd.DataFrame(rows + mirrored)


def is_two_sided(pairing: Pairing) -> bool:
    """Return whether a pairing measures both policies."""
    if pairing.base is None:
        return len(pairing.lineup) == 2
    return len(set(pairing.lineup)) == 1


def superiority_p_values(
    pairings: Iterable[Pairing], games: Mapping[Lineup, Games]
) -> pd.DataFrame:
    """Return the p value of `policy` not being better than `other`, for policies that met.

    With more than two seats, A is better than B if A has more than an even share among Bs and B has
    less than an even share among As; the p value is the larger of both.
    """
    p_values: dict[tuple[str, str], float] = {}
    for pairing in pairings:
        lineup_games, fair = games[pairing.lineup], 1 / games[pairing.lineup].players
        values = shares(lineup_games, pairing.policy)
        more = anytime_p_value(values, fair, 0, 1)
        less = anytime_p_value(1 - values, 1 - fair, 0, 1)
        ways = (pairing.policy, pairing.against), (pairing.against, pairing.policy)
        for way, p_value in zip(ways, (more, less), strict=True):
            # both must hold, for which the larger one needs no correction (intersection-union)
            p_values[way] = max(p_value, p_values.get(way, 0.0))
    rows = [(*way, p_value) for way, p_value in sorted(p_values.items())]
    return pd.DataFrame(rows, columns=["policy", "other", "p_value"])


def mirror(answer: Answer) -> Answer:
    """Return the same result from the opponent's side."""
    verdict = MIRRORED.get(answer.verdict, answer.verdict)
    played = answer.played and _mirror(answer.played, answer.fair)
    return Answer(_mirror(answer.interval, answer.fair), answer.fair, verdict, played)


def shares(games: Games, policy: str) -> Array:
    """Return the share of the wins of a policy, per seat, in each block."""
    return policy_means(win_shares(games), games.seating(), [policy])[:, 0]


def win_shares(games: Games) -> Array:
    """Return the share of the win of each seat, shape (blocks, rotations, seats).

    A game without a winner counts as shared by all, so equal policies have equal shares.
    """
    return share_evenly(games.seat("credit"))


def scores(games: Games, policy: str | None = None) -> Array:
    """Return the mean score of each block: the shared one, or that of a seat.

    The seat is one of a policy, or any one unless a policy is given.
    """
    return _of_policy(games, "score", policy)


def score_range(*line_ups: Games) -> ValueRange:
    """Return the lowest and the highest score of single games, or of a seat in them."""
    seen = NO_VALUE
    for games in line_ups:
        of_each = games.game if games.seats is None else games.seat
        seen = seen.with_values(of_each("score").reshape(-1))
    return seen


def _of_policy(games: Games, column: str, policy: str | None = None) -> Array:
    """Return the mean of a column in each block: of games, or of all seats, or of a policy's."""
    if games.seats is None:
        return np.asarray(games.game(column).mean(axis=1))
    if policy is None:
        return np.asarray(games.seat(column).mean(axis=(1, 2)))
    return policy_means(games.seat(column), games.seating(), [policy])[:, 0]


def _mirror(interval: Interval[float], fair: float) -> Interval[float]:
    estimate, low, high = (2 * fair - end for end in interval[:3])
    return Interval(estimate, high, low, interval.n)


def _row(policy: str, against: str, answer: Answer) -> dict[str, Any]:
    return {
        "policy": policy,
        "against": against,
        **answer.interval._asdict(),
        "fair": answer.fair,
        "verdict": answer.verdict,
        **(as_played(answer.played, answer.interval) if answer.played else {}),
    }
