"""try_out(): a table with parts and no game, for tests and to try parts at a prompt of Python."""

from __future__ import annotations

from typing import Any

from simlab.game.components import Schema
from simlab.plain.chance import Chance
from simlab.plain.definition import fields_of
from simlab.plain.game import PlainGame
from simlab.plain.ledger import Event, Ledger
from simlab.plain.part import Part
from simlab.plain.rules import RulesInForce


def try_out(
    players: int = 2, *, seed: int = 1914, events: list[Event] | None = None, **parts: Part
) -> Any:
    """Return a game of nothing but these parts, by name; its events are added to `events`.

    A part that uses another one comes after it: `try_out(deck=deck, hands=Hands(deck))`.
    """
    rules_class: type[PlainGame] = type("Trial", (PlainGame,), dict(parts))
    ledger = Ledger(fields_of(rules_class), players, events)
    in_force = RulesInForce(Schema((), ()), {}, {})
    return rules_class(in_force, Chance(rules_class.sources, seed, 0), ledger)
