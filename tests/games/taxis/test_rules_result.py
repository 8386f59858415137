"""The end of a game, the score and what is reported of it [T7, T21]."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simlab.engine.build import Engine
from simlab.engine.loop import Progress
from simlab.engine.record import NOT_APPLICABLE, new, row_of
from simlab.games.taxis import GAME
from simlab.games.taxis.rules.outcome import snapshot, tier_of
from simlab.games.taxis.rules.turn import begin_turn
from simlab.games.taxis.state import TIMELINE, End, Phase
from tests.games.taxis.game_record import POLICIES
from tests.games.taxis.table import Table, table


def test_the_score_is_the_sum_of_the_values_sent_and_tokens_add_nothing() -> None:
    """T21."""
    after = table(
        hands=["red 3, red 2, joker 3"], taxis={"fabert": 4, "grenelle": 2}, tokens=["fabert"]
    )
    after.play("send fabert", "load red 3", "load red 2", "depart")
    after.play("send grenelle", "load joker 3", "depart")
    assert after.outcome().score == 6


@pytest.mark.parametrize(
    ("score", "tier"),
    [
        (0, 0),
        (1, 1),
        (39, 1),
        (40, 2),
        (45, 2),
        (46, 3),
        (51, 3),
        (52, 4),
        (57, 4),
        (58, 5),
        (63, 5),
        (64, 6),
        (72, 6),
    ],
)
def test_the_team_reads_its_tier_in_the_victory_table(score: int, tier: int) -> None:
    """T21."""
    assert tier_of(table().rules, score) == tier


def test_a_score_of_zero_is_below_the_victory_table() -> None:
    """T21."""
    after = table()
    after.let(begin_turn)
    assert (after.outcome().score, after.outcome().tier) == (0, 0)


def test_the_victory_table_can_be_changed() -> None:
    """T21."""
    patch: dict[str, Any] = {"tiers.6.from": 70}
    assert tier_of(table(**patch).rules, 64) == 5
    assert tier_of(table(**patch).rules, 70) == 6


@pytest.mark.parametrize(
    ("coming", "reason"), [([], End.DECK_EMPTY), (["fabert 3"], End.JAM)], ids=["empty", "jam"]
)
def test_the_row_says_why_the_game_ended(coming: list[str], reason: End) -> None:
    """T7."""
    streets = table().streets
    after = table(taxis=dict.fromkeys(streets, 4), coming=coming)
    after.let(begin_turn)
    assert after.outcome().end_reason == reason


def test_a_game_that_was_capped_has_no_reason_to_end() -> None:
    """T7."""
    assert table().outcome().end_reason == NOT_APPLICABLE


def test_a_game_that_is_over_asks_nobody() -> None:
    """T7."""
    after = table()
    after.let(begin_turn)
    assert after.phase() == Phase.OVER
    assert GAME.next_seat(after.rules, after.state) == -1


@pytest.mark.parametrize(
    ("players", "turns", "rounds"), [(1, 7, 7), (3, 6, 2), (3, 7, 3), (5, 1, 1)]
)
def test_a_round_begun_counts_as_a_round(players: int, turns: int, rounds: int) -> None:
    """T17."""
    after = table(players=players)
    after.state.turns = turns
    assert (after.outcome().turns, after.outcome().rounds) == (turns, rounds)


def test_a_turn_counts_once_its_first_taxi_stands() -> None:
    """T6, T7."""
    after = table(coming=["fabert 3"])
    after.play("end turn")
    assert after.outcome().turns == 2
    after.play("end turn")
    assert (after.phase(), after.outcome().turns) == (Phase.OVER, 2)


def test_actions_are_wasted_in_finished_turns_extra_ones_included() -> None:
    """T15, T14."""
    after = table(hands=["extra action"], coming=["fabert 3"], pile="red 1")
    after.play("play extra action", "draw")
    assert after.outcome().wasted_actions == 0
    after.play("end turn")
    assert after.outcome().wasted_actions == 3


def test_a_turn_cut_short_by_the_end_wastes_nothing() -> None:
    """T7, T15."""
    after = table(coming=["constantine 2"])
    after.play("end turn")
    assert (after.phase(), after.outcome().wasted_actions) == (Phase.OVER, 3)


def test_taxis_left_are_distinguished_by_whether_they_ever_came() -> None:
    """T21."""
    after = table(taxis={"fabert": 4, "orsay": 2}, coming=["fabert 3", "orsay 3", "orsay 4"])
    assert (after.outcome().left_standing, after.outcome().left_undrawn) == (2, 3)


def test_sent_taxis_are_counted_by_the_colour_of_their_back_and_by_value() -> None:
    """T13, T21."""
    after = table(
        hands=["blue 3, red 2"],
        taxis={"saint dominique": "fabert 3", "fabert": 2},
        officers=["saint dominique", "fabert"],
    )
    after.play("send saint dominique", "load blue 3", "depart")
    after.play("send fabert", "load red 2", "depart")
    row = after.outcome()
    assert (row.sent, row.sends) == (2, 2)
    assert row.sent_colour.tolist() == [2, 0, 0, 0]
    assert row.sent_value.tolist() == [0, 1, 1, 0, 0, 0]


def test_overloading_counts_beyond_value_and_token() -> None:
    """T13."""
    after = table(hands=["red 3, joker 3"], taxis={"fabert": 2}, tokens=["fabert"], token_penalty=2)
    after.play("send fabert", "load red 3", "load joker 3", "depart")
    assert after.outcome().overloaded == 2


def test_the_row_counts_arrivals_tokens_and_the_fullest_moment() -> None:
    """T6."""
    after = table(hands=["red 3"], coming=["fabert 3", "fabert 3"], officers=["fabert"])
    after.play("end turn", "end turn")
    assert after.outcome().arrivals == 2
    assert (after.outcome().tokens_placed, after.outcome().most_streets) == (1, 2)


# The table after each round


def rows_after(table: Table, wanted: int = 1) -> tuple[int, int, int, int]:
    """Return rounds ended, and streets, tokens and score of the timeline row of one round."""
    row = row_of(new(TIMELINE))
    row.rounds = wanted
    rounds = snapshot(table.rules, table.state, row)
    return rounds, int(row.streets), int(row.tokens), int(row.score)


def test_the_timeline_tells_how_the_table_was_when_the_round_ended() -> None:
    """T17."""
    after = table(taxis={"fabert": 4}, coming=["fabert 3", "orsay 3", "grenelle 3"])
    assert rows_after(after)[0] == 0
    after.play("end turn")
    assert rows_after(after)[0] == 0
    after.play("end turn")
    assert rows_after(after) == (1, 2, 1, 0)
    assert len(after.standing()) == 3


def test_a_game_that_ends_in_a_round_ends_that_round() -> None:
    """T7, T17."""
    after = table(players=3, taxis={"fabert": 4}, coming=["fabert 3"])
    after.play("end turn", "end turn")
    assert after.phase() == Phase.OVER
    assert rows_after(after) == (1, 2, 1, 0)
    assert after.outcome().rounds == 1


def test_a_game_that_ends_as_a_round_begins_ends_no_further_round() -> None:
    """T7, T17."""
    after = table(players=2, coming=["fabert 3"])
    after.play("end turn", "end turn")
    assert after.phase() == Phase.OVER
    assert rows_after(after) == (1, 1, 0, 0)
    assert after.outcome().rounds == 1


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_game_that_ends_in_the_last_turn_of_a_round_ends_that_round(players: int) -> None:
    """T8 d, T7, T17: the last taxi of all calls for another."""
    after = table(players=players, coming=["constantine 2"])
    after.state.turns = players - 1
    after.state.seat = players - 1
    after.let(begin_turn)
    assert after.phase() == Phase.OVER
    assert after.outcome().rounds == 1
    assert rows_after(after) == (1, 1, 0, 0)


@pytest.mark.parametrize("players", [1, 2])
def test_two_rounds_that_end_at_once_are_distinguished(players: int) -> None:
    """T8 d, T7, T17: the round ends, and the first taxi of the next one calls for another."""
    after = table(players=players, taxis={"orsay": 4}, coming=["constantine 2"])
    after.state.seat = players - 1
    after.state.turns = players
    after.play("end turn")
    assert after.phase() == Phase.OVER
    assert rows_after(after, 1) == (2, 1, 0, 0)
    assert rows_after(after, 2) == (2, 2, 0, 0)


def test_the_timeline_of_a_game_misses_no_round() -> None:
    """T8 d, T7, T17: in some of these games one choice ends two rounds."""
    greedy, progress = POLICIES["greedy"], new(Progress.dtype)
    timeline = np.zeros(100 * GAME.most_rounds, TIMELINE)
    rows = Engine(GAME).play(
        GAME.load().row, [greedy], 777, 0, 100, progress=progress, timeline=timeline
    )
    kept = timeline[: progress["timeline_rows"][0]]
    counted = [kept["rounds"][kept["deal"] == deal].tolist() for deal in range(100)]
    assert counted == [list(range(1, rounds + 1)) for rounds in rows["rounds"]]
