"""Random damage of the files of a folder."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from simlab.errors import SimlabError

Result = TypeVar("Result")

NUMBER = re.compile(rb"\d+")


def flip(rng: random.Random, file: Path, rest: Sequence[Path]) -> None:
    raw = bytearray(file.read_bytes())
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    file.write_bytes(raw)


def cut(rng: random.Random, file: Path, rest: Sequence[Path]) -> None:
    raw = file.read_bytes()
    file.write_bytes(raw[: rng.randrange(len(raw))])


def zero(rng: random.Random, file: Path, rest: Sequence[Path]) -> None:
    raw = bytearray(file.read_bytes())
    first = rng.randrange(len(raw))
    length = len(raw[first : first + rng.randrange(1, 512)])
    raw[first : first + length] = bytes(length)
    file.write_bytes(raw)


def append(rng: random.Random, file: Path, rest: Sequence[Path]) -> None:
    with file.open("ab") as stream:
        stream.write(rng.choice([b"\n", b"0", b"}", rng.randbytes(20)]))


def edit_number(rng: random.Random, file: Path, rest: Sequence[Path]) -> None:
    """Replace a number of a text, or a few bytes of anything else."""
    raw = file.read_bytes()
    numbers = list(NUMBER.finditer(raw))
    if not numbers:
        return append(rng, file, rest)
    number = rng.choice(numbers)
    new = rng.choice([b"0", b"-1", b"7", b"nan", b"1e9", b"null", b"1%s" % number[0]])
    file.write_bytes(raw[: number.start()] + new + raw[number.end() :])
    return None


def swap(rng: random.Random, file: Path, rest: Sequence[Path]) -> None:
    other = rng.choice(rest)
    raw = file.read_bytes()
    file.write_bytes(other.read_bytes())
    other.write_bytes(raw)


def replace(rng: random.Random, file: Path, rest: Sequence[Path]) -> None:
    other = rng.choice(rest)
    if other != file:
        shutil.copy(other, file)


def delete(rng: random.Random, file: Path, rest: Sequence[Path]) -> None:
    file.unlink()


DAMAGES = (flip, flip, flip, edit_number, edit_number, cut, zero, append, swap, replace, delete)


def damage(rng: random.Random, files: Sequence[Path]) -> str:
    """Damage one of some files, or two by a swap; return what was done."""
    mutation, file = rng.choice(DAMAGES), rng.choice(files)
    mutation(rng, file, files)
    return f"{mutation.__name__} {file.parent.name}/{file.name}"


def outcome(action: Callable[[], Result]) -> Result | SimlabError:
    """Return what an action returns, or the error that it raises in words."""
    try:
        return action()
    except SimlabError as error:
        return error
