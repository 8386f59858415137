"""Player file: a policy that was learnt, as a folder with `player.toml` and `weights.npy`."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simlab.engine.afterstate import MOST_SAMPLES, PLAYER_TRAITS, bound_afterstate, work_record
from simlab.engine.net import MOST_HIDDEN, NET, n_weights
from simlab.engine.observation import SEATS_SEEN, StateNumber, state_numbers
from simlab.engine.record import WORD, Floats, new
from simlab.errors import InputError, Problem, RunError
from simlab.paths import is_file, players_folder
from simlab.policy import Policy, Trait
from simlab.toml import read_toml

AT = "@"
"""First letter of the name of a player as a policy."""
PLAYER, WEIGHTS = "player.toml", "weights.npy"
SENTENCE = (
    "Learnt from games: tries each choice and takes the one after which its net values the"
    " position most."
)
SAMPLES = 12
"""Default samples per choice: with a multiple of 6, a die shows each face equally often."""
TRAITS = {
    "samples": Trait(
        SAMPLES,
        1,
        MOST_SAMPLES,
        "samples of chance and of what it cannot see, for each choice",
        whole=True,
    )
}


@dataclass(frozen=True, eq=False)
class Net:
    """The net of a player: the numbers of the state that it reads, and its weights."""

    players: int
    numbers: tuple[StateNumber, ...]
    n_hidden: int
    weights: Floats

    @property
    def n_features(self) -> int:
        """Number of features, those of the seats included."""
        return SEATS_SEEN * self.players + len(self.numbers)

    def words(self) -> Floats:
        """Return the net as the numbers of a row of traits, which the policy reads."""
        net = new(NET)
        net["players"], net["n_hidden"] = self.players, self.n_hidden
        net["n_features"] = self.n_features
        for name in ("at", "step", "turn", "kind"):
            net[name][0, : len(self.numbers)] = [getattr(each, name) for each in self.numbers]
        net["weights"][0, : len(self.weights)] = self.weights
        words: Floats = net.view(np.float64)
        return words


class LearntPolicy(Policy):
    """Afterstate play with a net."""

    @property
    def trait_record(self) -> np.dtype[Any]:
        """The record as which the function reads its traits and the net."""
        return PLAYER_TRAITS


def learnt_policy(name: str, net: Net, game: Any, folder: Path | None = None) -> Policy:
    """Return the policy of a net; if it is in a folder, its files decide how it plays."""
    room = work_record(game)
    return LearntPolicy(
        name,
        SENTENCE,
        bound_afterstate(game),
        TRAITS,
        room.itemsize // WORD,
        (net.players, net.players),
        memory_record=room,
        constants=net.words(),
        files=() if folder is None else tuple(files_of(folder)),
    )


def files_of(path: Path) -> list[Path]:
    """Return the files of a player folder, or any other path alone."""
    return [path / PLAYER, path / WEIGHTS] if is_player(path) else [path]


def is_player(path: Path) -> bool:
    """Return whether a path is the folder of a player."""
    return is_file(path / PLAYER)


def find_player(name: str, game: Any) -> Path | None:
    """Return the folder of a player `@name`: in `players`, or else in the data of its game."""
    places = (players_folder(), game.folder / "players")
    folders = (place / name.removeprefix(AT) for place in places)
    return next((folder.resolve() for folder in folders if is_player(folder)), None)


def player_names(game: Any) -> list[str]:
    """Return the names of all players that `find_player` may find, of any game."""
    places = (players_folder(), game.folder / "players")
    folders = (file.parent for each in places for file in each.glob(f"*/{PLAYER}"))
    return sorted({f"{AT}{folder.name}" for folder in folders})


def read_player(folder: Path, game: Any) -> Policy:
    """Return the policy in the folder of a player; its name is `@` and that of the folder.

    Raises:
        InputError: see `read_net`.
    """
    full = folder.resolve()
    return learnt_policy(f"{AT}{full.name}", read_net(folder, game), game, full)


def read_net(folder: Path, game: Any) -> Net:
    """Return the net in the folder of a player.

    Raises:
        InputError: the files are missing or damaged, or the player is for another game, version or
            set of records.
    """
    table = read_description(folder)
    problems = _misfits(table, game)
    if problems:
        raise InputError(problems, str(folder / PLAYER))
    try:
        weights = np.load(folder / WEIGHTS, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise InputError(f"cannot be read: {error}", str(folder / WEIGHTS)) from error
    known = {each.name: each for each in _numbers(game, table["players"])}
    numbers = tuple(known[name] for name in table["features"])
    net = Net(table["players"], numbers, table["hidden_units"], weights)
    if weights.shape != (n_weights(net.n_features, net.n_hidden),) or weights.dtype != np.float64:
        raise InputError("holds other weights than the net has", str(folder / WEIGHTS))
    if not np.isfinite(weights).all():
        raise InputError("holds weights that are no numbers", str(folder / WEIGHTS))
    return net


def read_description(folder: Path) -> dict[str, Any]:
    """Return what `player.toml` says: what the player is for, and how it was made.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    if not is_player(folder):
        raise InputError(f"no player ({PLAYER} is missing)", str(folder))
    try:
        return read_toml((folder / PLAYER).read_text(encoding="utf-8"))
    except InputError as error:
        raise InputError(error.problems, str(folder / PLAYER)) from error
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error}", str(folder / PLAYER)) from error


def write_player(folder: Path, net: Net, game: Any, made: Mapping[str, Any]) -> Policy:
    """Write a player with how it was made: numbers and texts, or tables of them; return it.

    The description comes last, so that a folder that has one is complete.

    Raises:
        RunError: it cannot be written.
    """
    table = {
        "game": game.name,
        "version": game.version,
        "players": net.players,
        "rules": rules_fingerprint(game),
        "hidden_units": net.n_hidden,
        "features": [each.name for each in net.numbers],
    }
    content = io.BytesIO()
    np.save(content, net.weights)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / WEIGHTS, content.getvalue())
        _write(folder / PLAYER, "\n".join(toml_lines({**table, **made}, "")).encode() + b"\n")
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error
    return learnt_policy(f"{AT}{folder.resolve().name}", net, game, folder.resolve())


def rules_fingerprint(game: Any) -> str:
    """Return a hash of the names and types in the rules record."""
    return hashlib.sha256(str(game.rules_row).encode()).hexdigest()[:16]


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name(f"_{path.name}.tmp")
    temporary.write_bytes(content)
    temporary.replace(path)


def toml_lines(table: Mapping[str, Any], name: str) -> list[str]:
    """Return a table as TOML; strings, lists and numbers are written as in JSON."""
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    lines = [*(["", f"[{name}]"] if name else [])]
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()]
    for key in table.keys() - plain.keys():
        lines += toml_lines(table[key], key)
    return lines


KEYS = {
    "game": str,
    "version": int,
    "players": int,
    "rules": str,
    "hidden_units": int,
    "features": list,
}


def _misfits(table: Mapping[str, Any], game: Any) -> list[Problem]:
    """Return in what a player does not fit a game."""
    unfit = [key for key, kind in KEYS.items() if not isinstance(table.get(key), kind)]
    if unfit:
        return [Problem("is missing or of the wrong type", (key,)) for key in unfit]
    if table["game"] != game.name:
        return [Problem(f"is a player of {table['game']}, not of {game.name}", ("game",))]
    if table["version"] != game.version:
        made_for = f"is made for version {table['version']} of {game.name}, but this is version"
        return [
            Problem(f"{made_for} {game.version}; train it again{_command(table)}", ("version",))
        ]
    problems = []
    if table["rules"] != rules_fingerprint(game):
        other = "the rules record has other fields than it was made for; train it again"
        problems.append(Problem(f"{other}{_command(table)}", ("rules",)))
    low, high = game.players
    if not low <= table["players"] <= high:
        problems.append(Problem(f"{game.title} is for {low} to {high} players", ("players",)))
        return problems
    if not 0 <= table["hidden_units"] <= MOST_HIDDEN:
        problems.append(Problem(f"must be from 0 to {MOST_HIDDEN}", ("hidden_units",)))
    known = {each.name for each in _numbers(game, table["players"])}
    unknown = [str(name) for name in table["features"] if str(name) not in known]
    if unknown:
        problems.append(Problem(f"the state has no {', '.join(unknown[:3])}", ("features",)))
    return problems


def _command(table: Mapping[str, Any]) -> str:
    """Return the command that made a player, as the end of a sentence."""
    training = table.get("training")
    return (
        f": {training['command']}" if isinstance(training, dict) and "command" in training else ""
    )


def _numbers(game: Any, players: int) -> list[StateNumber]:
    return state_numbers(game.state_row, game.players[1], players)
