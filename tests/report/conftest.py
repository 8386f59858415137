"""Lint of every figure that a test of reports puts on a page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simlab.report import page
from simlab.report.figure_block import FigureBlock
from simlab.report.picture import Picture, picture_of
from tests.support.figure_lint import block_problems


@pytest.fixture(autouse=True, scope="module")
def _every_figure_is_linted() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "picture_of", _linted)
        yield


def _linted(block: FigureBlock) -> Picture:
    """Draw the figure of a block and check it."""
    picture = picture_of(block)
    assert block_problems(block) == []
    return picture
