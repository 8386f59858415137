"""Drawn methods, compared in both games: which are equal, which are refused, which differ.

    NUMBA_DISABLE_JIT=1 python -m tests.compiler.compared_methods --first 0 --batches 20

draws batches of methods, compares them and prints what differs. Without Numba's compilation it is
the translation alone that is compared, a hundred times as fast.
"""

from __future__ import annotations

import argparse
import ast
import re
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeGuard

from simlab.catalog import find_game
from simlab.check.equality import compare
from simlab.compiler.module import Translation, translated
from simlab.errors import SimlabError
from simlab.plain.definition import PlainDefinition
from tests.compiler.drawn_games import drawn_method, write_game

METHODS = 20
"""Methods of a batch: of one game."""
GAMES = 60
"""Games that are compared of each batch; each calls all methods once."""


@dataclass
class Comparison:
    """What became of some methods, by their names."""

    equal: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """Reasons."""
    different: dict[str, str] = field(default_factory=dict)
    """What differs."""


def drawn_methods(batch: int) -> dict[str, str]:
    """Return the methods of a batch by their names."""
    names = [f"m{number}" for number in range(METHODS)]
    return {name: drawn_method(Random(f"{batch} {name}"), name) for name in names}


def compared(folder: Path, methods: dict[str, str]) -> Comparison:
    """Compile methods, and again without those that are refused or differ, until all are equal."""
    comparison, left = Comparison(), dict(methods)
    for attempt in range(len(methods) + 1):
        plain = find_game(str(write_game(folder / f"drawn_{attempt}.py", left)))
        translation = translated(plain)
        for refusal in translation.refusals:
            comparison.refused[_method_at(Path(refusal.file), refusal.line)] = refusal.reason
        if not translation.refusals:
            difference = _difference(plain, translation)
            if difference is None:
                comparison.equal += left
                return comparison
            name, sentence = difference
            comparison.different[name] = sentence
        done = comparison.refused | comparison.different
        left = {name: text for name, text in left.items() if name not in done}
    return comparison


def _difference(plain: PlainDefinition, translation: Translation) -> tuple[str, str] | None:
    """Return the first method that differs, and how; a game that stops, stops in one."""
    file = plain.home.with_name(f"{plain.name}_compiled.py")
    file.write_text(translation.text)
    try:
        difference = compare(plain, find_game(str(file)), GAMES).difference
    except SimlabError as error:
        [line, *_] = re.findall(rf"{plain.name}\.py:(\d+)", str(error))
        return _method_at(plain.home, int(line)), str(error)
    return None if difference is None else (difference.column, difference.sentence)


def _method_at(file: Path, line: int) -> str:
    """Return the method to which a line of a game belongs."""
    methods = (node for node in ast.walk(ast.parse(file.read_text())) if _is_method(node))
    return next(node.name for node in methods if node.lineno <= line <= (node.end_lineno or 0))


def _is_method(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    """Tell whether a node is a method, which functions within one are not."""
    return isinstance(node, ast.FunctionDef) and node.col_offset == len("    ")


def shortened(folder: Path, name: str, text: str) -> str:
    """Return a method that differs, reduced to the statements that make it differ."""
    is_shorter = True
    while is_shorter:
        is_shorter = False
        for shorter in _shorter(text):
            place = Path(tempfile.mkdtemp(dir=folder))
            if name in compared(place, {name: shorter}).different:
                text, is_shorter = shorter, True
                break
    return text


def _shorter(text: str) -> list[str]:
    """Return a method without one statement each, the longest first."""
    tree = ast.parse(f"class Drawn:\n{text}")
    versions = []
    for body in (own for node in ast.walk(tree) for own in _bodies(node)):
        for place in range(len(body)):
            if len(body) > 1:
                statement = body.pop(place)
                versions.append(ast.unparse(tree).partition("\n")[2] + "\n")
                body.insert(place, statement)
    return sorted(versions, key=len)


def _bodies(node: ast.AST) -> list[list[ast.stmt]]:
    own = [getattr(node, name, []) for name in ("body", "orelse")]
    return [body for body in own if isinstance(body, list)]


def main() -> None:
    """Draw and compare batches of methods; print what differs, and what was refused how often."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--batches", type=int, default=1)
    parser.add_argument(
        "--shorten", action="store_true", help="look for the statements that matter"
    )
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for batch in range(options.first, options.first + options.batches):
        with tempfile.TemporaryDirectory() as name:
            folder, methods = Path(name), drawn_methods(batch)
            comparison = compared(folder, methods)
            counts += Counter(
                equal=len(comparison.equal),
                refused=len(comparison.refused),
                different=len(comparison.different),
            )
            reasons.update(
                re.sub(r"\d+", "#", text).partition(":")[0] for text in comparison.refused.values()
            )
            for method, text in comparison.different.items():
                print(f"batch {batch}, {method}: {text}\n{methods[method]}", flush=True)
                if options.shorten:
                    print(shortened(folder, method, methods[method]), flush=True)
        print(f"after batch {batch}: {dict(counts)}", flush=True)
    for reason, number in reasons.most_common():
        print(f"{number:6} {reason}")


if __name__ == "__main__":
    main()
