"""Rule values in the record that kernels read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from simlab.engine.record import Row, whole
from simlab.game.components.data_folder import Components, Schema


def value_fields(schema: Schema, without: Collection[str] = ()) -> dict[str, Any]:
    """Return a field for each rule value that is a number or a switch, 1 when it is on."""
    return {
        parameter.name: whole(parameter.meaning, parameter.unit)
        for parameter in schema.parameters
        if not (parameter.choices or parameter.table or parameter.name in without)
    }


def fill_values(components: Components, rules: Row) -> None:
    """Fill in the rule values that have a field of the same name, which is no array."""
    for name, value in components.values.items():
        if name in rules.dtype.names and not rules.dtype[name].shape:
            setattr(rules, name, value)
