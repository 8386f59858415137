"""Variants of the usual table: other players, or another value of what the rules assume.

A fault that is gone with other players is about these; one that is gone with another value of an
assumed rule is about a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest

from simlab.experiment.assumption import assumptions
from simlab.experiment.patch import rules_under, stack
from simlab.experiment.population import other_players
from simlab.experiment.resolve import Scenario
from simlab.experiment.small_noise import BY_CHANCE
from simlab.game.policy import Policy

MOST_VARIANTS = 16
"""Variants that are played at most: those of a large game would take all the time."""


@dataclass(frozen=True, eq=False)
class Variant:
    """The usual table with one difference."""

    name: str
    """What differs: `greedy in all seats`, `officers: 3 instead of 2`."""
    scenario: Scenario
    policy: Policy | None = None
    """The other player of all seats; None if another value of a guess differs."""


def variants_of(usual: Scenario) -> list[Variant]:
    """Return who else may play, then one other value of each assumed rule, then further ones."""
    assumed = ([*variants] for variants in _variants_of_assumptions(usual))
    one_of_each = chain.from_iterable(zip_longest(*assumed))
    variants = chain(_players(usual), (variant for variant in one_of_each if variant))
    return list(islice(variants, MOST_VARIANTS))


def _players(usual: Scenario) -> Iterator[Variant]:
    everywhere = "alone" if usual.players == 1 else "in all seats"
    for policy in other_players(usual.lineup, usual.game.policies, usual.game):
        if policy.name == BY_CHANCE:  # of which nothing follows for players who want to win
            continue
        lineup = (policy,) * usual.players
        yield Variant(f"{policy} {everywhere}", replace(usual, lineup=lineup), policy)


def _variants_of_assumptions(usual: Scenario) -> Iterator[Iterator[Variant]]:
    """Yield the other values of each rule and table that is assumed."""
    for assumption in assumptions(usual.game, usual.data, usual.patch):
        yield (
            Variant(_quote(variation.changes), _under(usual, variation.patch))
            for variation in assumption.variations
        )


def _quote(sentences: Sequence[str]) -> str:
    return f"“{'; '.join(sentence.rstrip('.') for sentence in sentences)}”"


def _under(usual: Scenario, change: Mapping[str, object]) -> Scenario:
    patch = stack([usual.patch, change])
    return replace(usual, patch=patch, rules=rules_under(patch, usual.game, usual.data))
