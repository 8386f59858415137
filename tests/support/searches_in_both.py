"""Searches of plain games and of their translations, which play the same deals.

Nothing is compiled by Numba: this runs in a process of its own, in a tenth of the time.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simlab.catalog import find_game, find_policy, policies_of
from simlab.compiler.module import translate_game
from simlab.engine.build import Engine
from simlab.execution.compared_rules import keep_proved
from simlab.execution.translated_engine import rules_of, translate_policy
from simlab.experiment.resolve import Scenario
from simlab.explain.decision import replay_game
from simlab.explain.search_values import policies_at, search_values, searches_at
from simlab.game import Game, Rules
from tests.support.compiled_without_numba import answer_without_numba
from tests.support.documents import ROOT

SEED, ROLLOUTS = 1914, 40
LineUp = Sequence[str]
Case = tuple[str, int, Mapping[str, object], LineUp]
"""A file, a number of games, a patch, and the policy of each seat."""


def differences(cases: Sequence[Case]) -> list[str]:
    """Return which line-ups play otherwise by the translation, or have none, and what differs."""
    differing: list[str] = answer_without_numba(__name__, json.dumps(cases))
    return differing


def translations(files: Sequence[str]) -> Iterator[tuple[str, tuple[Game, Game]]]:
    """Yield each plain game with its translation, of which no proof is asked."""
    for file in dict.fromkeys(files):
        plain: Any = find_game(str(ROOT / file))
        folder = Path(tempfile.mkdtemp())
        kernels = folder / f"{plain.name}_compiled.py"
        kernels.write_text(translate_game(plain, folder=folder).code, encoding="utf-8")
        compiled = find_game(str(kernels))
        keep_proved(compiled, [plain.load()])
        yield file, (plain, compiled)


def difference(
    plain: Game, compiled: Game, n_games: int, patch: Mapping[str, object], lineup: LineUp
) -> str:
    """Return what differs between the games of both; nothing if nothing does."""
    known, players = policies_of(plain), len(lineup)
    policies = [find_policy(text, known, players, plain) for text in lineup]
    rules = plain.load(patch=patch)
    kernels = [translate_policy(plain, compiled, own, rules.components) for own in policies]
    if None in kernels:
        return "has no kernel"
    deals = SEED, 0, n_games, 1
    expected = plain.engine().play(rules.row, policies, *deals)
    compiled_rules = Rules(rules_of(compiled, rules.row.tobytes()), rules.components)
    rows = Engine(compiled).play(compiled_rules.row, kernels, *deals)
    if rows.tobytes() != expected.tobytes():
        return "plays otherwise"
    of_plain, of_compiled = (
        statistics(Scenario("", game, loaded, {}, tuple(seats), SEED, n_games))
        for game, loaded, seats in (
            (plain, rules, policies),
            (compiled, compiled_rules, kernels),
        )
    )
    return "" if of_plain == of_compiled else f"has statistics {of_plain} and {of_compiled}"


def statistics(scenario: Scenario) -> list[list[float]]:
    """Return the statistics of a search at some decisions of a game."""
    searches = searches_at(scenario, 0, policies_at(scenario), None, ROLLOUTS)
    numbers = []
    for here in list(replay_game(scenario, 0, 0).each_decision())[:6]:
        values = search_values(here, searches[here.seat])
        numbers += [values.rollouts, values.total, values.gain, values.gain_square]
    return [np.asarray(sums, float).tolist() for sums in numbers]


if __name__ == "__main__":
    cases: list[Case] = json.loads(sys.argv[1])
    games = dict(translations([file for file, *_ in cases]))
    differing = [(case, difference(*games[case[0]], *case[1:])) for case in cases]
    print(json.dumps([f"{case[-1]} of {case[0]} {what}" for case, what in differing if what]))
