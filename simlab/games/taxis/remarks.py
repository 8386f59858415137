"""What may be meant otherwise, though it can be played."""

from simlab.game.components import Components
from simlab.games.taxis.state import COLOUR_NAMES


def remarks_on(components: Components) -> list[str]:
    """Say which colours have soldiers but no street, so that these can never be sent [T13]."""
    of_streets = {row["colour"] for row in components.tables["streets"]}
    of_soldiers = {row["colour"] for row in components.tables["soldiers"] if row["copies"]}
    file = components.sources["streets"]
    return [
        f"{file}: no street is {colour}, so that {colour} soldiers never board a taxi."
        for colour in COLOUR_NAMES
        if colour in of_soldiers - of_streets
    ]
