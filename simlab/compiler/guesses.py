"""Branches of a kernel that a processor guesses wrong, found in its lines, and written without.

Whether a card is another one than those before, or has a colour, depends on the cards: such a
branch takes as long as ten others.
"""

from __future__ import annotations

import re

from simlab.compiler.copies import mentions

MADE = r"( *){} = new_list\(\)"
NEW = re.compile(
    r"(?P<begin> *)if position\((?P<name>\w+), (?P<item>.+)\) == NOTHING:\n"
    r" *append\(state, (?P=name), (?P=item), (?P<line>\d+)\)"
)
"""The lines that add an item to a list unless it is there."""
INCLUDED = re.compile(r"(?P<begin> *)include\(state, (?P<name>\w+), (?P<item>.+), (?P<line>\d+)\)")
"""The line that adds an item to a set."""
SUMMED = re.compile(
    r"(?P<begin> *)if (?P<test>.+):\n"
    r" *(?P<item>\w+) = (?P<cell>(?P<row>rules\.\w+\[\w+\])\.\w+)\n"
    r" *(?P<total>\w+) = (?P=total) \+ (?P=item)"
)
"""The lines that add up a column of rows for which a test holds."""
ALTERNATIVE = re.compile(r" *(else|elif .*):")


def without_guesses(lines: list[str]) -> list[str]:
    """Return the lines of a kernel without branches that a processor would guess wrong."""
    return _summed(_different(lines))


def _different(lines: list[str]) -> list[str]:
    """Return lines in which a list of different items notes the last bits of those that it has.

    An item with other bits need not be looked for.
    """
    for place, line in enumerate(lines):
        own = NEW.fullmatch("\n".join(lines[place : place + 2])) or INCLUDED.fullmatch(line)
        if own is None:
            continue
        n_lines, name = own[0].count("\n") + 1, own["name"]
        made = [n for n, each in enumerate(lines) if re.fullmatch(MADE.format(name), each)]
        others = [each for n, each in enumerate(lines) if not place <= n < place + n_lines]
        if len(made) != 1 or made[0] > place or any(_may_change(each, name) for each in others):
            continue
        begin, seen = own["begin"], f"seen_{name}"
        item = own["item"]
        indent = lines[made[0]][: -len(lines[made[0]].lstrip())]
        kept = [] if item.isidentifier() else [f"{begin}item_of_{name} = {item}"]
        item = item if item.isidentifier() else f"item_of_{name}"
        added = [
            *kept,
            f"{begin}if is_new({name}, {seen}, {item}):",
            f"{begin}    append(state, {name}, {item}, {own['line']})",
            f"{begin}    {seen} |= 1 << ({item} & LAST_BITS)",
        ]
        between, rest = lines[made[0] + 1 : place], lines[place + n_lines :]
        first = [*lines[: made[0] + 1], f"{indent}{seen} = 0"]
        return _different([*first, *between, *added, *rest])
    return lines


def _may_change(line: str, name: str) -> bool:
    """Return whether a line may do something with a list besides making it and reading it."""
    reads = rf"(?<![\w.]){name}\.(n\b|items\[)|position\({name}, |( *){name} = new_list\(\)"
    rest = re.sub(reads, "", line)
    is_written = re.match(rf" *{name}\.(n|items\[.*\]) [-+]?= ", line) is not None
    return is_written or mentions(rest, name)


def _summed(lines: list[str]) -> list[str]:
    """Return lines in which a cell of a row is read before it is known whether it is added.

    The test reads the same row, so that it is there.
    """
    for place in range(len(lines) - 2):
        own = SUMMED.fullmatch("\n".join(lines[place : place + 3]))
        follows = lines[place + 3] if place + 3 < len(lines) else ""
        if own is None or not own["test"].startswith(own["row"]) or ALTERNATIVE.match(follows):
            continue
        begin, total, item = own["begin"], own["total"], own["item"]
        if follows.startswith(begin + " "):
            continue
        added = [
            f"{begin}{item} = {own['cell']}",
            f"{begin}{total} = {total} + ({item} if {own['test']} else 0)",
        ]
        return _summed([*lines[:place], *added, *lines[place + 3 :]])
    return lines
