"""Arms of an examination: who plays under which rules, and what that shows of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.catalog import without_learnt_players
from simlab.errors import InputError
from simlab.experiment.patch import rules_under, stack
from simlab.experiment.resolve import Scenario
from simlab.experiment.small_noise import BY_CHANCE
from simlab.experiment.spec import ExperimentTable
from simlab.game.definition import Game
from simlab.game.facts import Facts
from simlab.game.policy import NOISE, Policy, with_option
from simlab.players.restriction import never_text
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import (
    Usual,
    is_changed,
    share_beyond_even,
    stop_rate,
    success,
)
from simlab.studies.doctor.result.fault import Aspect, Fault
from simlab.studies.kit.matchups import able_policies, matchups_of
from simlab.studies.kit.offered_rows import rows_on_offer
from simlab.studies.kit.replaced_rows import replacements_of_rows

Array = NDArray[Any]
NOISES = (0.05, 0.1, 0.15, 0.2, 0.3)
"""Noises of the players who try the deals of a cooperative game again."""
MANY = 3
"""Kinds of choices from which on one without which nobody wins is worth a look: of two kinds, such
as roll and stop, one often has to be made."""


class Role(StrEnum):
    """What an arm asks."""

    USUAL = "usual players"
    REFERENCE = "usual players, for rules alone"
    """At a table that was not asked for: a rule may have its effect only there."""
    AGAINST_CHANCE = "against chance"
    CHALLENGER = "another policy"
    NEVER = "never"
    ONLY = "only"
    RULE = "rule"
    CARD = "without card"
    ALONE = "one player alone"
    AGAIN = "another attempt"


ASPECTS: Mapping[Role, Aspect] = {
    Role.USUAL: Aspect.FAIR,
    Role.REFERENCE: Aspect.COMPONENTS,
    Role.AGAINST_CHANCE: Aspect.SKILL,
    Role.CHALLENGER: Aspect.CHOICES,
    Role.NEVER: Aspect.CHOICES,
    Role.ONLY: Aspect.CHOICES,
    Role.RULE: Aspect.COMPONENTS,
    Role.CARD: Aspect.COMPONENTS,
    Role.ALONE: Aspect.DIFFICULTY,
    Role.AGAIN: Aspect.DIFFICULTY,
}
"""The aspect of which something stays open if an arm is not played."""


@dataclass(frozen=True)
class Question:
    """What an arm asks, and of what: a kind of choice, a card, a rule."""

    role: Role
    subject: str = ""

    def __str__(self) -> str:
        """Return what is asked in words: `never roll`."""
        return f"{self.role} {self.subject}".strip()


@dataclass(frozen=True, eq=False)
class Arm:
    """A table, with all that it asks: never one of two kinds of choices is only the other one."""

    questions: Sequence[Question]
    scenario: Scenario

    @property
    def is_usual(self) -> bool:
        """Whether the usual players play by the usual rules."""
        return self.questions[0].role in (Role.USUAL, Role.REFERENCE)

    @property
    def name(self) -> str:
        """What it asks first, with the number of players: `never roll, 2 players`."""
        players = self.scenario.players
        return f"{self.questions[0]}, {players} player{'s' if players > 1 else ''}"

    @property
    def policy(self) -> str:
        """The policy in question, which has the first seat."""
        return str(self.scenario.lineup[0])


Effect = tuple[Fault, str, Array]
"""A fault, its subject, and one value per deal."""


def effects_of_arm(arm: Arm, games: Games, usual_games: Games, usual: Usual) -> Iterator[Effect]:
    """Yield what games of an arm show beside those of the usual players on the same deals."""
    facts = arm.scenario.facts
    for question in arm.questions:
        subject = question.subject
        match question.role:
            case Role.AGAINST_CHANCE:
                yield fault.PURE_LUCK, "", share_beyond_even(games, arm.policy)
            case Role.CHALLENGER:
                yield fault.STRONGER_POLICY, subject, share_beyond_even(games, arm.policy)
            case Role.NEVER:
                gain = gain_of(arm, games, usual_games, usual)
                yield fault.USELESS_CHOICE, subject, gain
                yield fault.STALLING, f"never {subject}", stop_rate(games)
                if len(arm.scenario.game.kind_names) >= MANY:
                    yield (
                        fault.MANDATORY_CHOICE,
                        subject,
                        _remainder(gain, usual_games, facts, usual),
                    )
            case Role.ONLY:
                gain = gain_of(arm, games, usual_games, usual)
                yield fault.DOMINANT_STRATEGY, subject, gain
                yield fault.STALLING, f"only {subject}", stop_rate(games)
            case Role.CARD:
                yield fault.DEAD_CARD, subject, is_changed(games, usual_games)
                if games.seats is not None:
                    loss = -share_beyond_even(games, arm.policy)
                    yield fault.STRONG_CARD, subject, loss
                    yield fault.WEAK_CARD, subject, -loss
            case Role.RULE:
                yield fault.DEAD_PARAMETER, subject, is_changed(games, usual_games)
            case Role.ALONE:
                yield fault.SOLO, "", -gain_of(arm, games, usual_games, usual)
            case Role.AGAIN:
                is_lost = success(games, facts, usual) + success(usual_games, facts, usual) == 0
                yield fault.UNWINNABLE, "", is_lost.astype(np.float64)


def gain_of(arm: Arm, games: Games, usual_games: Games, usual: Usual) -> Array:
    """Return what a restricted player wins beyond an even share, or a table beyond the usual."""
    if games.seats is not None:
        return share_beyond_even(games, arm.policy)
    facts = arm.scenario.facts
    return success(games, facts, usual) - success(usual_games, facts, usual)


def _remainder(gain: Array, usual_games: Games, facts: Facts, usual: Usual) -> Array:
    """Return what is left of the wins of a player, or of a table, as a part of the usual."""
    even = 1 / usual_games.players
    if usual_games.seats is None:
        # not 0, by which gains are divided, if the usual players never win
        even = max(float(success(usual_games, facts, usual).mean()), 1e-9)
    return (gain + even) / even


class Plan(NamedTuple):
    """An arm that is not made yet: the other policies of its seats, or its other rules."""

    questions: Sequence[Question]
    lineup: tuple[str, ...] = ()
    change: Mapping[str, object] = {}
    usual: Scenario | None = None
    """The usual players whose rules are changed."""


@dataclass(frozen=True)
class Table:
    """The usual players of a game at a table, of whom arms are made."""

    options: ExperimentTable
    game: Game
    policy: str
    usual: Scenario
    noise: float = 0.0
    """Share of choices by chance of all players whose games would be alike without it."""

    @property
    def players(self) -> int:
        """Number of players."""
        return self.usual.players

    def arms(self, *, all_numbers: bool) -> tuple[list[Arm], dict[str, str]]:
        """Return all arms, the most important first, and what cannot be examined, and why."""
        arms = [Arm([Question(Role.USUAL)], self.usual)]
        left_out: dict[str, str] = {}
        for plan in self._plans(all_numbers=all_numbers):
            try:
                arms.append(Arm(plan.questions, self._scenario(plan)))
            except InputError as error:
                left_out[str(plan.questions[0])] = str(error)
        return arms, left_out

    def arms_of(self, questions: Collection[Question], policy: Policy) -> Iterator[Arm]:
        """Yield arms that ask the same of another usual policy, where it can be asked."""
        usual = replace(self.usual, lineup=(policy,) * self.players)
        table = replace(self, policy=str(policy), usual=usual)
        roles = {question.role for question in questions}
        plans = chain(
            table._restrictions() if roles & {Role.NEVER, Role.ONLY} else (),
            table._cards() if Role.CARD in roles else (),
        )
        for plan in plans:
            asked = [question for question in plan.questions if question in questions]
            with suppress(InputError):
                if asked:
                    yield Arm(asked, table._scenario(plan))

    @without_learnt_players()
    def _scenario(self, plan: Plan) -> Scenario:
        """Return the scenario of an arm.

        Raises:
            InputError: such players or rules are not possible.
        """
        if plan.usual is None:
            name = f"doctor-{self.game.name}"
            return matchups_of(self.options, name, [plan.lineup]).experiment.scenarios[0]
        patch = stack([plan.usual.patch, dict(plan.change)])
        rules = rules_under(patch, self.game, plan.usual.data)
        return replace(plan.usual, rules=rules, patch=patch)

    def _plans(self, *, all_numbers: bool) -> Iterator[Plan]:
        if self.game.cooperative:
            yield from self._cooperative()
        elif self.players > 1 and not self.game.is_for_points:
            yield from self._rivals()
        if self.game.cooperative or not self.game.is_for_points:
            yield from self._restrictions()
            yield from self._cards()
        yield from self._rules(self.usual)
        low, high = self.game.players
        fewest = low if self.game.cooperative else max(low, 2)
        other_numbers = [n for n in range(fewest, high + 1) if n != self.players]
        role = Role.USUAL if all_numbers else Role.REFERENCE
        plans = {
            players: Plan([Question(role)], (self._noisy(policy),) * players)
            for players in other_numbers
            if (policy := self.game.default_policy(players))
            and (all_numbers or players in (low, high))
        }
        yield from plans.values()
        for players in (low, high):
            if players in plans:
                yield from self._rules(self._scenario(plans[players]))

    def _rivals(self) -> Iterator[Plan]:
        """Yield the usual player against play by chance, and all other policies against it."""
        names = self._other_policies()
        n_rivals = self.players - 1
        if BY_CHANCE in names:
            yield Plan([Question(Role.AGAINST_CHANCE)], (self.policy, *(BY_CHANCE,) * n_rivals))
        for name in names:
            lineup = (self._noisy(name), *(self.policy,) * n_rivals)
            yield Plan([Question(Role.CHALLENGER, name)], lineup)

    def _noisy(self, policy: str) -> str:
        """Return a policy with the noise that all players have."""
        has_own = f"{NOISE}=" in policy or policy == BY_CHANCE
        return (
            policy if has_own or not self.noise else with_option(policy, NOISE, f"{self.noise:g}")
        )

    def _other_policies(self) -> list[str]:
        usual_name = self.policy.partition(":")[0]
        return [name for name in able_policies(self.game, self.players) if name != usual_name]

    def _cooperative(self) -> Iterator[Plan]:
        """Yield players who try each deal again, and one player among others who play by chance."""
        names = self._other_policies()
        if not self.usual.facts.bands.tiers:
            noisy_policies = [with_option(self.policy, NOISE, f"{noise:g}") for noise in NOISES]
            for policy in (*noisy_policies, *names):
                yield Plan([Question(Role.AGAIN, policy)], (policy,) * self.players)
        if self.players > 1 and BY_CHANCE in names:
            others = (BY_CHANCE,) * (self.players - 1)
            yield Plan([Question(Role.ALONE)], (self.policy, *others))

    def _restrictions(self) -> Iterator[Plan]:
        """Yield players who never make a kind of choice, or no other one."""
        kinds = self.game.kind_names
        if len(kinds) < 2:
            return
        asked: dict[frozenset[str], list[Question]] = {}
        for kind in kinds:
            asked.setdefault(frozenset([kind]), []).append(Question(Role.NEVER, kind))
        for kind in kinds:
            other_kinds = frozenset(kinds) - {kind}
            asked.setdefault(other_kinds, []).append(Question(Role.ONLY, kind))
        for forbidden, questions in asked.items():
            never = [kind for kind in kinds if kind in forbidden]
            yield Plan(questions, self._with(never_text(self.policy, never)))

    def _with(self, policy: str) -> tuple[str, ...]:
        """Return the line-up with a policy in one seat, or in all of a cooperative game."""
        n_usual = 0 if self.game.cooperative else self.players - 1
        return (*(policy,) * (self.players - n_usual), *(self.policy,) * n_usual)

    def _cards(self) -> Iterator[Plan]:
        """Yield a player who never uses a card; in a cooperative game, play without the card."""
        facts = self.usual.facts
        if self.game.cooperative:
            for replacement in facts.replacements or replacements_of_rows(self.usual):
                question = Question(Role.CARD, str(replacement.card))
                yield Plan([question], change=replacement.patch, usual=self.usual)
            return
        words = {str(card.label): card.choice for card in facts.cards.kinds if card.choice}
        if self.game.is_plain:
            words = rows_on_offer(self.usual)
        for name, word in words.items():
            yield Plan([Question(Role.CARD, name)], self._with(never_text(self.policy, [word])))

    def _rules(self, usual: Scenario) -> Iterator[Plan]:
        """Yield usual players with each rule value at the ends of its range."""
        values = usual.rules.components.values
        for parameter in self.game.schema.parameters:
            if parameter.table:
                continue
            ends: Iterable[object] = parameter.choices or (parameter.low, parameter.high)
            if parameter.is_switch:
                ends = (False, True)
            for end in ends:
                if end != values[parameter.name]:
                    question, change = Question(Role.RULE, parameter.name), {parameter.name: end}
                    yield Plan([question], change=change, usual=usual)
