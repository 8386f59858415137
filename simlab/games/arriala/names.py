"""The names of what lies on the table in Arriala."""

from simlab.game.components.table import Row
from simlab.game.definition import Rules
from simlab.game.language import Words
from simlab.games.arriala.board import by_number, in_order
from simlab.games.arriala.schema import CARD_TABLE, STRETCH_TABLE, TOWN_TABLE, VINEYARD_TABLE
from simlab.games.arriala.state import CARDS, VINEYARDS


def player_name(seat: int, words: Words) -> str:
    """Return the name of a player."""
    return words("Player {n}").format(n=seat + 1)


def space_name(space: int, rules: Rules) -> str:
    """Return the name of a town, or the number of a cell in its stretch."""
    if is_town(space, rules):
        town = rules.row[0]["town_at"][space]
        return str(in_order(rules.components, TOWN_TABLE)[town]["name"])
    stretch, number = stretch_and_number(space, rules)
    return rules.words("cell {number} of {stretch}").format(number=number, stretch=stretch["name"])


def is_town(space: int, rules: Rules) -> bool:
    """Say whether a space is a town."""
    return space in rules.row[0]["town_space"][: rules.row[0]["n_towns"]]


def stretch_and_number(cell: int, rules: Rules) -> tuple[Row, int]:
    """Return the stretch of a cell and the cell's number in it, counted along the canal from 1."""
    row = rules.row[0]
    stretch = int(row["stretch_at"][cell])
    number = cell - int(row["town_space"][stretch])
    return in_order(rules.components, STRETCH_TABLE)[stretch], number


def card_name(kind: int, rules: Rules) -> str:
    """Return the name of a card."""
    words, row = rules.words, cards_in(rules)[kind]
    name = words(str(row["name"]))
    if not row["reach"]:
        return words('the card "{name}"').format(name=name)
    return words('the card "{name} up to {reach}"').format(name=name, reach=row["reach"])


def cards_in(rules: Rules) -> list[Row]:
    """Return the rows of the cards by number."""
    return by_number(rules.components, CARD_TABLE, CARDS)


def vineyards_in(rules: Rules) -> list[Row]:
    """Return the rows of the vineyards by number."""
    return by_number(rules.components, VINEYARD_TABLE, VINEYARDS)


def vineyard_name(vineyard: int, rules: Rules) -> str:
    """Return the name of a vineyard."""
    name = str(vineyards_in(rules)[vineyard]["name"])
    return rules.words("the vineyard {name}").format(name=name)
