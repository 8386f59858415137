"""The events of Pig and their sentences."""

from collections.abc import Mapping
from typing import Any

from simlab.game import EventKind, Rules

ROLLED, BUSTED, BANKED = 1, 2, 3

EVENTS = {
    ROLLED: EventKind("rolled", ("seat", "face")),
    BUSTED: EventKind("busted", ("seat", "lost")),
    BANKED: EventKind("banked", ("seat", "points", "score")),
}


def tell(event: Mapping[str, Any], rules: Rules) -> str:
    """Put one event in a sentence."""
    player = f"Player {event['seat'] + 1}"
    if event["event"] == "rolled":
        return f"{player} rolls a {event['face']}."
    if event["event"] == "busted":
        return f"{player} loses the {event['lost']} points of this turn."
    return f"{player} banks {event['points']} and stands at {event['score']}."
