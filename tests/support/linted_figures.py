"""Lint of every figure that a test puts on a page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simlab.report import page
from simlab.report.figure_block import FigureBlock
from simlab.report.picture import Picture
from tests.support.figure_lint import block_problems
from tests.support.undrawn import blank


@pytest.fixture(autouse=True, scope="module")
def every_figure_is_linted() -> Iterator[None]:
    """Check the figures, and draw them only within `drawn`: few tests look at the pictures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "picture_of", _linted)
        yield


def _linted(block: FigureBlock) -> Picture:
    """Check the figure of a block; return an empty picture."""
    assert block_problems(block) == []
    return blank(block)
