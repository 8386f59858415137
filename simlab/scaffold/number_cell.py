"""Numbers in the cells of card sheets, as people and spreadsheets write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

from simlab.game.components.totals import without_unseen

MOST_NUMBER = 999_999_999
MOST_DECIMALS = 2
"""Further decimals are rounded: they come from formulas, not from designers."""

_DASHES = str.maketrans("−–—\u2010\u2011’", "-----'")
_BLANK = re.compile(r"[-./_~]*|n/?a|nil|none|null", re.IGNORECASE)
_SIGN = r"[^\w\s.,+'()\[\]{}?*/\\|:;!%=<>~&@^`\"-]"
"""A sign of a unit, such as $ or a star."""
_DIGITS = r"(?P<digits>\d+(?:[ '.,]\d{3})*(?:[.,]\d+)?|[.,]\d+)"
_BARE = re.compile(rf"(?P<minus>[+-]?)\s*{_SIGN}?\s*(?P<minus2>[+-]?)\s*{_DIGITS}\s*{_SIGN}?")
_WORD = r"[^\W\d_]+\.?"
_WITH_UNIT = re.compile(
    rf"(?P<minus>[+-]?)\s*(?:{_SIGN}|(?P<word>{_WORD}))?\s*(?P<minus2>[+-]?)\s*{_DIGITS}\s*"
    rf"(?:{_SIGN}|(?(word)\0|{_WORD}))?"
)
_DECIMALS = re.compile(r"\d*(?:([.,])(?:\d{1,2}|\d{4,})|(?<!\d)0([.,])\d{3})")
_MIXED = re.compile(r"\d+([.,])\d{3}([.,])\d+")


def clean_cell(cell: str) -> str:
    """Return a cell without signs that nobody sees, with ordinary digits, dashes and spaces."""
    plain = unicodedata.normalize("NFKC", without_unseen(cell)).translate(_DASHES)
    return " ".join(plain.split())


def is_blank(cell: str) -> bool:
    """Return whether a cell says that there is nothing: empty, a dash, n/a."""
    return _BLANK.fullmatch(clean_cell(cell)) is not None


def decimal_sign(cells: Iterable[str]) -> str:
    """Return the sign before decimals in a column, or nothing if no cell shows it.

    `1.5` and `0.125` show it; `1.000` does not.
    """
    for cell in cells:
        match = _WITH_UNIT.fullmatch(clean_cell(cell))
        digits = match["digits"] if match else ""
        if decimals := _MIXED.fullmatch(digits):
            return decimals[2]
        if decimals := _DECIMALS.fullmatch(digits):
            return decimals[1] or decimals[2]
    return ""


def number_in(cell: str, sign: str = "", has_unit: bool = False) -> Decimal | None:
    """Return the number in a cell; None if it holds none.

    Args:
        cell: The cell as the spreadsheet shows it.
        sign: The sign before decimals in its column; without it, `1.000` and `1,000` are thousand.
        has_unit: Whether a word may stand at the number, as in `3 VP` and `x3`.
    """
    match = (_WITH_UNIT if has_unit else _BARE).fullmatch(clean_cell(cell))
    if match is None:
        return None
    digits = _plain_digits(match["digits"].replace(" ", "").replace("'", ""), sign)
    number = round(Decimal(digits), MOST_DECIMALS).normalize()
    is_negative = (match["minus"] + match["minus2"]).count("-") % 2 == 1
    return None if number > MOST_NUMBER else -number if is_negative and number else number


def _plain_digits(digits: str, sign: str) -> str:
    """Return digits with a point before decimals and nothing between thousands."""
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return digits
    mark, before, after = digits[last], digits[:last], digits[last + 1 :]
    is_thousands = len(after) == 3 and before not in ("", "0") and mark != sign
    if before.count(mark) or (is_thousands and not re.search("[.,]", before)):
        return digits.replace(".", "").replace(",", "")
    whole = before.replace(".", "").replace(",", "")
    return f"{whole or 0}.{after}"
