"""Top of a page: question, answer, findings, and what they depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Head:
    """Top of a page: question, answer, findings, and what they depend on."""

    question: str
    answer: Sequence[str]
    """The sentences that answer it."""
    findings: Sequence[tuple[str, str]]
    """More sentences, each with its topic."""
    basis: Sequence[str]
    """Number of games, scenarios, patches and assumptions, in a few words each."""
    dependence: str = ""
    """Sentences on the answer with other policies, where `certainty` has no row for them."""
    certainty: Sequence[tuple[str, str]] = ()
    """How far chance, players and guessed components move the answer, by topic."""
    warning: str = ""
    """Policies with which the answer changes; empty if there are none."""
    change: Sequence[str] = ()
    """The rule change in question, in sentences."""
    patches: Sequence[str] = ()
    """The shipped patches that make this change, by title and name."""
