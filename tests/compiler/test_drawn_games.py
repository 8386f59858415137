"""Methods that are drawn from the language of plain games mean the same in both games."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from random import Random

import pytest

from tests.compiler.compared_methods import METHODS, drawn_methods
from tests.compiler.drawn_games import drawn_method
from tests.support.documents import ROOT

CONSTRUCTS = (
    *(ast.Assign, ast.AugAssign, ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.Return),
    *(ast.FunctionDef, ast.Lambda, ast.Call, ast.keyword, ast.Delete, ast.Tuple, ast.IfExp),
    *(ast.ListComp, ast.GeneratorExp, ast.List, ast.Slice, ast.Subscript, ast.BoolOp, ast.Not),
    *(ast.USub, ast.FloorDiv, ast.Mod, ast.Is, ast.IsNot, ast.In, ast.NotIn, ast.Compare),
)


def counts(first: int, batches: int) -> dict[str, int]:
    """Return how many methods of some batches are equal, refused and different.

    Numba is off: the translation is compared as it is in the file. What differs is printed.
    """
    words = ("-m", "tests.compiler.compared_methods", f"--first={first}", f"--batches={batches}")
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    print(done.stdout)
    *_, last = re.findall(r"^after batch \d+: (.*)$", done.stdout, re.MULTILINE)
    return dict(ast.literal_eval(last))


def test_the_methods_have_all_that_the_language_has() -> None:
    methods = [drawn_method(Random(number), "drawn") for number in range(300)]
    nodes = [node for text in methods for node in ast.walk(ast.parse(f"class Game:\n{text}"))]
    assert [kind for kind in CONSTRUCTS if not any(isinstance(node, kind) for node in nodes)] == []


def test_a_batch_is_the_same_each_time() -> None:
    assert drawn_methods(3) == drawn_methods(3) != drawn_methods(4)


def test_drawn_methods_mean_the_same_in_both_games() -> None:
    result = counts(100, 1)
    assert result["equal"] > 0.9 * METHODS and "different" not in result


@pytest.mark.long
def test_many_drawn_methods_mean_the_same_in_both_games() -> None:
    result = counts(1000, 100)
    assert result["equal"] > 0.9 * 100 * METHODS and "different" not in result
