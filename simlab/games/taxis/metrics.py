"""What a report should know of Les Taxis de la Marne: names, units, bands, groups of columns."""

from typing import Any

from simlab.game import Rules
from simlab.games.taxis.state import COLOUR_NAMES, EFFECTS, EVENTS, HIGHEST_TAXI, End


def metrics(rules: Rules) -> dict[str, Any]:
    """Return, as JSON, how the columns of a game are to be read."""
    tables = rules.components.tables
    row = rules.row[0]
    values = row["taxi_value"][: row["n_taxis"]]
    colours = row["street_colour"][row["taxi_street"][: row["n_taxis"]]]
    return {
        "score": {
            "column": "score",
            "label": "score",
            "unit": "points",
            "low": 0,
            "high": int(values.sum()),
        },
        "bands": {
            "label": "victory table",
            "below": "below the table",
            "tiers": [
                {"tier": n + 1, "from": tier["from"], "label": tier["label"]}
                for n, tier in enumerate(sorted(tables["tiers"], key=lambda tier: tier["from"]))
            ],
        },
        "ends": {
            "column": "end_reason",
            "labels": {str(int(End.DECK_EMPTY)): "taxi deck empty", str(int(End.JAM)): "jam"},
        },
        "groups": [
            {
                "name": "actions",
                "title": "How actions are used",
                "unit": "actions per game",
                "columns": {
                    "draws": "draw a soldier card",
                    "moves": "move an officer",
                    "exchanges": "exchange a card",
                    "sends": "load and send a taxi",
                    "wasted_actions": "not taken",
                },
            },
            {
                "name": "bonus_cards",
                "title": "Bonus cards played",
                "unit": "cards per game",
                "columns": {f"bonus_{name}": name.replace("_", " ") for name in EFFECTS},
            },
            {
                "name": "events",
                "title": "Events met",
                "unit": "events per game",
                "columns": {f"event_{name}": name.replace("_", " ") for name in EVENTS},
            },
            {
                "name": "losses",
                "title": "Small losses",
                "unit": "per game",
                "columns": {
                    "overloaded": "soldiers overloaded",
                    "tokens_placed": "tokens placed",
                    "discarded_by_limit": "cards discarded for the hand limit",
                    "discarded_by_event": "cards discarded for an event",
                    "reshuffles": "reshuffles",
                },
            },
        ],
        "left": [
            {
                "name": "left_by_value",
                "title": "Taxis not sent, by value",
                "unit": "taxis per game",
                "columns": {
                    f"sent_value_{value}": {
                        "label": f"value {value}",
                        "total": int((values == value).sum()),
                        "points": value,
                    }
                    for value in range(1, HIGHEST_TAXI + 1)
                    if (values == value).any()
                },
            },
            {
                "name": "left_by_colour",
                "title": "Taxis not sent, by colour of their back",
                "unit": "taxis per game",
                "columns": {
                    f"sent_{name}": {"label": name, "total": int((colours == colour).sum())}
                    for colour, name in enumerate(COLOUR_NAMES)
                },
            },
        ],
        "timeline": {
            "title": "The table at the end of each round",
            "columns": {
                "streets": {"label": "streets taken", "unit": "streets", "high": 8},
                "score": {"label": "points so far", "unit": "points"},
            },
        },
    }
