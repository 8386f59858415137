"""What the page on compiled Python says of each of its examples is true."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from tests.compiler.compared_methods import EQUAL, FAULTS, NO_ROOM, REFUSED
from tests.compiler.page_examples import REFUSED as REFUSED_ON_PAGE
from tests.compiler.page_examples import examples, rows
from tests.support.documents import ROOT

Outcomes = Mapping[str, Mapping[str, Any]]


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    """Return kind and sentence of what becomes of each example, by section."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.compiler.page_examples"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    outcomes: Outcomes = json.loads(done.stdout.splitlines()[-1])
    return outcomes


@pytest.mark.parametrize(
    ("section", "kind"),
    [
        ("translated", EQUAL),
        ("choices", EQUAL),
        ("refused", REFUSED),
        ("instead", EQUAL),
        ("errors", FAULTS),
        ("wide", NO_ROOM),
    ],
)
def test_each_example_is_what_the_page_says(outcomes: Outcomes, section: str, kind: str) -> None:
    assert list(outcomes[section]) == list(dict.fromkeys(examples()[section]))
    assert {code: own for code, own in outcomes[section].items() if own[0] != kind} == {}


def test_reasons_are_those_of_the_page(outcomes: Outcomes) -> None:
    for written, reason, _ in rows(REFUSED_ON_PAGE):
        _, sentence = outcomes["refused"][written.strip("`")]
        assert reason in sentence


def test_the_page_has_many_examples() -> None:
    numbers = {section: len(codes) for section, codes in examples().items()}
    assert numbers["translated"] > 70 and numbers["refused"] > 19 and numbers["errors"] > 11
