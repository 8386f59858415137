"""A value that is refused is refused before what plays, calculates and draws is imported."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = ("pandas", "pyarrow", "scipy.special", "scipy.stats", "joblib", "matplotlib", "PIL")
PROGRAM = """
import json, sys
from simlab.cli import main
try:
    main()
finally:
    print(json.dumps([name for name in sys.argv.pop(0).split(",") if name in sys.modules]))
"""


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("run", "taxi"), '"taxi" is no game'),
        (("run", "taxis", "--players", "9"), "is for 1 to 5 players, not 9"),
        (("run", "taxis", "--patch", "hand_limt=5"), 'Did you mean "hand_limit"?'),
        (("run", "taxis", "--policy", "greedi"), '"greedi" is not one of'),
        (("run", "taxis", "--games", "x"), '"x" is not a whole number'),
        (("run", "taxis", "--policy-file", "none.py"), "none.py: no such file"),
        (("verify", "none"), "none: no such folder"),
        (("report", "none"), "none: no such folder"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_a_refusal_imports_nothing_that_it_does_not_need(
    tmp_path, words: tuple[str, ...], problem: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv[0] = {','.join(HEAVY)!r}\n{PROGRAM}", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2 and problem in ended.stderr
    assert json.loads(ended.stdout) == []
