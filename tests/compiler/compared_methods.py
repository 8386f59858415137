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
    own, left = Comparison(), dict(methods)
    for attempt in range(len(methods) + 1):
        plain = find_game(str(write_game(folder / f"drawn_{attempt}.py", left)))
        translation = translated(plain)
        for refusal in translation.refusals:
            own.refused[_at(Path(refusal.file), refusal.line)] = refusal.reason
        if not translation.refusals:
            difference = _difference(plain, translation)
            if difference is None:
                own.equal += left
                return own
            own.different |= dict([difference])
        left = {n: text for n, text in left.items() if n not in own.refused | own.different}
    return own


def _difference(plain: PlainDefinition, translation: Translation) -> tuple[str, str] | None:
    """Return the first method that differs, and how; a game that stops, stops in one."""
    file = plain.home.with_name(f"{plain.name}_compiled.py")
    file.write_text(translation.text)
    try:
        difference = compare(plain, find_game(str(file)), GAMES).difference
    except SimlabError as error:
        [line, *_] = re.findall(rf"{plain.name}\.py:(\d+)", str(error))
        return _at(plain.home, int(line)), str(error)
    return None if difference is None else (difference.column, difference.sentence)


def _at(file: Path, line: int) -> str:
    """Return the method to which a line of a game belongs."""
    [game] = [
        node for node in ast.parse(file.read_text()).body if getattr(node, "name", "") == "Drawn"
    ]
    [name] = [n.name for n in game.body if n.lineno <= line <= n.end_lineno]  # type: ignore[attr-defined]
    return str(name)


def shortened(folder: Path, name: str, text: str) -> str:
    """Return a method that differs without the statements that it needs not for that."""
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
            own = compared(folder, methods)
            counts += Counter(
                equal=len(own.equal), refused=len(own.refused), different=len(own.different)
            )
            reasons.update(
                re.sub(r"\d+", "#", text).partition(":")[0] for text in own.refused.values()
            )
            for method, text in own.different.items():
                print(f"batch {batch}, {method}: {text}\n{methods[method]}", flush=True)
                if options.shorten:
                    print(shortened(folder, method, methods[method]), flush=True)
        print(f"after batch {batch}: {dict(counts)}", flush=True)
    for reason, number in reasons.most_common():
        print(f"{number:6} {reason}")


if __name__ == "__main__":
    main()
