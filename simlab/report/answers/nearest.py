"""The rules whose metric is nearest to a target, or to an even share of the wins, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.game.nouns import singular
from simlab.report.wording import (
    MINUS,
    FormattedEstimate,
    begin_sentence,
    decimals,
    group_by_key,
    join_list,
    n_of,
)

TARGET = "the target of"


@dataclass(frozen=True)
class Nearest:
    """The rules nearest to a target with some number of players."""

    players: int
    target: str
    """In words: `50 %`, `55 points`."""
    rules: str
    value: FormattedEstimate


def nearest_sentence(kind: str, all_nearest: Sequence[Nearest]) -> str:
    """Return the rules nearest to a kind of target for each number of players; empty without any.

    The kind stands before the target: `the target of`, `an even share of`.
    """
    if not all_nearest:
        return ""
    first, *following = all_nearest
    by_rules = group_by_key((nearest.rules, nearest) for nearest in all_nearest)
    lead = f"{first.rules} {_verb(first.rules)} nearest to {kind}"
    targets = join_list(list(dict.fromkeys(nearest.target for nearest in all_nearest)))
    if len(by_rules) == 1:
        value_phrases = [
            _at(first, all_nearest),
            *(_value(nearest) + f" with {nearest.players}" for nearest in following),
        ]
        return f"{begin_sentence(lead)} {targets}, {join_list(value_phrases)}."
    rest = [f"{nearest.rules}, {_at(nearest, all_nearest)}" for nearest in following]
    return f"{begin_sentence(lead)} {targets}, {_at(first, all_nearest)}; {'; '.join(rest)}."


def _verb(rules: str) -> str:
    return "come" if rules.endswith("rules") else "comes"


def _at(nearest: Nearest, all_nearest: Sequence[Nearest]) -> str:
    """Return the value of the metric, after the number of players where there are several."""
    players = f" with {n_of(nearest.players, 'player')}" if len(all_nearest) > 1 else ""
    return f"at {_value(nearest)}{players}"


def _value(nearest: Nearest) -> str:
    return f"{nearest.value.value} ({nearest.value.range})"


def target_in_words(target: float, unit: str) -> str:
    """Return a target with its unit, which is empty for a share: `55 points`, `60 %`."""
    noun = singular(unit) if target == 1 else unit
    number = f"{target:.{decimals(target)}f} {noun}" if unit else f"{100 * target:.4g} %"
    return number.replace("-", MINUS)
