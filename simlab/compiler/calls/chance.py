"""Draws from a source of chance: die(), below(), uniform(), pick(), shuffle()."""

from __future__ import annotations

import ast

from simlab.compiler.choices import Choices
from simlab.compiler.value_type import A_CHOICE, A_FRACTION
from simlab.compiler.values import (
    NOTHING_RETURNED,
    Entries,
    Menu,
    Scalar,
    Sources,
    Stored,
    StoredDict,
    Stream,
    Value,
    entry_at,
)
from simlab.compiler.writer import bare, cannot


class ChanceMethods(Choices):
    """Translates draws."""

    def draw(self, base: Sources | Stream, name: str, node: ast.Call) -> Value:
        """Return what is drawn from a source of chance."""
        self.draws = True
        stream = base.code if isinstance(base, Stream) else "rng[0]"
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if name == "die":
            faces = self._outcomes(self.scalar(arguments[0]).code if arguments else "6")
            return Scalar(f"(1 + below({stream}, {faces}))")
        if name == "below":
            n_outcomes = self._outcomes(self.scalar(arguments[0]).code)
            return Scalar(f"below({stream}, {n_outcomes})")
        if name == "uniform":
            return Scalar(f"uniform({stream})", A_FRACTION)
        sequence = self.sequence(arguments[0])
        if isinstance(sequence, StoredDict | Entries):
            raise cannot(node, "Python draws from no dict; write list(...)")
        if name == "shuffle" and isinstance(sequence, Stored) and sequence.type.of is not None:
            self.change(sequence, node)
            is_object = sequence.type.of.is_stored
            records = f"shuffle_records(state, {stream}, {sequence.code}, {self.here})"
            self.line(records if is_object else f"shuffle_items({stream}, {sequence.code})")
            return NOTHING_RETURNED
        if name != "pick":
            raise cannot(node, "kernels shuffle lists in attributes, or lists with a name, only")
        listed_items = sequence if isinstance(sequence, Menu) else self.build_list(sequence, node)
        n = self._outcomes(self.length(listed_items, node))
        index = self.keep(f"below({stream}, {n})", "place")
        if isinstance(listed_items, Menu):
            return Scalar(f"menu[{index}]", A_CHOICE)
        assert isinstance(listed_items, Stored)
        return entry_at(listed_items, index)

    def _outcomes(self, n: str) -> str:
        """Return the code of the number of outcomes of a draw."""
        return n if n.isdigit() and int(n) > 0 else f"outcomes(state, {bare(n)}, {self.here})"
