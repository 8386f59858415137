"""Each question on games whose answer can be worked out by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simlab.analysis import (
    band,
    breakdown,
    card,
    convergence,
    ecdf,
    end_reason,
    leader,
    length,
    points,
    points_not_won,
    score,
    spread,
    timeline,
    usage,
    win_rate,
    winner_profile,
)
from simlab.analysis.intervals import Interval, clopper_pearson, dkw, mean_t, simultaneous_shares
from simlab.analysis.tables import Tables
from simlab.analysis.verdict import verdict
from tests.support.written_run import FACTS, Written, write_run

SCORES = [0, 1, 2, 2, 3, 3, 3, 4, 4, 4]
GAMES = {
    "score": SCORES,
    "end_reason": [1, 1, 1, 1, 1, 1, 2, 2, 2, 2],
    "rounds": [3, 3, 3, 4, 4, 4, 4, 5, 5, 6],
    "draws": [2, 4] * 5,
    "sent": [1, 2] * 5,
}
ANSWER = ["estimate", "low", "high", "n"]


def tables_of(tmp_path: Path, *scenarios: Written, cooperative: bool = True) -> Tables:
    return Tables(write_run(tmp_path / "run", scenarios, cooperative=cooperative))


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return tables_of(tmp_path, Written(GAMES))


@pytest.fixture
def capped(tmp_path: Path) -> Tables:
    """Ten games, of which the last two were capped."""
    ends = [*GAMES["end_reason"][:8], None, None]
    return tables_of(
        tmp_path, Written({**GAMES, "end_reason": ends, "finished": [1] * 8 + [0] * 2})
    )


def only(frame: pd.DataFrame) -> pd.Series:
    """Return the one row of an answer."""
    assert len(frame) == 1
    return frame.iloc[0]


def test_the_mean_score_is_that_of_the_games(tables) -> None:
    row = only(score.mean(tables))
    assert [row[name] for name in ANSWER] == pytest.approx(mean_t(SCORES, low=0, high=4))
    assert (row["scenario"], row["players"], row["entry"]) == ("1p-greedy", 1, "greedy")


def test_the_mean_score_of_rotated_games_rests_on_blocks(tmp_path) -> None:
    written = Written({"score": SCORES}, policies=["greedy", "planner"], rotations=2)
    row = only(score.mean(tables_of(tmp_path, written)))
    assert [row[name] for name in ANSWER] == pytest.approx(
        mean_t(np.reshape(SCORES, (5, 2)).mean(axis=1), low=0, high=4)
    )


def test_capped_games_are_not_in_the_mean_but_among_the_bands_and_ends(capped) -> None:
    assert only(score.mean(capped))["estimate"] == np.mean(SCORES[:8])
    for shares, key in ((band.band(capped), "label"), (end_reason.end(capped), "end")):
        last = shares.iloc[-1]
        assert (last[key], last["estimate"], last["n"]) == ("capped", 0.2, 10)
        assert shares["estimate"].sum() == pytest.approx(1)
    row = only(end_reason.cap_rate(capped))
    assert (row["games"], row["capped"]) == (10, 2)
    ends = end_reason.end(capped)
    assert [row[name] for name in ANSWER] == [ends.iloc[-1][name] for name in ANSWER]
    alone = clopper_pearson(2, 10)
    assert row["low"] < alone.low and row["high"] > alone.high, "all ends hold together"


def test_a_game_of_a_block_that_was_capped_counts_for_its_part_of_the_block(tmp_path) -> None:
    written = Written(
        {**GAMES, "finished": [0, 0, 1, 1, 1, 1, 1, 1, 1, 1]},
        policies=["greedy", "planner"],
        rotations=2,
    )
    facts = {name: own for name, own in FACTS.items() if name != "ends"}
    row = only(end_reason.cap_rate(Tables(write_run(tmp_path / "run", [written], facts=facts))))
    assert [row[name] for name in ANSWER] == pytest.approx(clopper_pearson(1, 5))


def test_the_median_is_the_score_that_half_of_the_games_do_not_exceed(tables) -> None:
    assert only(score.median(tables))["estimate"] == 3


def test_every_possible_score_has_its_share(tmp_path) -> None:
    distribution = score.distribution(tables_of(tmp_path, Written({"score": [1, 1, 3]})))
    assert distribution["points"].tolist() == [0, 1, 2, 3, 4]
    assert distribution["estimate"].tolist() == pytest.approx([0, 2 / 3, 0, 1 / 3, 0])
    np.testing.assert_allclose(distribution["high"], simultaneous_shares([0, 2, 0, 1, 0]).high)


def test_scores_beyond_the_stated_limits_are_not_lost(tmp_path) -> None:
    distribution = score.distribution(tables_of(tmp_path, Written({"score": [-1, 6]})))
    assert distribution["points"].tolist() == list(range(-1, 7))
    assert distribution["estimate"].sum() == 1


def test_bands_hold_the_scores_between_their_bounds(tables) -> None:
    bands = band.band(tables)
    assert bands["label"].tolist() == ["nothing", "Low", "High", "capped"]
    assert bands["estimate"].tolist() == pytest.approx([0.1, 0.3, 0.6, 0.0])
    assert bands["from"].tolist()[:3] == [0, 1, 3]
    assert bands["to"].tolist()[:2] == [0, 2]
    np.testing.assert_allclose(bands["low"], simultaneous_shares([1, 3, 6, 0]).low)


def test_a_game_without_victory_table_or_ends_has_no_such_answers(tmp_path) -> None:
    folder = write_run(tmp_path / "run", [Written({"score": [1]})], facts={})
    assert band.band(Tables(folder)).empty
    assert end_reason.end(Tables(folder)).empty


def test_the_share_that_reaches_a_score_mirrors_the_distribution_function(tables) -> None:
    curve = ecdf.ecdf(tables)
    assert curve["points"].tolist() == [0, 1, 2, 3, 4]
    assert curve["estimate"].tolist() == pytest.approx([1, 0.9, 0.8, 0.6, 0.3])
    at_most = dkw([0, 1, 2, 3, 4], [1, 1, 2, 3, 3])
    np.testing.assert_allclose(curve["low"].to_numpy()[1:], 1 - at_most.high[:-1])
    np.testing.assert_allclose(curve["high"].to_numpy()[1:], 1 - at_most.low[:-1])


def test_games_end_for_one_reason_each(tables) -> None:
    ends = end_reason.end(tables)
    assert ends["end"].tolist() == ["deck empty", "jam", "capped"]
    assert ends["estimate"].tolist() == pytest.approx([0.6, 0.4, 0])


def test_the_use_of_an_option_is_its_mean_per_game(tables) -> None:
    row = only(usage.usage(tables, "actions"))
    assert row["option"] == "draw"
    assert [row[name] for name in ANSWER] == pytest.approx(mean_t(GAMES["draws"], low=0))


def test_what_is_left_is_what_there_is_less_what_was_won(tables) -> None:
    row, sent = (
        only(points_not_won.points_not_won(tables, "left_by_value")),
        mean_t(GAMES["sent"], low=0, high=5),
    )
    assert row["estimate"] == 5 - sent.estimate
    assert [row["low"], row["high"]] == pytest.approx([5 - sent.high, 5 - sent.low])
    assert [row["points"], row["points_low"], row["points_high"]] == pytest.approx(
        [2 * row["estimate"], 2 * row["low"], 2 * row["high"]]
    )
    assert row["points_total"] == 2 * 5


def test_a_capped_game_is_known_only_to_have_lasted_longer(capped) -> None:
    row = only(length.length(capped))
    assert (row["clock"], row["capped"]) == ("rounds", 2)
    # eight games ended: 3 in round 3, 4 in round 4, 1 of the three left in round 5
    after = [7 / 10, 7 / 10 * 3 / 7, 7 / 10 * 3 / 7 * 2 / 3 * 1 / 1]
    curve = length.survival(capped, "rounds", capped.main)
    assert curve["rounds"].tolist() == [2, 3, 4, 5, 6]
    assert curve["estimate"].tolist()[:3] == pytest.approx([1, *after[:2]])
    assert row["estimate"] == pytest.approx(3 + curve["estimate"][1:4].sum())
    half = only(length.median(capped, "rounds"))
    assert (half["estimate"], half["followed"]) == (4, 6)


def test_without_capped_games_the_length_is_their_mean(tables) -> None:
    row = only(length.length(tables))
    assert [row[name] for name in ANSWER] == pytest.approx(mean_t(GAMES["rounds"], low=0))


def test_every_number_between_the_smallest_and_the_largest_has_its_share(tmp_path) -> None:
    tables = tables_of(tmp_path, Written({"margin": [3, 3, 5]}))
    distribution = spread.spread(tables, "margin", tables.main)
    assert distribution["margin"].tolist() == [3, 4, 5]
    assert distribution["estimate"].tolist() == pytest.approx([2 / 3, 0, 1 / 3])
    assert only(spread.mean(tables, "margin", tables.main))["estimate"] == pytest.approx(11 / 3)


ROUNDS = {
    "deal": [0, 0, 0, 1, 1, 2],
    "rotation": [0] * 6,
    "rounds": [1, 2, 3, 1, 2, 1],
    "streets": [1, 4, 6, 3, 6, 5],
}


def test_a_timeline_counts_the_games_that_are_not_capped_later(tmp_path) -> None:
    games = {"score": [1, 1, 1], "finished": [0, 1, 1]}
    tables = tables_of(tmp_path, Written(games, timeline=ROUNDS))
    rounds = timeline.timeline(tables, "streets", tables.main)
    assert rounds["games"].tolist() == [3, 2, 1]
    assert rounds["finished"].tolist() == [2, 1, 0]


def test_the_running_share_of_a_win_that_was_never_seen_has_a_width(tmp_path) -> None:
    seats = {"credit": [0.0, 1.0] * 50}
    written = Written({"score": [1] * 50}, ["greedy"] * 2, seats=seats)
    tables = tables_of(tmp_path, written, cooperative=False)
    running = convergence.convergence(tables, tables.main)
    assert running["estimate"].tolist() == [0.0, 0.0]
    assert running["high"].between(0.05, 0.2).all()
    assert (running["high"].diff().dropna() < 0).all()


@pytest.mark.parametrize(("credit", "fair"), [(0.0, 0.25), (0.5, 0.5)])
def test_a_fair_share_is_an_even_part_of_what_all_seats_win(tmp_path, credit, fair) -> None:
    """Some games give the wins of a capped game to those who lead, others to nobody."""
    seats = {"credit": [1.0, 0.0, credit, credit, 0.0, 1.0, credit, credit]}
    written = Written({"finished": [1, 0, 1, 0]}, ["greedy"] * 2, seats=seats)
    tables = tables_of(tmp_path, written, cooperative=False)
    assert win_rate.by_seat(tables)["fair"].tolist() == [fair, fair]


def test_points_by_seat_have_the_same_rows_for_every_seat(tmp_path) -> None:
    seats = {"credit": [1.0, 0.0] * 3, "score": [5, 3, 5, 4, 7, 3]}
    written = Written({"score": [1] * 3}, ["greedy"] * 2, seats=seats)
    tables = tables_of(tmp_path, written, cooperative=False)
    shares = points.distribution_by_seat(tables)
    assert shares["points"].tolist() == [3, 4, 5, 6, 7] * 2
    assert shares["estimate"].tolist() == pytest.approx(
        [0, 0, 2 / 3, 0, 1 / 3, 2 / 3, 1 / 3, 0, 0, 0]
    )
    assert set(shares["who"]) == {"seat 1", "seat 2"}


def test_a_timeline_tells_of_the_games_that_still_go_on(tmp_path) -> None:
    tables = tables_of(tmp_path, Written({"score": [1, 1, 1]}, timeline=ROUNDS))
    rounds = timeline.timeline(tables, "streets", tables.main)
    assert rounds["round"].tolist() == [1, 2, 3]
    assert rounds["games"].tolist() == [3, 2, 1]
    assert rounds["estimate"].tolist() == [3, 5, 6]
    assert rounds["low"][0] == pytest.approx(mean_t([1, 3, 5], low=0).low)
    assert (rounds["p5"][0], rounds["p95"][0]) == (1, 5)


def test_the_games_of_a_block_are_one_number_in_a_timeline(tmp_path) -> None:
    games = {"deal": [0, 0, 1, 1], "rotation": [0, 1, 0, 1]}
    rounds = {**games, "rounds": [1] * 4, "streets": [1, 3, 4, 8]}
    written = Written(
        {"score": [1] * 4}, policies=["greedy", "planner"], rotations=2, timeline=rounds
    )
    tables = tables_of(tmp_path, written)
    row = only(timeline.timeline(tables, "streets", tables.main))
    assert [row[name] for name in ANSWER] == pytest.approx(mean_t([2, 6], low=0))
    assert row["games"] == 4


def test_standings_report_the_first_after_each_round(tmp_path) -> None:
    rounds = {
        "deal": [0, 1, 0],
        "rotation": [0] * 3,
        "rounds": [1, 1, 2],
        "red": [4, 1, 9],
        "blue": [2, 7, 3],
        "green": [None] * 3,
    }
    seats = {"credit": [1.0, 0.0] * 2}
    written = Written({"score": [1, 1]}, policies=["greedy"] * 2, seats=seats, timeline=rounds)
    tables = tables_of(tmp_path, written, cooperative=False)
    standings = timeline.standings(tables, ("red", "blue", "green"), tables.main)
    by_key = standings.set_index(["place", "round"])["estimate"].to_dict()
    assert by_key == {(1, 1): 5.5, (1, 2): 9, (2, 1): 1.5, (2, 2): 3}
    assert standings["games"].tolist() == [2, 1] * 2


def test_a_timeline_is_reported_of_every_seat_by_its_name(tmp_path) -> None:
    rounds = {
        "deal": [0, 0, 1],
        "rotation": [0] * 3,
        "rounds": [1, 2, 1],
        "a": [4, 6, 2],
        "b": [1, 1, 3],
        "c": [None] * 3,
    }
    written = Written(
        {"score": [1, 1]}, ["greedy"] * 2, seats={"credit": [1.0, 0.0] * 2}, timeline=rounds
    )
    facts = {"seats": {"names": ["Oak", "Elm", "Ash"]}}
    folder = write_run(tmp_path / "run", [written], cooperative=False, facts=facts)
    tables = Tables(folder)
    by_round = timeline.by_seat(tables, ("a", "b", "c"), tables.main)
    by_key = by_round.set_index(["who", "round"])["estimate"].to_dict()
    assert by_key == {("Oak", 1): 3, ("Oak", 2): 6, ("Elm", 1): 2, ("Elm", 2): 1}
    assert win_rate.by_seat(tables)["who"].tolist() == ["Oak", "Elm"]
    assert only(win_rate.headline(tables))["number"] == "wins of Oak"


def test_what_a_round_adds_is_what_there_is_less_what_there_was(tmp_path) -> None:
    rounds = {
        "deal": [0, 0, 0, 0, 1],
        "rotation": [0, 0, 1, 1, 0],
        "rounds": [1, 2, 1, 2, 1],
        "huts": [2, 7, 4, 4, 6],
    }
    tables = tables_of(tmp_path, Written({"score": [1] * 3}, timeline=rounds))
    gains = timeline.gains(tables, ("huts",), tables.main)
    assert gains["what"].tolist() == ["huts", "huts"]
    assert gains["estimate"].tolist() == [4, 2.5]
    assert gains["games"].tolist() == [3, 2]


def test_the_running_mean_is_that_of_the_first_blocks_in_order(tmp_path) -> None:
    scores = np.random.default_rng(3).integers(0, 5, 130)
    folder = write_run(tmp_path / "run", [Written({"score": scores})], parts=7)
    tables = Tables(folder)
    running = convergence.convergence(tables, tables.main)
    assert running["games"].tolist() == [20, 50, 100, 130]
    for row, n in zip(running.to_dict("records"), running["games"], strict=True):
        assert [row[name] for name in ANSWER] == pytest.approx(mean_t(scores[:n], low=0, high=4))


def test_who_has_not_won_yet_may_still_win(tmp_path) -> None:
    seats = {"credit": [0.0, 1.0] * 50}
    written = Written({"turns": [3] * 50}, ["greedy"] * 2, seats=seats)
    tables = tables_of(tmp_path, written, cooperative=False)
    running = convergence.convergence(tables, tables.main)
    assert running["estimate"].tolist() == running["low"].tolist() == [0, 0]
    assert 0.05 < running["high"][1] < running["high"][0] < 0.3


def test_the_last_look_is_not_reported_twice(tmp_path) -> None:
    tables = tables_of(tmp_path, Written({"score": [1, 2] * 25}))
    assert convergence.convergence(tables, tables.main)["games"].tolist() == [20, 50]


# one block of two games of three seats: two policies, one of which holds two seats
CREDITS = [1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0]
WINNERS = Written(
    {"score": [0] * 3, "turns": [4, 5, 6]},
    policies=["greedy", "greedy", "planner"],
    rotations=3,
    seats={"credit": CREDITS, "score": [9, 1, 2, 7, 7, 3, 0, 1, 8]},
)


def test_win_credit_is_reported_by_seat_and_by_policy(tmp_path) -> None:
    tables = tables_of(tmp_path, WINNERS, cooperative=False)
    seats, policies = win_rate.by_seat(tables), win_rate.by_policy(tables)
    assert seats["who"].tolist() == ["seat 1", "seat 2", "seat 3"]
    assert seats["estimate"].tolist() == pytest.approx([0.5, 1 / 6, 1 / 3])
    # seats of the planner: 3, 2, 1
    assert policies.set_index("who")["estimate"].to_dict() == pytest.approx(
        {"greedy": (1 + 0 + 0.5 + 0 + 0 + 1) / 6, "planner": (0 + 0.5 + 0) / 3}
    )
    assert set(seats["fair"]) == {1 / 3}


def test_policies_are_compared_only_where_several_meet(tmp_path) -> None:
    alone = Written({"score": [0]}, policies=["greedy"] * 2, seats={"credit": [1.0, 0.0]})
    tables = tables_of(tmp_path, alone, cooperative=False)
    assert win_rate.by_policy(tables).empty
    assert only(win_rate.headline(tables))["number"] == "wins of seat 1"


def test_points_are_reported_of_every_seat(tmp_path) -> None:
    tables = tables_of(tmp_path, WINNERS, cooperative=False)
    means = points.mean(tables).set_index("who")["estimate"].to_dict()
    assert means == pytest.approx(
        {"greedy": (9 + 1 + 7 + 3 + 1 + 8) / 6, "planner": (2 + 7 + 0) / 3}
    )
    shares = points.distribution(tables)
    assert shares["points"].tolist() == list(range(10))
    assert shares["estimate"].sum() == pytest.approx(1)
    assert set(shares["n"]) == {1}


def test_points_of_capped_games_do_not_count(tmp_path) -> None:
    written = Written(
        {"finished": [1, 0]},
        policies=["greedy"] * 2,
        seats={"credit": [1.0, 0.0, 0.0, 0.0], "score": [5, 3, 99, 99]},
    )
    tables = tables_of(tmp_path, written, cooperative=False)
    assert points.mean(tables)["estimate"].tolist() == [5, 3]


def test_win_credit_is_reported_by_policy_in_each_seat(tmp_path) -> None:
    shares = win_rate.by_policy_in_seats(tables_of(tmp_path, WINNERS, cooperative=False))
    by_key = shares.set_index(["who", "seat"])["estimate"].to_dict()
    # greedy sits in seats 1 and 2, then 1 and 3, then 2 and 3
    assert by_key == pytest.approx(
        {
            ("greedy", "seat 1"): (1 + 0.5) / 2,
            ("greedy", "seat 2"): 0,
            ("greedy", "seat 3"): (0 + 1) / 2,
            ("planner", "seat 1"): 0,
            ("planner", "seat 2"): 0.5,
            ("planner", "seat 3"): 0,
        }
    )
    assert set(shares["fair"]) == {1 / 3}


def test_shared_wins_are_counted_apart(tmp_path) -> None:
    row = only(win_rate.joint_win_rate(tables_of(tmp_path, WINNERS, cooperative=False)))
    assert [row[name] for name in ANSWER] == pytest.approx(clopper_pearson(1 / 3, 1))


# two games of three seats; in the second one the first place is shared
DUEL = {
    "credit": [1.0, 0.0, 0.0, 0.5, 0.5, 0.0],
    "rank": [1, 3, 2, 1, 1, 3],
    "from_land": [9, 2, 4, 6, 5, 1],
    "from_sea": [1, 1, 3, 0, 1, 2],
    "drawn_horse": [2, 0, 1, 0, 0, 3],
    "played_horse": [2, 0, 0, 0, 0, 1],
    "drawn_boat": [0] * 6,
    "played_boat": [0] * 6,
}
RICH = {
    "seat_groups": [
        {
            "name": "sources",
            "title": "Points",
            "unit": "points",
            "makes_score": True,
            "columns": {"from_land": "land", "from_sea": "sea"},
        }
    ],
    "cards": {
        "title": "Cards",
        "kinds": [
            {"label": "horse", "drawn": "drawn_horse", "played": "played_horse"},
            {"label": "boat", "drawn": "drawn_boat", "played": "played_boat"},
        ],
    },
    "prizes": {"title": "Prizes", "holders": {"hill": "the hill", "fort": "the fort"}},
}


@pytest.fixture
def rich(tmp_path) -> Tables:
    games = {"score": [0, 0], "hill": [2, None], "fort": [None, None]}
    written = Written(games, policies=["greedy"] * 3, seats=DUEL)
    return Tables(write_run(tmp_path / "run", [written], cooperative=False, facts=RICH))


def test_a_group_of_the_seats_is_reported_for_everyone_and_for_each_seat(rich) -> None:
    means_by_key = breakdown.means(rich, "sources", rich.main).set_index(["option", "who"])[
        "estimate"
    ]
    assert means_by_key["land", "every seat"] == pytest.approx(27 / 6)
    assert [means_by_key["land", f"seat {n}"] for n in (1, 2, 3)] == [7.5, 3.5, 2.5]
    assert means_by_key["sea", "seat 3"] == 2.5


def test_ranks_are_reported_with_the_total_of_all_columns(rich) -> None:
    means_by_key = winner_profile.by_rank(rich, "sources", rich.main).set_index(["option", "rank"])[
        "estimate"
    ]
    assert means_by_key["land", 1] == pytest.approx(20 / 3)
    assert means_by_key["total", 1] == pytest.approx(22 / 3)
    assert means_by_key["sea", 2] == 3
    assert means_by_key["total", 3] == 3


def test_winners_are_set_apart_by_what_they_have_more_of(rich) -> None:
    differences = winner_profile.apart(rich, "sources").set_index("option")["estimate"]
    assert differences["land"] == pytest.approx(20 / 3 - 7 / 3)
    assert differences["sea"] == pytest.approx(2 / 3 - 2)


def test_cards_are_reported_by_how_they_are_used(rich) -> None:
    usage = card.use(rich, rich.main).set_index(["card", "use"])["estimate"]
    assert usage["horse", "drawn"] == 1
    assert usage["horse", "played"] == 0.5
    assert card.play_rate(rich, rich.main).set_index("card")["estimate"]["horse"] == pytest.approx(
        2 / 6
    )


def test_seats_that_played_a_card_are_compared_with_those_that_did_not(rich) -> None:
    row = only(card.association(rich))
    assert (row["card"], row["family"]) == ("horse", 1)
    assert row["with"] == 0.5
    assert row["without"] == pytest.approx(1 / 4)
    assert row["estimate"] == pytest.approx(1 / 4)
    assert row["low"] < row["estimate"] < row["high"]


def test_cards_that_one_gets_once_are_reported_by_when(tmp_path) -> None:
    kinds = [{"label": name, "when": f"round_{name}"} for name in ("fox", "owl")]
    seats = {
        "credit": [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        "round_fox": [2, None, None, 4, 1, None],
        "round_owl": [None] * 6,
    }
    written = Written({"finished": [1, 1, 0]}, ["greedy"] * 2, seats=seats)
    facts = {"cards": {"title": "Allies", "kinds": kinds}}
    folder = write_run(tmp_path / "run", [written], cooperative=False, facts=facts)
    tables = Tables(folder)
    assert card.use(tables, tables.main).empty
    taken = card.take_rate(tables, tables.main).set_index("card")["estimate"]
    assert taken.to_dict() == {"fox": 1, "owl": 0}
    assert card.play_rate(tables, tables.main)["estimate"].tolist() == [0.5, 0]
    when = card.when(tables, tables.main).set_index("card")["estimate"]
    assert when["fox"] == 3
    assert np.isnan(when["owl"])
    fox = card.by_round(tables, tables.main).query("card == 'fox'")
    assert fox.set_index("round")["estimate"].to_dict() == {1: 0, 2: 0.5, 3: 0, 4: 0.5}
    assert only(card.association(tables))["estimate"] == 1


def test_what_a_seat_holds_is_reported_with_how_often_its_holder_wins(rich) -> None:
    shares = leader.holder(rich, "prizes", rich.main).set_index(["what", "who"])["estimate"]
    assert shares.to_dict() == {
        ("the hill", "seat 1"): 0,
        ("the hill", "seat 2"): 0,
        ("the hill", "seat 3"): 0.5,
        ("the hill", "nobody"): 0.5,
    }
    assert only(leader.wins(rich, "prizes"))["estimate"] == 0


def test_a_game_that_names_no_cards_and_no_prizes_is_not_asked_about_them(tmp_path) -> None:
    tables = tables_of(tmp_path, WINNERS, cooperative=False)
    assert card.association(tables).empty
    assert leader.wins(tables, "prizes").empty


def test_of_a_scenario_in_which_every_game_was_capped_nothing_is_known(tmp_path) -> None:
    tables = tables_of(tmp_path, Written({**GAMES, "finished": [0] * 10}))
    assert np.isnan(only(score.mean(tables))["estimate"])
    assert band.band(tables)["estimate"].tolist() == [0, 0, 0, 1]
    assert ecdf.ecdf(tables).empty


# -------------------------------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("verdicts", "order"),
    [
        (["same", "same"], "fair"),
        (["same", "less"], "unfair"),
        (["not decided", "more"], "unfair"),
        (["same", "not decided"], "not decided"),
    ],
)
def test_a_seat_order_is_judged_by_all_its_seats(verdicts, order) -> None:
    assert win_rate.seat_order(pd.DataFrame({"verdict": verdicts})) == order


@pytest.mark.parametrize(
    ("rates", "wrong"),
    [
        ((0.25, 0.25, 0.25, 0.25), {"more", "less"}),
        ((0.27, 0.25, 0.25, 0.23), {"more", "less"}),
        ((0.271, 0.27, 0.23, 0.229), {"same"}),
    ],
)
@pytest.mark.parametrize("n_games", [6000, pytest.param(400, marks=pytest.mark.long)])
def test_verdicts_on_seats_are_hardly_ever_wrong(rates, wrong, n_games) -> None:
    rng = np.random.default_rng(23)
    beyond = [abs(rate - 0.25) > win_rate.MARGIN for rate in rates]
    n_wrong, n_runs = 0, 100
    for _ in range(n_runs):
        credits = np.eye(4)[rng.choice(4, n_games, p=rates)]
        intervals = win_rate.credit_of_kinds([credits])
        intervals = (Interval(0.25, *ends, n_games) for ends in zip(*intervals[1:3], strict=True))
        verdicts = [verdict(interval, win_rate.MARGIN, fair=0.25) for interval in intervals]
        n_wrong += any(
            own_verdict in wrong and is_beyond == ("same" in wrong)
            for own_verdict, is_beyond in zip(verdicts, beyond, strict=True)
        )
    assert n_wrong / n_runs <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / n_runs)


def capped_run(folder: Path, rng: np.random.Generator, n_games: int, capped: float) -> Tables:
    """Return games of three even seats, of which a share was capped."""
    is_capped = rng.random(n_games) < capped
    credits = np.eye(3)[rng.integers(3, size=n_games)] * ~is_capped[:, None]
    seats = {"credit": credits.ravel(), "score": np.ones(credits.size, dtype=int)}
    written = Written({"finished": (~is_capped).astype(int)}, ["greedy"] * 3, seats=seats)
    return Tables(write_run(folder, [written], cooperative=False))


def test_even_seats_are_fair_however_many_games_are_capped(tmp_path) -> None:
    rng, n_runs = np.random.default_rng(24), 30
    runs = [capped_run(tmp_path / f"{n}", rng, 20_000, 0.143) for n in range(n_runs)]
    orders = [win_rate.seat_order(win_rate.by_seat(tables)) for tables in runs]
    assert orders.count("unfair") <= 4
    assert orders.count("fair") > n_runs / 2


def test_the_fair_share_is_that_of_the_finished_games(tmp_path) -> None:
    tables = capped_run(tmp_path / "run", np.random.default_rng(25), 1000, 0.2)
    rows = win_rate.by_seat(tables)
    n_finished = tables.scenario_counts(tables.main[0]).n_games * 3 * rows["fair"].iloc[0]
    assert n_finished == pytest.approx(1000 * rows["estimate"].sum())
