"""Locks: where they may be built and what they do to sections [A8]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.arriala.table import table

STRETCHES = ["grisolles", "montech", "castelsarrasin", "moissac"]

# Where


def test_a_lock_is_put_on_a_cell_and_scores_a_point() -> None:
    """A8."""
    after = table(canal={"montech": "12...."})
    after.play("lock", "montech 4")
    assert (after.drawn("montech"), after.scores()) == ("12.L..", [1, 0])
    assert (after.board.n_locks, after.left()) == (7, 1)


@pytest.mark.parametrize("points", [0, 4])
def test_a_lock_is_worth_what_the_rules_say(points: int) -> None:
    """A8."""
    after = table(lock_points=points)
    after.play("lock", "montech 4")
    assert after.scores() == [points, 0]


@pytest.mark.parametrize("way", ["lock", "play lock"])
def test_a_lock_needs_a_free_cell_of_a_section_not_yet_built(way: str) -> None:
    """A8, A10, A15: no town, no worker, no other lock, no built section."""
    canal = {"montech": "..1L(2.)", "castelsarrasin": "(1.2.)", "moissac": "....2nL."}
    start = table(canal=canal, hands=["lock"], may_enter_built=True)
    montech, moissac = (1, 2), (1, 2, 3, 4, 8)
    assert start.menu(way) == [
        *(f"montech {number}" for number in montech),
        *(f"moissac {number}" for number in moissac),
    ]


def test_a_lock_may_stand_beside_a_town_and_beside_another_lock() -> None:
    """A8."""
    after = table(action_points=8)
    after.play("lock", "montech 1", "lock", "montech 2")
    assert after.drawn("montech") == "LL...."


# How many


@pytest.mark.parametrize("way", ["lock", "play lock"])
@pytest.mark.parametrize(
    ("full", "drawing", "almost_full"),
    [
        ("grisolles", "L.L.L.....", "L.L......."),
        ("montech", ".L.L..", ".L...."),
        ("castelsarrasin", ".L..", "...."),
        ("moissac", ".L....L.", ".......L"),
    ],
)
def test_a_stretch_takes_no_more_locks_than_its_limit(
    full: str, drawing: str, almost_full: str, way: str
) -> None:
    """A8, A10: 3, 2, 1 and 2 locks."""
    others = [stretch for stretch in STRETCHES if stretch != full]
    menu = table(players=4, canal={full: drawing}, hands=["lock"]).menu(way)
    assert list(dict.fromkeys(space.split()[0] for space in menu)) == others
    menu = table(players=4, canal={full: almost_full}, hands=["lock"]).menu(way)
    assert list(dict.fromkeys(space.split()[0] for space in menu)) == STRETCHES


def test_the_limit_of_a_stretch_can_be_changed() -> None:
    """A8."""
    more: dict[str, Any] = {"locks.montech_castelsarrasin.locks": 3}
    assert "montech 3" in table(canal={"montech": ".L.L.."}, **more).menu("lock")
    none: dict[str, Any] = {"locks.montech_castelsarrasin.locks": 0}
    assert "montech 3" not in table(**none).menu("lock")


def test_no_lock_is_built_when_all_stretches_are_at_their_limits() -> None:
    """A8, A10."""
    canal = {"montech": ".L.L..", "castelsarrasin": ".L..", "moissac": "L......L"}
    start = table(canal=canal, lock_pieces=30, hands=["lock"])
    assert start.menu() == ["end turn", "place"]


@pytest.mark.parametrize("pieces", [0, 1, 2])
def test_no_lock_is_built_when_no_piece_is_left(pieces: int) -> None:
    """A8, A10."""
    drawing = ("L" * pieces).ljust(8, ".")
    canal = {"moissac": drawing}
    assert table(canal=canal, hands=["lock"], lock_pieces=pieces).menu() == ["end turn", "place"]
    more = table(canal=canal, hands=["lock"], lock_pieces=pieces + 1)
    assert more.menu() == ["end turn", "place", "lock", "play lock"]


def test_locks_of_cards_and_of_points_come_from_the_same_pieces() -> None:
    """A8, A10."""
    after = table(hands=["lock, lock"], lock_pieces=2)
    after.play("play lock", "montech 1", "lock", "montech 3")
    assert (after.board.n_locks, after.left(), after.hand()) == (0, 0, "lock")
    assert after.menu() == ["end turn"]


# What it does to a section


def test_a_lock_splits_a_section_in_two() -> None:
    """A8, A13: each part is built when it is full."""
    after = table(canal={"montech": "11...2"}, action_points=10)
    after.play("lock", "montech 4")
    assert after.drawn("montech") == "11.L.2"
    after.play("place", "montech 5")
    assert after.drawn("montech") == "11.L(12)"
    after.play("place", "montech 3")
    assert after.drawn("montech") == "(111)L(12)"


@pytest.mark.parametrize(
    ("before", "space", "drawing", "scores"),
    [
        ("12.2..", "montech 3", "(12)L2..", [1, 0]),
        ("22.2..", "montech 3", "(22)L2..", [1, 3]),
        ("2..111", "montech 3", "2.L(111)", [5, 0]),
        ("222..1", "montech 5", "222.L(1)", [2, 0]),
        ("1....2", "montech 2", "(1)L...2", [2, 0]),
        ("1222.1", "montech 5", "(1222)L(1)", [2, 6]),
        (".22222", "montech 1", "L(22222)", [1, 7]),
        ("11112.", "montech 6", "(11112)L", [8, 0]),
        ("1.L.22", "montech 2", "(1)LL.22", [2, 0]),
    ],
)
def test_a_lock_builds_each_part_that_is_full(
    before: str, space: str, drawing: str, scores: list[int]
) -> None:
    """A8, A13, A14."""
    after = table(canal={"montech": before})
    after.play("lock", space)
    assert (after.drawn("montech"), after.scores()) == (drawing, scores)


def test_the_point_of_the_lock_comes_first_then_the_sections_from_grisolles() -> None:
    """A8, A13."""
    after = table(canal={"montech": "111.11"})
    after.play("lock", "montech 4")
    happened = after.happened("lock_built", "section_built", "section_scored")
    assert [event["event"] for event in happened] == [
        "lock_built",
        *["section_built", "section_scored"] * 2,
    ]
    assert [event["score"] for event in happened if "score" in event] == [1, 5, 8]
    firsts = [after.spaces[event["first"]] for event in happened if "first" in event]
    assert firsts == ["montech 1", "montech 5"]


def test_a_lock_on_the_only_cell_of_a_section_removes_it() -> None:
    """A8: it is never built, and there is no more than the point for the lock."""
    after = table(players=3, canal={"grisolles": "22L.L....."})
    after.play("lock", "grisolles 4")
    assert (after.drawn("grisolles"), after.scores()) == ("22LLL.....", [1, 0, 0])
    assert not after.happened("section_built")
    assert after.outcome().sections == 0


def test_a_lock_beside_a_built_section_scores_it_no_more() -> None:
    """A8, A13, A15."""
    after = table(canal={"moissac": "(11)L....."})
    after.play("lock", "moissac 4")
    assert (after.drawn("moissac"), after.scores()) == ("(11)LL....", [1, 0])


def test_a_lock_stays() -> None:
    """A8: what stands on the canal passes it, and no worker ever ends on it."""
    after = table(canal={"castelsarrasin": "1..."}, action_points=6)
    after.play("lock", "castelsarrasin 2")
    assert after.menu("move 1 from castelsarrasin 1") == [
        *("montech 6", "castelsarrasin", "castelsarrasin 3")
    ]
