"""A value that is refused is refused before what plays, calculates and draws is imported."""

from __future__ import annotations

import json
import subprocess
import sys

HEAVY = ("pandas", "pyarrow", "scipy.special", "scipy.stats", "joblib", "matplotlib", "PIL")
REFUSALS = {
    "run taxi": '"taxi" is no game',
    "run taxis --players 9": "is for 1 to 5 players, not 9",
    "run taxis --patch hand_limt=5": 'Did you mean "hand_limit"?',
    "run taxis --policy greedi": '"greedi" is not one of',
    "run taxis --games x": '"x" is not a whole number',
    "run taxis --policy-file none.py": "none.py: no such file",
    "verify none": "none: no such folder",
    "report none": "none: no such folder",
}
"""Commands, each with a part of its error."""
PROGRAM = """
import contextlib, io, json, sys
from simlab.cli import main

heavy, *commands = json.loads(sys.argv[1])
for command in commands:
    sys.argv = ["simlab", *command.split()]
    message = io.StringIO()
    with contextlib.redirect_stderr(message):
        try:
            main()
        except SystemExit as end:
            code = end.code
    print(json.dumps([code, message.getvalue(), [name for name in heavy if name in sys.modules]]))
"""


def test_a_refusal_imports_nothing_that_it_does_not_need(tmp_path) -> None:
    """One process refuses all, since to start it takes longer than to refuse."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps([HEAVY, *REFUSALS])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    for (command, problem), (code, message, imported) in zip(
        REFUSALS.items(), answers, strict=True
    ):
        assert code == 2 and problem in message, command
        assert imported == [], command
