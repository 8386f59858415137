"""A turn: five action points, what each action costs, the end of the turn [A3–A10]."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from simlab.games.arriala.rules.choice import DETAIL_BITS
from simlab.games.arriala.state import ACTIONS
from tests.games.arriala.table import Table, table

COSTS = {
    "move": 1,
    "place": 3,
    "to_vineyard": 2,
    "to_canal": 4,
    "river": 3,
    "lock": 4,
    "draw": 2,
    "play": 1,
}
CHOICES = {
    "move": ("move 1 from montech", "montech 1"),
    "place": ("place", "montech 1"),
    "to_vineyard": ("send from montech", "chasselas"),
    "to_canal": ("call from chasselas", "montech 1"),
    "river": ("river work from montech",),
    "lock": ("lock", "montech 1"),
    "draw": ("draw",),
    "play": ("play place", "montech 1"),
}
ACTIONS_IN_TWO = [action for action in ACTIONS if len(CHOICES[action]) == 2]


def anything(left: int | None = None, **patch: Any) -> Table:
    """Return a table where every action is possible."""
    return table(
        towns={"montech": "1"},
        vineyards={"chasselas": "1"},
        hands=["place"],
        pile="move 2",
        left=left,
        **patch,
    )


def paid(after: Table) -> dict[str, int]:
    """Return what the first player has spent, by action."""
    spent = dict(zip(ACTIONS, after.state.players[0].tally.spent.tolist(), strict=True))
    return {action: points for action, points in spent.items() if points}


# Action points


@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_has_its_price(action: str) -> None:
    """A4, A5, A6, A7, A8, A9, A10."""
    after = anything()
    after.play(*CHOICES[action])
    assert paid(after) == {action: COSTS[action]}
    assert after.left() == 5 - COSTS[action]


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_needs_as_many_points_as_it_costs(action: str) -> None:
    """A4, A5, A6, A7, A8, A9, A10."""
    first = CHOICES[action][0]
    assert first in anything(left=COSTS[action]).menu()
    assert first not in anything(left=COSTS[action] - 1).menu()


@pytest.mark.parametrize("action", ACTIONS)
def test_each_price_can_be_changed_by_itself(action: str) -> None:
    """A4, A5, A6, A7, A8, A9, A10."""
    patch: dict[str, Any] = {f"cost_{action}": 5}
    assert CHOICES[action][0] not in anything(left=4, **patch).menu()
    for other in ACTIONS:
        after = anything(**patch)
        after.play(*CHOICES[other])
        assert paid(after) == {other: 5 if other == action else COSTS[other]}


@pytest.mark.parametrize("action", ACTIONS_IN_TWO)
def test_nothing_is_paid_before_the_last_step(action: str) -> None:
    """A4, A5, A6, A7, A8, A10."""
    after = anything()
    after.play(*CHOICES[action][:-1])
    assert (after.left(), paid(after)) == (5, {})
    assert (after.reserve(), after.hand(), after.in_town("montech")) == (3, "place", "1")
    assert after.in_vineyard("chasselas") == "1"


def test_points_are_spent_in_any_order_and_on_the_same_thing_twice() -> None:
    """A4, A5."""
    after = anything()
    after.play("move 1 from montech", "montech 1", "place", "montech 2")
    after.play("move 1 from montech 1", "montech")
    assert (after.left(), after.in_town("montech"), after.drawn("montech")) == (0, "1", ".1....")
    assert paid(after) == {"move": 2, "place": 3}


@pytest.mark.parametrize("points", [1, 5, 12])
def test_a_turn_has_as_many_action_points_as_the_rules_say(points: int) -> None:
    """A4."""
    after = anything(action_points=points)
    assert after.left() == points
    after.play("end turn")
    assert after.left() == points


def test_choices_of_a_kind_stand_together_and_each_card_is_a_kind() -> None:
    """A4, A10: a player who draws lots between the kinds relies on it."""
    start = table(
        towns={"montech": "12n", "moissac": "1"},
        vineyards={"chasselas": "1", "brulhois": "1"},
        hands=["place, place, lock, move 2"],
        pile="lock",
    )
    kinds = [kind for kind, _ in groupby(int(choice) >> DETAIL_BITS for choice in start.codes())]
    assert len(kinds) == len(set(kinds)) == len(["end turn", *ACTIONS[:-1], *start.offers("play")])
    assert start.offers("play") == ["play move 2", "play place", "play lock"]


# The end of the turn


@pytest.mark.parametrize("left", [0, 1, 2, 3, 4, 5])
def test_a_turn_may_end_at_any_time_and_what_is_left_is_lost(left: int) -> None:
    """A3."""
    after = anything(left=left)
    after.play("end turn")
    assert after.happened("turn_ended") == [{"event": "turn_ended", "seat": 0, "lost": left}]
    assert (after.state.seat, after.left()) == (1, 5)
    assert [int(player.tally.lost) for player in after.state.players] == [left, 0, 0, 0]


def test_a_turn_does_not_end_before_its_player_says_so() -> None:
    """A3, A10: without points not even a card can be played."""
    after = anything(left=3)
    after.play("place", "montech 1")
    assert (after.state.seat, after.menu()) == (0, ["end turn"])


def test_a_player_who_can_do_nothing_ends_the_turn() -> None:
    """A3."""
    assert table(workers_per_player=1, river="1", lock_pieces=0).menu() == ["end turn"]


def test_a_step_that_is_begun_is_carried_out() -> None:
    """A3: the end of the turn is offered between two steps."""
    for action in ACTIONS_IN_TWO:
        assert "end turn" not in anything().menu(*CHOICES[action][:-1])
