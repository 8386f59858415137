"""A run's report: one page that needs nothing else, its figures and its tables beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from jinja2 import Environment, PackageLoader, StrictUndefined

from simlab.analysis.tables import SWEEP, Tables
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
from simlab.report.sheet import Sheet
from simlab.report.style import NARROW, style
from simlab.report.wording import n_of, tight

PAGE, FIGURES, TABLES = "report.html", "figures", "tables"
STUDIES: dict[str, tuple[ModuleType, ModuleType]] = {
    "houserule": (houserule, contrast),
    SWEEP: (sweep, response),
}
"""Who knows figures and sentences, by what the scenarios of a run are compared for."""


@dataclass(frozen=True, eq=False)
class Report:
    """Everything that a page shows."""

    tables: Tables
    headline: ModuleType
    main: list[Plate]
    sections: list[Section]
    pictures: dict[str, Picture]
    """By the name of the plate."""
    rules: Sheet

    @property
    def plates(self) -> Iterator[Plate]:
        """All plates, in order."""
        yield from self.main
        for section in self.sections:
            yield from section.plates

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
    report = report_of(Tables(run))
    folder = folder or run
    page = folder / PAGE
    try:
        _write_beside(folder, report)
        page.write_text(html(report), encoding="utf-8", newline="\n")
    except OSError as error:
        raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error
    return page


def report_of(tables: Tables) -> Report:
    """Ask all questions of a run and draw the answers."""
    body, head = _kind_of(tables)
    with style():
        main, sections = body.main_plates(tables), body.sections(tables)
        report = Report(tables, head, main, sections, {}, rulebook.rules_sheet(tables))
        report.pictures.update({plate.slug: picture_of(plate) for plate in report.plates})
    return report


def _kind_of(tables: Tables) -> tuple[ModuleType, ModuleType]:
    """Return who knows the figures of such a run, and who its sentences."""
    if "kind" in tables.study:
        return STUDIES[tables.study["kind"]]
    return cooperative if tables.is_cooperative else competitive, headline


def html(report: Report) -> str:
    """Return the page."""
    tables = report.tables
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
        tables=tables,
        headline=report.headline,
        rulebook=rulebook,
        origin=provenance.provenance(tables),
        narrow=NARROW,
        n_of=n_of,
    )


def _write_beside(folder: Path, report: Report) -> None:
    for name in (FIGURES, TABLES):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for slug, picture in report.pictures.items():
        (folder / FIGURES / f"{slug}.svg").write_text(picture.light, encoding="utf-8", newline="\n")
        (folder / FIGURES / f"{slug}.png").write_bytes(picture.png)
    for sheet in report.sheets:
        (folder / TABLES / f"{sheet.slug}.csv").write_text(
            sheet.csv, encoding="utf-8", newline="\n"
        )
