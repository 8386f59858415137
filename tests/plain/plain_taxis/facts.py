"""Facts of Les Taxis de la Marne for reports: units, victory table, groups of columns."""

from collections import Counter
from dataclasses import replace

from simlab.game.facts import (
    Bands,
    GameGroup,
    Measure,
    Replacement,
    Score,
    Supply,
    SupplyGroup,
    Tier,
    Timeline,
)

COLOURS = ("red", "blue", "green", "yellow")
EFFECTS = ("place_officer", "draw_two", "remove_token", "extra_action")
TAXI_EVENTS = ("no_bonus", "silence", "discard", "another_taxi")
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
            **{f"event_{name}": name.replace("_", " ") for name in TAXI_EVENTS},
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


def facts_under(known, rules):
    """Return what reports know of the game; the ends are those that follow from the class."""
    taxis = [taxi for taxi in rules.table("taxis") for _ in range(taxi.copies)]
    streets = rules.table("streets")
    return replace(
        known,
        score=Score(low=0, high=sum(taxi.value for taxi in taxis), margin=1),
        bands=Bands(tiers=tuple(map(tier_of, rules.table("tiers")))),
        groups=GROUPS,
        supplies=(by_value(taxis), by_colour(taxis, streets)),
        timeline=Timeline(
            title="The table at the end of each round",
            columns={
                "streets": Measure(label="streets taken", unit="streets", high=len(streets)),
                "score": Measure(label="points so far", unit="points"),
            },
        ),
        replacements=tuple(replacements(rules)),
    )


def tier_of(row):
    return Tier(tier=row.tier, start=getattr(row, "from"), label=row.label)


def by_value(taxis):
    """Return how many taxis of each value there are, of which those sent are counted."""
    counts = Counter(taxi.value for taxi in taxis)
    columns = {
        f"sent_value_{value}": Supply(label=f"value {value}", total=n, points=value)
        for value, n in sorted(counts.items())
    }
    return SupplyGroup(
        name="left_by_value",
        title="Taxis not sent, by value",
        unit="taxis per game",
        columns=columns,
    )


def by_colour(taxis, streets):
    """Return how many taxis have a back of each colour, of which those sent are counted."""
    colour_of = {street.street: street.colour for street in streets}
    counts = Counter(colour_of[taxi.street] for taxi in taxis)
    return SupplyGroup(
        name="left_by_colour",
        title="Taxis not sent, by colour of their back",
        unit="taxis per game",
        columns={
            f"sent_{colour}": Supply(label=colour, total=counts[colour]) for colour in COLOURS
        },
    )


def replacements(rules):
    """Yield what takes the place of each bonus card, joker and card of more than one soldier."""
    for card in rules.table("soldiers"):
        own = changes_of(card)
        if card.copies and own:
            cells = {"colour": card.colour, "value": card.value, "effect": card.effect}
            yield Replacement(
                card=card_title(cells),
                by=card_title(cells | own),
                patch={f"soldiers.{card.card}.{column}": str(cell) for column, cell in own.items()},
                used=f"bonus_{card.effect}" if card.colour == "bonus" else "",
            )


def changes_of(card):
    """Return the changes of a soldier card that make it an ordinary one; none for a 1."""
    if card.colour == "bonus":
        return {"colour": "red", "value": 1, "effect": "none"}
    if card.colour == "joker":
        return {"colour": "red"}
    return {"value": 1} if card.value > 1 else {}


def card_title(cells):
    """Return the name of a soldier card: `red 3`, `bonus draw two`."""
    what = cells["effect"] if cells["colour"] == "bonus" else cells["value"]
    return f"{cells['colour']} {what}".replace("_", " ")
