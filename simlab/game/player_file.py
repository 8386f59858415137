"""Player file: the folder of a learnt or tuned policy, its description and whether that fits.

A learnt one has its net in `weights.npy`; a tuned one is a policy of the game with other traits. A
folder with one folder for each size of table, such as `strategist/3p`, is one player for all.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from simlab.engine.net import MOST_HIDDEN
from simlab.engine.observation import StateNumber, find_number, state_numbers
from simlab.errors import Damage, InputError, Problem
from simlab.files.checksum import CHECKSUM, NOT_AS_WRITTEN, check
from simlab.files.imports import digest_with_imports
from simlab.files.paths import COMPILED, PLAYERS, is_file, players_folder
from simlab.files.toml import read_toml
from simlab.game.policy import AT, BASE, Policy, Trait

PLAYER, WEIGHTS = "player.toml", "weights.npy"
WEIGHTS_HASH = "weights_hash"
"""Key of the SHA-256 of the weights, by which the description vouches for them."""


def files_of(path: Path) -> list[Path]:
    """Return the files of a player folder, or any other path alone."""
    if not is_player(path):
        return [path]
    return [path / PLAYER, *([path / WEIGHTS] if is_file(path / WEIGHTS) else [])]


def is_player(path: Path) -> bool:
    """Return whether a path is the folder of a player."""
    return is_file(path / PLAYER)


def needs_kernels(folder: Path) -> bool:
    """Return whether a player plays in machine code alone: with a net, or with traits by seat.

    Raises:
        InputError: its description is damaged.
    """
    if not is_player(folder):
        return False
    table = read_description(folder)
    return BASE not in table or any(isinstance(value, list) for value in table["traits"].values())


def find_player(name: str, game: Any, players: int) -> Path | None:
    """Return the folder of a player `@name`: in `players`, or else in the data of its game.

    One that is made for this number of players alone goes before one for others.
    """
    folders = [players_folder / name.removeprefix(AT) for players_folder in _places(game)]
    candidates = (path for folder in folders for path in (folder / f"{players}p", folder))
    return next((folder.resolve() for folder in candidates if is_player(folder)), None)


def player_names(game: Any) -> list[str]:
    """Return the names of all players that `find_player` may find, of any game."""
    return sorted(
        {
            name_of(file.parent)
            for players_folder in _places(game)
            for file in _players_in(players_folder)
        }
    )


def name_of(folder: Path) -> str:
    """Return the name of the player in a folder; one for a size of table is named like the rest."""
    full_path = folder.resolve()
    is_part = re.fullmatch(r"\d+p", full_path.name) is not None
    return f"{AT}{full_path.parent.name if is_part else full_path.name}"


def folders_of_players(game: Any) -> list[Path]:
    """Return the folders of the players of a game, sorted, whether they fit it as it is now or not.

    They are in its data, as those that come with simlab, or beside its file, as those that
    `simlab train` makes of a game of one's own. A best response to certain opponents is none: it
    plays well among these alone.
    """
    folders = {
        file.parent.resolve() for folder in _homes_of_players(game) for file in _players_in(folder)
    }
    return sorted(folder for folder in folders if _is_player_of(folder, game))


def _is_player_of(folder: Path, game: Any) -> bool:
    try:
        table = read_description(folder)
    except InputError:
        return False
    training = table.get("training", {})
    return table.get("game") in _names_of(game) and not training.get("against")


def fits(folder: Path, game: Any) -> bool:
    """Return whether the player in a folder is one of a game as it is now."""
    try:
        return not _misfits(read_description(folder), game)
    except InputError:
        return False


def _places(game: Any) -> list[Path]:
    """Return the folders in which a player of a game may be, the working folder's first."""
    return list(dict.fromkeys([players_folder().resolve(), *_homes_of_players(game)]))


def _homes_of_players(game: Any) -> list[Path]:
    folders = (game.folder / PLAYERS, home_of_trained_players(game))
    return list(dict.fromkeys(folder.resolve() for folder in folders))


def home_of_trained_players(game: Any) -> Path:
    """Return the folder beside the file of a game in which its trained players lie."""
    home: Path = game.written_home.parent
    return home / PLAYERS


def _players_in(players_folder: Path) -> list[Path]:
    return [*players_folder.glob(f"*/{PLAYER}"), *players_folder.glob(f"*/*p/{PLAYER}")]


def content_of_weights(folder: Path, table: Mapping[str, Any]) -> bytes:
    """Return the content of the file of weights that a description vouches for.

    Raises:
        InputError: it is missing or damaged.
    """
    try:
        raw = (folder / WEIGHTS).read_bytes()
    except OSError as error:
        reason = f"cannot be read: {error.strerror}; train the player again{_command(table)}"
        raise InputError(reason, str(folder / WEIGHTS)) from error
    if table.get(WEIGHTS_HASH) not in (None, hashlib.sha256(raw).hexdigest()):
        raise InputError(_not_as_written(table), str(folder / WEIGHTS))
    return raw


def is_whole(folder: Path) -> bool:
    """Return whether a folder has the files of a learnt player, undamaged."""
    try:
        table = read_description(folder)
        content_of_weights(folder, table)
    except InputError:
        return False
    return table.keys() >= KEYS.keys()


def checked_description(folder: Path, game: Any) -> dict[str, Any]:
    """Return what `player.toml` says of a player that fits a game.

    Raises:
        InputError: it is missing, damaged, or does not fit.
    """
    table = read_description(folder)
    problems = _misfits(table, game)
    if problems:
        raise InputError(problems, str(folder / PLAYER))
    return table


def read_description(folder: Path) -> dict[str, Any]:
    """Return what `player.toml` says: what the player is for, and how it was made.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    if not is_player(folder):
        raise InputError(f"no player ({PLAYER} is missing)", str(folder))
    try:
        raw = (folder / PLAYER).read_bytes()
        table = read_toml(raw.decode())
        if CHECKSUM in table:  # earlier simlabs wrote none
            check(raw)
    except InputError as error:
        raise InputError(error.problems, str(folder / PLAYER)) from error
    except Damage:
        edited = f"; if it was edited on purpose, delete its line {CHECKSUM}"
        raise InputError(_not_as_written(table) + edited, str(folder / PLAYER)) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error}", str(folder / PLAYER)) from error
    return table


SOURCES = "sources"
"""Key of the hash of the code of a game of one's own, as it was when the player was made."""


def sources_of(game: Any) -> str:
    """Return a hash of the code of a game."""
    return digest_with_imports(game.written_home)[:16]


def remark_on(folder: Path, game: Any) -> str:
    """Return what is to be said of a player of a game that was edited since; nothing if not."""
    table = read_description(folder)
    if table.get(SOURCES) in (None, sources_of(game)):
        return ""
    return (
        f"{name_of(folder)} was made before the code of {game.title} was edited; it may play the"
        f" rules badly. Train it again{_command(table)}"
    )


def rules_fingerprint(game: Any) -> str:
    """Return a hash of the names and types in the rules record."""
    return hashlib.sha256(str(game.rules_row).encode()).hexdigest()[:16]


LEARNER = "learner"
"""The key that names the learner whose net it is."""
FOLDER_NAMED = "plays in machine code alone; name its folder, as in --policy players/mine"
"""What to do where a plain game is given the name of a player that needs kernels."""
KEYS = {"game": str, "version": int, "players": int}
KEYS_OF_NET = {"rules": str, "hidden_units": int, "features": list}
KEYS_OF_TUNED = {BASE: str, "traits": dict}


def _misfits(table: Mapping[str, Any], game: Any) -> list[Problem]:
    """Return in what a player does not fit a game."""
    keys = KEYS | (KEYS_OF_TUNED if BASE in table else KEYS_OF_NET)
    misfit_keys = [key for key, kind in keys.items() if not isinstance(table.get(key), kind)]
    if misfit_keys:
        return [Problem("is missing or of the wrong type", (key,)) for key in misfit_keys]
    if table["game"] not in _names_of(game):
        return [Problem(f"is a player of {table['game']}, not of {game.name}", ("game",))]
    if table["version"] != game.version:
        made_for = f"is made for version {table['version']} of {game.name}, but this is version"
        return [
            Problem(f"{made_for} {game.version}; train it again{_command(table)}", ("version",))
        ]
    if BASE not in table and game.is_plain:
        return [Problem(f"its net {FOLDER_NAMED}")]
    problems = []
    if BASE not in table and table["rules"] != rules_fingerprint(game):
        reason = "the rules record has other fields than it was made for; train it again"
        problems.append(Problem(f"{reason}{_command(table)}", ("rules",)))
    low, high = game.players
    if not low <= table["players"] <= high:
        problems.append(Problem(f"{game.title} is for {low} to {high} players", ("players",)))
        return problems
    if BASE in table:
        by_name = {policy.name: policy for policy in game.policies}
        if table[BASE] not in by_name:
            return [*problems, Problem(f"the game has no policy {table[BASE]}", (BASE,))]
        return problems + _unknown_traits(table, by_name[table[BASE]], game)
    if not 0 <= table["hidden_units"] <= MOST_HIDDEN:
        problems.append(Problem(f"must be from 0 to {MOST_HIDDEN}", ("hidden_units",)))
    if LEARNER in table:
        learner = game.learner
        if learner is None or [*learner.features] != table["features"]:
            reason = "the game has other features than it was made for; train it again"
            problems.append(Problem(f"{reason}{_command(table)}", ("features",)))
            return problems
        return problems + _unknown_traits(table, learner, game)
    numbers = {number.name: number for number in numbers_of(game, table["players"])}
    unknown = [str(name) for name in table["features"] if find_number(str(name), numbers) is None]
    if unknown:
        problems.append(Problem(f"the state has no {', '.join(unknown[:3])}", ("features",)))
    return problems


def _names_of(game: Any) -> set[str]:
    """Return the names under which players of a game are made.

    A player made for a plain game plays the file that `simlab compile` writes, and vice versa.
    """
    plain_name = (game.plain or game).name
    return {game.name, plain_name, f"{plain_name}{COMPILED}"}


def _unknown_traits(table: Mapping[str, Any], policy: Policy, game: Any) -> list[Problem]:
    """Return which traits of a player its policy does not have."""
    traits, players = policy.traits, table["players"]
    problems = []
    for name, value in table.get("traits", {}).items():
        values = value if isinstance(value, list) else [value] * players
        if name not in traits or not all(
            _is_in_range(seat_value, traits[name]) for seat_value in values
        ):
            problems.append(Problem("is no trait, or out of range", ("traits", name)))
        elif len(values) != players:
            problem = f"must have one value, or one for each of {players} seats"
            problems.append(Problem(problem, ("traits", name)))
        elif game.is_plain and isinstance(value, list):
            problems.append(
                Problem(f"with a value for each seat, {FOLDER_NAMED}", ("traits", name))
            )
    return problems


def _is_in_range(value: object, trait: Trait) -> bool:
    return isinstance(value, (int, float)) and trait.low <= value <= trait.high


def _not_as_written(table: Mapping[str, Any]) -> str:
    return f"{NOT_AS_WRITTEN}; train the player again{_command(table)}"


def _command(table: Mapping[str, Any]) -> str:
    """Return the command that made a player, as the end of a sentence."""
    training = table.get("training")
    return (
        f": {training['command']}" if isinstance(training, dict) and "command" in training else ""
    )


@cache
def numbers_of(game: Any, players: int) -> list[StateNumber]:
    """Return all numbers of the state of a game that a net may read at a table."""
    return state_numbers(game.state_row, game.players[1], players)
