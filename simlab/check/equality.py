"""Equality of a plain game and a compiled one: both play the same deals, cell by cell.

Equal games draw the same numbers from the same streams, so that one choice, one card or one count
that differs shows in the first deal that it concerns.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from simlab.catalog import name_of
from simlab.engine.build import Engine
from simlab.error_origin import shortened
from simlab.errors import InputError
from simlab.execution.compilation import prepared_engine
from simlab.experiment.patch import patched
from simlab.game import Game, Rules
from simlab.policy import Policy

SEED = 1914
GAMES = 200
"""Games for each number of players, unless given."""
FACTOR = 10
"""Deals that the compiled game plays for each one of the plain game, so that both can be timed."""
SEATS = "seats"

Rows = npt.NDArray[np.void]


@dataclass(frozen=True)
class Match:
    """A line-up of policies that both games have, seated under a rotation."""

    plain: list[Policy]
    compiled: list[Policy]
    rotation: int = 0


@dataclass(frozen=True)
class Difference:
    """The first cell that differs, and how to see both games."""

    column: str
    seat: int | None
    plain: object
    compiled: object
    game: int
    commands: tuple[str, str]
    """Replays of the plain and of the compiled game."""
    match: Match
    """Who plays."""

    @property
    def sentence(self) -> str:
        """The cell with both values."""
        where = "" if self.seat is None else f" of seat {self.seat}"
        return (
            f"game {self.game}: {self.column}{where} is {self.plain} in the plain game and"
            f" {self.compiled} in the compiled one"
        )


@dataclass(frozen=True)
class Equality:
    """What playing both games showed."""

    games: int
    cells: int
    columns: list[str]
    only_plain: list[str]
    """Columns that the compiled game does not have; they are not compared."""
    policies: list[str]
    plain_seconds: float
    """Time per game."""
    compiled_seconds: float
    difference: Difference | None = None

    @property
    def sentence(self) -> str:
        """What was compared, and how much faster the compiled game is."""
        alike = "all equal" if self.difference is None else "equal up to one"
        left_out = f"; only plain: {', '.join(self.only_plain)}" if self.only_plain else ""
        return (
            f"{self.games:,} games of {', '.join(self.policies)} played by both:"
            f" {self.cells:,} cells, {alike} ({', '.join(self.columns)}{left_out})."
            f" The compiled game is {self.speedup:.0f} times as fast."
        )

    def followed_by(self, other: Equality) -> Equality:
        """Return both together, of which this one had no difference; the speed is that of this."""
        games, cells = self.games + other.games, self.cells + other.cells
        return replace(self, games=games, cells=cells, difference=other.difference)

    @property
    def speedup(self) -> float:
        """How often the compiled game is played in the time of one plain game."""
        return self.plain_seconds / self.compiled_seconds


def compare(
    plain: Game,
    compiled: Game,
    games: int = GAMES,
    patch: Sequence[str] = (),
    data: str | None = None,
) -> Equality:
    """Play both games with the same line-ups on the same deals until a cell differs.

    `games` is the number for each number of players, divided over the line-ups.

    Raises:
        InputError: they have no policy or no number of players in common, or cannot be compiled.
        ContractError: one of them breaks its contract.
    """
    return _Comparison(plain, compiled, patch, data).run(games)


def shared_policies(plain: Game, compiled: Game, players: int) -> list[tuple[Policy, Policy]]:
    """Return the policies of one name and the same traits that both games have at a table."""
    others = {policy.name: policy for policy in compiled.policies if policy.can_sit(players)}
    return [
        (policy, others[policy.name])
        for policy in plain.policies
        if policy.can_sit(players)
        and policy.name in others
        and others[policy.name].traits.keys() == policy.traits.keys()
    ]


def matches(pairs: Sequence[tuple[Policy, Policy]], players: int) -> Iterator[Match]:
    """Yield the line-ups: each policy in all seats, then all of them in turn, in two rotations."""
    for own, other in pairs:
        yield Match([own] * players, [other] * players)
    if len(pairs) > 1:
        seated = list(islice(cycle(pairs), players))
        for rotation in range(2):
            yield Match([own for own, _ in seated], [other for _, other in seated], rotation)


def columns_of(game: Game) -> list[str]:
    """Return the columns of a game, those of each seat as `seats.score`."""
    names = [name for name in game.outcome_row.names or () if name != SEATS]
    seats = () if game.cooperative else game.outcome_row[SEATS].base.names or ()
    return names + [f"{SEATS}.{name}" for name in seats]


class _Comparison:
    """State of a comparison of two games."""

    def __init__(self, plain: Game, compiled: Game, patch: Sequence[str], data: str | None) -> None:
        if not plain.is_plain or compiled.is_plain:
            raise InputError(
                f"{plain.title} and {compiled.title}: one must be in plain Python and one compiled",
                "against",
            )
        self.games = (plain, compiled)
        self.patch, self.data = list(patch), data
        self.rules: tuple[Rules, Rules] = (
            patched(plain, patch, data),
            patched(compiled, patch, data),
        )
        own, others = columns_of(plain), columns_of(compiled)
        self.columns = [name for name in own if name in others]
        self.only_plain = [name for name in own if name not in others]
        self.n_games, self.n_cells = 0, 0
        self.seconds = [0.0, 0.0]

    def run(self, games: int) -> Equality:
        """Compare line-up by line-up."""
        plain, compiled = self.games
        low, high = (
            max(plain.players[0], compiled.players[0]),
            min(plain.players[1], compiled.players[1]),
        )
        tables = {n: shared_policies(plain, compiled, n) for n in range(low, high + 1)}
        if not any(tables.values()):
            raise InputError(f"{plain.name} and {compiled.name} have no policy in common")
        engines = self._engines([pair for pairs in tables.values() for pair in pairs])
        names = list(dict.fromkeys(own.name for pairs in tables.values() for own, _ in pairs))
        difference = None
        for players, pairs in tables.items():
            line_ups = list(matches(pairs, players))
            for match in line_ups:
                count = -(-games // len(line_ups))
                difference = difference or self._difference(engines, match, count)
        return Equality(
            self.n_games,
            self.n_cells,
            self.columns,
            self.only_plain,
            names,
            self.seconds[0] / self.n_games,
            self.seconds[1] / self.n_games,
            difference,
        )

    def _engines(self, pairs: Sequence[tuple[Policy, Policy]]) -> tuple[Engine, Engine]:
        """Return the engines of both games, compiled with all policies."""
        plain, compiled = self.games
        return (
            prepared_engine(plain, [own for own, _ in pairs]),
            prepared_engine(compiled, [other for _, other in pairs]),
        )

    def _difference(
        self, engines: tuple[Engine, Engine], match: Match, count: int
    ) -> Difference | None:
        """Play some deals of both games and return the first cell that differs."""
        own = self._rows(engines, 0, match.plain, count, match.rotation)
        others = self._rows(engines, 1, match.compiled, FACTOR * count, match.rotation)[:count]
        self.n_games += count
        players = len(match.plain)
        cells = [self._cells(name, own, others, players) for name in self.columns]
        self.n_cells += sum(left.size for left, _ in cells)
        differing = [
            (int(place[0]), name, place[1:])
            for name, (left, right) in zip(self.columns, cells, strict=True)
            for place in np.argwhere(left != right)[:1].tolist()
        ]
        if not differing:
            return None
        game, name, place = min(differing, key=lambda each: each[0])
        left, right = cells[self.columns.index(name)]
        return Difference(
            name.removeprefix(f"{SEATS}."),
            place[0] if place else None,
            left[(game, *place)].item(),
            right[(game, *place)].item(),
            game,
            (
                self._replay(0, match.plain, game, match.rotation),
                self._replay(1, match.compiled, game, match.rotation),
            ),
            match,
        )

    def _rows(
        self,
        engines: tuple[Engine, Engine],
        which: int,
        lineup: Sequence[Policy],
        count: int,
        rotation: int,
    ) -> Rows:
        """Return the OUTCOME rows of some deals, and add up the time per deal."""
        begin = time.perf_counter()
        rows = engines[which].play(self.rules[which].row, lineup, SEED, 0, count, rotation)
        spent = time.perf_counter() - begin
        self.seconds[which] += spent / (FACTOR if which else 1)
        return rows

    @staticmethod
    def _cells(name: str, own: Rows, others: Rows, players: int) -> tuple[Rows, Rows]:
        """Return the cells of a column of both games, shape (games,) or (games, players)."""
        if not name.startswith(f"{SEATS}."):
            return own[name], others[name]
        column = name.removeprefix(f"{SEATS}.")
        return own[SEATS][column][:, :players], others[SEATS][column][:, :players]

    def _replay(self, which: int, lineup: Sequence[Policy], game: int, rotation: int) -> str:
        """Return the command that plays a game again."""
        words = ["simlab", "replay", shown(name_of(self.games[which]))]
        words += ["--players", str(len(lineup))]
        for policy in lineup:
            words += ["--policy", str(policy)]
        for change in self.patch:
            words += ["--patch", change]
        words += [] if self.data is None else ["--data", self.data]
        words += ["--seed", str(SEED), "--game", str(game), "--rotation", str(rotation)]
        return shlex.join(words)


def shown(name: str) -> str:
    """Return the name of a game, or its path relative to the working folder if it is below."""
    return shortened(Path(name)) if "/" in name else name
