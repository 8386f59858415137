"""Skill ladder: one policy with growing noise, from its best play to random choices.

The noise sets how well the policy plays. All line-ups play the same number of games, without
interim looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pandas as pd

from simlab.analysis.crosstable import Lineup
from simlab.analysis.games import Games
from simlab.analysis.lineups import by_lineup, ends
from simlab.catalog import game_to_play
from simlab.errors import InputError, Problem
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Experiment
from simlab.experiment.spec import check_table
from simlab.game.definition import Game
from simlab.game.policy import NOISE, Policy
from simlab.studies.kit.matchups import (
    Matchups,
    matchups_of,
    players_of,
    policy_of,
    with_players,
)
from simlab.studies.ladder.request import DEFAULT_GAMES
from simlab.studies.skill.result import (
    Skill,
    gains_by_step,
    means_by_skill,
    points_by_skill,
    seats_by_skill,
    tiers_by_skill,
    wins_by_step,
)

FEWEST_DEALS = 20
"""Fewest deals of a line-up: t intervals of fewer blocks are unreliable."""


@dataclass(frozen=True, eq=False)
class SkillRequest:
    """A policy with growing noise, and the number of games."""

    matchups: Matchups
    policy: str
    equals: Mapping[float, Lineup]
    """Line-up of equal policies by noise, in increasing order."""
    meetings: Sequence[Lineup]
    """For each step but the last, a line-up of one policy among others one step worse.

    Empty in cooperative games, where line-ups of equal policies are compared.
    """
    margin: float | None
    most_games: int

    @property
    def lineups(self) -> list[Lineup]:
        """All line-ups."""
        return [*self.equals.values(), *self.meetings]

    def after(self, played: Mapping[Lineup, Games]) -> Experiment:
        """Return the experiment with the games played."""
        study = {"kind": "skill", "noise": list(self.equals), "margin": self.margin}
        return self.matchups.after(played, study)

    def n_deals(self, lineup: Lineup) -> int:
        """Return the deals of a line-up, so that all have the same number of games."""
        per_block = self.matchups.games_per_block([lineup])
        return self.most_games // len(self.lineups) // per_block


def request_skill(
    options: Mapping[str, Any],
    policy_text: str | None,
    noises: Sequence[float],
    margin: float | None,
) -> SkillRequest:
    """Return the skill ladder that a command requests; `options` are keys of an experiment.

    The policy is the game's default player, without its noise, unless given.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    players = players_of(table, game)
    [name], table = with_players(
        [_default_policy(game, players) if policy_text is None else policy_text], table
    )
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    best = policy_of(name, table, game, players)
    names = {x: str(best.with_weights(noise=x) if x else best) for x in noise_steps(noises, best)}
    equals = {noise: (name,) * players for noise, name in names.items()}
    steps = [] if game.cooperative else list(pairwise(names.values()))
    meetings = [(better, *(worse,) * (players - 1)) for better, worse in steps]
    matchups = matchups_of(table, f"skill-{game.name}", [*equals.values(), *meetings])
    most_games = table.games or DEFAULT_GAMES
    request = SkillRequest(matchups, str(best), equals, meetings, margin, most_games)
    if min(map(request.n_deals, request.lineups)) < FEWEST_DEALS:
        fewest = FEWEST_DEALS * players * len(request.lineups)
        raise InputError(f"{most_games} are too few for these steps; they take {fewest}", "games")
    return request


def _default_policy(game: Game, players: int) -> str:
    """Return the name of the default player, whose noise the steps set."""
    return game.default_policy(players).partition(":")[0]


def noise_steps(noises: Sequence[float], policy: Policy) -> list[float]:
    """Return the noise of each step in increasing order.

    Raises:
        InputError: one is out of range, there are fewer than two, or the policy has its own noise.
    """
    wrong = [x for x in noises if not 0 <= x <= 1]
    problems = [Problem(f"{x:g} is not from 0 to 1", ("noise",)) for x in wrong]
    if len(set(noises)) < 2:
        problems.append(Problem("a skill ladder needs two steps or more", ("noise",)))
    if NOISE in policy.weights:
        sentence = f"{policy} has a noise of its own; the steps set it"
        problems.append(Problem(sentence, ("skill",)))
    if problems:
        raise InputError(problems)
    return sorted(set(noises))


def play(request: SkillRequest, executor: Executor) -> Iterator[dict[Lineup, Games]]:
    """Play line-up by line-up and yield all games so far."""
    played: dict[Lineup, Games] = {}
    for lineup in request.lineups:
        played[lineup] = request.matchups.play(executor, lineup, 0, request.n_deals(lineup))
        yield played


def result_of(request: SkillRequest, played: Mapping[Lineup, Games]) -> Skill:
    """Return the result of a skill ladder."""
    matchups, nothing = request.matchups, pd.DataFrame()
    equals = {noise: played[lineup] for noise, lineup in request.equals.items()}
    scale = matchups.scale(list(equals.values()), request.margin)
    meetings = [played[lineup] for lineup in request.meetings]
    is_share = scale.is_share
    by_seat = seats_by_skill if is_share else points_by_skill
    tiers = matchups.facts.bands.tiers
    return Skill(
        policy=request.policy,
        players=matchups.players,
        scale=scale,
        seats=nothing
        if matchups.is_cooperative
        else by_seat(equals, matchups.seat_names, scale.margin),
        means=nothing if is_share else means_by_skill(equals),
        tiers=nothing if is_share else tiers_by_skill(equals, tiers),
        steps=wins_by_step(list(equals), meetings, scale.margin)
        if is_share
        else gains_by_step(equals, scale, meetings),
        lineups=by_lineup(played),
        ends=ends(played),
    )
