"""Decisions of a played game, each with the table as it was before the choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from simlab.engine.loop import table_size
from simlab.engine.record import Ints
from simlab.engine.rng import seed_noise
from simlab.errors import InputError
from simlab.execution.stepper import Case, Stepper
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.explain.plain_stepper import PlainStepper
from simlab.explain.replay import Event, replay
from simlab.game.definition import DECIDED
from simlab.game.policy import Policy
from simlab.plain.chance import Stream, noise_stream
from simlab.plain.seated_policy import Memory


@dataclass(frozen=True, eq=False)
class PlayedGame:
    """A played game with all its events, as `replay` yields them."""

    scenario: Scenario
    deal: int
    rotation: int
    events: list[Event]

    @cached_property
    def decisions(self) -> list[Event]:
        """All choices of all seats in order."""
        return [event for event in self.events if event["event"] == DECIDED.name]

    def sentences_before(self, decision: int) -> list[str]:
        """Return the sentences of all events before a decision."""
        end = self.events.index(self.decisions[decision])
        return [event["text"] for event in self.events[:end] if event.get("text")]

    @property
    def choices(self) -> list[int]:
        """All choices in order."""
        return [event["choice"] for event in self.decisions]

    def each_decision(self) -> Iterator[Decision]:
        """Yield each decision with its table."""
        table = table_of(self.scenario, self.deal, self.rotation)
        for choice in self.choices:
            seat, menu = table.next_seat(), table.offer()
            yield Decision(table.independent_copy(), self.rotation, seat, menu, choice)
            table.apply(choice)

    def decision_at(self, decision: int) -> Decision:
        """Return one decision with its table.

        Raises:
            InputError: the game has no such decision.
        """
        last = len(self.decisions) - 1
        if not 0 <= decision <= last:
            raise InputError(f"must be from 0 to {last} in this game, not {decision}", "decision")
        return next(candidate for candidate in self.each_decision() if candidate.number == decision)


@dataclass(frozen=True, eq=False)
class Decision:
    """A table at which a seat is about to decide."""

    table: Stepper | PlainStepper
    rotation: int
    seat: int
    menu: Ints
    played: int
    """The choice that was made."""

    @property
    def number(self) -> int:
        """Index of the decision in its game, from 0."""
        return len(self.table.choices)

    @property
    def policy(self) -> Policy:
        """Policy that decided."""
        return self.table.case.lineup[self.seat]

    def choice_of(self, policy: Policy) -> int:
        """Return what a policy chooses here, with empty memory; Ctrl-C works meanwhile.

        Raises:
            ContractError: the policy fails.
        """
        if isinstance(self.table, PlainStepper):
            arguments = policy, self.seat, self.noise(), Memory(policy)
            return in_background(partial(self.table.choice_of, *arguments))
        table = seat_everywhere(self.table, policy, self.beyond)
        return in_background(partial(table.ask, self.seat, self.menu))

    @property
    def beyond(self) -> int:
        """A rotation beyond those played, one for each decision, for chance of its own."""
        seats = table_size(self.table.game.players[1])
        return self.rotation + seats * (1 + self.number)

    def noise(self) -> Stream:
        """Return chance for the policy of the seat, of a plain game."""
        return noise_stream(self.table.case.seed, self.table.deal, self.beyond, self.seat)


def seat_everywhere(table: Stepper, policy: Policy, rotation: int) -> Stepper:
    """Return the same table with one policy in all seats and empty memories.

    Its noise stream is that of a rotation.
    """
    stepper = table.with_policy(policy)
    noise = stepper.scratch["noise"][0]
    seed_noise(noise, stepper.case.seed, stepper.deal, rotation, stepper.players)
    return stepper


def table_of(scenario: Scenario, deal: int, rotation: int) -> Stepper | PlainStepper:
    """Return the table of a game before the first decision."""
    case = case_of(scenario, rotation)
    table = PlainStepper(case, deal) if scenario.game.is_plain else Stepper(case, deal)
    table.set_up()
    return table


def case_of(scenario: Scenario, rotation: int) -> Case:
    """Return the policies at the seats, and the rules."""
    return Case(scenario.game, scenario.rules, policies_at_seats(scenario, rotation), scenario.seed)


def decision_after(
    scenario: Scenario, deal: int, rotation: int, before: Sequence[int], played: int
) -> Decision:
    """Return the decision that follows some choices, and the choice that was made there."""
    table = table_of(scenario, deal, rotation)
    for choice in before:
        table.next_seat()
        table.offer()
        table.apply(choice)
    return Decision(table, rotation, table.next_seat(), table.offer(), played)


def policies_at_seats(scenario: Scenario, rotation: int) -> tuple[Policy, ...]:
    """Return the policy at each seat."""
    return scenario.lineup[rotation:] + scenario.lineup[:rotation]


def replay_game(scenario: Scenario, deal: int, rotation: int) -> PlayedGame:
    """Play a game again.

    Raises:
        InputError: there is no such game or rotation.
        ContractError: a policy broke its contract or does not return.
    """
    return PlayedGame(scenario, deal, rotation, list(replay(scenario, deal, rotation)))
