"""The rules whose metric is nearest to a target, or to an even share of the wins, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.report.wording import MINUS, FormattedEstimate, decimals, listed, n_of

TARGET = "the target of"


@dataclass(frozen=True)
class Nearest:
    """The rules nearest to a target with some number of players."""

    players: int
    target: str
    """In words: `50 %`, `55 points`."""
    rules: str
    value: FormattedEstimate


def nearest_sentence(kind: str, several: Sequence[Nearest]) -> str:
    """Return the rules nearest to a kind of target for each number of players; empty without any.

    The kind stands before the target: `the target of`, `an even share of`.
    """
    if not several:
        return ""
    targets = listed(list(dict.fromkeys(each.target for each in several)))
    phrases = [
        f"{each.rules}{_place(each, several)}, {each.value.value} ({each.value.range})"
        for each in several
    ]
    return f"Nearest to {kind} {targets}: {'; '.join(phrases)}."


def _place(own: Nearest, several: Sequence[Nearest]) -> str:
    """Return the number of players, where there are several."""
    if len(several) == 1:
        return ""
    return f" with {n_of(own.players, 'player') if own is several[0] else own.players}"


def target_in_words(target: float, unit: str) -> str:
    """Return a target with its unit, which is empty for a share: `55 points`, `60 %`."""
    number = f"{target:.{decimals(target)}f} {unit}" if unit else f"{100 * target:.4g} %"
    return number.replace("-", MINUS)
