"""Strength table: how strong and how fast each policy of a game is, as `simlab strength` measured.

It is `strength.toml` in the data folder of the game. The strongest policy in it that plays fast
enough is the default player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    """Return the strongest of some policies, the strongest first, that plays fast enough."""
    return next((policy for policy in policies if policy.is_fast), None)


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


def _policies(table: Mapping[str, Mapping[str, float]]) -> list[MeasuredPolicy]:
    policies = [
        MeasuredPolicy(
            policy, *(float(row[name]) for name in ("strength", "low", "high", "games_per_second"))
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
    yield f'game = "{game.name}"'
    yield f"version = {game.version}"
    yield f'command = "{command}"'
    for players, policies in measured.items():
        yield f"\n[{PLAYERS}.{players}]"
        for row in policies:
            bounds = f"strength = {row.strength:.4g}, low = {row.low:.4g}, high = {row.high:.4g}"
            yield f'"{row.policy}" = {{ {bounds}, games_per_second = {row.games_per_second:g} }}'
