"""Text encodings of spreadsheets: UTF-8, UTF-16, and the older ones told apart by their letters."""

from __future__ import annotations

import codecs
import re
import unicodedata

from simlab.errors import ComponentError

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_OLD_ENCODINGS = {
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250 (Central European)",
    "mac_roman": "Mac Roman",
    "cp932": "Shift-JIS (Japanese)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "euc_kr": "EUC-KR (Korean)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
}
"""The likelier one first: it is taken if several make equally good words."""
_GUESSED_TITLES = _OLD_ENCODINGS | {
    "utf-16-le": "UTF-16 without a mark",
    "utf-16-be": "UTF-16 without a mark",
}
_USUAL_LETTERS = frozenset(
    "àâäáãåæçéèêëíìîïñóòôöõøœúùûüßąćęłńśźżčěřšůžőűğşı"
    "ÀÂÄÁÃÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØŒÚÙÛÜĄĆĘŁŃŚŹŻČĚŘŠŮŽŐŰĞŞİ"
)
_NEVER_LAST = ("œ", "æ", "ñ")
"""Letters of Windows-1252 that end no word where those of Windows-1250 do: Gęś."""
_OPENING = "“„«\u2018\u201a¿¡"
_CLOSING = "”»’“\u2018…™®©°ºª"
_DASHES = "–—•·"
_WORD = re.compile(r"[^\W\d_]+")
_USUAL, _ODD = 2, -3
"""Scores of a letter or sign where people write it, and where nobody does: a capital behind a small
letter, a sign inside a word. A letter of another script has 1."""
LEAST_PLAUSIBILITY = -1


def decode(raw: bytes) -> tuple[str, str]:
    """Return the text of a file and the name of its encoding.

    Raises:
        ComponentError: it is in none of the encodings that spreadsheets write.
    """
    if raw.startswith(_UTF16_MARKS):
        return raw.decode("utf-16", errors="replace"), "utf-16"
    encoding = _utf16_without_mark(raw)
    if encoding:
        return raw.decode(encoding, errors="replace"), encoding
    try:
        return raw.decode("utf-8-sig"), "utf-8-sig" if raw.startswith(codecs.BOM_UTF8) else "utf-8"
    except UnicodeDecodeError:
        return _decode_old(raw)


def is_guess(encoding: str) -> bool:
    """Return whether nothing in the file says its encoding."""
    return encoding in _GUESSED_TITLES


def encoding_remark(encoding: str) -> str:
    """Return the sentence that says which encoding was guessed."""
    return f"not UTF-8; read as {_GUESSED_TITLES[encoding]}."


def _utf16_without_mark(raw: bytes) -> str:
    """Return the UTF-16 of bytes of which every second one is mostly zero; else nothing."""
    n_pairs = len(raw) // 2
    for encoding, high in (("utf-16-le", raw[1::2]), ("utf-16-be", raw[::2])):
        if n_pairs and high.count(0) * 2 > n_pairs and raw.count(0) < 2 * n_pairs:
            return encoding
    return ""


def _decode_old(raw: bytes) -> tuple[str, str]:
    decodings: dict[str, str] = {}
    for encoding in _OLD_ENCODINGS:
        try:
            decodings[encoding] = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    scores = {encoding: _plausibility(decoded) for encoding, decoded in decodings.items()}
    best = max(scores, key=lambda encoding: scores[encoding], default="")
    if not best or scores[best] <= LEAST_PLAUSIBILITY:
        raise ComponentError(
            f"neither UTF-8 nor {_OLD_ENCODINGS['cp1252']} text; save it as CSV UTF-8."
        )
    return decodings[best], best


def _plausibility(decoded: str) -> float:
    """Return the mean score of the letters and signs that are not ASCII; higher is likelier."""
    scores = [score for word in _WORD.findall(decoded) for score in _letter_scores(word)]
    for before, sign, after in zip(" " + decoded, decoded, decoded[1:] + " ", strict=False):
        if not (sign.isascii() or sign.isalpha()):
            scores.append(_sign_score(before, sign, after))
    return sum(scores) / len(scores) if scores else 0.0


def _letter_scores(word: str) -> list[int]:
    """Return the score of each letter of a word that is not ASCII."""
    if word.isascii():
        return []
    scripts = {_script(letter) for letter in word}
    is_foreign = scripts == {"LATIN"} and len(word) > 2 and not any(map(str.isascii, word))
    is_odd_word = len(scripts) > 1 or is_foreign or word.endswith(_NEVER_LAST)
    return [
        _ODD if is_odd_word or (before.islower() and letter.isupper()) else _letter_score(letter)
        for before, letter in zip(" " + word, word, strict=False)
        if not letter.isascii()
    ]


def _letter_score(letter: str) -> int:
    is_other_script = _script(letter) in ("CJK", "CYRILLIC", "HANGUL", "GREEK")
    return _USUAL if letter in _USUAL_LETTERS else int(is_other_script)


def _script(letter: str) -> str:
    first = unicodedata.name(letter, "UNKNOWN").split()[0]
    return "CJK" if first in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA") else first


def _sign_score(before: str, sign: str, after: str) -> int:
    """Return the score of a sign between two characters."""
    category = unicodedata.category(sign)
    if category in ("Cc", "Co", "Cn"):
        return 2 * _ODD
    if sign in _OPENING and not before.isalpha() and not after.isspace():
        return _USUAL
    if sign in _CLOSING and not before.isspace() and (sign == "’" or not after.isalpha()):
        return _USUAL
    is_inside = before.isalpha() or after.isalpha()
    if is_inside and category not in ("Mn", "Mc", "Lm"):
        return _ODD
    return _USUAL if sign in _DASHES or category == "Sc" else 0
