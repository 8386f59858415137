"""Thought: what every choice of a decision is worth, found by a search at that position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from simlab.catalog import find_policy, policies_of
from simlab.engine.record import Floats, Ints
from simlab.engine.search import work_record
from simlab.errors import InputError
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Experiment, Scenario
from simlab.explain.decision import Decision, seated
from simlab.game import Game
from simlab.policy import Policy
from simlab.search import OWN, search_over


@dataclass(frozen=True)
class SearchAt:
    """A search and the policy that it plays on with."""

    search: Policy
    base: Policy


@dataclass(frozen=True, eq=False)
class SearchValues:
    """What a search found at a position: for each choice sums over its rollouts.

    `worth` adds up what they brought, `gain` what they brought beyond the base's choice, which
    comes first, in the same rollouts; `gain_square` adds up the squares of the latter.
    """

    position: Decision
    thinker: SearchAt
    answer: int
    choices: list[int]
    rollouts: Ints
    worth: Floats
    gain: Floats
    gain_square: Floats

    @property
    def is_cooperative(self) -> bool:
        """Whether sums are of points that all seats share, not of shares of the win."""
        return self.position.table.game.cooperative


def policies_at(experiment: Experiment, scenario: Scenario) -> list[Policy]:
    """Return all policies of an experiment's game and files that can sit at a scenario's table."""
    known = policies_of(experiment.game, experiment.policy_files)
    return [policy for policy in known if policy.can_sit(scenario.players)]


def searches_at(
    scenario: Scenario,
    rotation: int,
    policies: Sequence[Policy],
    base: str | None,
    rollouts: int,
) -> list[SearchAt]:
    """Return a search for each seat, over the policy that sits there or over `base` everywhere.

    Raises:
        InputError: there is no such base, no search can be based on it, or so many rollouts are
            not possible.
    """
    check_rollouts(rollouts)
    game, players = scenario.game, scenario.players
    bases = (
        [base_named(base, policies, players)] * players
        if base
        else [base_of(policy, policies) for policy in seated(scenario, rotation)]
    )
    return [SearchAt(search_over_base(base, game, rollouts), base) for base in bases]


def search_over_base(base: Policy, game: Game, rollouts: int) -> Policy:
    """Return a search of single choices whose rollouts end with the game and are independent.

    Only then their sums have intervals: those that vary later choices learn from one another, and
    an evaluation may be wrong.
    """
    search = search_over(base, game)
    return search.with_weights(rollouts=rollouts, exploration=0, turns=0, plans=0, **base.weights)


def check_rollouts(rollouts: int) -> None:
    """Make sure that a search can play so many rollouts.

    Raises:
        InputError: it cannot.
    """
    trait = OWN["rollouts"]
    if not trait.low <= rollouts <= trait.high:
        raise InputError(f"rollouts: must be from {trait.low:g} to {trait.high:g}, not {rollouts}")


def base_named(text: str, policies: Sequence[Policy], players: int) -> Policy:
    """Return the policy written as `name` or `name:trait=0.8`, without its noise.

    Raises:
        InputError: there is no such policy or trait.
    """
    try:
        return base_of(find_policy(text, policies, players), policies)
    except InputError as error:
        told = [f"base: {problem.removeprefix('policy: ')}" for problem in error.problems]
        raise InputError(told) from None


def base_of(policy: Policy, policies: Sequence[Policy]) -> Policy:
    """Return a policy without its noise, or the base of one that is a search, with its traits."""
    by_name = {known.name: known for known in reversed(policies)}
    base = by_name[policy.base] if policy.base else policy
    weights = {name: value for name, value in policy.weights.items() if name in base.traits}
    return replace(base, weights=weights)


def search_values(position: Decision, thinker: SearchAt) -> SearchValues:
    """Search at a position and return what was found; Ctrl-C works meanwhile."""
    table = position.seat_everywhere(thinker.search)
    answer = in_background(partial(table.ask, position.seat, position.menu))
    room = work_record(table.game, thinker.base.memory)
    found = table.memory[position.seat, : thinker.search.memory].view(room)[0]
    n = int(found["n_options"])
    sums = (found[name][:n].copy() for name in ("rollouts", "total", "gain", "gain_square"))
    return SearchValues(position, thinker, answer, found["options"][:n].tolist(), *sums)


def answers(position: Decision, policies: Iterable[Policy]) -> dict[str, int]:
    """Return what each policy would choose at a position, with an empty memory."""
    found = {}
    for policy in policies:
        table = position.seat_everywhere(policy)
        found[str(policy)] = in_background(partial(table.ask, position.seat, position.menu))
    return found
