"""Pages without pictures, for tests of what plays and writes them: drawing takes a third of a page.

The tests of `tests/report` draw and lint every figure.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from simlab.report.figure_block import FigureBlock
from simlab.report.picture import Picture

PNG = vars(Picture)["png"]
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def blank(block: FigureBlock) -> Picture:
    """Return an empty picture in the place of a figure."""
    return Picture(block, width=1, svg=BLANK, narrow="")


@pytest.fixture(autouse=True, scope="package")
def blank_pictures() -> Iterator[None]:
    """Let all tests of a folder write pages without pictures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simlab.report.page.picture_of", blank)
        yield


@contextmanager
def pixels() -> Iterator[None]:
    """Draw the figures of pages as PNG, too.

    Other tests draw them as SVG only: PNG takes as long again and shows the same.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Picture, "png", PNG)
        yield
