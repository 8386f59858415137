"""Plain games: rules and policies in ordinary Python, played like compiled games but slower."""

from simlab.components import Column, Parameter, Table
from simlab.plain.definition import define, new_game
from simlab.plain.game import PlainGame
from simlab.plain.rules import TableRow
from simlab.policy import Trait, policy

__all__ = [
    "Column",
    "Parameter",
    "PlainGame",
    "Table",
    "TableRow",
    "Trait",
    "define",
    "new_game",
    "policy",
]
