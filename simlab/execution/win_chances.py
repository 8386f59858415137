"""Winning chances of positions: games with rollouts, by kernels or in plain Python.

The seeds of the rollouts of a decision are made of the run's seed, the game, the decision, the half
and the number of the look, so that a further look has fresh random streams.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simlab.engine.build import Engine
from simlab.engine.win_chances import HALVES, GameWithRollouts, Trial, WinChances
from simlab.errors import ContractError
from simlab.execution.run_observer import RunObserver
from simlab.execution.translated_engine import (
    TranslatedEngine,
    components_of,
    rules_of,
    translate_policy,
)
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.game.policy import Policy
from simlab.plain.chance import MASK, splitmix
from simlab.plain.win_chances import play_with_rollouts

WIN_CHANCES = 1 << 50
"""Number that sets these seeds apart from other words made of seed and deal."""
USELESS_BITS = 11
"""Bits of a random word that are left out, so that a seed is no negative number."""


def game_with_rollouts(
    engine: Engine,
    scenario: Scenario,
    deal: int,
    rotation: int,
    trials: Sequence[Trial] = (),
    n_rollouts: int = 0,
    look: int = 0,
) -> GameWithRollouts:
    """Play a game of a scenario, with `n_rollouts` in each half of each trial.

    Each rollout goes on from the position at a decision as the seat that decides sees it: what is
    hidden from it is dealt again. A trial without a choice gives the winning chances of the
    position. The trials are in the order of their decisions; those of one decision are played on
    the same streams. A further `look` plays rollouts that are independent of those before.

    Raises:
        ContractError: a policy or the game broke its contract.
    """
    decisions = [trial.decision for trial in trials]
    seed, rules, lineup = scenario.seed, scenario.rules.row, scenario.lineup
    seeds = [
        [rollout_seed(seed, deal, rotation, decision, half, look) for half in range(HALVES)]
        for decision in decisions
    ]
    keys = np.array(seeds, np.int64).reshape(-1, HALVES)
    question = seed, deal, rotation, trials, keys, n_rollouts
    if not scenario.game.is_plain:
        return WinChances(scenario.game).play(rules, lineup, *question)
    if isinstance(engine, TranslatedEngine):
        kernels = kernels_of(engine, scenario)
        if kernels is not None:
            own_rules = rules_of(engine.compiled, rules.tobytes())
            try:
                return WinChances(engine.compiled).play(own_rules, kernels, *question)
            except ContractError:
                pass  # plain Python says what is wrong there, or goes on where kernels have no room
    return play_with_rollouts(scenario.game, rules, lineup, *question)


def prepare_rollouts(scenario: Scenario, observer: RunObserver) -> None:
    """Compile what plays the rollouts of a compiled game, in a background thread.

    Raises:
        InputError: the game or a policy cannot be compiled.
    """
    game, lineup = scenario.game, scenario.lineup
    if not WinChances.is_compiled(game, lineup):
        observer.compiling(game.title)
    in_background(lambda: WinChances(game).prepare(lineup))


def rollout_seed(seed: int, deal: int, rotation: int, decision: int, half: int, look: int) -> int:
    """Return the seed of the rollouts of one half at a decision."""
    word = seed & MASK
    for number in (deal, WIN_CHANCES, rotation, decision, HALVES * look + half):
        word = splitmix(word) ^ number
    return splitmix(word) >> USELESS_BITS


def kernels_of(engine: TranslatedEngine, scenario: Scenario) -> list[Policy] | None:
    """Return the line-up of a translated game; None if a policy has no kernel."""
    components = components_of(scenario.rules.row.tobytes())
    policies = [
        translate_policy(engine.plain, engine.compiled, policy, components)
        for policy in scenario.lineup
    ]
    kernels = [policy for policy in policies if policy is not None]
    return kernels if len(kernels) == len(policies) else None
