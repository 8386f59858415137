"""Plural and singular of the English nouns that games count: dice, wolves, cities, boxes, sheep."""

from __future__ import annotations

import re

IRREGULAR = {
    "child": "children",
    "craftsman": "craftsmen",
    "deer": "deer",
    "die": "dice",
    "dwarf": "dwarves",
    "fish": "fish",
    "fisherman": "fishermen",
    "foot": "feet",
    "goose": "geese",
    "horseman": "horsemen",
    "huntsman": "huntsmen",
    "man": "men",
    "mouse": "mice",
    "nobleman": "noblemen",
    "ox": "oxen",
    "person": "people",
    "sheep": "sheep",
    "swordsman": "swordsmen",
    "tie": "ties",
    "tooth": "teeth",
    "wharf": "wharves",
    "woman": "women",
    "workman": "workmen",
    **{f"{stem}f": f"{stem}ves" for stem in ("cal", "el", "hal", "lea", "loa", "shel", "thie")},
    **{f"{stem}fe": f"{stem}ves" for stem in ("kni", "li")},
    **{noun: f"{noun}es" for noun in ("cargo", "domino", "hero", "potato", "tomato", "torpedo")},
    "wolf": "wolves",
}
"""Nouns whose plural follows no rule below, as games have them; others are guessed by their end."""
SINGULARS = {plural: noun for noun, plural in IRREGULAR.items()}
HISSING = re.compile(r"(?:s|x|z|ch|sh)$")
HISSING_PLURAL = re.compile(r"(?:ss|x|zz|ch|sh)es$")
CONSONANT_Y = re.compile(r"(?<=[^aeiou])y$")


def plural(noun: str) -> str:
    """Return the plural: `dice` for `die`, `cities` for `city`, `victory points`."""
    adjectives, blank, word = noun.rpartition(" ")
    if word in IRREGULAR:
        return f"{adjectives}{blank}{IRREGULAR[word]}"
    if CONSONANT_Y.search(noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if HISSING.search(noun) else f"{noun}s"


def singular(nouns: str) -> str:
    """Return the singular of a plural: `point` for `points`, `city` for `cities`."""
    adjectives, blank, word = nouns.rpartition(" ")
    if word in SINGULARS:
        return f"{adjectives}{blank}{SINGULARS[word]}"
    if nouns.endswith("ies"):
        return f"{nouns.removesuffix('ies')}y"
    return nouns.removesuffix("es" if HISSING_PLURAL.search(nouns) else "s")
