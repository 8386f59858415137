"""Majorities and points of areas against a count of those ahead, for each rule of ties."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Areas, try_out
from simlab.plain.ledger import Event

RULES = ["shared", "lower", "nobody", "next", "earlier"]
COUNTS = st.lists(st.integers(0, 4), min_size=2, max_size=5)
PRIZES = st.lists(st.integers(0, 12), min_size=1, max_size=3)


def with_pieces(counts, tied, order=None):
    areas = try_out(len(counts), areas=Areas(tied)).areas
    areas.set_up(["hill"])
    for seat in order or range(len(counts)):
        if counts[seat]:
            areas.add(seat, "hill", counts[seat])
    return areas


def points_of(seat, counts, order, prizes, tied):
    """Return the points of a seat from the numbers of those with more and with equal pieces."""
    own, prizes = counts[seat], [*prizes, *[0] * len(counts)]
    if not own:
        return 0
    n_more, n_equal = sum(n > own for n in counts), counts.count(own)
    if tied == "earlier":
        before = order[: order.index(seat)]
        return prizes[n_more + sum(counts[other] == own for other in before)]
    if tied == "shared":
        return sum(prizes[n_more : n_more + n_equal]) // n_equal
    if tied == "lower":
        return prizes[n_more + n_equal - 1]
    if n_equal > 1:
        return 0
    if tied == "nobody":
        return prizes[n_more]
    levels = sorted({n for n in counts if n > own}, reverse=True)
    is_tied = [counts.count(level) > 1 for level in levels]
    is_blocked = any(one and other for one, other in pairwise(is_tied))
    return 0 if is_blocked else prizes[is_tied.count(False)]


@pytest.mark.parametrize("tied", RULES)
@given(data=st.data(), counts=COUNTS, prizes=PRIZES)
def test_points_follow_from_who_is_ahead(tied, data, counts, prizes) -> None:
    order = data.draw(st.permutations(range(len(counts))))
    areas = with_pieces(counts, tied, order)
    expected = [points_of(s, counts, order, prizes, tied) for s in range(len(counts))]
    assert areas.points("hill", prizes) == expected
    assert areas.score("hill", prizes) == expected


@pytest.mark.parametrize("tied", RULES)
@given(data=st.data(), counts=COUNTS)
def test_the_majority_is_who_has_the_first_prize(tied, data, counts) -> None:
    """With a prize that all seats can share, or that the lower place has as well."""
    order = data.draw(st.permutations(range(len(counts))))
    areas = with_pieces(counts, tied, order)
    prizes = [60] * len(counts) if tied in ("shared", "lower") else [60]
    winners = {s for s in range(len(counts)) if points_of(s, counts, order, prizes, tied)}
    if tied in ("shared", "lower"):
        winners &= {s for s in range(len(counts)) if counts[s] == max(counts)}
    assert set(areas.majority("hill")) == winners


@pytest.mark.parametrize(
    ("counts", "majority"),
    [
        ([3, 3, 2, 1], [2]),
        ([3, 3, 2, 2, 1], []),
        ([3, 2, 2], [0]),
        ([2, 2], []),
        ([0, 0], []),
        ([3, 3, 0], []),
    ],
)
def test_tied_leaders_pass_the_majority_to_the_next_seat_alone(counts, majority) -> None:
    assert with_pieces(counts, "next").majority("hill") == majority


def test_pieces_move_and_the_one_who_came_back_is_later() -> None:
    areas = try_out(2, areas=Areas("earlier")).areas
    areas.set_up(["hill", "lake"])
    areas.add(0, "hill", 2)
    areas.add(1, "hill", 2)
    assert areas.majority("hill") == [0]
    areas.move(0, "hill", "lake", 2)
    areas.move(0, "lake", "hill", 2)
    assert (areas["hill"], areas["lake"]) == ([2, 2], [0, 0])
    assert areas.majority("hill") == [1]


def test_ties_and_points_are_reported() -> None:
    events = list[Event]()
    areas = try_out(3, events=events, areas=Areas()).areas
    areas.set_up(["hill"])
    for seat, n in enumerate((2, 2, 1)):
        areas.add(seat, "hill", n)
    events.clear()
    areas.score("hill", (5, 2, 1))
    assert [(e["event"], e.get("seat"), e.get("n")) for e in events] == [
        ("areas_ties", None, None),
        ("areas_points", 0, 3),
        ("areas_points", 1, 3),
        ("areas_points", 2, 1),
    ]


def test_what_is_not_there_is_named() -> None:
    areas = with_pieces([1, 2], "shared")
    with pytest.raises(Misuse, match=r'areas: "hil" is not one of hill\. Did you mean "hill"'):
        areas.add(0, "hil")
    with pytest.raises(Misuse, match="areas: seat 0 has 1 pieces in hill"):
        areas.remove(0, "hill", 2)
    with pytest.raises(ValueError, match=r'tied: "nobdy" is not one of .* Did you mean "nobody"'):
        Areas(tied="nobdy")
