"""Search at a decision: rollout sums for every choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from simlab.catalog import find_policy, policies_of, search_of
from simlab.engine.record import Floats, Ints
from simlab.errors import InputError
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.explain.decision import Decision, policies_at_seats, seat_everywhere
from simlab.explain.plain_stepper import PlainStepper
from simlab.game.definition import Game
from simlab.game.policy import Policy
from simlab.plain.seated_policy import Memory
from simlab.players.search import OWN

UNCERTAINTY = 1.0
"""Other players of a competitive game are known this little: weights differ by a factor up to 2.

A choice that is better only against rivals whose every reply is known is no mistake to show.
"""


@dataclass(frozen=True)
class SearchAt:
    """A search policy and the base policy of its rollouts."""

    search: Policy
    base: Policy

    @property
    def uncertainty(self) -> float:
        """Uncertainty of the search; 0 if it knows the other players exactly."""
        return self.search.weights.get("uncertainty", 0.0)


@dataclass(frozen=True, eq=False)
class SearchValues:
    """Result of a search at a decision: for each choice, sums over its rollouts.

    `total` sums the values, `gain` the differences from the baseline action in the same rollouts,
    `gain_square` the squares of these differences. The baseline action comes first.
    """

    decision: Decision
    search_at: SearchAt
    answer: int
    choices: list[int]
    rollouts: Ints
    total: Floats
    gain: Floats
    gain_square: Floats

    @property
    def is_cooperative(self) -> bool:
        """Whether values are shared points, not shares of the win."""
        return self.decision.table.game.cooperative


def policies_at(scenario: Scenario) -> list[Policy]:
    """Return the policies of a scenario's game and files that can play it."""
    known_policies = policies_of(scenario.game, scenario.policy_files)
    return [policy for policy in known_policies if policy.can_sit(scenario.players)]


def searches_at(
    scenario: Scenario,
    rotation: int,
    policies: Sequence[Policy],
    base: str | None,
    rollouts: int,
) -> list[SearchAt]:
    """Return a search for each seat, over the policy of that seat or over `base` everywhere.

    Raises:
        InputError: the base is unknown or cannot be searched over, or `rollouts` is out of
            range.
    """
    check_rollouts(rollouts)
    game, players = scenario.game, scenario.players
    bases = (
        [base_named(base, policies, players)] * players
        if base
        else [base_of(policy, policies) for policy in policies_at_seats(scenario, rotation)]
    )
    return [SearchAt(search_over_base(base, game, rollouts), base) for base in bases]


def search_over_base(base: Policy, game: Game, rollouts: int) -> Policy:
    """Return a search of single choices whose rollouts end with the game and are independent.

    Only then do their sums have valid intervals: tree search makes rollouts dependent, an early
    stop follows bad luck, and an evaluation may be biased. In a competitive game the weights of the
    other players are uncertain.
    """
    search = search_of(base, game)
    search = search.with_weights(rollouts=rollouts, exploration=0, turns=0, plans=0, **base.weights)
    if search.traits["early"].default > 0:  # over a learnt player
        search = search.with_weights(early=0)
    if game.cooperative or search.traits["uncertainty"].high == 0:
        return search
    return search.with_weights(uncertainty=UNCERTAINTY)


def check_rollouts(rollouts: int) -> None:
    """Check that the number of rollouts is in range.

    Raises:
        InputError: it is not.
    """
    trait = OWN["rollouts"]
    if not trait.low <= rollouts <= trait.high:
        raise InputError(
            f"must be from {trait.low:g} to {trait.high:g}, not {rollouts}", "rollouts"
        )


def base_named(written: str, policies: Sequence[Policy], players: int) -> Policy:
    """Return the policy written as `name` or `name:trait=0.8`, without its noise.

    Raises:
        InputError: there is no such policy or trait.
    """
    try:
        return base_of(find_policy(written, policies, players), policies)
    except InputError as error:
        problems = [problem.replace_prefix(("policy",), ("base",)) for problem in error.problems]
        raise InputError(problems) from None


def base_of(policy: Policy, policies: Sequence[Policy]) -> Policy:
    """Return a policy without noise; for a search, its base policy with its traits."""
    # of two with one name the first
    by_name = {known_policy.name: known_policy for known_policy in reversed(policies)}
    base = by_name[policy.base] if policy.base else policy
    weights = {name: value for name, value in policy.weights.items() if name in base.traits}
    return replace(base, weights=weights)


def search_values(decision: Decision, search_at: SearchAt) -> SearchValues:
    """Search at a decision and return the values; Ctrl-C works meanwhile.

    Raises:
        ContractError: the base policy or a plain game fails in a rollout.
    """
    table, search = decision.table, search_at.search
    memory: Any
    if isinstance(table, PlainStepper):
        seat_memory = Memory(search)
        arguments = search, decision.seat, decision.noise(), seat_memory
        answer = in_background(partial(table.choice_of, *arguments))
        memory = seat_memory.content  # in which choices are numbered as on the menu
    else:
        searching = seat_everywhere(table, search, decision.beyond)
        answer = in_background(partial(searching.ask, decision.seat, decision.menu))
        memory_words = searching.memory[decision.seat, : search.memory]
        memory = memory_words.view(search.memory_record)[0]
    n = int(memory.n_options)
    choices = [int(option) for option in memory.options[:n]]
    statistics = (memory.rollouts, memory.total, memory.gain, memory.gain_square)
    sums = (np.array(values[:n]) for values in statistics)
    return SearchValues(decision, search_at, answer, choices, *sums)


def policy_choices(decision: Decision, policies: Iterable[Policy]) -> dict[str, int]:
    """Return the choice of each policy at a decision, with empty memory."""
    return {str(policy): decision.choice_of(policy) for policy in policies}
