"""Rings of other streets: more or fewer, in another order, of other colours."""

from __future__ import annotations

import pytest

from simlab.errors import ComponentError
from simlab.games.taxis import GAME
from simlab.games.taxis.rules.turn import begin_turn
from tests.games.taxis.table import Table, fresh_table, table
from tests.games.taxis.test_referee import RING, ring_of

IN_PAIRS = dict(
    zip(RING, [c for c in ("red", "blue", "green", "yellow") for _ in "12"], strict=True)
)
NEIGHBOURS = {f"streets.{street}.colour": colour for street, colour in IN_PAIRS.items()}
"""Neighbours of one colour, two and two."""
BACKWARDS = {f"streets.{street}.position": 90 - 10 * i for i, street in enumerate(RING)}


def arrived(at: Table) -> Table:
    at.state.has_arrived = 0
    at.let(begin_turn)
    return at


@pytest.mark.parametrize("n_streets", [6, 7, 8, 9, 10])
def test_a_taxi_goes_on_past_the_end_of_any_ring(n_streets: int) -> None:
    """T6."""
    after = arrived(table(taxis={"fabert": 4}, coming=["fabert 3"], **ring_of(n_streets)))
    last = after.streets[n_streets - 1]
    assert len(after.streets) == n_streets
    assert after.standing() == {"fabert": "fabert 4", last: "fabert 3"}


@pytest.mark.parametrize("n_streets", [6, 7, 9, 10])
def test_an_officer_walks_round_any_ring(n_streets: int) -> None:
    """T11."""
    walked = table(officers=["fabert"], actions_per_turn=8, **ring_of(n_streets))
    walked.play("move 1 counter-clockwise")
    assert walked.officers() == [walked.streets[-1]]
    walked.play("move 1 clockwise")
    assert walked.officers() == ["fabert"]


@pytest.mark.parametrize("n_streets", [6, 7, 9, 10])
def test_a_jam_is_when_all_streets_of_the_ring_are_taken(n_streets: int) -> None:
    """T7."""
    patch = ring_of(n_streets)
    streets = fresh_table(**patch).streets
    taxis = {street: f"{street} 3" for street in streets}
    after = arrived(table(taxis=taxis, coming=["fabert 4"], **patch))
    assert (after.state.end, after.outcome().left_standing) == (2, n_streets)


def test_officers_begin_two_by_two_only_on_colours_with_two_streets() -> None:
    """T1."""
    assert fresh_table(**ring_of(7)).menu() == ["begin on red", "begin on blue", "begin on green"]
    assert fresh_table(**ring_of(9)).menu() == [
        "begin on blue",
        "begin on green",
        "begin on yellow",
    ]


def test_officers_begin_on_neighbours_where_these_share_a_colour() -> None:
    """T1."""
    after = fresh_table(**NEIGHBOURS)
    after.play("begin on green")
    assert after.officers() == ["grenelle", "invalides"]


def test_a_taxi_is_paid_in_the_colour_that_its_street_has_now() -> None:
    """T13."""
    at = table(hands=["red 3", "blue 3"], taxis={"saint dominique": 3}, **NEIGHBOURS)
    at.set_officers(["saint dominique"])
    assert "send saint dominique" in at.menu()


def test_the_order_of_the_ring_is_that_of_the_positions() -> None:
    """T6: gaps between them do not matter."""
    after = arrived(table(taxis={"fabert": 4}, coming=["fabert 3"], **BACKWARDS))
    assert after.streets == [street.replace("_", " ") for street in reversed(RING)]
    assert after.standing() == {"fabert": "fabert 4", "saint dominique": "fabert 3"}


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        (ring_of(5), "streets.csv: 5 rows, copies counted, are out of range 6 to 10"),
        ({"streets.orsay.position": 1}, "streets.csv: orsay: position 1 is that of saint_domin"),
        ({"streets.orsay": "off"}, 'taxis.csv: row 8, column B "street": "orsay" is not one of'),
        (
            {f"streets.{street}.colour": "red" for street in RING},
            "streets.csv: 2 officers begin two by two .* the streets are 8 red",
        ),
        (
            {**ring_of(7), "streets.orsay.colour": "red", "officers": 4},
            "streets.csv: 4 officers begin two by two .* 3 red, 2 blue, 1 yellow, 1 green",
        ),
    ],
)
def test_a_ring_that_makes_no_game_is_refused(patch: dict[str, object], problem: str) -> None:
    """T1, T6."""
    with pytest.raises(ComponentError, match=problem):
        GAME.load(patch=patch)


def test_soldiers_without_a_street_are_remarked() -> None:
    """T13."""
    remarks = GAME.load(patch=ring_of(6) | {"streets.constantine.colour": "red"}).components.remarks
    assert remarks == [
        "streets.csv: no street is yellow, so that yellow soldiers never board a taxi."
    ]
