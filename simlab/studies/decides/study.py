"""What decides: games in which each source of chance, choices and skill are drawn apart.

Results of a seat, among players of one policy, and among players each drawn from several policies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.win_rate import share_evenly
from simlab.catalog import game_to_play
from simlab.engine.build import Engine
from simlab.engine.record import NOT_APPLICABLE
from simlab.errors import InputError
from simlab.execution.executor import Executor, Task
from simlab.experiment.population import equal_players
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.spec import ExperimentTable, check_table
from simlab.game.definition import Game
from simlab.game.policy import Policy
from simlab.studies.decides.result import (
    CHANCE,
    CHOICES,
    EQUAL,
    SKILL,
    UNEQUAL,
    Decides,
    Factor,
    block_design,
    luck_share,
    variance_shares,
)
from simlab.studies.kit.blocks import SLICE_GAMES
from simlab.studies.kit.matchups import (
    Matchups,
    matchups_of,
    players_of,
    policy_of,
    policy_or_default,
    with_players,
)
from simlab.studies.ladder.request import DEFAULT_GAMES

Array = NDArray[Any]

FEWEST_BLOCKS = 20
"""Blocks of a table, at least: a bootstrap of fewer is unreliable."""
BY_PLAYERS, BY_SKILL = Factor("choices of the players", CHOICES), Factor("skill", SKILL)
UNNAMED = "table"
"""Name of the source of chance of a plain game that names none."""


@dataclass(frozen=True, eq=False)
class Table:
    """Players at a table, each with a policy drawn from some, and what differs between games."""

    label: str
    scenario: Scenario
    policies: Sequence[Policy]
    n_blocks: int

    @cached_property
    def factors(self) -> list[Factor]:
        """The sources of chance, the choices of the players and, if players differ, skill."""
        names = self.scenario.game.source_names
        sources = [Factor("chance" if name == UNNAMED else name, CHANCE) for name in names]
        return [*sources, BY_PLAYERS, *([BY_SKILL] if len(self.policies) > 1 else [])]

    @property
    def design(self) -> Array:
        """The draw of each factor in each game, shape (blocks, games, factors)."""
        block = block_design(len(self.factors))
        numbers = np.arange(self.n_blocks)[:, None, None] * (2 * block.shape[1])
        return np.asarray(numbers + block.reshape(-1, len(self.factors)))

    def tasks(self) -> Iterator[tuple[Array, Task]]:
        """Yield which games a task plays, with the task; games of a line-up are played together."""
        players, n_sources = self.scenario.players, len(self.scenario.game.source_names)
        levels = self.design.reshape(-1, len(self.factors))
        # the choices of all players are one factor, which has one draw
        columns = [*range(n_sources), *[n_sources] * players]
        draws = np.ascontiguousarray(levels[:, columns])
        rng = np.random.default_rng([self.scenario.seed, players])
        drawn_lineups = rng.integers(len(self.policies), size=(levels.max() + 1, players))
        seated = drawn_lineups[levels[:, -1]] if BY_SKILL in self.factors else drawn_lineups[[0]]
        seated = np.broadcast_to(seated, (len(levels), players))
        # a call plays one line-up
        lineups, lineup_numbers = np.unique(seated, axis=0, return_inverse=True)
        n_before = 0
        for number, lineup in enumerate(lineups):
            scenario = replace(self.scenario, lineup=tuple(self.policies[i] for i in lineup))
            games = np.flatnonzero(lineup_numbers.reshape(-1) == number)
            for start in range(0, len(games), SLICE_GAMES):
                part = games[start : start + SLICE_GAMES]
                yield part, (scenario, n_before, draws[part])
                n_before += len(part)


@dataclass(frozen=True, eq=False)
class DecidesRequest:
    """The policy of equal players, those from which unequal ones are drawn, and the games."""

    matchups: Matchups
    policy: str
    among: tuple[str, ...]
    most_games: int

    @property
    def tables(self) -> list[Table]:
        """The table of equal players, and that of unequal ones if there are several policies."""
        policy_by_name = {
            lineup[0]: scenario.lineup[0] for lineup, scenario in self.matchups.scenarios.items()
        }
        scenario = self.matchups.experiment.scenarios[0]
        tables = [Table(EQUAL, scenario, [policy_by_name[self.policy]], 0)]
        if len(self.among) > 1:
            drawn = [policy_by_name[name] for name in self.among]
            tables.append(Table(UNEQUAL, scenario, drawn, 0))
        return [
            replace(table, n_blocks=self.most_games // len(tables) // games_per_block(table))
            for table in tables
        ]

    @property
    def fewest_games(self) -> int:
        """Games without which the shares of some table are unreliable."""
        return FEWEST_BLOCKS * len(self.tables) * max(map(games_per_block, self.tables))

    def within(self, n_games: int) -> DecidesRequest | None:
        """Return the study with a number of games, or of equal players alone; None if too few."""
        for among in (self.among, ()):
            request = replace(self, among=among, most_games=n_games)
            if request.fewest_games <= n_games:
                return request
        return None

    def after(self) -> Experiment:
        """Return the experiment with the study."""
        study = {"kind": "decides", "among": list(self.among), "games": self.most_games}
        return replace(self.matchups.experiment, study=study)


def games_per_block(table: Table) -> int:
    """Return the games of a block."""
    return block_design(len(table.factors))[..., 0].size


def request_decides(
    options: Mapping[str, Any], policy: str | None, among: Sequence[str]
) -> DecidesRequest:
    """Return the study that a command requests; `options` are keys of an experiment.

    Unequal players are drawn from all policies and shipped players unless some are named.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    players = players_of(table, game)
    texts, table = with_players([policy_or_default(policy, game, players), *among], table)
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    own, *named = _names(texts, table, game, players)
    named = named or list(map(str, equal_players(game.policies, game, players)))
    repeated = sorted({name for name in named if named.count(name) > 1})
    if repeated:
        raise InputError([f"{name} is named twice" for name in repeated], "among")
    lineups = [(name,) * players for name in dict.fromkeys([own, *named])]
    matchups = matchups_of(table, f"decides-{game.name}", lineups)
    most_games = table.games or DEFAULT_GAMES
    request = DecidesRequest(matchups, own, tuple(named), most_games)
    fewest = request.fewest_games
    if most_games < fewest:
        raise InputError(f"{most_games} are too few for these factors; they take {fewest}", "games")
    return request


def _names(texts: Sequence[str], table: ExperimentTable, game: Game, players: int) -> list[str]:
    """Return the written forms of policies."""
    return [str(policy_of(text, table, game, players)) for text in texts]


@dataclass(frozen=True, eq=False)
class DecidesProgress:
    """Games played so far, and at the end the results of each table.

    Results have the shape (metrics, blocks, REPLICATES + factors, draws, seats).
    """

    n_games: int
    results: Sequence[Array] = ()


def play(request: DecidesRequest, executor: Executor) -> Iterator[DecidesProgress]:
    """Play table by table and yield the progress after each task."""
    n_games, results = 0, []
    for table in request.tables:
        parts, tasks = zip(*table.tasks(), strict=True)
        played: dict[int, Array] = {}
        for part, part_results in zip(parts, executor.map(seat_results, tasks), strict=True):
            played.update(zip(part.tolist(), part_results, strict=True))
            n_games += len(part)
            yield DecidesProgress(n_games)
        games = np.stack([played[number] for number in range(len(played))], axis=1)
        n_draws = block_design(len(table.factors)).shape[1]
        results.append(games.reshape(len(games), table.n_blocks, -1, n_draws, games.shape[-1]))
    yield DecidesProgress(n_games, results)


def seat_results(engine: Engine, scenario: Scenario, first: int, draws: Array) -> Array:
    """Return the results of games, shape (games, metrics, seats): wins and points, or the score."""
    rules, lineup = scenario.rules.row, scenario.lineup
    rows = engine.play(rules, lineup, scenario.seed, first, len(draws), draws=draws)
    if scenario.game.cooperative:
        return _points(rows["score"])[:, None, None]
    seats = rows["seats"][:, : scenario.players]
    wins = share_evenly(seats["credit"].astype(np.float64)[:, None])[:, 0]
    return np.stack([wins, _points(seats["score"])], axis=1)


def _points(scores: Array) -> Array:
    """Return scores, nan where a game has none."""
    return np.where(scores == NOT_APPLICABLE, np.nan, scores.astype(np.float64))


def result_of(request: DecidesRequest, progress: DecidesProgress) -> Decides:
    """Return the result of a study."""
    matchups = request.matchups
    points = matchups.facts.score.label
    metrics = [points] if matchups.is_cooperative else ["wins", points]
    shares, lucks = [], []
    for metric in metrics[::-1] if matchups.is_for_points else metrics:
        for table, results in zip(request.tables, progress.results, strict=True):
            values = results[metrics.index(metric)]
            # a game without points has no variance of them
            if np.isnan(values).any():
                continue
            labels = {"metric": metric, "table": table.label}
            shares.append(variance_shares(values, table.factors).assign(**labels))
            lucks.append(luck_share(values, table.factors).assign(**labels))
    return Decides(
        policy=request.policy,
        among=request.among if len(request.among) > 1 else (),
        players=matchups.players,
        shares=pd.concat(shares, ignore_index=True),
        luck=pd.concat(lucks, ignore_index=True),
        n_games=progress.n_games,
    )
