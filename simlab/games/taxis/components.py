"""The rules of Les Taxis de la Marne as a record, filled from the data folder."""

from simlab.errors import ComponentError
from simlab.game.components import Components, fill_values
from simlab.games.taxis.names import ring_of
from simlab.games.taxis.problems import problems_between
from simlab.games.taxis.remarks import remarks_on
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import (
    COLOUR_NAMES,
    EFFECTS,
    EVENTS,
)


def fill(components: Components, rules: Rules) -> None:
    """Fill the rules record from checked components.

    Raises:
        ComponentError: tables that are fine row by row but make no game together.
    """
    problems = problems_between(components)
    if problems:
        raise ComponentError(problems)
    components.remarks += remarks_on(components)
    fill_values(components, rules)
    rules.arrival_step = 1 if components.values["arrival_direction"] == "clockwise" else -1
    fill_streets(components, rules)
    fill_soldiers(components, rules)
    fill_tiers(components, rules)


def fill_streets(components: Components, rules: Rules) -> None:
    """Fill in the ring of streets and the taxi cards."""
    ring = ring_of(components)
    position = {row["street"]: place for place, row in enumerate(ring)}
    rules.n_streets = len(ring)
    for place, row in enumerate(ring):
        rules.street_colour[place] = COLOUR_NAMES.index(str(row["colour"]))
    cards = [row for row in components.tables["taxis"] for _ in range(int(row["copies"]))]
    rules.n_taxis = len(cards)
    for card, row in enumerate(cards):
        rules.taxi_street[card] = position[row["street"]]
        rules.taxi_value[card] = row["value"]
        rules.taxi_event[card] = ("none", *EVENTS).index(str(row["event"]))


def fill_soldiers(components: Components, rules: Rules) -> None:
    """Fill in the kinds of soldier cards and the deck."""
    colours = (*COLOUR_NAMES, "joker", "bonus")
    kinds = components.tables["soldiers"]
    rules.n_kinds = len(kinds)
    for kind, row in enumerate(kinds):
        rules.kind_colour[kind] = colours.index(str(row["colour"]))
        rules.kind_value[kind] = row["value"]
        rules.kind_effect[kind] = ("none", *EFFECTS).index(str(row["effect"]))
    rules.bonus_kinds = sum(1 << kind for kind, row in enumerate(kinds) if row["effect"] != "none")
    deck = [kind for kind, row in enumerate(kinds) for _ in range(int(row["copies"]))]
    rules.n_soldiers = len(deck)
    rules.soldiers[: len(deck)] = deck


def fill_tiers(components: Components, rules: Rules) -> None:
    """Fill in the victory table, lowest tier first."""
    bounds = [int(row["from"]) for row in components.tables["tiers"]]
    rules.n_tiers = len(bounds)
    rules.tier_from[: len(bounds)] = bounds
