"""Components of a game: rule values and tables, read from a data folder and patched."""

from simlab.game.components.data_folder import (
    HEADINGS,
    NO_SUCH_RULE,
    Components,
    Parameter,
    Schema,
    Value,
    files_to_choose,
    flatten,
    read,
)
from simlab.game.components.rule_record import fill_values, value_fields
from simlab.game.components.table import TOTAL, VALUES, Column, Row, Table, provenance_of

__all__ = [
    "HEADINGS",
    "NO_SUCH_RULE",
    "TOTAL",
    "VALUES",
    "Column",
    "Components",
    "Parameter",
    "Row",
    "Schema",
    "Table",
    "Value",
    "files_to_choose",
    "fill_values",
    "flatten",
    "provenance_of",
    "read",
    "value_fields",
]
