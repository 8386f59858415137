"""The choices of Mare Nostrum in words.

A choice about a slot does not hold its province: that is in the state.
"""

from typing import Any

from simlab.engine.choice import numbers_in, ranges_of_kinds
from simlab.game.definition import Rules
from simlab.games.mare_nostrum.names import (
    building_name,
    empire_name,
    item_name,
    province_name,
    sea_name,
    token_name,
)
from simlab.games.mare_nostrum.rules.choice import DETAIL_BITS, FIELDS, Choice, code
from simlab.games.mare_nostrum.state import COIN, NOTHING, TILES, Item

DESCRIPTIONS = {
    Choice.TAKE_COIN: "take a coin",
    Choice.TAKE_LEGENDARY: "take a legendary good",
    Choice.CHOOSE_GOOD: "choose {token}",
    Choice.CHIP: "use chip {chip}, side {face}, to trade {tokens}",
    Choice.OFFER: "offer {token}",
    Choice.PICK: "take {token} from {seat}",
    Choice.HAND_OVER: "hand over {token}",
    Choice.NO_SWAP: "swap nothing",
    Choice.SWAP_GIVE: "swap {token} for another good",
    Choice.SWAP_TAKE: "take {token} in the swap",
    Choice.BUYER: "name {seat} as the next buyer",
    Choice.END_BUYING: "buy nothing more",
    Choice.BUY_MARKER: "buy {item}",
    Choice.BUY_CARAVAN: "buy {item}",
    Choice.BUY_CITY: "buy {item}",
    Choice.BUY_MARKET: "buy {item}",
    Choice.BUY_TEMPLE: "buy {item}",
    Choice.BUY_LEGION: "buy {item}",
    Choice.BUY_TRIREME: "buy {item}",
    Choice.BUY_FORTRESS: "buy {item}",
    Choice.BUY_TILE: "buy {item}",
    Choice.BUY_PYRAMIDS: "buy {item}",
    Choice.FREE_MARKER: "take {item} for nothing",
    Choice.FREE_LEGION: "take {item} for nothing",
    Choice.PAY: "pay {token}",
    Choice.END_KEEPING: "keep nothing more",
    Choice.KEEP: "keep {token}",
    Choice.ORDER: "name {seat} as the next in the military order",
    Choice.END_CONVERSIONS: "convert nothing more",
    Choice.CONVERT: "convert {province}",
    Choice.END_SEA_MOVES: "move no more triremes",
    Choice.MOVE_TRIREME: "sail a trireme from {sea} to {to_sea}",
    Choice.END_SEA_BATTLES: "fight no more battles at sea",
    Choice.FIGHT_AT_SEA: "attack {opponent} in {sea}",
    Choice.END_LEGION_MOVES: "move no more legions",
    Choice.MOVE_LEGION: "move a legion from {province} to {to}",
    Choice.NAME_SEA: "cross {sea} without a trireme",
    Choice.LEAVE_SEAT: "move the legion on {slot}",
    Choice.FIGHT_ON_LAND: "attack {opponent} in {province}",
    Choice.ROLL: "roll the dice",
    Choice.CONVERT_LEGION: "win over a legion in {place}",
    Choice.LOSE_SEAT: "lose the legion on {slot}",
    Choice.LEAVE_BE: "leave {place} as it is",
    Choice.PILLAGE: "pillage {slot}{drawn}",
    Choice.OCCUPY: "occupy {place}",
    Choice.BEGIN_CONVERSION: "begin to convert {place}",
    Choice.END_SEATING: "put no more legions on buildings",
    Choice.SEAT: "put a legion on {slot}",
    Choice.TAKE_MARKER_FROM: "move the legion on {slot} to the control marker",
    Choice.TITLE: "give the title to {seat}",
}
OF_A_BATTLE = (Choice.CONVERT_LEGION, Choice.LOSE_SEAT)
"""Choices about the province of the battle under way."""
OF_THE_PLACE = (Choice.CONVERT_LEGION, Choice.LEAVE_BE, Choice.OCCUPY, Choice.BEGIN_CONVERSION)
ITEMS_BOUGHT = {
    Choice.BUY_MARKER: Item.MARKER,
    Choice.BUY_CARAVAN: Item.CARAVAN,
    Choice.BUY_CITY: Item.CITY,
    Choice.BUY_MARKET: Item.MARKET,
    Choice.BUY_TEMPLE: Item.TEMPLE,
    Choice.BUY_LEGION: Item.LEGION,
    Choice.BUY_TRIREME: Item.TRIREME,
    Choice.BUY_FORTRESS: Item.FORTRESS,
    Choice.BUY_TILE: Item.TILE,
    Choice.BUY_PYRAMIDS: Item.PYRAMIDS,
    Choice.FREE_MARKER: Item.MARKER,
    Choice.FREE_LEGION: Item.LEGION,
}

KINDS = ranges_of_kinds(Choice, DETAIL_BITS)

CARD_KINDS = {
    f"buy_{tile}": range(code(Choice.BUY_TILE, n), code(Choice.BUY_TILE, n + 1))
    for n, tile in enumerate(TILES)
}
"""Choices that buy a hero or wonder."""


def kind_of_code(choice: int) -> Choice:
    """Return the kind of a choice."""
    return Choice(choice >> DETAIL_BITS)


def kind(choice: int) -> str:
    """Return the name of a kind of choice."""
    return kind_of_code(choice).name.lower()


def parts(choice: int) -> dict[str, int]:
    """Return the numbers that a choice is made of, by name."""
    return numbers_in(FIELDS.get(kind_of_code(choice)), choice)


def describe(choice: int, state: Any, rules: Rules) -> str:
    """Return a choice in words."""
    known, numbers = kind_of_code(choice), parts(choice)
    place = int(state.battle_place if known in OF_A_BATTLE else state.target)
    words = {name: _in_words(name, number, rules) for name, number in numbers.items()}
    if known in ITEMS_BOUGHT:
        words["item"] = _purchase_in_words(ITEMS_BOUGHT[known], numbers, rules)
    if known in OF_THE_PLACE:
        words["place"] = province_name(place, rules)
    if "slot" in numbers and "province" not in numbers:
        building = building_name(place, numbers["slot"], rules)
        words["slot"] = rules.words("the {building}").format(building=building)
    if known == Choice.CHIP:
        tokens = int(rules.row[0]["chips"][numbers["chip"], numbers["face"]])
        words["tokens"] = rules.words.number_and_noun(tokens, "token")
    return rules.words(DESCRIPTIONS[known]).format_map(words)


def _purchase_in_words(item: Item, numbers: dict[str, int], rules: Rules) -> str:
    """Return what is bought, and where it is placed."""
    place = next(
        (numbers[name] for name in ("province", "sea", "tile") if name in numbers), NOTHING
    )
    return item_name(item, place, numbers.get("slot", NOTHING), rules)


def _in_words(name: str, number: int, rules: Rules) -> str:
    """Return one of the numbers of a choice in words."""
    match name:
        case "token":
            return rules.words("a coin") if number == COIN else token_name(number, rules)
        case "seat" | "opponent":
            return empire_name(number, rules)
        case "province" | "to":
            return province_name(number, rules)
        case "sea" | "to_sea":
            return sea_name(number, rules)
        case "drawn":
            return rules.words(" for a legendary good") if number else ""
    return str(number + 1)
