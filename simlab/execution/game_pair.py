"""Game pair: a plain game and its translation, which play the same deals and are compared.

Equal games draw the same numbers from the same streams, so that one choice, one card or one count
that differs shows in the first deal that it concerns.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from simlab import shell
from simlab.catalog import name_of
from simlab.engine.build import Engine
from simlab.engine.lead import LEAD
from simlab.errors import ContractError
from simlab.execution.compilation import prepare_engine
from simlab.files.error_origin import relative_path
from simlab.files.paths import names_folder
from simlab.game.definition import Game, Rules
from simlab.game.policy import Policy

SEATS = "seats"
PLAIN, COMPILED = 0, 1

Rows = npt.NDArray[np.void]


class PlainGameStops(ContractError):
    """The plain game of a pair breaks its contract."""


class CompiledGameStops(ContractError):
    """The compiled game of a pair breaks its contract."""


STOPS = (PlainGameStops, CompiledGameStops)


@dataclass(frozen=True)
class Match:
    """A line-up of policies that both games have, seated under a rotation."""

    plain: list[Policy]
    compiled: list[Policy]
    rotation: int = 0
    silent: frozenset[int] = frozenset()
    """Seats whose policies only the plain game has; the compiled one makes the same choices."""


@dataclass(frozen=True, eq=False)
class RuleSet:
    """Rules of a pair, and what makes them."""

    plain: Rules
    compiled: Rules
    patch: tuple[str, ...] = ()
    """Rule changes, as words of a command."""
    data: str | None = None
    title: str = ""
    """The changes in short, if there are many."""

    @property
    def changes(self) -> str:
        """The rule changes in short: `start=0`; empty without any."""
        return self.title or ", ".join(self.patch)

    @property
    def options(self) -> list[str]:
        """The options of a command."""
        arguments = [word for change in self.patch for word in ("--patch", change)]
        return arguments if self.data is None else [*arguments, "--data", self.data]


@dataclass(frozen=True)
class Difference:
    """The first cell that differs, and how to see both games."""

    column: str
    seat: int | None
    plain: object
    compiled: object
    seed: int
    game: int
    commands: tuple[str, ...]
    """Replays of the plain and of the compiled game; none if no command plays so."""
    match: Match
    """Who plays."""
    rules: RuleSet

    @property
    def sentence(self) -> str:
        """The cell with both values."""
        of_seat = "" if self.seat is None else f" of seat {self.seat}"
        condition = f"with {self.rules.changes}, " if self.rules.changes else ""
        return (
            f"{condition}game {self.game}: {self.column}{of_seat} is {self.plain} in the"
            f" plain game and {self.compiled} in the compiled one"
        )


def columns_of(game: Game) -> list[str]:
    """Return the columns of a game, those of each seat as `seats.score`."""
    names = [name for name in game.outcome_row.names or () if name != SEATS]
    seats = () if game.cooperative else game.outcome_row[SEATS].base.names or ()
    return names + [f"{SEATS}.{name}" for name in seats]


def policy_pairs(plain: Game, compiled: Game, players: int) -> list[tuple[Policy, Policy]]:
    """Return the policies of one name and the same traits that both games have at a table."""
    compiled_policies = {
        policy.name: policy for policy in compiled.policies if policy.can_sit(players)
    }
    return [
        (policy, compiled_policies[policy.name])
        for policy in plain.policies
        if policy.can_sit(players)
        and policy.name in compiled_policies
        and compiled_policies[policy.name].traits.keys() == policy.traits.keys()
    ]


def matches(pairs: Sequence[tuple[Policy, Policy]], players: int) -> Iterator[Match]:
    """Yield the line-ups: each policy in all seats, then all of them in turn, in two rotations."""
    for plain, compiled in pairs:
        yield Match([plain] * players, [compiled] * players)
    if len(pairs) > 1:
        seated = list(islice(cycle(pairs), players))
        for rotation in range(2):
            yield Match(
                [plain for plain, _ in seated], [compiled for _, compiled in seated], rotation
            )


class GamePair:
    """A plain game and its translation, with counts of what was compared."""

    def __init__(self, plain: Game, compiled: Game) -> None:
        self.games = (plain, compiled)
        plain_columns, compiled_columns = columns_of(plain), columns_of(compiled)
        self.columns = [name for name in plain_columns if name in compiled_columns]
        self.only_plain = [name for name in plain_columns if name not in compiled_columns]
        self.engines: tuple[Engine, Engine] = (plain.engine(), compiled.engine())
        self.n_games, self.n_cells = 0, 0
        self.seconds = [0.0, 0.0]
        """Time that each game has played."""

    def prepare(self, pairs: Sequence[tuple[Policy, Policy]]) -> None:
        """Compile the translation with the policies of both games."""
        compiled = [policy for _, policy in pairs]
        self.engines = (self.engines[PLAIN], prepare_engine(self.games[COMPILED], compiled))

    def difference(
        self, rules: RuleSet, match: Match, seed: int, first: int, count: int
    ) -> Difference | None:
        """Play some deals of both games and return the first cell that differs.

        Raises:
            PlainGameStops: the plain game breaks its contract.
            CompiledGameStops: the translation does.
        """
        players = len(match.plain)
        rows = [self.rows(side, rules, match, seed, first, count) for side in (PLAIN, COMPILED)]
        self.n_games += count
        cells = {
            name: [_cells(name, outcome_rows, players) for outcome_rows in rows]
            for name in self.columns
        }
        self.n_cells += sum(plain.size for plain, _ in cells.values())
        differing = [
            (index, name)
            for name, (plain, compiled) in cells.items()
            # the first one of each column: later ones follow from it
            for index in np.argwhere(plain != compiled)[:1].tolist()
        ]
        if not differing:
            return None
        # the lead is made of points, which say more
        index, name = min(differing, key=lambda differs: (differs[0][0], differs[1] in LEAD))
        plain_value, compiled_value = (column[tuple(index)].item() for column in cells[name])
        game, *seat = index
        return Difference(
            name.removeprefix(f"{SEATS}."),
            seat[0] if seat else None,
            plain_value,
            compiled_value,
            seed,
            first + game,
            self.replays(rules, match, seed, first + game),
            match,
            rules,
        )

    def rows(
        self, side: int, rules: RuleSet, match: Match, seed: int, first: int, count: int
    ) -> Rows:
        """Return the OUTCOME rows of some deals of one of both games.

        Raises:
            PlainGameStops: it is the plain game, and it breaks its contract.
            CompiledGameStops: it is the translation, and it does.
        """
        row = (rules.plain, rules.compiled)[side].row
        lineup = (match.plain, match.compiled)[side]
        begin = time.perf_counter()
        try:
            return self.engines[side].play(row, lineup, seed, first, count, match.rotation)
        except ContractError as error:
            raise STOPS[side](str(error)) from error
        finally:
            self.seconds[side] += time.perf_counter() - begin

    def replays(self, rules: RuleSet, match: Match, seed: int, game: int) -> tuple[str, str]:
        """Return the commands that play a game of each of both again."""
        return (
            self._replay(PLAIN, rules, match, seed, game),
            self._replay(COMPILED, rules, match, seed, game),
        )

    def _replay(self, side: int, rules: RuleSet, match: Match, seed: int, game: int) -> str:
        """Return the command that plays a game again."""
        arguments = ["simlab", "replay", short_name(name_of(self.games[side]))]
        lineup = (match.plain, match.compiled)[side]
        arguments += ["--players", str(len(lineup))]
        for policy in lineup:
            arguments += ["--policy", str(policy)]
        arguments += rules.options
        arguments += ["--seed", str(seed), "--game", str(game), "--rotation", str(match.rotation)]
        return shell.join(arguments)


def _cells(name: str, rows: Rows, players: int) -> Rows:
    """Return the cells of a column, shape (games,) or (games, players)."""
    if not name.startswith(f"{SEATS}."):
        return rows[name]
    return rows[SEATS][name.removeprefix(f"{SEATS}.")][:, :players]


def short_name(name: str) -> str:
    """Return the name of a game, or its path relative to the working folder if it is below."""
    return relative_path(Path(name)) if names_folder(name) else name
