"""What a report should know of Les Taxis de la Marne: names, units, bands, groups of columns."""

from typing import Any

from simlab.game import Rules
from simlab.games.taxis.state import COLOUR_NAMES, EFFECTS, EVENTS, HIGHEST_TAXI, End

ENDS = {
    "column": "end_reason",
    "labels": {str(End.DECK_EMPTY.value): "taxi deck empty", str(End.JAM.value): "jam"},
}
GROUPS = [
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
        "columns": {
            **{f"event_{name}": name.replace("_", " ") for name in EVENTS},
            "event_without_effect": "silence without effect",
        },
    },
    {
        "name": "tokens_and_cards",
        "title": "Tokens, overloading, discards and reshuffles",
        "unit": "per game",
        "columns": {
            "overloaded": "soldiers overloaded",
            "tokens_placed": "tokens placed",
            "discarded_by_limit": "cards discarded for the hand limit",
            "discarded_by_event": "cards discarded for an event",
            "reshuffles": "reshuffles",
        },
    },
]


def metrics(rules: Rules) -> dict[str, Any]:
    """Return, as JSON, how the columns of a game are to be read."""
    values = rules.row["taxi_value"][0, : rules.row["n_taxis"][0]]
    score = {"column": "score", "label": "score", "unit": "points", "low": 0}
    return {
        "score": {**score, "high": int(values.sum())},
        "bands": bands(rules),
        "ends": ENDS,
        "groups": GROUPS,
        "left": [left_by_value(rules), left_by_colour(rules)],
        "timeline": timeline(rules),
    }


def timeline(rules: Rules) -> dict[str, Any]:
    """Return how the table at the end of each round is to be read."""
    n_streets = int(rules.row["n_streets"][0])
    return {
        "title": "The table at the end of each round",
        "columns": {
            "streets": {"label": "streets taken", "unit": "streets", "high": n_streets},
            "score": {"label": "points so far", "unit": "points"},
        },
    }


def bands(rules: Rules) -> dict[str, Any]:
    """Return the victory table, lowest tier first."""
    return {
        "label": "victory table",
        "below": "below the table",
        "tiers": [
            {"tier": tier["tier"], "from": tier["from"], "label": tier["label"]}
            for tier in rules.components.tables["tiers"]
        ],
    }


def left_by_value(rules: Rules) -> dict[str, Any]:
    """Return how many taxis of each value there are, of which those sent are counted."""
    values = rules.row["taxi_value"][0, : rules.row["n_taxis"][0]]
    columns = {
        f"sent_value_{value}": {
            "label": f"value {value}",
            "total": int((values == value).sum()),
            "points": value,
        }
        for value in range(1, HIGHEST_TAXI + 1)
        if (values == value).any()
    }
    title = "Taxis not sent, by value"
    return {"name": "left_by_value", "title": title, "unit": "taxis per game", "columns": columns}


def left_by_colour(rules: Rules) -> dict[str, Any]:
    """Return how many taxis have a back of each colour, of which those sent are counted."""
    row = rules.row[0]
    backs = row["street_colour"][row["taxi_street"][: row["n_taxis"]]]
    columns = {
        f"sent_{name}": {"label": name, "total": int((backs == colour).sum())}
        for colour, name in enumerate(COLOUR_NAMES)
    }
    title = "Taxis not sent, by colour of their back"
    return {"name": "left_by_colour", "title": title, "unit": "taxis per game", "columns": columns}
