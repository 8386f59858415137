"""Robustness of an effect to the policy: the same comparison with other policies in all seats."""

from __future__ import annotations

from dataclasses import dataclass, replace

from simlab.analysis.intervals import Interval, mean_t
from simlab.execution.executor import Executor
from simlab.experiment.population import other_players, witness_games
from simlab.game.policy import Policy
from simlab.studies.ab.comparison import Comparison, values_of
from simlab.studies.ab.study import AbRequest

N_BLOCKS = 400
"""Blocks that each policy plays, a slow one fewer: enough for the sign of a clear effect."""
LEVEL = 0.95


@dataclass(frozen=True)
class Effect:
    """Effect of the patch with one policy in all seats."""

    policy: str
    interval: Interval[float]
    n_games: int
    """Games played by each set of rules."""


def other_policies(comparison: Comparison) -> list[Policy]:
    """Return the policies and shipped players that may have all seats in place of the line-up.

    Of two games, they are the policies of the unchanged one that the other has, too. There are none
    if the games have rollouts: they would take many times as long as the comparison.
    """
    base, patched = comparison.sides
    if base.rollout_metrics:
        return []
    candidates = other_players(base.lineup, base.game.policies, base.game)
    if not comparison.is_of_games:
        return candidates
    names = {policy.name for policy in patched.game.policies if policy.can_sit(patched.players)}
    return [policy for policy in candidates if policy.name in names]


def population(request: AbRequest, executor: Executor) -> list[Effect]:
    """Return the effect with each other policy in all seats, with simultaneous intervals.

    Policies without a value of the metric are left out; so are all if the metric is about one
    policy of a mixed line-up.
    """
    policies = other_policies(request.comparison)
    level = 1 - (1 - LEVEL) / max(len(policies), 1)
    effects = (_effect(request, policy, executor, level) for policy in policies)
    return [effect for effect in effects if effect is not None]


def _effect(request: AbRequest, policy: Policy, executor: Executor, level: float) -> Effect | None:
    comparison = seat_policy(request.comparison, policy)
    base = comparison.base
    n_blocks = witness_games(N_BLOCKS, str(policy), base.game, base.players)
    games = comparison.play(executor, 0, n_blocks)
    by_name = {metric.name: metric for metric in comparison.metrics(*games)}
    if request.metric.name not in by_name:
        return None
    values = values_of(by_name[request.metric.name], *games)
    effects = values.less_luck.effects
    if not len(effects):
        return None
    is_still = effects.min() == effects.max()  # a t interval would have no width
    interval = request.effect(values) if is_still else mean_t(effects, level=level)
    return Effect(str(policy), request.metric.within_changes(interval), n_blocks)


def seat_policy(comparison: Comparison, policy: Policy) -> Comparison:
    """Return the comparison with one policy in all seats."""
    patched_policy = policy
    if comparison.is_of_games:
        policies = comparison.patched.game.policies
        same_named = next(candidate for candidate in policies if candidate.name == policy.name)
        patched_policy = same_named.with_weights(**policy.weights)
    base, patched = (
        replace(side, lineup=(seated,) * side.players)
        for side, seated in zip(comparison.sides, (policy, patched_policy), strict=True)
    )
    return replace(comparison, base=base, patched=patched)
