"""Player: a policy that was learnt or tuned, read from its folder and written into it."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.engine.afterstate import MOST_SAMPLES, PLAYER_TRAITS, bound_afterstate, work_record
from simlab.engine.net import BY_VALUE, NET, NO_FEATURE, NO_PLACE, n_weights
from simlab.engine.observation import SEATS_SEEN, StateNumber, find_number
from simlab.engine.record import WORD, Floats, new
from simlab.errors import InputError, RunError
from simlab.files.checksum import CHECKSUM, PLACEHOLDER, seal_content
from simlab.files.toml import toml_bytes
from simlab.files.writing import write_whole
from simlab.game.learner import Learner, net_words
from simlab.game.player_file import (
    LEARNER,
    PLAYER,
    SOURCES,
    WEIGHTS,
    WEIGHTS_HASH,
    checked_description,
    content_of_weights,
    files_of,
    fits,
    folders_of_players,
    is_player,
    name_of,
    numbers_of,
    read_description,
    rules_fingerprint,
    sources_of,
)
from simlab.game.policy import AT, BASE, Policy, Trait

SENTENCE = (
    "Learnt from games: tries each choice and takes the one after which its net values the"
    " position most"
)
DIGITS = 8
"""Digits of the hash of its weights by which a page names a net."""
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
        for name in ("at", "step", "turn"):
            net[name][0, : len(self.numbers)] = [getattr(number, name) for number in self.numbers]
        net["kind"][0, : len(self.numbers)] = [
            number.kind if number.entries is None else BY_VALUE for number in self.numbers
        ]
        self._write_lists(net)
        net["weights"][0, : len(self.weights)] = self.weights
        row_numbers: Floats = net.view(np.float64)
        return row_numbers

    def _write_lists(self, net: NDArray[Any]) -> None:
        """Write where the lists and dictionaries are that the net reads by value."""
        lists = dict.fromkeys(_list_of(number) for number in self.numbers if number.entries)
        net["n_lists"] = len(lists)
        for row, of_list in zip(net["lists"][0], lists, strict=False):
            for name in ("at", "step", "turn", "kind"):
                row[name] = getattr(of_list, name)
            entries = of_list.entries
            assert entries is not None
            row["n_at"] = NO_PLACE if entries.n_at is None else entries.n_at
            row["keys_at"] = NO_PLACE if entries.keys_at is None else entries.keys_at
            row["seats"] = self.players if of_list.is_of_seats else 0
            row["feature"] = NO_FEATURE
            for place, number in enumerate(self.numbers):
                if number.entries is not None and _list_of(number) == of_list:
                    row["feature"][number.value] = SEATS_SEEN * self.players + place


def _list_of(number: StateNumber) -> StateNumber:
    """Return what is read with a number by value, in the form of its number for the value 0."""
    return replace(number, name="", value=0)


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
    digest = hashlib.sha256(net.weights.tobytes()).hexdigest()[:DIGITS]
    return LearntPolicy(
        name,
        f"{SENTENCE} (net {digest}).",
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


def shipped_players(game: Any) -> dict[str, list[Policy]]:
    """Return the players of a game that fit it by name, one for each size of table."""
    shipped: dict[str, list[Policy]] = {}
    for folder in folders_of_players(game):
        if fits(folder, game):
            shipped.setdefault(name_of(folder), []).append(read_player(folder, game))
    return shipped


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
    content = io.BytesIO(content_of_weights(folder, table))
    try:
        weights = np.load(content, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise InputError(f"cannot be read: {error}", str(folder / WEIGHTS)) from error
    net: Net | PlanNet
    if LEARNER in table:
        learner = game.learner.with_weights(**table.get("traits", {}))
        net = PlanNet(table["players"], learner, table["hidden_units"], weights)
    else:
        number_by_name = {number.name: number for number in numbers_of(game, table["players"])}
        features = (find_number(name, number_by_name) for name in table["features"])
        numbers = tuple(feature for feature in features if feature is not None)
        net = Net(table["players"], numbers, table["hidden_units"], weights)
    n_expected = n_weights(net.n_features, net.n_hidden) if len(weights) else 0
    if weights.shape != (n_expected,) or weights.dtype != np.float64:
        raise InputError("holds other weights than the net has", str(folder / WEIGHTS))
    if not np.isfinite(weights).all():
        raise InputError("holds weights that are no numbers", str(folder / WEIGHTS))
    return net


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
        **({SOURCES: sources_of(game)} if game.is_of_a_user else {}),
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
