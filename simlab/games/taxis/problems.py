"""What is wrong with components that are fine row by row but do not fit together."""

from collections import Counter
from itertools import pairwise

from simlab.game.components import Components
from simlab.games.taxis.names import ring_of
from simlab.games.taxis.state import MOST_KINDS


def problems_between(components: Components) -> list[str]:
    """Say which tables do not fit together: rings, colours, bonus cards, the deal."""
    problems = problems_of_the_ring(components)
    for row in components.tables["soldiers"]:
        if (row["colour"] == "bonus") == (row["effect"] == "none"):
            problems.append(f"soldiers: {row['card']}: bonus cards, and only they, have an effect")
        if (row["colour"] == "bonus") != (row["value"] == 0):
            problems.append(f"soldiers: {row['card']}: bonus cards, and only they, have value 0")
    if len(components.tables["soldiers"]) > MOST_KINDS:
        problems.append(f"soldiers: more than {MOST_KINDS} different cards")
    n_soldiers = sum(int(row["copies"]) for row in components.tables["soldiers"])
    if int(components.values["initial_cards"]) > n_soldiers:
        problems.append(f"initial_cards: the deck has {n_soldiers} cards only")
    return [*problems, *_tiers_out_of_order(components)]


def problems_of_the_ring(components: Components) -> list[str]:
    """Say which streets share a place, and whether the officers find spots to begin on [T1]."""
    ring, officers = ring_of(components), int(components.values["officers"])
    file = components.sources["streets"]
    problems = [
        f"{file}: {after['street']}: position {after['position']} is that of {row['street']}"
        for row, after in pairwise(ring)
        if row["position"] == after["position"]
    ]
    n_streets = Counter(row["colour"] for row in ring)
    n_pairs = list(n_streets.values()).count(2)
    if n_pairs < officers // 2 or len(n_streets) < officers // 2 + officers % 2:
        told = ", ".join(f"{n} {colour}" for colour, n in n_streets.items())
        problems.append(
            f"{file}: {officers} officers begin two by two on the streets of a colour that has"
            f" exactly two [T1], and an odd one on a further colour; the streets are {told}"
        )
    return problems


def _tiers_out_of_order(components: Components) -> list[str]:
    """Say which tiers do not begin above the one before."""
    return [
        f"tiers: {upper['tier']}: from must be above {lower['from']}, that of tier"
        f" {lower['tier']}, not {upper['from']}"
        for lower, upper in pairwise(components.tables["tiers"])
        if int(upper["from"]) <= int(lower["from"])
    ]
