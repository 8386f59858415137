"""What lies on the table in Les Taxis de la Marne, and what is reported of a game."""

from enum import IntEnum

from simlab.engine.deck import Deck, deck_record
from simlab.engine.record import Record, byte, fields_of, nested, small, whole
from simlab.game.definition import outcome_record, timeline_record

MOST_PLAYERS = 5
FEWEST_STREETS, MOST_STREETS = 6, 10
COLOURS = 4
JOKER, BONUS = 4, 5
"""What a soldier card has in place of a colour: any colour, or no soldiers but an effect."""
MOST_OFFICERS = 4
MOST_SOLDIERS = 60
MOST_TAXIS = 48
MOST_KINDS = 32
"""Most different soldier cards; cards of one kind cannot be told apart."""
HIGHEST_TAXI = 6
RESERVE = MOST_PLAYERS
"""Where the reserve of a solo game lies: after the hands of all possible players."""
NO_CARD = 255


class Source(IntEnum):
    """Sources of chance."""

    TAXI_DECK = 0
    SOLDIER_DECK = 1
    RESHUFFLE = 2


class Phase(IntEnum):
    """What the player to decide is asked for."""

    PLACE_OFFICERS = 0
    BEFORE_ARRIVAL = 1
    EVENT_DISCARD = 2
    ACTIONS = 3
    TAKE_CARD = 4
    LOAD_TAXI = 5
    MOVE_BY_BONUS = 6
    REMOVE_TOKEN = 7
    KEEP_CARD = 8
    LIMIT_DISCARD = 9
    OVER = 10


class Effect(IntEnum):
    """What a bonus card does."""

    NONE = 0
    PLACE_OFFICER = 1
    DRAW_TWO = 2
    REMOVE_TOKEN = 3
    EXTRA_ACTION = 4


class Event(IntEnum):
    """What a taxi card makes happen when it arrives."""

    NONE = 0
    NO_BONUS = 1
    SILENCE = 2
    DISCARD = 3
    ANOTHER_TAXI = 4


class End(IntEnum):
    """Why a game ended."""

    NOT_YET = 0
    DECK_EMPTY = 1
    JAM = 2


EFFECTS = ("place_officer", "draw_two", "remove_token", "extra_action")
EVENTS = ("no_bonus", "silence", "discard", "another_taxi")
WITHOUT_EFFECT = len(EVENTS)
"""Where events are counted that do nothing at this table: silence among players in company."""
COLOUR_NAMES = ("red", "blue", "green", "yellow")


class Hand(Record):
    """Soldier cards held, by kind."""

    cards = byte("kinds of the soldier cards, in no order", shape=MOST_SOLDIERS)
    n_cards = whole("cards in the hand", "cards")
    sums = whole("soldiers by colour, jokers and bonus cards apart", "soldiers", COLOURS + 2)
    kinds = whole("bit k is set while a card of kind k is in the hand")


class Tally(Record):
    """What is counted in a game and reported as it is."""

    sent_colour = small(
        "taxis sent whose back has this colour",
        "taxis",
        tuple(f"sent_{colour}" for colour in COLOUR_NAMES),
    )
    sent_value = small(
        "taxis sent of this value",
        "taxis",
        tuple(f"sent_value_{value}" for value in range(1, HIGHEST_TAXI + 1)),
    )
    arrivals = small("taxis placed", "taxis")
    tokens_placed = small("tokens placed on overtaken taxis", "tokens")
    most_streets = small("most streets taken at once", "streets")
    draws = small("actions: draw a soldier card", "actions")
    moves = small("actions: move an officer", "actions")
    exchanges = small("actions: exchange a card", "actions")
    sends = small("actions: load and send a taxi", "actions")
    wasted_actions = small("actions not taken, over finished turns", "actions")
    bonus = small(
        "bonus cards of this kind played", "cards", tuple(f"bonus_{name}" for name in EFFECTS)
    )
    events = small(
        "events met: by kind if they had an effect at this table, apart if they did nothing",
        "events",
        (*(f"event_{name}" for name in EVENTS), "event_without_effect"),
    )
    overloaded = small("soldiers sent beyond those needed", "soldiers")
    discarded_by_limit = small("cards discarded for the hand limit", "cards")
    discarded_by_event = small("cards discarded for an event", "cards")


class Streets(Record):
    """What the streets hold, and the actions left: all that a step needs, tried or taken."""

    officers = byte("spot of each officer", shape=MOST_OFFICERS)
    n_officers = whole("officers on the table", "officers")
    street_value = byte("value of the taxi at each street, 0 for none", "soldiers", MOST_STREETS)
    street_token = byte("1 where the taxi bears a token", shape=MOST_STREETS)
    n_taken = whole("streets with a taxi", "streets")
    actions_left = whole("actions the player may still take this turn", "actions")


class State(Streets):
    """What lies on the table."""

    hands = nested(Hand, "open hand of each seat, and the reserve of a solo game", RESERVE + 1)
    n_players = whole("players", "players")
    n_hands = whole("hands and reserve", "hands")
    seat = whole("seat whose turn it is")
    phase = whole("what is asked for, a Phase")
    end = whole("why the game ended, an End")
    street_card = byte("taxi card at each street", shape=MOST_STREETS)
    n_tokens = whole("tokens on taxis", "tokens")
    next_taxi = byte("top card of the taxi deck; only the colour of its back is public")
    taxi_deck = byte("the other taxi cards still to come, in no order", shape=MOST_TAXIS)
    n_taxi_deck = whole("how many", "cards")
    deck: Deck = nested(deck_record(MOST_SOLDIERS), "the soldier cards to draw and those discarded")
    is_bonus_forbidden = whole("1 while an event of this turn forbids bonus cards")
    is_exchange_forbidden = whole("1 while an event of this turn forbids exchanges")
    has_arrived = whole("1 once the first taxi of this turn stands")
    given_kind = whole("kind offered in an exchange under way")
    drawn = whole("kind drawn that goes to the hand or to the reserve")
    loading = whole("street whose taxi is being loaded")
    loaded = whole("soldiers in it so far", "soldiers")
    n_matching = whole("of them, cards of the street's colour", "cards")
    score = whole("values of the taxis sent", "points")
    turns = whole("turns begun, counted once a taxi has come", "turns")
    rounds_ended = whole("rounds ended", "rounds")
    streets_at_round_end = whole("streets taken when the last round ended", "streets")
    tokens_at_round_end = whole("tokens on taxis when the last round ended", "tokens")
    score_at_round_end = whole("points when the last round ended", "points")
    tally = nested(Tally, "what is counted")


OUTCOME = outcome_record(
    MOST_PLAYERS,
    None,
    score=small("sum of the values of the sent taxis", "points"),
    tier=small("lower bounds of the victory table reached, 0 for none"),
    end_reason=small("1 taxi deck empty, 2 jam, null in a capped game"),
    rounds=small("rounds, the last perhaps unfinished", "rounds"),
    turns=small("turns in which a taxi came", "turns"),
    sent=small("taxis sent", "taxis"),
    left_standing=small("taxis left in the streets", "taxis"),
    left_undrawn=small("taxi cards never revealed", "taxis"),
    **fields_of(Tally.dtype),
    reshuffles=small("times the soldier discards became a new pile", "times"),
)

TIMELINE = timeline_record(
    streets=small("streets taken when the round ended", "streets"),
    tokens=small("taxis that bore a token", "taxis"),
    score=small("points so far", "points"),
)
