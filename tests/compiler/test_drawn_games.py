"""Features that are drawn from the language of plain games mean the same in both games."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from tests.compiler.compared_methods import EQUAL, FAULTS, drawn_features
from tests.compiler.drawn_games import HEAD, drawn_feature, drawn_method
from tests.compiler.grammar import BASE, CONSTRUCTS, WAYS, WRONG
from tests.support.documents import ROOT


def printed(first: int, batches: int) -> str:
    """Return what comparing some batches prints.

    Numba is off: the translation is compared as it is in the file.
    """
    words = ["-m", "tests.compiler.compared_methods", f"--first={first}", f"--batches={batches}"]
    words += [f"--without={construct}" for construct in WRONG]
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    print(done.stdout)
    return done.stdout


def counts(text: str) -> Counter[str]:
    """Return how many features are equal, refused and so on."""
    *_, last = re.findall(r"^after batch \d+: (.*)$", text, re.MULTILINE)
    return Counter(ast.literal_eval(last))


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_each_construct_is_drawn_as_python(construct: str) -> None:
    texts = [drawn_method(Random(number), "feature1", [construct]) for number in range(15)]
    assert any(construct in used for _, used in texts)
    for text, _ in texts:
        ast.parse(text)


def test_each_way_is_drawn_as_python() -> None:
    features = [drawn_feature(Random(number), "feature1") for number in range(500)]
    assert {*WAYS} <= {construct for feature in features for construct in feature.constructs}
    for feature in features:
        ast.parse(feature.text if feature.is_policy else f"class Game:\n{feature.text}")


def test_templates_ask_for_what_is_known() -> None:
    kinds = {kind for own in (BASE, *CONSTRUCTS.values(), *WAYS.values()) for kind in own}
    kinds |= {kind.removeprefix("leaf ") for kind in kinds} | {"block", "result"}
    for own in (BASE, *CONSTRUCTS.values(), *WAYS.values()):
        for template in (each for templates in own.values() for each in templates):
            for token in re.findall(r"<([a-z][a-z ]*)(?: \$[^<>|]*)?>", template):
                kind = re.sub(r"^(that |pure )+", "", token)
                is_special = re.match(r"(own|name|method|int|place)\b", kind)
                assert is_special or kind in kinds, template
    assert "GAME" not in HEAD


def test_a_batch_is_the_same_each_time() -> None:
    assert drawn_features(3) == drawn_features(3) != drawn_features(4)


def test_drawn_features_mean_the_same_in_both_games() -> None:
    numbers = counts(printed(100, 1))
    assert not numbers["different"]
    assert numbers[EQUAL] + numbers[FAULTS] > 0.3 * numbers.total()


@pytest.mark.long
def test_many_drawn_features_mean_the_same_in_both_games() -> None:
    numbers = counts(printed(1000, 60))
    assert not numbers["different"]
    assert numbers[EQUAL] + numbers[FAULTS] > 0.3 * numbers.total()
