"""What is wrong with components that are fine row by row but do not fit together."""

from collections import Counter
from collections.abc import Iterator, Sequence

from simlab.errors import not_one_of
from simlab.game.components import Components, Table
from simlab.games.arriala.board import longest, stretches_in_play
from simlab.games.arriala.schema import (
    CARD_ACTIONS,
    CARD_TABLE,
    LOCK_TABLE,
    PLAYERS,
    STRETCH_TABLE,
    TOWN_TABLE,
    VINEYARD_TABLE,
)
from simlab.games.arriala.state import CARDS, MOST_PLAYERS, MOST_SPACES, VINEYARDS, Action


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
