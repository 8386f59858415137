"""Branch search: games that enter branches of the rules which no compared game has entered.

The plain game plays alone, with other players and under other rules. A deal that enters such a
branch is then played by both games, which are compared decision by decision.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from itertools import combinations
from random import Random
from typing import Any
from zlib import crc32

from simlab.check.branches import Branches
from simlab.check.equality import GAMES, Comparison, rule_set, stop_sentence
from simlab.check.steps import SEED
from simlab.errors import ContractError, InputError
from simlab.execution.game_pair import PLAIN, STOPS, Difference, Match
from simlab.experiment.patch import apply_patches
from simlab.experiment.rule_ends import RuleEnd
from simlab.game.components import Parameter
from simlab.game.definition import Rules
from simlab.game.policy import NOISE, Policy, Trait, policy
from simlab.plain.chance import Stream
from simlab.plain.view import View
from simlab.report.wording import n_of

SECONDS = 10.0
"""Processor time of a search where 200 games are compared; in proportion for more or fewer."""
SHARE_OF_OWN_RULES, SHARE_OF_GOOD_RULES = 0.25, 0.25
"""Games under the rules that were compared, and under those that have led to a branch."""
SHARE_OF_NUMBERS = 0.5
"""Rule values that are numbers to which the rules compare something, or one more or less."""
NOISES = (0.0, 0.0, 0.1, 0.5)
"""Shares of choices by chance; all seats of a game have one of them."""
SHARE_OF_TRAITS, SHARE_OF_ALIKE = 0.5, 0.5
"""Seats with other traits, and games with one policy in all seats."""
FIRST_DEAL = 1 << 20
"""Deals that were not compared before."""
MOST_TASTES = 1_000
PREFERENCE_BITS, N_PREFERENCES = 3, 4
"""A choice is made 8 times as often as one that is liked a step less, of 4 steps."""

Patch = tuple[str, ...]


@dataclass(frozen=True)
class BranchSearch:
    """What a search for branches has found."""

    games: int = 0
    """Games that the plain game played alone."""
    compared: int = 0
    """Games that entered something, and that both played."""
    stops: tuple[str, ...] = ()
    """Rules under which the compiled game stops in such a game, and why, a sentence each."""
    difference: Difference | None = None

    @property
    def sentence(self) -> str:
        """What was compared; empty if nothing was found."""
        if not self.compared:
            return ""
        verdict = "not equal" if self.difference else "all equal"
        return (
            f"{n_of(self.compared, 'more game')} with rare branches of the rules, compared at every"
            f" decision: {verdict}."
        )


@policy(traits={"taste": Trait(0, 0, MOST_TASTES, "which choices it likes", whole=True)})
def fond(view: View, choices: Sequence[Hashable], chance: Stream, taste: float) -> Hashable:
    """Likes some choices far more than others, or some kinds of choices if its taste is even."""
    weights = [_weight_of_choice(choice, int(taste)) for choice in choices]
    threshold = chance.below(sum(weights))
    for choice, weight in zip(choices, weights, strict=True):
        threshold -= weight
        if threshold < 0:
            return choice
    return choices[-1]


def _weight_of_choice(choice: Hashable, taste: int) -> int:
    """Return how often a choice is made, in proportion to others."""
    liked = choice[0] if taste % 2 == 0 and isinstance(choice, tuple) and choice else choice
    # crc32, as hash() differs from process to process
    n_steps = crc32(f"{taste} {liked}".encode()) % N_PREFERENCES
    return 1 << (PREFERENCE_BITS * n_steps)


def search_branches(
    comparison: Comparison,
    patches: Sequence[Sequence[str]],
    ends: Sequence[RuleEnd] = (),
    games: int = GAMES,
    data: str | None = None,
) -> BranchSearch:
    """Look for games that enter what few compared games have entered, and compare both games there.

    They are played under each of the `patches` and of the `ends`, under two ends at once, and with
    some of the rule values that have ends drawn by chance. The search ends when enough games
    were compared for each branch, or after SECONDS of processor time where `games` is GAMES.
    """
    search = _Search(comparison, list(map(tuple, patches)), ends, data)
    return search.run(SECONDS * games / GAMES)


class _Search:
    """State of a search."""

    def __init__(
        self,
        comparison: Comparison,
        patches: list[Patch],
        ends: Sequence[RuleEnd],
        data: str | None,
    ) -> None:
        self.comparison, self.patches, self.ends, self.data = comparison, patches, ends, data
        self.plain, self.compiled = comparison.pair.games
        self.chance = Random(SEED)
        self.n_games = self.n_compared = 0
        self.stops: dict[str, str] = {}
        self.good_patches: list[Patch] = []
        """Rules under which a game entered a branch first."""
        self.rules: dict[Patch, Rules | None] = {}
        """The rules of the plain game by their changes; None if they cannot be compared."""

    def run(self, seconds: float) -> BranchSearch:
        """Search for some processor time."""
        branches, end = self.comparison.branches, time.thread_time() + seconds
        difference, changes, n_compared = None, self._changes(), -1
        while difference is None and time.thread_time() < end:
            if n_compared < self.n_compared and branches.is_enough:
                break
            n_compared = self.n_compared
            difference = self._difference(self._patch(changes))
        return BranchSearch(self.n_games, self.n_compared, (*self.stops.values(),), difference)

    def _difference(self, patch: Patch) -> Difference | None:
        """Play a game under some rules; if it enters a branch, return how both games differ."""
        if patch not in self.rules:
            self.rules[patch] = self._load(patch)
        rules = self.rules[patch]
        if rules is None:
            return None
        match, deal = self._match(), FIRST_DEAL + self.n_games
        entered = self._branches_of_game(rules, match, deal)
        if not entered:
            return None
        rules_of_both = rule_set(self.plain, self.compiled, patch, self.data)
        try:
            difference = self.comparison.difference_of_decisions(rules_of_both, match, deal)
        except STOPS as error:
            self.stops.setdefault(rules_of_both.changes, stop_sentence(rules_of_both, error))
            if patch not in self.patches:
                self.rules[patch] = None  # so that the search goes on with other rules
            return None
        self.good_patches.append(patch)
        self.n_compared += 1
        if difference is None:
            self.comparison.branches.count(entered)
        return difference

    def _branches_of_game(self, rules: Rules, match: Match, deal: int) -> set[int]:
        """Return the branches that a game of the plain game enters first."""
        branches = self.comparison.branches
        lineup = [
            replace(policy, function=_without_probes(policy.function, branches))
            if seat in match.silent
            else policy
            for seat, policy in enumerate(match.plain)
        ]
        self.n_games += 1
        try:
            with branches.watch_branches():
                self.comparison.pair.engines[PLAIN].play(rules.row, lineup, SEED, deal, 1)
        except ContractError:  # rules that were drawn by chance may be none
            branches.take()
        return set().union(*branches.take().values())

    def _load(self, patch: Patch) -> Rules | None:
        try:
            return apply_patches(self.plain, patch, self.data)
        except InputError:  # no command loads such rules either
            return None

    def _patch(self, changes: Iterator[Patch]) -> Patch:
        """Return the rules of the next game."""
        # one draw for both shares, so that they exclude each other
        draw = self.chance.random()
        if self.good_patches and draw < SHARE_OF_GOOD_RULES:
            return self.chance.choice(self.good_patches)
        if draw > 1 - SHARE_OF_OWN_RULES:
            return self.chance.choice(self.patches)
        return next(changes)

    def _changes(self) -> Iterator[Patch]:
        """Yield each end, each pair of ends, then rule values that are drawn, without an end."""
        yield from (end.patch for end in self.ends)
        pairs = [
            first_end.patch + second_end.patch
            for first_end, second_end in combinations(self.ends, 2)
        ]
        self.chance.shuffle(pairs)
        yield from pairs
        changed = {name.partition("=")[0] for end in self.ends for name in end.patch}
        parameters = [
            parameter for parameter in self.plain.schema.parameters if parameter.name in changed
        ]
        while True:
            yield tuple(map(self._change_of, self._some(parameters)))

    def _some(self, parameters: Sequence[Parameter]) -> list[Parameter]:
        """Return one of some parameters, or more of them: half as often for each one more."""
        n = 1
        while n < len(parameters) and self.chance.random() < 0.5:
            n += 1
        return self.chance.sample(parameters, min(n, len(parameters)))

    def _change_of(self, parameter: Parameter) -> str:
        """Return a change of a parameter; a number that the rules ask for is as likely as all."""
        values: Sequence[object] = parameter.choices or ("off", "on")
        if parameter.low is not None and parameter.high is not None:
            values = range(parameter.low, parameter.high + 1)
            rule_numbers = [
                number for number in self.comparison.branches.numbers if number in values
            ]
            if rule_numbers and self.chance.random() < SHARE_OF_NUMBERS:
                values = rule_numbers
        return f"{parameter.name}={self.chance.choice(values)}"

    def _match(self) -> Match:
        """Return the players of the next game."""
        players = self.chance.choice([n for n, pairs in self.comparison.tables.items() if pairs])
        pairs = self.comparison.tables[players]
        shared = [plain.name for plain, _ in pairs]
        only_plain = [
            policy
            for policy in self.plain.policies
            if policy.can_sit(players) and policy.name not in shared
        ]
        kinds = [*pairs, *((policy, None) for policy in (*only_plain, fond))]
        seated = [self.chance.choice(kinds) for _ in range(players)]
        if self.chance.random() < SHARE_OF_ALIKE:
            seated = seated[:1] * players
        noise = self.chance.choice(NOISES)
        plain, compiled = [], []
        for plain_policy, compiled_policy in seated:
            weights = {**self._traits(plain_policy), NOISE: noise}
            plain.append(plain_policy.with_weights(**weights))
            compiled.append(
                compiled_policy.with_weights(**weights) if compiled_policy else pairs[0][1]
            )
        silent = frozenset(
            seat for seat, (_, compiled_policy) in enumerate(seated) if compiled_policy is None
        )
        return Match(plain, compiled, silent=silent)

    def _traits(self, policy: Policy) -> dict[str, float]:
        """Return other traits of a policy, for some seats."""
        if policy is not fond and self.chance.random() > SHARE_OF_TRAITS:
            return {}
        drawn_weights = {
            name: self.chance.uniform(trait.low, trait.high)
            for name, trait in policy.traits.items()
        }
        return {
            name: round(x) if policy.traits[name].whole else x for name, x in drawn_weights.items()
        }


def _without_probes(function: Callable[..., Any], branches: Branches) -> Callable[..., Any]:
    """Return a policy that the compiled game does not have, whose branches are not compared."""

    @wraps(function)
    def choose(*arguments: Any, **traits: float) -> Any:
        branches.is_paused = True
        try:
            return function(*arguments, **traits)
        finally:
            branches.is_paused = False

    return choose
