"""Commands about the findings of a doctor: a game to look at, what explains it, and a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simlab.api.arguments import command_line
from simlab.studies.doctor.arm import Arm, Role
from simlab.studies.doctor.examination import FRESH, Examination
from simlab.studies.doctor.request import DoctorRequest
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.fault import Fault
from simlab.studies.doctor.result.findings import Finding

EXPLAINED_BY: Mapping[Fault, str] = {
    fault.STALLING: "restrict",
    fault.REPETITION: "strength",
    fault.IDLE: "strength",
    fault.SEAT_ADVANTAGE: "handicap",
    fault.PURE_LUCK: "decides",
    fault.RUNAWAY: "tension",
    fault.SNOWBALL: "tension",
    fault.DECIDED_EARLY: "tension",
    fault.LAST_TURN: "tension",
    fault.KINGMAKING: "kingmaking",
    fault.DOMINANT_STRATEGY: "restrict",
    fault.STRONGER_POLICY: "ladder",
    fault.USELESS_CHOICE: "restrict",
    fault.DEAD_CHOICE: "restrict",
    fault.MANDATORY_CHOICE: "restrict",
    fault.DEAD_CARD: "cards",
    fault.STRONG_CARD: "cards",
    fault.WEAK_CARD: "cards",
    fault.DEAD_PARAMETER: "rules",
}
"""The command that has more on a fault, where `run` is not the one."""
N_LEVELS = 5
"""Levels of a rule beside the present one."""
MOST_LEVERS = 3
"""Rules that a change may vary: those that move the effect most."""


def commands_of(
    finding: Finding,
    request: DoctorRequest,
    examination: Examination,
    game: str,
    typed: Mapping[str, Any],
) -> list[str]:
    """Return the commands about a finding: a replay if a game shows it, what explains it, a change.

    `game` is the name or path as typed, `typed` the options of players, rules and policies.
    """
    key = finding.key
    players = key.players or request.scenario.players
    table = {**typed, "players": [players]}
    commands = []
    arms = examination.arms.get(key, [])
    if finding.example >= 0 and len(arms) == 1:
        commands.append(_replay(arms[0], FRESH + finding.example, game, table))
    commands.append(_explanation(key, request, game, table))
    levers = list(examination.levers.get(key, []))[:MOST_LEVERS]
    target = _target(key, players)
    if target and levers:
        aim = {"target": target, "vary": [_with_levels(lever, request) for lever in levers]}
        commands.append(command_line("tune", game, {**table, **aim}))
    return commands


def _target(key: EffectKey, players: int) -> str:
    """Return what `tune` should aim at for a fault to be gone; empty if no metric says it."""
    name, limit = key.subject.replace(" ", "_"), key.fault.limit
    match key.fault:
        case fault.ENDLESS:
            return f"capped<={100 * limit:g}%"
        case fault.TOO_LONG:
            return f"decisions<={players * limit:g}"
        case fault.SEAT_ADVANTAGE:
            return f"wins_of_{name.lower()}={100 / players:.3g}%±{100 * limit:g}%"
        case fault.TIES:
            return f"shared_wins<={100 * limit:g}%"
        case fault.DECIDED_EARLY:
            return "decided_at>=40%"
        case fault.LAST_TURN:
            return "decided_at<=80%"
        case fault.DEAD_WAY:
            return f"won_by_{name}>={100 * limit:g}%"
        case fault.DOMINANT_WAY:
            return f"won_by_{name}<={100 * limit:g}%"
    return ""


def _with_levels(rule: str, request: DoctorRequest) -> str:
    """Return a rule with the levels that `tune` may choose from; a switch needs none."""
    schema = request.scenario.game.schema
    parameter = next(known for known in schema.parameters if known.name == rule)
    if parameter.low is None or parameter.high is None:
        return rule
    evenly = np.linspace(parameter.low, parameter.high, N_LEVELS).round().astype(int)
    levels = sorted({*evenly.tolist(), int(request.scenario.rules.components.values[rule])})
    return f"{rule}={','.join(map(str, levels))}"


def _replay(arm: Arm, deal: int, game: str, table: Mapping[str, Any]) -> str:
    """Return the command that replays a game of an arm."""
    lineup = [str(policy) for policy in arm.scenario.lineup]
    is_of_one = len(set(lineup)) == 1
    replay_options = {**table, "policy": lineup[:1] if is_of_one else lineup, "game": str(deal)}
    return command_line("replay", game, replay_options)


def _explanation(
    key: EffectKey, request: DoctorRequest, game: str, table: Mapping[str, Any]
) -> str:
    """Return the command that has more on a fault."""
    command = EXPLAINED_BY.get(key.fault, "run")
    options: dict[str, Any] = dict(table)
    match command:
        case "rules":
            options = {name: table[name] for name in ("patch", "data") if table.get(name)}
        case "strength":
            options = {}
        case "ladder":
            options.pop("policy", None)
        case "restrict" if key.fault != fault.DOMINANT_STRATEGY:
            role, _, kind = key.subject.partition(" ")
            is_of_role = key.fault == fault.STALLING and role in (Role.NEVER, Role.ONLY)
            name = kind if is_of_role else key.subject
            if name in request.scenario.game.kind_names:  # what a game counts has its own names
                options["kind"] = name
        case "cards":
            options["card"] = key.subject
        case "handicap":
            names: Sequence[str] = request.scenario.facts.seat_names(key.players)
            options["seat"] = str(1 + names.index(key.subject))
    return command_line(command, game, options)
