"""Scenario as data that another process can play: names, rule values and foreign code."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from simlab.catalog import find_game, find_policy, policies_of
from simlab.execution.cluster.code_bundle import CodeBundle, LocalCode, bundle_of, local_code_of
from simlab.experiment.resolve import Scenario
from simlab.game.components import Components
from simlab.game.definition import Game, Rules, with_luck
from simlab.game.policy import Policy

KEPT = 64
"""Scenarios that a process keeps: a sweep has as many at a time as there are tasks on the way."""


@dataclass(frozen=True)
class SentScenario:
    """A scenario as data; the record of its rules as it is, so that no data folder is needed."""

    slug: str
    code: CodeBundle | LocalCode
    policies: tuple[str, ...]
    rules: bytes
    components: Components
    seed: int
    n_asked: int
    measures_luck: bool
    rollout_metrics: tuple[str, ...]


@lru_cache(maxsize=KEPT)
def pack_scenario(scenario: Scenario) -> bytes:
    """Return a scenario as bytes, with the foreign code that it needs."""
    return _as_bytes(scenario, bundle_of(scenario.game, scenario.lineup, scenario.policy_files))


@lru_cache(maxsize=KEPT)
def pack_for_this_machine(scenario: Scenario) -> bytes:
    """Return a scenario as bytes, for processes that find foreign code where it is."""
    return _as_bytes(scenario, local_code_of(scenario.game, scenario.policy_files))


def _reference(policy: Policy, game: Game) -> str:
    """Return how another process finds a policy, which a study may have given another name."""
    names = [
        game_policy.name for game_policy in game.policies if game_policy.function is policy.function
    ]
    is_known = policy.name in {game_policy.name for game_policy in game.policies}
    return str(policy if is_known or not names else replace(policy, name=names[0]))


def _as_bytes(scenario: Scenario, code: CodeBundle | LocalCode) -> bytes:
    sent = SentScenario(
        scenario.slug,
        code,
        tuple(_reference(policy, scenario.game) for policy in scenario.lineup),
        scenario.rules.row.tobytes(),
        scenario.rules.components,
        scenario.seed,
        scenario.n_asked,
        scenario.game.measures_luck,
        scenario.rollout_metrics,
    )
    # 6 KB of a demo become 2.4; level 9 saves another 5 % in twice the time
    return zlib.compress(pickle.dumps(sent), level=1)


@lru_cache(maxsize=KEPT)
def unpack_scenario(content: bytes) -> Scenario:
    """Return the scenario of some bytes, the same object for the same bytes."""
    sent: SentScenario = pickle.loads(zlib.decompress(content))
    reference, files = sent.code.unpack_files()
    game = find_game(reference, files)
    known_policies, players = policies_of(game, files), len(sent.policies)
    # a copy, as a view of bytes is read-only, for which compiled code has another type
    row = np.frombuffer(sent.rules, game.rules_row).copy()
    return Scenario(
        slug=sent.slug,
        game=with_luck(game) if sent.measures_luck else game,
        rules=Rules(row, sent.components),
        patch={},
        lineup=tuple(
            find_policy(policy_text, known_policies, players, game) for policy_text in sent.policies
        ),
        seed=sent.seed,
        n_asked=sent.n_asked,
        policy_files=files,
        rollout_metrics=sent.rollout_metrics,
    )
