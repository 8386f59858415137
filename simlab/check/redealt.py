"""Equality of what only searches ask of two games: to deal hidden things again, and to value.

Both games are played once more, and before each decision what its seat cannot see is dealt again
with the same chance. The games go on from there, so that a card that is dealt otherwise shows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from simlab.check.branches import Branches, branches_of
from simlab.check.steps import find_difference, plain_steps, steps_in_kernels
from simlab.execution.game_pair import matches, policy_pairs
from simlab.game.definition import Game
from simlab.plain.definition import is_written
from simlab.plain.part import Part
from simlab.report.wording import n_of

GAMES = 5
"""Games of each line-up."""
MOST_DECISIONS = 300
"""Decisions of a game that are compared."""


@dataclass(frozen=True)
class Redealt:
    """What playing both games with hidden things dealt again showed."""

    games: int = 0
    decisions: int = 0
    is_valued: bool = False
    difference: str = ""

    @property
    def sentence(self) -> str:
        """What was compared; empty if there was nothing to compare."""
        if not self.games:
            return ""
        verdict = "not equal" if self.difference else "equal"
        valued = ", and positions were valued" if self.is_valued else ""
        return (
            f"In {n_of(self.games, 'more game')}, what a seat cannot see was dealt again before"
            f" each of {self.decisions:,} decisions{valued}: {verdict}."
        )

    def combine_with(self, next_comparison: Redealt) -> Redealt:
        """Return both together, of which this one had no difference."""
        games = self.games + next_comparison.games
        decisions = self.decisions + next_comparison.decisions
        return replace(
            self, games=games, decisions=decisions, difference=next_comparison.difference
        )


def compare_redealt(plain: Game, compiled: Game, branches: Branches | None = None) -> Redealt:
    """Compare what a plain game hides and how it values positions with a translation of it.

    The `branches` that these games enter are noted.

    Raises:
        ContractError: one of both games breaks its contract.
    """
    redealt = Redealt(is_valued=compiled.evaluate is not None)
    if not has_more_to_compare(plain):
        return redealt
    branches = branches or branches_of(plain)
    rules = plain.load(), compiled.load()
    for players in range(plain.players[0], plain.players[1] + 1):
        for match in matches(policy_pairs(plain, compiled, players), players):
            for deal in range(GAMES * (match.rotation == 0)):
                steps_of_plain = plain_steps(plain, rules[0], match.plain, deal, redeal=True)
                steps_of_compiled = steps_in_kernels(
                    compiled, rules[1], match.compiled, deal, redeal=True
                )
                first_steps = (
                    islice(game_steps, MOST_DECISIONS)
                    for game_steps in (steps_of_plain, steps_of_compiled)
                )
                with branches.watch_branches():
                    parting = find_difference(*first_steps)
                for entered in branches.take().values():
                    branches.count(entered)
                sentence = parting.sentence
                if sentence:
                    sentence = f"game {deal} with hidden things dealt again, {sentence}"
                redealt = redealt.combine_with(Redealt(1, parting.decision, difference=sentence))
                if sentence:
                    return redealt
    return redealt


def has_more_to_compare(game: Any) -> bool:
    """Return whether a plain game hides something, or values positions."""
    return hides_something(game) or is_written(game.rules_class, "evaluate")


def hides_something(game: Any) -> bool:
    """Return whether a plain game, or a part of it, deals hidden things again."""
    rules_class = game.rules_class
    parts_hide = any(type(part).hide is not Part.hide for part in rules_class._parts.values())
    return parts_hide or is_written(rules_class, "hide")
