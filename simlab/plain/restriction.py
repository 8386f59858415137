"""Restricted policies of plain games: never some kinds of choices, or any choice of some rows.

`thrifty:never=buy` never chooses a kind; `thrifty:never=cards.Rope` never chooses what names the
row Rope of the component table `cards`, such as `("buy", rope)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any

from simlab.errors import InputError, not_one_of
from simlab.game.policy import Policy
from simlab.plain.chance import Stream
from simlab.plain.rules import TableRow, table_of
from simlab.plain.seated_policy import Choose, Memory, choose_by
from simlab.plain.view import View
from simlab.players.restriction import NEVER, kinds_in_order, restrict_with_fields

ROW = "ROW"
"""Stands for the name of a row in messages."""


def restrict_policy(policy: Policy, never: Sequence[str], game: Any) -> Policy:
    """Return the restriction of a policy of a plain game to choices of other kinds and rows.

    Raises:
        InputError: the game has no such kind, and no such table.
    """
    tables = [table.name for table in game.schema.tables]
    rows = list(dict.fromkeys(kind for kind in never if kind.partition(".")[0] in tables))
    kind_names = [kind for kind in never if kind not in rows]
    if tables and any(kind not in game.kind_names for kind in kind_names):
        names = [*game.kind_names, *(f"{table}.{ROW}" for table in tables)]
        unknown = next(kind for kind in kind_names if kind not in game.kind_names)
        raise InputError(not_one_of(unknown, names), "policy", NEVER)
    kinds = [*(kinds_in_order(kind_names, game) if kind_names else []), *rows]
    implementation = {
        "function": avoid_choices(choose_by(policy), frozenset(kinds), policy.noise),
        "memory_class": partial(Memory, policy),
    }
    return restrict_with_fields(policy, kinds, game, restrict_policy, **implementation)


def avoid_choices(base: Choose, never: frozenset[str], noise: float) -> Callable[..., Hashable]:
    """Return the function of a restricted policy over another.

    As in a compiled game, the base chooses again from what is allowed if its choice is forbidden.
    It forgets what it remembers where another choice is made than its own.
    """

    def is_allowed(view: View, choice: Hashable) -> bool:
        return view.kind(choice) not in never and never.isdisjoint(map(row_key, rows_in(choice)))

    def choose(
        view: View, choices: Sequence[Hashable], chance: Stream, memory: Memory, **traits: float
    ) -> Hashable:
        allowed = [choice for choice in choices if is_allowed(view, choice)]
        if noise > 0.0 and chance.uniform() < noise:
            memory.clear()
            return chance.pick(allowed or choices)
        choice = base(view, choices, chance, traits, memory)
        if not allowed or choice in allowed:
            return choice
        memory.clear()
        choice = base(view, allowed, chance, traits, memory)
        if choice in allowed:
            return choice
        memory.clear()
        return chance.pick(allowed)

    return choose


def rows_in(choice: Hashable) -> Iterator[TableRow]:
    """Yield the rows of component tables that a choice names, also in tuples within it."""
    if isinstance(choice, TableRow):
        yield choice
    elif isinstance(choice, tuple):
        for detail in choice:
            yield from rows_in(detail)


def row_key(row: TableRow) -> str:
    """Return how a restriction names a row: `cards.St_Malo`, without signs that part policies."""
    return row_word(table_of(row), str(row))


def row_word(table: str, name: str) -> str:
    """Return how a restriction names the row of a table with a name."""
    word = re.sub(r"\W+", "_", name).strip("_")
    return f"{table}.{word}"
