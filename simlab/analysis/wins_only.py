"""Games without points: their scores say who has won and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def says_wins_only(scores: npt.ArrayLike, credits: npt.ArrayLike) -> bool:
    """Return whether scores are 1 for who has won and 0 for the others; both by game and seat."""
    is_winner: npt.NDArray[Any] = np.asarray(credits) > 0
    return bool((np.asarray(scores) == is_winner).all())
