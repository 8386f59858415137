"""Workers come from the reserve and go to vineyards and blue cells [A5–A7]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.arriala.table import table

# Placing


@pytest.mark.parametrize(("space", "worker"), [("montech 2", ".1...."), ("montech", "......")])
def test_a_worker_of_the_reserve_is_placed_on_a_cell_or_in_a_town(space: str, worker: str) -> None:
    """A5."""
    after = table()
    after.play("place", space)
    assert (after.reserve(1), after.reserve(2), after.left()) == (4, 5, 2)
    assert after.drawn("montech") == worker
    assert after.in_town("montech") == ("1" if space == "montech" else "")


@pytest.mark.parametrize("means", ["place", "play place"])
def test_towns_can_be_closed_to_workers_of_the_reserve(means: str) -> None:
    """A5, A10: towns are no cells then, for points and for cards."""
    start = table(canal={"montech": "222..."}, hands=["place"], may_place_in_town=False)
    towns = {"montech", "castelsarrasin", "moissac", "valence d'agen"}
    assert towns.isdisjoint(start.menu(means))
    open_to_all = table(canal={"montech": "222..."}, hands=["place"])
    assert set(open_to_all.menu(means)) == towns | set(start.menu())


@pytest.mark.parametrize("means", [["call from brulhois"], ["play to canal", "brulhois"]])
def test_towns_can_be_closed_to_workers_from_a_vineyard(means: list[str]) -> None:
    """A6, A10."""
    start = table(vineyards={"brulhois": "1"}, hands=["to canal"], may_place_in_town=False)
    towns = {"montech", "castelsarrasin", "moissac", "valence d'agen"}
    assert towns.isdisjoint(start.menu(*means))
    open_to_all = table(vineyards={"brulhois": "1"}, hands=["to canal"])
    assert set(open_to_all.menu(*means)) == towns | set(start.menu())


def test_a_worker_moves_to_a_town_where_none_is_placed() -> None:
    """A4: moves and transfers are not what the switch is about."""
    after = table(canal={"montech": "1....."}, hands=["transfer"], may_place_in_town=False)
    after.play("move 1 from montech 1", "montech")
    after.play("play transfer", "1 from montech", "moissac")
    assert after.in_town("moissac") == "1"


def test_the_reserve_of_another_is_of_no_use() -> None:
    """A5."""
    start = table(towns={"montech": "1"}, workers_per_player=1, hands=["place"])
    assert start.reserve(2) == 1
    assert not start.offers("place")
    assert not start.offers("play")


def test_every_worker_of_the_reserve_may_be_placed() -> None:
    """A5."""
    after = table(workers_per_player=2, action_points=12)
    after.play("place", "montech", "place", "montech")
    assert (after.in_town("montech"), after.left(), after.offers("place")) == ("11", 6, [])


# To a vineyard


def test_an_own_worker_goes_to_a_vineyard_and_leaves_its_cell() -> None:
    """A6."""
    after = table(canal={"montech": "12...."})
    after.play("send from montech 1", "brulhois")
    assert (after.drawn("montech"), after.in_vineyard("brulhois")) == (".2....", "1")
    assert (after.left(), after.scores(), after.reserve()) == (3, [0, 0], 4)


def test_only_own_workers_are_sent_from_anywhere_on_the_canal() -> None:
    """A6, A12: towns, cells and built sections."""
    start = table(canal={"montech": "12n...", "moissac": "(1.2.....)"}, towns={"moissac": "112n"})
    assert start.offers("send") == [
        "send from montech 1",
        "send from moissac",
        "send from moissac 1",
    ]
    assert start.menu("send from moissac") == ["chasselas", "brulhois"]


def test_of_several_workers_in_a_town_one_is_sent() -> None:
    """A6."""
    after = table(towns={"moissac": "11"})
    after.play("send from moissac", "chasselas")
    assert (after.in_town("moissac"), after.in_vineyard("chasselas")) == ("1", "1")


def test_a_full_vineyard_takes_no_more_workers_of_any_colour() -> None:
    """A6."""
    start = table(towns={"montech": "1"}, vineyards={"chasselas": "1222"})
    assert start.menu("send from montech") == ["brulhois"]


def test_the_last_cell_of_a_vineyard_may_be_taken() -> None:
    """A6."""
    after = table(towns={"montech": "1"}, vineyards={"chasselas": "222"})
    after.play("send from montech", "chasselas")
    assert after.in_vineyard("chasselas") == "1222"


def test_nobody_is_sent_when_all_vineyards_are_full() -> None:
    """A6, A10."""
    patch: dict[str, Any] = {"vineyards.brulhois.cells": 0, "vineyards.chasselas.cells": 1}
    start = table(
        towns={"montech": "1"}, vineyards={"chasselas": "2"}, hands=["to vineyard"], **patch
    )
    assert not start.offers("send")
    assert not start.offers("play")


def test_a_cell_of_a_vineyard_is_free_again_when_its_worker_is_called_away() -> None:
    """A6."""
    after = table(towns={"montech": "1"}, vineyards={"chasselas": "1222"}, action_points=6)
    after.play("call from chasselas", "montech")
    assert after.menu("send from montech") == ["chasselas", "brulhois"]


# Back to the canal


@pytest.mark.parametrize(("space", "drawing"), [("moissac", "........"), ("moissac 8", ".......1")])
def test_an_own_worker_is_called_to_any_free_cell_or_town(space: str, drawing: str) -> None:
    """A6."""
    after = table(vineyards={"brulhois": "112"})
    assert after.menu("call from brulhois") == after.spaces[after.spaces.index("montech") :]
    after.play(space)
    assert (after.in_vineyard("brulhois"), after.drawn("moissac")) == ("12", drawing)
    assert after.left() == 1


def test_workers_of_others_are_not_called() -> None:
    """A6, A12."""
    start = table(vineyards={"chasselas": "2", "brulhois": "12"}, hands=["to canal"])
    assert start.offers("call") == ["call from brulhois"]
    assert start.menu("play to canal") == ["brulhois"]


def test_from_one_vineyard_to_another_there_is_no_direct_way() -> None:
    """A6."""
    start = table(vineyards={"chasselas": "1"}, hands=["to vineyard"])
    assert not start.offers("send")
    assert not start.offers("play")
    assert "brulhois" not in start.menu("call from chasselas")


# River works


def test_a_river_work_takes_a_worker_off_the_canal_and_scores_at_once() -> None:
    """A7."""
    after = table(canal={"montech": "12...."})
    after.play("river work from montech 1")
    assert (after.drawn("montech"), after.on_river()) == (".2....", "1")
    assert (after.scores(), after.left(), after.reserve()) == ([3, 0], 2, 4)


@pytest.mark.parametrize("points", [0, 7])
def test_a_river_work_is_worth_what_the_rules_say(points: int) -> None:
    """A7."""
    after = table(towns={"montech": "1"}, river_points=points)
    after.play("river work from montech")
    assert after.scores() == [points, 0]


def test_only_own_workers_build_river_works_from_anywhere_on_the_canal() -> None:
    """A7: not from a vineyard, a blue cell or the reserve."""
    start = table(
        canal={"montech": "12n...", "moissac": "(1.2.....)"},
        towns={"moissac": "12n"},
        vineyards={"chasselas": "1"},
        river="1",
    )
    assert start.offers("river") == [
        "river work from montech 1",
        "river work from moissac",
        "river work from moissac 1",
    ]


def test_there_is_no_river_work_without_a_free_blue_cell() -> None:
    """A7."""
    after = table(canal={"montech": "11...."}, river="22", action_points=6)
    after.play("river work from montech 1")
    assert (after.on_river(), after.left()) == ("122", 3)
    assert not after.offers("river")


def test_a_worker_on_a_blue_cell_never_moves_again() -> None:
    """A7, A12."""
    after = table(
        towns={"moissac": "1"},
        hands=["move 5, transfer, to vineyard"],
        action_points=12,
    )
    after.play("river work from moissac")
    assert after.menu() == ["end turn", "place", "lock"]


def test_a_built_section_stays_built_when_its_workers_leave_for_river_and_vineyard() -> None:
    """A6, A7, A15."""
    after = table(canal={"castelsarrasin": "(1122)"})
    after.play("send from castelsarrasin 1", "chasselas", "river work from castelsarrasin 2")
    assert after.drawn("castelsarrasin") == "(..22)"
