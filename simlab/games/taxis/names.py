"""The names of what lies on the table in Les Taxis de la Marne."""

from simlab.game.components import Components
from simlab.game.components.table import Row
from simlab.game.definition import Rules
from simlab.game.language import Words
from simlab.games.taxis.state import RESERVE


def hand_name(seat: int, words: Words) -> str:
    """Return whose hand it is."""
    return words("The reserve") if seat == RESERVE else words("Player {n}").format(n=seat + 1)


def street_name(position: int, rules: Rules) -> str:
    """Return the name and the colour of a street."""
    row = ring_of(rules.components)[position]
    return f"{row['name']} ({rules.words(str(row['colour']))})"


def ring_of(components: Components) -> list[Row]:
    """Return the rows of the streets in clockwise order: a street's place is its number [T6]."""
    return sorted(components.tables["streets"], key=lambda row: int(row["position"]))


def card_name(kind: int, rules: Rules) -> str:
    """Return the name of a card with its article."""
    words, row = rules.words, rules.components.tables["soldiers"][kind]
    if row["effect"] != "none":
        effect = words(str(row["effect"]).replace("_", " "))
        return words("the bonus card {effect}").format(effect=effect)
    return words("a {colour} {value}").format(colour=words(str(row["colour"])), value=row["value"])
