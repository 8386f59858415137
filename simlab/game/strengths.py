"""Strength table: how strong and how fast each policy of a game is, as `simlab strength` measured.

It is `strength.toml` in the data folder of the game. The strongest policy in it that plays fast
enough is the default player, unless it has learnt habits beyond limits that the best written policy
keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from simlab import shell
from simlab.errors import InputError
from simlab.files.paths import is_file
from simlab.files.toml import read_toml

FILE = "strength.toml"
FEWEST_GAMES_PER_SECOND = 50.0
"""Speed of a default player, on one core: with it 10,000 games take at most some three minutes."""
PLAYERS = "players"
"""Table of the file with a table for each number of players."""


@dataclass(frozen=True)
class MeasuredPolicy:
    """Strength and speed of a policy or a shipped player at one number of players."""

    policy: str
    """As written on a command line, with the noise that it was measured with."""
    strength: float
    """Share of the wins among the strongest other policy, or the mean score that all share."""
    low: float
    high: float
    games_per_second: float
    """Games per second on one core with this policy in all seats, in one digit."""
    beyond: Mapping[str, float] = field(default_factory=dict)
    """Of a player that has learnt its game: the limit of each habit, by its key, that is surely
    beyond it and that of the best written policy is not."""

    @property
    def is_fast(self) -> bool:
        """Whether it plays fast enough for a default player."""
        return self.games_per_second >= FEWEST_GAMES_PER_SECOND


MOST_STRONGEST = 2
"""Players that count as the strongest at most: a third tied one would cost more than it tells."""
WITNESS_GAMES = 1_000
"""Games of a strongest player besides those of others: a win rate is within 3 points."""
Measured = Mapping[int, Sequence[MeasuredPolicy]]
"""The policies measured at each number of players, the strongest first."""


def default_of(policies: Iterable[MeasuredPolicy]) -> MeasuredPolicy | None:
    """Return the strongest of some policies, the strongest first, that may be the default player.

    It plays fast enough and has not learnt habits beyond their limits.
    """
    return next((policy for policy in policies if policy.is_fast and not policy.beyond), None)


def find_ruled_out(policies: Sequence[MeasuredPolicy]) -> MeasuredPolicy | None:
    """Return the policy that its habits alone keep from being the default player, if there is one.

    The policies are in order, the strongest first.
    """
    strongest = next((policy for policy in policies if policy.is_fast), None)
    return strongest if strongest is not None and strongest.beyond else None


def contenders(policies: Sequence[MeasuredPolicy]) -> list[MeasuredPolicy]:
    """Return which of some policies, the strongest first, may be the strongest.

    They are those whose interval reaches that of the first.
    """
    return [policy for policy in policies if policy.high >= policies[0].low]


def read_strengths(file: Path, game: str, version: int) -> dict[int, list[MeasuredPolicy]]:
    """Return what was measured of this version of a game; nothing if that was another one.

    Raises:
        InputError: the file cannot be read.
    """
    if not is_file(file):
        return {}
    try:
        table = _table(file.read_text(encoding="utf-8"))
        if (table["game"], table["version"]) != (game, version):
            return {}
        return {
            int(players): _policies(table_policies)
            for players, table_policies in table[PLAYERS].items()
        }
    except InputError as error:
        raise InputError(error.problems, str(file)) from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        command = shell.join(["simlab", "strength", game, "--save"])
        made_again = f"delete the file, or make it again: {command}"
        raise InputError(f"is no table of strengths ({error}); {made_again}", str(file)) from error


@lru_cache(maxsize=8)
def _table(text: str) -> dict[str, Any]:
    """Return the content of a file; each scenario of a study asks for that of its game."""
    return read_toml(text)


def _policies(table: Mapping[str, Mapping[str, Any]]) -> list[MeasuredPolicy]:
    policies = [
        MeasuredPolicy(
            policy,
            float(row["strength"]),
            float(row["low"]),
            float(row["high"]),
            float(row["games_per_second"]),
            {key: float(limit) for key, limit in row.get("beyond", {}).items()},
        )
        for policy, row in table.items()
    ]
    return sorted(policies, key=lambda measured: -measured.strength)


def strengths_toml(game: Any, measured: Measured, command: str) -> str:
    """Return the content of the file for a game that was measured by a command."""
    return "\n".join(_lines(game, measured, command)) + "\n"


def _lines(game: Any, measured: Measured, command: str) -> Iterator[str]:
    if game.cooperative:
        measure = "mean score of its table"
    elif game.is_for_points:
        measure = "mean score of one seat among the other policies"
    else:
        measure = "share of the wins of one seat among seats of the strongest other policy"
    yield f"# Strength of a policy: {measure}, with its interval."
    yield f"# Where none is named, the strongest plays that plays {FEWEST_GAMES_PER_SECOND:g} games"
    yield "# a second or more on one core. Written by the command; do not edit."
    if any(row.beyond for policies in measured.values() for row in policies):
        yield "# A learnt player is passed over for its habits: beyond has the limits that it"
        yield "# breaks and the best written policy keeps."
    yield f'game = "{game.name}"'
    yield f"version = {game.version}"
    yield f'command = "{command}"'
    for players, policies in measured.items():
        yield f"\n[{PLAYERS}.{players}]"
        for row in policies:
            bounds = f"strength = {row.strength:.4g}, low = {row.low:.4g}, high = {row.high:.4g}"
            speed = f"games_per_second = {row.games_per_second:g}"
            limits = ", ".join(f"{key} = {limit:g}" for key, limit in row.beyond.items())
            beyond = f", beyond = {{ {limits} }}" if limits else ""
            yield f'"{row.policy}" = {{ {bounds}, {speed}{beyond} }}'
