"""Proof that a translation equals the plain game: by the same deals, under many rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simlab.check.branch_probes import Branch
from simlab.check.branch_search import BranchSearch, Patch, search_branches
from simlab.check.branches import sentence_on_missing
from simlab.check.decisions import compare_decisions
from simlab.check.equality import (
    Comparison,
    EndEquality,
    Equality,
    compare,
    compare_ends,
    rule_set,
)
from simlab.check.parting_line import line_of_difference
from simlab.check.redealt import Redealt, compare_redealt
from simlab.check.steps import find_difference, plain_steps
from simlab.execution.game_pair import Difference
from simlab.execution.processes import Processes
from simlab.execution.repeatability import difference_of, steps
from simlab.experiment.resolve import Scenario
from simlab.experiment.rule_ends import RuleEnd
from simlab.game.definition import Game

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
    search: BranchSearch = field(default_factory=BranchSearch)
    """In games that enter what the others did not, if both are equal so far."""
    missing: Sequence[Branch] = ()
    """The branches of the plain game that no compared game entered, if both are equal."""
    parting: str = ""
    """The decision from which on both differ, if they do."""
    line: str = ""
    """The line of the plain game that has made it so."""
    cause: str = ""
    """Which of both is at fault, if they differ."""

    @property
    def difference(self) -> Difference | None:
        """The first cell that differs."""
        parts = (self.equality, self.ends, self.search)
        return next((part.difference for part in parts if part and part.difference), None)

    @property
    def shows_equality(self) -> bool:
        """Whether both games were compared and are equal."""
        return self.equality is not None and not self.differences

    @property
    def differences(self) -> list[str]:
        """What differs first, in sentences, and the command that replays it if there is one."""
        if self.difference is None:
            return list(filter(None, [self.redealt.difference]))
        parting = [f"They part at {self.parting}"] if self.parting else []
        line = [f"They part in {self.line}"] if self.line else []
        return [self.difference.sentence, *parting, *line, *self.difference.commands]

    @property
    def stops(self) -> list[str]:
        """Rules under which one of both games stops, and why, a sentence each."""
        return list(dict.fromkeys((*self.ends.stops, *self.search.stops)))

    @property
    def notes(self) -> list[str]:
        """What was not compared: rules under which a game stops, and branches of the rules."""
        return [*self.stops, *filter(None, [sentence_on_missing(self.missing)])]

    @property
    def sentence(self) -> str:
        """What was compared; empty without a translation."""
        if self.equality is None:
            return ""
        parts = (self.equality, self.ends, self.redealt, self.search)
        return " ".join(filter(None, (part.sentence for part in parts)))


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
    ends of what rule values may be, with hidden things dealt again, and where they enter branches
    of the rules that no game has entered so far.

    Raises:
        ContractError: one of both breaks its contract, except at the ends.
    """
    comparison = Comparison(plain, compiled)
    proof = Proof()
    for part in _parts(comparison, ends, games, tuple(patch), data):
        proof = replace(proof, **part)
        if proof.difference or proof.redealt.difference:
            return _with_cause(proof, comparison)
    return replace(proof, missing=comparison.branches.missing)


def prove_under(
    plain: Game, compiled: Game, games: int, patch: Sequence[str], data: str | None
) -> Proof:
    """Play a plain game and a compiled one under some rules until they differ.

    Raises:
        InputError: they have no policy or no number of players in common, or cannot be compiled.
        ContractError: one of both breaks its contract.
    """
    comparison = Comparison(plain, compiled)
    proof = Proof(comparison.equality(rule_set(plain, compiled, patch, data), games))
    if proof.difference is None and comparison.is_translation:
        proof = replace(proof, search=search_branches(comparison, [tuple(patch)], (), games, data))
    if proof.difference is not None:
        return _with_cause(proof, comparison)
    return replace(proof, missing=comparison.branches.missing)


def _parts(
    comparison: Comparison,
    ends: Sequence[RuleEnd],
    games: int,
    patch: Patch,
    data: str | None,
) -> Iterator[dict[str, Any]]:
    """Yield what both games show, by the name of the part of the proof."""
    plain, compiled = comparison.pair.games
    branches = comparison.branches
    equality = compare(plain, compiled, games, branches=branches)
    yield {"equality": equality}
    if patch or data:
        patched_equality = compare(plain, compiled, games, patch, data, branches)
        yield {"equality": equality.combine_with(patched_equality)}
    yield {"ends": compare_ends(plain, compiled, ends, games, data, branches)}
    yield {"redealt": compare_redealt(plain, compiled, branches)}
    patches = list(dict.fromkeys(((), patch)))
    yield {"search": search_branches(comparison, patches, ends, games, data)}


def _with_cause(proof: Proof, comparison: Comparison) -> Proof:
    """Return a proof that failed with the decision and the line where both part, and the cause."""
    difference, (plain, _) = proof.difference, comparison.pair.games
    if difference is None:
        return proof  # only what searches ask for differs
    unstable = _instability(plain, difference)
    if unstable or not comparison.is_translation:
        return replace(proof, cause=unstable)
    rules, match, deal = difference.rules, difference.match, difference.game
    parting = compare_decisions(comparison.pair, rules, match, deal)
    line = line_of_difference(plain, rules.plain, match, deal, parting) if parting.sentence else ""
    return replace(proof, parting=parting.sentence, line=line, cause=MISTRANSLATED)


def _instability(plain: Game, difference: Difference) -> str:
    """Return how the plain game plays a deal otherwise when it is asked again; empty if not."""
    match, deal, rules = difference.match, difference.game, difference.rules.plain
    if match.silent:  # another process does not know all of these policies
        games = (plain_steps(plain, rules, match.plain, deal) for _ in range(2))
        parting = find_difference(*games).sentence
        return f"{plain.title} plays a deal otherwise the second time: {parting}" * bool(parting)
    scenario = Scenario(
        slug=plain.name,
        game=plain,
        rules=rules,
        patch={},
        lineup=tuple(match.plain),
        seed=difference.seed,
        n_asked=deal + 1,
    )
    own_steps = steps(plain.engine(), scenario, deal)
    (elsewhere,) = Processes(1).map(steps, [(scenario, deal)])
    return difference_of(scenario, deal, own_steps, elsewhere)
