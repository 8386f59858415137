"""The choices of Les Taxis de la Marne in words."""

from typing import Any

from simlab.engine.choice import numbers_in, ranges_of_kinds
from simlab.game.definition import Rules
from simlab.games.taxis.names import card_name, hand_name, street_name
from simlab.games.taxis.rules.choice import DETAIL_BITS, FIELDS, Choice
from simlab.games.taxis.state import COLOUR_NAMES, EFFECTS, RESERVE

WAYS = ("clockwise", "counter-clockwise")

DESCRIPTIONS = {
    Choice.END_TURN: "end the turn",
    Choice.DRAW: "draw a card",
    Choice.MOVE: "move officer {officer} {way}",
    Choice.SEND: "send the taxi at {street}",
    Choice.GIVE: "give {card} in an exchange",
    Choice.BONUS: "play the bonus card {effect}",
    Choice.REVEAL: "reveal the next taxi",
    Choice.TAKE: "take {card} from {hand}",
    Choice.LOAD: "let {card} board",
    Choice.DEPART: "let the taxi depart",
    Choice.PLACE: "place officer {officer} at {street}",
    Choice.UNTOKEN: "remove the token at {street}",
    Choice.KEEP: "keep the card drawn",
    Choice.RESERVE: "put the card drawn into the reserve",
    Choice.DISCARD: "discard {card}",
    Choice.COLOUR: "begin at the streets of colour {colour}",
    Choice.SPOT: "begin at {street}",
}

KINDS = ranges_of_kinds(Choice, DETAIL_BITS)


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
    words = {name: _in_words(name, number, rules) for name, number in parts(choice).items()}
    return rules.words(DESCRIPTIONS[kind_of_code(choice)]).format_map(words)


def _in_words(name: str, number: int, rules: Rules) -> str:
    """Return one of the numbers of a choice in words."""
    match name:
        case "street":
            return street_name(number, rules)
        case "card":
            return card_name(number, rules)
        case "hand":
            return (
                rules.words("the reserve") if number == RESERVE else hand_name(number, rules.words)
            )
        case "effect":
            return rules.words(EFFECTS[number - 1].replace("_", " "))
        case "colour":
            return rules.words(COLOUR_NAMES[number])
        case "way":
            return rules.words(WAYS[number])
    return str(number + 1)
