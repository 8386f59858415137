"""What a command requests of a training: a game with its rules, the opponents, and the limits."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.variety import Variety
from simlab.catalog import find_game, in_kernels, is_path
from simlab.errors import InputError
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.resolve import Experiment, Scenario, resolve, with_players
from simlab.experiment.small_noise import add_small_noise
from simlab.experiment.spec import ExperimentTable, check_table
from simlab.files.paths import PLAYERS
from simlab.game.definition import Game
from simlab.game.learner import OWN, Learner
from simlab.game.player_file import home_of_trained_players, name_of
from simlab.game.policy import Policy
from simlab.players.trained import Net, PlanNet, tuned_base, write_player
from simlab.studies.kit.matchups import players_of, policy_of
from simlab.studies.train.folder import check_folder
from simlab.studies.train.habit_limits import HabitLimits, read_limits

DEFAULT_GAMES = 6000
"""Default number of games of a generation."""
DEFAULT_GENERATIONS = 60
"""Default limit of generations; most trainings stop earlier."""
GENERATIONS = "generations"
RESPONSE = "-against"
"""In the name of the folder of a player that is trained against given policies."""
THRESHOLDS = (0.05, 0.1, 0.15, 0.2, 0.3)
"""Gains for which a learner may leave the plan of its base, in even shares of the wins; those that
are tried for each generation unless one is given."""
Examples = tuple[NDArray[np.float32], NDArray[np.float64]]
"""Features and targets."""


@dataclass(frozen=True, eq=False)
class TrainRequest:
    """A game with its rules, the opponents, and the limits of a training."""

    experiment: Experiment
    against: tuple[Policy, ...]
    """Opponents in all other seats; if there are none, the player itself."""
    reference: Policy
    """Policy in the other seats of held-out games; what it is compared to where seats play for
    points."""
    most_generations: int
    folder: Path
    command: str
    """The command line; its folder holds no other training."""
    learner: Learner | None = None
    """The learner of the game, with the traits of the policy that proposes its plans."""
    thresholds: tuple[float, ...] = THRESHOLDS
    """Thresholds of the learner that are tried."""
    variety: Variety | None = None
    """How many held-out games of the first generation are different, once it is there."""
    limits: HabitLimits = field(default_factory=dict)
    """The largest value of each habit that the player may have."""

    @property
    def has_noise(self) -> bool:
        """Whether all players of held-out games draw a few of their choices by chance."""
        return self.variety is not None and self.variety.is_small

    @property
    def scenario(self) -> Scenario:
        """The scenario whose line-up is replaced in each game."""
        return self.experiment.scenarios[0]

    @property
    def is_about_other_rules(self) -> bool:
        """Whether it learns other rules than those of the game."""
        return bool(self.scenario.patch) or self.experiment.data is not None

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats share one score."""
        return self.experiment.game.cooperative

    @property
    def is_for_points(self) -> bool:
        """Whether a seat plays for points, its own or shared ones, and not for the win."""
        return self.experiment.game.is_for_points

    @property
    def generations_meet(self) -> bool:
        """Whether held-out games among generations have a part in choosing the best one."""
        return not (self.is_for_points or self.against)

    @property
    def n_games(self) -> int:
        """Games of a generation."""
        return self.scenario.n_asked

    @property
    def n_held_out(self) -> int:
        """Deals on which each generation is measured."""
        return max(self.n_games // 2 // self._rotations, 50)

    @property
    def n_final(self) -> int:
        """Deals on which the best generation is measured again."""
        return max(2 * self.n_games // self._rotations, 100)

    @property
    def _rotations(self) -> int:
        return 1 if self.is_cooperative else self.scenario.players

    def with_lineup(self, lineup: Sequence[Policy], seed: int) -> Scenario:
        """Return the scenario with a line-up and a seed."""
        files = with_players(self.scenario.policy_files, lineup)
        return replace(self.scenario, lineup=tuple(lineup), policy_files=files, seed=seed)

    def seat_among(self, policy: Policy, opponent: Policy) -> Scenario:
        """Return one seat of a policy among opponents on held-out deals, with noise if due."""
        lineup = (policy, *(opponent,) * (self.scenario.players - 1))
        if self.has_noise:
            lineup = tuple(map(add_small_noise, lineup))
        return self.with_lineup(lineup, fresh_seed(self.experiment.seed))

    def place_of(self, number: int) -> Path:
        """Return the folder of a generation."""
        return self.folder / GENERATIONS / f"{number:03d}"


def requested_training(
    options: Mapping[str, Any],
    against: Sequence[str],
    generations: int | None,
    folder: Path | None,
    command: str,
    base: str = "",
    threshold: float | None = None,
    at_most: Sequence[str] = (),
) -> TrainRequest:
    """Return the training that a command requests; `options` are keys of an experiment.

    `base` names the policy that proposes the plans of a turn, the best one of the game if empty;
    `threshold` is that trait of the learner; unless given, each generation gets the best one.
    `at_most` has limits of habits such as `unspent=15%`.

    Raises:
        InputError: all that is unknown, impossible or out of range, or the folder holds something
            else than this training.
    """
    set_options = {key: value for key, value in options.items() if value}
    table = check_table(set_options)
    game = found_in_kernels(table)
    players = players_of(table, game)
    if folder is None and against:
        folder = Path(PLAYERS) / f"{game.name}{RESPONSE}-{players}p"
    folder = folder or _default_folder(table, game, players)
    seated = list(islice(cycle(against), players)) or [
        game.default_policy(players, without=name_of(folder))
    ]
    table = check_table({**set_options, "players": players, "policy": seated})
    experiment = resolve(with_full_paths(table, Path()), "train", game=game)
    [scenario] = experiment.scenarios
    sized_scenario = replace(scenario, n_asked=table.games or DEFAULT_GAMES)
    request = TrainRequest(
        replace(experiment, scenarios=(sized_scenario,)),
        scenario.lineup[: len(against)],
        scenario.lineup[0],
        generations or DEFAULT_GENERATIONS,
        folder,
        command,
        _learner(experiment.game, table, players, base, threshold),
        THRESHOLDS if threshold is None else (threshold,),
        limits=read_limits(at_most, scenario),
    )
    check_folder(request.folder, command, request.place_of(0))
    return request


def _default_folder(table: ExperimentTable, game: Game, players: int) -> Path:
    """Return the folder of a player where none is named: beside the file of a game of one's own."""
    home = home_of_trained_players(game) if is_path(table.game) else Path(PLAYERS)
    here = Path.cwd()
    home = home.relative_to(here) if home.is_relative_to(here) else home
    return home / f"{game.name}-{players}p"


def found_in_kernels(table: ExperimentTable) -> Game:
    """Return the game of an experiment as kernels.

    Raises:
        InputError: there is no such game, or it cannot be translated.
    """
    game = find_game(table.game, table.policy_file)
    return in_kernels(game) if game.is_plain else game


def _learner(
    game: Game, table: ExperimentTable, players: int, base: str, threshold: float | None
) -> Learner | None:
    """Return the learner of a game, whose plans a policy proposes.

    Raises:
        InputError: the game has none, the policy is unknown or proposes no plans for it, or the
            threshold is out of range.
    """
    option = "base" if base else "" if threshold is None else "threshold"
    if game.learner is None and option:
        raise InputError(f"players of {game.title} try each choice, not plans for a turn", option)
    if game.learner is None:
        return None
    lowest, highest = OWN["threshold"].low, OWN["threshold"].high
    if threshold is not None and not lowest <= threshold <= highest:
        raise InputError(f"{threshold:g} is not from {lowest:g} to {highest:g}", "threshold")
    return _proposing(game.learner, game, table, players, base) if base else game.learner


def _proposing(
    learner: Learner, game: Game, table: ExperimentTable, players: int, base: str
) -> Learner:
    """Return a learner whose plans a policy proposes.

    Raises:
        InputError: the policy is unknown or proposes no plans for it.
    """
    try:
        named = policy_of(base, table, game, players)
        return learner.proposing(tuned_base(named, game) or named)
    except InputError as error:
        named_so = [problem.replace_prefix(("policy",), ("base",)) for problem in error.problems]
        raise InputError(named_so) from error
    except ValueError as error:
        raise InputError(str(error), "base") from error


def unit_of(scenario: Scenario) -> str:
    """Return the unit of the points for which seats play; it is empty where they play for wins."""
    game = scenario.game
    return game.facts_under(scenario.rules).score.unit if game.is_for_points else ""


def seed_of(seed: int, *steps: object) -> int:
    """Return the seed of a step of a training."""
    seed_text = " ".join(map(str, (seed, *steps)))
    # 61 bits, so that the bit of fresh deals, `OTHER_DEALS`, is not set
    return int.from_bytes(hashlib.sha256(seed_text.encode()).digest()[:8]) >> 3


def write_generation(request: TrainRequest, number: int, net: Net | PlanNet) -> Policy:
    """Write the player of a generation; return it."""
    made = {"training": {"command": request.command, "generation": number}}
    return write_player(request.place_of(number), net, request.experiment.game, made)
