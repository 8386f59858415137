"""Certificate: what was picked in one comparison, played again on deals never used before."""

from __future__ import annotations

from typing import Any

OTHER_DEALS = 1 << 61
"""Bit of a seed that is set for a certificate; users’ seeds rarely are that large."""


def fresh_seed(seed: int) -> int:
    """Return the seed of a certificate, whose deals have nothing in common with those of a seed."""
    return seed ^ OTHER_DEALS


def certificate(seed: int, n_compared: int) -> dict[str, Any]:
    """Return the part of a study that marks a certificate.

    It has the seed of the deals used for choosing, and the number of changes chosen from.
    """
    return {"certifies": {"seed": seed, "compared": n_compared}}
