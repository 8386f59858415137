"""The tree of what a seat may choose next: it follows what value most or was hardly tried."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.engine.record import Row, new, row_of
from simlab.engine.tree import (
    DEPTH,
    NOBODY,
    NODES,
    Tree,
    backpropagate,
    child_of,
    clear,
    enter,
    expand,
    select,
)

MENU = np.array([4, 5, 6])


@pytest.fixture
def tree() -> Row:
    tree = row_of(new(Tree.dtype))
    clear(tree, 1.0)
    expand(tree, 0, NOBODY)
    return tree


def rollout(tree: Row, value: dict[int, float], baseline: int = 4) -> int:
    """Follow the tree one choice deep and learn what that choice brings."""
    enter(tree, 0)
    choice = select(tree, MENU, baseline, 1.0)
    backpropagate(tree, value[choice])
    return int(choice)


def test_a_tree_begins_with_the_choice_of_the_base_policy(tree: Row) -> None:
    assert rollout(tree, {4: 0.5, 5: 1.0, 6: 0.0}) == 4


def test_what_brings_most_is_followed_most(tree: Row) -> None:
    for _ in range(200):
        rollout(tree, {4: 0.5, 5: 1.0, 6: 0.0})
    visits = [tree.visits[child_of(tree, 0, choice)] for choice in MENU.tolist()]
    assert visits[1] > 150 > visits[0] > visits[2] > 0


def test_among_equals_the_choice_of_the_base_policy_is_followed_most(tree: Row) -> None:
    for _ in range(200):
        rollout(tree, dict.fromkeys((4, 5, 6), 1.0), baseline=6)
    visits = [tree.visits[child_of(tree, 0, choice)] for choice in MENU.tolist()]
    assert visits[2] > visits[0] + visits[1]


def test_a_rollout_leaves_the_tree_where_it_adds_a_node(tree: Row) -> None:
    enter(tree, 0)
    select(tree, MENU, 4, 1.0)
    assert (tree.growing, tree.n_nodes, tree.depth) == (0, 2, 2)


def test_without_exploration_rollouts_stay_outside(tree: Row) -> None:
    clear(tree, 0.0)
    expand(tree, 0, NOBODY)
    enter(tree, 0)
    assert tree.growing == 0


def test_a_full_tree_grows_no_more(tree: Row) -> None:
    while tree.n_nodes < NODES:
        expand(tree, 9, NOBODY)
    enter(tree, 0)
    assert select(tree, MENU, 6, 1.0) == 6
    assert (tree.growing, tree.n_nodes, tree.depth) == (0, NODES, 1)


def test_a_deep_path_ends_where_there_is_no_room(tree: Row) -> None:
    for _ in range(DEPTH + 10):
        enter(tree, 0)
        while tree.growing:
            select(tree, MENU[:1], 4, 1.0)
        backpropagate(tree, 1.0)
    assert tree.depth == DEPTH
    assert tree.visits[0] == DEPTH + 10
