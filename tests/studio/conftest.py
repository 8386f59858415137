from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.studio import close_studios


@pytest.fixture(autouse=True)
def closed_studios() -> Iterator[None]:
    """Play nothing of a test beside those that follow."""
    yield
    close_studios()
