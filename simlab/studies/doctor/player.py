"""Plays arms on the deals of the usual players, and measures what the games show."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.analysis.tension import FollowedGames
from simlab.errors import ContractError
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.studies.doctor.arm import Arm, effects_of_arm
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import (
    EffectKey,
    Effects,
    Usual,
    effects_of_lead,
    effects_of_play,
    usual_of,
)
from simlab.studies.kit.blocks import deals_per_call, play_tasks, slices_of
from simlab.studies.tension.study import follow_games, join_followed_games

Array = NDArray[Any]


@dataclass
class DealPlayer:
    """Plays arms, and knows what is usual."""

    executor: Executor
    usual: dict[int, Usual] = field(default_factory=dict)
    """What is usual, by number of players: of the first games that were played."""
    seconds_per_deal: dict[Arm, float] = field(default_factory=dict)
    """Seconds that a deal takes with each arm, all cores together."""
    failed: dict[str, str] = field(default_factory=dict)
    """Arms that cannot be played, and why."""
    n_games: int = 0

    def play_usual(self, arm: Arm, first: int, count: int) -> tuple[Games, dict[EffectKey, Array]]:
        """Play deals of the usual players, and return what the games show by themselves."""
        began = time.monotonic()
        games, followed = self._play_and_follow(arm.scenario, first, count)
        # of the first games only: in another unit, later deals could not be joined with them
        usual = self.usual.setdefault(arm.scenario.players, usual_of(games))
        self.seconds_per_deal[arm] = (time.monotonic() - began) / count
        return games, _effects_in_games(arm.scenario, games, followed, usual)

    def play_variant(
        self, scenario: Scenario, arms: Sequence[Arm], first: int, count: int
    ) -> dict[EffectKey, Array]:
        """Play deals at another table, with arms of its own, and return what all games show.

        Arms that fail are left out.
        """
        games, followed = self._play_and_follow(scenario, first, count)
        usual = usual_of(games)
        effects = _effects_in_games(scenario, games, followed, usual)
        for arm, arm_games, _ in self._games(arms, first, count, failed={}):
            self.n_games += len(arm_games.games)
            for kind, subject, values in effects_of_arm(arm, arm_games, games, usual):
                effects[EffectKey(kind, subject, games.players)] = values
        return effects

    def _play_and_follow(
        self, scenario: Scenario, first: int, count: int
    ) -> tuple[Games, FollowedGames | None]:
        """Play deals, and follow the points of the seats where these decide."""
        followed = None
        if scenario.facts.lead.decided and not scenario.game.is_for_points:
            slices = slices_of(first, count, deals_per_call(scenario))
            tasks = ((scenario, *part) for part in slices)
            followed = join_followed_games(list(self.executor.map(follow_games, tasks)))
            games = followed.games
        else:
            [games] = play_tasks(self.executor, [(scenario, first, count)])
        self.n_games += len(games.games)
        return games, followed

    def play_arms(
        self, arms: Sequence[Arm], usual_games: dict[int, Games], first: int, count: int
    ) -> Iterator[tuple[Arm, Games, dict[EffectKey, Array]]]:
        """Play deals with some arms, and yield what each shows beside the usual games.

        `usual_games` has the games of the usual players of the same deals, by number of players.
        Arms that fail are left out.
        """
        for arm, games, began in self._games(arms, first, count, self.failed):
            players = games.players
            beside = effects_of_arm(arm, games, usual_games[players], self.usual[players])
            effects = {
                EffectKey(kind, subject, 0 if kind == fault.DEAD_PARAMETER else players): values
                for kind, subject, values in beside
            }
            self.n_games += len(games.games)
            self.seconds_per_deal[arm] = (time.monotonic() - began) / count
            yield arm, games, effects

    def _games(
        self, arms: Sequence[Arm], first: int, count: int, failed: dict[str, str]
    ) -> Iterator[tuple[Arm, Games, float]]:
        """Yield the games of each arm with the time when they began; all cores share all arms.

        Arms that fail are noted.
        """
        began = time.monotonic()
        all_games = play_tasks(self.executor, [(arm.scenario, first, count) for arm in arms])
        for index, arm in enumerate(arms):
            try:
                games = next(all_games)
            except ContractError as error:
                # such as a policy that relies on a choice which it may not make here
                if len(arms) > 1:
                    # each alone, as a call ends with the first arm that fails
                    for later_arm in arms[index:]:
                        yield from self._games([later_arm], first, count, failed)
                else:
                    failed[arm.name] = str(error).splitlines()[0]
                return
            yield arm, games, began
            began = time.monotonic()


def _effects_in_games(
    scenario: Scenario, games: Games, followed: FollowedGames | None, usual: Usual
) -> dict[EffectKey, Array]:
    """Return what games show by themselves."""
    effects = effects_of_play(games, scenario.facts, usual)
    if followed is None or not usual.has_points:
        return effects
    return effects | effects_of_lead(followed)


def merge(effects: dict[EffectKey, Array], new: Effects) -> None:
    """Add what another arm shows on the same deals.

    A rule is dead if neither end of its range changes a game; a deal is lost if all attempts are.
    """
    for key, values in new.items():
        if key in effects:
            joint = np.minimum if key.fault == fault.UNWINNABLE else np.maximum
            effects[key] = joint(effects[key], values)
        else:
            effects[key] = values


def join_effects(parts: Sequence[Effects]) -> dict[EffectKey, Array]:
    """Return effects of consecutive deals as one, but none whose arm has failed in some of them."""
    return {
        key: np.concatenate([part[key] for part in parts])
        for key in parts[0]
        if all(key in part for part in parts)
    }
