"""Copies of lists that kernels need not make, found in the lines of a kernel.

A list that a function makes and returns is made in the list of its caller. Where the caller does
nothing with that list but add its items to another one, they are added there at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

RETURNED = "returned"
"""The argument of a kernel for the list that its function returns."""
ASSIGNED = re.compile(r" *(?:for )?([\w, ]+?) (?:\S?\S?= |in )")
MADE = re.compile(r"( *)(\w+) = new_\w+\(\)")
NEW_LIST = re.compile(r"( *)(\w+) = new_list\(\)")
NAMED = re.compile(r" *(\w+) = (\w+)")
COPIED = (
    r"(?P<begin> *)(?P<place>\w+) = 0",
    r" *for (?P<item>\w+) in range\((?P<name>\w+)\.n\):",
    r" *(?P=place) = put\(state, returned, (?P=place), (?P=name)\.items\[(?P=item)\], \d+\)",
    r" *returned\.n = (?P=place)",
    r" *return",
)
"""The lines that copy a list into that of the caller."""
ADDED = (
    r"(?P<begin> *)(?P<name>\w+) = new_list\(\)",
    r" *(?P<kernel>\w+)\((?P<arguments>.*), (?P=name)\)",
    r" *for (?P<item>\w+) in range\((?P=name)\.n\):",
    r" *append\(state, (?P<whole>\w+), (?P=name)\.items\[(?P=item)\], \d+\)",
)
"""The lines that add what a kernel returns to a list."""


@dataclass(frozen=True)
class Lines:
    """The lines of a kernel without copies."""

    lines: list[str]
    only_adds: bool
    """Whether it does nothing with the list of its caller but add items."""


def without_copies(lines: list[str], adding: Collection[str], is_list: bool) -> Lines:
    """Return the lines of a kernel without the copies that it need not make.

    `adding` names the kernels that have no list as an argument but that of their caller, to which
    they add items. `is_list` says that this kernel returns a list of whole numbers.
    """
    own = _added_at_once(_made_for_caller(lines) if is_list else lines, adding)
    as_added = _as_additions(own, adding) if is_list else None
    return Lines(own, False) if as_added is None else Lines(as_added, True)


def mentions(line: str, name: str) -> bool:
    """Return whether a line has a name."""
    return re.search(rf"(?<![\w.]){name}\b", line) is not None


def _times_assigned(lines: list[str]) -> Counter[str]:
    found = (ASSIGNED.match(line) for line in lines)
    return Counter(name for own in found if own for name in own[1].split(", "))


def with_one_name(lines: list[str]) -> list[str]:
    """Return lines in which a list has the name with which it is made, and no other one.

    What is made in one place of the code is always the same list.
    """
    times = _times_assigned(lines)
    made = {own[2] for line in lines if (own := MADE.fullmatch(line)) and times[own[2]] == 1}
    for line in lines:
        own = NAMED.fullmatch(line)
        if own and own[2] in made and times[own[1]] == 1:
            others = [each for each in lines if each is not line]
            pattern = re.compile(rf"(?<![\w.]){own[1]}\b")
            return with_one_name([pattern.sub(own[2], each) for each in others])
    return lines


def _matches(lines: list[str], patterns: tuple[str, ...]) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the places where some lines stand one behind the other, each with what was found."""
    whole = re.compile("\n".join(patterns))
    for place in range(len(lines) - len(patterns) + 1):
        own = whole.fullmatch("\n".join(lines[place : place + len(patterns)]))
        if own:
            yield place, own


def _made_for_caller(lines: list[str]) -> list[str]:
    """Return lines in which lists are made in that of the caller, into which they were copied."""
    times = _times_assigned(lines)
    for place, own in _matches(lines, COPIED):
        name, begin = own["name"], own["begin"]
        made = f"{begin}{name} = new_list()"
        if times[name] != 1 or made not in lines[:place]:
            continue
        first = lines.index(made)
        between = lines[first + 1 : place]
        is_one_block = all(line.startswith(begin) for line in between)
        is_free = not any(mentions(line, RETURNED) for line in between)
        if is_one_block and is_free and not _ends_in_loop(lines[: first + 1]):
            named = f"{begin}{name} = {RETURNED}"
            rest = lines[place + len(COPIED) - 1 :]
            return _made_for_caller([*lines[:first], named, *between, *rest])
    return lines


def _ends_in_loop(lines: list[str]) -> bool:
    """Return whether a loop encloses the last line."""
    depth = _depth(lines[-1])
    for line in reversed(lines):
        if _depth(line) < depth:
            depth = _depth(line)
            if line.lstrip().startswith(("for ", "while ")):
                return True
    return False


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _added_at_once(lines: list[str], adding: Collection[str]) -> list[str]:
    """Return lines in which kernels add items to a list of this one, not to one between."""
    times = _times_assigned(lines)
    for place, own in _matches(lines, ADDED):
        name, whole = own["name"], own["whole"]
        is_local = times[whole] == 1 and any(
            re.fullmatch(rf" *{whole} = (new_list\(\)|{RETURNED})", line) for line in lines
        )
        n_mentions = sum(mentions(line, name) for line in lines)
        is_free = not mentions(own["arguments"], whole)
        if own["kernel"] in adding and is_local and is_free and n_mentions == len(ADDED):
            call = f"{own['begin']}{own['kernel']}({own['arguments']}, {whole})"
            rest = lines[place + len(ADDED) :]
            return _added_at_once([*lines[:place], call, *rest], adding)
    return lines


def _as_additions(lines: list[str], adding: Collection[str]) -> list[str] | None:
    """Return lines that only add to the list of the caller, whatever it has; None if some do not.

    A list that is written out, which the lines put at its beginning, is added as well.
    """
    named = [own for line in lines if (own := re.fullmatch(rf" *(\w+) = {RETURNED}", line))]
    names = [RETURNED, *(own[1] for own in named)]
    made: list[str] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        name = next((each for each in names if mentions(line, each)), "")
        written = _written_out(lines[place:], name or RETURNED)
        if re.fullmatch(rf" *\w+ = {RETURNED}", line):
            made.append(line)
            alias = next(each for each in names if mentions(line, each) and each != RETURNED)
            written = _written_out(lines[place + 1 :], alias)
            if written is not None:
                made += written[0]
                place += written[1]
        elif written is not None and not name:
            made += written[0]
            place += written[1] - 1
        elif name and not _only_adds(line, name, names, adding):
            return None
        else:
            made.append(line)
        place += 1
    return made


def _written_out(lines: list[str], name: str) -> tuple[list[str], int] | None:
    """Return the lines that add some items, and how many lines that put them there first."""
    begun = re.fullmatch(r"( *)(\w+) = 0", lines[0]) if lines else None
    if begun is None:
        return None
    begin, place = begun[1], begun[2]
    put = re.compile(rf" *{place} = put\(state, {name}, {place}, (.*), (\d+)\)")
    added: list[str] = []
    for n, line in enumerate(lines[1:], 1):
        own = put.fullmatch(line)
        if own and not mentions(own[1], name):
            added.append(f"{begin}append(state, {name}, {own[1]}, {own[2]})")
        elif line == f"{begin}{name}.n = {place}":
            return added, n + 1
        else:
            return None
    return None


def _only_adds(line: str, name: str, names: list[str], adding: Collection[str]) -> bool:
    """Return whether a line only adds an item to a list, or lets a kernel do that."""
    own = re.fullmatch(rf" *append\(state, {name}, (.*), \d+\)", line)
    if own is None:
        own = re.fullmatch(rf" *(?:{'|'.join(adding) or '(?!)'})\((.*), {name}\)", line)
    return own is not None and not any(mentions(own[1], each) for each in names)
