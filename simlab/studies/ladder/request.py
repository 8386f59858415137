"""Ladder request: policies, pairings and limits, checked and resolved from command options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from simlab.analysis.crosstable import LEVEL, Pairing
from simlab.analysis.group_sequential import FIRST_LOOK, Design
from simlab.analysis.sequential import looks
from simlab.analysis.variety import Variety
from simlab.catalog import game_to_play
from simlab.errors import InputError, not_one_of
from simlab.execution.watchdog import in_background
from simlab.experiment.certificate import certificate, fresh_seed
from simlab.experiment.population import equal_players
from simlab.experiment.small_noise import add_small_noise
from simlab.experiment.spec import ExperimentTable, check_table
from simlab.game.definition import Game
from simlab.studies.kit.alike_games import variety_of
from simlab.studies.kit.matchups import Matchups, matchups_of, players_of, policy_of
from simlab.studies.ladder.pairing import lineups_of, pairings
from simlab.studies.ladder.result import FORMATS, GAUNTLET

DEFAULT_GAMES = 20_000
"""Default upper limit of the games of a ladder."""


@dataclass(frozen=True, eq=False)
class LadderRequest:
    """Participants, pairings and limits of a ladder."""

    matchups: Matchups
    form: str
    policies: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    margin: float | None
    """Smallest difference of interest; None for the default of the scale."""
    most_games: int
    certifies: Mapping[str, Any] | None = None
    """In a certificate, the seed of the deals used for choosing, and what was chosen from."""
    variety: Variety | None = None
    """How many games of participants without noise are different, if they got a small one."""

    @property
    def design(self) -> Design:
        """Looks, up to the most blocks that one pairing can be given, and the joint error."""
        per_block = (self.matchups.games_per_block(pairing.lineups) for pairing in self.pairings)
        return Design(tuple(looks(FIRST_LOOK, self.most_games // min(per_block))), 1 - LEVEL)


def request_ladder(
    options: Mapping[str, Any], form: str, margin: float | None, certify: str | None = None
) -> LadderRequest:
    """Return the ladder that a command requests; `options` are keys of an experiment.

    By default all policies and shipped players for this number of players take part, with the noise
    of the game, or with a small one where two of them would play the same few games again and
    again. `games` is the upper limit in all. Empty values are ignored. A policy to certify
    meets each of the others on fresh deals.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    if form not in FORMATS:
        raise InputError(not_one_of(form, FORMATS), "format")
    players = players_of(table, game)
    policies = _policies(table, game, players)
    variety = None if table.policy else _small_variety(policies, table, game, players)
    if variety is not None:
        policies = [
            str(add_small_noise(policy_of(policy, table, game, players))) for policy in policies
        ]
    certifies = None
    if certify is not None:
        if variety is not None:
            certify = str(add_small_noise(policy_of(certify, table, game, players)))
        form, policies = GAUNTLET, _with_first(certify, policies)
        certifies = certificate(table.seed, len(policies))
        table = table.model_copy(update={"seed": fresh_seed(table.seed)})
    all_pairings = pairings(
        form,
        policies,
        players,
        is_cooperative=game.cooperative,
        is_for_points=game.is_for_points,
    )
    matchups = matchups_of(table, f"ladder-{game.name}", lineups_of(all_pairings))
    most_games = table.games or DEFAULT_GAMES
    request = LadderRequest(
        matchups,
        form,
        tuple(policies),
        tuple(all_pairings),
        margin,
        most_games,
        certifies,
        variety,
    )
    _check_games(request)
    return request


def _policies(table: ExperimentTable, game: Game, players: int) -> list[str]:
    """Return the written forms of the participants, in order."""
    policy_texts = table.policy or list(map(str, equal_players(game.policies, game, players)))
    names = [str(policy_of(policy_text, table, game, players)) for policy_text in policy_texts]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise InputError([f"{name} is named twice" for name in repeated], "policy")
    if len(names) < 2:
        raise InputError(f"a ladder needs two policies or more, not just {names[0]}", "policy")
    return names


def _small_variety(
    policies: Sequence[str], table: ExperimentTable, game: Game, players: int
) -> Variety | None:
    """Return how many games of two participants are different, if two have too few of them.

    Neighbours meet, without those that vary their play. In a cooperative game noise would only
    lower the score.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    if game.cooperative or not game.is_of_a_user:
        return None
    named = [policy_of(policy, table, game, players) for policy in policies]
    steady = [
        policy for policy in named if not policy.base and add_small_noise(policy) is not policy
    ]
    lineups = [(str(a), *(str(b),) * (players - 1)) for a, b in pairwise(steady)]
    if not lineups:
        return None
    matchups = matchups_of(table, f"ladder-{game.name}", lineups)
    for scenario in matchups.experiment.scenarios:
        variety = in_background(partial(variety_of, scenario.game.engine(), scenario))
        if variety.is_small:
            return variety
    return None


def _with_first(policy: str, policies: list[str]) -> list[str]:
    """Return the policies with one of them first."""
    if policy not in policies:
        raise InputError(not_one_of(policy, policies), "certify")
    return [policy, *(participant for participant in policies if participant != policy)]


def _check_games(request: LadderRequest) -> None:
    """Check that the games allow a block of each line-up."""
    lineups = lineups_of(request.pairings)
    fewest = request.matchups.games_per_block(lineups)
    if request.most_games < fewest:
        raise InputError(
            f"{request.most_games} are too few; one deal for each of the {len(lineups)}"
            f" line-ups, in all rotations, takes {fewest}",
            "games",
        )
