"""What is wrong with components that are fine row by row but do not fit together, or may be."""

from collections import Counter
from itertools import pairwise

from .words import ring_of

COLOURS = ("red", "blue", "green", "yellow")


def problems_in(rules):
    """Yield what cannot be played, by key: rings, colours, bonus cards, the deal, tiers."""
    for before, after in pairwise(ring_of(rules)):
        if before.position == after.position:
            key = f"streets.{after.street}.position"
            yield key, f"{after.position} is that of {before.street}; each street has another one."
    yield from problems_of_officers(rules)
    for card in rules.table("soldiers"):
        is_bonus = card.colour == "bonus"
        if is_bonus == (card.effect == "none"):
            key = f"soldiers.{card.card}.effect"
            yield key, f"{card.effect}: bonus cards, and only they, have an effect."
        if is_bonus != (card.value == 0):
            key = f"soldiers.{card.card}.value"
            yield key, f"{card.value}: bonus cards, and only they, have value 0."
    n_cards = sum(card.copies for card in rules.table("soldiers"))
    n_dealt = rules.values.initial_cards
    if n_dealt > n_cards:
        yield "initial_cards", f"must be at most {n_cards}, the cards of the deck, not {n_dealt}."
    for lower, upper in pairwise(rules.table("tiers")):
        start, least = getattr(upper, "from"), getattr(lower, "from") + 1
        if start < least:
            key = f"tiers.{upper.tier}.from"
            yield key, f"must be at least {least}, above tier {lower.tier}, not {start}."


def problems_of_officers(rules):
    """Yield whether the officers find no spots to begin on [T1]."""
    officers = rules.values.officers
    n_streets = Counter(street.colour for street in ring_of(rules))
    n_pairs = list(n_streets.values()).count(2)
    if n_pairs < officers // 2 or len(n_streets) < officers // 2 + officers % 2:
        listed = ", ".join(f"{n} {colour}" for colour, n in n_streets.items())
        yield (
            "streets",
            f"{officers} officers begin two by two on the streets of a colour that has exactly two"
            f" [T1], and an odd one on a further colour; the streets are {listed}.",
        )


def remarks_on(rules):
    """Yield which colours have soldiers but no street, so that these can never be sent [T13]."""
    of_streets = {street.colour for street in rules.table("streets")}
    of_soldiers = {card.colour for card in rules.table("soldiers") if card.copies}
    for colour in COLOURS:
        if colour in of_soldiers - of_streets:
            yield "streets", f"no street is {colour}, so that {colour} soldiers never board a taxi."
