"""Traits of the player of an answer that could as well have other values: halved and doubled.

A trait weighs what its author or a tuning took for right, and no rulebook gives it. One of 0 turns
something off and stays. The samples of a learnt player are its effort; it plays by its net.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simlab.game.policy import Policy, Trait, shortest_decimal
from simlab.players import trained
from simlab.players.search import Search

if TYPE_CHECKING:
    from simlab.experiment.resolve import Scenario

FACTORS = {"halved": 0.5, "doubled": 2.0}
"""Other values of a trait: far enough apart to show whether something follows it."""
AT_LIMIT = "at its limit"
"""The other value where half or double is beyond the limits of the trait."""
DIGITS = 3
"""Significant digits of another value; more cannot be told apart."""


@dataclass(frozen=True, eq=False)
class VariedTrait:
    """A trait with its other values, each for the players by number of players."""

    name: str
    meaning: str
    variations: Mapping[str, Mapping[int, Policy]]
    """The player with the other value by its number of players, under `halved` or `doubled`."""
    changes: Mapping[str, str]
    """What each of them changes, in a sentence."""


def player_of(scenario: Scenario) -> Policy | None:
    """Return the policy that has all seats, of a search its base; None if several policies play.

    None, too, where all share one score or one plays alone: another value would tell how good the
    player is, and nothing of the rules.
    """
    first, *later_seats = scenario.lineup
    if scenario.game.cooperative or any(str(policy) != str(first) for policy in later_seats):
        return None
    if not later_seats:
        return None
    return first.base_policy if isinstance(first, Search) else first


def traits_to_vary(player: Policy | None) -> dict[str, Trait]:
    """Return the traits of a player that can have other values than theirs."""
    if player is None or dict(player.traits) == trained.TRAITS:
        return {}
    return {
        name: trait
        for name, trait in player.traits.items()
        if name not in player.seat_traits and any(other_values(player, name))
    }


def other_values(player: Policy, name: str) -> Iterator[tuple[str, float]]:
    """Yield the other values of a trait within its limits, each with what is done to it."""
    trait, value = player.traits[name], player.trait_at(name, 0)
    values = {value}
    for change, factor in FACTORS.items():
        wanted = float(f"{factor * value:.{DIGITS}g}")
        wanted = float(round(wanted)) if trait.whole else wanted
        within_limits = min(max(wanted, trait.low), trait.high)
        if within_limits not in values:
            values.add(within_limits)
            yield change if within_limits == wanted else AT_LIMIT, within_limits


def vary_trait(name: str, scenarios: Sequence[Scenario]) -> VariedTrait:
    """Return a trait of the players of some scenarios with its other values.

    The scenarios have different numbers of players, and no search.
    """
    variations: dict[str, dict[int, Policy]] = {}
    phrases: dict[str, dict[str, list[str]]] = {}
    meaning = ""
    for scenario in scenarios:
        player = player_of(scenario)
        if player is None or name not in traits_to_vary(player):
            continue
        meaning = meaning or player.traits[name].meaning
        before = shortest_decimal(player.trait_at(name, 0))
        for change, value in other_values(player, name):
            varied_player = player.with_weights(**{name: value})
            variations.setdefault(change, {})[scenario.players] = varied_player
            phrase = f"{shortest_decimal(value)} instead of {before}"
            numbers = phrases.setdefault(change, {}).setdefault(phrase, [])
            numbers.append(str(scenario.players))
    changes = {change: _sentence(meaning, by_phrase) for change, by_phrase in phrases.items()}
    return VariedTrait(name, meaning, variations, changes)


def _sentence(meaning: str, numbers_by_phrase: Mapping[str, Sequence[str]]) -> str:
    """Return other values in a sentence, by number of players where these differ."""
    phrases = [
        f"{phrase} with {' and '.join(numbers)} players" if len(numbers_by_phrase) > 1 else phrase
        for phrase, numbers in numbers_by_phrase.items()
    ]
    return f"{meaning[:1].upper()}{meaning[1:]}: {', '.join(phrases)}."
