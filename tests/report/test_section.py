"""Sections of pages: found by their files, in one order, left out without content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pkgutil import iter_modules

import pandas as pd
import pytest

from simlab.analysis.tables import Tables
from simlab.report import pages, sections
from simlab.report.page_table import PageTable
from simlab.report.section import Section, all_sections
from tests.support.written_run import Written, write_run

PAGES = {module.name for module in iter_modules(pages.__path__)}
TABLE = PageTable("heights", ["height"], [["2"]], "", pd.DataFrame({"height": [2]}))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return Tables(write_run(tmp_path_factory.mktemp("toy") / "run", [Written({"score": [1, 2]})]))


def heights(tables: Tables) -> Iterator[PageTable]:
    yield TABLE


def nothing(tables: Tables) -> Iterator[PageTable]:
    yield from ()


def test_every_file_declares_a_section() -> None:
    assert len(all_sections()) == len(list(iter_modules(sections.__path__)))


def test_every_section_is_for_a_kind_of_page_that_exists() -> None:
    for section in all_sections():
        assert section.pages
        assert set(section.pages) <= PAGES


def test_no_two_sections_have_the_same_position() -> None:
    positions = Counter(place for section in all_sections() for place in section.pages.items())
    assert set(positions.values()) == {1}


def test_a_section_has_its_title_and_content(tables) -> None:
    section = Section({"competitive": 1}, lambda run: f"Of {run.game['name']}", heights)
    (filled,) = section.fill(tables)
    assert filled.title == "Of toy"
    assert filled.tables == [TABLE]
    assert not filled.blocks


def test_a_section_that_does_not_apply_or_has_no_content_is_left_out(tables) -> None:
    assert not list(Section({}, "Empty", nothing).fill(tables))
    assert not list(Section({}, "Other", heights, applies=lambda run: False).fill(tables))


def test_a_section_without_content_is_kept_for_a_sentence_on_the_run(tables) -> None:
    (kept,) = Section({}, "Ends", nothing, lead=lambda run: "All games end alike.").fill(tables)
    assert kept.lead == "All games end alike."
    assert not list(
        Section({}, "Ends", nothing, lead="In each picture a dot is a game.").fill(tables)
    )
