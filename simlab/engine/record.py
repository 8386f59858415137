"""Records: structured rows of numbers whose fields say what they mean.

One with the same fields in every game is a class, `Record`; the others are made by `record()`.
"""

from __future__ import annotations

import math
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype

from simlab.engine.kernel import config, kernel

Row = Any
"""A record of any type: a numpy.record from plain Python, a pointer to it inside a kernel."""
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[Any]
"""Integers of whatever width keeps a record small."""

NOT_APPLICABLE = int(np.iinfo(np.int32).min)
"""What a field of a row holds when it does not apply; null in tables."""
BY_SEAT = "an item of each seat"
"""Meaning of a list with an item of each seat, which has room for more."""
WORD = 8
"""Bytes; every record is a whole number of words long."""
HIDDEN = frozenset(dir(np.recarray)) | frozenset(dir(np.record))


@dataclass(frozen=True)
class Field:
    """One field of a record: its type, its shape, a sentence and a unit."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    meaning: str
    unit: str
    """What is counted, or `seat` where the number is that of a seat."""
    each: tuple[str, ...] = ()
    """Column names of the entries of an array, where rows of the record become tables."""


class Record:
    """A record that a class declares, so that a misspelt field is a type error.

        class Hand(Record):
            cards = byte("cards of each kind", "cards", MOST_KINDS)
            n_cards = whole("how many", "cards")

    Kernels are annotated with the class, but nobody makes objects of it: what is made and read are
    rows of `Hand.dtype`. Fields of a base class come first. To a type checker, a field is what its
    rows hold. Fields that are declared elsewhere, as rule values are in a schema, are passed as
    `fields` and annotated in the class: `class Rules(Record, fields=value_fields(SCHEMA))`.
    """

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls, fields: Mapping[str, Any] | None = None) -> None:
        """Lay the record out.

        Raises:
            ValueError: a field is named like an attribute of numpy's rows, or the annotations are
                not those of the fields that are declared elsewhere.
        """
        elsewhere = {name for name in cls.__annotations__ if name not in vars(cls)}
        if elsewhere != set(fields or {}):
            differing = ", ".join(sorted(elsewhere ^ set(fields or {})))
            raise ValueError(
                f"{cls.__name__}: only annotated, or only declared elsewhere: {differing}"
            )
        base = cls.__mro__[1]
        inherited = fields_of(base.dtype) if issubclass(base, Record) and base is not Record else {}
        declared = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        cls.dtype = record(**inherited, **(fields or {}), **declared)


R = TypeVar("R")


class Rows(Protocol[R]):
    """An array of records within a record."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def __len__(self) -> int: ...

    def __getitem__(self, index: int | tuple[int, ...], /) -> R: ...

    def __setitem__(self, index: int | tuple[int, ...], row: R, /) -> None: ...

    def __iter__(self) -> Iterator[R]: ...


@typing.overload
def whole(meaning: str, unit: str = "") -> int: ...
@typing.overload
def whole(meaning: str, unit: str = "", shape: int | tuple[int, ...] = ()) -> Ints: ...
def whole(meaning: str, unit: str = "", shape: int | tuple[int, ...] = ()) -> Any:
    """A 64-bit signed integer, or an array of them."""
    return _field(np.int64, meaning, unit, shape)


@typing.overload
def small(meaning: str, unit: str = "") -> int: ...
@typing.overload
def small(
    meaning: str,
    unit: str = "",
    each: tuple[str, ...] = (),
    shape: int | tuple[int, ...] = (),
) -> Numbers: ...
def small(
    meaning: str,
    unit: str = "",
    each: tuple[str, ...] = (),
    shape: int | tuple[int, ...] = (),
) -> Any:
    """A 32-bit signed integer, for rows kept by the million, or an array of them.

    `each` names the entries of an array of one dimension.
    """
    return replace(_field(np.int32, meaning, unit, len(each) if each else shape), each=each)


@typing.overload
def byte(meaning: str, unit: str = "") -> int: ...
@typing.overload
def byte(meaning: str, unit: str = "", shape: int | tuple[int, ...] = ()) -> Numbers: ...
def byte(meaning: str, unit: str = "", shape: int | tuple[int, ...] = ()) -> Any:
    """An unsigned byte, to keep a record small; calculate with `number(row.field)` only."""
    return _field(np.uint8, meaning, unit, shape)


@typing.overload
def short(meaning: str, unit: str = "") -> int: ...
@typing.overload
def short(meaning: str, unit: str = "", shape: int | tuple[int, ...] = ()) -> Numbers: ...
def short(meaning: str, unit: str = "", shape: int | tuple[int, ...] = ()) -> Any:
    """An unsigned 16-bit integer, for large tables; calculate with `number(row.field)` only."""
    return _field(np.uint16, meaning, unit, shape)


@typing.overload
def index(meaning: str, most: int) -> int: ...
@typing.overload
def index(meaning: str, most: int, shape: int | tuple[int, ...] = ()) -> Numbers: ...
def index(meaning: str, most: int, shape: int | tuple[int, ...] = ()) -> Any:
    """A number below `most`, in as few bytes as it needs, to keep a record small.

    Kernels may calculate with it as with any integer, since it is signed. In plain Python, where
    small integers of numpy overflow, it has 64 bits.
    """
    smallest = np.int64 if config.DISABLE_JIT else np.min_scalar_type(-most)
    return _field(smallest, meaning, "", shape)


@typing.overload
def word(meaning: str) -> int: ...
@typing.overload
def word(meaning: str, shape: int | tuple[int, ...] = ()) -> Words: ...
def word(meaning: str, shape: int | tuple[int, ...] = ()) -> Any:
    """An unsigned 64-bit word, for random streams."""
    return _field(np.uint64, meaning, "", shape)


@typing.overload
def real(meaning: str, unit: str = "") -> float: ...
@typing.overload
def real(meaning: str, unit: str = "", shape: int | tuple[int, ...] = ()) -> Floats: ...
def real(meaning: str, unit: str = "", shape: int | tuple[int, ...] = ()) -> Any:
    """A double, for weights of policies and shares of a win; scores are integers."""
    return _field(np.float64, meaning, unit, shape)


@typing.overload
def nested(of: type[R], meaning: str) -> R: ...
@typing.overload
def nested(of: type[R], meaning: str, shape: int | tuple[int, ...]) -> Rows[R]: ...
@typing.overload
def nested(of: np.dtype[Any], meaning: str, shape: int | tuple[int, ...] = ()) -> Any: ...
def nested(of: Any, meaning: str, shape: int | tuple[int, ...] = ()) -> Any:
    """A record within the record, or an array of them: of a class or, where it is laid out for a
    number that is only known later, of a type.
    """
    return _field(getattr(of, "dtype", of), meaning, "", shape)


def _field(dtype: Any, meaning: str, unit: str, shape: int | tuple[int, ...]) -> Field:
    dims = (shape,) if isinstance(shape, int) else shape
    return Field(np.dtype(dtype), dims, meaning, unit)


def record(**fields: Any) -> np.dtype[Any]:
    """Return the record type with these fields; a name that numpy's rows use themselves is refused.

    Raises:
        ValueError: a field is named like an attribute of numpy's rows (`round`, `take`, `copy` …)
            and could not be read as `state.round`.
    """
    clashes = sorted(HIDDEN & fields.keys())
    if clashes:
        raise ValueError(
            f"a record cannot have fields named {', '.join(clashes)}: numpy hides them"
        )
    offsets = [0]
    for field in fields.values():
        start = _aligned(offsets[-1], field.dtype)
        offsets[-1] = start
        offsets.append(start + field.dtype.itemsize * math.prod(field.shape))
    layout = np.dtype(
        {
            "names": list(fields),
            "formats": [(field.dtype, field.shape) for field in fields.values()],
            "offsets": offsets[:-1],
            "itemsize": -(-offsets[-1] // WORD) * WORD,
        },
        align=True,
        metadata={"fields": fields},
    )
    return np.dtype((np.record, layout))


def _aligned(offset: int, dtype: np.dtype[Any]) -> int:
    """Return the next offset at which a field of this type may stand; records stand on a word.

    Laid out by hand because numpy forgets the alignment of a type wrapped in numpy.record.
    """
    step = WORD if dtype.names else dtype.itemsize
    return -(-offset // step) * step


def fields_of(dtype: np.dtype[Any]) -> dict[str, Field]:
    """Return the fields a record type was made of, in order."""
    metadata = dtype.metadata
    assert metadata is not None, "this record was not made by record()"
    fields: dict[str, Field] = metadata["fields"]
    return fields


def new(dtype: np.dtype[Any], count: int = 1) -> npt.NDArray[Any]:
    """Return `count` zeroed rows of a record type, readable by attribute."""
    return np.zeros(count, dtype)


def row_of(rows: npt.NDArray[Any]) -> Any:
    """Return the only row of an array, as the pointer that kernels take."""
    return for_kernels(rows)[0]


def exact_copy(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a copy that is equal byte by byte; NumPy's own copy may differ in padding."""
    copied = new(rows.dtype, len(rows))
    copied.view(np.uint8)[:] = rows.view(np.uint8)
    return copied


def are_equal(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> bool:
    """Tell whether rows are equal byte by byte, without a copy: those of rules have megabytes."""
    return np.array_equal(first.view(np.uint64), second.view(np.uint64))


def for_kernels(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the same rows as kernels take them.

    Python reads and writes their fields four times as fast as numpy's.
    """
    # a view() of another type takes ten times as long
    return np.ndarray(rows.shape, _with_properties(rows.dtype), rows)


@cache
def _with_properties(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type of the same rows, of a class that has a property for each field.

    numpy's own looks each name up among all attributes first, in Python. Arrays keep numpy's type,
    as nobody can pickle this one.
    """
    if dtype.subdtype is not None:
        of, shape = dtype.subdtype
        return np.dtype((_with_properties(of), shape))
    if dtype.names is None:
        return dtype
    assert dtype.fields is not None, "it has names"
    fields = {
        name: (_with_properties(type_and_offset[0]), type_and_offset[1])
        for name, type_and_offset in dtype.fields.items()
    }
    members: dict[str, Any] = {
        name: _property(*type_and_offset) for name, type_and_offset in fields.items()
    }
    for method in ("__getattribute__", "__setattr__"):
        members[method] = getattr(np.void, method)
    kinds, offsets = zip(*fields.values(), strict=True)
    layout: Any = {
        "names": [*fields],
        "formats": kinds,
        "offsets": offsets,
        "itemsize": dtype.itemsize,
    }
    own_class = type("Row", (np.record,), members)
    return np.dtype((own_class, np.dtype(layout, align=True, metadata=dict(dtype.metadata or {}))))


def _property(dtype: np.dtype[Any], offset: int) -> property:
    def read(row: Any) -> Any:
        return row.getfield(dtype, offset)

    def write(row: Any, value: Any) -> None:
        row.setfield(value, dtype, offset)

    return property(read, write)


@kernel
def number(small_integer: Any) -> int:
    """Return a byte or a short as a 64-bit integer, which adds up the same compiled or not."""
    integer: Any = np.int64(small_integer)
    return integer


def copy_row(source: Row, target: Row) -> None:
    """Make one record equal to another of its type, padding and all."""
    target.setfield(source, source.dtype)


@overload(copy_row, strict=False)
def _compiled_copy_row(source: Any, target: Any) -> Any:
    return lambda source, target: _copy_bytes(source, target)  # type: ignore[call-arg]


@intrinsic
def _copy_bytes(typing_context: Any, source: Any, target: Any) -> Any:
    """Copy all bytes at once; Numba's assignment of a record takes LLVM ages on a large one."""
    assert source.size == target.size

    def generate(context: Any, builder: Any, signature: Any, rows: Any) -> Any:
        n_bytes = context.get_constant(types.intp, source.size)
        cgutils.raw_memcpy(builder, rows[1], rows[0], n_bytes, 1)
        return context.get_dummy_value()

    return types.void(source, target), generate


def copy_fields(source: Row, target: Row) -> None:
    """Copy all fields of a record to those of the same names and types in another."""
    for name in source.dtype.names:
        target[name] = source[name]


@overload(copy_fields, strict=False)
def _compiled_copy_fields(source: Any, target: Any) -> Any:
    return lambda source, target: _copy_each(source, target)  # type: ignore[call-arg]


@intrinsic
def _copy_each(typing_context: Any, source: Any, target: Any) -> Any:
    sizes = {name: as_dtype(field.type).itemsize for name, field in source.fields.items()}
    assert all(field.type == target.fields[name].type for name, field in source.fields.items())

    def generate(context: Any, builder: Any, signature: Any, rows: Any) -> Any:
        for name, size in sizes.items():
            parts = [
                cgutils.get_record_member(builder, row, kind.offset(name), ir.IntType(8))
                for row, kind in zip(rows, (source, target), strict=True)
            ]
            n_bytes = context.get_constant(types.intp, size)
            cgutils.raw_memcpy(builder, parts[1], parts[0], n_bytes, 1)
        return context.get_dummy_value()

    return types.void(source, target), generate


@kernel
def copy_items(source: Any, target: Any) -> None:
    """Copy all items of an array to the first places of another, both with one index.

    Assigning one array to a slice of another adds seconds to the compilation of a game, for the
    message about arrays that do not fit.
    """
    for index in range(source.shape[0]):
        target[index] = source[index]


def clear(rows: Any) -> None:
    """Set a record, nested ones and all, or an array of records to zero."""
    if isinstance(rows, np.ndarray):
        rows[...] = np.zeros((), rows.dtype)
    else:
        rows.setfield(np.zeros((), rows.dtype), rows.dtype)


@overload(clear, strict=False)
def _compiled_clear(rows: Any) -> Any:
    if isinstance(rows, types.Record):
        return lambda rows: _clear_bytes(rows)  # type: ignore[call-arg]
    return lambda rows: _clear_items(rows)  # type: ignore[call-arg]


@intrinsic
def _clear_bytes(typing_context: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, rows: Any) -> Any:
        cgutils.memset(builder, rows[0], context.get_constant(types.intp, row.size), 0)
        return context.get_dummy_value()

    return types.void(row), generate


@intrinsic
def _clear_items(typing_context: Any, rows: Any) -> Any:
    """Clear an array whose items lie one after the other, as in a record."""
    assert rows.layout == "C"

    def generate(context: Any, builder: Any, signature: Any, arrays: Any) -> Any:
        array = context.make_array(rows)(context, builder, arrays[0])
        n_bytes = builder.mul(array.nitems, array.itemsize)
        cgutils.memset(builder, array.data, n_bytes, 0)
        return context.get_dummy_value()

    return types.void(rows), generate


def as_record(words: Any, dtype: np.dtype[Any] | None) -> Any:
    """Return the record of a type that begins at the first of some words, or the words if None.

    It is a view: what is written to the record is written to the words.
    """
    if dtype is None:
        return words
    return row_of(words[: dtype.itemsize // WORD].view(dtype))


@overload(as_record, strict=False)
def _compiled_as_record(words: Any, dtype: Any) -> Any:
    if isinstance(dtype, types.NoneType):
        return lambda words, dtype: words
    return lambda words, dtype: _record_at(words, dtype)  # type: ignore[call-arg]


@intrinsic
def _record_at(typing_context: Any, words: Any, dtype: Any) -> Any:
    """Take the address of an array for that of a record, without counting references."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array = context.make_array(words)(context, builder, values[0])
        return builder.bitcast(array.data, context.get_value_type(dtype.dtype))

    return dtype.dtype(words, dtype), generate


def record_on_stack(dtype: np.dtype[Any]) -> Any:
    """Return a function without arguments that returns a record of a type, its first number 0.

    What else it holds is not known. In a kernel it stands on the stack, so that nothing is
    allocated: it lasts as long as the kernel, which must not return it, and is one for each place
    in the code that asks for it.
    """
    if config.DISABLE_JIT:
        return lambda: row_of(new(dtype))
    record_type = numba.from_dtype(dtype)

    @intrinsic
    def on_stack(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            word = ir.IntType(8 * WORD)
            with builder.goto_entry_block():
                room = builder.alloca(ir.ArrayType(word, dtype.itemsize // WORD))
            builder.store(word(0), builder.bitcast(room, word.as_pointer()))
            return builder.bitcast(room, context.get_value_type(record_type))

        return record_type(), generate

    return on_stack


def is_same_row(a: Row, b: Row) -> bool:
    """Say whether two records of one type are equal to the byte."""
    are_equal: bool = a.tobytes() == b.tobytes()
    return are_equal


@overload(is_same_row, strict=False)
def _compiled_is_same_row(a: Any, b: Any) -> Any:
    return lambda a, b: _are_same_bytes(a, b)  # type: ignore[call-arg]


@intrinsic
def _are_same_bytes(typing_context: Any, a: Any, b: Any) -> Any:
    """Compare word by word, to the end in any case, which LLVM does several words at a time."""
    assert a.size == b.size and a.size % WORD == 0

    def generate(context: Any, builder: Any, signature: Any, rows: Any) -> Any:
        word = ir.IntType(8 * WORD)
        first_row, second_row = (builder.bitcast(row, word.as_pointer()) for row in rows)
        differing = cgutils.alloca_once_value(builder, word(0))
        n_words = context.get_constant(types.intp, a.size // WORD)
        with cgutils.for_range(builder, n_words) as loop:
            pair = (builder.load(builder.gep(row, [loop.index])) for row in (first_row, second_row))
            builder.store(builder.or_(builder.load(differing), builder.xor(*pair)), differing)
        return builder.icmp_unsigned("==", builder.load(differing), word(0))

    return types.boolean(a, b), generate
