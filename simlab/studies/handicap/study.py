"""Handicap: what a seat must get to be even, by noisy bisection.

All amounts play the same deals; what was found is played again on fresh ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games, join_games
from simlab.analysis.group_sequential import FIRST_LOOK, Design
from simlab.analysis.metric import SHARE_MARGIN, score_metric
from simlab.analysis.sequential import looks
from simlab.analysis.value_range import NO_VALUE
from simlab.analysis.verdict import Verdict
from simlab.catalog import game_to_play
from simlab.errors import InputError, not_one_of
from simlab.execution.executor import Executor
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.patch import rules_under, stack
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.spec import check_table
from simlab.game.definition import Game
from simlab.game.facts import Facts, Handicap
from simlab.plain.definition import PlainDefinition, is_written
from simlab.studies.handicap.result import (
    ERROR,
    Bracket,
    HandicapAnswer,
    Probe,
    beyond_mean_of_seats,
    bisection,
    even_amount,
    fresh_table,
    largest_lead,
    most_probes,
    probe_of,
    probe_table,
    wins_of,
    with_points,
)
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.kit.matchups import (
    keep_columns,
    matchups_of,
    players_of,
    policy_of,
    policy_or_default,
    with_players,
)
from simlab.studies.kit.points import check_points
from simlab.studies.ladder.request import DEFAULT_GAMES

Array = NDArray[Any]

PILOT = 200
"""Games that tell which seat wins least, or gets the fewest points."""
POINTS = "points"
"""The handicap that simlab gives itself."""
LOOK_GROWTH = 1.6
"""Growth of the number of blocks from look to look; amounts far from even need one look."""


@dataclass(frozen=True, eq=False)
class HandicapRequest:
    """A seat that should be even, what may be given, and the number of games."""

    experiment: Experiment
    handicap: Handicap
    seat: int | None
    """The seat that should be even; None: the one that wins least, or gets the fewest points."""
    is_first: bool
    """Whether the other seats get the handicap, for what moving first is worth."""
    margin: float | None
    """None for the default, which is derived from the games where seats play for points."""
    most_games: int

    @property
    def base(self) -> Scenario:
        """The scenario in which nobody gets anything."""
        return self.experiment.scenarios[0]

    @property
    def names(self) -> list[str]:
        """Names of the seats."""
        return self.base.game.facts_under(self.base.rules).seat_names(self.base.players)

    @property
    def is_for_points(self) -> bool:
        """Whether seats play for points, of which each should get as many as the others."""
        return self.base.game.is_for_points

    @property
    def unit(self) -> str:
        """Unit of the points for which seats play; empty where they play for wins."""
        facts = self.base.game.facts_under(self.base.rules)
        return facts.score.unit if self.is_for_points else ""

    @property
    def fair(self) -> float:
        """An even share of the wins, or a difference of 0 from the mean points of all seats."""
        return 0.0 if self.is_for_points else 1 / self.base.players

    @property
    def design(self) -> Design:
        """Looks of an amount, with its part of the error."""
        schedule = looks(FIRST_LOOK, max(self.most_games, FIRST_LOOK), LOOK_GROWTH)
        return Design(tuple(schedule), ERROR).split(most_probes(self.handicap.most))

    @property
    def is_rule(self) -> bool:
        """Whether a rule gives it at the start; else points are added at the end."""
        return bool(self.handicap.keys)

    def seats_with_handicap(self, seat: int) -> list[int]:
        """Return the seats that get the handicap, for a seat that should be even."""
        other_seats = [other_seat for other_seat in range(self.base.players) if other_seat != seat]
        return other_seats if self.is_first else [seat]

    def scenario(self, amount: int, seat: int) -> Scenario:
        """Return the scenario in which a handicap is given; points at the end change none."""
        base = self.base
        if not self.is_rule:
            return base
        keys = [self.handicap.keys[getting_seat] for getting_seat in self.seats_with_handicap(seat)]
        changes = dict.fromkeys(keys, f"+{amount}") if amount else {}
        patch = stack([base.patch, changes])
        data = base.data or self.experiment.data
        rules = rules_under(patch, base.game, data)
        return replace(base, slug=f"{base.slug}-{amount}", rules=rules, patch=patch)

    def after(self, probes: Sequence[Probe], seat: int) -> Experiment:
        """Return the experiment without a handicap, and the study with the amounts tried."""
        scenarios = (replace(self.base, n_asked=self.most_games),)
        study = {
            "kind": "handicap",
            "handicap": self.handicap.name,
            "seat": seat,
            "first": self.is_first,
            "margin": self.margin,
            "amounts": {str(probe.amount): int(probe.share.n) for probe in probes},
        }
        return replace(self.experiment, scenarios=scenarios, study=study)


@dataclass(frozen=True, eq=False)
class HandicapProgress:
    """What is known at some moment: the amounts tried so far, at the end what is left of them."""

    seat: int
    probes: Sequence[Probe]
    n_games: int
    bracket: Bracket | None = None
    fresh: Mapping[int, Games] | None = None


def request_handicap(
    options: Mapping[str, Any],
    policy: str | None,
    handicap_name: str | None,
    seat: str | None,
    margin: float | None,
    *,
    is_first: bool,
) -> HandicapRequest:
    """Return the study that a command requests; `options` are keys of an experiment.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    table = check_table({key: value for key, value in options.items() if value})
    game = game_to_play(table.game, table.policy_file)
    if game.cooperative:
        raise InputError(f"all seats of {game.title} share one score", "game")
    players = players_of(table, game)
    [policy_name], table = with_players([policy_or_default(policy, game, players)], table)
    game = game_to_play(table.game, table.policy_file)  # a player may need kernels
    name = str(policy_of(policy_name, table, game, players))
    experiment = matchups_of(table, f"handicap-{game.name}", [(name,) * players]).experiment
    base = experiment.scenarios[0]
    facts = game.facts_under(base.rules)
    known = [*facts.handicaps, *_points_at_end(game, facts)]
    handicap = _handicap(handicap_name, known, game.title)
    # to move first is worth what all others must get
    number = 0 if is_first else _seat(seat, facts.seat_names(players))
    if is_first and seat:
        raise InputError("moving first is about the first seat; leave one of both out", "seat")
    most_games = table.games or DEFAULT_GAMES
    if not game.is_for_points:
        margin = margin or SHARE_MARGIN
    return HandicapRequest(experiment, handicap, number, is_first, margin, most_games)


def _handicap(name: str | None, handicaps: Sequence[Handicap], title: str) -> Handicap:
    """Return the handicap of a name, by default the first.

    Raises:
        InputError: there is none.
    """
    if not handicaps:
        raise InputError(
            f"{title} does not declare what a seat may get (`handicaps`), and points do not decide"
            " who wins; make it a rule value, and vary that: simlab sweep GAME --vary RULE",
            "game",
        )
    by_name = {handicap.name: handicap for handicap in handicaps}
    if name is not None and name not in by_name:
        raise InputError(not_one_of(name, list(by_name)), "give")
    return handicaps[0] if name is None else by_name[name]


def _points_at_end(game: Game, facts: Facts) -> list[Handicap]:
    """Return that points at the end may be given, where seats play for them or they decide."""
    # of a game that is written as kernels, nobody knows whether its points decide
    plain = game if game.plain is None else game.plain
    is_plain = isinstance(plain, PlainDefinition)
    decide = isinstance(plain, PlainDefinition) and not is_written(plain.rules_class, "winner")
    if not decide and not (is_plain and game.is_for_points):
        return []
    unit = facts.score.unit
    return [Handicap(name=POINTS, label=f"{unit} at the end", unit=unit, keys=(), most=1)]


def with_range(request: HandicapRequest, executor: Executor) -> HandicapRequest:
    """Return the study with as many points at the end as seats of a game differ by at most.

    The default margin of points is derived from the same games.

    Raises:
        InputError: the margin is a share, points do not vary, or the game has none.
    """
    if request.is_rule and not request.is_for_points:
        return request
    games = play_blocks(executor, request.base, 0, PILOT)
    if not request.is_rule:
        check_points(games, request.base.game.title, "points at the end cannot make up for a seat")
    handicap, margin = request.handicap, request.margin
    if not request.is_rule:
        handicap = replace(handicap, most=max(largest_lead(games), 1))
    if request.is_for_points:
        metric = score_metric(request.base.game.facts_under(request.base.rules), games)
        margin = margin or metric.margin(games)
        metric.check_margin(margin)
        if not margin > 0:
            raise InputError(f"{metric.name} does not vary; name a margin with --margin", "margin")
    return replace(request, handicap=handicap, margin=margin)


def _seat(wanted: str | None, names: Sequence[str]) -> int | None:
    """Return the place of a seat, by its number from 1 or its name.

    Raises:
        InputError: there is none.
    """
    if wanted is None:
        return None
    numbers = {str(number): number - 1 for number in range(1, len(names) + 1)}
    by_name = {name.lower(): seat for seat, name in enumerate(names)} | numbers
    if wanted.lower() not in by_name:
        raise InputError(not_one_of(wanted, [*numbers, *names]), "seat")
    return by_name[wanted.lower()]


class _PlayedGames:
    """Games of the study; blocks of a scenario that are asked for again are not played again."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.n_games = 0
        self._known: dict[tuple[Scenario, int, int, int], Games] = {}

    def of(self, scenario: Scenario, first: int, count: int, seed: int) -> Games:
        """Return some blocks of a scenario with the deals of a seed."""
        # points at the end change no game: all amounts of them share the games of one scenario
        key = scenario, first, count, seed
        if key not in self._known:
            played = replace(scenario, seed=seed)
            self._known[key] = keep_columns(play_blocks(self.executor, played, first, count))
            self.n_games += count * scenario.n_rotations
        return self._known[key]


def play(request: HandicapRequest, executor: Executor) -> Iterator[HandicapProgress]:
    """Try amount by amount, then play the one found on fresh deals; yield what is known."""
    played = _PlayedGames(executor)
    seat = _weakest(request, played) if request.seat is None else request.seat
    probes: list[Probe] = []
    search = bisection(request.handicap.most)
    amount = next(search)
    while True:
        probe = _probe(request, played, amount, seat)
        probes.append(probe)
        yield HandicapProgress(seat, tuple(probes), played.n_games)
        try:
            amount = search.send(probe.decision)
        except StopIteration as end:
            bracket = end.value
            break
    fresh = {}
    # 0 too: the effect of the amount is that against nothing, on the same deals
    for amount_to_try in dict.fromkeys([0, suggest_amount(request, probes, bracket)]):
        scenario, seed = request.scenario(amount_to_try, seat), fresh_seed(request.base.seed)
        games = played.of(scenario, 0, request.most_games, seed)
        fresh[amount_to_try] = _add_handicap(request, games, amount_to_try, seat)
    yield HandicapProgress(seat, tuple(probes), played.n_games, bracket, fresh)


def _weakest(request: HandicapRequest, played: _PlayedGames) -> int:
    """Return the seat that should be even."""
    # the result is measured on fresh deals, so that this choice biases nothing
    games = played.of(request.base, 0, PILOT, request.base.seed)
    results = [_results(request, games, seat).mean() for seat in range(request.base.players)]
    return int(np.argmin(results))


def _results(request: HandicapRequest, games: Games, seat: int) -> Array:
    """Return the share of the wins of a seat in each block, or its points beyond the mean."""
    if request.is_for_points:
        return np.asarray(beyond_mean_of_seats(games)[:, :, seat].mean(axis=1))
    return wins_of(games, seat)


def _probe(request: HandicapRequest, played: _PlayedGames, amount: int, seat: int) -> Probe:
    """Play the deals with an amount until it is decided whether it is too little or too much."""
    scenario, design = request.scenario(amount, seat), request.design
    parts: list[Games] = []
    n_played = 0
    for n_blocks in design.looks:
        games = played.of(scenario, n_played, n_blocks - n_played, request.base.seed)
        parts.append(_add_handicap(request, games, amount, seat))
        n_played = n_blocks
        together = join_games(parts)
        seen = None
        if request.is_for_points:
            seen = NO_VALUE.with_values(beyond_mean_of_seats(together)[:, :, seat].reshape(-1))
        probe = probe_of(
            amount,
            _results(request, together, seat),
            request.fair,
            design,
            is_rising=not request.is_first,
            seen=seen,
        )
        # a bisection needs the side alone, so most games go to amounts near even
        if probe.decision in (Verdict.LESS, Verdict.MORE):
            break
    return probe


def _add_handicap(request: HandicapRequest, games: Games, amount: int, seat: int) -> Games:
    """Return games with the points that are given at the end, if these are the handicap."""
    return (
        games if request.is_rule else with_points(games, request.seats_with_handicap(seat), amount)
    )


def suggest_amount(request: HandicapRequest, probes: Sequence[Probe], bracket: Bracket) -> int:
    """Return the whole amount nearest to even, or the end of the range if that is out of reach."""
    estimate = even_amount(probes, request.fair, is_rising=not request.is_first)
    if not np.isnan(estimate):
        return round(estimate)
    # already 0 was too much, or the most too little
    return 0 if bracket.too_little < 0 else request.handicap.most


def result_of(request: HandicapRequest, progress: HandicapProgress) -> HandicapAnswer:
    """Return the result of a study."""
    assert progress.bracket is not None and progress.fresh is not None
    assert request.margin is not None, "with_range() sets it"
    names, handicap, is_share = request.names, request.handicap, not request.is_for_points
    fresh = [_results(request, games, progress.seat) for games in progress.fresh.values()]
    return HandicapAnswer(
        policy=str(request.base.lineup[0]),
        players=request.base.players,
        seat=names[progress.seat],
        getting=tuple(
            names[getting_seat] for getting_seat in request.seats_with_handicap(progress.seat)
        ),
        label=handicap.label,
        unit=handicap.unit,
        is_rule=request.is_rule,
        most=handicap.most,
        bracket=progress.bracket,
        estimate=even_amount(progress.probes, request.fair, is_rising=not request.is_first),
        amount=suggest_amount(request, progress.probes, progress.bracket),
        margin=request.margin,
        played_for=request.unit,
        probes=probe_table(progress.probes),
        fresh=fresh_table(
            list(progress.fresh), fresh, request.fair, request.margin, is_share=is_share
        ),
        n_games=progress.n_games,
    )
