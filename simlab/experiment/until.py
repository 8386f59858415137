"""When a run may stop: once the interval of a metric is narrow, `wins of seat 1 ± 1 %`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simlab.errors import ExperimentError

UNTIL = re.compile(
    r"\s*(?P<metric>.*?\S)\s*(?:±|\+\s*/?\s*-)\s*(?P<size>\d+(?:\.\d*)?|\.\d+)"
    r"\s*(?P<percent>%|pp)?\s*"
)
"""A metric, plus or minus, half the width of its interval."""
EXAMPLE = '"wins of seat 1 ± 1 %" or "rounds +- 0.2"'
SMALL_WORDS = {"of", "the", "a", "an"}
"""Words that a metric may be written without."""


@dataclass(frozen=True)
class Until:
    """A metric and the half-width of the interval at which a run stops."""

    metric: str
    """The words of its name that matter: `wins_seat_1`."""
    half_width: float
    is_percent: bool

    @property
    def identity(self) -> str:
        """What decides when a run stops, however it is written."""
        return f"{self.metric} ± {self.half_width:.10g}"

    def __str__(self) -> str:
        """Return the text that is read as the same: `wins_seat_1 ± 1%`."""
        size = f"{100 * self.half_width:.10g}%" if self.is_percent else f"{self.half_width:g}"
        return f"{self.metric} ± {size}"


def until_in(text: str) -> Until:
    """Return when a run may stop, from words such as `wins of seat 1 ± 1 %`.

    Raises:
        ExperimentError: they are not of this form.
    """
    match = UNTIL.fullmatch(text)
    if match is None or not float(match["size"]) > 0:
        raise ExperimentError(
            f'"{text}" is no metric with the half-width of its interval, as in {EXAMPLE}',
            "until",
        )
    is_percent = match["percent"] is not None
    size = float(match["size"]) / (100 if is_percent else 1)
    return Until(words_that_matter(match["metric"]), size, is_percent)


def words_that_matter(name: str) -> str:
    """Return a name or label of a metric without small words, capitals and signs."""
    words = re.findall(r"\w+", name.lower().replace("_", " "))
    return "_".join(word for word in words if word not in SMALL_WORDS)
