"""The rules of Arriala as a record, filled from the data folder."""

from simlab.errors import ComponentError
from simlab.game.components import Components, fill_values
from simlab.games.arriala.board import by_number, in_order, n_blue_cells, stretches_in_play
from simlab.games.arriala.problems import problems_between
from simlab.games.arriala.remarks import remarks_on
from simlab.games.arriala.schema import (
    CARD_ACTIONS,
    CARD_TABLE,
    HEAD_STARTS,
    PLAYERS,
    STRETCH_TABLE,
    VINEYARD_TABLE,
    Rules,
)
from simlab.games.arriala.state import (
    ACTIONS,
    CARDS,
    VINEYARDS,
)


def fill(components: Components, rules: Rules) -> None:
    """Fill the rules record from checked components and remark on boards hard to complete.

    Raises:
        ComponentError: tables that are fine row by row but make no game together.
    """
    problems = list(problems_between(components))
    if problems:
        raise ComponentError(problems)
    components.remarks += remarks_on(components)
    fill_values(components, rules)
    rules.cost[:] = [components.values[f"cost_{action}"] for action in ACTIONS]
    rules.head_start[:] = [components.values[name] for name in HEAD_STARTS]
    fill_canal(components, rules)
    fill_vineyards(components, rules)
    for players in PLAYERS:
        fill_play_area(components, rules, players)
    fill_cards(components, rules)
    for row in components.tables["score"]:
        rules.section_points[int(row["workers"])] = row["points"]


def fill_canal(components: Components, rules: Rules) -> None:
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


def fill_town(rules: Rules, town: int, space: int) -> None:
    """Put a town on its space."""
    rules.town_space[town] = space
    rules.town_at[space] = town


def fill_vineyards(components: Components, rules: Rules) -> None:
    """Fill in size and worth of the vineyards."""
    rows = by_number(components, VINEYARD_TABLE, VINEYARDS)
    rules.vineyard_cells[:] = [row["cells"] for row in rows]
    rules.vineyard_points[:] = [row["points"] for row in rows]


def fill_play_area(components: Components, rules: Rules, players: int) -> None:
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


def fill_cards(components: Components, rules: Rules) -> None:
    """Fill in what the cards do, and the deck."""
    rows = by_number(components, CARD_TABLE, CARDS)
    rules.card_action[:] = [CARD_ACTIONS[card] for card in CARDS]
    rules.card_reach[:] = [row["reach"] for row in rows]
    deck = [kind for kind, row in enumerate(rows) for _ in range(int(row["copies"]))]
    rules.n_deck = len(deck)
    rules.deck[: len(deck)] = deck
