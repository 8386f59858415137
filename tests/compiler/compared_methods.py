"""Drawn features, compared in both games: which are equal, which are refused, which differ.

    NUMBA_DISABLE_JIT=1 python -m tests.compiler.compared_methods --first 0 --batches 20

draws batches of features, each batch a game, compares them, and prints what differs and what is
refused how often, with the shortest statement that was. Without Numba's compilation it is the
translation alone that is compared.
"""

from __future__ import annotations

import argparse
import ast
import re
import signal
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from simlab.catalog import find_game
from simlab.check.steps import find_difference, plain_steps, steps_in_kernels
from simlab.compiler.module import Translation, translate_game
from simlab.engine.game_fault import FULL, OVERFLOW, SENTENCES, UNSEEN, WIDE_CHOICE, WIDE_KEY
from simlab.errors import ContractError
from simlab.game import Game, Rules
from simlab.plain.definition import PlainDefinition
from tests.compiler.drawn_games import Feature, drawn_feature, write_game
from tests.compiler.grammar import WIDE

FEATURES = 20
"""Features of a batch: of one game."""
SEED = 2741
DEALS, DEALS_AT_ENDS = 10, 3
"""Games of each feature that are compared, with the rules as they are and at their ends."""
ENDS: tuple[Mapping[str, object], ...] = (
    {},
    {"least": 0, "most": 1, "is_open": False, "style": "slow"},
    {"least": 4, "most": 90, "is_open": True, "style": "fast"},
)
"""Rule values of the game, and at both ends of their ranges."""
SECONDS, SECONDS_TO_TRANSLATE = 10, 90
"""After which a feature that still plays, or a batch that is still observed, has gone astray."""
EQUAL, FAULTS, NO_ROOM, REFUSED, DIFFERENT, ENDLESS = (
    "equal",
    "faults equal",
    "no room",
    "refused",
    "different",
    "endless",
)
"""What can become of a feature. In some games of `faults equal` both stop at the same error; with
`no room` the compiled game stops at what it says that it has no room for; `endless` ones play on
and on before they are translated."""


@dataclass(frozen=True)
class Outcome:
    """What became of a feature."""

    kind: str
    sentence: str = ""
    """Why it is refused, or what differs."""


def drawn_features(batch: int, left_out: Collection[str] = ()) -> dict[int, Feature]:
    """Return the features of a batch by their numbers."""
    return {
        number: drawn_feature(Random(f"{batch} {number}"), f"feature{number}", left_out)
        for number in range(1, FEATURES + 1)
    }


def compared(folder: Path, features: Mapping[int, Feature]) -> dict[int, Outcome]:
    """Translate features, and again without those that are refused; compare the others."""
    outcomes: dict[int, Outcome] = {}
    left = dict(features)
    for attempt in range(len(features) + 1):
        plain = _plain_game(folder / str(attempt), left)
        try:
            with _time_limit(SECONDS_TO_TRANSLATE):
                translation = _translated(plain, left)
            refused = dict(_refused(plain, translation, left))
            compiled = None if refused else _compiled_game(plain, translation)
        except Exception as error:  # whatever a translator may do wrong
            if len(left) > 1:
                return outcomes | _compared_in_halves(folder / "halves", left)
            kind = ENDLESS if isinstance(error, TimeoutError) else DIFFERENT
            return outcomes | dict.fromkeys(left, Outcome(kind, f"compile: {error!r}"))
        if compiled is not None:
            for number, feature in left.items():
                outcomes[number] = _compared(plain, compiled, number, feature)
            return outcomes
        outcomes |= refused
        left = {number: feature for number, feature in left.items() if number not in outcomes}
    return outcomes


def _compared_in_halves(folder: Path, features: Mapping[int, Feature]) -> dict[int, Outcome]:
    """Compare features of which one cannot be translated, and nobody says which."""
    items, middle = list(features.items()), len(features) // 2
    halves = dict(items[:middle]), dict(items[middle:])
    one, other = (compared(folder / str(place), half) for place, half in enumerate(halves))
    return one | other


def _plain_game(folder: Path, features: Mapping[int, Feature]) -> PlainDefinition:
    game = find_game(str(write_game(folder, features)))
    assert isinstance(game, PlainDefinition)
    return game


def _ends_of(feature: Feature) -> Sequence[Mapping[str, object]]:
    """Return the rules under which a feature is played: only some ask for others."""
    return ENDS if "self.rules." in feature.text + feature.menu else ENDS[:1]


def _translated(plain: PlainDefinition, features: Mapping[int, Feature]) -> Translation:
    ends = [
        plain.load(None, {**end, "on": number})
        for number, feature in features.items()
        for end in _ends_of(feature)
    ]
    return translate_game(plain, ends=ends)


def _compiled_game(plain: PlainDefinition, translation: Translation) -> Game:
    file = plain.home.with_name(f"{plain.name}_compiled.py")
    file.write_text(translation.code)
    game: Game = find_game(str(file))
    return game


def _refused(
    plain: PlainDefinition, translation: Translation, features: Mapping[int, Feature]
) -> Iterator[tuple[int, Outcome]]:
    """Yield what is refused of each feature.

    Raises:
        ValueError: what is refused belongs to no feature.
    """
    lines = plain.home.read_text().splitlines()
    for refusal in translation.refusals:
        outcome = Outcome(REFUSED, f"{refusal.reason} <- {refusal.statement}")
        above = lines[: refusal.line] if Path(refusal.file) == plain.home else []
        owners = [*_named_above(above, features)]
        if not owners and len(features) == 1:
            owners = list(features)
        if not owners:
            raise ValueError(f"{refusal} belongs to no feature")
        yield from ((number, outcome) for number in owners)


def _named_above(lines: Sequence[str], features: Mapping[int, Feature]) -> Iterator[int]:
    """Yield the features to which the last of some lines belongs, or whose methods call it."""
    for line in reversed(lines):
        feature = re.search(r"\bfeature(\d+)", line)
        if feature:
            yield int(feature[1])
            return
        shared = re.match(r"    def (\w+)", line)
        if shared:
            name = rf"self\.{shared[1]}\b"
            yield from (number for number, own in features.items() if re.search(name, own.text))
            return


def _compared(plain: PlainDefinition, compiled: Game, number: int, feature: Feature) -> Outcome:
    """Return what playing a feature in both games shows."""
    policies = [_policy(game, feature) for game in (plain, compiled)]
    outcomes: dict[str, Outcome] = {}
    for end in _ends_of(feature):
        rules = [game.load(None, {**end, "on": number}) for game in (plain, compiled)]
        for deal in range(DEALS_AT_ENDS if end else DEALS):
            with _time_limit(SECONDS):
                own, other = (
                    _played(game, rule, policy, deal)
                    for game, rule, policy in zip((plain, compiled), rules, policies, strict=True)
                )
            outcome = _judged(own, other, may_be_wide=bool(WIDE & feature.constructs))
            if outcome.kind == DIFFERENT:
                changes = f"with {dict(end)}, " if end else ""
                return replace(outcome, sentence=f"{changes}game {deal}: {outcome.sentence}")
            outcomes.setdefault(outcome.kind, outcome)
    if feature.way == "hide":
        steps = (
            plain_steps(plain, plain.load(None, {"on": number}), [policies[0]] * 2, 0, redeal=True),
            steps_in_kernels(
                compiled, compiled.load(None, {"on": number}), [policies[1]] * 2, 0, redeal=True
            ),
        )
        sentence = find_difference(*steps).sentence
        if sentence:
            return Outcome(DIFFERENT, f"with hidden things dealt again: {sentence}")
    return next(outcomes[kind] for kind in (NO_ROOM, FAULTS, EQUAL) if kind in outcomes)


@contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    """Interrupt what plays for too long."""

    def interrupt(*_: object) -> None:
        raise TimeoutError(f"it plays for more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _policy(game: Game, feature: Feature) -> Any:
    """Return the policy that plays a feature."""
    name = feature.name if feature.is_policy else "random"
    return next(policy for policy in game.policies if policy.name == name)


Played = Mapping[str, object] | str
"""Results of a game, or why it stops."""


def _played(game: Game, rules: Rules, policy: Any, deal: int) -> Played:
    """Return what a game comes to."""
    try:
        rows = game.engine().play(rules.row, [policy] * 2, SEED, deal, 1)
    except ContractError as error:
        return str(error)
    row, seats = rows[0], rows["seats"][0][:2]
    own = {name: np.asarray(row[name]).tolist() for name in rows.dtype.names if name != "seats"}
    return own | {f"{name} of seats": seats[name].tolist() for name in seats.dtype.names}


def _judged(own: Played, other: Played, *, may_be_wide: bool) -> Outcome:
    """Return what two games show that should be the same."""
    allowed = [
        SENTENCES[kind]
        for kind in (FULL, UNSEEN, *((OVERFLOW, WIDE_CHOICE, WIDE_KEY) if may_be_wide else ()))
    ]
    if isinstance(other, str) and any(sentence in other for sentence in allowed):
        return Outcome(NO_ROOM, _error_in(other))
    if isinstance(own, str) and isinstance(other, str):
        return Outcome(FAULTS)
    if isinstance(own, str):
        return Outcome(
            DIFFERENT, f"the plain game stops, the compiled one plays on: {_error_in(own)}"
        )
    if isinstance(other, str):
        return Outcome(
            DIFFERENT, f"the plain game plays on, the compiled one stops: {_error_in(other)}"
        )
    for name, value in own.items():
        if name in other and other[name] != value:
            return Outcome(
                DIFFERENT, f"{name} is {value} in the plain game, {other[name]} in the compiled one"
            )
    return Outcome(EQUAL)


def _error_in(text: str) -> str:
    """Return what is wrong, without the command that plays it again."""
    return re.sub(r"\S*/(\w+\.py)", r"\1", text).partition("; to play it again")[0][:300]


def shortened(folder: Path, feature: Feature) -> Feature:
    """Return a feature that differs, reduced to what makes it differ."""
    number = int(feature.name.removeprefix("feature"))
    is_shorter = True
    while is_shorter:
        is_shorter = False
        for shorter in _shorter(feature):
            place = Path(tempfile.mkdtemp(dir=folder))
            if compared(place, {number: shorter})[number].kind == DIFFERENT:
                feature, is_shorter = shorter, True
                break
    return feature


def _shorter(feature: Feature) -> Iterator[Feature]:
    """Yield a feature without one statement each, and with simpler expressions."""
    head = "" if feature.is_policy else "class Drawn:\n"
    tree = ast.parse(head + feature.text)
    texts = {
        _text_of(changed, head)
        for changed in (*_without_statements(tree), *_with_simpler_expressions(tree))
    }
    for text in sorted(texts, key=len):
        if len(text) < len(feature.text):
            yield replace(feature, text=text)


def _text_of(text: str, head: str) -> str:
    return text.partition("\n")[2] + "\n" if head else text + "\n"


def _without_statements(tree: ast.AST) -> Iterator[str]:
    bodies = [
        own
        for node in ast.walk(tree)
        for own in (getattr(node, "body", None), getattr(node, "orelse", None))
        if isinstance(own, list) and not isinstance(node, ast.Module)
    ]
    for body in bodies:
        for place, statement in enumerate(list(body)):
            if len(body) > 1 and not isinstance(statement, ast.Return):
                body.pop(place)
                yield ast.unparse(tree)
                body.insert(place, statement)
            inner = getattr(statement, "body", None)
            if isinstance(inner, list) and not isinstance(statement, ast.FunctionDef):
                body[place : place + 1] = inner
                yield ast.unparse(tree)
                body[place : place + len(inner)] = [statement]


def _with_simpler_expressions(tree: ast.AST) -> Iterator[str]:
    """Yield the tree with one expression replaced by one of its operands, or by a number."""
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.BinOp | ast.BoolOp | ast.IfExp | ast.Call | ast.Compare):
                simpler: list[ast.expr] = [ast.Constant(1)]
                simpler += [
                    each for each in ast.iter_child_nodes(value) if isinstance(each, ast.expr)
                ]
                for one in simpler:
                    setattr(node, name, one)
                    yield ast.unparse(tree)
                setattr(node, name, value)


def main() -> None:
    """Draw and compare batches of features; print what differs, and what was refused how often."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--batches", type=int, default=1)
    parser.add_argument("--shorten", action="store_true", help="look for what makes it differ")
    parser.add_argument("--without", action="append", default=[], help="a construct left out")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    examples: dict[str, str] = {}
    by_construct: dict[str, Counter[str]] = {}
    for batch in range(options.first, options.first + options.batches):
        features = drawn_features(batch, options.without)
        with tempfile.TemporaryDirectory() as name:
            outcomes = compared(Path(name), features)
            for number, outcome in outcomes.items():
                if outcome.kind == DIFFERENT:
                    own = features[number]
                    print(f"batch {batch}, {own.name}: {outcome.sentence}")
                    own = shortened(Path(name), own) if options.shorten else own
                    print(
                        f"{own.menu}\n{own.text}# {', '.join(sorted(own.constructs))}", flush=True
                    )
        for number, outcome in outcomes.items():
            counts[outcome.kind] += 1
            for construct in features[number].constructs:
                by_construct.setdefault(construct, Counter())[outcome.kind] += 1
            if outcome.kind == REFUSED:
                reason = _reason(outcome.sentence)
                statement = outcome.sentence.partition(" <- ")[2]
                reasons[reason] += 1
                examples[reason] = min(examples.get(reason, statement), statement, key=len)
        print(f"after batch {batch}: {dict(counts)}", flush=True)
    for reason, n in reasons.most_common():
        print(f"{n:6} {reason}\n       {examples[reason]}")
    for construct, own_counts in sorted(by_construct.items()):
        shares = ", ".join(f"{kind} {n}" for kind, n in own_counts.most_common())
        print(f"{construct}: {shares}")


def _reason(sentence: str) -> str:
    """Return a reason without what it is about."""
    reason, _, statement = sentence.partition(" <- ")
    quoted, _, rest = reason.partition(": ")
    return rest if quoted and quoted in statement else reason


if __name__ == "__main__":
    main()
