"""Small games with one planted fault each, and sound ones, by which `simlab doctor` is judged."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent
HALVES = ("tuning", "check")
SIMULATED = 100_000
"""Games of each line-up from which the effects come that are not exact."""


@dataclass(frozen=True)
class PlantedGame:
    """A game of a family under a patch: with a fault, or sound where `fault` is empty.

    `effect` is the size of the fault in the unit of its code. It is exact where `error` is 0, by a
    formula or because all games are alike; else `error` is its standard error in SIMULATED games.
    `subject` is the seat, kind of choice, card, way to win, policy or rule value that has it.
    `also` are codes that the fault brings with it.
    """

    name: str
    family: str
    patch: tuple[str, ...]
    players: int
    fault: str = ""
    subject: str = ""
    effect: float = 0.0
    error: float = 0.0
    also: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        """The file of the game."""
        return FOLDER / self.family / f"{self.family}.py"


def read_catalogue() -> list[PlantedGame]:
    """Return the games of catalogue.csv, where patches and further codes have blanks between."""
    with (FOLDER / "catalogue.csv").open(encoding="utf-8", newline="") as file:
        return [
            PlantedGame(
                row["name"],
                row["family"],
                tuple(row["patch"].split()),
                int(row["players"]),
                row["fault"],
                row["subject"],
                float(row["effect"] or 0),
                float(row["error"] or 0),
                tuple(row["also"].split()),
            )
            for row in csv.DictReader(file)
        ]


CATALOGUE = read_catalogue()
FAULTY = [planted for planted in CATALOGUE if planted.fault]
SOUND = [planted for planted in CATALOGUE if not planted.fault]


def half(name: str) -> str:
    """Return the half to which a game belongs: for tuning thresholds, or for the report.

    The games of each code, in the order of the hashes of their names, take turns.
    """
    return HALVES[_ranks()[name] % len(HALVES)]


@cache
def _ranks() -> dict[str, int]:
    """Return the place of each game among those of its code, from 0 or 1 on."""
    ranks: dict[str, int] = {}
    for code in sorted({planted.fault for planted in CATALOGUE}):
        names = [planted.name for planted in CATALOGUE if planted.fault == code]
        first = _hash(code) % len(HALVES)
        ranks |= {name: first + n for n, name in enumerate(sorted(names, key=_hash))}
    return ranks


def _hash(text: str) -> int:
    return int(sha256(text.encode()).hexdigest(), 16)
