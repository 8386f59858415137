"""Effects: what may be read and changed, and at which places.

A place is where a value stands, as a path from a name: ("self", "hands", "[]") is any hand. What
cannot be known, such as which hand, counts as any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace

from simlab.compiler.values import ITEM_OF

AccessPath = tuple[str, ...]


@dataclass(frozen=True)
class Effects:
    """What happens when something is evaluated."""

    reads: frozenset[AccessPath] = frozenset()
    mutates: frozenset[AccessPath] = frozenset()
    """Lists, sets and dicts that are changed in place."""
    resizes: frozenset[AccessPath] = frozenset()
    """Those of them that get or lose items."""
    moves: frozenset[AccessPath] = frozenset()
    """Those of them whose items stand elsewhere afterwards."""
    replaces: frozenset[AccessPath] = frozenset()
    """Places that are given another value."""
    returns: frozenset[AccessPath] = frozenset()
    """Places whose value is returned, not a copy."""

    @property
    def changes(self) -> frozenset[AccessPath]:
        """All that is not as before."""
        return self.mutates | self.replaces

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            *(getattr(self, field.name) | getattr(other, field.name) for field in fields(Effects))
        )

    def map_paths(
        self, change: Callable[[frozenset[AccessPath]], frozenset[AccessPath]]
    ) -> Effects:
        """Return the same in other places."""
        return Effects(*(change(getattr(self, field.name)) for field in fields(Effects)))

    @property
    def outside(self) -> Effects:
        """What can be noticed outside of a function, whose names are its own."""
        return replace(self, replaces=frozenset(path for path in self.replaces if len(path) > 1))


NO_EFFECTS = Effects()


def is_within(path: AccessPath, outer_path: AccessPath) -> bool:
    """Return whether a place is another one, or a part of it."""
    return path[: len(outer_path)] == outer_path


def meet(paths: Iterable[AccessPath], other_paths: Iterable[AccessPath]) -> bool:
    """Return whether a change of one of some places may show in one of the others."""
    # gone through for each path, and an iterator would be used up by the first
    other_paths = list(other_paths)
    return any(
        is_within(path, other_path) or is_within(other_path, path)
        for path in paths
        for other_path in other_paths
    )


def items_of(paths: frozenset[AccessPath]) -> frozenset[AccessPath]:
    """Return where the items of lists stand."""
    return frozenset((*path, ITEM_OF) for path in paths)
