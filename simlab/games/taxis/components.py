"""The rules of Les Taxis de la Marne as data: parameters, streets, decks, the victory table."""

from collections import Counter
from itertools import pairwise

from simlab.components import Column, Components, Parameter, Schema, Table
from simlab.components.table import NOTE
from simlab.engine.record import Row, byte, record, whole
from simlab.errors import ComponentError
from simlab.games.taxis.names import ring_of
from simlab.games.taxis.state import (
    COLOUR_NAMES,
    EFFECTS,
    EVENTS,
    FEWEST_STREETS,
    HIGHEST_TAXI,
    MOST_KINDS,
    MOST_OFFICERS,
    MOST_SOLDIERS,
    MOST_STREETS,
    MOST_TAXIS,
)

MOST_TIERS = 12

PARAMETERS = (
    Parameter(
        "actions_per_turn", "most actions in a turn", "T10–T13", low=1, high=8, unit="actions"
    ),
    Parameter(
        "hand_limit", "cards kept at the end of one's turn", "T16", low=1, high=12, unit="cards"
    ),
    Parameter(
        "initial_cards", "soldier cards dealt in all", "T3", low=0, high=MOST_SOLDIERS, unit="cards"
    ),
    Parameter(
        "solo_reserve_limit", "most cards in the solo reserve", "T4", low=0, high=12, unit="cards"
    ),
    Parameter("officers", "officers on the table", "T1", low=1, high=MOST_OFFICERS),
    Parameter(
        "token_penalty",
        "extra soldiers for a taxi with a token",
        "T13",
        low=0,
        high=3,
        unit="soldiers",
    ),
    Parameter("events", "whether taxi events apply; off for beginners", "T9"),
    Parameter("silence_forbids_exchange", "whether silence bans exchanges with 2 or more", "T8"),
    Parameter("officers_may_share", "whether two officers may stand on one spot", "T11"),
    Parameter("joker_any_street", "whether jokers may board without a matching soldier", "T13"),
    Parameter(
        "bonus_before_arrival",
        "whether bonus cards may be played before the taxi",
        "T14",
    ),
    Parameter(
        "arrival_direction",
        "way a taxi goes on from a taken street",
        "T6",
        choices=("counter_clockwise", "clockwise"),
    ),
    Parameter("taxi_deck", "file with the taxi cards", "T2", table=True),
    Parameter("soldier_deck", "file with the soldier cards", "T3", table=True),
)


STREET_TABLE = Table(
    "streets",
    "the ring of streets",
    "street",
    (
        Column("name", "name on the board"),
        Column("position", "rank in the ring, clockwise; gaps do not matter", low=0, high=99),
        Column("colour", "colour of the street", choices=COLOUR_NAMES),
        NOTE,
    ),
    file="streets.csv",
    min_rows=FEWEST_STREETS,
    max_rows=MOST_STREETS,
)
TAXI_TABLE = Table(
    "taxis",
    "the taxi cards",
    "card",
    (
        Column("street", "street on the card", table="streets"),
        Column("value", "soldiers it takes, and points", low=1, high=HIGHEST_TAXI),
        Column("event", "event on the card", choices=("none", *EVENTS), blank="none"),
        Column("copies", "how many", low=0, high=MOST_TAXIS, blank=1),
        NOTE,
    ),
    parameter="taxi_deck",
    max_rows=MOST_TAXIS,
)
SOLDIER_TABLE = Table(
    "soldiers",
    "the soldier cards",
    "card",
    (
        Column("colour", "colour, joker or bonus", choices=(*COLOUR_NAMES, "joker", "bonus")),
        Column("value", "soldiers on the card", low=0, high=6),
        Column("effect", "what a bonus card does", choices=("none", *EFFECTS), blank="none"),
        Column("copies", "how many", low=0, high=MOST_SOLDIERS, blank=1),
    ),
    parameter="soldier_deck",
    max_rows=MOST_SOLDIERS,
)
TIER_TABLE = Table(
    "tiers",
    "the victory table",
    "tier",
    (Column("from", "lowest score", low=1, high=999), Column("label", "what the team reads")),
    file="tiers.csv",
    max_rows=MOST_TIERS,
)

SCHEMA = Schema(PARAMETERS, (STREET_TABLE, TAXI_TABLE, SOLDIER_TABLE, TIER_TABLE))

RULES = record(
    actions_per_turn=whole("most actions in a turn", "actions"),
    hand_limit=whole("cards kept at the end of a turn", "cards"),
    initial_cards=whole("soldier cards dealt in all", "cards"),
    solo_reserve_limit=whole("most cards in the solo reserve", "cards"),
    officers=whole("officers on the table", "officers"),
    token_penalty=whole("extra soldiers for a taxi with a token", "soldiers"),
    events=whole("1 when events apply"),
    silence_forbids_exchange=whole("1 when silence bans exchanges with 2 or more players"),
    officers_may_share=whole("1 when two officers may stand on one spot"),
    joker_any_street=whole("1 when jokers may board alone"),
    bonus_before_arrival=whole("1 when bonus cards may be played before the taxi arrives"),
    arrival_step=whole("-1 or 1: way to the next street for a taxi"),
    n_streets=whole("streets in the ring", "streets"),
    street_colour=byte("colour of each street", shape=MOST_STREETS),
    n_kinds=whole("different soldier cards", "kinds"),
    kind_colour=byte("colour, JOKER or BONUS, of each kind", shape=MOST_KINDS),
    kind_value=byte("soldiers on a card of each kind", "soldiers", MOST_KINDS),
    kind_effect=byte("effect of each kind", shape=MOST_KINDS),
    bonus_kinds=whole("bit k is set where kind k is a bonus card"),
    soldiers=byte("kind of each soldier card", shape=MOST_SOLDIERS),
    n_soldiers=whole("soldier cards", "cards"),
    taxi_street=byte("street of each taxi card", shape=MOST_TAXIS),
    taxi_value=byte("value of each taxi card", "soldiers", MOST_TAXIS),
    taxi_event=byte("event of each taxi card", shape=MOST_TAXIS),
    n_taxis=whole("taxi cards", "cards"),
    tier_from=whole("lowest score of each tier, rising", "points", MOST_TIERS),
    n_tiers=whole("tiers in the victory table", "tiers"),
)


def fill(components: Components, rules: Row) -> None:
    """Fill the rules record from checked components.

    Raises:
        ComponentError: tables that are fine row by row but make no game together.
    """
    problems = problems_between(components)
    if problems:
        raise ComponentError(problems)
    components.remarks += remarks_on(components)
    for name in RULES.names or ():
        if name in components.values:
            setattr(rules, name, components.values[name])
    rules.arrival_step = 1 if components.values["arrival_direction"] == "clockwise" else -1
    fill_streets(components, rules)
    fill_soldiers(components, rules)
    fill_tiers(components, rules)


def fill_streets(components: Components, rules: Row) -> None:
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


def fill_soldiers(components: Components, rules: Row) -> None:
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


def fill_tiers(components: Components, rules: Row) -> None:
    """Fill in the victory table, lowest tier first."""
    bounds = [int(row["from"]) for row in components.tables["tiers"]]
    rules.n_tiers = len(bounds)
    rules.tier_from[: len(bounds)] = bounds


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
    return [*problems, *_falling_tiers(components)]


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


def remarks_on(components: Components) -> list[str]:
    """Say which colours have soldiers but no street, so that these can never be sent [T13]."""
    of_streets = {row["colour"] for row in components.tables["streets"]}
    of_soldiers = {row["colour"] for row in components.tables["soldiers"] if row["copies"]}
    file = components.sources["streets"]
    return [
        f"{file}: no street is {colour}, so that {colour} soldiers never board a taxi."
        for colour in COLOUR_NAMES
        if colour in of_soldiers - of_streets
    ]


def _falling_tiers(components: Components) -> list[str]:
    """Say which tiers do not begin above the one before."""
    return [
        f"tiers: {upper['tier']}: from must be above {lower['from']}, that of tier"
        f" {lower['tier']}, not {upper['from']}"
        for lower, upper in pairwise(components.tables["tiers"])
        if int(upper["from"]) <= int(lower["from"])
    ]
