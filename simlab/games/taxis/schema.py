"""The data folder of Les Taxis de la Marne: parameters, streets, decks, the victory table."""

from simlab.engine.record import Record, byte, whole
from simlab.game.components import (
    TOTAL,
    Column,
    Parameter,
    Schema,
    Table,
    provenance_of,
    value_fields,
)
from simlab.game.components.table import NOTE
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
        provenance_of("position"),
        provenance_of("colour"),
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
        Column("copies", "how many", low=0, high=MOST_TAXIS, blank=1, known=TOTAL),
        provenance_of("event"),
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
        Column("copies", "how many", low=0, high=MOST_SOLDIERS, blank=1, known=TOTAL),
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


class Rules(Record, fields=value_fields(SCHEMA)):
    """The rules of a game, in numbers."""

    actions_per_turn: int
    hand_limit: int
    initial_cards: int
    solo_reserve_limit: int
    officers: int
    token_penalty: int
    events: bool
    silence_forbids_exchange: bool
    officers_may_share: bool
    joker_any_street: bool
    bonus_before_arrival: bool
    arrival_step = whole("-1 or 1: way to the next street for a taxi")
    n_streets = whole("streets in the ring", "streets")
    street_colour = byte("colour of each street", shape=MOST_STREETS)
    n_kinds = whole("different soldier cards", "kinds")
    kind_colour = byte("colour, JOKER or BONUS, of each kind", shape=MOST_KINDS)
    kind_value = byte("soldiers on a card of each kind", "soldiers", MOST_KINDS)
    kind_effect = byte("effect of each kind", shape=MOST_KINDS)
    bonus_kinds = whole("bit k is set where kind k is a bonus card")
    soldiers = byte("kind of each soldier card", shape=MOST_SOLDIERS)
    n_soldiers = whole("soldier cards", "cards")
    taxi_street = byte("street of each taxi card", shape=MOST_TAXIS)
    taxi_value = byte("value of each taxi card", "soldiers", MOST_TAXIS)
    taxi_event = byte("event of each taxi card", shape=MOST_TAXIS)
    n_taxis = whole("taxi cards", "cards")
    tier_from = whole("lowest score of each tier, rising", "points", MOST_TIERS)
    n_tiers = whole("tiers in the victory table", "tiers")
