from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray
from scipy.special import bdtrc, logit

from simlab.analysis.rating import (
    Results,
    choices,
    cycles,
    lead_over_others,
    plackett_luce,
    ratings,
)
from tests.support.coverage import assert_coverage

Array = NDArray[Any]
LOGS = np.array([1.0, 0.4, 0.1, -0.5, -1.0])

# How often statisticians' journals cite each other, 1987 to 1989: S. M. Stigler, 1994
JOURNALS = [(0, 1, 730, 33), (0, 2, 498, 320), (0, 3, 221, 284)]
JOURNALS += [(1, 2, 68, 813), (1, 3, 17, 276), (2, 3, 142, 325)]


def named(policies: Any, ranks: Any, blocks: Any = None) -> Results:
    """Return results of policies called a, b, c …; a block per game unless told otherwise."""
    seats = np.asarray(policies)
    names = tuple("abcdefgh"[: seats.max() + 1])
    numbers = np.arange(len(seats)) if blocks is None else np.asarray(blocks)
    return Results(names, seats, np.asarray(ranks, dtype=int), numbers, np.ones(len(seats)))


def played(
    rng: np.random.Generator, logs: Array, n_blocks: int, n_seats: int, luck: float = 0.0
) -> Results:
    """Play tables of policies of known strength in all rotations; some blocks share their luck."""
    k = len(logs)
    tables = np.array([rng.permutation(k)[:n_seats] for _ in range(n_blocks)])
    seats = np.stack([np.roll(tables, turn, axis=1) for turn in range(n_seats)], axis=1)
    shared = rng.gumbel(size=(n_blocks, k))
    own = rng.gumbel(size=(n_blocks, n_seats, k))
    is_shared = rng.random(n_blocks) < luck
    own[is_shared] = shared[is_shared, np.newaxis]
    form = np.take_along_axis(own, seats, axis=2) + logs[seats]
    ranks = (-form).argsort(axis=2).argsort(axis=2)
    blocks = np.repeat(np.arange(n_blocks), n_seats)
    return named(seats.reshape(-1, n_seats), ranks.reshape(-1, n_seats), blocks)


def by_small_steps(orders: Array, n_policies: int) -> Array:
    """Return strengths by Hunter's algorithm of 2004, slow and obvious."""
    strengths = np.ones(n_policies)
    for _ in range(300):
        shares = np.zeros(n_policies)
        for order in orders:
            for place in range(len(order) - 1):
                shares[order[place:]] += 1 / strengths[order[place:]].sum()
        firsts = np.bincount(orders[:, :-1].ravel(), minlength=n_policies)
        strengths = firsts / shares
    return np.log(strengths) - np.log(strengths).mean()


def log_strengths(results: Results) -> Array:
    """Return log strengths relative to the strongest policy."""
    return np.minimum(np.log(ratings(results, n_resamples=2)["estimate"].to_numpy()), 0)


def lead_of(logs: Any) -> Array:
    """Return each log strength less the largest of the others."""
    k = len(logs)
    return np.array([logs[i] - max(logs[j] for j in range(k) if j != i) for i in range(k)])


# ---------------------------------------------------------------------------------------- strengths


def test_journals_have_the_strengths_published() -> None:
    seats, firsts = np.zeros((6, 4)), np.zeros((6, 4))
    for row, (one, other, won, lost) in enumerate(JOURNALS):
        seats[row, [one, other]] = 1
        firsts[row, [one, other]] = won, lost
    logs = plackett_luce(seats, firsts)
    # H. Turner, D. Firth, 2012, Journal of Statistical Software 48
    np.testing.assert_allclose(logs - logs[0], [0, -2.94907, -0.47957, 0.26895], atol=5e-6)
    assert logs.sum() == pytest.approx(0)


def test_rankings_have_the_strengths_of_a_slow_and_obvious_algorithm() -> None:
    results = played(np.random.default_rng(1), LOGS, 20, 4)
    orders = np.take_along_axis(results.policies, results.ranks.argsort(axis=1), axis=1)
    made = choices(np.stack([np.sort(results.ranks), orders], axis=2).tolist(), 5)
    ours = plackett_luce(made.seats, made.firsts(np.ones(len(orders))))
    np.testing.assert_allclose(ours, by_small_steps(orders, 5), atol=1e-6)


def test_two_policies_have_the_odds_of_their_games() -> None:
    wins = np.arange(40) < 30
    logs = log_strengths(named([[0, 1]] * 40, np.column_stack([~wins, wins])))
    # half a game is won by each beforehand
    assert logs[0] - logs[1] == pytest.approx(np.log(30.5 / 10.5))


def test_a_tie_is_half_of_each_order() -> None:
    tied = named([[0, 1, 2]] * 9 + [[1, 2, 0]], [[1, 1, 2]] * 9 + [[1, 2, 2]])
    halves = [[0, 1, 2], [1, 0, 2]] * 9 + [[1, 2, 0], [1, 0, 2]]
    resolved = choices(np.stack(np.broadcast_arrays([0, 1, 2], halves), axis=2).tolist(), 3)
    made = choices([[(1, 0), (1, 1), (2, 2)], [(1, 1), (2, 0), (2, 2)]], 3)
    expected = plackett_luce(resolved.seats, resolved.firsts(np.full(20, 0.5)))
    np.testing.assert_allclose(plackett_luce(made.seats, made.firsts(np.array([9, 1]))), expected)
    assert log_strengths(tied)[2] == min(log_strengths(tied))
    assert max(log_strengths(tied)) == 0


def test_a_policy_in_two_seats_is_no_stronger_than_one_alone() -> None:
    rng = np.random.default_rng(2)
    seats = np.array([[0, 0, 1]] * 20_000)
    results = named(seats, rng.random(seats.shape).argsort(axis=1))
    np.testing.assert_allclose(log_strengths(results), 0, atol=0.02)


def test_neither_the_order_of_games_nor_that_of_seats_matters() -> None:
    rng = np.random.default_rng(3)
    results = played(rng, LOGS, 60, 4)
    games, seats = rng.permutation(240), rng.permutation(4)
    shuffled = named(
        results.policies[games][:, seats], results.ranks[games][:, seats], results.blocks[games]
    )
    strengths, again = ratings(results, n_resamples=50), ratings(shuffled, n_resamples=50)
    for column in ("estimate", "low", "high", "n"):
        np.testing.assert_allclose(again[column], strengths[column])


def test_who_wins_always_is_bounded_by_the_games_played() -> None:
    winner, loser = ratings(named([[0, 1]] * 100, [[1, 2]] * 100)).itertuples(index=False)
    assert winner.estimate == pytest.approx(100.5 / 0.5)
    # Jeffreys' interval for 100 wins of 100
    assert winner.low == pytest.approx(np.exp(logit(0.9753)), rel=0.1)
    assert winner.high > 10_000
    one_over = [1 / loser.estimate, 1 / loser.high, 1 / loser.low]
    assert one_over == pytest.approx([winner.estimate, winner.low, winner.high], rel=0.05)


def test_who_wins_always_is_far_off_without_games_beforehand() -> None:
    one, other = plackett_luce(np.ones((1, 2)), np.array([[5, 0]]))
    assert one == pytest.approx(-other)
    assert 5 < one < 100


def test_groups_that_never_met_are_distinguished() -> None:
    strengths = ratings(
        named([[0, 1], [2, 3], [3, 4], [0, 1]], [[1, 2], [1, 2], [2, 1], [2, 1]]), n_resamples=20
    )
    assert strengths["group"].tolist() == [1, 1, 2, 2, 2]
    assert (strengths.groupby("group")["estimate"].max() >= 1).all()
    assert strengths["n"].tolist() == [2, 2, 1, 2, 1]


def test_a_policy_that_met_no_other_has_no_strength() -> None:
    strengths = ratings(named([[0, 1], [2, 2], [1, 0]], [[1, 2]] * 3), n_resamples=20)
    assert strengths["group"].tolist() == [1, 1, 2]
    assert strengths["estimate"].isna().tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("n_seats", "luck"),
    [(4, 0.6), *(pytest.param(n_seats, 0.0, marks=pytest.mark.long) for n_seats in (2, 4))],
)
def test_strengths_are_covered_though_the_games_of_a_block_share_their_luck(
    n_seats: int, luck: float, effort: int
) -> None:
    rng = np.random.default_rng(5)
    truth = np.exp(lead_of(LOGS))
    hits = []
    for _ in range(60 * effort):
        strengths = ratings(played(rng, LOGS, 120, n_seats, luck), n_resamples=200)
        is_covered = (strengths["low"] <= truth) & (truth <= strengths["high"])
        hits.append(is_covered.all())
    assert_coverage(hits, 0.935, at_most=0.985)


def test_of_equal_policies_hardly_ever_one_is_called_weaker_than_the_strongest(effort: int) -> None:
    rng, equals = np.random.default_rng(6), np.zeros(6)
    runs = (ratings(played(rng, equals, 120, 2), n_resamples=200) for _ in range(40 * effort))
    assert_coverage([(strengths["high"] >= 1).all() for strengths in runs], 0.95)


@pytest.mark.parametrize(
    ("logs", "at_most"), [([0] * 2, 0.955), ([0] * 8, 1.0), ([3, 2, 1, 0], 0.97), ([5, 5, 1], 0.98)]
)
def test_differences_from_the_best_of_the_others_are_covered_together(
    logs: list[int], at_most: float, effort: int
) -> None:
    rng, truth, hits = np.random.default_rng(7), lead_of(logs), []
    for _ in range(300 * effort):
        estimates = logs + rng.normal(size=len(logs))
        resamples = estimates + rng.normal(size=(400, len(logs)))
        _, low, high = lead_over_others(estimates, resamples)
        hits.append(((low <= truth + 1e-12) & (truth <= high + 1e-12)).all())
    assert_coverage(hits, 0.95, at_most=at_most)


def test_who_is_surely_the_best_is_so_by_a_bounded_lead() -> None:
    rng = np.random.default_rng(8)
    resamples = np.array([9.0, 2, 0]) + rng.normal(size=(2000, 3))
    lead, low, high = lead_over_others(np.array([9.0, 2, 0]), resamples)
    assert lead.tolist() == [7, -7, -9]
    # Dunnett's critical value for two comparisons with one is 2.21
    np.testing.assert_allclose(
        low, [7 - 2.21 * 2**0.5, -7 - 2.21 * 2**0.5, -9 - 2.21 * 2**0.5], atol=0.25
    )
    np.testing.assert_allclose(high[1:], [-7 + 2.21 * 2**0.5, -9 + 2.21 * 2**0.5], atol=0.25)


def test_where_only_first_places_count_the_order_of_the_others_changes_nothing() -> None:
    winners = [[1, 2, 3], [2, 1, 3], [1, 3, 2], [2, 3, 1]] * 20
    others = [[1, 3, 2], [3, 1, 2], [1, 2, 3], [3, 2, 1]] * 20
    seats = [[0, 1, 2]] * 80
    one, other = (ratings(named(seats, ranks), n_places=1) for ranks in (winners, others))
    assert one.equals(other)
    assert list(one["estimate"].round(9).rank()) == [3, 1.5, 1.5]


# ------------------------------------------------------------------------------------------- cycles


def rounds(rng: np.random.Generator, chance: float, n: int) -> pd.DataFrame:
    """Let a beat b, b beat c and c beat a with some chance, and all of them beat d."""
    pairs = ["ab", "bc", "ca", "ad", "bd", "cd"]
    wins = rng.binomial(n, [chance] * 3 + [0.8] * 3)
    sides = [*zip(pairs, wins, strict=True), *zip([p[::-1] for p in pairs], n - wins, strict=True)]
    rows = [(*row, bdtrc(won - 1, n, 0.5)) for row, won in sides]
    return pd.DataFrame(rows, columns=["policy", "other", "p_value"])


def test_a_cycle_is_found_once_with_the_largest_of_its_three_p_values() -> None:
    beaten = rounds(np.random.default_rng(7), 0.65, 200)
    cycle_rows = cycles(beaten)
    assert cycle_rows[["first", "second", "third"]].to_numpy().tolist() == [["a", "b", "c"]]
    steps = beaten.set_index(["policy", "other"])["p_value"]
    assert cycle_rows["p_value"][0] == max(steps["a", "b"], steps["b", "c"], steps["c", "a"])
    # four threes, two ways round each
    assert cycle_rows["adjusted"][0] == pytest.approx(8 * cycle_rows["p_value"][0])
    assert cycle_rows["adjusted"][0] < 0.05


def test_a_cycle_the_other_way_round_is_reported_that_way() -> None:
    cycle_rows = cycles(rounds(np.random.default_rng(8), 0.3, 200))
    assert cycle_rows[["first", "second", "third"]].to_numpy().tolist() == [["a", "c", "b"]]


def test_equal_policies_are_hardly_ever_called_a_cycle(effort: int) -> None:
    rng = np.random.default_rng(9)
    runs = (cycles(rounds(rng, 0.5, 60)) for _ in range(150 * effort))
    assert_coverage([(cycle_rows["adjusted"] > 0.05).all() for cycle_rows in runs], 0.95)


def test_two_policies_make_no_cycle() -> None:
    beaten = pd.DataFrame({"policy": ["a", "b"], "other": ["b", "a"], "p_value": [0.01, 0.99]})
    assert cycles(beaten).empty
