"""Pages without pictures, for tests of what plays and writes them: drawing takes a third of a page.

The tests of `tests/report` lint every figure, and draw those that they look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from simlab.report.figure_block import FigureBlock
from simlab.report.picture import Picture, picture_of
from tests.support.figure_lint import block_problems

PNG = vars(Picture)["png"]
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def blank(block: FigureBlock) -> Picture:
    """Return an empty picture in the place of a figure."""
    return Picture(block, width=1, svg=BLANK, narrow=BLANK if block.narrow else "")


def linted_and_drawn(block: FigureBlock) -> Picture:
    """Check the figure of a block and draw it."""
    assert block_problems(block) == []
    return picture_of(block)


@pytest.fixture(autouse=True, scope="package")
def blank_pictures() -> Iterator[None]:
    """Let all tests of a folder write pages without pictures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simlab.report.page.picture_of", blank)
        yield


@contextmanager
def drawn() -> Iterator[None]:
    """Draw the figures of pages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simlab.report.page.picture_of", linted_and_drawn)
        yield


@contextmanager
def pixels() -> Iterator[None]:
    """Draw the figures of pages as PNG, too.

    Other tests draw them as SVG only: PNG takes as long again and shows the same.
    """
    with drawn(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Picture, "png", PNG)
        yield
