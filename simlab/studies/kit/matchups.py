"""Matchups: line-ups of policies that meet in one game with one number of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from simlab.analysis.crosstable import Lineup, Scale
from simlab.analysis.games import Games, join_games
from simlab.analysis.metric import SHARE_MARGIN, find_metric, metrics_of, score_metric
from simlab.catalog import find_policy, policies_of
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.resolve import Experiment, Scenario, resolve
from simlab.experiment.spec import ExperimentTable, ScenarioTable, collect_players
from simlab.game.definition import Game
from simlab.game.facts import Facts
from simlab.game.policy import Policy
from simlab.studies.kit.blocks import play_blocks, slices_of

PIECE_GAMES = 5_000
"""Games of which all columns are in memory at once; KEPT columns remain."""
KEPT = ("finished", "score", "policy", "credit", "luck")
"""Columns that studies need; the others are dropped."""


@dataclass(frozen=True, eq=False)
class Matchups:
    """An experiment with a scenario for each line-up."""

    experiment: Experiment

    @property
    def scenarios(self) -> dict[Lineup, Scenario]:
        """The scenario of each line-up."""
        return {tuple(map(str, s.lineup)): s for s in self.experiment.scenarios}

    @property
    def players(self) -> int:
        """Seats at each table."""
        return self.experiment.scenarios[0].players

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats share one score."""
        return self.experiment.game.cooperative

    @property
    def is_for_points(self) -> bool:
        """Whether a seat plays for points, its own or shared ones, and not for the win."""
        return self.experiment.game.is_for_points

    @property
    def facts(self) -> Facts:
        """The game's facts about its columns."""
        return self.experiment.game.facts_under(self.experiment.scenarios[0].rules)

    @property
    def seat_names(self) -> list[str]:
        """Names of the seats."""
        return self.facts.seat_names(self.players)

    def games_per_block(self, lineups: Iterable[Lineup]) -> int:
        """Return the total games of one block of each of some line-ups."""
        scenarios = self.scenarios
        return sum(scenarios[lineup].n_rotations for lineup in lineups)

    def play(self, executor: Executor, lineup: Lineup, first: int, count: int) -> Games:
        """Play some deals of a line-up in pieces, and keep the columns in KEPT."""
        scenario = self.scenarios[lineup]
        pieces = slices_of(first, count, max(PIECE_GAMES // scenario.n_rotations, 1))
        return join_games(
            [keep_columns(play_blocks(executor, scenario, *piece)) for piece in pieces]
        )

    def scale(self, samples: Sequence[Games], margin: float | None) -> Scale:
        """Return the scale of the comparison: wins, or the score of a seat or of the table.

        The default margin of a score is that of the line-up whose scores vary most.
        """
        if not self.is_for_points:
            if margin is not None:
                metric = find_metric(None, metrics_of(self.facts, samples[0]))
                replace(metric, name="wins").check_margin(margin)
            return Scale("wins", "", 0, 1, margin or SHARE_MARGIN)
        metric = score_metric(self.facts, samples[0])
        if margin is not None:
            metric.check_margin(margin)
        margin = margin or max(metric.margin(games) for games in samples)
        label, is_of_seat = self.facts.score.label, not self.is_cooperative
        return Scale(label, metric.unit, metric.low, metric.high, margin, is_of_seat)

    def after(self, played: Mapping[Lineup, Games], study: Mapping[str, Any]) -> Experiment:
        """Return the experiment with the games played of each scenario, and the study."""
        scenarios = tuple(
            replace(scenario, n_asked=len(played[lineup].games))
            for lineup, scenario in self.scenarios.items()
        )
        return replace(self.experiment, scenarios=scenarios, study=study)


def matchups_of(table: ExperimentTable, name: str, lineups: Sequence[Lineup]) -> Matchups:
    """Return the matchups of an experiment for some line-ups, under its rules.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    scenarios = [ScenarioTable(policy=list(lineup)) for lineup in lineups]
    matchup_keys = {"policy": None, "players": [len(lineups[0])], "scenario": scenarios}
    return Matchups(resolve(with_full_paths(table.model_copy(update=matchup_keys), Path()), name))


def players_of(table: ExperimentTable, game: Game) -> int:
    """Return the number of players, by default the fewest of whom one can be better than another.

    Raises:
        InputError: several numbers are given, or one that the game does not allow, or one player of
            a game that is won.
    """
    low, high = game.players
    sizes = table.players or [fewest_to_compare(game)]
    if len(sizes) > 1:
        raise InputError("all tables are of one size here; name one number", "players")
    if not low <= sizes[0] <= high:
        raise InputError(f"{game.title} is for {low} to {high} players, not {sizes[0]}", "players")
    if sizes[0] == 1 and not game.cooperative:
        raise InputError(
            f"a single player of {game.title} always wins, so that nothing can be compared by wins;"
            f" {'name two or more' if high > 1 else 'simlab ab has the length and the points'}",
            "players",
        )
    return sizes[0]


def fewest_to_compare(game: Game) -> int:
    """Return the fewest players of a game of whom one can be better than another, if it has them.

    A single player of a game that is won always wins.
    """
    low, high = game.players
    return low if game.cooperative else min(max(low, 2), high)


def able_policies(game: Game, players: int) -> list[str]:
    """Return the policies of a game for this number of players, the best one last."""
    return [policy.name for policy in game.policies if policy.can_sit(players)]


def policy_of(name: str, table: ExperimentTable, game: Game, players: int) -> Policy:
    """Return a policy of the game, or of the experiment's own files.

    Raises:
        InputError: there is none of this name, or it does not play with this number.
    """
    known = policies_of(game, [Path(file) for file in table.policy_file])
    return find_policy(name, known, players, game)


def policy_or_default(policy: str | None, game: Game, players: int) -> str:
    """Return the text of a policy; without one, that of the default. An empty one is no policy."""
    return game.default_policy(players) if policy is None else policy


def with_players(
    policy_names: Sequence[str], table: ExperimentTable
) -> tuple[list[str], ExperimentTable]:
    """Return the texts of policies with players by name, and the experiment with their paths."""
    names, folders = collect_players(policy_names)
    files = list(dict.fromkeys([*table.policy_file, *folders]))
    return names, table.model_copy(update={"policy_file": files}) if folders else table


def keep_columns(games: Games) -> Games:
    """Return games with the columns in KEPT."""
    seats = None if games.seats is None else _columns(games.seats)
    return replace(games, games=_columns(games.games), seats=seats)


def _columns(table: pa.Table) -> pa.Table:
    return table.select([name for name in table.column_names if name in KEPT])
