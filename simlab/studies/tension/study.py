"""Tension: games with one policy in all seats, with their points turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.chance_tension import GameChances, chance_measures
from simlab.analysis.games import Games, join_games
from simlab.analysis.intervals import wilson
from simlab.analysis.lineups import by_lineup, ends
from simlab.analysis.metric import metrics_of
from simlab.analysis.tension import (
    FollowedGames,
    Tension,
    comebacks,
    decision_curve,
    lead_change_metrics,
    leaders,
    measures,
    median_of,
)
from simlab.catalog import game_to_play
from simlab.engine.build import Engine
from simlab.engine.lead import KeptPoints
from simlab.engine.net import NET
from simlab.engine.record import Floats
from simlab.engine.turn_values import play_valued_game
from simlab.engine.win_chances import Trial
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.execution.tables import tables_of
from simlab.execution.win_chances import game_with_rollouts
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.spec import check_table
from simlab.game.facts import TENSION, THOUSANDTHS
from simlab.players.search import net_of
from simlab.studies.kit.blocks import deals_per_call, slices_of
from simlab.studies.kit.matchups import (
    PIECE_GAMES,
    Matchups,
    matchups_of,
    players_of,
    policy_of,
    policy_or_default,
    with_players,
)
from simlab.studies.kit.points import check_points
from simlab.studies.ladder.request import DEFAULT_GAMES
from simlab.studies.tension.net_chances import ValuedTurns

ROLLOUTS = 50
"""Rollouts of a position in each half: an error of 7 points at most, which halves make unbiased."""
MOST_POSITIONS = 24
"""Positions of a game with rollouts at most, evenly spaced: enough for the course of a game."""
FEWEST_FOLLOWED = 10
"""Fewest games with rollouts: t intervals of fewer are unreliable."""
VALUED = 4_000
"""Games whose positions a net values, half of which correct the chances that it says: with fewer,
it often stays open whether the chances are calibrated."""
FEWEST_VALUED = 200
"""Fewest such games: of fewer, a correction follows chance."""
VALUED_PER_CALL = 50
ROLLED_OUT = "rollouts"
"""Says that winning chances come from rollouts, in place of the name of a player with a net."""
FEWEST_GAMES = 100
"""Fewest games: of fewer, hardly any row of a table of comebacks has seats enough."""


@dataclass(frozen=True, eq=False)
class TensionRequest:
    """The one scenario of the study, and the number of games."""

    matchups: Matchups
    policy: str
    n_games: int
    n_followed: int
    """Games with winning chances at the start of turns; 0 unless these are asked for."""
    chances_by: str
    """Who says them: `rollouts`, or a learnt player."""
    net: Floats | None
    """The net of that player."""

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""
        return self.matchups.experiment.scenarios[0]

    def after(self) -> Experiment:
        """Return the experiment with the games that it played, and the study."""
        scenarios = (replace(self.scenario, n_asked=self.n_games),)
        study = {"kind": "tension", "games": self.n_games, "chances": self.n_followed}
        study |= {"chances_by": self.chances_by} if self.n_followed else {}
        return replace(self.matchups.experiment, scenarios=scenarios, study=study)


def request_tension(
    options: Mapping[str, Any],
    policy: str | None,
    n_followed: int | None = None,
    chances_by: str | None = None,
) -> TensionRequest:
    """Return the study that a command requests; `options` are keys of an experiment.

    Winning chances are those that the net of a learnt player says, `chances_by` or else the policy;
    those of rollouts if there is none, and then only if a number of games is given.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    if game.cooperative:
        raise InputError(
            f"in {game.title} all players win or lose together, so that nobody leads; simlab run"
            " has the score round by round",
            "game",
        )
    players = players_of(table, game)
    named = [] if chances_by in (None, ROLLED_OUT) else [str(chances_by)]
    [policy_name, *named], table = with_players(
        [policy_or_default(policy, game, players), *named], table
    )
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    seated, *named_players = [
        policy_of(name, table, game, players) for name in (policy_name, *named)
    ]
    written = str(seated)
    matchups = matchups_of(table, f"tension-{game.name}", [(written,) * players])
    if not matchups.facts.lead.decided:
        raise InputError(
            f"{game.title} has no points during the game, so that it is unknown who leads; give it"
            " scores(), or points_so_far in a compiled game",
            "game",
        )
    n_games = table.games or DEFAULT_GAMES
    if n_games < FEWEST_GAMES:
        raise InputError(f"{n_games} are too few; take {FEWEST_GAMES} or more", "games")
    valuer = named_players[0] if named_players else seated
    net = None if chances_by == ROLLED_OUT else net_of(valuer)
    if named_players and net is None:
        raise InputError(
            f"{valuer} has no net that says how likely each seat is to win; name a player that"
            f" simlab train has made of whole games, or {ROLLED_OUT}",
            "chances_by",
        )
    if net is not None and (named_players or n_followed) and n_games < FEWEST_VALUED:
        raise InputError(
            f"{n_games} are too few for chances that a net says; take {FEWEST_VALUED} or more",
            "games",
        )
    fewest = FEWEST_FOLLOWED if net is None else FEWEST_VALUED
    if n_followed is None:
        n_followed = 0 if net is None or n_games < fewest else min(VALUED, n_games)
    if n_followed and not fewest <= n_followed <= n_games:
        raise InputError(
            f"{n_followed} is not from {fewest} to {n_games}, the number of games", "chances"
        )
    if chances_by and not n_followed:
        raise InputError("say in how many games: --chances 100", "chances_by")
    source = ROLLED_OUT if net is None else str(valuer)
    return TensionRequest(matchups, written, n_games, n_followed, source, net)


def play(request: TensionRequest, executor: Executor) -> Iterator[FollowedGames]:
    """Play in pieces, and yield all games so far."""
    pieces: list[FollowedGames] = []
    size = deals_per_call(request.scenario)
    for first, count in slices_of(0, request.n_games, PIECE_GAMES):
        parts = ((request.scenario, *part) for part in slices_of(first, count, size))
        pieces.append(join_followed_games(list(executor.map(follow_games, parts))))
        pieces = [join_followed_games(pieces)]
        yield pieces[0]


def follow_games(engine: Engine, scenario: Scenario, first: int, count: int) -> FollowedGames:
    """Play some deals and keep the points at the end of each turn."""
    kept: list[KeptPoints] = []
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    rows = engine.play(rules, lineup, seed, first, count, points=kept)
    tables = tables_of(scenario, rows)
    return FollowedGames(
        Games(tables["games"], tables["seats"], 1, scenario.players, scenario.game.aim),
        np.concatenate([game.points for game in kept]),
        np.concatenate([game.movers for game in kept]),
        np.array([len(game.movers) for game in kept]),
        np.array([game.span for game in kept]),
    )


def play_chances(request: TensionRequest, executor: Executor) -> Iterator[list[GameChances]]:
    """Play rollouts from positions of the first games, and yield the chances so far."""
    games: list[GameChances] = []
    tasks = ((request.scenario, deal) for deal in range(request.n_followed))
    for game in executor.map(game_chances, tasks):
        games.append(game)
        yield games


def game_chances(engine: Engine, scenario: Scenario, deal: int) -> GameChances:
    """Play a game, and rollouts from the starts of its turns."""
    starts = game_with_rollouts(engine, scenario, deal, 0).turn_starts
    spaced = np.linspace(0, len(starts) - 1, min(len(starts), MOST_POSITIONS)).round().astype(int)
    trials = [Trial(int(decision)) for decision in starts[spaced]]
    game = game_with_rollouts(engine, scenario, deal, 0, trials, ROLLOUTS)
    chances, n_turns = game.credits.mean(axis=2), len(starts)
    return GameChances(spaced / n_turns, chances, ROLLOUTS, game.result, n_turns)


def value_games(request: TensionRequest, executor: Executor) -> Iterator[list[ValuedTurns]]:
    """Play the first games, value the starts of their turns by the net, and yield those so far."""
    assert request.net is not None, "a player with a net was named"
    games: list[ValuedTurns] = []
    slices = slices_of(0, request.n_followed, VALUED_PER_CALL)
    first, *others = [(request.scenario, request.net, *bounds) for bounds in slices]
    for tasks in ([first], others):  # the first compiles what the others play by
        for valued in executor.map(values_of_turns, tasks):
            games += valued
            yield games


def values_of_turns(
    engine: Engine, scenario: Scenario, net: Floats, first: int, count: int
) -> list[ValuedTurns]:
    """Play some deals and value the starts of their turns; kernels play them."""
    game, rules, net_row = scenario.game, scenario.rules.row, net.view(NET)
    return [
        ValuedTurns(*play_valued_game(game, rules, scenario.lineup, net_row, scenario.seed, deal))
        for deal in range(first, first + count)
    ]


def join_followed_games(pieces: list[FollowedGames]) -> FollowedGames:
    """Return consecutive games as one."""
    return FollowedGames(
        join_games([piece.games for piece in pieces]),
        *(
            np.concatenate([getattr(piece, name) for piece in pieces])
            for name in ("points", "movers", "n_turns", "spans")
        ),
    )


def result_of(
    request: TensionRequest,
    followed: FollowedGames,
    chances: Sequence[GameChances],
    reliability: pd.DataFrame,
) -> Tension:
    """Return the result of a study; `reliability` is that of chances which a net says.

    Raises:
        InputError: too few games have one winner, or none has points.
    """
    facts, games = request.matchups.facts, followed.games
    if not facts.lead.by:
        check_points(games, request.matchups.experiment.game.title, "it is unknown who leads")
    parts = games.game(facts.lead.decided)[games.game("finished") == 1] / THOUSANDTHS
    parts = parts[~np.isnan(parts)]
    if len(parts) < FEWEST_GAMES:
        raise InputError(
            f"{len(parts)} of {request.n_games} games ended with one winner, which are too few;"
            f" {FEWEST_GAMES} are needed",
            "games",
        )
    metrics = [metric for metric in metrics_of(facts, games) if metric.group == TENSION]
    metrics += lead_change_metrics(followed, facts.lead.changes) if facts.lead.changes else []
    turn = _half_of_a_usual_game(followed)
    return Tension(
        title=request.matchups.experiment.game.title,
        policy=request.policy,
        players=games.players,
        unit=facts.lead.by or facts.score.unit,
        turn=turn,
        median=median_of(parts),
        last_turn=wilson(int((parts == 1).sum()), len(parts)),
        measures=measures(games, metrics),
        chances=chance_measures(chances),
        chances_by=request.chances_by,
        reliability=reliability,
        decided=decision_curve(parts),
        comebacks=comebacks(followed, turn),
        leaders=leaders(followed),
        lineups=by_lineup({("all games",): games}),
        ends=ends({("all games",): games}),
    )


def _half_of_a_usual_game(followed: FollowedGames) -> int:
    """Return the turn that ends the round nearest to half of the turns of the median game."""
    players = followed.games.players
    half = float(np.median(followed.n_turns * followed.spans)) / 2
    # at the end of a round, when all have moved as often
    return players * max(round(half / players), 1)
