"""Symbols of compiled code come from content, so that code of several processes links rightly."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from simlab.catalog import game_names
from simlab.engine.cache import SEAL
from simlab.engine.game_fault import FULL, KINDS
from simlab.engine.linked import LINKED

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]
LISTS = """
import numpy as np
from simlab.engine.items import list_record, put
from simlab.engine.kernel import kernel
from simlab.engine.record import record, whole

LINE = 7
STATE = record(fault=whole("number of the first fault"))
LARGE, SMALL = list_record(168), list_record(8)


def filler():
    @kernel
    def fill(state, items):
        for _ in range(100):
            items.n = put(state, items, items.n, 1, LINE)

    return fill


def price_of(price):
    @kernel
    def cost(n):
        return n * price

    return cost


fill, cheap, dear = filler(), price_of(2), price_of(30)


@kernel
def large(state, items):
    fill(state, items)
    return cheap(items.n)


@kernel
def small(state, items):
    fill(state, items)
    return dear(items.n)


@kernel
def both(state, items, few_items):
    fill(state, items)
    fill(state, few_items)
    return cheap(items.n) + dear(few_items.n)


def filled(*kernels):
    results = []
    for name in kernels:
        state, items, guarded = np.zeros(1, STATE), np.zeros(1, LARGE), np.zeros(40, SMALL)
        rows = {"large": (items[0],), "small": (guarded[0],), "both": (items[0], guarded[0])}[name]
        cost = globals()[name](state[0], *rows)
        behind = int((guarded[1:].view("u1") != 0).sum())
        results.append([cost, int(state["fault"][0]), int(guarded["n"][0]), behind])
    return results


def symbols():
    codes = [code for k in (fill, cheap, dear) for code in k.for_kernels.overloads.values()]
    return sorted(code.fndesc.mangled_name for code in codes)
"""
"""Kernels with a helper for lists of two sizes, and two helpers that differ by a number only."""


def ask(folder: Path, question: str, cache: str = "cache") -> object:
    """Return what a new process answers; it keeps its code in a folder."""
    paths = f"{ROOT}{os.pathsep}{folder}"
    done = subprocess.run(
        [sys.executable, "-c", f"import json, lists\nprint(json.dumps({question}))"],
        env={**os.environ, "PYTHONPATH": paths, "SIMLAB_CACHE_DIR": str(folder / cache)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def bodies_by_symbol(cache: Path) -> dict[str, set[str]]:
    """Return the bodies that each symbol has in the code for linking, apart from its metadata."""
    bodies: dict[str, set[str]] = defaultdict(set)
    for file in cache.rglob("*.code"):
        library, *_ = pickle.loads(file.read_bytes()[SEAL:])
        if library[1] == LINKED:
            functions = llvm.parse_bitcode(library[2]).functions
            for function in (each for each in functions if not each.is_declaration):
                bodies[function.name].add(re.sub(r"[!#][0-9]+|@\.const[^ ,)]*", "", str(function)))
    return bodies


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lists.py").write_text(LISTS)
    monkeypatch.syspath_prepend(tmp_path)  # kept code names the module that it was made from
    return tmp_path


def test_code_of_three_processes_links_as_that_of_one(folder: Path) -> None:
    full = 7 * KINDS + FULL
    large, small, both = [200, 0, 0, 0], [240, full, 8, 0], [440, full, 8, 0]
    assert ask(folder, "lists.filled('both')", "alone") == [both]
    assert ask(folder, "lists.filled('large')") == [large]
    assert ask(folder, "lists.filled('small')") == [small]
    assert ask(folder, "lists.filled('both')") == [both]
    assert set(map(len, bodies_by_symbol(folder / "cache").values())) == {1}


def test_symbols_are_the_same_in_whatever_order_a_process_compiles(folder: Path) -> None:
    question = "(lists.filled({}), lists.symbols())[1]"
    symbols = ask(folder, question.format("'both'"), "first")
    assert ask(folder, question.format("'small', 'large'"), "second") == symbols
    assert len(set(symbols)) == 4  # of the helper for two sizes, and of the two that differ


@pytest.mark.long
def test_no_symbol_of_the_shipped_games_has_two_bodies(tmp_path: Path) -> None:
    for name in game_names():
        subprocess.run(
            [
                sys.executable,
                "-m",
                "simlab.cli",
                "run",
                name,
                "--games",
                "50",
                "--out",
                tmp_path / name,
            ],
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "SIMLAB_CACHE_DIR": str(tmp_path / "cache"),
            },
            capture_output=True,
            check=True,
        )
    bodies = bodies_by_symbol(tmp_path / "cache")
    assert len(bodies) > 400
    assert set(map(len, bodies.values())) == {1}
