"""Diagnosis: what an examination found, as frames for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd

from simlab.studies.decides.result import Decides
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.change import Change
from simlab.studies.doctor.result.dependence import Dependence
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.fault import Aspect, Fault
from simlab.studies.doctor.result.findings import Finding, State, score_card

METHOD = (
    "Each effect was screened with few games; those that may be faults were played again on fresh"
    " deals, and only these count. Wrong: beyond its limit, with at most 5 % false findings among"
    " all that are called wrong, on average (Benjamini-Hochberg). Intervals of these are adjusted"
    " for their number (Benjamini-Yekutieli), others are 95 %: exact for shares of games, else t on"
    " deals. Order: the nearer bound’s distance beyond the limit, in margins."
)


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """What is wrong with a game, what is open, and what is fine."""

    policy: str
    noise: float
    """Share of choices by chance, where games would be alike without it."""
    players: int
    is_cooperative: bool
    has_victory_table: bool
    """Whether a gain of a cooperative game is one of its score, as a part of the usual score."""
    findings: Sequence[Finding]
    """Faults first, those furthest beyond their limits first."""
    dependences: Sequence[Dependence]
    """Faults of the usual players in variants of their table."""
    decides: Decides | None
    """Shares of chance, choices, skill and seat in the results; None if they were not measured."""
    left_out: Mapping[str, str]
    """What was not examined, and why."""
    unfinished: frozenset[Aspect]
    """Aspects of which something was not examined, as no time was left."""
    n_arms: int
    """Tables that were screened: line-ups and rules."""
    n_screen: int
    """Deals of each table in the screen."""
    n_fresh: int
    """Fresh deals of each table that was played again."""
    n_games: int
    changes: Sequence[Change] = ()
    """What got better or worse since the last examination, under other rules."""
    commands: Mapping[EffectKey, Sequence[str]] = field(default_factory=dict)
    """Commands about each fault: a game that shows it, what explains it, a change."""

    @cached_property
    def wrong(self) -> list[Finding]:
        """The faults, the worst first; each where it is worst, by seats or numbers of players."""
        worst: dict[tuple[Fault, str], Finding] = {}
        for finding in self._in(State.WRONG):
            worst.setdefault(_group(finding.key), finding)
        return list(worst.values())

    def other_numbers(self, finding: Finding) -> list[int]:
        """Return the other numbers of players at which the same is wrong."""
        numbers = {
            other.key.players
            for other in self._in(State.WRONG)
            if _group(other.key) == _group(finding.key)
        }
        return sorted(numbers - {finding.key.players})

    @cached_property
    def open(self) -> list[Finding]:
        """What may be a fault, and is not decided."""
        return self._in(State.LOOK)

    @cached_property
    def fine(self) -> list[Finding]:
        """What is fine."""
        return self._in(State.FINE)

    def _in(self, state: State) -> list[Finding]:
        return [finding for finding in self.findings if finding.state == state]

    def in_variants(self, finding: Finding) -> list[Dependence]:
        """Return the size of a fault in each variant of the usual table.

        A fault that is worst elsewhere is measured there as it is at the usual table.
        """
        same = [
            wrong.key for wrong in self._in(State.WRONG) if _group(wrong.key) == _group(finding.key)
        ]
        measured = {dependence.key for dependence in self.dependences}
        key = next((key for key in same if key in measured), None)
        return [dependence for dependence in self.dependences if dependence.key == key]

    @property
    def score_card(self) -> Mapping[Aspect, State]:
        """The worst state of each aspect that was examined; open where something had no time."""
        states = dict(score_card(self.findings))
        for aspect in Aspect:
            if aspect in self.unfinished and states.get(aspect) != State.WRONG:
                states[aspect] = State.LOOK
        return {aspect: states[aspect] for aspect in Aspect if aspect in states}

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row per finding."""
        return pd.DataFrame([_row(finding) for finding in self.findings])


def _group(key: EffectKey) -> tuple[Fault, str]:
    """Return what makes effects one fault: seats are uneven together, cards are strong alone."""
    return key.fault, "" if key.fault == fault.SEAT_ADVANTAGE else key.subject


def _row(finding: Finding) -> dict[str, Any]:
    key, interval = finding.key, finding.interval
    return {
        "fault": key.fault.name,
        "aspect": str(key.fault.aspect),
        "subject": key.subject,
        "players": key.players,
        "state": str(finding.state),
        "estimate": interval.estimate,
        "low": interval.low,
        "high": interval.high,
        "n": interval.n,
        "limit": key.fault.limit,
        "unit": key.fault.unit,
        "p_value": finding.p_value,
        "beyond": finding.beyond,
        "detectable": finding.detectable,
    }
