"""Worker spaces against a list of workers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.errors import Misuse
from simlab.parts import Spaces, try_out

ROOM = {"forest": 1, "quarry": 3, "fair": None}
ACTIONS = st.lists(
    st.tuples(
        st.integers(0, 2), st.sampled_from([*ROOM]), st.integers(1, 2), st.sampled_from("pppb")
    ),
    max_size=30,
)


@given(ACTIONS)
def test_workers_stand_where_there_is_room(actions) -> None:
    """A worker is a pair of seat and space; None is the pool of its seat."""
    spaces = try_out(3, spaces=Spaces()).spaces
    spaces.set_up(ROOM, workers=3)
    workers = [(seat, None) for seat in range(3) for _ in range(3)]
    for seat, space, n, action in actions:
        there = sum(where == space for _, where in workers)
        pool = workers.count((seat, None))
        fits = pool >= n and (ROOM[space] is None or there + n <= ROOM[space])
        if action == "b":
            assert spaces.take_back(seat, space) == workers.count((seat, space))
            workers = [(s, None if (s, w) == (seat, space) else w) for s, w in workers]
        elif fits:
            assert space in spaces.open_to(seat, n)
            spaces.place(seat, space, n)
            for _ in range(n):
                workers[workers.index((seat, None))] = (seat, space)
        else:
            assert space not in spaces.open_to(seat, n)
            with pytest.raises(Misuse, match=r"spaces: place\(\): "):
                spaces.place(seat, space, n)
        assert spaces.workers == [workers.count((s, None)) for s in range(3)]
        for name in ROOM:
            assert [spaces.count(name, s) for s in range(3)] == [
                workers.count((s, name)) for s in range(3)
            ]
    spaces.gather()
    assert spaces.workers == [3, 3, 3]


def test_an_unknown_space_is_named() -> None:
    spaces = try_out(spaces=Spaces()).spaces
    spaces.set_up(ROOM, workers=1)
    with pytest.raises(Misuse, match=r'spaces: "forrest" is not one of .* Did you mean "forest"'):
        spaces.place(0, "forrest")
