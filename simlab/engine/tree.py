"""Open-loop search tree: UCT with a prior that favours the choice of the base policy.

A node stands for a sequence of choices of one seat since the root, whatever the other seats and
chance did in between (open loop: D. Perez Liebana et al., "Open loop search for general video game
playing", GECCO 2015). At each node the search selects the choice with the highest upper confidence
bound: its mean value plus a bonus for few visits, weighted by its prior (C. Rosin, "Multi-armed
bandits with episode context", Annals of Mathematics and Artificial Intelligence 61, 2011).
"""

from __future__ import annotations

import numpy as np

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Record, real, whole

NODES = 1024
"""Highest number of nodes; a full tree does not grow."""
DEPTH = 64
"""Highest number of choices from the root."""
NOBODY = -1
"""No node."""
PRIOR_OF_BASELINE = 0.5
"""Part of the prior that only the baseline choice gets; all choices share the rest equally."""


class Tree(Record):
    """The tree of a search, with the statistics of its nodes."""

    n_nodes = whole("nodes in use", "nodes")
    choice = whole("choice that leads to each node", shape=NODES)
    child = whole("a node reached from each by one choice more", shape=NODES)
    sibling = whole("another node reached from the same one", shape=NODES)
    visits = real("rollouts through each", "rollouts", shape=NODES)
    total = real("sum of their values", shape=NODES)
    path = whole("nodes of this rollout", shape=DEPTH)
    depth = whole("how many they are", "nodes")
    exploring = whole("1 where rollouts follow the tree, else 0")
    growing = whole("1 while this rollout is inside the tree, else 0")
    lowest = real("lowest value of any rollout")
    highest = real("highest value of any rollout")


@kernel
def clear(tree: Tree, exploration: float) -> None:
    """Remove all nodes; without exploration rollouts do not use the tree."""
    tree.n_nodes = 0
    tree.exploring = exploration > 0.0
    tree.lowest, tree.highest = np.inf, -np.inf


@kernel
def expand(tree: Tree, choice: int, parent: int) -> int:
    """Add a node and return it; a root has no parent."""
    node = tree.n_nodes
    tree.n_nodes += 1
    tree.choice[node] = choice
    tree.child[node] = NOBODY
    tree.visits[node] = tree.total[node] = 0.0
    tree.sibling[node] = NOBODY
    if parent != NOBODY:
        tree.sibling[node] = tree.child[parent]
        tree.child[parent] = node
    return node


@kernel
def enter(tree: Tree, root: int) -> None:
    """Begin a rollout at a root."""
    tree.path[0] = root
    tree.depth = 1
    tree.growing = tree.exploring


@kernel
def select(tree: Tree, menu: Ints, baseline: int, exploration: float) -> int:
    """Return the choice with the highest upper confidence bound, and go to its node."""
    node = tree.path[tree.depth - 1]
    choice = baseline
    # a new node follows the base first: its mean is what other choices are compared with
    if tree.visits[node] > 0.0:
        choice = highest_ucb(tree, node, menu, baseline, exploration)
    child = child_of(tree, node, choice)
    if child == NOBODY:
        tree.growing = 0
        # one node for each rollout, as usual for UCT; below it the base plays
        if tree.n_nodes < NODES:
            child = expand(tree, choice, node)
    if child != NOBODY:
        tree.path[tree.depth] = child
        tree.depth += 1
    if tree.depth == DEPTH:
        tree.growing = 0
    return choice


@kernel
def child_of(tree: Tree, node: int, choice: int) -> int:
    """Return the node that a choice leads to, or NOBODY."""
    child = tree.child[node]
    while child != NOBODY and tree.choice[child] != choice:
        child = tree.sibling[child]
    return child


@kernel
def highest_ucb(tree: Tree, node: int, menu: Ints, baseline: int, exploration: float) -> int:
    """Return the choice with the highest upper confidence bound."""
    best, most = baseline, -np.inf
    share = (1.0 - PRIOR_OF_BASELINE) / len(menu)
    for choice in menu:
        prior = share + PRIOR_OF_BASELINE * (choice == baseline)
        ucb = ucb_of(tree, node, child_of(tree, node, choice), exploration * prior)
        # strictly more, so that equal bounds go to the first on the menu on any machine
        if ucb > most:
            best, most = choice, ucb
    return best


@kernel
def ucb_of(tree: Tree, node: int, child: int, bonus: float) -> float:
    """Return the upper confidence bound of a choice: its mean value, scaled to 0 to 1, and a bonus.

    A choice without visits has the mean of its parent.
    """
    visits = tree.visits[node]
    mean, tried = tree.total[node] / visits, 0.0
    if child != NOBODY and tree.visits[child] > 0.0:
        tried = tree.visits[child]
        mean = tree.total[child] / tried
    # scaled by what rollouts have shown, as points have no common range; no width before the second
    width = max(tree.highest - tree.lowest, 1e-9)
    # PUCT: the bonus falls with the choice's own visits, so its prior matters early on
    return (mean - tree.lowest) / width + bonus * np.sqrt(visits) / (1.0 + tried)


@kernel
def backpropagate(tree: Tree, value: float) -> None:
    """Add the value of a rollout to all nodes of its path."""
    tree.lowest, tree.highest = min(tree.lowest, value), max(tree.highest, value)
    for depth in range(tree.depth):
        node = tree.path[depth]
        tree.visits[node] += 1.0
        tree.total[node] += value
