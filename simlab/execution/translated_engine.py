"""TranslatedEngine: plays a plain game by its translation into kernels, with the same results."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.catalog import find_game
from simlab.engine.build import Engine, PolicyLike
from simlab.engine.lead import KeptPoints
from simlab.engine.loop import Progress
from simlab.engine.record import new, row_of
from simlab.errors import ContractError, InputError
from simlab.execution.game_pair import policy_pairs
from simlab.game.components import Components
from simlab.game.definition import Game
from simlab.game.policy import Policy
from simlab.plain.definition import PlainDefinition
from simlab.plain.engine import LAST_GAMES, PlainEngine, last_of
from simlab.plain.restriction import row_key, row_word
from simlab.plain.rules import RulesInForce, components_in
from simlab.players.mixture import Mixed, mix_policies
from simlab.players.restriction import Forbidden, Restricted, restrict_policy
from simlab.players.search import Search, search_over

SLOWER = 300
"""How many times as long plain Python takes, about, by which the last games are played again."""
NO_STATE: Any = object()
"""Stands for a game of which nothing is known."""
KEPT = 64
"""Rules of which a process keeps the record: a sweep has as many at a time."""


class TranslatedEngine(PlainEngine):
    """Plays a plain game by kernels that were made of it and proved equal.

    Games that are listened to, and line-ups with a policy that has no kernel, it plays as they are.
    Its last games are played again by plain Python at the end of a command.
    """

    def __init__(self, plain: Game, compiled: Game) -> None:
        super().__init__(plain)
        self.plain, self.compiled = plain, compiled
        self.kernels = Engine(compiled)

    def prepare(self, policies: Iterable[PolicyLike]) -> None:
        """Load or compile the kernels of the game and of these policies."""
        components = self.plain.load().components
        translated_policies = (
            translate_policy(self.plain, self.compiled, policy, components) for policy in policies
        )
        self.kernels.prepare([policy for policy in translated_policies if policy is not None])

    def play(
        self,
        rules: npt.NDArray[Any],
        lineup: Sequence[PolicyLike],
        seed: int,
        first_deal: int,
        count: int,
        rotation: int = 0,
        journal: Any = None,
        progress: npt.NDArray[Any] | None = None,
        timeline: npt.NDArray[Any] | None = None,
        scratch: npt.NDArray[Any] | None = None,
        draws: npt.NDArray[np.int64] | None = None,
        points: list[KeptPoints] | None = None,
    ) -> npt.NDArray[Any]:
        """Play `count` deals and return their OUTCOME rows, as the plain engine does.

        Raises:
            ContractError: the game or a policy broke its contract, in the words of plain Python.
        """
        played = new(Progress.dtype) if progress is None else progress
        components = components_of(rules.tobytes())
        translated_policies = [
            translate_policy(self.plain, self.compiled, policy, components) for policy in lineup
        ]
        kernels = [policy for policy in translated_policies if policy is not None]
        if journal is None and len(kernels) == len(lineup):
            n_kept = 0 if points is None else len(points)
            own_rules, begin = rules_of(self.compiled, rules.tobytes()), time.perf_counter()
            try:
                rows = self.kernels.play(
                    own_rules,
                    kernels,
                    seed,
                    first_deal,
                    count,
                    rotation,
                    progress=played,
                    timeline=timeline,
                    draws=draws,
                    points=points,
                )
                seconds = SLOWER * (time.perf_counter() - begin) / max(count, 1)
                LAST_GAMES.extend(last_of(rows, draws, rules, lineup, seconds, is_translated=True))
                return rows
            except ContractError:
                # plain Python says what is wrong there, or else goes on where kernels have no room
                deal = int(played["deal"][0])
                row_draws = None if draws is None else draws[deal - first_deal :][:1]
                super().play(rules, lineup, seed, deal, 1, rotation, draws=row_draws)
                if points is not None:
                    del points[n_kept:]
        return super().play(
            rules,
            lineup,
            seed,
            first_deal,
            count,
            rotation,
            journal,
            played,
            timeline,
            draws=draws,
            points=points,
        )


def translate_policy(
    plain: Game, compiled: Game, policy: Any, components: Components
) -> Policy | None:
    """Return the policy of a compiled game that chooses as one of the plain game, if there is one.

    The components say which numbers rows have. A policy of another file has none, nor has a search
    for which kernels have no room.
    """
    if isinstance(policy, Search):
        return _translate_search(plain, compiled, policy, components)
    if isinstance(policy, Mixed):
        first_policy = translate_policy(plain, compiled, policy.first, components)
        second_policy = translate_policy(plain, compiled, policy.second, components)
        return (
            first_policy
            and second_policy
            and mix_policies(first_policy, second_policy, policy.share, compiled)
        )
    if isinstance(policy, Restricted):
        base = translate_policy(plain, compiled, policy.unrestricted, components)
        rows = _choices_of_rows(policy.never, compiled, components)
        if compiled.chooses_rows and isinstance(plain, PlainDefinition):
            rows |= _rows_of_kinds(policy.never, plain, compiled, components)
        is_known = compiled.kinds.keys() | rows >= set(policy.never)
        try:
            return (
                restrict_policy(base, policy.never, compiled, rows) if base and is_known else None
            )
        except InputError:
            return None
    for plain_policy, compiled_policy in _all_policy_pairs(plain, compiled):
        if plain_policy.function is policy.function:
            return replace(
                # the name and weights of the plain one: a study may have changed them
                compiled_policy,
                name=policy.name,
                traits=policy.traits,
                weights=policy.weights,
                seat_traits=policy.seat_traits,
            )
    return None


def _choices_of_rows(
    never: Sequence[str], compiled: Game, components: Components
) -> dict[str, list[Forbidden]]:
    """Return the choices that name rows, by what forbids these."""
    keys = {table.name: table.key for table in compiled.schema.tables}
    row_by_word = {
        row_word(table, str(row[keys[table]])): (table, row_index)
        for table, rows in components.tables.items()
        for row_index, row in enumerate(rows)
    }
    return {
        word: [
            Forbidden(choices.start, choices.stop, bit, row_index)
            for choices, bit in compiled.row_places[table]
        ]
        for word in never
        if word in row_by_word
        for table, row_index in [row_by_word[word]]
    }


def _rows_of_kinds(
    never: Sequence[str], plain: PlainDefinition, compiled: Game, components: Components
) -> dict[str, list[Forbidden]]:
    """Return the choices of kinds that a row alone decides, such as `choice.group`.

    Empty if a kind may also depend on the state of the game.
    """
    rules = RulesInForce(plain.schema, components.values, components.tables)
    rows_by_kind: dict[str, list[str]] = {}
    for table in components.tables:
        for row in rules.table(table) if compiled.row_places[table] else ():
            try:
                kind = plain.rules_class.kind(NO_STATE, row)
            except Exception:
                # the author's method needs more than the row, and may raise anything without it;
                # what is really wrong there, play in plain Python says in words
                return {}
            rows_by_kind.setdefault(kind, []).append(row_key(row))
    kinds = [kind for kind in never if kind in rows_by_kind]
    forbidden = _choices_of_rows(
        [row for kind in kinds for row in rows_by_kind[kind]], compiled, components
    )
    return {kind: [part for row in rows_by_kind[kind] for part in forbidden[row]] for kind in kinds}


def _translate_search(
    plain: Game, compiled: Game, search: Search, components: Components
) -> Policy | None:
    base = translate_policy(plain, compiled, search.base_policy, components)
    if base is None:
        return None
    try:
        compiled_search = search_over(base, compiled)
    except InputError:
        return None
    return replace(compiled_search, name=search.name, traits=search.traits, weights=search.weights)


def policies_within(policy: Policy) -> Iterator[Policy]:
    """Yield the policies that mixtures, restrictions and searches are made of, or the policy."""
    for part in parts_of(policy):
        if isinstance(part, Search):
            yield from policies_within(part.base_policy)
        else:
            yield part


def parts_of(policy: Policy) -> Iterator[Policy]:
    """Yield the policies and searches that mixtures and restrictions are made of, or the policy."""
    if isinstance(policy, Mixed):
        yield from parts_of(policy.first)
        yield from parts_of(policy.second)
    elif isinstance(policy, Restricted):
        yield from parts_of(policy.unrestricted)
    else:
        yield policy


@cache
def _all_policy_pairs(plain: Game, compiled: Game) -> list[tuple[Policy, Policy]]:
    tables = range(plain.players[0], plain.players[1] + 1)
    return [pair for players in tables for pair in policy_pairs(plain, compiled, players)]


@lru_cache(maxsize=KEPT)
def components_of(content: bytes) -> Components:
    """Return the rule values and tables that a plain game has as bytes."""
    return components_in(np.frombuffer(content, np.uint8))


@lru_cache(maxsize=KEPT)
def rules_of(compiled: Game, content: bytes) -> npt.NDArray[Any]:
    """Return the record of rules that a plain game has as bytes."""
    row = new(compiled.rules_row)
    compiled.fill(components_of(content), row_of(row))
    return row


@cache
def engine_from_file(plain: Game, file: Path) -> TranslatedEngine:
    """Return the engine that plays a plain game by the kernels in a file."""
    return TranslatedEngine(plain, find_game(str(file)))
