"""Narration: what replays and pages show of a plain game beside its numbers, under some rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import numpy as np

from simlab.errors import ComponentError, ContractError, Misuse, Problem
from simlab.game.components import Components, Schema
from simlab.game.components.data_folder import RULES_FILE
from simlab.game.components.key import join_key, key_parts
from simlab.game.components.table import NOTE, PATCH, PROVENANCE
from simlab.game.definition import Rules
from simlab.game.facts import Facts
from simlab.game.map import Map
from simlab.plain.failure import sentence_of
from simlab.plain.game import PlainGame, describe_choice
from simlab.plain.ledger import REVEALED, Event
from simlab.plain.rules import RulesInForce, components_in, encode_rules
from simlab.plain.words import Label, Narrator, value_of

KEPT_FACTS = 64
"""Rules whose facts are kept: each sentence of a replay asks for them."""


class Narration:
    """Sentences, legend and facts of a plain game, as a Game has them; checks across its tables.

    `known` are the facts that follow from the class. `reveals` are the events that tell a choice.
    """

    def __init__(
        self, rules_class: type[PlainGame], schema: Schema, known: Facts, reveals: frozenset[str]
    ) -> None:
        self.rules_class, self.schema = rules_class, schema
        self.known, self.reveals = known, reveals
        self._facts_in = lru_cache(maxsize=KEPT_FACTS)(self._facts_of)
        self._last: tuple[Rules, RulesInForce] | None = None

    def facts(self, rules: Rules) -> Facts:
        """Return what reports know of the game."""
        if self.rules_class.facts is PlainGame.facts:
            return self.known
        return self._facts_in(encode_rules(rules.components).tobytes())

    def _facts_of(self, content: bytes) -> Facts:
        components = components_in(np.frombuffer(content, np.uint8))
        rules = RulesInForce(self.schema, components.values, components.tables)
        return self.rules_class.facts(self.known, rules)

    def in_force(self, rules: Rules) -> RulesInForce:
        """Return the rules as a plain game reads them, with words and names of seats."""
        last = self._last  # other threads may change it
        if last is not None and last[0] is rules:
            return last[1]
        components, seats = rules.components, self.facts(rules).seats.names
        in_force = RulesInForce(
            self.schema, components.values, components.tables, rules.words, seats
        )
        self._last = rules, in_force
        return in_force

    def tell(self, event: Mapping[str, Any], rules: Rules) -> str:
        """Return an event in its sentence; empty if it has none."""
        in_force = self.in_force(rules)
        values = {name: value_of(detail) for name, detail in event.items()}
        choice = event.get(REVEALED)
        if event["event"] in self.reveals and isinstance(choice, Label):
            values[REVEALED] = self._choice(choice, in_force)
        with author_errors(f"the sentence of {event['event']}"):
            return Narrator(self.rules_class, in_force).event(values)

    def _choice(self, choice: Label, rules: RulesInForce) -> str:
        """Return a choice in words: in English those that the game had for it when it was made."""
        if not rules.words.translations:
            return str(choice)
        # the table of that time is gone, so the words are made without one
        return describe_choice(self.rules_class, choice.value, rules)

    def fold(self, events: Sequence[Mapping[str, Any]]) -> Iterable[Event]:
        """Yield the events of a game folded for readers."""
        with author_errors("fold_events()"):
            return [*self.rules_class.fold_events(self._with_sentence(events))]

    def standing(self, events: Sequence[Mapping[str, Any]], players: int, rules: Rules) -> str:
        """Return the state of the game after some events, in a line."""
        in_force = self.in_force(rules)
        with author_errors("standing()"):
            return str(self.rules_class.standing(self._with_sentence(events), players, in_force))

    def _with_sentence(self, events: Sequence[Mapping[str, Any]]) -> list[Event]:
        """Return the events that have a sentence, with their values."""
        sentences = self.rules_class.events
        worded = (event for event in events if sentences.get(event["event"]) != "")
        return [{name: value_of(detail) for name, detail in event.items()} for event in worded]

    def legend(self, rules: Rules) -> dict[str, Any]:
        """Return the rows of the component tables, to which events refer by their keys."""
        columns = {
            table.name: [
                table.key,
                *(column.name for column in table.columns if is_of_rules(column.name)),
            ]
            for table in self.schema.tables
        }
        return {
            name: [{column: row[column] for column in columns[name]} for row in rows]
            for name, rows in rules.components.tables.items()
        }

    def map(self, rules: Rules) -> Map:
        """Return the board for a picture."""
        with author_errors("board_map()"):
            board = self.rules_class.board_map(self.in_force(rules))
            if board is None:
                raise Misuse("returns None; a game without a map has no such method")
        return board

    def check(self, components: Components) -> None:
        """Refuse components that the game cannot play; note what it remarks on them.

        Raises:
            ComponentError: all that the game finds.
        """
        rules = RulesInForce(self.schema, components.values, components.tables)
        with author_errors("problems()"):
            problems = [
                _problem(*finding, components) for finding in self.rules_class.problems(rules)
            ]
        if problems:
            raise ComponentError(problems)
        with author_errors("remarks()"):
            remarks = [
                _problem(*finding, components) for finding in self.rules_class.remarks(rules)
            ]
        components.remarks += map(str, remarks)


@contextmanager
def author_errors(author_code: str) -> Iterator[None]:
    """Report an error of an author's code with its file and line.

    Raises:
        ContractError: there is one.
    """
    try:
        yield
    except Exception as error:  # an author's code may raise anything
        raise ContractError(f"{author_code}: {sentence_of(error)}") from error


def is_of_rules(column: str) -> bool:
    """Return whether a column has what is played, not where it comes from."""
    return column != NOTE.name and not column.endswith(PROVENANCE.name)


def _problem(key: str, sentence: str, components: Components) -> Problem:
    """Return a problem with its place: the patch that made the value, or its file."""
    if key in components.patched:
        return Problem(sentence, (PATCH, key))
    return Problem(sentence, tuple(_place(key_parts(key), components)))


def _place(parts: Sequence[str], components: Components) -> Iterator[str]:
    """Yield file and place in it."""
    name, *cell = parts
    if name in components.sources:
        yield components.sources[name]
    else:
        yield RULES_FILE
        yield name
    if cell:
        yield join_key(*cell)
