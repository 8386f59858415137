"""A page: a question, its answer, figures and tables; one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from jinja2 import Environment, PackageLoader, StrictUndefined

from simlab.analysis.tables import SWEEP, Described, Tables
from simlab.errors import RunError
from simlab.report import (
    competitive,
    contrast,
    cooperative,
    headline,
    houserule,
    provenance,
    response,
    rulebook,
    sweep,
)
from simlab.report.picture import Picture, data_url, picture_of
from simlab.report.plate import Plate, Section
from simlab.report.provenance import Provenance
from simlab.report.sheet import Sheet
from simlab.report.style import NARROW, style
from simlab.report.wording import n_of, tight

PAGE, FIGURES, TABLES = "report.html", "figures", "tables"
STUDIES: dict[str, tuple[ModuleType, ModuleType]] = {
    "houserule": (houserule, contrast),
    SWEEP: (sweep, response),
}
"""Who knows figures and sentences, by what the scenarios of a run are compared for."""


@dataclass(frozen=True)
class Head:
    """What stands at the top of a page."""

    question: str
    answer: Sequence[str]
    """The sentences that answer it."""
    findings: Sequence[tuple[str, str]]
    """More sentences, each with its topic."""
    dependence: str
    """How much the answer depends on who plays."""
    basis: Sequence[str]
    """What it rests on, in a few words each."""
    warning: str = ""
    """With which players the answer would be another, if with any."""
    change: Sequence[str] = ()
    """The rules that are asked to be changed, in sentences."""
    patches: Sequence[str] = ()
    """The shipped patches that do so, by title and name."""


@dataclass(frozen=True, eq=False)
class Report:
    """Everything that a page shows; to be made in simlab's style."""

    tables: Described
    head: Head
    main: Sequence[Plate]
    sections: Sequence[Section]
    origin: Provenance
    disclaimers: Sequence[str]
    is_finished: bool = True

    @property
    def plates(self) -> Iterator[Plate]:
        """All plates, in order."""
        yield from self.main
        for section in self.sections:
            yield from section.plates

    @property
    def rules(self) -> Sheet:
        """The table of all rule values."""
        return rulebook.rules_sheet(self.tables)

    @property
    def sheets(self) -> Iterator[Sheet]:
        """All tables."""
        yield self.rules
        yield from (plate.sheet for plate in self.plates)
        for section in self.sections:
            yield from section.sheets


def write(run: Path, folder: Path | None = None) -> Path:
    """Write `report.html`, `figures/` and `tables/` of a run; return the page's path.

    They are written into `folder`, or into the run's own.

    The same run gives the same bytes, whenever and wherever it is done.

    Raises:
        RunError: this is no run folder, it is damaged, or it cannot be written.
    """
    tables = Tables(run)
    with style():
        return publish(report_of(tables), folder or run, PAGE)


def publish(report: Report, folder: Path, name: str) -> Path:
    """Write a page, and its figures and tables beside it; return its path.

    Raises:
        RunError: they cannot be written.
    """
    pictures = {plate.slug: picture_of(plate) for plate in report.plates}
    page = folder / name
    try:
        _write_beside(folder, report, pictures)
        page.write_text(html(report, pictures), encoding="utf-8", newline="\n")
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error
    return page


def report_of(tables: Tables) -> Report:
    """Ask all questions of a run and draw the answers."""
    body, words = _kind_of(tables)
    main = body.main_plates(tables)  # first, as it refuses runs of which nothing can be said
    return Report(
        tables=tables,
        head=_head(tables, words),
        main=main,
        sections=body.sections(tables),
        origin=provenance.provenance(tables),
        disclaimers=words.disclaimers(tables),
        is_finished=tables.is_finished,
    )


def _kind_of(tables: Tables) -> tuple[ModuleType, ModuleType]:
    """Return who knows the figures of such a run, and who its sentences."""
    if "kind" in tables.study:
        return STUDIES[tables.study["kind"]]
    return cooperative if tables.is_cooperative else competitive, headline


def _head(tables: Tables, words: ModuleType) -> Head:
    return Head(
        question=words.question(tables),
        answer=words.answer(tables),
        findings=list(words.findings(tables)),
        dependence=words.dependence(tables),
        basis=words.basis(tables),
        warning=words.warning(tables),
        change=words.rule_text(tables),
        patches=contrast.patch_titles(tables),
    )


def html(report: Report, pictures: Mapping[str, Picture]) -> str:
    """Return the page, with pictures by the names of their plates."""
    environment = Environment(
        loader=PackageLoader("simlab.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"data_url": data_url, "tight": tight}
    return environment.get_template("page.html").render(
        report=report,
        head=report.head,
        tables=report.tables,
        origin=report.origin,
        pictures=pictures,
        rulebook=rulebook,
        narrow=NARROW,
        n_of=n_of,
    )


def _write_beside(folder: Path, report: Report, pictures: Mapping[str, Picture]) -> None:
    for name in (FIGURES, TABLES):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for slug, picture in pictures.items():
        (folder / FIGURES / f"{slug}.svg").write_text(picture.light, encoding="utf-8", newline="\n")
        (folder / FIGURES / f"{slug}.png").write_bytes(picture.png)
    for sheet in report.sheets:
        (folder / TABLES / f"{sheet.slug}.csv").write_text(
            sheet.csv, encoding="utf-8", newline="\n"
        )
