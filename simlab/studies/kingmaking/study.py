"""Kingmaking and influence: sampled decisions, looked at with more and more rollouts.

Some free decisions are drawn from each tenth of a game. A decision is left as soon as few rollouts
show that its seat can win, or that it moves nobody; what is left is judged by fresh rollouts.
Influence is measured at other decisions of each game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.engine.build import Engine
from simlab.engine.win_chances import BY_POLICY, HALVES, GameWithRollouts, Trial
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.execution.win_chances import game_with_rollouts
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Experiment, Scenario
from simlab.studies.kingmaking.result import (
    HOPELESS,
    MOVED,
    TENTHS,
    Finding,
    Kingmaking,
    Widest,
    cross_spread,
    is_shown_to_matter,
    kingmaking_of,
    most_wins,
    paired_spread,
    upper_bound,
    widest,
)

DEFAULT_GAMES = 30_000
"""Decisions to play, in games: 90 seconds for Arriala with three players on two free cores."""
PER_TENTH = (1, 1, 1, 1, 1, 1, 1, 1, 1, 2)
"""Decisions drawn from each tenth of a game; rollouts of the last ones are short."""
BATCH = 8
"""Deals after which the number of all deals is set again, by what a deal has cost so far."""
FEWEST_DEALS = 16
"""Fewest deals: intervals of fewer blocks are unreliable."""
CONFIRMING = 150
"""Rollouts of each choice that show that a seat cannot win: 149 without a win bound a chance by
2 %."""
FIRST = 10
"""Those of each half that are played before: a seat that wins one of them can win, and with ten or
more choices most of the seats that can win do."""
MEASURED = 3
"""Decisions of a game whose influence is measured."""
INFLUENCE = 8
"""Rollouts of each choice in each half that measure influence."""
SCREENS = ((2, 0), (8, 1))
"""Looks at the position: rollouts of each half, and the most wins of a seat that may be hopeless.
At a chance of 1 %, 6 % of such decisions are lost."""
SCREEN, SCREENED_WINS = 8, 1
"""Look at each choice: rollouts of each half, and the most wins of a choice likewise."""
DOUBT = 2.0
"""Standard errors by which a spread may look too small in that look."""
EACH_CHOICE, CONFIRMATION, MEASUREMENT, INFLUENCE_LOOK = range(len(SCREENS), len(SCREENS) + 4)
"""Numbers of the looks after the screens: each has random streams of its own."""
NOBODY = -1


class Looked(NamedTuple):
    """A decision that was searched for kingmaking; a row of its frame."""

    deal: int
    rotation: int
    decision: int
    seat: int
    tenth: int
    weight: float
    """Free decisions for which it stands."""
    n_choices: int
    finding: Finding
    bound: float = np.nan
    """Upper bound of the chance of the seat, under the choice with most wins."""
    moved: int = NOBODY
    """The seat whose chance depends most on the choice."""
    estimate: float = np.nan
    low: float = np.nan
    high: float = np.nan
    gains: int = NOBODY
    """The seat whose chance the choice that was made raises most."""


class Measured(NamedTuple):
    """A decision whose influence was measured; a row of its frame."""

    deal: int
    rotation: int
    decision: int
    seat: int
    tenth: int
    weight: float
    n_choices: int
    own: float
    """Spread of the chance of the seat."""
    others: float
    """That of the other seat which it moves most."""
    matters: bool


@dataclass(frozen=True)
class DealSample:
    """What was looked at in the games of a deal, and how many decisions that took."""

    looked: Sequence[Looked]
    measured: Sequence[Measured]
    n_decisions: int
    n_own_decisions: int
    """Decisions of the games themselves."""


@dataclass(frozen=True, eq=False)
class KingmakingRequest:
    """The scenario that is studied, and how much is played."""

    experiment: Experiment
    most_games: int | None
    """Decisions to play, in games; None for as many as usual."""

    @property
    def scenario(self) -> Scenario:
        """The only scenario."""
        return self.experiment.scenarios[0]

    def after(self) -> Experiment:
        """Return the experiment and the study."""
        study = {"kind": "kingmaking", "games": self.most_games}
        name = f"kingmaking-{self.scenario.game.name}"
        return replace(self.experiment, name=name, study=study)


@dataclass(frozen=True)
class KingmakingProgress:
    """The deals played so far, of how many."""

    deals: Sequence[DealSample]
    n_deals: int


def request_kingmaking(
    game: str, options: Mapping[str, Any], most_games: int | None
) -> KingmakingRequest:
    """Return the study that a command requests; `options` are keys of an experiment.

    Raises:
        InputError: all that is unknown, impossible or out of range, a game without winners.
    """
    experiment = request_experiment(game, options)
    if len(experiment.scenarios) > 1:
        raise InputError("kingmaking is that of one table; name one number", "players")
    scenario = experiment.scenarios[0]
    title = scenario.game.title
    if scenario.game.cooperative:
        raise InputError(f"all seats of {title} win or lose together: nobody makes a king", "game")
    if scenario.game.is_for_points:
        raise InputError(f"{title} is played for points: it has no winner to make", "game")
    if scenario.players == 1:
        raise InputError("nobody else can win in a game of one player; name more", "players")
    return KingmakingRequest(experiment, most_games)


def play(request: KingmakingRequest, executor: Executor) -> Iterator[KingmakingProgress]:
    """Play deal by deal and yield the progress; what deals cost decides how many are played.

    Raises:
        InputError: the games are too few.
    """
    scenario, deals, n_deals = request.scenario, list[DealSample](), FEWEST_DEALS
    most_games = request.most_games or DEFAULT_GAMES
    while len(deals) < n_deals:
        numbers = range(len(deals), min(len(deals) + BATCH, n_deals))
        for deal in executor.map(sample_deal, ((scenario, number) for number in numbers)):
            deals.append(deal)
            if len(deals) == 1 and request.most_games is not None:
                # one deal says little of the cost of others: half of it may be enough
                _check_games(request.most_games, game_lengths(deals, scenario) / 2)
            yield KingmakingProgress(deals, n_deals)
        # set again after each batch, as the first deals say little about what the others cost
        per_deal = game_lengths(deals, scenario) / len(deals)
        n_deals = int(most_games / per_deal)
        if len(deals) < FEWEST_DEALS:
            if request.most_games is not None:
                _check_games(request.most_games, per_deal)
            n_deals = max(n_deals, FEWEST_DEALS)


def _check_games(most_games: int, per_deal: float) -> None:
    """Check that games are enough for the fewest deals.

    Raises:
        InputError: they are too few.
    """
    if most_games < FEWEST_DEALS * per_deal:
        fewest = 100 * int(np.ceil(FEWEST_DEALS * per_deal / 100))
        raise InputError(
            f"{most_games} are too few; take {fewest}: each of {FEWEST_DEALS} deals is played on"
            f" from its decisions, which takes as long as {per_deal:,.0f} games",
            "games",
        )


def game_lengths(deals: Sequence[DealSample], scenario: Scenario) -> float:
    """Return all decisions of some deals, in games of mean length."""
    n_own = sum(deal.n_own_decisions for deal in deals)
    return sum(deal.n_decisions for deal in deals) * len(deals) * scenario.n_rotations / n_own


def result_of(request: KingmakingRequest, progress: KingmakingProgress) -> Kingmaking:
    """Return the result of a study."""
    scenario, deals = request.scenario, progress.deals
    names = scenario.game.facts_under(scenario.rules).seat_names(scenario.players)
    looked = [decision for deal in deals for decision in deal.looked]
    measured = [decision for deal in deals for decision in deal.measured]
    frames = kingmaking_of(
        pd.DataFrame(looked, columns=Looked._fields),
        pd.DataFrame(measured, columns=Measured._fields),
        len(deals),
        names,
        scenario.n_rotations,
    )
    return Kingmaking(
        players=scenario.players,
        seats=names,
        **frames,
        n_games=len(deals) * scenario.n_rotations,
        n_game_lengths=game_lengths(deals, scenario),
    )


def sample_deal(engine: Engine, scenario: Scenario, deal: int) -> DealSample:
    """Play a deal in all rotations and look at some decisions of each game."""
    looked: list[Looked] = []
    measured: list[Measured] = []
    n_decisions = n_own_decisions = 0
    for rotation in range(scenario.n_rotations):
        sampler = GameSampler(engine, scenario, deal, rotation)
        if scenario.players > 2:
            looked += sampler.look_for_kingmaking()
        measured += sampler.measure_influence()
        n_decisions += sampler.n_decisions
        n_own_decisions += len(sampler.game.seats)
    return DealSample(looked, measured, n_decisions, n_own_decisions)


class GameSampler:
    """Draws decisions of one game and looks at them."""

    def __init__(self, engine: Engine, scenario: Scenario, deal: int, rotation: int) -> None:
        self.engine, self.scenario, self.deal, self.rotation = engine, scenario, deal, rotation
        self.n_decisions = 0
        self.game = self._play([], 0, 0)
        self.free = np.flatnonzero(self.game.menus > 1)

    def look_for_kingmaking(self, n_by_part: Sequence[int] = PER_TENTH) -> list[Looked]:
        """Search some free decisions of each part of the game, such as a tenth, for kingmaking."""
        drawn: dict[int, Looked] = {}
        chance, parts = self._chance(EACH_CHOICE), self._parts(len(n_by_part))
        for part, n_drawn in enumerate(n_by_part):
            decisions = self.free[parts == part]
            # rollouts take decisions in the order of the game
            chosen = np.sort(chance.permutation(decisions)[:n_drawn]).tolist()
            # each stands for those of its part that were not drawn
            weight = len(decisions) / max(len(chosen), 1)
            drawn |= {decision: self._new_decision(decision, weight) for decision in chosen}
        # what a look drops stays what it was at first: its seat can still win
        findings = dict(drawn)
        # cheap looks first: most seats win now and then, and one such rollout ends the search
        for look, (n_rollouts, n_wins) in enumerate(SCREENS):
            by_policy = {decision: [BY_POLICY] for decision in drawn}
            for decision, credits in self._rollouts(by_policy, n_rollouts, look):
                if most_wins(pool_halves(credits), drawn[decision].seat) > n_wins:
                    del drawn[decision]
        for decision, credits in self._rollouts(self._menus(drawn), SCREEN, EACH_CHOICE):
            seat = drawn[decision].seat
            if most_wins(pool_halves(credits), seat) > SCREENED_WINS:
                del drawn[decision]
            elif highest_spread(pool_halves(credits), self._rivals(seat)) < MOVED:
                findings[decision] = drawn.pop(decision)._replace(finding=Finding.MOVES_NOBODY)
        for decision, credits in self._rollouts(self._menus(drawn), FIRST, CONFIRMATION):
            if most_wins(pool_halves(credits), drawn[decision].seat) > 0:
                del drawn[decision]
        half = CONFIRMING // HALVES
        widest_at: dict[int, Widest] = {}
        for decision, credits in self._rollouts(self._menus(drawn), half, CONFIRMATION):
            shown = self._confirm(drawn[decision], pool_halves(credits))
            findings[decision] = drawn[decision] = shown
            if shown.bound < HOPELESS:
                widest_at[decision] = widest(pool_halves(credits), self._rivals(shown.seat))
        pairs = {decision: [pair.best, pair.worst] for decision, pair in widest_at.items()}
        # fresh rollouts: the widest pair was picked for its spread, which is too wide by that
        for decision, credits in self._rollouts(pairs, half, MEASUREMENT):
            best, worst = pool_halves(credits)[:, :, widest_at[decision].seat]
            spread = paired_spread(best, worst)
            is_kingmaking = spread.estimate >= MOVED
            findings[decision] = drawn[decision]._replace(
                finding=Finding.KINGMAKING if is_kingmaking else Finding.MOVES_NOBODY,
                estimate=spread.estimate,
                low=spread.low,
                high=spread.high,
            )
        return [*findings.values()]

    def measure_influence(self) -> list[Measured]:
        """Measure the influence of some free decisions."""
        chance = self._chance(INFLUENCE_LOOK)
        indices = np.sort(chance.permutation(len(self.free))[:MEASURED]).tolist()
        weight = len(self.free) / max(len(indices), 1)
        drawn = [self._new_decision(int(self.free[index]), weight) for index in indices]
        menus = self._menus([decision.decision for decision in drawn])
        rollouts = self._rollouts(menus, INFLUENCE, INFLUENCE_LOOK)
        return [
            Measured(
                decision.deal,
                decision.rotation,
                decision.decision,
                decision.seat,
                decision.tenth,
                decision.weight,
                decision.n_choices,
                cross_spread(credits, [decision.seat]),
                cross_spread(credits, self._rivals(decision.seat)),
                is_shown_to_matter(credits),
            )
            for decision, (_, credits) in zip(drawn, rollouts, strict=True)
        ]

    def _chance(self, look: int) -> np.random.Generator:
        """Return what draws the decisions of a look, whatever else is looked at."""
        return np.random.default_rng([self.scenario.seed, self.deal, self.rotation, look])

    def _parts(self, n_parts: int) -> NDArray[np.int64]:
        """Return which of the equal parts of the game each free decision belongs to."""
        return np.arange(len(self.free)) * n_parts // max(len(self.free), 1)

    def _new_decision(self, decision: int, weight: float) -> Looked:
        """Return a decision of which nothing is known yet."""
        tenth = int(self._parts(TENTHS)[np.searchsorted(self.free, decision)])
        seat, n_choices = int(self.game.seats[decision]), int(self.game.menus[decision])
        place = self.deal, self.rotation, decision, seat, tenth
        return Looked(*place, weight, n_choices, Finding.CAN_WIN)  # until a look says otherwise

    def _confirm(self, drawn: Looked, credits: Any) -> Looked:
        """Return a decision with the bound of its seat's chance, and what the choice moves."""
        rivals = self._rivals(drawn.seat)
        # against the mean of all choices, since none of them is "to do nothing"
        gained = credits.mean(axis=1) - credits.mean(axis=(0, 1))
        of_made = gained[self.game.chosen[drawn.decision], rivals]
        return drawn._replace(
            bound=upper_bound(most_wins(credits, drawn.seat), credits.shape[1]),
            moved=widest(credits, rivals).seat,
            gains=rivals[int(of_made.argmax())],
        )

    def _menus(self, decisions: Iterable[int]) -> dict[int, Sequence[int]]:
        """Return all choices of some decisions."""
        return {decision: range(self.game.menus[decision]) for decision in decisions}

    def _rivals(self, seat: int) -> list[int]:
        return [rival for rival in range(self.scenario.players) if rival != seat]

    def _rollouts(
        self, choices: Mapping[int, Sequence[int]], n_rollouts: int, look: int
    ) -> list[tuple[int, Any]]:
        """Return of each decision the results, shape (choices, halves, rollouts, seats)."""
        if not choices:
            return []
        trials = [Trial(decision, choice) for decision in choices for choice in choices[decision]]
        credits = self._play(trials, n_rollouts, look).credits
        ends = np.cumsum([len(tried) for tried in choices.values()])[:-1]
        return list(zip(choices, np.split(credits, ends), strict=True))

    def _play(self, trials: Sequence[Trial], n_rollouts: int, look: int) -> GameWithRollouts:
        """Play the game with some rollouts, and count the decisions."""
        game = game_with_rollouts(
            self.engine, self.scenario, self.deal, self.rotation, trials, n_rollouts, look
        )
        self.n_decisions += game.n_decisions
        return game


def pool_halves(credits: Any) -> Any:
    """Return the rollouts of both halves as one, shape (choices, rollouts, seats)."""
    return credits.reshape(len(credits), -1, credits.shape[-1])


def highest_spread(credits: Any, seats: Sequence[int]) -> float:
    """Return the spread of the seat that moves most, with some standard errors on top."""
    seat, best, worst = widest(credits, seats)
    differences = credits[best, :, seat] - credits[worst, :, seat]
    # paired: both choices are played on with the same random numbers
    error = differences.std(ddof=1) / np.sqrt(len(differences))
    return float(differences.mean() + DOUBT * error)
