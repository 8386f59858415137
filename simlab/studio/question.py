"""Question of a page: a game, its players and changed rules; checked, and as a comparison."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from simlab.catalog import describe_search
from simlab.errors import InputError, Problem
from simlab.experiment.lineup import in_short
from simlab.experiment.patch import find_shipped_patches, rules_under, stack
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.files.writing import printable
from simlab.game.components import Components
from simlab.game.components.change import Change, changes
from simlab.game.components.key import join_key, key_parts
from simlab.game.policy import AT, BASE, COMMON, Policy
from simlab.players.search import SEARCH
from simlab.players.trained import shipped_players
from simlab.studies.ab.comparison import Comparison
from simlab.studio.listed_game import ListedGame, seat_content

Content = dict[str, Any]

MOST_CHANGES = 2_000
"""Keys of a patch: more than the cells of any component table."""
LONGEST_TEXT = 200
"""Characters of a key or a value of a patch."""
METRIC = re.compile(r"\w{1,80}")


@dataclass(frozen=True)
class Question:
    """What a page asks: how changed rules compare with the unchanged ones."""

    game: ListedGame
    players: int
    policies: tuple[str, ...]
    """The policy of each seat, as written on a command line."""
    patch: Mapping[str, object] = field(default_factory=dict)
    """New values by dotted key."""
    metric: str | None = None

    @property
    def key(self) -> str:
        """A name that equal questions share."""
        game = self.game.game
        contents = [game.name, game.version, str(self.game.data), self.players, self.policies]
        content = json.dumps([*contents, sorted(self.patch.items()), self.metric], default=str)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @property
    def options(self) -> Content:
        """The players as options of a command or keys of an experiment."""
        data = None if self.game.data is None else str(self.game.data)
        are_same = len(set(self.policies)) == 1
        policies = self.policies[:1] if are_same else in_short(self.policies)
        return {"players": [str(self.players)], "policy": list(policies), "data": data}

    def to_dict(self) -> Content:
        """Return the question as JSON; `question_of` reads it."""
        return {
            "game": self.game.name,
            "players": self.players,
            "seats": [seat_content(policy) for policy in self.policies],
            "patch": dict(self.patch),
            "metric": self.metric,
        }


def question_of(raw: Any, games: Mapping[str, ListedGame]) -> Question:
    """Return the question in some JSON; nothing in it is looked up in the file system.

    Raises:
        InputError: it is no question on one of these games.
    """
    if not isinstance(raw, Mapping):
        raise InputError("is no question")
    listed = game_of(raw.get("game"), games)
    seats, players, metric = raw.get("seats"), raw.get("players"), raw.get("metric")
    if type(players) is not int or not isinstance(seats, list) or not 1 <= players <= len(seats):
        raise InputError("must be a number, with a policy for each seat", "players")
    if metric is not None and not (isinstance(metric, str) and METRIC.fullmatch(metric)):
        raise InputError("is no metric", "metric")
    policies = tuple(read_seat_policy(seat, listed) for seat in seats[:players])
    return Question(listed, players, policies, patch_of(raw.get("patch")), metric)


def game_of(name: object, games: Mapping[str, ListedGame]) -> ListedGame:
    """Return the game of this name.

    Raises:
        InputError: there is none.
    """
    if not isinstance(name, str) or name not in games:
        raise InputError("is no game of this studio", "game")
    return games[name]


def patch_of(raw: object) -> dict[str, object]:
    """Return the changed rules in some JSON.

    Raises:
        InputError: they are no short texts, whole numbers and switches by key.
    """
    if not isinstance(raw, Mapping) or len(raw) > MOST_CHANGES:
        raise InputError("must be a table of changes", "patch")
    for key, value in raw.items():
        is_short = len(str(key)) <= LONGEST_TEXT and len(str(value)) <= LONGEST_TEXT
        if not isinstance(value, str | int | bool) or not is_short:
            raise InputError("must be a number, a switch or a short text", "patch", str(key)[:80])
    return {
        printable(str(key)): printable(value) if isinstance(value, str) else value
        for key, value in raw.items()
    }


def read_seat_policy(seat: object, listed: ListedGame) -> str:
    """Return the policy of a seat as written: `planner:caution=0.8`.

    Raises:
        InputError: it is not one of the game, or its traits are no numbers.
    """
    names = [policy.name for policy in listed.game.policies]
    policy_name = seat.get("policy") if isinstance(seat, Mapping) else None
    players = _read_shipped_players(listed, policy_name)
    if not isinstance(seat, Mapping) or policy_name not in (*names, *players, SEARCH):
        raise InputError("is no policy of this game", "policy")
    traits = seat.get("traits") or {}
    if not isinstance(traits, Mapping) or not all(map(_is_number, traits.values())):
        raise InputError("must be numbers", "policy", "traits")
    known_traits = _trait_names(listed, str(seat["policy"]))
    for name in traits:
        if name not in known_traits:
            raise InputError("is no trait of this policy", "policy", str(name)[:80])
    assignments = [f"{name}={value!r}" for name, value in traits.items()]
    if seat["policy"] == SEARCH:
        base = seat.get(BASE) or names[-1]
        if base not in names:
            raise InputError("is no policy of this game", "policy", BASE)
        assignments = [f"{BASE}={base}", *assignments]
    return f"{seat['policy']}:{','.join(assignments)}" if assignments else str(seat["policy"])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _read_shipped_players(listed: ListedGame, name: object) -> dict[str, list[Policy]]:
    """Return the shipped players of a game, whose files are read only for the name of one."""
    is_player = isinstance(name, str) and name.startswith(AT)
    return shipped_players(listed.game) if is_player else {}


def _trait_names(listed: ListedGame, policy: str) -> set[str]:
    shipped = _read_shipped_players(listed, policy).values()
    players = [player for tables in shipped for player in tables]
    trait_names = {
        known_policy.name: set(known_policy.traits)
        for known_policy in (*listed.game.policies, *players)
    }
    search = set(describe_search(listed.game)[1])
    return trait_names.get(policy, search) | set(COMMON)


@dataclass(frozen=True, eq=False)
class ComparedRules:
    """A question whose names are looked up and whose rules are checked."""

    question: Question
    comparison: Comparison
    changes: list[Change]
    """What differs from the unchanged rules."""

    @property
    def components(self) -> Components:
        """The changed rules."""
        return self.comparison.patched.rules.components


def rules_in_question(question: Question) -> ComparedRules:
    """Return the comparison that a question asks for; unchanged rules twice if nothing changes.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    reference, schema = question.game.reference, question.game.game.schema
    data = None if question.game.data is None else str(question.game.data)
    base = scenario_without_change(reference, question.players, question.policies, data)
    if not question.patch:
        return ComparedRules(question, Comparison(base, base), [])
    patch = stack([question.patch])
    rules = rules_under(patch, question.game.game, question.game.data)
    different = changes(base.rules.components, rules.components, schema)
    if not different:
        return ComparedRules(replace(question, patch={}), Comparison(base, base), [])
    sentences = tuple(change.sentence for change in different)
    patched = replace(base, rules=rules, patch=patch, changes=sentences)
    return ComparedRules(question, Comparison(base, patched), different)


# a dial that turns asks for the same line-up again and again
@lru_cache(maxsize=32)
def scenario_without_change(
    reference: str, players: int, policies: tuple[str, ...], data: str | None
) -> Scenario:
    """Return the scenario of a line-up under the unchanged rules.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    options = {"players": [str(players)], "policy": list(policies), "data": data}
    return request_experiment(reference, options).scenarios[0]


def patch_with(question_patch: Mapping[str, object], name: str, listed: ListedGame) -> Content:
    """Return changes with a shipped patch on top; its steps become numbers.

    Raises:
        InputError: the game ships no such patch, or it does not fit these changes.
    """
    shipped = {patch.name: patch for patch in find_shipped_patches(listed.game, listed.data)}
    if name not in shipped:
        raise InputError("is no patch of this game", "patch")
    stacked = stack([question_patch, shipped[name].values])
    components = rules_under(stacked, listed.game, listed.data).components
    keys = {table.name: table.key for table in listed.game.schema.tables}
    rows = {
        join_key(name, row[keys[name]]): row
        for name, table_rows in components.tables.items()
        for row in table_rows
    }

    def now(key: str, value: object) -> object:
        if key in components.values:
            return components.values[key]
        *row_key, column = key_parts(key)
        return rows.get(join_key(*row_key), {}).get(column, value)

    return {key: now(key, value) for key, value in stacked.items()}


def undo_keys(change: Change, patch: Mapping[str, object], listed: ListedGame) -> list[str]:
    """Return the keys of a patch that make a change; without them it is undone."""
    changed = [*change.old, *change.new]
    patch_keys = [
        key for key in patch if any(_overlap(key, changed_key) for changed_key in changed)
    ]
    if patch_keys:
        return patch_keys
    tables = {changed_key.partition(".")[0] for changed_key in changed}
    return [
        table.parameter
        for table in listed.game.schema.tables
        if table.name in tables and table.parameter in patch
    ]


def _overlap(key: str, other_key: str) -> bool:
    return key == other_key or key.startswith(f"{other_key}.") or other_key.startswith(f"{key}.")


def problem_content(problem: Problem) -> Content:
    """Return a problem with the key of the control that it belongs to."""
    place_head, *place_tail = problem.place or ("",)
    key = place_tail[-1] if place_head == "patch" and place_tail else place_head
    return {"key": key, "is_rule": place_head == "patch", "sentence": problem.sentence}
