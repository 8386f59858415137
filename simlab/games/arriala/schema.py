"""The data folder of Arriala: parameters, the canal, cards, scores."""

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
from simlab.games.arriala.state import (
    ACTIONS,
    CARDS,
    MOST_DECK,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_SPACES,
    MOST_TOWNS,
    VINEYARDS,
    Action,
)

MOST_STRETCHES = MOST_TOWNS - 1
MOST_WORKERS = 48
"""Most cells of a stretch, and so most workers in a section."""
FEWEST_PLAYERS = 2
MOST_START = 99
"""Most points at the start."""
HEAD_STARTS = tuple(f"head_start_{seat}" for seat in range(1, MOST_PLAYERS + 1))
"""Names of the points at the start, by seat."""
PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
CARD_ACTIONS = {
    "move_2": Action.MOVE,
    "move_3": Action.MOVE,
    "move_4": Action.MOVE,
    "move_5": Action.MOVE,
    "to_vineyard": Action.TO_VINEYARD,
    "place": Action.PLACE,
    "lock": Action.LOCK,
    "to_canal": Action.TO_CANAL,
    "transfer": Action.TRANSFER,
    "pente_d_eau": Action.ART_WORK,
    "pont_canal": Action.ART_WORK,
}


def cost(action: str, meaning: str, rule: str) -> Parameter:
    """Return the parameter for what an action costs."""
    return Parameter(f"cost_{action}", meaning, rule, low=1, high=12, unit="action points")


def points(work: str, meaning: str, rule: str) -> Parameter:
    """Return the parameter for the points of a work."""
    return Parameter(f"{work}_points", meaning, rule, low=0, high=20, unit="points")


PARAMETERS = (
    Parameter(
        "action_points",
        "action points of a turn",
        "A4–A10",
        low=1,
        high=12,
        unit="action points",
    ),
    cost("move", "moving a worker by one space", "A4"),
    cost("place", "placing a worker of one's reserve", "A5"),
    cost("to_vineyard", "sending a worker from the canal to a vineyard", "A6"),
    cost("to_canal", "calling a worker from a vineyard to the canal", "A6"),
    cost("river", "building a river work", "A7"),
    cost("lock", "building a lock", "A8"),
    cost("draw", "drawing a card", "A9"),
    cost("play", "playing a card, whose effect is free", "A10"),
    points("lock", "points for a lock", "A8"),
    points("river", "points for a river work", "A7"),
    points("art", "points for an art work", "A11"),
    Parameter("workers_per_player", "workers of each player", "A1", low=1, high=10, unit="workers"),
    *(
        Parameter(
            name,
            f"points of seat {seat} at the start",
            "A1",
            low=0,
            high=MOST_START,
            unit="points",
            default=0,
        )
        for seat, name in enumerate(HEAD_STARTS, 1)
    ),
    Parameter("starting_cards", "cards of a first hand", "A1", low=0, high=10, unit="cards"),
    Parameter("lock_pieces", "lock pieces in the box", "A8", low=0, high=30, unit="locks"),
    Parameter("neutral_workers", "whether a neutral worker stands in each town at 2 players", "A2"),
    Parameter("may_place_in_town", "whether workers may be placed in or called to towns", "A5, A6"),
    Parameter("may_enter_built", "whether workers may end on free cells of built sections", "A12"),
    Parameter("tied_last_may_build", "whether a tie for last allows an art work", "A11"),
    Parameter(
        "max_rounds",
        "rounds after which a game is capped",
        "A18",
        low=1,
        high=MOST_ROUNDS,
        unit="rounds",
    ),
    Parameter("score_table", "file with the points for sections", "A14", table=True),
)

NAME = Column("name", "name on the board")
MIN_PLAYERS = Column(
    "min_players", "fewest players who use it", low=FEWEST_PLAYERS, high=MOST_PLAYERS
)

TOWN_TABLE = Table(
    "towns",
    "the towns",
    "town",
    (NAME, Column("position", "place along the canal", low=0, high=MOST_TOWNS - 1), NOTE),
    file="towns.csv",
    max_rows=MOST_TOWNS,
)
STRETCH_TABLE = Table(
    "stretches",
    "the stretches, each from the town at its position to the next one",
    "stretch",
    (
        NAME,
        Column("position", "place along the canal", low=0, high=MOST_STRETCHES - 1),
        Column("cells", "cells between the towns", low=1, high=MOST_WORKERS),
        MIN_PLAYERS,
        provenance_of("min_players"),
        NOTE,
    ),
    file="stretches.csv",
    max_rows=MOST_STRETCHES,
)
LOCK_TABLE = Table(
    "locks",
    "the most locks in each stretch",
    "stretch",
    (Column("locks", "most locks", low=0, high=MOST_WORKERS), NOTE),
    file="locks.csv",
)
BLUE_CELL_TABLE = Table(
    "blue_cells",
    "the places for river works",
    "blue_cell",
    (Column("stretch", "stretch it lies at", table="stretches"), NOTE),
    file="blue_cells.csv",
    min_rows=0,
    max_rows=MOST_WORKERS,
)
VINEYARD_TABLE = Table(
    "vineyards",
    "the vineyards",
    "vineyard",
    (
        NAME,
        Column("cells", "workers it has room for", low=0, high=MOST_WORKERS),
        Column("points", "points for its majority", low=0, high=99),
        MIN_PLAYERS,
        NOTE,
    ),
    file="vineyards.csv",
)
CARD_TABLE = Table(
    "cards",
    "the cards",
    "card",
    (
        Column("name", "what the card does"),
        Column("reach", "most spaces of a move", low=0, high=MOST_SPACES, blank=0),
        Column("copies", "how many", low=0, high=MOST_DECK, blank=1, known=TOTAL),
        NOTE,
    ),
    file="cards.csv",
    min_rows=0,
    max_rows=MOST_DECK,
)
SCORE_TABLE = Table(
    "score",
    "the points for a section",
    "workers",
    (Column("points", "points for its majority", low=0, high=99), NOTE),
    parameter="score_table",
    max_rows=MOST_WORKERS,
)

SCHEMA = Schema(
    PARAMETERS,
    (
        TOWN_TABLE,
        STRETCH_TABLE,
        LOCK_TABLE,
        BLUE_CELL_TABLE,
        VINEYARD_TABLE,
        CARD_TABLE,
        SCORE_TABLE,
    ),
)


class Rules(
    Record,
    fields=value_fields(SCHEMA, without=[*HEAD_STARTS, *(f"cost_{action}" for action in ACTIONS)]),
):
    """The rules of a game, in numbers."""

    action_points: int
    lock_points: int
    river_points: int
    art_points: int
    workers_per_player: int
    starting_cards: int
    lock_pieces: int
    neutral_workers: bool
    may_place_in_town: bool
    may_enter_built: bool
    tied_last_may_build: bool
    max_rounds: int
    cost = whole("action points that each action costs", "action points", len(ACTIONS))
    head_start = whole("points at the start, by seat", "points", MOST_PLAYERS)
    n_spaces = whole("towns and cells of the whole board", "spaces")
    n_towns = whole("towns of the whole board", "towns")
    town_space = whole("space of each town", shape=MOST_TOWNS)
    town_at = byte("town at each space, for spaces that are towns", shape=MOST_SPACES)
    n_stretches = whole("stretches of the whole board", "stretches")
    stretch_at = byte("stretch of each space, for spaces that are cells", shape=MOST_SPACES)
    stretch_cells = whole("set of the cells of each stretch", shape=MOST_STRETCHES)
    lock_limit = whole("most locks in each stretch", "locks", MOST_STRETCHES)
    cells = whole("set of the cells in play, by number of players", shape=MOST_PLAYERS + 1)
    towns = whole("set of the towns in play, by number of players", shape=MOST_PLAYERS + 1)
    river_cells = whole("blue cells in play, by number of players", "cells", MOST_PLAYERS + 1)
    vineyards = whole(
        "bit v is set where vineyard v is in play, by number of players", shape=MOST_PLAYERS + 1
    )
    vineyard_cells = whole("cells of each vineyard", "cells", len(VINEYARDS))
    vineyard_points = whole("points for the majority in each vineyard", "points", len(VINEYARDS))
    section_points = whole(
        "points for a section, by the number of workers in it", "points", MOST_WORKERS + 1
    )
    card_action = whole("what each kind of card does, an Action", shape=len(CARDS))
    card_reach = whole("spaces that a card moves a worker by at most", "spaces", len(CARDS))
    deck = byte("kind of each card of the deck", shape=MOST_DECK)
    n_deck = whole("cards of the deck", "cards")
