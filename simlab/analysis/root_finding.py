"""Zero of a function of one variable."""

from __future__ import annotations

from collections.abc import Callable


def zero_of(
    function: Callable[[float], float], low: float, high: float, tolerance: float = 2e-12
) -> float:
    """Return where a function is 0 between two places at which its signs differ (Brent)."""
    from scipy.optimize import brentq  # takes a tenth of a second

    return float(brentq(function, low, high, xtol=tolerance))
