"""Headroom study: search at growing budgets and weaker policies against a scripted policy.

The more rollouts a decision takes, the fewer games are played, so that every search takes about as
long. The number of games is fixed before play.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from simlab.analysis.crosstable import Lineup
from simlab.analysis.games import Games, join_games
from simlab.analysis.lineups import by_lineup, ends
from simlab.catalog import game_to_play
from simlab.engine.build import Engine
from simlab.errors import InputError, results_of
from simlab.execution.executor import Executor
from simlab.execution.translated_engine import TranslatedEngine
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.spec import check_table
from simlab.game.definition import Game
from simlab.game.policy import BASE, NOISE, Policy
from simlab.players.search import SEARCH
from simlab.studies.headroom.result import (
    Headroom,
    Player,
    gains_in_scores,
    gains_in_wins,
    par_of_scores,
    par_of_wins,
    tiers_by_player,
)
from simlab.studies.kit.blocks import play_deals
from simlab.studies.kit.matchups import (
    Matchups,
    keep_columns,
    matchups_of,
    players_of,
    policy_of,
    policy_or_default,
    with_players,
)

DEFAULT_GAMES = 200
"""Default number of games of each line-up with the fewest rollouts."""
FEWEST_DEALS = 20
"""Fewest deals of a line-up: t intervals of fewer blocks are unreliable."""
TIMES_SCRIPTED = 20
"""Games of a line-up without search, as a multiple: they take almost no time."""
N_BASES = 2
"""Default number of base policies: the last ones of a game, its best."""
NOISES = (0.2, 0.5)
"""Noise of the weaker versions of the scripted policy: a mild and a strong one."""
PARTS, MOST_DEALS = 20, 200
"""Fewest parts of a line-up and most deals of a part: keeps all cores busy and shows progress."""
ROLLOUTS = "rollouts"
"""Trait of a search with its number of rollouts."""


@dataclass(frozen=True, eq=False)
class HeadroomRequest:
    """A scripted policy, the policies measured against it, and the number of games."""

    matchups: Matchups
    policy: Player
    others: Mapping[Player, Lineup]
    """Line-up of each measured policy: all seats, or one seat among scripted policies."""
    most_games: int
    margin: float | None

    @property
    def alone(self) -> Lineup:
        """Line-up of the scripted policy in all seats."""
        return (self.policy.policy,) * self.matchups.players

    @property
    def lineups(self) -> list[Lineup]:
        """All line-ups; where seats play for wins, equal policies need no games."""
        measured_lineups = list(self.others.values())
        return [self.alone, *measured_lineups] if self.matchups.is_for_points else measured_lineups

    @property
    def players(self) -> dict[Lineup, Player]:
        """Measured policy of each line-up."""
        return {self.alone: self.policy} | {lineup: who for who, lineup in self.others.items()}

    def n_deals(self, lineup: Lineup) -> int:
        """Return the deals of a line-up; that of the scripted policy has the most."""
        if lineup == self.alone:
            # each gain is paired with the same deals of it
            return max(map(self.n_deals, self.others.values()))
        n_games = self.most_games * self._relative_games(lineup)
        return max(int(n_games) // self.matchups.games_per_block([lineup]), FEWEST_DEALS)

    def after(self, played: Mapping[Lineup, Games]) -> Experiment:
        """Return the experiment with the games played."""
        study = {"kind": "headroom", "policy": self.policy.policy, "margin": self.margin}
        return self.matchups.after(played, study)

    def _relative_games(self, lineup: Lineup) -> float:
        """Return the games of a line-up that cost as much as one with the fewest rollouts."""
        costs = {
            lineup_of_player: self._cost(lineup_of_player)
            for lineup_of_player in self.others.values()
        }
        least = min(cost for cost in costs.values() if cost)
        # rollouts take nearly all the time of a search
        return least / costs[lineup] if costs[lineup] else TIMES_SCRIPTED

    def _cost(self, lineup: Lineup) -> int:
        """Return the rollouts per decision, summed over all seats."""
        return sum(map(rollouts_of, self.matchups.scenarios[lineup].lineup))


@dataclass(frozen=True, eq=False)
class Part:
    """Some deals of a line-up, and their seconds on one core."""

    lineup: Lineup
    games: Games
    seconds: float
    is_translated: bool = False
    """Whether a plain game was played by kernels."""


@dataclass(frozen=True, eq=False)
class HeadroomProgress:
    """Parts played so far."""

    request: HeadroomRequest
    parts: Sequence[Part]
    n_parts: int
    """Total number of parts."""
    timed_again: Sequence[Part] = ()
    """First parts, once more, of line-ups that were over before the game was translated."""

    @property
    def played(self) -> dict[Lineup, Games]:
        """The games of each line-up."""
        return {
            lineup: join_games([part.games for part in self._parts_of(lineup)])
            for lineup in self.request.lineups
        }

    @property
    def seconds(self) -> dict[str, float]:
        """Mean seconds of a game of each measured policy on one core.

        Only parts count that were played as the last one was: by kernels, or in plain Python.
        """
        return {
            self.request.players[lineup].policy: sum(part.seconds for part in parts)
            / sum(len(part.games.games) for part in parts)
            for lineup, parts in self.timed_parts.items()
        }

    @property
    def timed_parts(self) -> dict[Lineup, list[Part]]:
        """The parts of each line-up that were played as the last part of all was."""
        return {
            lineup: [
                part
                for part in (*self.parts, *self.timed_again)
                if part.lineup == lineup and part.is_translated == self.parts[-1].is_translated
            ]
            for lineup in self.request.lineups
        }

    def _parts_of(self, lineup: Lineup) -> list[Part]:
        return [part for part in self.parts if part.lineup == lineup]


def request_headroom(
    options: Mapping[str, Any],
    policy_text: str | None,
    bases_asked: Sequence[str] | None,
    rollouts: Sequence[int],
    margin: float | None,
) -> HeadroomRequest:
    """Return the study that a command requests; `options` are keys of an experiment.

    The scripted policy is the game's best by default; `bases_asked` are the policies with
    which searches play their rollouts.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    if table.less_luck and game.is_for_points:
        raise InputError("headroom subtracts luck from wins, not from scores", "less_luck")
    players = players_of(table, game)
    known = distinct_policies(game, players)
    bases = bases_asked or [known_policy.name for known_policy in known[-N_BASES:]]
    (best, *bases), table = with_players(
        [policy_or_default(policy_text, game, players), *bases], table
    )
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    known = distinct_policies(game, players)
    find = partial(policy_of, table=table, game=game, players=players)
    policy = find(best)
    search_texts = [search_text(base, n) for base in bases for n in sorted(set(rollouts))]
    players_measured = players_to_measure(
        policy, results_of(partial(find, policy_text) for policy_text in search_texts), known
    )
    alone = (str(policy),) * players
    n_seats = players if game.cooperative else 1
    lineups = {
        player_measured: (player_measured.policy,) * n_seats + alone[n_seats:]
        for player_measured in players_measured
    }
    all_of_them = [*([alone] if game.is_for_points else []), *lineups.values()]
    matchups = matchups_of(table, f"headroom-{game.name}", all_of_them)
    request = HeadroomRequest(
        matchups, player_of(policy), lineups, table.games or DEFAULT_GAMES, margin
    )
    _check_games(request)
    return request


def players_to_measure(
    policy: Policy, searches: Sequence[Policy], known: Sequence[Policy]
) -> list[Player]:
    """Return the measured policies: searches, then weaker ones.

    Raises:
        InputError: no search is left but the policy in question.
    """
    remaining = [searcher for searcher in searches if str(searcher) != str(policy)]
    if not remaining:
        raise InputError(f"nobody is left to compare {policy} with; name another", "over")
    return [
        player_of(measured_policy)
        for measured_policy in [*remaining, *weaker_policies(policy, known)]
    ]


def distinct_policies(game: Game, players: int) -> list[Policy]:
    """Return the policies of a game for this number of players, the best one last.

    Of several archetypes of one policy function, only the last is included.
    """
    able = [policy for policy in game.policies if policy.can_sit(players)]
    return list({policy.function: policy for policy in able}.values())


def weaker_policies(policy: Policy, known: Sequence[Policy]) -> list[Policy]:
    """Return the scripted policy with noise, if it has none, then the others, best first."""
    noises = [] if NOISE in policy.weights else NOISES
    noisy = [policy.with_weights(noise=noise) for noise in noises]
    return [
        *noisy,
        *(
            known_policy
            for known_policy in reversed(known)
            if known_policy.function is not policy.function
        ),
    ]


def search_text(base: str, n: int) -> str:
    """Return the written form of a search over `name` or `name:trait=2` with n rollouts.

    Raises:
        InputError: the base sets the rollouts too.
    """
    name, _, weights = base.partition(":")
    if f"{ROLLOUTS}=" in weights.replace(" ", ""):
        raise InputError(f"{base} has {ROLLOUTS} of its own; --{ROLLOUTS} sets them", "over")
    return f"{SEARCH}:{BASE}={name},{weights},{ROLLOUTS}={n}"


def player_of(policy: Policy) -> Player:
    """Return a measured policy; the base of a search has all its traits but the rollouts."""
    if not policy.base:
        return Player(str(policy))
    rest = {name: weight for name, weight in policy.weights.items() if name != ROLLOUTS}
    base = replace(policy, name=policy.base, base="", weights=rest)
    return Player(str(policy), str(base), rollouts_of(policy))


def rollouts_of(policy: Policy) -> int:
    """Return the rollouts per decision of a policy, 0 unless it is a search."""
    if not policy.base:
        return 0
    return int(policy.weights.get(ROLLOUTS, policy.traits[ROLLOUTS].default))


def play(request: HeadroomRequest, executor: Executor) -> Iterator[HeadroomProgress]:
    """Play part by part and yield the progress; results do not depend on the executor.

    A line-up that was over before its game was translated plays its first part once more at the
    end, so that all times are those of the same way to play.

    Raises:
        InputError: the margin does not fit the scale.
    """
    _check_margin(request, executor)
    pieces = [(lineup, *piece) for lineup in request.lineups for piece in _pieces(request, lineup)]
    parts: list[Part] = []
    for part in _play_parts(request, executor, pieces):
        parts.append(part)
        yield HeadroomProgress(request, parts, len(pieces))
    progress = HeadroomProgress(request, parts, len(pieces))
    untimed = [lineup for lineup, timed in progress.timed_parts.items() if not timed]
    if untimed:
        firsts = [(lineup, *next(_pieces(request, lineup))) for lineup in untimed]
        yield replace(progress, timed_again=list(_play_parts(request, executor, firsts)))


def _play_parts(
    request: HeadroomRequest, executor: Executor, pieces: Sequence[tuple[Lineup, int, int]]
) -> Iterator[Part]:
    """Play pieces of line-ups, each with its first deal and number of deals."""
    tasks = [(request.matchups.scenarios[lineup], *piece) for lineup, *piece in pieces]
    for (lineup, *_), played in zip(pieces, executor.map(time_games, tasks), strict=True):
        yield Part(lineup, *played)


def result_of(look: HeadroomProgress) -> Headroom:
    """Return the result of a finished study."""
    request, played, matchups = look.request, look.played, look.request.matchups
    games_by_player = {player: played[lineup] for player, lineup in request.others.items()}
    shared_tables: dict[str, Any] = {
        "policy": request.policy.policy,
        "players": matchups.players,
        "lineups": by_lineup(played),
        "ends": ends(played),
    }
    if not matchups.is_for_points:
        scale = matchups.scale(list(games_by_player.values()), request.margin)
        gains = gains_in_wins(games_by_player, scale.margin)
        return Headroom(
            scale=scale, par=par_of_wins(matchups.players), gains=gains, **shared_tables
        )
    alone = played[request.alone]
    scale = matchups.scale([alone], request.margin)
    tiers = matchups.facts.bands.tiers
    return Headroom(
        scale=scale,
        par=par_of_scores(alone, len(games_by_player), scale),
        gains=gains_in_scores(alone, games_by_player, scale),
        tiers=tiers_by_player({request.policy: alone, **games_by_player}, tiers),
        **shared_tables,
    )


def _check_games(request: HeadroomRequest) -> None:
    """Check that line-ups with the fewest rollouts play at least FEWEST_DEALS deals."""
    fewest = FEWEST_DEALS * request.matchups.games_per_block([next(iter(request.others.values()))])
    if request.most_games < fewest:
        raise InputError(
            f"{request.most_games} are too few; {FEWEST_DEALS} deals of a line-up, in all"
            f" rotations, take {fewest}",
            "games",
        )


def _check_margin(request: HeadroomRequest, executor: Executor) -> None:
    """Check the margin with a single game before the long run."""
    # the last line-up has no search as a rule, so that this takes no time
    first = request.matchups.play(executor, request.lineups[-1], 0, 1)
    request.matchups.scale([first], request.margin)


def _pieces(request: HeadroomRequest, lineup: Lineup) -> Iterator[tuple[int, int]]:
    """Yield first deal and number of deals of each part of a line-up."""
    n_deals = request.n_deals(lineup)
    # 1 or more, as there are as many deals as parts
    step = min(n_deals // PARTS, MOST_DEALS)
    for first in range(0, n_deals, step):
        yield first, min(step, n_deals - first)


def time_games(
    engine: Engine, scenario: Scenario, first: int, count: int
) -> tuple[Games, float, bool]:
    """Play some deals; return the games, their seconds, and whether kernels play a plain game."""
    engine.prepare(scenario.lineup)  # to load kernels takes longer than many games
    began = time.perf_counter()
    games = keep_columns(play_deals(engine, scenario, first, count))
    return games, time.perf_counter() - began, isinstance(engine, TranslatedEngine)
