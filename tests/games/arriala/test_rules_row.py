"""What is reported of a game: its row and the rows of its rounds."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.engine.record import NOT_APPLICABLE, new, row_of
from simlab.games.arriala.rules.outcome import snapshot
from simlab.games.arriala.state import ACTIONS, CARDS, SOURCES, TIMELINE
from tests.games.arriala.table import Table, fresh_table, in_words, table


def seat_row(after: Table, player: int = 1) -> Any:
    return after.outcome().seats[player - 1]


def named(names: tuple[str, ...], counts: Any) -> dict[str, int]:
    """Return the counts that are not 0, by name."""
    return {in_words(name): int(n) for name, n in zip(names, counts, strict=True) if n}


# Points and sections


def test_points_are_distinguished_by_where_they_come_from() -> None:
    """A7, A8, A11, A13, A16."""
    after = table(
        canal={"castelsarrasin": "1.22"},
        towns={"montech": "1"},
        vineyards={"brulhois": "1"},
        hands=["pont canal, lock"],
        scores=(0, 9),
        max_rounds=1,
    )
    after.play("play pont canal", "play lock", "castelsarrasin 2", "river work from montech")
    after.play("end turn", "end turn")
    points = named(SOURCES, seat_row(after).points)
    assert points == {"sections": 1, "locks": 1, "river": 3, "art works": 5, "vineyards": 6}
    assert named(SOURCES, seat_row(after, 2).points) == {"sections": 3}
    assert seat_row(after).score == 1 + 1 + 3 + 5 + 6


def test_sections_are_counted_by_size_for_the_game_and_for_who_won_them() -> None:
    """A13, A14."""
    after = table(canal={"montech": "12.1.2", "castelsarrasin": "222."}, action_points=12)
    after.play("lock", "montech 3", "place", "castelsarrasin 4", "lock", "montech 5")
    row = after.outcome()
    assert (row.sections, row.unscored, row.locks) == (4, 1, 2)
    assert row.built.tolist() == [2, 1, 0, 1, *[0] * 8]
    assert (seat_row(after, 1).sections_won, seat_row(after, 2).sections_won) == (1, 2)
    assert seat_row(after, 1).won.tolist() == [1, *[0] * 11]
    assert seat_row(after, 2).won.tolist() == [1, 0, 0, 1, *[0] * 8]


def test_a_section_that_neutral_workers_lead_is_counted_as_unscored() -> None:
    """A14."""
    after = table(canal={"castelsarrasin": "nnn."})
    after.play("place", "castelsarrasin 4")
    assert (after.outcome().sections, after.outcome().unscored) == (1, 1)


def test_works_are_counted() -> None:
    """A7, A8, A9, A11."""
    after = table(
        towns={"moissac": "11"}, river="2", hands=["pente d eau"], discards="lock", action_points=12
    )
    after.play("play pente d eau", "river work from moissac", "lock", "montech 3", "draw")
    row = after.outcome()
    assert (row.river_works, row.locks, row.art_works, row.reshuffles) == (2, 1, 1, 1)


def test_vineyards_are_reported_by_who_won_them() -> None:
    """A16."""
    after = table(vineyards={"chasselas": "2", "brulhois": "12"}, max_rounds=1, player=2)
    after.play("end turn")
    assert after.outcome().vineyard_winner.tolist() == [NOT_APPLICABLE, 1, NOT_APPLICABLE]


# Cards, action points, workers


def test_cards_drawn_and_played_are_counted_by_kind_without_the_first_hand() -> None:
    """A1, A9, A10."""
    assert not named(CARDS, seat_row(fresh_table()).drawn)
    after = table(hands=["lock, place"], pile="place, place")
    after.play("draw", "draw", "play place", "montech 1")
    assert named(CARDS, seat_row(after).drawn) == {"place": 2}
    assert named(CARDS, seat_row(after).played) == {"place": 1}
    assert not named(CARDS, seat_row(after, 2).drawn)


def test_action_points_are_counted_by_what_they_were_spent_on() -> None:
    """A4, A5, A10: what a card does costs nothing, and no more than playing it is spent."""
    after = table(hands=["lock, place"], action_points=12)
    after.play("place", "montech", "move 1 from montech", "montech 3")
    after.play("play lock", "moissac 1", "play place", "montech 1", "end turn")
    assert named(ACTIONS, seat_row(after).spent) == {"place": 3, "move": 3, "play": 2}
    assert (seat_row(after).lost, seat_row(after, 2).lost) == (4, 0)


def test_points_are_lost_at_the_end_of_a_turn_only() -> None:
    """A3, A16."""
    canal = {"montech": "(......)", "castelsarrasin": "122.", "moissac": "(........)"}
    after = table(canal=canal)
    after.play("place", "castelsarrasin 4")
    assert after.is_over()
    assert (after.left(), seat_row(after).lost) == (2, 0)


def test_workers_are_reported_where_they_are() -> None:
    """A17."""
    after = table(
        canal={"montech": "1.L(22)L", "moissac": "1......."},
        towns={"moissac": "1"},
        vineyards={"chasselas": "1", "brulhois": "2"},
        river="1",
    )
    first, second = seat_row(after, 1), seat_row(after, 2)
    assert (first.on_canal, first.in_vineyards, first.on_river, first.reserve) == (3, 1, 1, 0)
    assert (second.on_canal, second.in_vineyards, second.on_river, second.reserve) == (2, 1, 0, 2)


# The lead


def led_by(seat: int | None) -> tuple[int, int]:
    """Return scores with one seat ahead, or none."""
    return (5 + (seat == 0), 5 + (seat == 1))


def after_rounds(*leaders: int | None) -> Table:
    """Return a finished game of two whose rounds ended with these seats alone in front."""
    after = table(max_rounds=len(leaders))
    for leader in leaders:
        after.board.scores[:2] = led_by(leader)
        after.play("end turn", "end turn")
    return after


@pytest.mark.parametrize(
    ("leaders", "expected"),
    [
        ((0,), [0, 0, 0]),
        ((0, 1), [0, 0, 1]),
        ((0, 1, 0), [0, 1, 0]),
        ((0, 1, None, 1), [0, 1, None]),
        ((0, 0, 1, 0, 1), [0, 1, 0]),
        ((1, 1, 0, 0, 1, 1, 0, 0), [1, 0, 1]),
    ],
)
def test_the_leader_is_noted_when_a_quarter_half_and_three_quarters_of_the_rounds_ended(
    leaders: tuple[int | None, ...], expected: list[int | None]
) -> None:
    """A18: the rounds are counted up to the next whole one."""
    after = after_rounds(*leaders)
    winner = leaders[-1]
    row = after.outcome()
    nulls = [NOT_APPLICABLE if seat is None else seat for seat in expected]
    assert row.leader.tolist() == nulls
    won = [NOT_APPLICABLE if seat is None else seat == winner for seat in expected]
    assert row.leader_won.tolist() == won


def test_a_leader_who_shares_the_win_has_won() -> None:
    """A17."""
    row = after_rounds(1, 0, 0, None).outcome()
    assert (row.shared, row.leader.tolist()) == (1, [1, 0, 0])
    assert row.leader_won.tolist() == [1, 1, 1]


def test_vineyards_come_after_the_last_round() -> None:
    """A16, A18: they change neither the leader of the round nor the lead."""
    after = table(towns={"montech": "12"}, vineyards={"chasselas": "2"}, max_rounds=1)
    after.play("river work from montech", "end turn", "end turn")
    row = after.outcome()
    assert (after.scores(), row.winner) == ([3, 4], 1)
    assert (row.leader.tolist(), row.leader_won.tolist()) == ([0, 0, 0], [0, 0, 0])
    assert row.lead_changes == 0


def test_the_lead_changes_when_another_seat_comes_to_lead_alone() -> None:
    """A17: not when somebody first leads, and not when a tie breaks up the same way."""
    after = table(towns={"montech": "1122"}, action_points=12)
    changes = []
    for step in (
        ("river work from montech",),  # 3–0
        ("end turn", "river work from montech"),  # 3–3
        ("end turn", "lock", "montech 1"),  # 4–3
        ("end turn", "river work from montech"),  # 4–6
        ("end turn", "lock", "montech 3", "lock", "moissac 3"),  # 6–6
        ("lock", "moissac 5"),  # 7–6
    ):
        after.play(*step)
        changes.append(int(after.outcome().lead_changes))
    assert changes == [0, 0, 0, 1, 1, 2]


def test_the_lead_is_looked_at_when_a_step_is_done() -> None:
    """A8: not between a lock and the section it completes."""
    after = table(canal={"montech": "22...."}, scores=(4, 4))
    after.state.leader = 1
    after.play("lock", "montech 3")
    assert (after.scores(), after.outcome().lead_changes) == ([5, 7], 0)


# The result


@pytest.mark.parametrize(
    ("scores", "margin", "winner", "rank"),
    [
        ((9, 4, 6), 3, 0, 1),
        ((4, 9, 9), 0, NOT_APPLICABLE, 3),
        ((5, 5, 6), 1, 2, 2),
        ((5, 5, 5), 0, NOT_APPLICABLE, 1),
    ],
)
def test_the_row_tells_the_winner_the_margin_and_how_the_first_seat_fared(
    scores: tuple[int, ...], margin: int, winner: int, rank: int
) -> None:
    """A17."""
    after = table(players=3, player=3, scores=scores, max_rounds=1)
    after.play("end turn")
    row = after.outcome()
    assert (row.margin, row.winner, row.first_seat_rank) == (margin, winner, rank)
    assert row.shared == (winner == NOT_APPLICABLE)


def test_rounds_and_turns_are_counted_when_they_begin() -> None:
    """A3."""
    after = table(players=3)
    assert (after.outcome().rounds, after.outcome().turns) == (1, 1)
    after.play("end turn", "end turn", "end turn", "end turn")
    assert (after.outcome().rounds, after.outcome().turns) == (2, 5)


def test_a_game_whose_decisions_ran_out_has_no_reason_to_end() -> None:
    """A18."""
    row = table(scores=(1, 0)).outcome()
    assert (row.finished, row.end_reason) == (0, NOT_APPLICABLE)


# The rows of rounds


def round_row(after: Table) -> tuple[int, int, list[int]]:
    """Return rounds ended, cells built and scores of the timeline row."""
    row = row_of(new(TIMELINE))
    rounds = snapshot(after.rules, after.state, row)
    return rounds, int(row.cells_built), row.scores.tolist()


def test_a_round_ends_when_the_last_seat_has_had_its_turn() -> None:
    """A3."""
    after = table(canal={"castelsarrasin": "112."}, scores=(0, 2))
    empty = [NOT_APPLICABLE, NOT_APPLICABLE]
    after.play("place", "castelsarrasin 4", "end turn")
    assert round_row(after) == (0, 4, [6, 2, *empty])
    after.play("end turn")
    assert round_row(after) == (1, 4, [6, 2, *empty])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_that_is_over_ends_its_round(players: int) -> None:
    """A16, A18."""
    after = table(players=players, player=players, max_rounds=1)
    after.play("end turn")
    rounds, cells_built, scores = round_row(after)
    assert (rounds, cells_built) == (1, 0)
    assert scores == [*[0] * players, *[NOT_APPLICABLE] * (4 - players)]


def test_the_last_row_of_rounds_leaves_out_what_the_vineyards_pay() -> None:
    """A16: they are counted after the game has stopped."""
    after = table(vineyards={"chasselas": "1"}, scores=(2, 3), max_rounds=1, player=2)
    after.play("end turn")
    assert after.scores() == [6, 3]
    assert round_row(after)[2][:2] == [2, 3]
