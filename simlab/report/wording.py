"""Formatting of estimates and counts in words, to as many digits as the interval supports."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from simlab.game.nouns import singular

MINUS = "\N{MINUS SIGN}"
THIN = "\N{NARROW NO-BREAK SPACE}"
MOST_DIGITS = 4
SMALLEST = 0.5 * 10**-MOST_DIGITS
"""Below this nothing would be left of an estimate and its bounds with MOST_DIGITS decimals."""
PERCENTAGE_POINTS = "percentage points"
"""Unit of differences of shares, never only `points`, which many games score in."""
ABBREVIATION = "pp"
"""Stands for percentage points in tables and figures; the foot of each page explains it."""

Key = TypeVar("Key", bound=Hashable)
Member = TypeVar("Member")


class Row(Protocol):
    """A row of a table: what has an estimate and its bounds."""

    def __getitem__(self, key: str, /) -> Any:
        """Return a cell."""


@dataclass(frozen=True)
class FormattedEstimate:
    """An estimate and its bounds, written alike in every table, figure and sentence."""

    estimate: str
    low: str
    high: str
    unit: str = ""

    @property
    def range(self) -> str:
        """The bounds for a table or a figure: `11.9–12.3`."""
        joint = " to " if {MINUS, "+"} & set(self.low + self.high) else "–"
        return f"{self.low}{joint}{self.high}"

    @property
    def bounds(self) -> str:
        """The bounds for a sentence: `11.9 to 12.3`."""
        return f"{self.low} to {self.high}"

    @property
    def value(self) -> str:
        """The estimate with its unit: `12.1 %`, `+1 point`."""
        is_one = self.estimate.lstrip(f"+{MINUS}") == "1"
        return self.estimate + (singular(self.unit) if is_one else self.unit)

    @property
    def short(self) -> str:
        """The estimate for a table or a figure: `+1.2 pp`."""
        if self.unit.strip() != PERCENTAGE_POINTS:
            return self.value
        return f"{self.estimate} {ABBREVIATION}"

    @property
    def full(self) -> str:
        """Estimate and bounds for a sentence: `12.1 % (11.9 to 12.3)`."""
        return f"{self.value} ({self.bounds})"


def number(row: Row, digits: int = 0) -> FormattedEstimate:
    """Return an estimate as a plain number, with at least this many decimals."""
    return _format_scaled(row, 1.0, "", digits)


def share(row: Row, digits: int = 0) -> FormattedEstimate:
    """Return an estimated share in per cent, with at least this many decimals."""
    return _format_scaled(row, 100.0, f"{THIN}%", digits)


def difference(row: Row, digits: int = 0) -> FormattedEstimate:
    """Return an estimated difference with its sign, with at least this many decimals."""
    return _add_signs(_format_scaled(row, 1.0, "", digits))


def difference_of_shares(row: Row, digits: int = 1) -> FormattedEstimate:
    """Return an estimated difference of shares in percentage points, likewise.

    With a decimal an interval of +1.4 to +2.6 is not written as +1 to +3; whole numbers need none.
    """
    is_whole = all((100.0 * float(row[key])).is_integer() for key in ("estimate", "low", "high"))
    return _add_signs(
        _format_scaled(row, 100.0, f" {PERCENTAGE_POINTS}", 0 if is_whole else digits)
    )


def in_unit(row: Row, unit: str) -> FormattedEstimate:
    """Return an estimate with its unit: `1.2 points`."""
    return _format_scaled(row, 1.0, f" {unit}", 0)


def decimals(value: float) -> int:
    """Return how many decimals a number is written with: 0 of 20, 1 of 1.5."""
    return len(f"{value:f}".rstrip("0").partition(".")[2])


def whole(value: float) -> str:
    """Return a count with its thousands set apart."""
    return f"{value:,.0f}".replace("-", MINUS)


def n_of(count: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun: `1 player`, `2 players`."""
    return f"{whole(count)} {singular if count == 1 else plural or singular + 's'}"


def with_unit(size: float, unit: str) -> str:
    """Return a size with its unit: `1 point`, `2.5 points`."""
    return f"{size:g} {singular(unit) if size == 1 else unit}"


def begin_sentence(sentence: str) -> str:
    """Return a text as it begins a sentence; names inside keep their capitals."""
    return sentence[:1].upper() + sentence[1:]


def article(noun: str) -> str:
    """Return what stands before a noun: `a` or `an`."""
    return "an" if noun[0] in "aeiou" else "a"


def stretch(low: float, high: float) -> str:
    """Return a stretch of scores, open where an end is not known: `40–45`, `64 or more`."""
    if math.isnan(low) and math.isnan(high):
        return "–"
    if math.isnan(low):
        return f"{high:.0f} or less"
    if low == high:
        return f"{low:.0f}"
    return f"{low:.0f} or more" if math.isnan(high) else f"{low:.0f}–{high:.0f}"


def tight(phrase: str) -> str:
    """Keep each per cent sign with its number."""
    return phrase.replace(" %", f"{THIN}%")


def join_list(phrases: Sequence[str], last: str = "and") -> str:
    """Return words as a list: `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(phrases[:-1]), *phrases[-1:]]))


def group_by_key(pairs: Iterable[tuple[Key, Member]]) -> dict[Key, list[Member]]:
    """Return the second items of pairs by the first ones, in the order of these."""
    members_by_key: dict[Key, list[Member]] = {}
    for key, member in pairs:
        members_by_key.setdefault(key, []).append(member)
    return members_by_key


def _format_scaled(row: Row, scale: float, unit: str, least_digits: int = 0) -> FormattedEstimate:
    estimate, low, high = (float(row[name]) * scale for name in ("estimate", "low", "high"))
    if 0 < max(map(abs, (estimate, low, high))) < SMALLEST:
        return FormattedEstimate(_scientific(estimate), _scientific(low), _scientific(high), unit)
    digits = max(_digits(estimate, low, high), least_digits)
    return FormattedEstimate(
        _format_number(estimate, digits),
        _format_number(low, digits),
        _format_number(high, digits),
        unit,
    )


def _scientific(value: float) -> str:
    """Return a tiny number: `3.2e−9`."""
    return f"{value:.1e}".replace("e-0", "e-").replace("-", MINUS) if value else "0"


def _add_signs(formatted: FormattedEstimate) -> FormattedEstimate:
    return replace(
        formatted,
        estimate=_plus(formatted.estimate),
        low=_plus(formatted.low),
        high=_plus(formatted.high),
    )


def _plus(number_text: str) -> str:
    return f"+{number_text}" if number_text[0].isdigit() and number_text != "0" else number_text


NEGLIGIBLE = 1e-9
"""Part of its error below which an estimate is 0 apart from rounding."""


def _digits(estimate: float, low: float, high: float) -> int:
    """Return decimals down to the first digit in doubt, and to the first that is not 0."""
    if all(value.is_integer() for value in (estimate, low, high)):
        return 0
    half_width = (high - low) / 2
    # an interval without width or end supports no digit
    if not 0 < half_width < math.inf:
        return 2
    is_zero = (
        abs(estimate) <= NEGLIGIBLE * half_width
    )  # a sum of floats is seldom 0 to the last bit
    smallest = half_width if is_zero else min(half_width, abs(estimate))
    return min(max(0, math.ceil(-math.log10(smallest))), MOST_DIGITS)


def _format_number(value: float, digits: int) -> str:
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    number_text = f"{value:,.{digits}f}"
    # else -0.004 would be -0.00
    if float(number_text.replace(",", "")) == 0:
        return "0"
    return number_text.replace("-", MINUS)


def join_with_commas(*phrases: str) -> str:
    """Return the words that are not empty, with commas between them."""
    return ", ".join(filter(None, phrases))
