"""Members of an IntEnum are integers in kernels, as they are in Python."""

from __future__ import annotations

from enum import EnumMeta, IntEnum
from typing import Any

from numba.core import types
from numba.extending import models, overload_attribute, register_model, typeof_impl


class IntegerEnum(types.IntEnumClass):
    """An IntEnum whose members have the type of integers.

    Numba gives each enumeration a type of its own: it compiles a function again for every one that
    it is called with, and refuses a variable that holds now a member and now a number.
    """

    @property
    def member_type(self) -> Any:
        """The type of the members."""
        return types.int64


def treat_members_as_integers() -> None:
    """Teach Numba that members of an IntEnum are integers; `.value` makes no difference then."""
    register_model(IntegerEnum)(models.OpaqueModel)
    typeof_class: Any = typeof_impl.dispatch(EnumMeta)

    @typeof_impl.register(EnumMeta)
    def _typeof_class(enumeration: Any, context: Any) -> Any:
        if issubclass(enumeration, IntEnum):
            return IntegerEnum(enumeration, types.int64)
        return typeof_class(enumeration, context)

    overload_attribute(types.Integer, "value")(lambda member: lambda member: member)
