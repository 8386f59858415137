"""What keeps a policy from being compiled is reported in one line with file, line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.catalog import import_file
from simlab.engine.build import compiled_policy
from simlab.engine.fault import fault_of
from simlab.engine.kernel import bound
from simlab.engine.loop import play_games
from simlab.errors import InputError
from tests.support.compiled_pig import PIG as GAME

pytestmark = pytest.mark.compiled

HEAD = """import json
import numpy as np
from simlab.engine.kernel import kernel
from simlab.game.policy import policy

COUNTS = np.zeros(3)

def plain(x):
    return x

@kernel
def points(state, seat):
    {kernel}

@policy()
def mine({arguments}):
    "Holds."
    {policy}
"""
LINE_OF_KERNEL, LINE_OF_POLICY, LINE_OF_BODY = 13, 15, 18
ARGUMENTS = "rules, state, seat, menu, traits, memory, rng"
ALL = f"({ARGUMENTS})"
NO_CHOICE = "a policy returns one of the integers on its menu, not "


def fault(
    folder: Path,
    policy: str,
    kernel: str = "return state.points.items[seat]",
    arguments: str = ARGUMENTS,
) -> tuple[int, str]:
    """Return the line and what is said of a policy that does this and may call such a kernel."""
    file = folder / "mine.py"
    file.write_text(HEAD.format(policy=policy, kernel=kernel, arguments=arguments))
    with pytest.raises(InputError) as caught:
        compiled_policy(import_file(file).mine, GAME)
    (problem,) = str(caught.value).splitlines()
    place, line, sentence = problem.split(":", 2)
    assert place == str(file)
    return int(line), sentence.strip()


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ("return menu[state.to_mov]", 'state has no field "to_mov". Did you mean "to_move"?'),
        (
            "return menu[state.points.itms[seat]]",
            'state.points has no field "itms". Did you mean "items"?',
        ),
        ("return menu[plain(0)]", "plain is a plain function; put @kernel above it"),
        ("return menu[pionts(state, seat)]", 'nothing is called "pionts" here. Did you mean'),
        ("state.to_move = None; return 0", "cannot be compiled: "),
        (
            "d = {1: 2, 'a': 3}; return menu[d[1]]",
            "all keys and all values must be of one type: d = {1: 2, 'a': 3}",
        ),
        ('x = f"{seat:03d}"; return 0', "a kernel cannot use an f-string with a format: x ="),
        ("COUNTS[0] += 1; return 0", "a kernel cannot write to a global array: COUNTS[0] += 1"),
        ("global X; X = 1; return 0", "a kernel cannot write to a global: global X"),
        ("return menu[points(state)]", "points is called with other arguments than it takes"),
        ("return menu[json.loads('0')]", "cannot be compiled: Unknown attribute 'loads'"),
        ("return menu['a']", "cannot be compiled: no such operation: getitem(array(int64"),
    ],
)
def test_a_fault_is_reported_with_its_line_and_reason(
    tmp_path: Path, policy: str, sentence: str
) -> None:
    line, message = fault(tmp_path, policy)
    assert (line, message[: len(sentence)]) == (LINE_OF_BODY, sentence)


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ("menu[0]", f"{NO_CHOICE}nothing"),
        ("return 'hold'", f"{NO_CHOICE}text"),
        ("return 0.5", f"{NO_CHOICE}a number with a fraction"),
        ("return np.nan", f"{NO_CHOICE}a number with a fraction"),
        ("with open('x') as f: pass", "a kernel cannot use `with` or open a file"),
    ],
)
def test_a_fault_of_the_whole_is_reported_with_the_line_where_it_begins(
    tmp_path: Path, policy: str, sentence: str
) -> None:
    line, message = fault(tmp_path, policy)
    assert (line, message[: len(sentence)]) == (LINE_OF_POLICY, sentence)


def test_a_policy_of_other_arguments_is_reported_which_it_must_take(tmp_path: Path) -> None:
    assert fault(tmp_path, "return menu[0]", arguments="rules, state, seat, menu") == (
        LINE_OF_POLICY,
        f"a policy takes {ALL}; this one takes (rules, state, seat, menu)",
    )


def test_a_fault_in_a_kernel_is_reported_with_the_line_there(tmp_path: Path) -> None:
    line, message = fault(
        tmp_path, "return menu[points(state, seat)]", kernel="return state.to_mov"
    )
    assert line == LINE_OF_KERNEL
    assert message.startswith('state has no field "to_mov". Did you mean "to_move')


def test_a_fault_of_the_loop_names_the_file_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(HEAD.format(policy="return 1", kernel="return 0", arguments=ARGUMENTS))
    loop = bound(play_games, "play_mine", setup=import_file(file).points)
    sentence = fault_of(ValueError("Int value is too large: 18446744073709551616"), loop)
    assert sentence.startswith(f"{file}:{LINE_OF_KERNEL - 2}: cannot be compiled: Int value is too")
