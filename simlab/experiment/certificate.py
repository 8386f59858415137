"""Certificate: what was picked in one comparison, played again on deals never used before."""

from __future__ import annotations

from typing import Any

OTHER_DEALS = 1 << 61
"""Bit of a seed that is set for a certificate; users’ seeds rarely are that large."""


def fresh_seed(seed: int) -> int:
    """Return the seed of a certificate, whose deals have nothing in common with those of a seed."""
    return seed ^ OTHER_DEALS


def certificate(seed: int, n_compared: int) -> dict[str, Any]:
    """Return what marks the study of a certificate, under `certifies`.

    That is the seed of the deals used for choosing, and the number of things chosen from.
    """
    return {"seed": seed, "compared": n_compared}
