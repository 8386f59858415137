"""Colours of the bands of a victory table in figures where they are data, by band."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from simlab.analysis.band import CAPPED
from simlab.report.style import MUTED, PAPER, band_colour


def bands_reached(bands: pd.DataFrame) -> list[str]:
    """Return the names of the bands that some game reached, from the bottom, the capped last."""
    reached = bands[bands["estimate"] > 0]
    names: list[str] = reached.sort_values("band")["label"].unique().tolist()
    return names


def band_colours(bands: pd.DataFrame, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the colour of each band and that of words on it, whichever others are drawn."""
    band_by_label = dict(zip(bands["label"], bands["band"], strict=True))
    n_bands = len(band_by_label) - (CAPPED in band_by_label)
    return [
        (MUTED, PAPER) if name == CAPPED else band_colour(band_by_label[name], n_bands)
        for name in names
    ]
