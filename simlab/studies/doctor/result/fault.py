"""Kinds of faults of a game, each with the size from which it is one, in the players' units."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Aspect(StrEnum):
    """What a fault is about; a line of the score card."""

    ENDS = "ends"
    LENGTH = "length"
    FAIR = "fairness"
    SKILL = "skill"
    TENSION = "tension"
    CHOICES = "choices"
    COMPONENTS = "components"
    DIFFICULTY = "difficulty"


class Side(StrEnum):
    """On which side of its limit an effect is a fault."""

    ABOVE = "above"
    BELOW = "below"
    APART = "apart"
    """As soon as it is further from 0 than the limit, in either direction."""
    NEAR = "near"
    """As soon as it is nearer to 0 than the limit."""


@dataclass(frozen=True)
class Fault:
    """A kind of fault: an effect that should not be on one side of a limit."""

    name: str
    aspect: Aspect
    limit: float
    """Where the fault begins."""
    side: Side = Side.ABOVE
    unit: str = ""
    """Empty for a share of games or of wins."""
    is_difference: bool = False
    """Whether the effect is a difference of shares, in percentage points."""
    margin: float = 0.0
    """By how much it must be beyond the limit to count once in the order of findings; unless
    given, the limit itself."""

    @property
    def scale(self) -> float:
        """The margin that findings are ordered by."""
        return self.margin or abs(self.limit)

    def beyond(self, low: float, high: float) -> float:
        """Return how far an interval is beyond the limit, in margins; negative if it is not."""
        match self.side:
            case Side.ABOVE:
                distance = low - self.limit
            case Side.BELOW:
                distance = self.limit - high
            case Side.APART:
                distance = max(low, -high) - self.limit
            case Side.NEAR:
                distance = self.limit - max(high, -low)
        return distance / self.scale

    def is_clear(self, low: float, high: float) -> bool:
        """Return whether a whole interval is on the good side of the limit."""
        match self.side:
            case Side.ABOVE:
                return high <= self.limit
            case Side.BELOW:
                return low >= self.limit
            case Side.APART:
                return max(high, -low) <= self.limit
            case Side.NEAR:
                return max(low, -high) >= self.limit


# The limits are conventions in the units of players, which a designer may see otherwise.
ENDLESS = Fault("endless", Aspect.ENDS, 0.01)
STALLING = Fault("stalling", Aspect.ENDS, 0.05)
"""One stubborn player, who never or only makes one kind of choice, stops the game from ending."""
REPETITION = Fault("repetition", Aspect.ENDS, 0.05)
"""Turns that begin in a position in which the seat was before: one undoes what another does."""

TOO_LONG = Fault("too_long", Aspect.LENGTH, 100.0, unit="decisions")
"""With 15 seconds for each free decision, a player of a game of four waits for 75 minutes."""
WAITING = Fault("waiting", Aspect.LENGTH, 20.0, unit="decisions")
UNEVEN_LENGTH = Fault("uneven_length", Aspect.LENGTH, 0.05)
LONG_TIMES = 2.5
"""A game this many times as long as the median one does not fit the evening that was planned."""

SEAT_ADVANTAGE = Fault("seat_advantage", Aspect.FAIR, 0.04, Side.APART, is_difference=True)
TIES = Fault("ties", Aspect.FAIR, 0.15)

PURE_LUCK = Fault("pure_luck", Aspect.SKILL, 0.05, Side.BELOW, is_difference=True)

RUNAWAY = Fault("runaway", Aspect.TENSION, 0.15, is_difference=True)
"""Wins of who leads at half-time, beyond those if the same gains came in another order: a prize for
who is ahead, or turns that bring less and less."""
SNOWBALL = Fault("snowball", Aspect.TENSION, 0.25, is_difference=True)
"""Who leads at half-time also gains the most after it. Unequal luck at the start does the same."""
DECIDED_EARLY = Fault("decided_early", Aspect.TENSION, 0.5)
EARLY = 0.25
"""Part of the game within which a game is decided early."""
LAST_TURN = Fault("last_turn", Aspect.TENSION, 0.6)
KINGMAKING = Fault("kingmaking", Aspect.TENSION, 1.0, unit="decisions per game")

DOMINANT_STRATEGY = Fault(
    "dominant_strategy", Aspect.CHOICES, -0.03, is_difference=True, margin=0.05
)
"""To make one kind of choice whenever there is one should cost something."""
STRONGER_POLICY = Fault("stronger_policy", Aspect.CHOICES, 0.05, is_difference=True)
"""Another policy, or play by chance, beats the usual players."""
USELESS_CHOICE = Fault(
    "useless_choice", Aspect.CHOICES, 0.025, Side.NEAR, is_difference=True, margin=0.025
)
"""It should cost something never to make a kind of choice that is made often. Of smaller losses
nothing can be told in minutes."""
DEAD_CHOICE = Fault("dead_choice", Aspect.CHOICES, 0.01, Side.BELOW)
MANDATORY_CHOICE = Fault("mandatory_choice", Aspect.CHOICES, 0.2, Side.BELOW)
"""Wins without the kind, as a part of an even share."""
FORCED = Fault("forced", Aspect.CHOICES, 0.5)
IDLE = Fault("idle", Aspect.CHOICES, 0.25)
"""Turns after which all is as before, though something else could be done: it pays to wait."""
DEAD_WAY = Fault("dead_way", Aspect.CHOICES, 0.02, Side.BELOW)
DOMINANT_WAY = Fault("dominant_way", Aspect.CHOICES, 0.85)

DEAD_CARD = Fault("dead_card", Aspect.COMPONENTS, 0.01, Side.BELOW)
STRONG_CARD = Fault("strong_card", Aspect.COMPONENTS, 0.05, is_difference=True)
"""Wins that a player without it loses beyond those lost without the median card."""
WEAK_CARD = Fault("weak_card", Aspect.COMPONENTS, 0.05, is_difference=True)
"""Wins of a player without it beyond an even share: one is better off without it."""
DEAD_PARAMETER = Fault("dead_parameter", Aspect.COMPONENTS, 0.01, Side.BELOW)

TOO_EASY = Fault("too_easy", Aspect.DIFFICULTY, 0.9)
TOO_HARD = Fault("too_hard", Aspect.DIFFICULTY, 0.05, Side.BELOW)
UNWINNABLE = Fault("unwinnable", Aspect.DIFFICULTY, 0.2)
SOLO = Fault("solo", Aspect.DIFFICULTY, 0.02, Side.BELOW, is_difference=True)
"""What is lost if all but one play by chance."""
