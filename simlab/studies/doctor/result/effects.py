"""Effects that may be faults, as one value per deal: means over deals are their sizes.

A value is nan where a game says nothing, such as the winner of a game that was stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.analysis.tension import FollowedGames, leader_credits, shuffle_gains
from simlab.game.facts import THOUSANDTHS, Facts
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.fault import Fault

Array = NDArray[Any]
NOISED = "noise="
"""What the name of a policy with noise contains."""


class EffectKey(NamedTuple):
    """What a value is about."""

    fault: Fault
    subject: str
    """The seat, choice, card or rule; empty for the game."""
    players: int
    """0: whatever their number."""


Effects = Mapping[EffectKey, Array]


class Usual(NamedTuple):
    """What is usual in a game, from games that no size is measured in."""

    decisions: float
    """Median number of decisions."""
    score: float
    """Mean score of a cooperative game."""
    has_points: bool = True
    """Whether scores of seats say more than who has won."""


def usual_of(games: Games) -> Usual:
    """Return what is usual in some games."""
    score = float(games.game("score").mean()) if games.seats is None else 0.0
    return Usual(float(np.median(games.game("decisions"))), score, games.has_points)


def effects_of_play(games: Games, facts: Facts, usual: Usual) -> dict[EffectKey, Array]:
    """Return the effects that games of the usual players show by themselves."""
    return {
        EffectKey(kind, subject, games.players): np.asarray(values, dtype=np.float64).mean(axis=1)
        for kind, subject, values in _of_play(games, facts, usual)
    }


def _of_play(games: Games, facts: Facts, usual: Usual) -> Iterator[tuple[Fault, str, Array]]:
    """Yield effects with one value per game, shape (deals, rotations)."""
    is_finished = games.game("finished") == 1
    yield fault.ENDLESS, "", ~is_finished
    yield fault.UNEVEN_LENGTH, "", games.game("decisions") > fault.LONG_TIMES * usual.decisions
    decided, forced = (_by_seat(games, column) for column in ("decided", "forced"))
    yield fault.TOO_LONG, "", (decided - forced).sum(axis=2) / games.players
    yield fault.FORCED, "", forced.sum(axis=2) / np.maximum(decided.sum(axis=2), 1)
    if games.players > 1:
        yield fault.WAITING, "", _by_seat(games, "longest_wait").mean(axis=2)
    for label, columns in _choices(facts):
        is_chosen = np.any([_total(games, column) > 0 for column in columns], axis=0)
        yield fault.DEAD_CHOICE, label, is_chosen
    if games.seats is None:
        if not facts.bands.tiers:
            yield fault.TOO_EASY, "", _is_won(games)
            yield fault.TOO_HARD, "", _is_won(games)
    elif games.players > 1 and not games.is_for_points:
        yield from _of_contest(games, facts, is_finished, usual)


def _of_contest(
    games: Games, facts: Facts, is_finished: Array, usual: Usual
) -> Iterator[tuple[Fault, str, Array]]:
    """Yield the effects on who wins and when."""
    credits = np.where(is_finished[:, :, None], games.seat("credit"), np.nan)
    for seat, name in enumerate(facts.seat_names(games.players)):
        yield fault.SEAT_ADVANTAGE, name, credits[:, :, seat] - 1 / games.players
    most = credits.max(axis=2)
    yield fault.TIES, "", np.where(np.isnan(most), np.nan, (most > 0) & (most < 1))
    # without points, nobody leads before the end
    if facts.lead.decided and usual.has_points:
        decided = games.game(facts.lead.decided) / THOUSANDTHS
        is_known = is_finished & ~np.isnan(decided)
        yield fault.DECIDED_EARLY, "", np.where(is_known, decided <= fault.EARLY, np.nan)
        yield fault.LAST_TURN, "", np.where(is_known, decided == 1, np.nan)
    ends = facts.ends
    if ends.winning and len(ends.labels) > 1:
        ways = games.game(ends.column)
        for value, label in ends.labels.items():
            by_this_way = np.where(is_finished, ways == value, np.nan)
            yield fault.DEAD_WAY, label, by_this_way
            yield fault.DOMINANT_WAY, label, by_this_way


def _by_seat(games: Games, column: str) -> Array:
    """Return a column of seats, or of the whole table if seats share their result."""
    return games.game(column)[:, :, None] if games.seats is None else games.seat(column)


def _total(games: Games, column: str) -> Array:
    """Return a count of the game, that of all seats together where seats have it."""
    if column in games.games.column_names:
        return games.game(column)
    return np.asarray(games.seat(column).sum(axis=2))


def _choices(facts: Facts) -> Iterator[tuple[str, list[str]]]:
    """Yield the choices that a game counts, with their columns."""
    columns_by_label: dict[str, list[str]] = {}
    for group in (*facts.groups, *facts.seat_groups):
        for column in group.choices:
            columns_by_label.setdefault(group.columns[column], []).append(column)
    yield from columns_by_label.items()


def effects_of_lead(followed: FollowedGames) -> dict[EffectKey, Array]:
    """Return what a lead at half-time decides, and whether it brings further points."""
    is_finished = followed.games.game("finished")[:, 0] == 1
    effects = {fault.RUNAWAY: _early_wins(followed), fault.SNOWBALL: _later_gains(followed)}
    return {
        EffectKey(kind, "", followed.games.players): np.where(is_finished, values, np.nan)
        for kind, values in effects.items()
    }


def _early_wins(followed: FollowedGames) -> Array:
    """Return the wins of who leads at half-time beyond those if gains came in another order.

    Where nobody leads alone, it is as if a seat drawn by lot led.
    """
    even = 1 / followed.games.players
    as_played, in_other_order = (
        np.where(is_led == 1, credit, even)
        for is_led, credit in (
            leader_credits(followed, ordered, 50).T
            for ordered in (followed, shuffle_gains(followed, 0))
        )
    )
    return as_played - in_other_order


def _later_gains(followed: FollowedGames) -> Array:
    """Return how often who leads at half-time gains the most after it, beyond its seat's mean.

    Seats that gain equally much share it; nan where nobody leads alone.
    """
    at_half = followed.at_percent(50)
    gains = followed.at_percent(100) - at_half
    is_best = gains == gains.max(axis=1, keepdims=True)
    best = is_best / np.maximum(is_best.sum(axis=1, keepdims=True), 1)
    leads_alone = (at_half == at_half.max(axis=1, keepdims=True)).sum(axis=1) == 1
    leader = np.nan_to_num(at_half, nan=-np.inf).argmax(axis=1)
    beyond_mean = best[np.arange(len(best)), leader] - best.mean(axis=0)[leader]
    return np.where(leads_alone, beyond_mean, np.nan)


def share_beyond_even(games: Games, policy: str) -> Array:
    """Return the wins of a seat with a policy beyond an even share, in each block."""
    is_its = games.seating() == policy
    credits = np.where(games.game("finished")[:, :, None] == 1, games.seat("credit"), np.nan)
    return np.asarray(credits[:, is_its].mean(axis=1) - 1 / games.players)


def success(games: Games, facts: Facts, usual: Usual) -> Array:
    """Return the success of a cooperative game, in each block.

    It is 1 if the game is won, or with a victory table the score as a part of the usual one.
    """
    values = games.game("score") / usual.score if facts.bands.tiers else _is_won(games)
    return np.asarray(values.mean(axis=1))


def _is_won(games: Games) -> Array:
    """Return whether each cooperative game has ended, with points; shape (blocks, rotations)."""
    return np.asarray((games.game("finished") == 1) & (games.game("score") > 0))


def stop_rate(games: Games) -> Array:
    """Return the share of the games of each block that were stopped."""
    return np.asarray(1 - games.game("finished").mean(axis=1))


def fingerprints(games: Games) -> Array:
    """Return a number for the course of each game, of all that its columns hold.

    Shape (blocks, rotations). Names of policies do not count, nor what depends on them alone.
    """
    tables = [(games.games, 1)]
    if games.seats is not None:
        # a restricted policy has another name, though it may play the same game
        tables.append((games.seats.drop_columns(["policy"]), games.players))
    parts = [_hashes(table).reshape(-1, games.rotations, rows) for table, rows in tables]
    # odd, so that no bit of a hash is lost modulo 2^64; different, so that rows cannot change
    # places
    weights = np.arange(1, 1 + sum(part.shape[2] for part in parts), dtype=np.uint64) * 2 + 1
    return np.asarray((np.concatenate(parts, axis=2) * weights).sum(axis=2, dtype=np.uint64))


def _hashes(table: pa.Table) -> Array:
    from pandas.util import hash_pandas_object  # takes a while to import

    # whole numbers where some are unknown are floats; so all must be, to have the same hash
    frame = table.drop_columns(["deal", "rotation"]).to_pandas().astype(np.float64)
    return np.asarray(hash_pandas_object(frame, index=False))


def is_changed(games: Games, usual: Games) -> Array:
    """Return whether any game of a block goes another way than the usual one of its deal.

    Usual players are alike, so that they play one rotation. In the others, those with noise would
    vary their choices otherwise, so that the first rotation alone is compared.
    """
    has_noise = usual.seats is not None and NOISED in str(usual.seating()[0, 0])
    compared = fingerprints(games)[:, : usual.rotations if has_noise else None]
    differs = compared != fingerprints(usual)
    return np.asarray(differs.any(axis=1), dtype=np.float64)
