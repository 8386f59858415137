"""The records of Pig: the table, and the outcome of a game."""

from enum import IntEnum

from simlab.engine.record import nested, record, small, whole
from simlab.game import outcome_record, seat_record

MOST_PLAYERS = 4


class Source(IntEnum):
    """Sources of chance."""

    DICE = 0


PLAYER = record(score=whole("points banked", "points"))

STATE = record(
    players=nested(PLAYER, "by seat", MOST_PLAYERS),
    n_players=whole("players at the table", "players"),
    seat=whole("seat whose turn it is"),
    turn_total=whole("points of this turn, lost at a 1", "points"),
    turns=whole("turns ended", "turns"),
    winner=whole("seat that reached the target, or -1"),
)

OUTCOME = outcome_record(
    MOST_PLAYERS,
    seat_record(),
    turns=small("turns of all players", "turns"),
    winner=small("seat that won, null in a capped game", "seat"),
)
