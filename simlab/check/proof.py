"""Proof that a translation equals the plain game: by the same deals, under many rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from simlab.check.equality import EndEquality, Equality, compare, compare_ends
from simlab.check.redealt import Redealt, compare_redealt
from simlab.check.steps import compiled_steps, parting_of, plain_steps
from simlab.execution.game_pair import Difference
from simlab.execution.processes import Processes
from simlab.execution.repeatability import difference_of, steps
from simlab.experiment.resolve import Scenario
from simlab.experiment.rule_ends import RuleEnd
from simlab.game import Game

MISTRANSLATED = (
    "The plain game plays this deal the same way each time, so this is an error of simlab compile,"
    " which is worth a report. Until it is mended, write in other words what differs there."
)


@dataclass(frozen=True)
class Proof:
    """What playing a plain game and its translation showed."""

    equality: Equality | None = None
    """Under the rules of the game; None if there is no translation."""
    ends: EndEquality = field(default_factory=EndEquality)
    """At the ends of what rule values may be, if both are equal so far."""
    redealt: Redealt = field(default_factory=Redealt)
    """With hidden things dealt again, if both are equal so far."""
    parting: str = ""
    """The decision from which on both differ, if they do."""
    cause: str = ""
    """Which of both is at fault, if they differ."""

    @property
    def difference(self) -> Difference | None:
        """The first cell that differs."""
        return (self.equality and self.equality.difference) or self.ends.difference

    @property
    def differences(self) -> list[str]:
        """What differs first, in sentences, and the command that replays it if there is one."""
        if self.difference is None:
            return list(filter(None, [self.redealt.difference]))
        parting = [f"They part at {self.parting}"] if self.parting else []
        return [self.difference.sentence, *parting, self.difference.commands[0]]

    @property
    def sentence(self) -> str:
        """What was compared; empty without a translation."""
        if self.equality is None:
            return ""
        parts = (self.equality.sentence, self.ends.sentence, self.redealt.sentence)
        return " ".join(filter(None, parts))


def prove(
    plain: Game,
    compiled: Game,
    ends: Sequence[RuleEnd],
    games: int,
    patch: Sequence[str] = (),
    data: str | None = None,
) -> Proof:
    """Play a plain game and its translation until they differ.

    They play under the rules of the game, under a patch or other data if there are any, at the
    ends of what rule values may be, and with hidden things dealt again.

    Raises:
        ContractError: one of both breaks its contract, except at the ends.
    """
    equality = compare(plain, compiled, games)
    if equality.difference is None and (patch or data):
        equality = equality.followed_by(compare(plain, compiled, games, patch, data))
    if equality.difference is not None:
        return _with_cause(plain, compiled, Proof(equality), equality.difference)
    at_ends = compare_ends(plain, compiled, ends, games, data)
    if at_ends.difference is not None:
        return _with_cause(plain, compiled, Proof(equality, at_ends), at_ends.difference)
    return Proof(equality, at_ends, compare_redealt(plain, compiled))


def _with_cause(plain: Game, compiled: Game, proof: Proof, difference: Difference) -> Proof:
    """Return a proof that failed with the decision where both part, and which is at fault."""
    unstable = _instability(plain, difference)
    parting = "" if unstable else _parting(plain, compiled, difference)
    return replace(proof, parting=parting, cause=unstable or MISTRANSLATED)


def _instability(plain: Game, difference: Difference) -> str:
    """Return how the plain game plays a deal otherwise in another process; empty if it does not."""
    match, deal = difference.match, difference.game
    scenario = Scenario(
        slug=plain.name,
        game=plain,
        rules=difference.rules.plain,
        patch={},
        lineup=tuple(match.plain),
        seed=difference.seed,
        n_asked=deal + 1,
    )
    here = steps(plain.engine(), scenario, deal)
    (elsewhere,) = Processes(1).map(steps, [(scenario, deal)])
    return difference_of(scenario, deal, here, elsewhere)


def _parting(plain: Game, compiled: Game, difference: Difference) -> str:
    """Return where the games of a difference part; empty if the first rotation shows nothing."""
    match, rules, deal = difference.match, difference.rules, difference.game
    seed = difference.seed
    plain_game = plain_steps(plain, rules.plain, match.plain, deal, seed=seed)
    compiled_game = compiled_steps(compiled, rules.compiled, match.compiled, deal, seed=seed)
    return parting_of(plain_game, compiled_game).sentence
