"""Steppers that compare positions: what lies on the table before and after a turn.

A game in plain Python shows its attributes and those of its parts; a translated one the same fields
of its state; a compiled game its scene, which is what a viewer shows, else its state.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, NamedTuple, Protocol

import numpy as np

from simlab.compiler.encoding import OWN_FIELDS
from simlab.engine.build import new_scratch
from simlab.engine.items import as_data
from simlab.engine.journal import new_journal
from simlab.engine.lead import lead_record
from simlab.engine.loop import MOST_SEATS, OVER, Progress
from simlab.engine.record import new, row_of
from simlab.engine.rng import seed_table
from simlab.errors import ContractError
from simlab.experiment.resolve import Scenario
from simlab.game.scene import Scene
from simlab.plain.chance import Chance, progress_of
from simlab.plain.engine import Deal, Session, is_of_user
from simlab.plain.failure import sentence_of
from simlab.plain.game import PlainGame, copy_game, deal_again, parts_of
from simlab.plain.ledger import Ledger
from simlab.plain.part import Part
from simlab.plain.results import results_of, scores_of, whole
from simlab.plain.rules import Named, RulesInForce

Points = tuple[int, ...]
TURN_WORDS = frozenset({"round", "rounds", "turn", "turns"})
"""Words in the names of values by which a scene tells the time."""
REST_WORDS = frozenset({"action", "actions"})
"""Words in the names of values that say what is left of a turn, such as `action points left`."""
SINGLE = (bool, int, float, str, Enum, Named)
"""Types of values that are compared as they are."""
SURROUNDINGS = (Chance, Ledger, RulesInForce, PlainGame, Part)
"""What a game and its parts know and what is no part of the position, or is looked at apart."""


class Position(NamedTuple):
    """What lies on the table: single values by name, which may tell the time, and the rest."""

    values: Mapping[str, Hashable]
    rest: Hashable

    def without(self, clock: frozenset[str]) -> Hashable:
        """Return what lies on the table without the values that tell the time."""
        return frozenset(item for item in self.values.items() if item[0] not in clock), self.rest

    def time(self, clock: frozenset[str]) -> Hashable:
        """Return the values that tell the time."""
        return frozenset(item for item in self.values.items() if item[0] in clock)


class TurnStepper(Protocol):
    """A game that is played decision by decision and shows its position."""

    players: int

    def seat(self) -> int | None:
        """Return the seat that decides; None at the end."""

    def menu(self) -> list[Any]:
        """Return the choices of the seat that decides."""

    def kind(self, choice: Any) -> str:
        """Return the kind of a choice."""

    def options(self, choice: Any) -> Sequence[str]:
        """Return the names under which a choice counts as an option."""

    def apply(self, choice: Any) -> None:
        """Carry out a choice."""

    def trial(self, choice: Any) -> TurnStepper:
        """Return a copy in which a choice was carried out, which holds until the next trial."""

    def redealt(self, seat: int, seed: int) -> TurnStepper:
        """Return a copy in which what a seat cannot see was dealt again."""

    def position(self) -> Position:
        """Return what lies on the table."""

    def chance(self) -> Hashable:
        """Return how far the sources of chance were read."""

    def points(self) -> Points:
        """Return the points of each seat, or the one number that all share; none without points."""

    def is_won_by(self, seat: int) -> bool:
        """Return whether the game is over, and this seat has won alone."""


class CompiledTurnStepper:
    """A compiled game; a choice is its number."""

    def __init__(self, scenario: Scenario, deal: int) -> None:
        self.game, self.scenario, self.players = scenario.game, scenario, scenario.players
        self.states = new(self.game.state_row)
        self.streams = new_scratch(self.game, scenario.lineup)["streams"][0]
        self.state, self.rules = row_of(self.states), row_of(scenario.rules.row)
        self.journal = row_of(new_journal(listening=False))
        self.numbers = np.zeros(self.game.longest_menu, np.int64)
        self.lead = row_of(new(lead_record(MOST_SEATS)))
        self.spare: CompiledTurnStepper | None = None
        self.known_options: dict[int, tuple[str, ...]] = {}
        seed_table(self.streams, scenario.seed, deal)
        self.game.setup(self.rules, self.state, self.players, self.streams, self.journal)

    def seat(self) -> int | None:
        """Return the seat that decides; None at the end."""
        seat = int(self.game.next_seat(self.rules, self.state))
        return None if seat == OVER else seat

    def menu(self) -> list[int]:
        """Return the choices of the seat that decides."""
        n = int(self.game.legal(self.rules, self.state, self.numbers))
        choices: list[int] = self.numbers[:n].tolist()
        return choices

    def kind(self, choice: int) -> str:
        """Return the kind of a choice; its number in a game without kinds."""
        return self.game.kind_in_words(choice) or str(choice)

    def options(self, choice: int) -> tuple[str, ...]:
        """Return the kind of a choice and the card that it plays or gets, as far as known."""
        if choice not in self.known_options:
            named = {**self.game.kinds, **self.game.card_kinds}
            self.known_options[choice] = tuple(
                name for name, choices in named.items() if choice in choices
            )
        return self.known_options[choice]

    def apply(self, choice: int) -> None:
        """Carry out a choice."""
        self.game.apply(self.rules, self.state, choice, self.streams, self.journal)

    def trial(self, choice: int) -> CompiledTurnStepper:
        """Return a copy in which a choice was carried out, which holds until the next trial."""
        # made once, as a menu has many choices and a record of the state is large
        if self.spare is None:
            self.spare = copy.copy(self)
            self.spare.states, self.spare.streams = new(self.game.state_row), self.streams.copy()
            self.spare.state = row_of(self.spare.states)
        self.spare.states.view(np.uint8)[:] = self.states.view(np.uint8)
        self.spare.streams[:] = self.streams
        self.spare.apply(choice)
        return self.spare

    def redealt(self, seat: int, seed: int) -> CompiledTurnStepper:
        """Return a copy in which what a seat cannot see was dealt again."""
        stepper = copy.copy(self)
        stepper.states, stepper.spare = self.states.copy(), None
        stepper.state = row_of(stepper.states)
        streams = np.zeros_like(self.streams)
        seed_table(streams, seed, 0)
        self.game.hide(self.rules, stepper.state, seat, streams)
        return stepper

    def position(self) -> Position:
        """Return the scene of a game that has one, else the fields of its state."""
        if self.game.scene is not None:
            return _of_scene(self.game.scene(self.state, self.scenario.rules))
        fields = as_data(self.states[0])
        return _divided({name: fields[name] for name in fields if name not in OWN_FIELDS})

    def chance(self) -> bytes:
        """Return how far the sources of chance were read."""
        return bytes(self.streams.tobytes())

    def points(self) -> Points:
        """Return the points of each seat, or the one number that all share; none without points."""
        if self.game.cooperative:
            return (int(self._outcome(is_over=False)["score"]),)
        if self.game.points_so_far is None:
            return ()
        self.game.points_so_far(self.rules, self.state, self.lead)
        return tuple(self.lead.scores[: self.players].tolist())

    def is_won_by(self, seat: int) -> bool:
        """Return whether the game is over, and this seat has won alone."""
        return self.seat() is None and bool(self._outcome(True)["seats"][seat]["credit"] == 1)

    def _outcome(self, is_over: bool) -> Any:
        rows = new(self.game.outcome_row)
        self.game.outcome(self.rules, self.state, is_over, row_of(rows))
        return rows[0]


class PlainTurnStepper:
    """A game in plain Python; a choice is what the game offers."""

    def __init__(self, scenario: Scenario, deal: int) -> None:
        lineup, seed = scenario.lineup, scenario.seed
        rules, progress = scenario.rules.row, new(Progress.dtype)
        self.deal = Deal(Session(scenario.game, rules, lineup, seed, 0, progress, None), deal)
        self.deal.set_up()
        self.definition, self.players = scenario.game, scenario.players
        self.game, self.streams = self.deal.game, self.deal.chance

    def seat(self) -> int | None:
        """Return the seat that decides; None at the end."""
        seat = self.game.seat()
        return None if seat is None else int(seat)

    def menu(self) -> list[Hashable]:
        """Return the choices of the seat that decides."""
        return list(self.game.choices())

    def kind(self, choice: Hashable) -> str:
        """Return the kind of a choice."""
        return self.game.kind(choice)

    def options(self, choice: Hashable) -> list[str]:
        """Return the kind of a choice in a game that declares kinds."""
        return [self.game.kind(choice)] if self.definition.kind_names else []

    def apply(self, choice: Hashable) -> None:
        """Carry out a choice."""
        self.game.play(choice)

    def trial(self, choice: Hashable) -> PlainTurnStepper:
        """Return a copy in which a choice was carried out."""
        stepper = copy.copy(self)
        stepper.streams = copy.deepcopy(self.streams)
        stepper.game = copy_game(self.game, stepper.streams)
        stepper.apply(choice)
        return stepper

    def redealt(self, seat: int, seed: int) -> PlainTurnStepper:
        """Return a copy in which what a seat cannot see was dealt again."""
        stepper = copy.copy(self)
        stepper.game = deal_again(self.game, seat, seed, 0)
        stepper.streams = stepper.game.chance
        return stepper

    def position(self) -> Position:
        """Return the attributes of the game and of its parts."""
        holders = {"": self.game, **{f"{part.name}.": part for part in parts_of(self.game)}}
        return _divided(
            {
                f"{prefix}{name}": value
                for prefix, holder in holders.items()
                for name, value in vars(holder).items()
                if not isinstance(value, SURROUNDINGS)
            }
        )

    def chance(self) -> Hashable:
        """Return how far the sources of chance were read."""
        return progress_of(self.streams)

    def points(self) -> Points:
        """Return the points of each seat, or the one number that all share; none without points."""
        if self.definition.cooperative:
            score = self.game.scores()
            return () if score is None else (whole(score, "scores() of a cooperative game"),)
        return tuple(scores_of(self.game, self.players) or ())

    def is_won_by(self, seat: int) -> bool:
        """Return whether the game is over, and this seat has won alone."""
        is_over = self.seat() is None
        return is_over and results_of(self.game, self.players, is_over).winner == seat


def _of_scene(scene: Scene) -> Position:
    """Return a scene as a position, whose single values are those that tell the time."""
    words_of_name = {value: set(value.name.split()) for value in scene.values}
    time = {value.name: value.value for value, words in words_of_name.items() if words & TURN_WORDS}
    lasting = (
        value for value, words in words_of_name.items() if not words & (TURN_WORDS | REST_WORDS)
    )
    return Position(time, (scene.seats, scene.pieces, scene.common, scene.decks, *lasting))


def _divided(fields: Mapping[str, Any]) -> Position:
    """Return fields as a position: single values apart from lists and the like."""
    single = {
        name: value for name, value in fields.items() if value is None or isinstance(value, SINGLE)
    }
    rest = {name: value for name, value in fields.items() if name not in single}
    return Position(single, frozen(rest))


def frozen(value: Any, within: frozenset[int] = frozenset()) -> Hashable:
    """Return a value that equals another one if both hold the same.

    `within` has the objects that hold it: one of these is a reference back.
    """
    match value:
        case None | Enum() | Named() | bool() | int() | float() | str() | frozenset():
            return value
        case list() | tuple():
            return tuple(frozen(item, within) for item in value)
        case Mapping():
            return frozenset((frozen(key), frozen(entry, within)) for key, entry in value.items())
        case set():
            return frozenset(frozen(item, within) for item in value)
        case _ if isinstance(value, SURROUNDINGS) or id(value) in within:
            return type(value).__name__
        case _ if hasattr(value, "__dict__"):
            return type(value).__name__, frozen(vars(value), within | {id(value)})
        case _:
            return repr(value)


@contextmanager
def errors_of_author(deal: int) -> Iterator[None]:
    """Let an error in the code of a game in plain Python name its line.

    Raises:
        ContractError: there was one.
    """
    try:
        yield
    except BaseException as error:  # an author's code may raise anything
        if is_of_user(error):
            raise
        raise ContractError(f"{sentence_of(error)} (game {deal})") from error
