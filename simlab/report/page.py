"""HTML page of a run, in one file: question, answer, figure blocks, tables, provenance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import chain, groupby
from pathlib import Path
from types import ModuleType

from jinja2 import Environment, PackageLoader, StrictUndefined

from simlab.analysis.tables import Described, Tables
from simlab.game.language import Words
from simlab.report import answer_file, provenance, rulebook
from simlab.report.answer_file import ANSWER
from simlab.report.answers.assumptions import weights
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.games_to_read import GamesToRead, link_games
from simlab.report.head import Head
from simlab.report.inline_svg import colour_variable, colour_variables, without_tips
from simlab.report.page_files import FIGURES, TABLES, check_place, write_files
from simlab.report.page_table import PageTable
from simlab.report.picture import Picture, data_url, picture_of
from simlab.report.provenance import Provenance
from simlab.report.replay_command import unbroken
from simlab.report.rulebook import patch_titles
from simlab.report.section import sections_of
from simlab.report.style import SERIES, style
from simlab.report.wording import n_of, tight

PAGE, FULL_PAGE = "report.html", "full.html"
FEW_GAMES = 200
"""Games of a scenario below which a run has no full page."""
MOST_ROWS = 16
"""Rows beyond which the short page folds a table."""
FEW_SECTIONS = 3
"""Sections up to which a page has no table of contents."""


@dataclass(frozen=True, eq=False)
class Report:
    """Everything that a page shows; to be made in simlab's style."""

    tables: Described
    head: Head
    main: Sequence[FigureBlock]
    sections: Sequence[PageSection]
    origin: Provenance
    disclaimers: Sequence[str]
    is_finished: bool = True
    is_short: bool = False
    """Whether it has the answer, what carries it and the method in brief, and nothing else."""
    games: GamesToRead | None = None
    is_timed: bool = False
    """Whether the time that games took has decided how many were played."""
    has_rules: bool = True
    """Whether it shows rules and players: not of games that simlab did not play."""

    @property
    def has_contents(self) -> bool:
        """Whether it is long enough for a table of contents."""
        return not self.is_short and len(self.sections) > FEW_SECTIONS

    @property
    def player_choices(self) -> list[int]:
        """Numbers of players to choose from on the full page, if there are several."""
        numbers = sorted({scenario.players for scenario in self.tables.scenarios})
        return [] if self.is_short or len(numbers) == 1 else numbers

    def is_folded(self, table: PageTable) -> bool:
        """Whether a table is so long that the short page shows it only when asked."""
        return self.is_short and len(table.rows) > MOST_ROWS

    @property
    def groups(self) -> Iterator[Sequence[FigureBlock]]:
        """The figure blocks that stand together: those of the answer, then of each section."""
        yield self.main
        yield from (section.blocks for section in self.sections)

    @property
    def blocks(self) -> Iterator[FigureBlock]:
        """All figure blocks, in order."""
        return chain.from_iterable(self.groups)

    @property
    def rules(self) -> PageTable:
        """The table of all rule values."""
        return rulebook.rules_table(self.tables)

    @property
    def page_tables(self) -> Iterator[PageTable]:
        """All tables."""
        if self.has_rules and not self.is_short:
            yield self.rules
        yield from (block.table for block in self.blocks)
        for section in self.sections:
            yield from section.tables


def write(
    run: Path,
    folder: Path | None = None,
    words: Words | None = None,
    games: GamesToRead | None = None,
    *,
    is_full: bool = False,
    note: str = "",
) -> Path:
    """Write `report.html`, `answer.md`, `figures/` and `tables/` of a run; return the page's path.

    They are written into `folder`, or into the run's own; terms of the game in its `words`, if any.
    The short page has the answer and what carries it; the full page, `full.html`, all figures.

    `games` are those that stand on the page move by move; `note` comes before its warning.
    The same run gives the same bytes, whenever it is done and, except for the path of the run in
    commands, wherever.

    Raises:
        RunError: this is no run folder, it is damaged, or it cannot be written.
    """
    tables = Tables(run, words)
    with style():
        report = report_of(tables, is_full)
        report = with_games(report, games) if games else report
        report = with_note(report, note) if note else report
        return publish(report, folder or run, FULL_PAGE if is_full else PAGE)


def publish(report: Report, folder: Path, name: str) -> Path:
    """Write a page, and beside it its answer in Markdown, figures and tables; return its path.

    Raises:
        FolderError: a file would be replaced that simlab did not write.
        RunError: they cannot be written.
    """
    check_place(folder, name)
    # drawn before the first file is written: an error leaves the old page whole
    pictures = {block.slug: picture_of(block) for block in report.blocks}
    contents: dict[str, str | bytes] = {}
    for slug, picture in pictures.items():
        contents[f"{FIGURES}/{slug}.svg"] = without_tips(picture.svg)
        contents[f"{FIGURES}/{slug}.png"] = picture.png
    for table in report.page_tables:
        contents[f"{TABLES}/{table.slug}.csv"] = table.csv
    contents[ANSWER] = answer_file.markdown(report.head, report.origin, report.disclaimers)
    write_files(folder, {**contents, name: html(report, pictures)})
    return folder / name


def report_of(tables: Tables, is_full: bool) -> Report:
    """Ask all questions of a run and draw the answers."""
    kind = kind_of(tables)
    page = import_module(f"simlab.report.pages.{kind}")
    answers = import_module(f"simlab.report.answers.{tables.study.get('kind', 'run')}")
    main = page.main_blocks(tables)  # first, as it refuses runs of which nothing can be said
    return Report(
        tables=tables,
        head=_head(tables, answers),
        main=main,
        sections=sections_of(kind, tables, is_full),
        origin=provenance.provenance(tables),
        disclaimers=answers.disclaimers(tables),
        is_finished=tables.is_finished,
        is_short=not is_full,
    )


def with_games(report: Report, games: GamesToRead) -> Report:
    """Return a report with games to read, to which its figures link."""
    sections = [
        replace(section, blocks=link_games(section.blocks, games)) for section in report.sections
    ]
    return replace(report, games=games, main=link_games(report.main, games), sections=sections)


def with_note(report: Report, note: str) -> Report:
    """Return a report that warns of something that its run cannot know."""
    warning = f"{note} {report.head.warning}".rstrip()
    return replace(report, head=replace(report.head, warning=warning))


def kind_of(tables: Tables) -> str:
    """Return the kind of page for a run: that of its study, or of its game."""
    default = "competitive"
    if tables.is_for_points:
        default = "cooperative" if tables.is_cooperative else "points"
    return str(tables.study.get("kind", default))


def _head(tables: Tables, answers: ModuleType) -> Head:
    return Head(
        question=answers.question(tables),
        answer=answers.answer(tables),
        findings=list(answers.findings(tables)),
        dependence=answers.dependence(tables),
        certainty=list(answers.certainty(tables)),
        basis=answers.basis(tables),
        warning=answers.warning(tables),
        change=answers.rule_text(tables),
        patches=patch_titles(tables),
    )


@cache
def templates() -> Environment:
    """Return the templates of a page, which are compiled once for all pages of a process."""
    environment = Environment(
        loader=PackageLoader("simlab.report"),
        autoescape=True,
        # a name that is wrong must not leave a gap on a page
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"data_url": data_url, "tight": tight, "unbroken": unbroken}
    return environment


def html(report: Report, pictures: Mapping[str, Picture]) -> str:
    """Return the page, with pictures by the slugs of their figure blocks."""
    return (
        templates()
        .get_template("page.html")
        .render(
            report=report,
            head=report.head,
            tables=report.tables,
            origin=report.origin,
            pictures=pictures,
            rulebook=rulebook,
            weights=weights(report.tables),
            colours=colour_variables(),
            seat_colours=[colour_variable(colour) for colour in (*SERIES, *SERIES)],
            n_of=n_of,
            alone={slug for group in report.groups for slug in alone(group, pictures)},
        )
    )


def alone(blocks: Sequence[FigureBlock], pictures: Mapping[str, Picture]) -> list[str]:
    """Return the slugs of the figures of half the width with no other one beside them."""
    runs = groupby(blocks, key=lambda block: pictures[block.slug].is_wide)
    narrow = [list(run) for is_wide, run in runs if not is_wide]
    # of an odd number, the last one has nobody beside it
    return [run[-1].slug for run in narrow if len(run) % 2]
