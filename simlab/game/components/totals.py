"""Rows of totals in sheets: `Total`, `Summe`, `Average` under the cards, which are no card.

Also the words of a heading without case and accents, by which such a row is known.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from decimal import Decimal

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]")
_CAMEL = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z]{2})")
_ORDINAL = re.compile("[º°ª]")
"""Signs behind abbreviations such as N.º, which would become letters."""
_TOKEN = re.compile(r"[^\W_]+|[^\w\s.,:;()\[\]{}/\\|'\"!?&<>=~^-]")
_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "œ": "oe"})


def without_unseen(label: str) -> str:
    """Return a text without signs that have no width, which copies from web pages contain."""
    return _UNSEEN.sub("", label)


def heading_words(heading: str) -> list[str]:
    """Return the words and signs of a heading without case and accents.

    `Mana-Cost (€)` is mana, cost, €.
    """
    plain = unicodedata.normalize("NFKC", _ORDINAL.sub(" ", without_unseen(heading)))
    letters = unicodedata.normalize("NFKD", _CAMEL.sub(" ", plain).translate(_LETTERS))
    return _TOKEN.findall("".join(c for c in letters if not unicodedata.combining(c)).lower())


TOTALS = frozenset(
    heading_words(
        "total totals subtotal sum summe gesamt gesamtzahl zwischensumme somme totale totaal suma"
        " razem"
        " soma subtotale ø average mean mittelwert moyenne promedio media \u03c3 ∑ 合計 总计"
    )
)
"""First words of rows that add up the rows above."""
_FILLERS = frozenset(heading_words("grand all cards karten cartes of general overall"))


def is_total(label: str) -> bool:
    """Return whether a cell is the label of a row of totals: `Total:`, `Grand total`, `Summe`."""
    label_words = set(heading_words(label)) - _FILLERS
    return bool(label_words) and label_words <= TOTALS


def is_total_row(
    row: int,
    label: str,
    columns: Sequence[Mapping[int, str]],
    numbers: Sequence[Mapping[int, Decimal]],
) -> bool:
    """Return whether a row adds up those above: it is called so, and lacks what cards have.

    Args:
        row: Number of the row.
        label: Its first filled cell.
        columns: The cells of each column by row, without blanks.
        numbers: The numbers of each column of numbers by row.
    """
    if not is_total(label):
        return False
    most = max(map(len, columns))
    lacks = any(row not in cells for cells in columns if 2 * len(cells) > most)
    sums = (
        row in column and column[row] == sum(n for above, n in column.items() if above < row)
        for column in numbers
    )
    return lacks or any(sums)
