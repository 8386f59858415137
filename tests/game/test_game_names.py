"""`simlab.game` has the names that authors of compiled games import, at no cost."""

from __future__ import annotations

import subprocess
import sys

import pytest

import simlab.game
from simlab.game import definition


@pytest.mark.parametrize("name", simlab.game.__all__)
def test_a_public_name_is_that_of_the_definition(name: str) -> None:
    assert getattr(simlab.game, name) is getattr(definition, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'simlab\.game' has no attribute 'Gane'"):
        simlab.game.Gane  # noqa: B018  (to ask for it is what is tested)


def test_facts_and_texts_of_games_load_no_numba() -> None:
    program = "import sys, simlab.game.facts, simlab.game.language; print('numba' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == "False\n"
