"""Why all players have a small noise: without it they play the same few games again and again."""

from __future__ import annotations

from simlab.analysis.variety import Variety


def reason_for_noise(variety: Variety) -> str:
    """Return what is played without noise: `without it only 12 of 50 deals are different games`."""
    different = f"{variety.n_different} of {variety.n_deals} deals"
    return f"without it only {different} are different games"


def noise_sentence(variety: Variety | None) -> str:
    """Say that all players have a small noise, and why; empty if they have none."""
    if variety is None or not variety.is_small:
        return ""
    return (
        "All players of these games make 5 % of their choices by chance:"
        f" {reason_for_noise(variety)}."
    )
