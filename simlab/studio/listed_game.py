"""Games that the studio offers, and the rules of each as a form of controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.api.rulebook import Content, rulebook
from simlab.catalog import find_game, game_names, game_to_play
from simlab.game.components import Column, Parameter, Table, files_to_choose
from simlab.game.components.table import NOTE, PROVENANCES
from simlab.game.definition import Game
from simlab.game.language import ENGLISH
from simlab.game.policy import AT, BASE

GAMES_PER_SECOND = 1_000
"""Speed of a player with which the page may begin: a first look of some hundred games under both
sets of rules then takes a second."""


@dataclass(frozen=True)
class ListedGame:
    """A game of the studio."""

    name: str
    reference: str
    """Name or path by which the catalogue finds it."""
    game: Game
    data: Path | None = None
    """Data folder that replaces that of the game."""

    @property
    def folder(self) -> Path:
        """The folder with its components."""
        return self.data or self.game.folder


def list_games(reference: str | None, data: Path | None) -> dict[str, ListedGame]:
    """Return all games by name; the one that is named comes first and has the data folder.

    Raises:
        InputError: there is no such game.
    """
    names = game_names()
    shipped = {name: ListedGame(name, name, find_game(name)) for name in names}
    if reference is None:
        return shipped
    game = game_to_play(reference)
    chosen_game = ListedGame(game.name, reference, game, data)
    return {chosen_game.name: chosen_game} | {
        n: listed for n, listed in shipped.items() if n != chosen_game.name
    }


def form_of(listed: ListedGame) -> Content:
    """Return rules, component tables, patches and policies of a game for the page.

    Raises:
        InputError: its data or a shipped patch is invalid.
    """
    data = None if listed.data is None else str(listed.data)
    book = rulebook(listed.reference, [], data, ENGLISH)
    schema = listed.game.schema
    files = files_to_choose(listed.folder, schema.tables) if _chooses_files(schema) else []
    rules = zip(schema.parameters, book["rules"], strict=True)
    columns = {table.name: table_columns(table, book["tables"]) for table in schema.tables}
    return {
        **{key: book[key] for key in ("title", "players", "cooperative", "remarks")},
        "name": listed.name,
        "rules": [{**content, **control_of(rule, files)} for rule, content in rules],
        "tables": [{**table, "columns": columns[table["name"]]} for table in book["tables"]],
        "policies": book["policies"],
        "first": first_seats(listed.game),
        "strongest": strongest_players(listed.game),
        "search": book["search"],
        "every_policy": book["every_policy"],
        "patches": [
            {"name": patch["name"], "title": patch["title"], "question": patch["question"]}
            for patch in book["shipped_patches"]
        ],
    }


def first_seats(game: Game) -> dict[int, Content]:
    """Return the policy with which the page begins, as JSON, by number of players.

    It is the strongest player measured if it is fast, else the last policy: a dial should not wait
    for its games. Tables at which no policy can sit are left out.
    """
    low, high = game.players
    return {
        players: seat_content(policy)
        for players in range(low, high + 1)
        if (policy := _fast_player(game, players) or _last_policy(game, players))
    }


def _fast_player(game: Game, players: int) -> str:
    """Return the strongest player measured, or nothing if it is too slow for a dial.

    Players that their habits keep from being the default are none.
    """
    strongest = [player for player in game.strengths(players) if not player.beyond][:1]
    fast = (player.policy for player in strongest if player.games_per_second >= GAMES_PER_SECOND)
    return next(fast, "")


def _last_policy(game: Game, players: int) -> str:
    names = [policy.name for policy in game.policies if policy.can_sit(players)]
    return names[-1] if names else ""


def strongest_players(game: Game) -> dict[int, str]:
    """Return the strongest player by number of players, where the page begins with another one."""
    low, high = game.players
    strongest = {players: game.strongest_players(players)[:1] for players in range(low, high + 1)}
    return {
        players: name
        for players, names in strongest.items()
        for name in names
        if name.startswith(AT) and name != _fast_player(game, players)
    }


def seat_content(written: str) -> Content:
    """Return the policy of a seat as JSON."""
    name, _, assignments = written.partition(":")
    pairs = dict(word.split("=", 1) for word in assignments.split(",") if word)
    base = {BASE: pairs.pop(BASE)} if BASE in pairs else {}
    return {"policy": name, **base, "traits": {key: float(value) for key, value in pairs.items()}}


def _chooses_files(schema: Any) -> bool:
    return any(parameter.table for parameter in schema.parameters)


def control_of(rule: Parameter, files: Sequence[str]) -> Content:
    """Return the kind of control that fits a rule, and its choices."""
    if rule.is_switch:
        return {"control": "switch"}
    if rule.low is None or rule.high is None:
        return {"control": "choice", "choices": list(rule.choices) or list(files)}
    return {"control": "stepper"}


def table_columns(table: Table, tables: Sequence[Content]) -> list[Content]:
    """Return the columns of a table that a reader may change; choices of rows by their keys."""
    keys = {
        table_content["name"]: [str(row[table_content["key"]]) for row in table_content["rows"]]
        for table_content in tables
    }
    return [
        column_content(column, keys)
        for column in table.columns
        if column.name != NOTE.name and column.choices != PROVENANCES
    ]


def column_content(column: Column, keys: Mapping[str, Sequence[str]]) -> Content:
    """Return one column: its meaning, range, choices and blank value."""
    return {
        "name": column.name,
        "meaning": column.meaning,
        "low": column.low,
        "high": column.high,
        "choices": list(column.choices) or list(keys.get(column.table, ())),
        "blank": column.blank,
    }


def rows_of_chosen_files(listed: ListedGame, patch: Mapping[str, object]) -> dict[str, Any]:
    """Return the rows of the tables whose file a patch chooses, without its other changes.

    Raises:
        ComponentError: there is no such file, or it is invalid.
    """
    tables = [table for table in listed.game.schema.tables if table.parameter in patch]
    if not tables:
        return {}
    choice = {table.parameter: patch[table.parameter] for table in tables}
    components = listed.game.read(listed.data, choice)
    return {table.name: components.tables[table.name] for table in tables}
