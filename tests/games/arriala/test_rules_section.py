"""Sections: when they are built, who scores, and what happens to them after [A13–A15]."""

from __future__ import annotations

from typing import Any

import pytest

from simlab.games.arriala.state import NEUTRAL, NOBODY
from tests.games.arriala.table import SIGNS, Table, table

SCORES = {
    "score": [1, 3, 4, 6, 7, 9, 10, 12, 13, 15],
    "score_steep": [1, 2, 4, 6, 8, 10, 12, 14, 16, 18],
    "score_flat": [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
}
POINTS = SCORES["score"]


def completed(workers: str, player: int = 1, **patch: Any) -> Table:
    """Return a table where a player has just put the last of these workers into a section."""
    after = table(
        players=4 if set("34") & set(workers) else 2,
        player=player,
        canal={"moissac": closed(workers[:-1] + ".", 8)},
        towns={"montech": workers[-1]},
        hands=["transfer"] * 4,
        **patch,
    )
    worker = "neutral" if workers[-1] == "n" else workers[-1]
    after.play("play transfer", f"{worker} from montech", f"moissac {len(workers)}")
    return after


def closed(section: str, n_cells: int) -> str:
    """Draw a stretch whose first section this is."""
    return f"{section}L".ljust(n_cells, ".")[:n_cells]


def scored(after: Table) -> list[int]:
    """Return the colours that scored in the sections built."""
    return [event["colour"] for event in after.happened("section_scored")]


# When a section is built


@pytest.mark.parametrize(
    "way",
    [
        ("place",),
        ("move 1 from castelsarrasin",),
        ("call from chasselas",),
        ("play place",),
        ("play move 2", "1 from castelsarrasin"),
        ("play to canal", "chasselas"),
        ("play transfer", "1 from castelsarrasin"),
    ],
)
def test_a_section_is_built_as_soon_as_there_is_a_worker_on_each_cell(way: tuple[str, ...]) -> None:
    """A13: however the last one comes."""
    after = table(
        canal={"montech": "12122."},
        towns={"castelsarrasin": "1"},
        vineyards={"chasselas": "1"},
        hands=["place, move 2, to canal, transfer"],
    )
    after.play(*way, "montech 6")
    assert after.drawn("montech") == "(121221)"


@pytest.mark.parametrize("way", ["lock", "play lock"])
def test_a_lock_on_the_only_free_cell_builds_what_lies_on_both_sides(way: str) -> None:
    """A13, A8."""
    after = table(canal={"montech": "12.122"}, hands=["lock"])
    after.play(way, "montech 3")
    assert after.drawn("montech") == "(12)L(122)"


def test_a_section_with_a_free_cell_is_not_built() -> None:
    """A13."""
    after = table(canal={"montech": "1212.."})
    after.play("place", "montech 5")
    assert after.drawn("montech") == "12121."
    assert not after.happened("section_built", "section_scored")


def test_each_stretch_begins_as_one_section_between_its_towns() -> None:
    """A13."""
    after = table(canal={"montech": ".....1", "castelsarrasin": "122."}, towns={"moissac": "2"})
    after.play("place", "castelsarrasin 4")
    assert (after.drawn("montech"), after.drawn("castelsarrasin")) == (".....1", "(1221)")
    assert after.drawn("moissac") == "........"


def test_workers_in_towns_belong_to_no_section() -> None:
    """A13."""
    after = table(player=2, canal={"castelsarrasin": "122."}, towns={"moissac": "1111"})
    after.play("place", "castelsarrasin 4")
    assert after.scores() == [0, 6]


def test_beyond_a_lock_there_is_another_section() -> None:
    """A13."""
    after = table(canal={"montech": "1.L2.L"})
    after.play("place", "montech 5")
    assert after.drawn("montech") == "1.L(21)L"


def test_the_story_tells_the_cells_and_the_workers_of_a_section() -> None:
    """A13, A14."""
    after = completed("1nn2n")
    [built] = after.happened("section_built")
    cells = [after.spaces[built[end]] for end in ("first", "last")]
    assert cells == ["moissac 1", "moissac 5"]
    assert [built[f"seat_{seat}"] for seat in range(4)] == [1, 1, 0, 0]
    assert built["neutral"] == 3


# Who scores


@pytest.mark.parametrize(
    ("workers", "winner"),
    [
        pytest.param("1", "1", id="alone"),
        pytest.param("12", "", id="1-1"),
        pytest.param("112", "1", id="2-1"),
        pytest.param("12233", "1", id="2-2-1"),
        pytest.param("1122", "", id="2-2"),
        pytest.param("222111", "", id="3-3"),
        pytest.param("1222333", "1", id="3-3-1"),
        pytest.param("11222333", "1", id="3-3-2"),
        pytest.param("112234", "", id="2-2-1-1"),
        pytest.param("114433", "", id="2-2-2"),
        pytest.param("1122334", "4", id="2-2-2-1"),
        pytest.param("123", "", id="1-1-1"),
        pytest.param("4321", "", id="1-1-1-1"),
        pytest.param("1123", "1", id="2-1-1"),
        pytest.param("111223", "1", id="3-2-1"),
        pytest.param("3444434", "4", id="5-2"),
        pytest.param("11n", "1", id="2-neutral 1"),
        pytest.param("1nn", "n", id="neutral 2-1"),
        pytest.param("11nn", "", id="2-neutral 2"),
        pytest.param("112nn", "2", id="2-neutral 2-1"),
        pytest.param("1122n", "n", id="2-2-neutral 1"),
        pytest.param("1122nn", "", id="2-2-neutral 2"),
        pytest.param("1112nn", "1", id="3-neutral 2-1"),
        pytest.param("nnn", "n", id="neutral 3"),
        pytest.param("12n", "", id="1-1-neutral 1"),
    ],
)
def test_the_colour_with_most_workers_scores_or_who_comes_next_after_a_tie(
    workers: str, winner: str
) -> None:
    """A14: neutral workers lead and tie like any others, and never score."""
    after = completed(workers)
    assert scored(after) == [SIGNS.index(winner) if winner else NOBODY]
    expected = [POINTS[len(workers) - 1] * (sign == winner) for sign in "1234"]
    assert after.scores() == expected[: len(after.scores())]


@pytest.mark.parametrize(("workers", "colour"), [("1nn", NEUTRAL), ("1122", NOBODY)])
def test_a_section_that_nobody_scores_is_built_all_the_same(workers: str, colour: int) -> None:
    """A13, A14."""
    after = completed(workers)
    assert after.drawn("moissac").startswith(f"({workers})")
    [scored] = after.happened("section_scored")
    assert (scored["colour"], scored["workers"]) == (colour, len(workers))
    assert (scored["points"], scored["score"]) == (0, 0)


@pytest.mark.parametrize("player", [1, 2, 3, 4])
def test_points_go_to_the_majority_in_any_turn(player: int) -> None:
    """A13, A14."""
    assert completed("2223", player).scores() == [0, 6, 0, 0]
    assert completed("3222", player).scores() == [0, 6, 0, 0]


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("n_workers", range(1, 11))
def test_the_table_is_read_at_the_number_of_all_workers_of_the_section(
    name: str, n_workers: int
) -> None:
    """A14."""
    others = "2" * ((n_workers - 1) // 2)
    section = "1" * (n_workers - 1 - len(others)) + others + "."
    after = table(
        players=3,
        canal={"grisolles": closed(section, 10)},
        workers_per_player=10,
        score_table=name,
    )
    after.play("place", f"grisolles {n_workers}")
    assert after.scores() == [SCORES[name][n_workers - 1], 0, 0]


def test_one_entry_of_the_table_can_be_changed() -> None:
    """A14."""
    patch: dict[str, Any] = {"score.4.points": 50}
    assert completed("1112", **patch).scores() == [50, 0]
    assert completed("112", **patch).scores() == [4, 0]


# What becomes of it


def test_the_workers_stay_and_may_be_moved_away_with_the_points_left() -> None:
    """A15."""
    after = table(canal={"castelsarrasin": "112."})
    after.play("place", "castelsarrasin 4")
    assert (after.drawn("castelsarrasin"), after.scores()) == ("(1121)", [6, 0])
    after.play("move 1 from castelsarrasin 4", "moissac 1")
    assert (after.drawn("castelsarrasin"), after.drawn("moissac")) == ("(112.)", "1.......")
    assert (after.scores(), after.left()) == ([6, 0], 0)


def test_rivals_may_move_workers_out_of_a_built_section() -> None:
    """A15, A4."""
    after = table(player=2, canal={"castelsarrasin": "(1121)"})
    after.play("move 1 from castelsarrasin 4", "moissac")
    assert (after.drawn("castelsarrasin"), after.scores()) == ("(112.)", [0, 0])


def test_a_built_section_takes_no_more_locks_even_where_its_workers_left() -> None:
    """A15, A8."""
    start = table(canal={"montech": "(1....2)", "moissac": "(....)L..."})
    assert start.menu("lock") == [
        *(f"castelsarrasin {number}" for number in (1, 2, 3, 4)),
        *(f"moissac {number}" for number in (6, 7, 8)),
    ]


def test_a_section_scores_once_though_its_cells_are_filled_again() -> None:
    """A13, A15, A12."""
    after = table(canal={"castelsarrasin": "111."}, may_enter_built=True)
    after.play("place", "castelsarrasin 4", "move 1 from castelsarrasin 4", "moissac")
    after.play("move 1 from moissac", "castelsarrasin 4")
    assert (after.drawn("castelsarrasin"), after.scores()) == ("(1111)", [6, 0])
    assert len(after.happened("section_built")) == 1


def test_leaving_a_section_before_it_is_full_builds_nothing() -> None:
    """A13."""
    after = table(canal={"castelsarrasin": "11.2"})
    after.play("move 2 from castelsarrasin 4", "castelsarrasin 3")
    assert (after.drawn("castelsarrasin"), after.scores()) == ("112.", [0, 0])
