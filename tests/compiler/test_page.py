"""What the page on compiled Python says of each of its examples is true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.compiler.compared_methods import EQUAL, FAULTS, NO_ROOM, REFUSED
from tests.compiler.page_examples import REFUSED as REFUSED_ON_PAGE
from tests.compiler.page_examples import examples, rows
from tests.support.compiled_without_numba import answer_without_numba

Outcomes = Mapping[str, Mapping[str, Any]]


LARGE, OTHERS = ("translated",), ("choices", "refused", "instead", "errors", "wide")
"""Sections whose examples are compared together; the large one takes two thirds of the time."""
KINDS = {
    "translated": EQUAL,
    "choices": EQUAL,
    "refused": REFUSED,
    "instead": EQUAL,
    "errors": FAULTS,
    "wide": NO_ROOM,
}


def outcomes_of(sections: tuple[str, ...]) -> Outcomes:
    """Return kind and sentence of what becomes of each example, by section."""
    outcomes: Outcomes = answer_without_numba("tests.compiler.page_examples", *sections)
    return outcomes


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    return outcomes_of(OTHERS)


def assert_true_to_the_page(outcomes: Outcomes, section: str) -> None:
    assert list(outcomes[section]) == list(dict.fromkeys(examples()[section]))
    different = {code: own for code, own in outcomes[section].items() if own[0] != KINDS[section]}
    assert different == {}


@pytest.mark.parametrize("section", OTHERS)
def test_each_example_is_what_the_page_says(outcomes: Outcomes, section: str) -> None:
    assert_true_to_the_page(outcomes, section)


@pytest.mark.long
def test_each_example_that_is_translated_is_equal() -> None:
    """Default runs compare more idioms in `test_idioms`."""
    [section] = LARGE
    assert_true_to_the_page(outcomes_of(LARGE), section)


def test_reasons_are_those_of_the_page(outcomes: Outcomes) -> None:
    for written, reason, _ in rows(REFUSED_ON_PAGE):
        _, sentence = outcomes["refused"][written.strip("`")]
        assert reason in sentence


def test_the_page_has_many_examples() -> None:
    numbers = {section: len(codes) for section, codes in examples().items()}
    assert numbers["translated"] > 70 and numbers["refused"] > 19 and numbers["errors"] > 11
