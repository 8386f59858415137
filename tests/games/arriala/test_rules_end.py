"""The end of a game: the last section, vineyards, the winner, the round limit [A16–A18]."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simlab.engine.build import Engine
from simlab.engine.record import NOT_APPLICABLE
from simlab.games.arriala import GAME
from simlab.games.arriala.state import NOBODY, VINEYARDS, End, Points
from tests.games.arriala.table import Table, table

FIRST = {"grisolles": "(..........)"}
OTHERS = {
    "montech": "(......)",
    "castelsarrasin": "(....)",
    "moissac": "(........)",
}


def built_except(players: int = 2, **drawn: str) -> dict[str, str]:
    """Return the stretches in play, built except those drawn."""
    return (FIRST if players > 2 else {}) | OTHERS | drawn


def finished(players: int = 2, **arranged: Any) -> Table:
    """Return a table where player 1 has just built the last section, which scores for nobody."""
    canal = built_except(players, castelsarrasin="122.")
    after = table(players=players, canal=canal, **arranged)
    after.play("place", "castelsarrasin 4")
    return after


def capped(players: int = 2, **arranged: Any) -> Table:
    """Return a table where the last player has just ended the last round allowed."""
    after = table(players=players, player=players, max_rounds=1, **arranged)
    after.play("end turn")
    return after


def ranks(after: Table) -> list[int]:
    return [int(seat.rank) for seat in after.outcome().seats[: after.state.n_players]]


# The last section


def test_the_game_stops_in_mid_turn_when_the_last_section_is_built() -> None:
    """A16."""
    after = finished()
    assert after.is_over()
    assert after.left() == 2
    assert not after.happened("turn_ended")
    [over] = after.happened("game_over")
    assert (over["reason"], over["rounds"]) == (End.ALL_BUILT, 1)


def test_the_game_goes_on_while_any_section_is_not_built() -> None:
    """A16."""
    after = table(canal=built_except(castelsarrasin="122.", montech="(12)L..."))
    after.play("place", "castelsarrasin 4")
    assert after.drawn("castelsarrasin") == "(1221)"
    assert not after.is_over()
    assert not after.happened("game_over")


def test_a_lock_may_build_the_last_two_sections_at_once() -> None:
    """A16, A8, A13: both are scored before the game stops."""
    after = table(canal=built_except(castelsarrasin="11.2"))
    after.play("lock", "castelsarrasin 3")
    assert after.is_over()
    assert (after.drawn("castelsarrasin"), after.scores()) == ("(11)L(2)", [4, 1])


def test_a_lock_that_removes_the_last_section_ends_the_game() -> None:
    """A16, A8."""
    after = table(canal=built_except(moissac="(1222..)L."))
    after.play("lock", "moissac 8")
    assert after.is_over()
    assert after.scores() == [1, 0]


def test_the_last_section_counts_before_the_vineyards() -> None:
    """A16."""
    after = table(canal=built_except(castelsarrasin="112."), vineyards={"brulhois": "2"})
    after.play("place", "castelsarrasin 4")
    happened = after.happened("section_scored", "game_over", "vineyard_scored", "ranked")
    assert [event["event"] for event in happened] == [
        *("section_scored", "game_over", "vineyard_scored", "vineyard_scored", "ranked", "ranked")
    ]
    assert after.scores() == [6, 6]


# Vineyards


@pytest.mark.parametrize(
    ("players", "vineyard", "workers", "winner"),
    [
        pytest.param(2, "chasselas", "", 0, id="empty"),
        pytest.param(2, "chasselas", "2", 2, id="a lone worker"),
        pytest.param(2, "brulhois", "112", 1, id="2-1"),
        pytest.param(2, "brulhois", "12", 0, id="1-1"),
        pytest.param(2, "chasselas", "1122", 0, id="2-2"),
        pytest.param(3, "brulhois", "11223", 3, id="2-2-1"),
        pytest.param(3, "brulhois", "112233", 0, id="2-2-2"),
        pytest.param(4, "frontonnais", "1112", 1, id="3-1"),
        pytest.param(4, "frontonnais", "122333", 3, id="3-2-1"),
        pytest.param(4, "frontonnais", "112234", 0, id="2-2-1-1"),
        pytest.param(4, "frontonnais", "1122444", 4, id="3-2-2"),
        pytest.param(4, "frontonnais", "11122234", 0, id="3-3-1-1"),
        pytest.param(4, "frontonnais", "11222333", 1, id="3-3-2"),
    ],
)
def test_each_vineyard_pays_its_majority_as_a_section_does(
    players: int, vineyard: str, workers: str, winner: int
) -> None:
    """A16, A14."""
    after = finished(players, vineyards={vineyard: workers})
    worth = {"frontonnais": 8, "chasselas": 4, "brulhois": 6}[vineyard]
    assert after.scores() == [worth * (winner == player) for player in range(1, players + 1)]
    place = VINEYARDS.index(vineyard)
    scored = {event["vineyard"]: event for event in after.happened("vineyard_scored")}
    assert scored[place]["colour"] == (winner - 1 if winner else NOBODY)
    [counted] = [e for e in after.happened("vineyard_counted") if e["vineyard"] == place]
    counts = [workers.count(sign) for sign in "1234"]
    assert [counted[f"seat_{seat}"] for seat in range(4)] == counts


def test_all_vineyards_are_paid() -> None:
    """A16."""
    vineyards = {"frontonnais": "2", "chasselas": "1", "brulhois": "112"}
    assert finished(4, vineyards=vineyards).scores() == [4 + 6, 8, 0, 0]


def test_a_vineyard_is_worth_what_the_data_file_says() -> None:
    """A16."""
    patch: dict[str, Any] = {"vineyards.chasselas.points": 30}
    assert finished(vineyards={"chasselas": "1"}, **patch).scores() == [30, 0]


@pytest.mark.parametrize(("players", "in_play"), [(2, [1, 2]), (3, [1, 2]), (4, [0, 1, 2])])
def test_only_vineyards_in_play_are_counted(players: int, in_play: list[int]) -> None:
    """A16, A2."""
    after = finished(players)
    assert [event["vineyard"] for event in after.happened("vineyard_counted")] == in_play
    assert [event["vineyard"] for event in after.happened("vineyard_scored")] == in_play


# The winner


@pytest.mark.parametrize(
    ("scores", "expected"),
    [((9, 7, 8), [1, 3, 2]), ((7, 8, 9), [3, 2, 1]), ((0, 0, 1), [2, 2, 1])],
)
def test_most_points_win(scores: tuple[int, ...], expected: list[int]) -> None:
    """A17."""
    after = capped(3, scores=scores)
    assert ranks(after) == expected
    assert after.outcome().winner == expected.index(1)


def test_points_of_vineyards_decide_too() -> None:
    """A17, A16."""
    after = finished(scores=(5, 6), vineyards={"chasselas": "1"})
    assert (after.scores(), ranks(after)) == ([9, 6], [1, 2])


@pytest.mark.parametrize(
    "places",
    [
        {"towns": {"moissac": "122"}},
        {"towns": {"moissac": "2", "montech": "12"}},
        {"canal": {"montech": "1...22"}},
        {"canal": {"montech": "(1...22)"}},
        {"canal": {"montech": "1....2"}, "towns": {"moissac": "12", "montech": "2"}},
    ],
)
def test_among_equals_most_workers_on_the_canal_win(places: dict[str, Any]) -> None:
    """A17: in towns and on cells, built or not."""
    after = capped(scores=(5, 5), **places)
    row = after.outcome()
    assert ranks(after) == [2, 1]
    assert (row.winner, row.shared, row.margin) == (1, 0, 0)


@pytest.mark.parametrize(
    "places",
    [
        {"river": "112"},
        {"vineyards": {"chasselas": "1112"}},
        {"towns": {"moissac": "12nn"}},
        {"towns": {"moissac": "12"}, "river": "11"},
    ],
)
def test_workers_in_vineyards_on_blue_cells_and_in_reserve_break_no_tie(
    places: dict[str, Any],
) -> None:
    """A17."""
    patch: dict[str, Any] = {"vineyards.chasselas.points": 0}
    after = capped(scores=(5, 5), **places, **patch)
    row = after.outcome()
    assert ranks(after) == [1, 1]
    assert (row.winner, row.shared) == (NOT_APPLICABLE, 1)


@pytest.mark.parametrize(
    ("scores", "towns", "expected", "credits"),
    [
        ((5, 5), "", [1, 1], [0.5, 0.5]),
        ((5, 5, 5), "", [1, 1, 1], [1 / 3, 1 / 3, 1 / 3]),
        ((5, 5, 5), "12", [1, 1, 3], [0.5, 0.5, 0]),
        ((5, 3, 3, 1), "", [1, 2, 2, 4], [1, 0, 0, 0]),
        ((5, 3, 3, 1), "244", [1, 2, 3, 4], [1, 0, 0, 0]),
        ((1, 5, 0, 5), "1112", [3, 1, 4, 2], [0, 1, 0, 0]),
    ],
)
def test_equals_share_the_better_rank_and_the_win(
    scores: tuple[int, ...], towns: str, expected: list[int], credits: list[float]
) -> None:
    """A17."""
    after = capped(len(scores), scores=scores, towns={"moissac": towns})
    assert ranks(after) == expected
    assert [seat.credit for seat in after.outcome().seats[: len(scores)]] == credits
    journaled = [event["rank"] for event in after.happened("ranked")]
    assert journaled == expected


# The round limit


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("limit", [1, 2])
def test_a_game_stops_after_the_last_seat_of_the_last_round(players: int, limit: int) -> None:
    """A18."""
    after = table(players=players, max_rounds=limit)
    for _ in range(limit * players):
        assert not after.is_over()
        after.play("end turn")
    assert after.is_over()
    [over] = after.happened("game_over")
    assert (over["reason"], over["rounds"]) == (End.ROUND_LIMIT, limit)
    row = after.outcome()
    assert (row.finished, row.end_reason) == (0, End.ROUND_LIMIT)
    assert (row.rounds, row.turns) == (limit, limit * players)


def test_a_capped_game_pays_vineyards_but_no_open_section() -> None:
    """A18, A16."""
    after = capped(canal={"montech": "11111."}, vineyards={"chasselas": "2"})
    assert (after.scores(), ranks(after)) == ([0, 4], [2, 1])


def test_a_game_that_is_over_in_its_last_round_is_not_capped() -> None:
    """A16, A18."""
    row = finished(max_rounds=1).outcome()
    assert (row.finished, row.end_reason) == (1, End.ALL_BUILT)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_row_of_a_capped_game_is_whole(players: int) -> None:
    """A18, A16, A17: vineyards are paid and there is a winner, though nothing is finished."""
    scores = (3, 9, 2, 1)[:players]
    after = capped(players, scores=scores, vineyards={"chasselas": "1", "brulhois": "112"})
    row = after.outcome()
    assert (row.finished, row.end_reason, row.rounds) == (0, End.ROUND_LIMIT, 1)
    assert [seat.score for seat in row.seats[:players]] == [13, *scores[1:]]
    assert [seat.points[Points.VINEYARDS] for seat in row.seats[:players]] == [
        10,
        *[0] * (players - 1),
    ]
    assert (row.winner, row.shared, row.first_seat_rank, row.margin) == (0, 0, 1, 4)
    assert [int(seat) for seat in row.vineyard_winner] == [NOT_APPLICABLE, 0, 0]


def test_the_row_of_a_game_cut_at_the_decision_limit_is_one_of_a_game_not_ended() -> None:
    """A18: the vineyards are not due yet, and points so far rank the seats."""
    after = table(scores=(3, 9), vineyards={"chasselas": "1"})
    row = after.outcome()
    assert (row.finished, row.end_reason) == (0, NOT_APPLICABLE)
    assert ([seat.score for seat in row.seats[:2]], row.winner) == ([3, 9], 1)


def test_a_whole_game_cut_at_the_decision_limit_is_reported_as_not_finished() -> None:
    """A18: by the engine, with as few decisions as make one round."""
    engine = Engine(replace(GAME, decision_limit=12))
    lineup = [policy for policy in GAME.policies if policy.name == "random"] * 2
    rows = engine.play(GAME.load().row, lineup, 1914, 0, 5)
    assert rows["finished"].tolist() == [0] * 5
    assert rows["decisions"].tolist() == [12] * 5
    assert rows["end_reason"].tolist() == [NOT_APPLICABLE] * 5
    assert (rows["seats"]["credit"][:, :2].sum(axis=1) == 1).all()
