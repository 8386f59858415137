"""Where workers may go along the canal and where they may end [A4, A12]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.arriala.table import table

BUILT_BESIDE_A_LOCK = {
    "montech": "12.L(2.)",
    "castelsarrasin": "(....)",
    "moissac": "2.......",
}
ENDS = [
    "montech",
    "montech 3",
    "castelsarrasin",
    "moissac",
    *(f"moissac {number}" for number in range(2, 9)),
    "valence d'agen",
]
"""Where a worker may end on that canal."""
BUILT_ENDS = ["montech 6", *(f"castelsarrasin {number}" for number in range(1, 5))]
"""Where else, if built sections may be entered."""
WAYS_TO_THE_CANAL = {
    "placed": ("place",),
    "called": ("call from chasselas",),
    "placed by a card": ("play place",),
    "called by a card": ("play to canal", "chasselas"),
    "transferred": ("play transfer", "1 from montech 1"),
    "moved by a card": ("play move 5", "1 from montech 1"),
}

# Distance


def test_a_worker_moves_one_space_for_each_action_point() -> None:
    """A4."""
    assert table(towns={"castelsarrasin": "1"}).menu("move 1 from castelsarrasin") == [
        *(f"montech {number}" for number in (2, 3, 4, 5, 6)),
        *(f"castelsarrasin {number}" for number in (1, 2, 3, 4)),
        "moissac",
    ]


@pytest.mark.parametrize(
    ("to", "points"), [("montech 6", 1), ("castelsarrasin 2", 2), ("montech 2", 5), ("moissac", 5)]
)
def test_a_move_costs_the_distance_both_ways(to: str, points: int) -> None:
    """A4."""
    after = table(towns={"castelsarrasin": "1"})
    after.play("move 1 from castelsarrasin", to)
    assert after.left() == 5 - points


def test_action_points_left_limit_a_move() -> None:
    """A4."""
    start = table(towns={"castelsarrasin": "1"}, left=2)
    assert start.menu("move 1 from castelsarrasin") == [
        *("montech 5", "montech 6", "castelsarrasin 1", "castelsarrasin 2")
    ]


def test_a_dearer_move_goes_less_far() -> None:
    """A4."""
    after = table(towns={"castelsarrasin": "1"}, cost_move=2)
    ends = ["montech 5", "montech 6", "castelsarrasin 1", "castelsarrasin 2"]
    assert after.menu("move 1 from castelsarrasin") == ends
    after.play("montech 5")
    assert after.left() == 1


def test_workers_are_passed_and_each_counts_a_space() -> None:
    """A4."""
    assert table(canal={"montech": "122..."}).menu("move 1 from montech 1") == [
        *("montech", "montech 4", "montech 5", "montech 6")
    ]


def test_a_lock_and_a_built_section_are_passed_and_count_a_space_for_each_cell() -> None:
    """A4."""
    start = table(canal={"montech": "1L(2.)L."})
    assert start.menu("move 1 from montech 1") == ["montech", "montech 6"]
    start.play("montech 6")
    assert start.left() == 0


def test_a_town_is_passed_and_counts_a_space() -> None:
    """A4."""
    start = table(canal={"montech": ".....1"}, left=2)
    assert start.menu("move 1 from montech 6") == [
        *("montech 4", "montech 5", "castelsarrasin", "castelsarrasin 1")
    ]


def test_the_canal_ends_at_its_outer_towns() -> None:
    """A4, A2: with two players that is Montech."""
    ends = [f"montech {number}" for number in range(1, 6)]
    assert table(towns={"montech": "1"}).menu("move 1 from montech") == ends
    ends = [f"moissac {number}" for number in range(4, 9)]
    assert table(towns={"valence d'agen": "1"}).menu("move 1 from valence d'agen") == ends
    westward = table(players=3, towns={"montech": "1"}).menu("move 1 from montech")
    assert westward[0] == "grisolles 6"


def test_nothing_is_built_in_passing() -> None:
    """A4, A13."""
    after = table(canal={"montech": "1122.2"}, towns={"castelsarrasin": "1"}, action_points=7)
    after.play("move 1 from castelsarrasin", "montech")
    assert (after.drawn("montech"), after.scores()) == ("1122.2", [0, 0])


# Whose workers, and which


@pytest.mark.parametrize("player", [1, 2])
def test_anybody_may_move_any_worker_on_the_canal(player: int) -> None:
    """A4."""
    start = table(player=player, canal={"montech": "1n2..."})
    assert start.offers("move") == [
        "move 1 from montech 1",
        "move 2 from montech 3",
        "move neutral from montech 2",
    ]


def test_of_alike_workers_in_a_town_it_matters_not_which_one_moves() -> None:
    """A4."""
    after = table(towns={"moissac": "1122n"})
    assert after.offers("move") == [f"move {who} from moissac" for who in ("1", "2", "neutral")]
    after.play("move 2 from moissac", "moissac 1")
    assert (after.in_town("moissac"), after.drawn("moissac")) == ("112n", "2.......")
    after.play("move 2 from moissac", "moissac 2")
    assert (after.in_town("moissac"), after.drawn("moissac")) == ("11n", "22......")
    assert "move 2 from moissac" not in after.menu()


def test_a_town_holds_any_number_of_workers() -> None:
    """A4."""
    after = table(players=3, canal={"montech": "3....."}, towns={"montech": "11111222223333"})
    after.play("move 3 from montech 1", "montech")
    assert after.in_town("montech") == "111112222233333"


def test_a_worker_that_has_nowhere_to_go_is_not_offered() -> None:
    """A4."""
    start = table(canal={"montech": "122..."}, left=1)
    assert start.offers("move") == ["move 1 from montech 1", "move 2 from montech 3"]


def test_only_workers_on_the_canal_are_moved() -> None:
    """A4, A12: not those in reserve, in vineyards and on blue cells."""
    start = table(vineyards={"chasselas": "12"}, river="12", hands=["transfer, move 5"])
    assert not start.offers("move")
    assert not start.offers("play")


# Where a worker may end


@pytest.mark.parametrize("way", WAYS_TO_THE_CANAL)
@pytest.mark.parametrize("may_enter_built", [False, True])
def test_however_it_comes_a_worker_ends_in_a_town_or_on_a_free_cell(
    way: str, may_enter_built: bool
) -> None:
    """A12, A4, A5, A6, A10: of a section not yet built, unless built ones may be entered."""
    patch: dict[str, Any] = {"may_enter_built": may_enter_built, "cards.move_5.reach": 60}
    start = table(
        canal=BUILT_BESIDE_A_LOCK,
        vineyards={"chasselas": "1"},
        hands=["place, to canal, transfer, move 5"],
        **patch,
    )
    ends = ENDS + BUILT_ENDS if may_enter_built else ENDS
    assert sorted(start.menu(*WAYS_TO_THE_CANAL[way])) == sorted(ends)


@pytest.mark.parametrize(
    ("may_enter_built", "ends"),
    [(False, ["montech", "montech 3"]), (True, ["montech", "montech 3", "montech 6"])],
)
def test_a_move_by_points_may_end_in_a_built_section_if_the_rules_say_so(
    may_enter_built: bool, ends: list[str]
) -> None:
    """A12, A4."""
    start = table(canal=BUILT_BESIDE_A_LOCK, may_enter_built=may_enter_built)
    assert start.menu("move 1 from montech 1") == ends


def test_a_built_section_that_is_filled_again_scores_nothing() -> None:
    """A12, A13, A15."""
    after = table(
        canal={"montech": "(11111.)"}, towns={"castelsarrasin": "2"}, may_enter_built=True
    )
    after.play("move 2 from castelsarrasin", "montech 6")
    assert (after.drawn("montech"), after.scores()) == ("(111112)", [0, 0])
    assert not after.happened("section_built")


def test_within_a_built_section_a_worker_may_move_if_the_rules_say_so() -> None:
    """A12."""
    canal = {"montech": "(.1....)"}
    assert table(canal=canal, left=1).offers("move") == []
    start = table(canal=canal, left=1, may_enter_built=True)
    assert start.menu("move 1 from montech 2") == ["montech 1", "montech 3"]
