"""Ladders: the order of Pig's players is found, and games go where they are needed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simlab.analysis.group_sequential import FIRST_LOOK
from simlab.analysis.verdict import Verdict
from simlab.errors import InputError
from simlab.execution.executor import Executor, Threads
from simlab.studies.ladder.request import LadderRequest, request_ladder
from simlab.studies.ladder.result import FOCUS, GAUNTLET, ROUND_ROBIN, Ladder
from simlab.studies.ladder.study import LadderProgress, play, result_of
from tests.games.pig.exact import hold_at, win_chances

HOLDERS = ["hold", "hold:at=10", "hold:at=19"]
"""Two of them nearly even, one clearly weaker."""
ANY = ["hold", "random", "hold:noise=0.3"]
"""Some of them draw their choices by chance."""
ENDS = ["estimate", "low", "high"]


def request_of(
    form: str = ROUND_ROBIN, margin: float | None = None, **options: Any
) -> LadderRequest:
    return request_ladder({"game": "pig", "policy": HOLDERS, **options}, form, margin)


@pytest.fixture(scope="module")
def executor() -> Executor:
    threads = Threads(1)
    threads.prepare(request_of().matchups.experiment.scenarios)
    return threads


def last_look(request: LadderRequest, executor: Executor) -> LadderProgress:
    *_, last = play(request, executor)
    return last


def ladder_of(executor: Executor, form: str = ROUND_ROBIN, **options: Any) -> Ladder:
    return result_of(last_look(request_of(form, **options), executor))


def cells(ladder: Ladder) -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["policy"], row["against"]): row for _, row in ladder.crosstable.iterrows()}


def test_every_share_of_the_wins_covers_what_the_recursion_says(executor: Executor) -> None:
    begins, answers = win_chances(hold_at(20), hold_at(10))
    truth = (begins[0, 0] + 1 - answers[0, 0]) / 2
    table = cells(ladder_of(executor))
    assert table["hold", "hold:at=10"]["low"] < truth < table["hold", "hold:at=10"]["high"]
    assert table["hold:at=10", "hold"]["low"] < 1 - truth < table["hold:at=10", "hold"]["high"]


def test_the_known_order_of_policies_is_found(executor: Executor) -> None:
    ladder = ladder_of(executor, policy=["random", "optimal", "hold"], games=100_000)
    assert ladder.policies == ("optimal", "hold", "random")
    assert ladder.undecided.empty


def test_games_go_to_the_pairings_that_are_not_decided(executor: Executor) -> None:
    progress = last_look(request_of(games=6_000, margin=0.005), executor)
    (undecided,) = progress.undecided
    assert {undecided.policy, undecided.against} == {"hold", "hold:at=19"}
    blocks = {lineup: games.n_blocks for lineup, games in progress.played.items()}
    decided = [n for lineup, n in blocks.items() if lineup != undecided.lineup]
    assert max(decided) < blocks[undecided.lineup]
    assert 5_998 <= progress.n_games <= 6_000


def test_what_is_decided_at_the_first_look_is_played_no_more(executor: Executor) -> None:
    ladder = ladder_of(executor, policy=["hold", "random"], games=50_000)
    assert ladder.n_games == 2 * FIRST_LOOK


@pytest.mark.parametrize("games", [6, 100, 1_001, 2_500])
def test_no_more_games_are_played_than_may_be(executor: Executor, games: int) -> None:
    progress = last_look(request_of(games=games, margin=1e-6), executor)
    assert games - 6 < progress.n_games <= games


@pytest.mark.parametrize("jobs", [2, 3])
def test_any_number_of_jobs_finds_the_same(executor: Executor, jobs: int) -> None:
    request = request_of(games=3_000)
    one, other = (result_of(last_look(request, Threads(n))) for n in (1, jobs))
    for name in ("crosstable", "strengths", "seats", "lineups", "ends"):
        assert getattr(one, name).equals(getattr(other, name))


def test_the_order_in_which_policies_are_named_changes_no_number(executor: Executor) -> None:
    one, other = (ladder_of(executor, policy=names) for names in (ANY, ANY[::-1]))
    assert one.strengths.equals(other.strengths)
    assert one.seats.equals(other.seats)
    by_pair = one.crosstable.sort_values(["policy", "against"], ignore_index=True)
    turned = other.crosstable.sort_values(["policy", "against"], ignore_index=True)
    assert by_pair["verdict"].equals(turned["verdict"])
    np.testing.assert_allclose(by_pair[ENDS].to_numpy(), turned[ENDS].to_numpy())


def test_one_among_others_and_the_reverse_are_pairings_of_their_own(executor: Executor) -> None:
    table = cells(ladder_of(executor, policy=["hold", "hold:at=10"], players=3))
    alone, among = table["hold", "hold:at=10"], table["hold:at=10", "hold"]
    assert (alone["verdict"], among["verdict"]) == (Verdict.MORE, Verdict.LESS)
    assert alone["fair"] == among["fair"] == 1 / 3
    assert alone["estimate"] + among["estimate"] != pytest.approx(1)


def test_focus_tells_how_one_seat_fares_among_mixtures(executor: Executor) -> None:
    ladder = ladder_of(executor, FOCUS, players=3, policy=["hold", "hold:at=10", "random"])
    against = ["hold:at=10", "hold:at=10, random", "random"]
    assert list(ladder.pairings["against"]) == against
    assert ladder.policies[0] == "hold"


def test_a_gauntlet_says_nothing_of_others_against_each_other(executor: Executor) -> None:
    ladder = ladder_of(executor, GAUNTLET)
    assert set(ladder.pairings["policy"]) == {"hold"}


def test_seats_are_judged_by_deals_that_all_line_ups_have_played(executor: Executor) -> None:
    seats = ladder_of(executor, games=6_000).seats
    assert seats["estimate"].sum() == pytest.approx(1)
    assert set(seats["n"]) == {min(seats["n"])}


@pytest.mark.parametrize(
    ("options", "form", "problem"),
    [
        ({"policy": ["hold"]}, ROUND_ROBIN, "policy: a ladder needs two policies or more"),
        ({"policy": ["hold", "hold"]}, ROUND_ROBIN, "policy: hold is named twice"),
        ({"players": [5]}, ROUND_ROBIN, "players: Pig is for 2 to 4 players, not 5"),
        ({"players": [2, 3]}, ROUND_ROBIN, "players: all tables are of one size here; name one"),
        ({"games": 5}, ROUND_ROBIN, "games: 5 are too few; one deal for each of the 3 line-ups"),
        ({}, "swiss", 'format: "swiss" is not one of round_robin, gauntlet, focus'),
    ],
)
def test_what_cannot_be_played_is_reported(
    options: dict[str, Any], form: str, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        request_of(form, **options)


def test_all_policies_that_can_sit_there_take_part_unless_some_are_named() -> None:
    assert request_of(policy=None).policies == ("random", "hold", "optimal")
    assert request_of(policy=None, players=3).policies == ("random", "hold")


def test_a_certificate_plays_one_policy_against_each_other_one_on_other_deals(
    executor: Executor,
) -> None:
    options = {"game": "pig", "policy": HOLDERS, "games": 600}
    first = request_ladder(options, ROUND_ROBIN, None)
    request = request_ladder(options, ROUND_ROBIN, None, certify="hold:at=19")
    assert request.form == GAUNTLET
    assert {(own.policy, own.against) for own in request.pairings} == {
        ("hold:at=19", other) for other in ("hold", "hold:at=10")
    }
    progress = last_look(request, executor)
    assert progress.experiment.seed != first.matchups.experiment.seed
    ladder = result_of(progress)
    chosen = {"seed": first.matchups.experiment.seed, "compared": 3}
    assert ladder.certifies == progress.experiment.study["certifies"] == chosen


def test_only_a_policy_of_the_ladder_can_be_certified() -> None:
    with pytest.raises(InputError, match=r'certify: "random" is not one of hold, hold:at=10'):
        request_ladder({"game": "pig", "policy": HOLDERS}, ROUND_ROBIN, None, certify="random")


def test_less_luck_all_pairings_are_covered_with_fewer_games() -> None:
    begins, answers = win_chances(hold_at(20), hold_at(10))
    truth = (begins[0, 0] + 1 - answers[0, 0]) / 2
    request = request_of(margin=1e-6, games=3_000, less_luck=True)
    threads = Threads(1)
    threads.prepare(request.matchups.experiment.scenarios)
    ladder = result_of(last_look(request, threads))
    row = cells(ladder)["hold", "hold:at=10"]
    assert row["low"] < truth < row["high"]
    assert row["played_low"] < truth < row["played_high"]
    assert (ladder.crosstable["saving"] > 1.8).all()
    assert ladder.policies[-1] == "hold:at=10"


def test_less_luck_both_sides_of_a_pairing_mirror_each_other() -> None:
    request = request_of(games=1_000, less_luck=True)
    threads = Threads(1)
    threads.prepare(request.matchups.experiment.scenarios)
    table = cells(result_of(last_look(request, threads)))
    one, other = table["hold", "hold:at=10"], table["hold:at=10", "hold"]
    for end, opposite in (("estimate", "estimate"), ("low", "high"), ("played_low", "played_high")):
        assert one[end] + other[opposite] == pytest.approx(1)


def test_all_policies_and_shipped_players_take_part_with_the_noise_of_the_game() -> None:
    request = request_ladder({"game": "mare_nostrum", "players": [5]}, ROUND_ROBIN, None)
    assert request.policies[0] == "random"
    assert {"greedy:noise=0.05", "balanced:noise=0.05", "@robust:noise=0.05"} < {*request.policies}
    for players in (2, 3, 4):
        request = request_ladder({"game": "arriala", "players": [players]}, ROUND_ROBIN, None)
        assert request.policies[-2:] == ("planner", "@strategist")
    request = request_ladder({"game": "taxis", "players": [3]}, ROUND_ROBIN, None)
    assert request.policies[-1] == "planner"
