"""Page of a study: what its answer, its figures and its sections are, declared once by the study.

`page.py` of a study assigns a `StudyPage` to `PAGE`; the function in `api/` answers with it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import pandas as pd

from simlab.analysis.tables import Description
from simlab.report.blocks.next_steps import next_section
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.head import Head
from simlab.report.lineups import DISCLAIMERS, basis, lineup_section, origin
from simlab.report.more_games import NextStep
from simlab.report.page import Report, publish
from simlab.report.page_table import PageTable
from simlab.report.provenance import Provenance, sentences_by_name, study_provenance
from simlab.report.rulebook import assumption_count
from simlab.report.style import style


class Played(Protocol):
    """Result of a study that has played games."""

    @property
    def n_games(self) -> int:
        """Number of games."""


class PlayedLineups(Played, Protocol):
    """Result of a study that has compared line-ups."""

    @property
    def lineups(self) -> pd.DataFrame:
        """Games of each line-up."""

    @property
    def ends(self) -> pd.DataFrame:
        """How games ended, as shares."""


Study = TypeVar("Study", bound=Played)
LineupStudy = TypeVar("LineupStudy", bound=PlayedLineups)


@dataclass(frozen=True, kw_only=True)
class StudyPage(Generic[Study]):
    """What the page of a study shows of its result."""

    file: str
    """Name of the file: `skill.html`."""
    question: Callable[[Study, Description], str]
    answer: Callable[[Study], list[str]]
    """The sentences that answer the question."""
    blocks: Callable[[Study], Iterable[FigureBlock]]
    """The figures that carry the answer."""
    dependence: Callable[[Study], str] = lambda study: ""
    """On which players and other choices the answer depends, in sentences."""
    counts: Callable[[Study], Sequence[str]] = lambda study: []
    """What was played, in a few words each: `400 games`."""
    change: Callable[[Study], Sequence[str]] = lambda study: []
    """The change of rules that the study advises, in sentences."""
    findings: Callable[[Study], Mapping[str, str]] = lambda study: {}
    """More sentences by their topics."""
    tables: Callable[[Study], Mapping[str, PageTable]] = lambda study: {}
    """The tables that the terminal shows, by title."""
    sections: Callable[[Study], Iterable[PageSection]] = lambda study: []
    steps: Callable[[Study, str], list[NextStep]] = lambda study, command: []
    """Undecided numbers with the commands that decide them, from the command of the study."""
    policies: Callable[[Study, Description], dict[str, str]] = lambda study, described: (
        sentences_by_name(described)
    )
    """What each policy does, in a sentence."""
    lists_all_rules: bool = False
    """Whether it lists the rules of all scenarios, not of the first one."""

    def write(self, study: Study, described: dict[str, Any], command: str, folder: Path) -> Path:
        """Write the page, `answer.md`, `figures/` and `tables/`; return the page's path.

        Raises:
            RunError: they cannot be written.
        """
        description = Description(described)
        if self.lists_all_rules:
            description.spelled_out = description.scenarios
        with style():
            return publish(self.report(study, description, command), folder, self.file)

    def report(self, study: Study, described: Description, command: str) -> Report:
        """Return all that the page shows, drawn in simlab's style."""
        return Report(
            tables=described,
            head=Head(
                question=self.question(study, described),
                answer=self.answer(study),
                findings=self._topics(study),
                dependence=self.dependence(study),
                basis=self._basis(study, described),
                change=self.change(study),
            ),
            main=list(self.blocks(study)),
            sections=[*self._sections(study), *next_section(self.steps(study, command))],
            origin=self._origin(study, described, command),
            disclaimers=DISCLAIMERS,
        )

    def _topics(self, study: Study) -> Sequence[tuple[str, str]]:
        return list(self.findings(study).items())

    def _basis(self, study: Study, described: Description) -> list[str]:
        return [*self.counts(study), assumption_count(described)]

    def _sections(self, study: Study) -> Iterable[PageSection]:
        return self.sections(study)

    def _origin(self, study: Study, described: Description, command: str) -> Provenance:
        policies = self.policies(study, described)
        return study_provenance(described, command, study.n_games, policies)


@dataclass(frozen=True, kw_only=True)
class LineupPage(StudyPage[LineupStudy]):
    """Page of a study of line-ups: it ends with the games of each, and how they ended."""

    def _basis(self, study: LineupStudy, described: Description) -> list[str]:
        return basis(study.lineups, described)

    def _sections(self, study: LineupStudy) -> Iterable[PageSection]:
        return [*self.sections(study), lineup_section(study.lineups, study.ends)]

    def _origin(self, study: LineupStudy, described: Description, command: str) -> Provenance:
        whole = origin(study.lineups, described, command)
        return replace(whole, policies=self.policies(study, described))
