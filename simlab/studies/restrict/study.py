"""Restricted play: a player who may never make one kind of choice, among players who may.

All line-ups play the same deals, without interim looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.crosstable import Lineup
from simlab.analysis.games import Games
from simlab.analysis.lineups import by_lineup, ends
from simlab.catalog import game_to_play, without_learnt_players
from simlab.engine.build import Engine, new_scratch, seated_policies
from simlab.engine.journal import DECISION, events
from simlab.errors import InputError, not_one_of
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.spec import ExperimentTable, check_table
from simlab.game.definition import Game
from simlab.plain.ledger import CHOSE
from simlab.players.restriction import never_text
from simlab.studies.kit.blocks import slices_of
from simlab.studies.kit.matchups import (
    Matchups,
    matchups_of,
    players_of,
    policy_of,
    policy_or_default,
    with_players,
)
from simlab.studies.ladder.request import DEFAULT_GAMES
from simlab.studies.restrict.result import Restriction, counts, level_of, worths

Array = NDArray[Any]

FEWEST_DEALS = 20
"""Fewest deals of a line-up: t intervals of fewer blocks are unreliable."""
WATCHED_GAMES = 100
"""Games of each line-up in which choices are counted, one call each."""
# few: in plain Python, or with a search, a game takes seconds, and every core should have some
GAMES_PER_TASK = 10
N_COUNTERS = 2
"""Words at the start of the memory of a restricted policy: decisions forced, and replaced."""
INSTEAD = "as {}"
"""Name of the restriction to play as another policy does."""


@dataclass(frozen=True, eq=False)
class RestrictRequest:
    """A policy, the restrictions of it, and the number of games."""

    matchups: Matchups
    policy: str
    base: Lineup
    lineups: Mapping[str, Lineup]
    """The line-up of each restriction, its seats first."""
    seats: int
    """Seats under the restriction."""
    margin: float | None
    most_games: int

    @property
    def n_deals(self) -> int:
        """Deals that each line-up plays."""
        return self.most_games // self.matchups.games_per_block([self.base, *self.lineups.values()])

    def after(self, played: Mapping[Lineup, Games]) -> Experiment:
        """Return the experiment with the games played."""
        study = {"kind": "restrict", "restrictions": list(self.lineups), "seats": self.seats}
        return self.matchups.after(played, {**study, "margin": self.margin})


@dataclass(frozen=True, eq=False)
class Played:
    """Games by line-up, and the counts of the games that were watched."""

    games: Mapping[Lineup, Games]
    watched: Mapping[Lineup, Mapping[str, Array]]


@without_learnt_players()
def request_restriction(
    options: Mapping[str, Any],
    policy: str | None,
    kinds: Sequence[str],
    instead: Sequence[str],
    margin: float | None,
    *,
    one_seat: bool,
) -> RestrictRequest:
    """Return the study that a command requests; `options` are keys of an experiment.

    All kinds of choices of the game are forbidden in turn unless some are named. In cooperative
    games all seats are under the restriction unless `one_seat`.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    players = players_of(table, game)
    _check_kinds(kinds, game)
    policy_texts = [policy_or_default(policy, game, players), *instead]
    (policy_name, *instead_names), table = with_players(policy_texts, table)
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    written = str(policy_of(policy_name, table, game, players))
    restricted = {
        kind: _policy_text(never_text(written, [kind]), table, game, players)
        for kind in kinds or game.kind_names
    } | {
        INSTEAD.format(instead_name): _policy_text(instead_name, table, game, players)
        for instead_name in instead_names
    }
    if not restricted:
        raise InputError(f"{game.title} declares no kinds of choices", "kind")
    if written in restricted.values():
        raise InputError(f"{written} plays in all seats already", "instead")
    seats = players if game.cooperative and not one_seat else 1
    lineups = {
        name: (*(written_policy,) * seats, *(written,) * (players - seats))
        for name, written_policy in restricted.items()
    }
    base = (written,) * players
    matchups = matchups_of(table, f"restrict-{game.name}", [base, *lineups.values()])
    request = RestrictRequest(
        matchups, written, base, lineups, seats, margin, table.games or DEFAULT_GAMES
    )
    if request.n_deals < FEWEST_DEALS:
        per_block = request.matchups.games_per_block([base, *lineups.values()])
        raise InputError(
            f"{request.most_games} are too few for {len(lineups)} restrictions; they take"
            f" {FEWEST_DEALS * per_block}",
            "games",
        )
    return request


def _policy_text(name: str, table: ExperimentTable, game: Game, players: int) -> str:
    return str(policy_of(name, table, game, players))


def _check_kinds(kinds: Sequence[str], game: Game) -> None:
    """Check that a game has these kinds of choices.

    Raises:
        InputError: it has not.
    """
    if kinds and not game.kind_names:
        raise InputError(f"{game.title} declares no kinds of choices", "kind")
    unknown = [kind for kind in kinds if kind not in game.kind_names]
    if unknown:
        raise InputError(not_one_of(unknown[0], list(game.kind_names)), "kind")


def play(request: RestrictRequest, executor: Executor) -> Iterator[Played]:
    """Play line-up by line-up and yield all games so far."""
    games: dict[Lineup, Games] = {}
    watched: dict[Lineup, Mapping[str, Array]] = {}
    scenarios = request.matchups.scenarios
    for lineup in [request.base, *request.lineups.values()]:
        games[lineup] = request.matchups.play(executor, lineup, 0, request.n_deals)
        watched[lineup] = _count_choices(executor, scenarios[lineup], request.n_deals)
        yield Played(games, watched)


def _count_choices(executor: Executor, scenario: Scenario, n_deals: int) -> dict[str, Array]:
    """Return what `count_choices` counts in the first games of a scenario, one row per game."""
    n_games = min(WATCHED_GAMES, n_deals)
    tasks = [(scenario, *part) for part in slices_of(0, n_games, GAMES_PER_TASK)]
    parts = list(executor.map(count_choices, tasks))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def count_choices(engine: Engine, scenario: Scenario, first: int, count: int) -> dict[str, Array]:
    """Play some deals in one rotation, and count choices per game and player.

    The players are those of the first policy of the line-up. Choices are counted by kind; `forced`
    and `replaced` are those of a restricted policy.
    """
    deals = range(first, first + count)
    watch = _count_in_plain_game if scenario.game.is_plain else _count_in_game
    rows = [watch(engine, scenario, deal) for deal in deals]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def _own_seats(scenario: Scenario, rotation: int) -> list[int]:
    """Return the seats of the first policy of a line-up."""
    seated = seated_policies(scenario.lineup, rotation)
    return [seat for seat, policy in enumerate(seated) if policy == scenario.lineup[0]]


def _count_in_game(engine: Engine, scenario: Scenario, deal: int) -> dict[str, float]:
    """Play a deal of a compiled game, and read its journal and the memory of its policies."""
    game, lineup = scenario.game, scenario.lineup
    # one rotation of each deal, in turn, so that a restricted seat is watched at every place
    rotation = deal % scenario.n_rotations
    seats = _own_seats(scenario, rotation)
    scratch = new_scratch(game, seated_policies(lineup, rotation))
    journal = game.new_journal()
    rules, seed = scenario.rules.row, scenario.seed
    engine.play(rules, lineup, seed, deal, 1, rotation, journal=journal, scratch=scratch)
    happened = events(journal)
    choices = happened[(happened[:, 0] == DECISION) & np.isin(happened[:, 1], seats), 3]
    totals = dict.fromkeys(game.kind_names, 0.0)
    for choice, count in zip(*np.unique(choices, return_counts=True), strict=True):
        totals[game.kind_in_words(int(choice))] += int(count) / len(seats)
    if lineup[0].never:
        counters = scratch["memory"][0, seats, :N_COUNTERS].mean(axis=0)
        totals["forced"], totals["replaced"] = map(float, counters)
    return totals


def _count_in_plain_game(engine: Engine, scenario: Scenario, deal: int) -> dict[str, float]:
    """Play a deal of a plain game, whose results count the kinds of choices."""
    lineup, rotation = scenario.lineup, deal % scenario.n_rotations
    seats = _own_seats(scenario, rotation)
    [row] = engine.play(scenario.rules.row, lineup, scenario.seed, deal, 1, rotation)
    kinds = {kind: CHOSE + kind for kind in scenario.game.kind_names}
    if scenario.game.cooperative:
        totals = {kind: float(row[column]) / len(lineup) for kind, column in kinds.items()}
        # columns of a cooperative game count all seats together
        is_known = len(seats) == len(lineup)
    else:
        seat_rows = row["seats"][seats]
        totals = {kind: float(seat_rows[column].mean()) for kind, column in kinds.items()}
        is_known = True
    forced = {"forced": sum(totals[kind] for kind in lineup[0].never)} if is_known else {}
    return {**totals, **forced}


def result_of(request: RestrictRequest, played: Played) -> Restriction:
    """Return the result of a study."""
    games, matchups = played.games, request.matchups
    restricted = {name: games[lineup] for name, lineup in request.lineups.items()}
    base, usual = games[request.base], played.watched[request.base]
    scale = matchups.scale([base, *restricted.values()], request.margin)
    by_game = {name: _counts_of(name, request, played) for name in request.lineups}
    chosen = {name: bool(usual[name].any()) for name in restricted if name in usual}
    policies = {name: lineup[0] for name, lineup in request.lineups.items()}
    return Restriction(
        policy=request.policy,
        players=matchups.players,
        seats=request.seats,
        scale=scale,
        level=level_of(base, scale),
        worths=worths(base, restricted, policies, chosen, scale),
        counts=counts({name: kind_counts for name, kind_counts in by_game.items() if kind_counts}),
        lineups=by_lineup(games),
        ends=ends(games),
    )


def _counts_of(name: str, request: RestrictRequest, played: Played) -> dict[str, Array]:
    """Return the counts of a restriction of a kind; nothing for one to play as another policy."""
    usual, restricted_counts = played.watched[request.base], played.watched[request.lineups[name]]
    if name not in usual:
        return {}
    return {"chosen": usual[name]} | {
        count_name: restricted_counts[count_name]
        for count_name in ("forced", "replaced")
        if count_name in restricted_counts
    }
