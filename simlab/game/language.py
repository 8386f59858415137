"""Translation of a game's texts: one table per game and language.

The table is `LANGUAGE.toml` in the game's data folder, for instance `fr.toml`: sections with lines
`"English text" = "translation"`. Text without a translation stays English. Fields in braces, such
as `{seat}`, are the same in both languages.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simlab.errors import ComponentError, InputError, not_one_of
from simlab.game.nouns import plural

ENGLISH = "en"
LANGUAGES = (ENGLISH, "fr")
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name the user's language, the strongest first (POSIX)."""


@dataclass(frozen=True)
class Words:
    """The translations of a game's texts into one language; English needs none."""

    language: str = ENGLISH
    translations: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, phrase: str) -> str:
        """Return the translation of a text, or the text itself without one."""
        return self.translations.get(phrase, phrase)

    def number_and_noun(self, number: int, noun: str) -> str:
        """Return `no cards`, `1 card`, `2 cards`; French has the singular after 0 too."""
        is_plural = number > 1 if self.language == "fr" else number != 1
        return f"{number or self('no')} {self(plural(noun) if is_plural else noun)}"

    def join_list(self, entries: Sequence[str]) -> str:
        """Return `a`, `a and b`, `a, b and c`."""
        return self(" and ").join(filter(None, [", ".join(entries[:-1]), *entries[-1:]]))


def read_words(folder: Path, language: str) -> Words:
    """Return the translations in a data folder; empty without a table.

    Raises:
        ComponentError: the table is invalid.
    """
    file = folder / f"{language}.toml"
    if language == ENGLISH or not file.is_file():
        return Words(language)
    try:
        sections = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ComponentError(f"{file}: {error}") from None
    translations: dict[str, str] = {}
    for name, section in sections.items():
        translations |= _lines(section, f"{file}: {name}")
    return Words(language, translations)


def _lines(section: object, location: str) -> dict[str, str]:
    if not isinstance(section, Mapping) or not all(isinstance(t, str) for t in section.values()):
        raise ComponentError(f'{location}: must be a table with lines "English" = "translation"')
    return dict(section)


def choose_language(language: str | None) -> str:
    """Return the requested language, else that of the user's locale, else English.

    Raises:
        InputError: simlab has no such language.
    """
    if language is None:
        return _language_of_the_locale()
    if language not in LANGUAGES:
        raise InputError(not_one_of(language, LANGUAGES), "--lang")
    return language


def _language_of_the_locale() -> str:
    """Return the language that the first of the variables with a value names."""
    locale = next((value for name in LOCALE_VARIABLES if (value := os.environ.get(name))), "")
    language = locale[:2].lower()
    return language if language in LANGUAGES else ENGLISH
