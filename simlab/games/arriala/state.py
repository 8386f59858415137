"""What lies on the table in Arriala, and what is reported of a game.

A set of spaces is an integer: bit s is set where space s belongs to it. Spaces are numbered along
the canal from its first town, towns and cells alike, whatever part of the board is in play.
"""

from enum import IntEnum

from simlab.engine.deck import deck_record
from simlab.engine.lead import TENSION, TENSION_OF_SEATS
from simlab.engine.record import Record, byte, fields_of, nested, small, whole
from simlab.game.definition import outcome_record, seat_record, timeline_record

MOST_PLAYERS = 4
NEUTRAL = MOST_PLAYERS
"""The colour of the workers that belong to nobody; the other colours are the seats."""
COLOURS = MOST_PLAYERS + 1
MOST_SPACES = 60
"""Towns and cells; a set of them must fit into a 64-bit integer."""
MOST_TOWNS = 8
MOST_DECK = 160
MOST_ROUNDS = 200
NO_CARD, NO_SPACE = -1, -1
NOBODY = -1
CARDS = (
    "move_2",
    "move_3",
    "move_4",
    "move_5",
    "to_vineyard",
    "place",
    "lock",
    "to_canal",
    "transfer",
    "pente_d_eau",
    "pont_canal",
)
VINEYARDS = ("frontonnais", "chasselas", "brulhois")
SIZES = 12
"""Sections are counted by their workers up to this many, larger ones with the last."""
QUARTERS = (25, 50, 75)
"""Moments of the game, in percent of its rounds, at which the leader is noted."""


class Source(IntEnum):
    """Sources of chance."""

    DECK = 0
    RESHUFFLE = 1


class Action(IntEnum):
    """What is done with action points or, from TRANSFER on, by a card only."""

    MOVE = 0
    PLACE = 1
    TO_VINEYARD = 2
    TO_CANAL = 3
    RIVER = 4
    LOCK = 5
    DRAW = 6
    PLAY = 7
    TRANSFER = 8
    ART_WORK = 9


class Points(IntEnum):
    """Where points come from."""

    SECTIONS = 0
    LOCKS = 1
    RIVER = 2
    ART_WORKS = 3
    VINEYARDS = 4


class Phase(IntEnum):
    """What the player to decide is asked for."""

    ACTION = 0
    WORKER = 1
    SPACE = 2
    VINEYARD = 3
    OVER = 4


class End(IntEnum):
    """Why a game ended."""

    NOT_YET = 0
    ALL_BUILT = 1
    ROUND_LIMIT = 2


ACTIONS = ("move", "place", "to_vineyard", "to_canal", "river", "lock", "draw", "play")
SOURCES = ("sections", "locks", "river", "art_works", "vineyards")


class Colour(Record):
    """Where the workers of a colour stand."""

    spaces = whole("set of the spaces of the canal where its workers stand")
    in_towns = byte("workers in each town", "workers", MOST_TOWNS)
    in_vineyards = byte("workers in each vineyard", "workers", len(VINEYARDS))
    on_river = whole("workers on blue cells", "workers")
    reserve = whole("workers not yet placed", "workers")


class Board(Record):
    """What everybody sees."""

    colours = nested(Colour, "workers of each seat, then the neutral ones", COLOURS)
    scores = whole("points so far, by seat", "points", MOST_PLAYERS)
    cells = whole("set of the cells in play")
    towns = whole("set of the towns in play")
    locks = whole("set of the cells that hold a lock")
    built = whole("set of the cells of built sections")
    vineyards = whole("bit v is set where vineyard v is in play")
    n_locks = whole("lock pieces left", "locks")
    river_free = whole("blue cells still free", "cells")
    art_works = whole("bit c is set where the art work of card c stands")


def columns_by_size(verb: str) -> tuple[str, ...]:
    """Return a column name for each size of a section."""
    return (*(f"{verb}_{size}" for size in range(1, SIZES)), f"{verb}_{SIZES}_or_more")


class SeatTally(Record):
    """What is counted of a seat and reported as it is."""

    points = small("points from this source", "points", tuple(f"points_{name}" for name in SOURCES))
    sections_won = small("sections that scored for this seat", "sections")
    won = small("sections won, by their number of workers", "sections", columns_by_size("won"))
    drawn = small(
        "cards of this kind drawn, without the first hand",
        "cards",
        tuple(f"drawn_{card}" for card in CARDS),
    )
    played = small("cards of this kind played", "cards", tuple(f"played_{card}" for card in CARDS))
    spent = small(
        "action points spent on this",
        "action points",
        tuple(f"spent_{action}" for action in ACTIONS),
    )
    lost = small("action points lost at the end of turns", "action points")


class Tally(Record):
    """What is counted in a game, of a seat or in all, and reported as it is."""

    sections = small("sections built", "sections")
    unscored = small("sections built that scored for nobody", "sections")
    built = small(
        "sections built, by their number of workers", "sections", columns_by_size("built")
    )


class Player(Record):
    """Hand and counters of a seat."""

    hand = byte("cards in the hand, by kind", "cards", len(CARDS))
    n_cards = whole("cards in the hand", "cards")
    tally = nested(SeatTally, "what is counted of this seat")


class State(Record):
    """What lies on the table."""

    board = nested(Board, "what everybody sees and plans with")
    players = nested(Player, "hand and counters, by seat", MOST_PLAYERS)
    n_players = whole("players", "players")
    seat = whole("seat whose turn it is")
    phase = whole("what is asked for, a Phase")
    action_points = whole("action points left in this turn", "action points")
    doing = whole("action being carried out, an Action")
    card = whole("kind of the card it is done by, or NO_CARD")
    worker_colour = whole("colour of the worker chosen for it")
    worker_space = whole("space that worker stands on")
    turns = whole("turns begun", "turns")
    rounds = whole("rounds begun", "rounds")
    end = whole("why the game ended, an End")
    deck = nested(deck_record(MOST_DECK), "the cards to draw and those played")
    leader = whole("seat that was the last to lead alone, or NOBODY")
    lead_changes = whole("times another seat came to lead alone", "times")
    leaders = whole("seat that led alone at the end of each round, or NOBODY", shape=MOST_ROUNDS)
    tally = nested(Tally, "what is counted of all seats together")
    vineyard_winners = whole("seat that won each vineyard, or NOBODY", shape=len(VINEYARDS))


SEAT = seat_record(
    **fields_of(SeatTally.dtype),
    reserve=small("workers never placed", "workers"),
    on_canal=small("workers on the canal at the end, towns included", "workers"),
    in_vineyards=small("workers in vineyards at the end", "workers"),
    on_river=small("workers on blue cells at the end", "workers"),
    **TENSION_OF_SEATS,
)

OUTCOME = outcome_record(
    MOST_PLAYERS,
    SEAT,
    end_reason=small("1 all sections built, 2 round limit, null if decisions ran out"),
    rounds=small("rounds, the last perhaps unfinished", "rounds"),
    turns=small("turns begun by all seats", "turns"),
    winner=small("seat that won alone, null when the win is shared", "seat"),
    shared=small("1 when the win is shared"),
    first_seat_rank=small("rank of the seat that began"),
    margin=small("points of the winner beyond the best rival, 0 if shared or tie-broken", "points"),
    lead_changes=small("times another seat came to lead alone", "times"),
    leader=small(
        "seat that led alone at this percentage of the rounds, null for none",
        "seat",
        tuple(f"leader_{percent}" for percent in QUARTERS),
    ),
    leader_won=small(
        "1 when that seat has a share of the win, null without such a seat",
        "",
        tuple(f"leader_{percent}_won" for percent in QUARTERS),
    ),
    **fields_of(Tally.dtype),
    locks=small("locks built", "locks"),
    river_works=small("river works built", "river works"),
    art_works=small("art works built", "art works"),
    vineyard_winner=small(
        "seat that this vineyard paid, null for nobody",
        "seat",
        tuple(f"winner_{name}" for name in VINEYARDS),
    ),
    reshuffles=small("times the discards became a new pile", "times"),
    **TENSION,
)

TIMELINE = timeline_record(
    scores=small(
        "points of this seat but for the vineyards, null where nobody sits",
        "points",
        tuple(f"score_seat_{seat}" for seat in range(1, MOST_PLAYERS + 1)),
    ),
    cells_built=small("cells in built sections", "cells"),
)
