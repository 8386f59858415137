"""Ratings from matches of any size are those of a ladder, and who met nobody is set apart."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose

from simlab.analysis.rating import Results, ratings
from simlab.studies.ladder.match_answer import answer
from simlab.studies.ladder.match_log import Match
from simlab.studies.ladder.match_rating import match_ratings

STRENGTHS = {"Ada": 4.0, "Bob": 2.0, "Cy": 1.0, "Dee": 0.5}


def drawn(n_matches: int, sizes: list[int], seed: int = 1) -> list[Match]:
    """Return matches whose places are drawn by the model of Plackett and Luce."""
    rng = np.random.default_rng(seed)
    matches = []
    for number in range(n_matches):
        players = rng.choice(list(STRENGTHS), rng.choice(sizes), replace=False).tolist()
        times = [rng.exponential() / STRENGTHS[player] for player in players]
        matches.append(Match(str(number), tuple(players), tuple(times)))
    return matches


def test_matches_of_one_size_are_rated_as_in_a_ladder() -> None:
    matches = drawn(60, [3])
    names = sorted(STRENGTHS)
    results = Results(
        tuple(names),
        np.array([[names.index(player) for player in match.players] for match in matches]),
        np.array([np.argsort(np.argsort(match.ranks)) for match in matches]),
        np.arange(len(matches)),
        np.ones(len(matches)),
    )
    places = [
        Match(match.name, match.players, tuple(np.argsort(np.argsort(match.ranks)).tolist()))
        for match in matches
    ]
    own = match_ratings(places, n_resamples=50).strengths.set_index("player").loc[names]
    expected = ratings(results, n_resamples=50).set_index("policy").loc[names]
    for column in ("estimate", "low", "high", "n"):
        assert_allclose(own[column], expected[column])


def test_matches_of_different_sizes_find_the_strengths_that_drew_them() -> None:
    result = match_ratings(drawn(4_000, [2, 3, 4]), n_resamples=100)
    assert list(result.strengths["player"]) == list(STRENGTHS)
    frame = result.strengths.set_index("player")
    assert_allclose(frame["estimate"], [2, 0.5, 0.25, 0.125], rtol=0.12)
    assert frame.loc["Bob", "low"] < 0.5 < frame.loc["Bob", "high"] < 1
    assert "Ada is the strongest of 4 players" in answer(result)[0]


def test_few_matches_say_who_else_may_be_the_strongest() -> None:
    [sentence] = answer(match_ratings(drawn(6, [4]), n_resamples=100))
    assert "is the strongest seen of 4 players" in sentence
    assert "may be as strong or stronger" in sentence


def test_wins_and_places_count_ties_by_halves() -> None:
    matches = [Match("1", ("Ada", "Bob", "Cy"), (1, 1, 3)), Match("2", ("Ada", "Bob"), (2, 1))]
    frame = match_ratings(matches, n_resamples=10).strengths.set_index("player")
    assert frame.loc["Ada", ["n", "wins", "mean_place"]].tolist() == [2, 0.5, 1.75]
    assert frame.loc["Cy", ["n", "wins", "mean_place"]].tolist() == [1, 0, 3]


def test_players_who_never_met_do_not_compare() -> None:
    matches = [
        Match(f"{number}{first}", (first, second), (1, 2))
        for number in range(5)
        for first, second in (("Ada", "Bob"), ("Cy", "Dee"))
    ]
    result = match_ratings(matches, n_resamples=20)
    assert result.n_groups == 2
    sentences = answer(result)
    assert sentences[0].startswith("The players are of 2 groups that never met")
    assert len(sentences) == 3
