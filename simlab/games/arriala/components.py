"""The rules of Arriala as data: parameters, canal, vineyards, cards, the score table."""

from collections import Counter
from collections.abc import Iterator, Sequence

from simlab.components import Column, Components, Parameter, Schema, Table
from simlab.components.table import NOTE
from simlab.components.table import Row as TableRow
from simlab.engine.record import Row, byte, record, whole
from simlab.errors import ComponentError, not_one_of
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
FEWEST_PLAYERS = 2
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
        Column("copies", "how many", low=0, high=MOST_DECK, blank=1),
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

RULES = record(
    action_points=whole("action points of a turn", "action points"),
    cost=whole("action points that each action costs", "action points", len(ACTIONS)),
    lock_points=whole("points for a lock", "points"),
    river_points=whole("points for a river work", "points"),
    art_points=whole("points for an art work", "points"),
    workers_per_player=whole("workers of each player", "workers"),
    starting_cards=whole("cards of the first hand of each player", "cards"),
    lock_pieces=whole("lock pieces in the box", "locks"),
    neutral_workers=whole("1 when neutral workers stand in the towns at 2 players"),
    may_place_in_town=whole("1 when workers may be placed in or called to towns"),
    may_enter_built=whole("1 when workers may end on free cells of built sections"),
    tied_last_may_build=whole("1 when a seat tied for last may build an art work"),
    max_rounds=whole("rounds after which a game is capped", "rounds"),
    n_spaces=whole("towns and cells of the whole board", "spaces"),
    n_towns=whole("towns of the whole board", "towns"),
    town_space=whole("space of each town", shape=MOST_TOWNS),
    town_at=byte("town at each space, for spaces that are towns", shape=MOST_SPACES),
    n_stretches=whole("stretches of the whole board", "stretches"),
    stretch_at=byte("stretch of each space, for spaces that are cells", shape=MOST_SPACES),
    stretch_cells=whole("set of the cells of each stretch", shape=MOST_STRETCHES),
    lock_limit=whole("most locks in each stretch", "locks", MOST_STRETCHES),
    cells=whole("set of the cells in play, by number of players", shape=MOST_PLAYERS + 1),
    towns=whole("set of the towns in play, by number of players", shape=MOST_PLAYERS + 1),
    river_cells=whole("blue cells in play, by number of players", "cells", MOST_PLAYERS + 1),
    vineyards=whole(
        "bit v is set where vineyard v is in play, by number of players", shape=MOST_PLAYERS + 1
    ),
    vineyard_cells=whole("cells of each vineyard", "cells", len(VINEYARDS)),
    vineyard_points=whole("points for the majority in each vineyard", "points", len(VINEYARDS)),
    section_points=whole(
        "points for a section, by the number of workers in it", "points", MOST_WORKERS + 1
    ),
    card_action=whole("what each kind of card does, an Action", shape=len(CARDS)),
    card_reach=whole("spaces that a card moves a worker by at most", "spaces", len(CARDS)),
    deck=byte("kind of each card of the deck", shape=MOST_DECK),
    n_deck=whole("cards of the deck", "cards"),
)


def fill(components: Components, rules: Row) -> None:
    """Fill the rules record from checked components and remark on boards hard to complete.

    Raises:
        ComponentError: tables that are fine row by row but make no game together.
    """
    problems = list(problems_between(components))
    if problems:
        raise ComponentError(problems)
    components.remarks += remarks_on(components)
    for name in RULES.names or ():
        if name in components.values:
            setattr(rules, name, components.values[name])
    rules.cost = [components.values[f"cost_{action}"] for action in ACTIONS]
    fill_canal(components, rules)
    fill_vineyards(components, rules)
    for players in PLAYERS:
        fill_play_area(components, rules, players)
    fill_cards(components, rules)
    for row in components.tables["score"]:
        rules.section_points[int(row["workers"])] = row["points"]


def fill_canal(components: Components, rules: Row) -> None:
    """Number towns and cells along the canal, and fill in what lies where."""
    limits = {row["stretch"]: row["locks"] for row in components.tables["locks"]}
    stretches = in_order(components, STRETCH_TABLE)
    rules.n_stretches, rules.n_towns = len(stretches), len(stretches) + 1
    space = 0
    for place, row in enumerate(stretches):
        n_cells = int(row["cells"])
        fill_town(rules, place, space)
        rules.stretch_at[space + 1 : space + 1 + n_cells] = place
        rules.stretch_cells[place] = ((1 << n_cells) - 1) << (space + 1)
        rules.lock_limit[place] = limits[row["stretch"]]
        space += 1 + n_cells
    fill_town(rules, len(stretches), space)
    rules.n_spaces = space + 1


def fill_town(rules: Row, town: int, space: int) -> None:
    """Put a town on its space."""
    rules.town_space[town] = space
    rules.town_at[space] = town


def fill_vineyards(components: Components, rules: Row) -> None:
    """Fill in size and worth of the vineyards."""
    rows = by_number(components, VINEYARD_TABLE, VINEYARDS)
    rules.vineyard_cells = [row["cells"] for row in rows]
    rules.vineyard_points = [row["points"] for row in rows]


def fill_play_area(components: Components, rules: Row, players: int) -> None:
    """Fill in the part of the board that is used with this number of players [A2]."""
    stretches = stretches_in_play(components, players).values()
    towns = {town for stretch in stretches for town in (stretch, stretch + 1)}
    rules.cells[players] = sum(int(rules.stretch_cells[stretch]) for stretch in stretches)
    rules.towns[players] = sum(1 << int(rules.town_space[town]) for town in towns)
    rules.river_cells[players] = n_blue_cells(components, players)
    rules.vineyards[players] = sum(
        1 << vineyard
        for vineyard, row in enumerate(by_number(components, VINEYARD_TABLE, VINEYARDS))
        if int(row["min_players"]) <= players
    )


def fill_cards(components: Components, rules: Row) -> None:
    """Fill in what the cards do, and the deck."""
    rows = by_number(components, CARD_TABLE, CARDS)
    rules.card_action = [CARD_ACTIONS[card] for card in CARDS]
    rules.card_reach = [row["reach"] for row in rows]
    deck = [kind for kind, row in enumerate(rows) for _ in range(int(row["copies"]))]
    rules.n_deck = len(deck)
    rules.deck[: len(deck)] = deck


def in_order(components: Components, table: Table) -> list[TableRow]:
    """Return towns or stretches along the canal, from Grisolles."""
    return sorted(components.tables[table.name], key=lambda row: int(row["position"]))


def by_number(components: Components, table: Table, names: Sequence[str]) -> list[TableRow]:
    """Return cards or vineyards in the order of the names that number them."""
    return sorted(components.tables[table.name], key=lambda row: names.index(str(row[table.key])))


def stretches_in_play(components: Components, players: int) -> dict[str, int]:
    """Return the stretches in play, by number of players: name and place along the canal."""
    return {
        str(row["stretch"]): place
        for place, row in enumerate(in_order(components, STRETCH_TABLE))
        if int(row["min_players"]) <= players
    }


def n_blue_cells(components: Components, players: int) -> int:
    """Count the blue cells in play, by number of players."""
    stretches = stretches_in_play(components, players)
    return sum(row["stretch"] in stretches for row in components.tables["blue_cells"])


def n_workers(components: Components, players: int) -> int:
    """Count the workers in play, neutral ones included, by number of players."""
    of_players = players * int(components.values["workers_per_player"])
    if players > FEWEST_PLAYERS or not components.values["neutral_workers"]:
        return of_players
    return of_players + len(stretches_in_play(components, players)) + 1


def longest(components: Components, players: int) -> TableRow:
    """Return the longest stretch in play, by number of players."""
    stretches = stretches_in_play(components, players)
    rows = [row for row in components.tables["stretches"] if row["stretch"] in stretches]
    return max(rows, key=lambda row: int(row["cells"]))


def remarks_on(components: Components) -> Iterator[str]:
    """Say at which numbers of players the workers may not suffice to complete a stretch."""
    for players in PLAYERS:
        workers, blue_cells = n_workers(components, players), n_blue_cells(components, players)
        for stretch, n_locks in sure_locks(components, players).items():
            row = row_of(components, STRETCH_TABLE, stretch)
            if workers - blue_cells < int(row["cells"]) - n_locks:
                yield (
                    f"arriala: with {players} players {row['name']} may never be completed:"
                    f" it has {row['cells']} cells, of which locks are sure to take {n_locks},"
                    f" and of {workers} workers {blue_cells} may end on blue cells."
                )


def sure_locks(components: Components, players: int) -> dict[str, int]:
    """Return how many locks each stretch in play can take, however many the others take."""
    stretches = stretches_in_play(components, players)
    limits = {name: int(row_of(components, LOCK_TABLE, name)["locks"]) for name in stretches}
    spare = int(components.values["lock_pieces"]) - sum(limits.values())
    return {name: max(limit + min(spare, 0), 0) for name, limit in limits.items()}


def row_of(components: Components, table: Table, key: str) -> TableRow:
    """Return the row of a table with this key."""
    return next(row for row in components.tables[table.name] if row[table.key] == key)


def problems_between(components: Components) -> Iterator[str]:
    """Say which tables do not fit together: rows, positions, board, locks, cards, scores."""
    stretches = [str(row["stretch"]) for row in components.tables["stretches"]]
    yield from wrong_rows(components, CARD_TABLE, CARDS)
    yield from wrong_rows(components, VINEYARD_TABLE, VINEYARDS)
    yield from wrong_rows(components, LOCK_TABLE, stretches)
    yield from wrong_positions(components, TOWN_TABLE)
    yield from wrong_positions(components, STRETCH_TABLE)
    yield from wrong_board(components)
    yield from wrong_play_areas(components)
    yield from wrong_locks(components)
    yield from wrong_cards(components)
    yield from wrong_scores(components)


def wrong_rows(components: Components, table: Table, wanted: Sequence[str]) -> Iterator[str]:
    """Say which rows of a table should not be there and which are missing."""
    file = components.sources[table.name]
    found = [str(row[table.key]) for row in components.tables[table.name]]
    yield from (f"{file}: {not_one_of(key, wanted)}" for key in found if key not in wanted)
    yield from (f'{file}: no row "{key}".' for key in wanted if key not in found)


def wrong_positions(components: Components, table: Table) -> Iterator[str]:
    """Say which rows leave a gap along the canal or share a place."""
    rows = components.tables[table.name]
    taken = Counter(int(row["position"]) for row in rows)
    for row in rows:
        position = int(row["position"])
        if taken[position] > 1 or position >= len(rows):
            yield (
                f"{components.sources[table.name]}: {row[table.key]}: position {position};"
                f" positions must be 0 to {len(rows) - 1}, each once."
            )


def wrong_board(components: Components) -> Iterator[str]:
    """Say when towns and stretches make no canal, or one too long."""
    stretches, n_towns = components.tables["stretches"], len(components.tables["towns"])
    n_spaces = n_towns + sum(int(row["cells"]) for row in stretches)
    if n_towns != len(stretches) + 1:
        yield (
            f"towns.csv: {n_towns} towns; {len(stretches)} stretches lie between"
            f" {len(stretches) + 1} towns."
        )
    if n_spaces > MOST_SPACES:
        yield f"stretches.csv: {n_spaces} towns and cells are more than {MOST_SPACES}."


def wrong_play_areas(components: Components) -> Iterator[str]:
    """Say at which numbers of players the stretches in play make no canal."""
    for players in PLAYERS:
        stretches = stretches_in_play(components, players)
        places = list(stretches.values())
        if not places:
            yield f"stretches.csv: min_players: no stretch is in play with {players} players."
        elif places[-1] - places[0] >= len(places):
            yield (
                f"stretches.csv: min_players: with {players} players there is a gap between"
                f" {', '.join(stretches)}."
            )


def wrong_locks(components: Components) -> Iterator[str]:
    """Say which stretches have fewer cells than locks."""
    cells = {row["stretch"]: int(row["cells"]) for row in components.tables["stretches"]}
    for row in components.tables["locks"]:
        stretch, n_locks = row["stretch"], int(row["locks"])
        if stretch in cells and n_locks > cells[stretch]:
            yield f"locks.csv: {stretch}: {n_locks} locks do not fit on {cells[stretch]} cells."


def wrong_cards(components: Components) -> Iterator[str]:
    """Say which cards have a reach for nothing or lack one, and when the deal needs more cards."""
    for row in components.tables["cards"]:
        is_move = CARD_ACTIONS.get(str(row["card"])) == Action.MOVE
        if is_move != (int(row["reach"]) > 0):
            yield f"cards.csv: {row['card']}: cards named move, and only they, have a reach."
    n_cards = sum(int(row["copies"]) for row in components.tables["cards"])
    starting_cards = int(components.values["starting_cards"])
    if MOST_PLAYERS * starting_cards > n_cards:
        yield (
            f"starting_cards: {starting_cards} for each of {MOST_PLAYERS} players are more than"
            f" the {n_cards} of cards.csv."
        )


def wrong_scores(components: Components) -> Iterator[str]:
    """Say when the score table has a gap or ends before the longest stretch does."""
    file = components.sources["score"]
    found = [str(row["workers"]) for row in components.tables["score"]]
    if set(found) != {str(number) for number in range(1, len(found) + 1)}:
        yield f"{file}: workers must be 1 to {len(found)}, each once, not {', '.join(found)}."
    stretch = longest(components, MOST_PLAYERS)
    if int(stretch["cells"]) > len(found):
        yield (
            f"{file}: workers end at {len(found)}, and {stretch['stretch']} has"
            f" {stretch['cells']} cells."
        )
