"""Rulebook of a game as JSON: rules, component tables, policies and patches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from simlab.catalog import describe_search, find_game, game_names, game_to_play
from simlab.experiment.patch import (
    find_patches,
    find_shipped_patches,
    patch_hash,
    rules_under,
    stack,
)
from simlab.game.components import Components, Parameter, Table
from simlab.game.components.change import changes
from simlab.game.components.table import NOTE
from simlab.game.definition import Game
from simlab.game.language import Words, choose_language
from simlab.game.policy import COMMON, Policy, Trait
from simlab.players.trained import shipped_players

Content = dict[str, Any]


def game_list() -> list[Content]:
    """Return every game that can be found by name."""
    return [summary(find_game(name)) for name in game_names()]


def rulebook(name: str, patches: list[str], data: str | None, lang: str | None) -> Content:
    """Return the rules, component tables, policies and patches of a game; apply `patches`.

    Terms of the game are in the language `lang`, by default that of the locale.

    Raises:
        InputError: there is no such game or language, or its data or a patch is invalid.
    """
    game, folder = find_game(name), None if data is None else Path(data)
    vocabulary = game.words(choose_language(lang))
    chosen = find_patches(patches, game, folder)
    stacked = stack(patch.values for patch in chosen)
    sentence, search_traits = describe_search(game)
    before, now = game.read(folder, {}), rules_under(stacked, game, folder).components
    return {
        **summary(game),
        "version": game.version,
        "found": name,
        "data": data,
        "rules": [rule(parameter, now, vocabulary) for parameter in game.schema.parameters],
        "tables": [table(entry, now, vocabulary) for entry in game.schema.tables],
        "policies": [
            *(player_content(sizes) for sizes in shipped_players(game_to_play(name)).values()),
            *(policy_content(policy) for policy in game.policies),
        ],
        "search": {"sentence": sentence, "traits": trait_contents(search_traits)},
        "every_policy": trait_contents(COMMON),
        "shipped_patches": [asdict(patch) for patch in find_shipped_patches(game, folder)],
        "patches": [asdict(patch) for patch in chosen],
        "patch_hash": patch_hash(stacked),
        "changes": [asdict(change) for change in changes(before, now, game.schema)],
        "assumed": now.assumed(),
        "remarks": now.remarks,
    }


def summary(game: Game) -> Content:
    """Return the entry of a game in the list of games."""
    return {
        "name": game.name,
        "title": game.title,
        "players": game.players,
        "cooperative": game.cooperative,
        "policies": [policy.name for policy in game.policies],
    }


def rule(parameter: Parameter, components: Components, vocabulary: Words) -> Content:
    """Return one rule parameter with its value, range, meaning, provenance and note."""
    name = parameter.name
    return {
        "name": name,
        "value": components.values[name],
        "low": parameter.low,
        "high": parameter.high,
        "choices": parameter.choices,
        "unit": vocabulary(parameter.unit),
        "meaning": vocabulary(parameter.meaning),
        "rule": parameter.rule,
        "provenance": components.provenance[name],
        "is_assumed": name in components.assumed_parameters,
        "note": components.notes.get(name, ""),
    }


def table(table: Table, components: Components, vocabulary: Words) -> Content:
    """Return one component table with all its rows; free text is translated."""
    free = {column.name for column in table.columns if column.is_free and column is not NOTE}
    return {
        "name": table.name,
        "meaning": vocabulary(table.meaning),
        "file": components.sources[table.name],
        "key": table.key,
        "columns": {column.name: column.meaning for column in table.columns},
        "rows": [
            {name: vocabulary(str(cell)) if name in free else cell for name, cell in row.items()}
            for row in components.tables[table.name]
        ],
    }


def player_content(players: Sequence[Policy]) -> Content:
    """Return a player, which has traits of its own for each size of table, as one policy."""
    sized = {player.players[0]: player for player in players if player.players}
    return {
        **policy_content(replace(players[0], players=(min(sized), max(sized)))),
        "by_size": {
            size: {name: trait.default for name, trait in player.traits.items()}
            for size, player in sized.items()
        },
    }


def policy_content(policy: Policy) -> Content:
    """Return one policy with its traits."""
    return {
        "name": policy.name,
        "sentence": policy.sentence,
        "players": policy.players,
        "traits": trait_contents(policy.traits),
        "is_by_seat": bool(policy.seat_traits),
        "by_size": {},
    }


def trait_contents(traits: Mapping[str, Trait]) -> list[Content]:
    """Return traits with their defaults, ranges and meanings."""
    return [{"name": name, **vars(trait)} for name, trait in traits.items()]


def players_in_words(game: Content) -> str:
    """Return numbers of players and aim of a game: `2–4 players, against each other`."""
    aim = "together" if game["cooperative"] else "against each other"
    return f"{span(*game['players'])} players, {aim}"


def span(low: int, high: int) -> str:
    """Return one number or two: `2–4`."""
    return f"{low}–{high}" if low < high else str(low)
