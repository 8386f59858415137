"""What simulations of coverage share."""

from __future__ import annotations

import pytest


@pytest.fixture(params=[1, pytest.param(20, marks=pytest.mark.long)], ids=["reduced", "full"])
def effort(request: pytest.FixtureRequest) -> int:
    """How many times as many simulated runs as the quick tests make."""
    return int(request.param)
