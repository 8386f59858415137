"""The choices of Arriala in words."""

from typing import Any

from simlab.engine.choice import numbers_in, ranges_of_kinds
from simlab.game.definition import Rules
from simlab.games.arriala.names import card_name, player_name, space_name, vineyard_name
from simlab.games.arriala.rules.choice import DETAIL_BITS, FIELDS, Choice
from simlab.games.arriala.state import CARDS, NEUTRAL

DESCRIPTIONS = {
    Choice.END_TURN: "end the turn",
    Choice.MOVE: "move {colour} from {space}",
    Choice.PLACE: "place a worker",
    Choice.TO_VINEYARD: "send the worker from {space} to a vineyard",
    Choice.TO_CANAL: "call a worker from {vineyard} to the canal",
    Choice.RIVER: "build a river work with the worker from {space}",
    Choice.LOCK: "build a lock",
    Choice.DRAW: "draw a card",
    Choice.WORKER: "choose {colour} from {space}",
    Choice.SPACE: "choose {space}",
    Choice.VINEYARD: "choose {vineyard}",
    Choice.PLAY: "play {card}",
}

KINDS = {
    **ranges_of_kinds(Choice, DETAIL_BITS),
    "play": range(Choice.PLAY << DETAIL_BITS, (Choice.PLAY + len(CARDS)) << DETAIL_BITS),
}

CARD_KINDS = {
    f"play_{card}": range((Choice.PLAY + n) << DETAIL_BITS, (Choice.PLAY + n + 1) << DETAIL_BITS)
    for n, card in enumerate(CARDS)
}
"""Choices that play a card, by its kind."""


def kind_of_code(choice: int) -> Choice:
    """Return the kind of a choice; all cards are of one kind."""
    return Choice(min(choice >> DETAIL_BITS, Choice.PLAY))


def kind(choice: int) -> str:
    """Return the name of a kind of choice."""
    return kind_of_code(choice).name.lower()


def parts(choice: int) -> dict[str, int]:
    """Return the numbers that a choice is made of, by name."""
    known = kind_of_code(choice)
    if known == Choice.PLAY:
        return {"card": (choice >> DETAIL_BITS) - Choice.PLAY}
    return numbers_in(FIELDS.get(known), choice)


def describe(choice: int, state: Any, rules: Rules) -> str:
    """Return a choice in words."""
    words = {name: _in_words(name, number, rules) for name, number in parts(choice).items()}
    return rules.words(DESCRIPTIONS[kind_of_code(choice)]).format_map(words)


def _in_words(name: str, number: int, rules: Rules) -> str:
    """Return one of the numbers of a choice in words."""
    match name:
        case "space":
            return space_name(number, rules)
        case "vineyard":
            return vineyard_name(number, rules)
        case "card":
            return card_name(number, rules)
    if number == NEUTRAL:
        return rules.words("a neutral worker")
    return rules.words("a worker of {player}").format(player=player_name(number, rules.words))
