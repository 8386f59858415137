"""The choices of Pig in words."""

from typing import Any

from simlab.game import Rules
from simlab.games.pig.rules import HOLD, ROLL

NAMES = {HOLD: "hold", ROLL: "roll"}
KINDS = {name: range(choice, choice + 1) for choice, name in NAMES.items()}


def kind(choice: int) -> str:
    """Return the name of a kind of choice."""
    return NAMES[choice]


def describe(choice: int, state: Any, rules: Rules) -> str:
    """Return a choice in words."""
    return rules.words(NAMES[choice])
