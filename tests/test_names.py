"""Names of variables and parameters say what they hold.

A few words fit any value, so they tell a reader nothing: `own`, `each`, `other`, `place`, `what` …
Their share of the names that a package binds has a limit; a few stay, such as the `left` edge of a
figure and the `other` operand of an operator.

Functions are verbs or nouns; how many are named by a participle has a limit, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "simlab"

WORDS = (
    "own each other others place places what text texts words left kept given found said told"
    " asked shown thing things one two second"
)
VAGUE = set(WORDS.split())
NAMED = (
    "analysis api bench check cli compiler docs engine examples execution experiment explain"
    " files parts plain players report scaffold studies studio"
)
LIMITS = dict.fromkeys(NAMED.split(), 0.01)
"""Largest share of vague names, by package."""
MOST = {"game": 21, "games": 285}
"""Largest number of vague names in packages that are above the limit: `game` for the `place` of a
scene and the `one` and `other` end of a link."""
MOST_IN_MODULES = 3
"""The same of the modules that belong to no package."""

PARTICIPLES = (
    "begun born borne bought bound broken brought built caught chosen dealt done drawn driven"
    " eaten fallen felt forbidden forgotten fought found frozen given gone gotten grown heard"
    " held hidden hung kept known laid led left lent lost made meant met outdone overridden paid"
    " rebuilt redrawn rewritten said seen sent shown shrunk shut slept slid sold sought spent"
    " stated stood struck stuck sworn swept swung taken taught thought thrown told torn"
    " understood undone unknown unseen unwritten withdrawn withheld won worn woven written"
)
IRREGULAR = set(PARTICIPLES.split())
NOUNS_AND_VERBS = (
    "building embed encoding ending exceed feed finding heading hundred king kingmaking meaning"
    " naming need nothing pairing proceed ranking rating red ring seating seed setting shed"
    " speed spring standing string succeed thing warning"
)
NO_PARTICIPLES = set(NOUNS_AND_VERBS.split())
"""Words that end like a participle and are none, or are nouns of their own."""
MOST_PARTICIPLES = 150
"""Largest number of functions, methods too, that are named by a participle."""


def begins_with_participle(name: str) -> bool:
    """Return whether a function is named by what was done, or is being done, to something."""
    word = name.strip("_").split("_")[0]
    return word not in NO_PARTICIPLES and (word.endswith(("ed", "ing")) or word in IRREGULAR)


def functions_named(source: str) -> Iterator[str]:
    """Yield the names of all functions and methods, but not of properties.

    A function with several signatures counts once.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = map(ast.unparse, node.decorator_list)
            uncounted = ("property", ".setter", "typing.overload")
            if not any(decorator.endswith(uncounted) for decorator in decorators):
                yield node.name


def names_bound(source: str) -> Iterator[str]:
    """Yield the names that parameters and assignments bind, those of comprehensions too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def names_in(package: str) -> list[str]:
    """Return the names that all modules of a package bind."""
    return [
        name
        for file in sorted((PACKAGE / package).rglob("*.py"))
        for name in names_bound(file.read_text(encoding="utf-8"))
    ]


def n_vague(names: list[str]) -> int:
    """Return how many names fit any value."""
    return sum(name in VAGUE for name in names)


def test_parameters_assignments_and_comprehensions_bind_names() -> None:
    source = "def f(a, *b, c=1, **d):\n    e = [g for g, h in a]\n    lambda i: i\n    return e\n"
    assert sorted(names_bound(source)) == list("abcdeghi")


@pytest.mark.parametrize("package", LIMITS)
def test_hardly_a_name_is_vague(package: str) -> None:
    names = names_in(package)
    assert n_vague(names) <= LIMITS[package] * len(names)


@pytest.mark.parametrize("package", MOST)
def test_vague_names_become_no_more(package: str) -> None:
    assert n_vague(names_in(package)) <= MOST[package]


def test_vague_names_of_single_modules_become_no_more() -> None:
    sources = [file.read_text(encoding="utf-8") for file in PACKAGE.glob("*.py")]
    assert n_vague([name for source in sources for name in names_bound(source)]) <= MOST_IN_MODULES


def test_every_package_is_counted() -> None:
    packages = {folder.name for folder in PACKAGE.iterdir() if any(folder.rglob("*.py"))}
    assert packages == {*LIMITS, *MOST}


def test_properties_are_no_functions_and_nouns_no_participles() -> None:
    source = "class A:\n    @property\n    def played(self): ...\n    def seen(self): ...\n"
    source += "@typing.overload\ndef dealt(n): ...\n"
    assert sorted(functions_named(source + "async def heading(): ...\n")) == ["heading", "seen"]
    names = "_sorted_rows drawn_row playing heading sort_rows seed display_name"
    assert [*map(begins_with_participle, names.split())] == [True] * 3 + [False] * 4


def test_functions_are_verbs_or_nouns() -> None:
    """A function that does something is a verb, one that returns a thing is a noun.

    `sorted_rows` says neither: it is `sort_rows`. The few that stay are nouns of the field
    (`weighted_mean`), what authors of games and observers write (`ended_by`, `stopping`), and some
    of the engine and of the checks.
    """
    names = [
        name
        for file in sorted(PACKAGE.rglob("*.py"))
        for name in functions_named(file.read_text(encoding="utf-8"))
    ]
    assert sum(map(begins_with_participle, names)) <= MOST_PARTICIPLES
