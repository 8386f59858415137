"""Plain games: rules and policies in ordinary Python, played like compiled games but slower."""

from simlab.game.components import TOTAL, VALUES, Column, Parameter, Table, provenance_of
from simlab.game.facts import Handicap
from simlab.game.policy import Trait, policy
from simlab.plain.definition import define, new_game
from simlab.plain.game import PlainGame
from simlab.plain.lookup import lookup_table
from simlab.plain.policies import random_by_kind
from simlab.plain.rules import TableRow

__all__ = [
    "TOTAL",
    "VALUES",
    "Column",
    "Handicap",
    "Parameter",
    "PlainGame",
    "Table",
    "TableRow",
    "Trait",
    "define",
    "lookup_table",
    "new_game",
    "policy",
    "provenance_of",
    "random_by_kind",
]
