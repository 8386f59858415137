"""What a screen says: which effects can be faults, and what the usual card is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import EffectKey, Effects

Array = NDArray[Any]

OFTEN = 0.2
"""Share of the deals that a restriction must change to say something of a kind of choice."""
COSTLY = -0.06
"""Gain below which another way to play is clearly worse."""
CHEAP = -0.08
"""Gain from which on a kind of choice that is made alone does not tell it from others."""
UNCERTAIN = (0.1, 0.9)
"""Share of won games between which it is asked whether one player decides alone."""


class Screen:
    """Means of the effects of a screen."""

    def __init__(self, effects: Effects, changed: Mapping[str, float]) -> None:
        """Take the effects, and by what each restriction asks the share of deals it changes."""
        self.effects, self.changed = effects, changed
        self.means = {
            (key.fault, key.subject): float(np.nanmean(values))
            for key, values in effects.items()
            if not np.isnan(values).all()
        }
        cards = [
            mean
            for (kind, card), mean in self.means.items()
            if kind == fault.STRONG_CARD and self._is_used(card)
        ]
        self.usual_card = float(np.median(cards)) if cards else 0.0

    def possible_faults(self) -> dict[EffectKey, Array]:
        """Return the effects that can be faults by what else the screen shows."""
        possible = {key: values for key, values in self.effects.items() if self._can_be(key)}
        return self.less_usual_card(possible)

    def less_usual_card(self, effects: Effects) -> dict[EffectKey, Array]:
        """Return effects in which what a card is worth is beyond that of the median card."""
        return {
            key: values - self.usual_card if key.fault == fault.STRONG_CARD else values
            for key, values in effects.items()
        }

    def _can_be(self, key: EffectKey) -> bool:
        kind, subject = key.fault, key.subject
        match kind:
            case fault.USELESS_CHOICE:
                return self._is_made(subject) and self._gain_alone(subject) >= CHEAP
            case fault.MANDATORY_CHOICE:
                return self._is_made(subject) and not self._is_mandatory_beside(subject)
            case fault.DOMINANT_STRATEGY:
                is_other_way = self.changed[f"only {subject}"] >= OFTEN
                gain_without = self.means.get((fault.USELESS_CHOICE, subject), COSTLY)
                least_gain = min(self._other_ways(subject), default=0.0)
                return is_other_way and max(gain_without, least_gain) <= COSTLY
            case fault.STRONG_CARD | fault.WEAK_CARD:
                return self._is_used(subject)
            case fault.SOLO:
                low, high = UNCERTAIN
                return low <= self.means.get((fault.TOO_EASY, ""), 0.5) <= high
        return True

    def _is_used(self, card: str) -> bool:
        """Return whether games go another way without a card."""
        return self.means[fault.DEAD_CARD, card] > 0

    def _is_made(self, kind_of_choice: str) -> bool:
        """Return whether games go another way without a kind of choice."""
        return self.changed[f"never {kind_of_choice}"] >= OFTEN

    def _is_mandatory_beside(self, kind_of_choice: str) -> bool:
        """Return whether another kind is mandatory: then turns are made of both, as roll and stop.

        Nothing is wrong with that.
        """
        return any(
            mean < fault.MANDATORY_CHOICE.limit
            for (kind, other), mean in self.means.items()
            if kind == fault.MANDATORY_CHOICE and other != kind_of_choice and self._is_made(other)
        )

    def _gain_alone(self, kind_of_choice: str) -> float:
        return self.means.get((fault.DOMINANT_STRATEGY, kind_of_choice), 0.0)

    def _other_ways(self, kind_of_choice: str) -> list[float]:
        """Return what those gain who make another kind of choice alone."""
        return [
            mean
            for (kind, other), mean in self.means.items()
            if kind == fault.DOMINANT_STRATEGY and other != kind_of_choice
        ]


def is_settled(is_changed: Array) -> bool:
    """Return whether a rule changes enough games not to be dead."""
    return float(is_changed.mean()) >= OFTEN
