"""The branches that games enter are noted, and those that no game enters are named by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from simlab.check.branch_probes import NOTE
from simlab.check.branches import ENOUGH, MOST_NAMED, Branches, sentence_on_missing
from simlab.files.imports import with_imports

RULES = """
from branch_helper import is_odd


def sign(number):
    if number < 0:
        return -1
    elif number == 0:
        return 0
    return 1


def checked(number):
    if number < 0:
        raise ValueError(number)
    if number > 99:
        return 99
    elif number < 50:
        return number
    raise ValueError(number)


def first(numbers):
    for number in numbers:
        if number > 2 and is_odd(number):
            return number
    return 0


def halved(number):
    while number > 3:
        number //= 2
        if number == 40:
            number = 0
            if number:
                number = 1
    return number


def word(number):
    return "many" if number > 1 or number < 0 else "one"


def small(numbers):
    return [number for number in numbers if number < 5]


def kinds(numbers):
    return sorted(numbers, key=lambda number: (0 if number % 2 else 1, number))


def describe(number):
    return "odd" if number % 2 else "even"
"""
HELPER = "def is_odd(number):\n    if number % 2:\n        return True\n    return False\n"


LINES = RULES.splitlines()


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return the module of the functions above, which imports one of another file."""
    (tmp_path / "branch_helper.py").write_text(HELPER, encoding="utf-8")
    (tmp_path / "branch_rules.py").write_text(RULES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("branch_rules")
    for name in ("branch_rules", "branch_helper"):
        sys.modules.pop(name, None)


@pytest.fixture
def branches(rules: Any) -> Branches:
    return Branches(with_imports({Path(rules.__file__).resolve()}))


def watch(branches: Branches, *calls: tuple[Any, ...], times: int = 1) -> list[Any]:
    """Call functions with arguments while they are watched, and return their results."""
    results: list[Any] = []
    for _ in range(times):
        with branches.watch_branches():
            results = [function(*arguments) for function, *arguments in calls]
        for entered in branches.take().values():
            branches.count(entered)
    return results


def missing(branches: Branches) -> list[tuple[str, str]]:
    """Return the lines of what no call entered, and what is said of it."""
    return [
        (
            branch.file.read_text(encoding="utf-8").splitlines()[branch.line - 1].strip(),
            branch.missing,
        )
        for branch in branches.missing
    ]


def test_what_was_not_called_is_not_named(branches: Branches) -> None:
    assert missing(branches) == []
    assert sentence_on_missing(branches.missing) == ""


def test_both_sides_of_an_if_and_an_elif(rules: Any, branches: Branches) -> None:
    watch(branches, (rules.sign, 0))
    assert missing(branches) == [
        ("if number < 0:", "the if is never true"),
        ("elif number == 0:", "the elif is never false"),
    ]
    watch(branches, (rules.sign, -1), (rules.sign, 1))
    assert missing(branches) == []


def test_a_branch_that_raises_is_left_out(rules: Any, branches: Branches) -> None:
    watch(branches, (rules.checked, 5))
    assert missing(branches) == [("if number > 99:", "the if is never true")]


def test_loops_have_items_and_an_end(rules: Any, branches: Branches) -> None:
    watch(branches, (rules.first, [3]))
    assert ("for number in numbers:", "the loop never comes to its end") in missing(branches)
    watch(branches, (rules.first, []))
    assert ("for number in numbers:", "the loop never comes to its end") not in missing(branches)
    watch(branches, (rules.halved, 1))
    assert missing(branches)[-1] == ("while number > 3:", "the while is never true")


def test_what_is_behind_a_branch_is_not_named_as_well(rules: Any, branches: Branches) -> None:
    watch(branches, (rules.halved, 8), (rules.halved, 2))
    assert missing(branches) == [("if number == 40:", "the if is never true")]
    watch(branches, (rules.halved, 80))
    assert missing(branches) == [("if number:", "the if is never true")]


def test_parts_of_a_test(rules: Any, branches: Branches) -> None:
    watch(branches, (rules.first, [1, 3]), (rules.first, [1]))
    line = "if number > 2 and is_odd(number):"
    helper = [("if number % 2:", "the if is never false")]
    assert missing(branches) == [*helper, (line, "`is_odd(number)` is never false")]
    watch(branches, (rules.word, 2), (rules.word, 1))
    line = 'return "many" if number > 1 or number < 0 else "one"'
    assert missing(branches)[-1] == (line, "`number < 0` is never true")


def test_comprehensions_and_lambdas(rules: Any, branches: Branches) -> None:
    assert watch(branches, (rules.small, []), (rules.kinds, [3, 1])) == [[], [1, 3]]
    assert [words for _, words in missing(branches)] == [
        "the comprehension never has an item",
        "`number % 2` is never false",
    ]
    assert watch(branches, (rules.small, [1]), (rules.kinds, [4])) == [[1], [4]]
    assert [words for _, words in missing(branches)] == ["`number < 5` is never false"]


def test_what_is_not_compared_is_not_noted(rules: Any, branches: Branches) -> None:
    watch(branches, (rules.describe, 1))
    branches.is_paused = True
    watch(branches, (rules.sign, 1))
    assert missing(branches) == []


def test_functions_have_their_own_code_afterwards(rules: Any, branches: Branches) -> None:
    own = rules.sign.__code__
    with pytest.raises(TypeError), branches.watch_branches():
        assert rules.sign.__code__ is not own
        assert (rules.sign.__code__.co_filename, rules.sign.__code__.co_firstlineno) == (
            own.co_filename,
            own.co_firstlineno,
        )
        rules.sign("one")
    assert rules.sign.__code__ is own
    assert NOTE not in vars(rules)


def test_what_is_known_costs_nothing(rules: Any, branches: Branches) -> None:
    watch(branches, (rules.sign, -1), (rules.sign, 0), (rules.sign, 1), times=ENOUGH)
    with branches.watch_branches():
        code = rules.sign.__code__
    assert NOTE not in code.co_names


def test_the_sentence_names_files_and_lines(rules: Any, branches: Branches) -> None:
    watch(branches, (rules.sign, 0), (rules.first, [3]))
    first = 1 + LINES.index("    if number < 0:")
    second = 1 + LINES.index("    elif number == 0:")
    assert sentence_on_missing(branches.missing[1:3]) == (
        "2 branches were entered by no compared game: "
        f"line {first} (the if is never true) and line {second} (the elif is never false) of"
        " branch_rules.py."
    )
    more = sentence_on_missing([*branches.missing] * MOST_NAMED)
    assert "of branch_helper.py; line" in more
    assert more.endswith("more, which --json names.")
