"""Games with rollouts of plain games and of their translations, for the same deals.

Nothing is compiled by Numba: this runs in a process of its own, in a tenth of the time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import numpy as np

from simlab.engine.win_chances import BY_POLICY, GameWithRollouts, Trial
from simlab.execution.translated_engine import TranslatedEngine
from simlab.execution.win_chances import game_with_rollouts, kernels_of
from simlab.experiment.request import request_experiment
from tests.support.compiled_without_numba import answer_without_numba
from tests.support.documents import ROOT
from tests.support.searches_in_both import translations

DEALS, N_ROLLOUTS, LOOK = range(3, 6), 3, 1
Case = tuple[str, Sequence[str]]
"""A file, and the policy of each seat."""


def differences(cases: Sequence[Case]) -> list[str]:
    """Return which games with rollouts differ from those of the translation, or have no kernel."""
    differing: list[str] = answer_without_numba(__name__, json.dumps(cases))
    return differing


def difference(file: str, lineup: Sequence[str]) -> str:
    """Return what differs between the games of both; nothing if nothing does."""
    [(_, (plain, compiled))] = translations([file])
    options = {"policy": list(lineup), "players": len(lineup)}
    scenario = request_experiment(str(ROOT / file), options).scenarios[0]
    translated = TranslatedEngine(plain, compiled)
    if kernels_of(translated, scenario) is None:
        return "has no kernels"
    for deal in DEALS:
        game = game_with_rollouts(plain.engine(), scenario, deal, 1)
        free = np.flatnonzero(game.menus > 1)[[0, 1, -1]].tolist()
        trials = [Trial(decision, choice) for decision in free for choice in (BY_POLICY, 0, 1)]
        by_plain, by_kernels = (
            game_with_rollouts(engine, scenario, deal, 1, trials, N_ROLLOUTS, LOOK)
            for engine in (plain.engine(), translated)
        )
        if not is_equal(by_plain, by_kernels):
            return f"has other rollouts in deal {deal}"
    return ""


def is_equal(one: GameWithRollouts, two: GameWithRollouts) -> bool:
    """Return whether two games with rollouts are equal in all parts."""
    return all(np.array_equal(first, second) for first, second in zip(one, two, strict=True))


if __name__ == "__main__":
    cases: list[Case] = json.loads(sys.argv[1])
    differing = [(case, difference(*case)) for case in cases]
    print(json.dumps([f"{case} {what}" for case, what in differing if what]))
