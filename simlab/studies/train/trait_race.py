"""Races of a search for traits: candidates on the same deals, of which the worse half drops out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.crosstable import scores
from simlab.analysis.games import Games, join_games
from simlab.analysis.win_rate import policy_means
from simlab.execution.executor import Executor
from simlab.game.policy import Policy
from simlab.studies.kit.blocks import deals_per_call, play_deals, slices_of
from simlab.studies.train.request import seed_of
from simlab.studies.train.trait_request import LOOKS, TraitTuningRequest

Array = NDArray[np.float64]

ELITES = 6
"""Candidates that a race leaves at least."""
LINEUP_DEALS = 25
"""Deals that are played among the same draw of opponents."""
EARLIER = 0.5
"""Share of the opponents that are earlier generations, as soon as there are any; the others are
those with which the search begins, so that it does not forget how to beat them."""


@dataclass(frozen=True, eq=False)
class Race:
    """A seat, or each in turn, with its deals, and earlier generations as opponents."""

    request: TraitTuningRequest
    seat: int | None
    seed: int
    earlier: Sequence[Policy]

    def rank_candidates(
        self, candidates: Sequence[Policy], executor: Executor
    ) -> tuple[Array, int]:
        """Return the result of each candidate, minus infinity for those dropped, and the games.

        After each look the better half goes on; at least the elites stay.
        """
        results = np.full(len(candidates), -np.inf)
        played: dict[int, list[Array]] = {i: [] for i in range(len(candidates))}
        remaining, first, n_games = list(range(len(candidates))), 0, 0
        for look in range(1, LOOKS + 1):
            # the deals double while the candidates are halved: each look costs about the same
            last = self.request.n_deals >> (LOOKS - look)
            for i in remaining:
                deals, n = self.results(candidates[i], first, last - first, executor)
                played[i].append(deals)
                n_games += n
            means = np.array([np.concatenate(played[i]).mean() for i in remaining])
            # results of dropped candidates rest on few deals, and must not come out best by luck
            results[:] = -np.inf
            results[remaining] = means
            # stable: equal ones rank alike on any machine
            order = np.argsort(-means, kind="stable")[: max(len(remaining) // 2, ELITES)]
            remaining, first = sorted(remaining[i] for i in order), last
        return results, n_games

    def opponents(self, deal: int) -> Sequence[Policy]:
        """Return the policies in the other seats in some deals, from this one on."""
        # by the deal: all candidates meet the same opponents, and their differences are paired
        rng = np.random.default_rng(seed_of(self.seed, "opponents", deal))
        return [self._opponent(rng) for _ in range(self.request.scenario.players - 1)]

    def _opponent(self, rng: np.random.Generator) -> Policy:
        is_earlier = bool(self.earlier) and rng.random() < EARLIER
        policies = self.earlier if is_earlier else self.request.opponents
        return policies[int(rng.integers(len(policies)))]

    def results(
        self, policy: Policy, first: int, count: int, executor: Executor
    ) -> tuple[Array, int]:
        """Return the result of a policy in each of some deals, and how many games these were."""
        request = self.request
        whole = request.with_lineup(policy, self.opponents(first), self.seed)
        # named here: a worker may know an opponent with the same traits by the candidate's name,
        # and would play these deals in a single rotation
        rotations = [*range(whole.n_rotations)]
        if self.seat is not None:
            rotations = [-self.seat % request.scenario.players]
        n_policies = len(request.opponents) + len(self.earlier)
        # larger calls are faster, but hold one draw of opponents each
        size = deals_per_call(whole) if n_policies == 1 else LINEUP_DEALS
        tasks = []
        for start, n in slices_of(first, count, size):
            scenario = request.with_lineup(policy, self.opponents(start), self.seed)
            tasks.append((scenario, start, n, rotations))
        games = join_games(list(executor.map(play_deals, tasks)))
        n_games = count * len(rotations)
        if request.is_for_points:
            return scores(games, str(policy)), n_games
        wins = credits_that_count(games, request)
        return policy_means(wins, games.seating(), [str(policy)])[:, 0], n_games


def credits_that_count(games: Games, request: TraitTuningRequest) -> Array:
    """Return what each seat wins that counts, shape (blocks, rotations, seats).

    A game that does not end counts as lost, or the best traits might be those that wait for ever.
    So does a win in another way than the one that is asked for.
    """
    counts = np.asarray(games.game("finished"))
    if request.way is not None:
        column = request.scenario.game.facts_under(request.scenario.rules).ends.column
        counts = counts * (games.game(column) == request.way)
    return np.asarray(games.seat("credit") * counts[..., None])


def wins_at_seats(wins: Array, games: Games, policy: str) -> Array:
    """Return the share of the wins of a policy at each seat in each block."""
    is_own, seats = games.seating() == policy, range(games.players)
    return np.stack([wins[:, is_own[:, seat], seat].mean(axis=1) for seat in seats], axis=1)
