"""Effects of games written by hand: one value per deal, nan where a game says nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from simlab.analysis.games import Games
from simlab.analysis.tension import FollowedGames
from simlab.game.facts import POINTS, Bands, Ends, Facts, GameGroup, Lead, SeatGroup, Tier
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import (
    EffectKey,
    Usual,
    effects_of_lead,
    effects_of_play,
    fingerprints,
    is_changed,
    share_beyond_even,
    stop_rate,
    success,
    usual_of,
)
from simlab.studies.doctor.result.fault import Fault
from tests.support.written_games import won_by

NAN = float("nan")
USUAL = Usual(decisions=20, score=10)
COLUMNS = {"decided": 10, "forced": 2, "longest_wait": 3}
"""What seats do unless a test says otherwise."""


def table(rows: Mapping[str, Sequence[Any]]) -> pa.Table:
    return pa.table({name: pa.array(values) for name, values in rows.items()})


def duels(credits: Sequence[float], *, rotations: int = 1, **games: Sequence[Any]) -> Games:
    """Return games of two seats by the credit of the first one.

    Columns of games are given by name; `first` has those of the first seat, by name, too.
    """
    n, columns = len(credits), dict(games)
    by_seat = {name: [number] * 2 * n for name, number in COLUMNS.items()}
    by_seat |= {
        name: [number for pair in columns.pop(name) for number in pair]
        for name in [*by_seat, "bought", "sold", "score"]
        if name in columns
    }
    shares = [share for credit in credits for share in (credit, 1 - credit)]
    deals = {"deal": list(range(n)), "rotation": [0] * n}
    common = {**deals, "finished": [1] * n, "decisions": [20] * n}
    return Games(
        table({**common, **columns}),
        table(
            {
                "deal": [deal for deal in range(n) for _ in range(2)],
                "rotation": [0] * 2 * n,
                "policy": ["ace", "bob"] * n,
                "credit": shares,
                **by_seat,
            }
        ),
        rotations,
        2,
    )


def teams(scores: Sequence[float], **columns: Sequence[Any]) -> Games:
    """Return cooperative games of two players by their scores."""
    n = len(scores)
    by_seat = {name: [number] * n for name, number in COLUMNS.items()}
    common = {
        "deal": list(range(n)),
        "rotation": [0] * n,
        "finished": [1] * n,
        "decisions": [20] * n,
    }
    return Games(table({**common, **by_seat, "score": list(scores), **columns}), None, 1, 2)


def shown(games: Games, kind: Fault, subject: str = "", facts: Facts | None = None) -> list[float]:
    """Return the values of an effect."""
    effects = effects_of_play(games, facts or Facts(), USUAL)
    return effects[EffectKey(kind, subject, games.players)].tolist()


def kinds_of(games: Games, facts: Facts | None = None) -> set[Fault]:
    return {key.fault for key in effects_of_play(games, facts or Facts(), USUAL)}


def test_nobody_leads_in_a_game_whose_points_only_say_who_has_won() -> None:
    lead = Facts(lead=Lead(decided="decided_at"))
    columns = {"decided_at": [1000, 1000, 400], "finished": [1, 1, 0]}
    won = duels([1, 0, 0.5], score=[(1, 0), (0, 1), (1, 0)], **columns)
    counted = duels([1, 0, 0.5], score=[(1, 0), (0, 2), (1, 0)], **columns)
    tension = {fault.LAST_TURN, fault.DECIDED_EARLY}
    for games, has_points in ((won, False), (counted, True)):
        assert usual_of(games).has_points is has_points
        faults = {key.fault for key in effects_of_play(games, lead, usual_of(games))}
        assert faults & tension == (tension if has_points else set())
    unfinished = duels([1, 0], score=[(1, 0), (0, 1)], finished=[0, 0])
    assert unfinished.has_points


def test_games_without_an_end_and_very_long_ones_are_counted() -> None:
    games = duels([1, 0, 1], finished=[1, 0, 1], decisions=[20, 400, 51])
    assert shown(games, fault.ENDLESS) == [0, 1, 0]
    assert shown(games, fault.UNEVEN_LENGTH) == [0, 1, 1]
    assert usual_of(games).decisions == 51


def test_decisions_are_those_with_a_choice_and_waits_are_means_of_the_seats() -> None:
    games = duels(
        [1, 0],
        decided=[(30, 50), (0, 0)],
        forced=[(10, 30), (0, 0)],
        longest_wait=[(4, 8), (1, 0)],
    )
    assert shown(games, fault.TOO_LONG) == [20, 0]
    assert shown(games, fault.FORCED) == [0.5, 0]
    assert shown(games, fault.WAITING) == [6, 0.5]


def test_players_of_a_cooperative_game_share_its_decisions() -> None:
    games = teams([1, 1], decided=[30, 8], forced=[10, 8], longest_wait=[4, 2])
    assert shown(games, fault.TOO_LONG) == [10, 0]
    assert shown(games, fault.FORCED) == pytest.approx([1 / 3, 1])
    assert shown(games, fault.WAITING) == [4, 2]


def test_a_seat_is_ahead_by_its_wins_beyond_an_even_share() -> None:
    games = duels([1, 0, 0.5, 1], finished=[1, 1, 1, 0])
    first, second = (shown(games, fault.SEAT_ADVANTAGE, seat) for seat in ("seat 1", "seat 2"))
    assert first == pytest.approx([0.5, -0.5, 0, NAN], nan_ok=True)
    assert second == pytest.approx([-0.5, 0.5, 0, NAN], nan_ok=True)
    assert shown(games, fault.TIES) == pytest.approx([0, 0, 1, NAN], nan_ok=True)


def test_a_game_that_nobody_wins_has_no_tie() -> None:
    games = won_by(["ace", "bob"], [[0], [1]])
    credits = games.seats.set_column(1, "credit", pa.array([0.0, 0, 1, 0]))
    decided = {name: pa.array([1] * 4) for name in COLUMNS}
    seats = pa.table({**{name: credits[name] for name in credits.column_names}, **decided})
    nobody = Games(table({"finished": [1, 1], "decisions": [9, 9]}), seats, 1, 2)
    assert shown(nobody, fault.TIES) == [0, 0]


def test_when_a_game_is_decided_is_known_of_finished_ones() -> None:
    facts = Facts(lead=Lead(decided="settled"))
    early, late = int(1000 * fault.EARLY), 1000
    games = duels([1, 1, 1, 1, 1], settled=[early, early + 1, late, None, late - 1])
    assert shown(games, fault.DECIDED_EARLY, facts=facts) == pytest.approx(
        [1, 0, 0, NAN, 0], nan_ok=True
    )
    assert shown(games, fault.LAST_TURN, facts=facts) == pytest.approx(
        [0, 0, 1, NAN, 0], nan_ok=True
    )
    unfinished = duels([1, 1], settled=[early, late], finished=[0, 1])
    assert shown(unfinished, fault.LAST_TURN, facts=facts) == pytest.approx([NAN, 1], nan_ok=True)
    assert fault.LAST_TURN not in kinds_of(games)


def test_ways_to_win_are_counted_where_there_are_several() -> None:
    ways = {1: "by points", 2: "by a knight"}
    facts = Facts(ends=Ends(column="way", labels=ways, winning=True))
    games = duels([1, 0, 1], way=[1, 1, 2], finished=[1, 1, 0])
    for kind in (fault.DEAD_WAY, fault.DOMINANT_WAY):
        assert shown(games, kind, "by points", facts) == pytest.approx([1, 1, NAN], nan_ok=True)
        assert shown(games, kind, "by a knight", facts) == pytest.approx([0, 0, NAN], nan_ok=True)
    for other in (
        Ends(column="way", labels=ways),
        Ends(column="way", labels={1: "by points"}, winning=True),
    ):
        assert fault.DEAD_WAY not in kinds_of(games, Facts(ends=other))


def test_a_choice_is_made_if_any_seat_makes_it() -> None:
    options = {"about": "options", "unit": "times"}
    facts = Facts(
        groups=(
            GameGroup(
                name="a", title="A", columns={"built": "build"}, choices=("built",), **options
            ),
        ),
        seat_groups=(
            SeatGroup(
                name="b",
                title="B",
                columns={"bought": "buy", "sold": "sell"},
                choices=("bought",),
                **options,
            ),
        ),
    )
    games = duels(
        [1, 0, 1], built=[0, 2, 0], bought=[(0, 1), (0, 0), (2, 2)], sold=[(1, 1), (1, 1), (1, 1)]
    )
    assert shown(games, fault.DEAD_CHOICE, "build", facts) == [0, 1, 0]
    assert shown(games, fault.DEAD_CHOICE, "buy", facts) == [1, 0, 1]
    subjects = {key.subject for key in effects_of_play(games, facts, USUAL)}
    assert "sell" not in subjects


def test_a_cooperative_game_is_won_with_points_unless_it_has_a_victory_table() -> None:
    games = teams([3, 0, 5], finished=[1, 1, 0])
    assert shown(games, fault.TOO_EASY) == shown(games, fault.TOO_HARD) == [1, 0, 0]
    assert fault.SEAT_ADVANTAGE not in kinds_of(games)
    tiers = Facts(bands=Bands(tiers=(Tier(tier=1, start=1, label="won"),)))
    assert not {fault.TOO_EASY, fault.TOO_HARD} & kinds_of(games, tiers)
    # a game that was stopped is not won, whatever its points are by then
    assert success(games, Facts(), USUAL).tolist() == [1, 0, 0]
    assert success(games, tiers, USUAL).tolist() == pytest.approx([0.3, 0, 0.5])
    assert usual_of(games).score == pytest.approx(8 / 3)


def test_a_game_for_points_has_no_wins_to_share() -> None:
    games = duels([1, 0])
    for_points = Games(games.games, games.seats, 1, 2, POINTS)
    assert fault.SEAT_ADVANTAGE in kinds_of(games)
    assert not {fault.SEAT_ADVANTAGE, fault.TIES} & kinds_of(for_points)


def test_wins_of_a_policy_are_counted_in_whatever_seat_it_has() -> None:
    games = won_by(["ace", "bob"], [[0, 0], [0, 1], [1, 1], [0, -1]])
    assert share_beyond_even(games, "ace") == pytest.approx([0.5, 0, -0.5, NAN], nan_ok=True)
    assert share_beyond_even(games, "bob") == pytest.approx([-0.5, 0, 0.5, NAN], nan_ok=True)
    assert stop_rate(games).tolist() == [0, 0, 0, 0.5]


def followed(gains: np.ndarray, finished: Sequence[int] | None = None) -> FollowedGames:
    """Return games of two seats that gain these points in turn; the most points win."""
    n_games, n_turns = gains.shape
    movers = np.arange(n_turns) % 2
    points = (gains[:, :, None] * (movers[:, None] == np.arange(2))).cumsum(axis=1)
    is_best = points[:, -1] == points[:, -1].max(axis=1, keepdims=True)
    credits = is_best / is_best.sum(axis=1, keepdims=True)
    ended = np.ones(n_games, np.int32) if finished is None else np.array(finished)
    return FollowedGames(
        Games(pa.table({"finished": ended}), pa.table({"credit": credits.ravel()}), 1, 2),
        points.reshape(-1, 2),
        np.tile(movers, n_games),
        np.full(n_games, n_turns),
        np.ones(n_games, int),
    )


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    return float(values.mean()), float(values.std() / np.sqrt(len(values)))


def effect_of_lead(kind: fault.Fault, games: FollowedGames) -> np.ndarray:
    return effects_of_lead(games)[EffectKey(kind, "", games.games.players)]


@pytest.mark.parametrize("kind", [fault.RUNAWAY, fault.SNOWBALL])
def test_a_lead_is_worth_nothing_more_where_gains_could_be_exchanged(kind) -> None:
    gains = np.random.default_rng(1).integers(0, 3, (4000, 20))
    values = effect_of_lead(kind, followed(gains))
    mean, error = mean_and_error(values[~np.isnan(values)])
    assert abs(mean) < 5 * error < 0.05


def test_a_lead_decides_more_where_late_turns_bring_few_points() -> None:
    """And less where they bring many."""
    gains = np.random.default_rng(2).integers(0, 3, (2000, 20))
    for sign in (1, -1):
        large_half = slice(0, 10) if sign > 0 else slice(10, 20)
        weighted = gains.copy()
        weighted[:, large_half] *= 3
        mean, error = mean_and_error(effect_of_lead(fault.RUNAWAY, followed(weighted)))
        assert sign * mean > 5 * error


@pytest.mark.parametrize("sign", [1, -1])
def test_who_is_ahead_gains_more_or_less_if_points_follow_from_points(sign) -> None:
    chance = np.random.default_rng(4)
    gains = np.zeros((2000, 20), int)
    for turn in range(20):
        ahead = gains[:, turn % 2 :: 2].sum(axis=1) - gains[:, 1 - turn % 2 :: 2].sum(axis=1)
        gains[:, turn] = chance.integers(0, 3, 2000) + (sign * ahead > 0)
    values = effect_of_lead(fault.SNOWBALL, followed(gains))
    mean, error = mean_and_error(values[~np.isnan(values)])
    assert sign * mean > 5 * error


def test_an_advantage_of_a_seat_is_no_snowball() -> None:
    gains = np.random.default_rng(5).integers(0, 3, (2000, 20))
    gains[:, ::2] += 1
    values = effect_of_lead(fault.SNOWBALL, followed(gains))
    mean, error = mean_and_error(values[~np.isnan(values)])
    assert abs(mean) < 5 * error < 0.1


@pytest.mark.parametrize("kind", [fault.RUNAWAY, fault.SNOWBALL])
def test_games_that_were_stopped_tell_nothing_of_a_lead(kind) -> None:
    gains = np.random.default_rng(3).integers(0, 1000, (6, 8))
    values = effect_of_lead(kind, followed(gains, [1, 1, 0, 1, 0, 1]))
    assert np.isnan(values).tolist() == [False, False, True, False, True, False]


def test_the_same_games_have_the_same_fingerprints() -> None:
    one, other = (duels([1, 0, 0.5], longest_wait=[(1, 2), (3, 4), (5, 6)]) for _ in range(2))
    assert (fingerprints(one) == fingerprints(other)).all()
    assert not is_changed(one, other).any()


@pytest.mark.parametrize(
    "change",
    [
        {"decisions": [20, 21, 20]},
        {"longest_wait": [(1, 2), (3, 5), (5, 6)]},
        {"longest_wait": [(1, 2), (4, 3), (5, 6)]},  # the seats changed places
    ],
)
def test_one_other_cell_is_another_course(change: dict[str, Any]) -> None:
    waits = {"longest_wait": [(1, 2), (3, 4), (5, 6)]}
    usual, other = duels([1, 0, 0.5], **waits), duels([1, 0, 0.5], **{**waits, **change})
    assert is_changed(other, usual).tolist() == [0, 1, 0]


def test_unknown_cells_are_alike_and_names_of_policies_do_not_count() -> None:
    one, other = (duels([1, 0], settled=[None, 3]) for _ in range(2))
    names = pa.array(["cat", "dog"] * 2)
    index = other.seats.column_names.index("policy")
    renamed = Games(other.games, other.seats.set_column(index, "policy", names), 1, 2)
    assert not is_changed(one, renamed).any()
    assert is_changed(one, duels([1, 0], settled=[4, 3])).tolist() == [1, 0]


def test_a_block_is_changed_if_one_of_its_rotations_is() -> None:
    usual = duels([1, 0, 1, 0], rotations=2)
    other = duels([1, 0, 1, 0], rotations=2, decisions=[20, 20, 20, 99])
    assert fingerprints(usual).shape == (2, 2)
    assert is_changed(other, usual).tolist() == [0, 1]


def test_players_with_noise_are_compared_in_the_first_rotation_alone() -> None:
    """In the second, they have other noise; players without noise would play the same."""
    other = duels([1, 0, 1, 0], rotations=2, decisions=[20, 77, 99, 20])
    for name, changed in (("cat", [1, 1]), ("cat:noise=0.05", [0, 1])):
        usual = duels([1, 1])
        index = usual.seats.column_names.index("policy")
        named = usual.seats.set_column(index, "policy", pa.array([name] * 4))
        assert is_changed(other, replace(usual, seats=named)).tolist() == changed


def test_cooperative_games_have_fingerprints_too() -> None:
    assert is_changed(teams([1, 2, 3]), teams([1, 5, 3])).tolist() == [0, 1, 0]
