"""Player file: a policy that was learnt or tuned, as a folder with `player.toml`.

A learnt one has its net in `weights.npy`; a tuned one is a policy of the game with other traits. A
folder with one folder for each size of table, such as `strategist/3p`, is one player for all.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simlab.checksum import CHECKSUM, NOT_AS_WRITTEN, PLACEHOLDER, check, seal_content
from simlab.engine.afterstate import MOST_SAMPLES, PLAYER_TRAITS, bound_afterstate, work_record
from simlab.engine.net import MOST_HIDDEN, NET, n_weights
from simlab.engine.observation import SEATS_SEEN, StateNumber, state_numbers
from simlab.engine.record import WORD, Floats, new
from simlab.errors import Damage, InputError, Problem, RunError
from simlab.game import COMPILED
from simlab.learner import Learner, net_words
from simlab.paths import PLAYERS, is_file, players_folder
from simlab.policy import AT, BASE, Policy, Trait
from simlab.toml import read_toml, toml_bytes
from simlab.writing import write_whole

PLAYER, WEIGHTS = "player.toml", "weights.npy"
WEIGHTS_HASH = "weights_hash"
"""Key of the SHA-256 of the weights, by which the description vouches for them."""
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

    def trait_numbers(self) -> Floats:
        """Return the net as the numbers of a row of traits, which the policy reads."""
        net = new(NET)
        net["players"], net["n_hidden"] = self.players, self.n_hidden
        net["n_features"] = self.n_features
        for name in ("at", "step", "turn", "kind"):
            net[name][0, : len(self.numbers)] = [getattr(number, name) for number in self.numbers]
        net["weights"][0, : len(self.weights)] = self.weights
        row_numbers: Floats = net.view(np.float64)
        return row_numbers


@dataclass(frozen=True, eq=False)
class PlanNet:
    """The net of a learner, which values the positions after its plans."""

    players: int
    learner: Learner
    n_hidden: int
    weights: Floats

    @property
    def n_features(self) -> int:
        """Number of features; none if there are no weights."""
        return self.learner.n_features if len(self.weights) else 0

    def with_threshold(self, threshold: float) -> PlanNet:
        """Return the same net for a gain from which it leaves the plan of its base."""
        weights = {**self.learner.weights, "threshold": threshold}
        return replace(self, learner=replace(self.learner, weights=weights))

    def trait_numbers(self) -> Floats:
        """Return the net as the numbers of a row of traits, which the policy reads."""
        return net_words(self.weights, self.n_features, self.n_hidden)


class LearntPolicy(Policy):
    """Afterstate play with a net."""

    @property
    def trait_record(self) -> np.dtype[Any]:
        """The record as which the function reads its traits and the net."""
        return PLAYER_TRAITS


def learnt_policy(name: str, net: Net | PlanNet, game: Any, folder: Path | None = None) -> Policy:
    """Return the policy of a net; if it is in a folder, its files decide how it plays."""
    files = () if folder is None else tuple(files_of(folder))
    players = (net.players, net.players)
    if isinstance(net, PlanNet):
        learner = net.learner
        archetype = learner.archetype(name, learner.sentence, **learner.weights)
        return replace(
            archetype, weights={}, players=players, constants=net.trait_numbers(), files=files
        )
    room = work_record(game)
    return LearntPolicy(
        name,
        SENTENCE,
        bound_afterstate(game),
        TRAITS,
        room.itemsize // WORD,
        players,
        memory_record=room,
        constants=net.trait_numbers(),
        files=files,
    )


def tuned_policy(
    name: str, base: Policy, weights: Mapping[str, float | list[float]], folder: Path
) -> Policy:
    """Return a policy of the game with other traits, as the player in a folder.

    A trait may have a value for each seat; then their mean is its default.
    """
    by_seat = {
        trait: tuple(weight) for trait, weight in weights.items() if isinstance(weight, list)
    }
    means = {
        trait: float(f"{np.mean(weight):.3g}") if isinstance(weight, list) else weight
        for trait, weight in weights.items()
    }
    tuned = "Tuned for each seat" if by_seat else "Tuned"
    sentence = f"{tuned}: {base.sentence[0].lower()}{base.sentence[1:]}"
    policy = base.archetype(name, sentence, **means)
    return replace(policy, files=tuple(files_of(folder)), seat_traits=by_seat)


def tuned_base(player: Policy, game: Any) -> Policy | None:
    """Return the policy of a game that a tuned player is, with the traits of the player set.

    None if the player was learnt, or is no player.
    """
    folder = player.files[0].parent if player.files else None
    table = read_description(folder) if folder is not None and is_player(folder) else {}
    if BASE not in table:
        return None
    [base] = [policy for policy in game.policies if policy.name == table[BASE]]
    values = {**table["traits"], **player.weights}
    common = {name: value for name, value in values.items() if not isinstance(value, list)}
    by_seat = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
    policy: Policy = replace(base.with_weights(**common), seat_traits=by_seat)
    return policy


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


def shipped_players(game: Any) -> dict[str, list[Policy]]:
    """Return the players in the data of a game by name, one for each size of table."""
    shipped: dict[str, list[Policy]] = {}
    for file in sorted(_players_in(game.folder / PLAYERS)):
        shipped.setdefault(name_of(file.parent), []).append(read_player(file.parent, game))
    return shipped


def name_of(folder: Path) -> str:
    """Return the name of the player in a folder; one for a size of table is named like the rest."""
    full_path = folder.resolve()
    is_part = re.fullmatch(r"\d+p", full_path.name) is not None
    return f"{AT}{full_path.parent.name if is_part else full_path.name}"


def _places(game: Any) -> tuple[Path, Path]:
    return players_folder(), game.folder / PLAYERS


def _players_in(players_folder: Path) -> list[Path]:
    return [*players_folder.glob(f"*/{PLAYER}"), *players_folder.glob(f"*/*p/{PLAYER}")]


def read_player(folder: Path, game: Any) -> Policy:
    """Return the policy in the folder of a player; its name is `@` and that of the folder.

    Raises:
        InputError: see `read_net`.
    """
    name, full_path = name_of(folder), folder.resolve()
    table = checked_description(folder, game)
    if BASE not in table:
        return learnt_policy(name, read_net(folder, game), game, full_path)
    base = {policy.name: policy for policy in game.policies}[table[BASE]]
    tuned = tuned_policy(name, base, table["traits"], full_path)
    return replace(tuned, players=(table["players"], table["players"]))


def read_net(folder: Path, game: Any) -> Net | PlanNet:
    """Return the net in the folder of a player.

    Raises:
        InputError: the files are missing or damaged, or the player is for another game, version or
            set of records.
    """
    table = checked_description(folder, game)
    content = io.BytesIO(_content_of_weights(folder, table))
    try:
        weights = np.load(content, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise InputError(f"cannot be read: {error}", str(folder / WEIGHTS)) from error
    net: Net | PlanNet
    if LEARNER in table:
        learner = game.learner.with_weights(**table.get("traits", {}))
        net = PlanNet(table["players"], learner, table["hidden_units"], weights)
    else:
        number_by_name = {number.name: number for number in _numbers(game, table["players"])}
        numbers = tuple(number_by_name[name] for name in table["features"])
        net = Net(table["players"], numbers, table["hidden_units"], weights)
    n_expected = n_weights(net.n_features, net.n_hidden) if len(weights) else 0
    if weights.shape != (n_expected,) or weights.dtype != np.float64:
        raise InputError("holds other weights than the net has", str(folder / WEIGHTS))
    if not np.isfinite(weights).all():
        raise InputError("holds weights that are no numbers", str(folder / WEIGHTS))
    return net


def _content_of_weights(folder: Path, table: Mapping[str, Any]) -> bytes:
    """Return the content of the file of weights that a description vouches for.

    Raises:
        InputError: it is missing or damaged.
    """
    try:
        raw = (folder / WEIGHTS).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error}", str(folder / WEIGHTS)) from error
    if table.get(WEIGHTS_HASH) not in (None, hashlib.sha256(raw).hexdigest()):
        raise InputError(_not_as_written(table), str(folder / WEIGHTS))
    return raw


def is_whole(folder: Path) -> bool:
    """Return whether a folder has the files of a learnt player, undamaged."""
    try:
        _content_of_weights(folder, read_description(folder))
    except InputError:
        return False
    return True


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


def write_player(folder: Path, net: Net | PlanNet, game: Any, made: Mapping[str, Any]) -> Policy:
    """Write a player with how it was made: numbers and texts, or tables of them; return it.

    The description comes last, so that a folder that has one is complete.

    Raises:
        RunError: it cannot be written.
    """
    net_table: dict[str, Any] = {"rules": rules_fingerprint(game), "hidden_units": net.n_hidden}
    if isinstance(net, PlanNet):
        net_table |= {LEARNER: net.learner.name, "features": list(net.learner.features)}
        net_table |= {"traits": dict(net.learner.weights)}
    else:
        net_table |= {"features": [number.name for number in net.numbers]}
    content = io.BytesIO()
    np.save(content, net.weights)
    net_table |= {WEIGHTS_HASH: hashlib.sha256(content.getvalue()).hexdigest()}
    table = {**_made_for(game, net.players), **net_table, **made}
    _write_files(folder, {WEIGHTS: content.getvalue(), PLAYER: seal_content(toml_bytes(table))})
    return learnt_policy(f"{AT}{folder.resolve().name}", net, game, folder.resolve())


def write_tuned_player(
    folder: Path, policy: Policy, players: int, game: Any, made: Mapping[str, Any]
) -> None:
    """Write a policy of the game with the traits that are set, or set by seat, as a player.

    Raises:
        RunError: it cannot be written.
    """
    all_weights = {
        **policy.weights,
        **{name: [*seat_weights] for name, seat_weights in policy.seat_traits.items()},
    }
    weights = {name: all_weights[name] for name in policy.traits if name in all_weights}
    kind = {BASE: policy.name, "traits": weights}
    table = {**_made_for(game, players), **kind, **made}
    _write_files(folder, {PLAYER: seal_content(toml_bytes(table))})


def _made_for(game: Any, players: int) -> dict[str, Any]:
    return {
        CHECKSUM: PLACEHOLDER,
        "game": game.name,
        "version": game.version,
        "players": players,
    }


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a player in their order.

    Raises:
        RunError: they cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(folder / name, content)
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error


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
    known_names = {number.name for number in _numbers(game, table["players"])}
    unknown = [str(name) for name in table["features"] if str(name) not in known_names]
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


def _numbers(game: Any, players: int) -> list[StateNumber]:
    return state_numbers(game.state_row, game.players[1], players)
