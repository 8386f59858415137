"""Facts of Les Taxis de la Marne for reports: names, units, victory table, groups of columns."""

from typing import Any

from simlab.game.definition import Rules
from simlab.game.facts import (
    Bands,
    Ends,
    Facts,
    GameGroup,
    Measure,
    Replacement,
    Score,
    Supply,
    SupplyGroup,
    Tier,
    Timeline,
)
from simlab.games.taxis.state import COLOUR_NAMES, EFFECTS, EVENTS, HIGHEST_TAXI, End

ENDS = Ends(
    column="end_reason",
    labels={End.DECK_EMPTY.value: "taxi deck empty", End.JAM.value: "jam"},
)
GROUPS = (
    GameGroup(
        name="actions",
        title="How actions are used",
        unit="actions per game",
        columns={
            "draws": "draw a soldier card",
            "moves": "move an officer",
            "exchanges": "exchange a card",
            "sends": "load and send a taxi",
            "wasted_actions": "not taken",
        },
        unspent="wasted_actions",
        choices=("draws", "moves", "exchanges", "sends"),
    ),
    GameGroup(
        name="bonus_cards",
        title="Bonus cards played",
        unit="cards per game",
        columns={f"bonus_{name}": name.replace("_", " ") for name in EFFECTS},
        choices=tuple(f"bonus_{name}" for name in EFFECTS),
    ),
    GameGroup(
        name="events",
        title="Events met",
        unit="events per game",
        columns={
            **{f"event_{name}": name.replace("_", " ") for name in EVENTS},
            "event_without_effect": "silence without effect",
        },
    ),
    GameGroup(
        name="tokens_and_cards",
        title="Tokens, overloading, discards and reshuffles",
        unit="per game",
        columns={
            "overloaded": "soldiers overloaded",
            "tokens_placed": "tokens placed",
            "discarded_by_limit": "cards discarded for the hand limit",
            "discarded_by_event": "cards discarded for an event",
            "reshuffles": "reshuffles",
        },
    ),
)


def facts(rules: Rules) -> Facts:
    """Return how the columns of a game are to be read."""
    values = rules.row["taxi_value"][0, : rules.row["n_taxis"][0]]
    return Facts(
        score=Score(low=0, high=int(values.sum()), margin=1),
        bands=bands(rules),
        ends=ENDS,
        groups=GROUPS,
        supplies=(taxis_by_value(rules), taxis_by_colour(rules)),
        timeline=timeline(rules),
        replacements=replacements(rules),
    )


def replacements(rules: Rules) -> tuple[Replacement, ...]:
    """Return what takes the place of each bonus card, joker and card of more than one soldier.

    A bonus card is replaced by a red 1, a joker by a red card of the same value, and another card
    by a 1 of its colour.
    """
    return tuple(
        Replacement(
            card=card_title(row),
            by=card_title({**row, **own}),
            patch={f"soldiers.{row['card']}.{column}": str(value) for column, value in own.items()},
            used=f"bonus_{row['effect']}" if row["colour"] == "bonus" else "",
        )
        for row in rules.components.tables["soldiers"]
        if row["copies"] and (own := changes_of(row))
    )


def changes_of(row: dict[str, Any]) -> dict[str, Any]:
    """Return the changes of a soldier card that make it an ordinary one; none for a 1."""
    if row["colour"] == "bonus":
        return {"colour": "red", "value": 1, "effect": "none"}
    if row["colour"] == "joker":
        return {"colour": "red"}
    return {"value": 1} if row["value"] > 1 else {}


def card_title(row: dict[str, Any]) -> str:
    """Return the name of a soldier card: `red 3`, `bonus draw two`."""
    what = row["effect"] if row["colour"] == "bonus" else row["value"]
    return f"{row['colour']} {what}".replace("_", " ")


def timeline(rules: Rules) -> Timeline:
    """Return how the table at the end of each round is to be read."""
    n_streets = int(rules.row["n_streets"][0])
    return Timeline(
        title="The table at the end of each round",
        columns={
            "streets": Measure(label="streets taken", unit="streets", high=n_streets),
            "score": Measure(label="points so far", unit="points"),
        },
    )


def bands(rules: Rules) -> Bands:
    """Return the victory table."""
    return Bands(
        tiers=tuple(
            Tier(tier=tier["tier"], start=int(tier["from"]), label=str(tier["label"]))
            for tier in rules.components.tables["tiers"]
        )
    )


def taxis_by_value(rules: Rules) -> SupplyGroup:
    """Return how many taxis of each value there are, of which those sent are counted."""
    values = rules.row["taxi_value"][0, : rules.row["n_taxis"][0]]
    columns = {
        f"sent_value_{value}": Supply(
            label=f"value {value}", total=int((values == value).sum()), points=value
        )
        for value in range(1, HIGHEST_TAXI + 1)
        if (values == value).any()
    }
    return SupplyGroup(
        name="left_by_value",
        title="Taxis not sent, by value",
        unit="taxis per game",
        columns=columns,
    )


def taxis_by_colour(rules: Rules) -> SupplyGroup:
    """Return how many taxis have a back of each colour, of which those sent are counted."""
    row = rules.row[0]
    backs = row["street_colour"][row["taxi_street"][: row["n_taxis"]]]
    columns = {
        f"sent_{name}": Supply(label=name, total=int((backs == colour).sum()))
        for colour, name in enumerate(COLOUR_NAMES)
    }
    return SupplyGroup(
        name="left_by_colour",
        title="Taxis not sent, by colour of their back",
        unit="taxis per game",
        columns=columns,
    )
