"""The choices of Pig in words."""

from typing import Any

from simlab.game import Rules
from simlab.games.pig.rules import HOLD, ROLL

KINDS = {HOLD: "hold", ROLL: "roll"}


def kind(choice: int) -> str:
    """Return the name of a kind of choice."""
    return KINDS[choice]


def describe(choice: int, state: Any, rules: Rules) -> str:
    """Return a choice in words."""
    return rules.words(KINDS[choice])
