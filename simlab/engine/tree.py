"""A tree of what a seat may choose next, grown while its games are played on in the mind.

A node stands for the choices that the seat made since the root, whatever the others and chance did
in between (open loop: D. Perez Liebana et al., "Open loop search for general video game playing",
GECCO 2015). At a node the choice with the best mean so far is followed, raised where it was seldom
tried, most of all for the choice of the base policy (C. Rosin, "Multi-armed bandits with episode
context", Annals of Mathematics and Artificial Intelligence 61, 2011).
"""

from __future__ import annotations

import numpy as np

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Row, real, record, whole

NODES = 1024
"""Most nodes of a tree; when all are in use, it grows no more."""
DEPTH = 64
"""Most choices from the root."""
NOBODY = -1
"""Stands for a node that is not there."""
TRUST = 0.5
"""Share of the first belief that the choice of the base policy gets beside its equal share."""

TREE = record(
    n_nodes=whole("nodes in use", "nodes"),
    choice=whole("choice that leads to each node", shape=NODES),
    child=whole("a node reached from each by one choice more", shape=NODES),
    sibling=whole("another node reached from the same one", shape=NODES),
    visits=real("rollouts through each", "rollouts", shape=NODES),
    total=real("sum of what they brought", shape=NODES),
    path=whole("nodes that this rollout went through", shape=DEPTH),
    depth=whole("how many they are", "nodes"),
    exploring=whole("1 where rollouts follow the tree, else 0"),
    growing=whole("1 while this rollout is inside the tree, else 0"),
    lowest=real("least that any rollout brought"),
    highest=real("most that any rollout brought"),
)


@kernel
def clear(tree: Row, exploration: float) -> None:
    """Leave no node; without exploration rollouts never follow the tree."""
    tree.n_nodes = 0
    tree.exploring = exploration > 0.0
    tree.lowest, tree.highest = np.inf, -np.inf


@kernel
def plant(tree: Row, choice: int, parent: int) -> int:
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
def enter(tree: Row, root: int) -> None:
    """Begin a rollout at a root."""
    tree.path[0] = root
    tree.depth = 1
    tree.growing = tree.exploring


@kernel
def followed(tree: Row, menu: Ints, usual: int, exploration: float) -> int:
    """Return the choice to follow from where this rollout is, and go there."""
    node = tree.path[tree.depth - 1]
    choice = usual
    if tree.visits[node] > 0.0:
        choice = most_promising(tree, node, menu, usual, exploration)
    child = child_of(tree, node, choice)
    if child == NOBODY:
        tree.growing = 0
        if tree.n_nodes < NODES:
            child = plant(tree, choice, node)
    if child != NOBODY:
        tree.path[tree.depth] = child
        tree.depth += 1
    if tree.depth == DEPTH:
        tree.growing = 0
    return choice


@kernel
def child_of(tree: Row, node: int, choice: int) -> int:
    """Return the node that a choice leads to, or NOBODY."""
    child = tree.child[node]
    while child != NOBODY and tree.choice[child] != choice:
        child = tree.sibling[child]
    return child


@kernel
def most_promising(tree: Row, node: int, menu: Ints, usual: int, exploration: float) -> int:
    """Return the choice with the highest mean and bonus for what was seldom tried."""
    best, most = usual, -np.inf
    share = (1.0 - TRUST) / menu.shape[0]
    for choice in menu:
        belief = share + TRUST * (choice == usual)
        promise = promise_of(tree, node, child_of(tree, node, choice), exploration * belief)
        if promise > most:
            best, most = choice, promise
    return best


@kernel
def promise_of(tree: Row, node: int, child: int, bonus: float) -> float:
    """Return the mean of a choice, from 0 to 1, and its bonus; untried ones have their node's."""
    visits = tree.visits[node]
    mean, tried = tree.total[node] / visits, 0.0
    if child != NOBODY and tree.visits[child] > 0.0:
        tried = tree.visits[child]
        mean = tree.total[child] / tried
    width = max(tree.highest - tree.lowest, 1e-9)
    return (mean - tree.lowest) / width + bonus * np.sqrt(visits) / (1.0 + tried)


@kernel
def learn(tree: Row, brought: float) -> None:
    """Add what a rollout brought to all nodes that it went through."""
    tree.lowest, tree.highest = min(tree.lowest, brought), max(tree.highest, brought)
    for place in range(tree.depth):
        node = tree.path[place]
        tree.visits[node] += 1.0
        tree.total[node] += brought
