"""Other policies in all seats: of a run, or of the changes that the answer of a sweep names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from simlab.catalog import policies_of
from simlab.execution.executor import Executor
from simlab.execution.run_estimate import estimate_run
from simlab.experiment import population
from simlab.experiment.houserule import CHANGED, UNCHANGED
from simlab.experiment.patch import stack
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.run_folder import STRONGEST
from simlab.experiment.small_noise import BY_CHANCE
from simlab.game.strengths import WITNESS_GAMES
from simlab.studies.run.assumptions import with_entries

GAMES = 400
"""Games of each policy by each set of rules: enough for the sign of a clear effect."""
SECONDS = 30.0
"""Seconds that all games may take; else only the strongest player measured plays."""


@dataclass(frozen=True, eq=False)
class NamedChange:
    """A set of rules that an answer names, and the unchanged rules, at one number of players."""

    unchanged: Scenario
    changed: Scenario


@dataclass(frozen=True, eq=False)
class OtherPlayer:
    """Another policy that plays a change in all seats."""

    policy: str
    change: NamedChange
    number: int

    @property
    def sides(self) -> dict[str, Scenario]:
        """Both scenarios by the entry whose games have their rules."""
        sides = {UNCHANGED: self.change.unchanged, CHANGED: self.change.changed}
        return {f"policy_{self.number}_{side}": scenario for side, scenario in sides.items()}

    def entries(self, n_games: int) -> Iterator[dict[str, object]]:
        """Yield the entries of an experiment that plays it."""
        for entry, side in self.sides.items():
            yield {
                "name": entry,
                "players": side.players,
                "policy": [self.policy],
                "patch": stack([side.patch]),
                "data": None if side.data is None else str(side.data),
                "games": population.witness_games(n_games, self.policy, side.game, side.players),
            }

    def describe_lineups(self) -> dict[str, object]:
        """Return who plays which set of rules, and the scenarios with the games."""
        changed = self.change.changed
        pair = [f"{changed.players}p-{entry}" for entry in self.sides]
        return {"policy": self.policy, "changed": changed.slug, "pair": pair}


def other_players(experiment: Experiment, changes: Sequence[NamedChange]) -> Iterator[OtherPlayer]:
    """Yield each other policy with each change."""
    numbers = count(1)
    for change in changes:
        for policy in _other_policies(experiment, change.unchanged):
            yield OtherPlayer(policy, change, next(numbers))


def _other_policies(experiment: Experiment, scenario: Scenario) -> list[str]:
    """Return the policies and shipped players that do not have all seats already.

    The last is the one that has them, with a small noise. Play by chance says little about people,
    who have a plan, and its games are the longest; it is left out.
    """
    policies = policies_of(experiment.game, experiment.policy_files)
    planning = (planner for planner in policies if planner.name != BY_CHANCE)
    return list(map(str, population.other_players(scenario.lineup, planning, experiment.game)))


def experiment_of_others(
    experiment: Experiment, players: Sequence[OtherPlayer], n_games: int
) -> Experiment:
    """Return an experiment in which other policies play changes of a sweep, on its deals.

    Its study names the run and, for each policy and change, the scenarios with the games.

    Raises:
        InputError: a policy or a file that it needs is missing.
    """
    entries = [entry for player in players for entry in player.entries(n_games)]
    study = {
        "run": experiment.key(),
        "games": n_games,
        "others": [player.describe_lineups() for player in players],
    }
    return replace(with_entries(experiment, entries), study=study)


def experiment_of_strongest(
    experiment: Experiment, missing: Sequence[tuple[Scenario, str]]
) -> Experiment:
    """Return an experiment in which the strongest players play some scenarios of a run.

    Raises:
        InputError: a policy or a file that it needs is missing.
    """
    entries = [
        {
            "name": STRONGEST if number == 1 else f"{STRONGEST}_{number}",
            "players": scenario.players,
            "policy": [player],
            "patch": stack([scenario.patch]),
            "data": None if scenario.data is None else str(scenario.data),
            "games": population.witness_games(
                WITNESS_GAMES, player, scenario.game, scenario.players
            ),
        }
        for scenario, player in missing
        for number in [1 + scenario.game.strongest_players(scenario.players).index(player)]
    ]
    study = {
        "run": experiment.key(),
        "games": WITNESS_GAMES,
        "players": [player for _, player in missing],
    }
    return replace(with_entries(experiment, entries), study=study)


def take_too_long(executor: Executor, players: Sequence[OtherPlayer]) -> bool:
    """Whether the games of other policies may take more than SECONDS.

    Half a second of the line-up is played with each number of players and not kept; a policy whose
    speed was not measured is taken to be as slow.
    """
    unchanged = {player.change.unchanged.slug: player.change.unchanged for player in players}
    seconds = {
        name: estimate_run(executor, scenario).seconds_per_game
        for name, scenario in unchanged.items()
    }
    of_all = sum(
        2 * GAMES * _seconds_per_game(player, seconds[player.change.unchanged.slug])
        for player in players
    )
    return of_all / executor.n_cores > SECONDS


def _seconds_per_game(player: OtherPlayer, default: float) -> float:
    """Return the seconds of a game that were measured of a policy, else a default."""
    unchanged = player.change.unchanged
    measured = unchanged.game.strengths(unchanged.players)
    speeds = [
        strength.games_per_second for strength in measured if strength.policy == player.policy
    ]
    return 1 / speeds[0] if speeds else default


def witnesses(players: Sequence[OtherPlayer]) -> list[OtherPlayer]:
    """Return the strongest players among others: those that play if all would take too long."""
    return [
        player
        for player in players
        for unchanged in [player.change.unchanged]
        if player.policy in unchanged.game.strongest_players(unchanged.players)
    ]
