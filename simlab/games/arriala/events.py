"""The events of Arriala and their sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from simlab.game.definition import EventKind, Rules
from simlab.game.language import Words
from simlab.games.arriala.board import in_order
from simlab.games.arriala.names import (
    card_name,
    cards_in,
    is_town,
    player_name,
    space_name,
    stretch_and_number,
    vineyard_name,
    vineyards_in,
)
from simlab.games.arriala.schema import STRETCH_TABLE
from simlab.games.arriala.state import NEUTRAL, NO_CARD, NOBODY, End

NEUTRAL_PLACED, DEALT, TURN_BEGAN, MOVED, PLACED, WENT_TO_VINEYARD = 1, 2, 3, 4, 5, 6
WENT_TO_CANAL, RIVER_BUILT, LOCK_BUILT, DREW, RESHUFFLED, ART_BUILT = 7, 8, 9, 10, 11, 12
SECTION_BUILT, SECTION_SCORED, VINEYARD_COUNTED, VINEYARD_SCORED = 13, 14, 15, 16
TURN_ENDED, GAME_OVER, RANKED = 17, 18, 19

PER_COLOUR = ("seat_0", "seat_1", "seat_2", "seat_3")

KINDS = {
    NEUTRAL_PLACED: EventKind("neutral_placed", ("space",)),
    DEALT: EventKind("dealt", ("seat", "card"), secret=("card",)),
    TURN_BEGAN: EventKind("turn_began", ("seat", "number")),
    MOVED: EventKind("moved", ("seat", "colour", "from", "to", "paid", "by_card")),
    PLACED: EventKind("placed", ("seat", "space", "paid", "by_card")),
    WENT_TO_VINEYARD: EventKind(
        "went_to_vineyard", ("seat", "from", "vineyard", "paid", "by_card")
    ),
    WENT_TO_CANAL: EventKind("went_to_canal", ("seat", "vineyard", "to", "paid", "by_card")),
    RIVER_BUILT: EventKind("river_built", ("seat", "from", "paid", "points", "score")),
    LOCK_BUILT: EventKind("lock_built", ("seat", "space", "paid", "by_card", "points", "score")),
    DREW: EventKind("drew", ("seat", "card", "paid"), secret=("card",)),
    RESHUFFLED: EventKind("reshuffled", ("cards",)),
    ART_BUILT: EventKind("art_built", ("seat", "by_card", "paid", "points", "score")),
    SECTION_BUILT: EventKind("section_built", ("first", "last", *PER_COLOUR, "neutral")),
    SECTION_SCORED: EventKind("section_scored", ("colour", "workers", "points", "score")),
    VINEYARD_COUNTED: EventKind("vineyard_counted", ("vineyard", *PER_COLOUR)),
    VINEYARD_SCORED: EventKind("vineyard_scored", ("vineyard", "colour", "points", "score")),
    TURN_ENDED: EventKind("turn_ended", ("seat", "lost")),
    GAME_OVER: EventKind("game_over", ("reason", "rounds")),
    RANKED: EventKind("ranked", ("seat", "points", "on_canal", "rank")),
}

SENTENCES = {
    "neutral_placed": "A neutral worker stands {space}.",
    "dealt": "{seat} gets {all}.",
    "turn_began": "Round {number}, {seat}'s turn.",
    "rounds_began": "Rounds {number} to {until}.",
    "only_drew": "All players only draw cards: {drawn}.",
    "did_nothing": "All players end their turns without an action.",
    "moved": "{seat} moves {colour} from {from} to {to}{by_card} {paid}.",
    "placed": "{seat} places a worker {space}{by_card} {paid}.",
    "went_to_vineyard": "{seat} sends a worker from {from} to {vineyard}{by_card} {paid}.",
    "went_to_canal": "{seat} calls a worker from {vineyard} to {to}{by_card} {paid}.",
    "river_built": "{seat} builds a river work with the worker from {from} {paid}: {gain}.",
    "lock_built": "{seat} builds a lock {space}{by_card} {paid}: {gain}.",
    "drew": "{seat} draws {all} {paid}.",
    "reshuffled": "A new draw pile is made of {cards}.",
    "art_built": "{seat} builds {by_card} {paid}: {gain}.",
    "section_built": "{cells} built: {who}.",
    "section_scored": "The section of {workers} goes to {colour}: {gain}.",
    "vineyard_counted": "In {vineyard}: {who}.",
    "vineyard_scored": "The vineyard goes to {colour}: {gain}.",
    "turn_ended": "{seat} ends the turn{lost}.",
    "game_over": "The game is over in round {rounds}: {reason}.",
    "ranked": "Rank {rank}: {seat} with {points} and {on_canal} on the canal.",
}
IN_ONE_LINE = ("section_built", "vineyard_counted")
"""Kinds that share a line with the event after them, if they are folded."""
ENDS = {End.ALL_BUILT: "every section is built", End.ROUND_LIMIT: "no more rounds are allowed"}


def tell(event: Mapping[str, Any], rules: Rules) -> str:
    """Put one event in a sentence."""
    if event["event"] in IN_ONE_LINE and "all" in event:
        return " ".join(tell(part, rules) for part in event["all"])
    words = {name: _spoken(name, value, event, rules) for name, value in event.items()}
    return rules.words(SENTENCES[_sentence(event)]).format_map(words | _sum_up(event, rules))


def _sentence(event: Mapping[str, Any]) -> str:
    """Return the name of the sentence that tells an event."""
    match event:
        case {"event": "turn_began", "until": _}:
            return "rounds_began"
        case {"event": "only_drew", "drawn": drawn} if not drawn:
            return "did_nothing"
    return str(event["event"])


def _sum_up(event: Mapping[str, Any], rules: Rules) -> dict[str, str]:
    """Return what several fields of an event say together."""
    cards = [part["card"] for part in event.get("all", [event]) if "card" in part]
    words = {"all": _cards(cards, rules)}
    if "score" in event:
        words["gain"] = _gain(event, rules.words)
    if "last" in event:
        words["cells"] = _cells(event["first"], event["last"], rules)
    if PER_COLOUR[0] in event:
        words["who"] = _who(event, rules.words)
    return words


def _spoken(name: str, value: Any, event: Mapping[str, Any], rules: Rules) -> str:
    """Return one field of an event in words."""
    words = rules.words
    match name:
        case "seat":
            return player_name(value, words)
        case "colour" if event["event"] == "moved":
            return _worker(value, event["seat"], words)
        case "colour":
            return _winner(value, words)
        case "from" | "to":
            return space_name(value, rules)
        case "space":
            place = "in {town}" if is_town(value, rules) else "on {cell}"
            return words(place).format(town=space_name(value, rules), cell=space_name(value, rules))
        case "vineyard":
            return vineyard_name(value, rules)
        case "card":
            return _cards([value], rules)
        case "by_card" if event["event"] == "art_built":
            return words("the {name}").format(name=cards_in(rules)[value]["name"])
        case "by_card":
            return (
                "" if value == NO_CARD else words(" by {card}").format(card=card_name(value, rules))
            )
        case "paid":
            return f"({words.number_and_noun(value, 'action point')})"
        case "points":
            return words.number_and_noun(value, "point")
        case "workers" | "on_canal":
            return words.number_and_noun(value, "worker")
        case "cards":
            return words.number_and_noun(value, "discarded card")
        case "drawn":
            by_player = words("{cards} by {player}")
            return words.join_list(
                [
                    by_player.format(cards=cards, player=player_name(seat, words))
                    for seat, cards in sorted(value.items())
                ]
            )
        case "lost":
            points = words.number_and_noun(value, "action point")
            return words(", leaving {points} unspent").format(points=points) if value else ""
        case "reason":
            return words(ENDS[value])
    return str(value)


def _cards(cards: Sequence[int | None], rules: Rules) -> str:
    """Return the names of cards, or how many there are if they are hidden."""
    if None in cards:
        return rules.words.number_and_noun(len(cards), "card")
    return rules.words.join_list([card_name(card, rules) for card in cards if card is not None])


def _worker(colour: int, seat: int, words: Words) -> str:
    if colour == NEUTRAL:
        return words("a neutral worker")
    if colour == seat:
        return words("their own worker")
    return words("a worker of {player}").format(player=player_name(colour, words))


def _winner(colour: int, words: Words) -> str:
    named = {NOBODY: "no colour", NEUTRAL: "the neutral workers"}
    return words(named[colour]) if colour in named else player_name(colour, words)


def _gain(event: Mapping[str, Any], words: Words) -> str:
    """Return what an event did to a score."""
    if event.get("colour") in (NOBODY, NEUTRAL):
        return words("nobody scores")
    points = words.number_and_noun(event["points"], "point")
    return words("{points}, {score} in all").format(points=points, score=event["score"])


def _who(event: Mapping[str, Any], words: Words) -> str:
    """Return how many workers of each colour an event counted, and which lead together [A14]."""
    counts = {player_name(seat, words): event[name] for seat, name in enumerate(PER_COLOUR)}
    counts[words("neutral")] = event.get("neutral", 0)
    listed = ", ".join(f"{n} × {colour}" for colour, n in counts.items() if n)
    most = max(counts.values())
    leaders = [colour for colour, n in counts.items() if n == most]
    if not most or len(leaders) == 1:
        return listed or words("no workers")
    return words("{listed}; {tied} tie for most").format(
        listed=listed, tied=words.join_list(leaders)
    )


def _cells(first: int, last: int, rules: Rules) -> str:
    """Return the cells of a section, with the verb that goes with their number."""
    stretch, number = stretch_and_number(first, rules)
    sentence = "Cell {first} of {stretch} is"
    if last > first:
        link = "and" if last == first + 1 else "to"
        sentence = f"Cells {{first}} {link} {{last}} of {{stretch}} are"
    return rules.words(sentence).format(
        first=number, last=number + last - first, stretch=stretch["name"]
    )


def legend(rules: Rules) -> dict[str, Any]:
    """Return what the numbers in events stand for: spaces, cards, vineyards …"""
    tables, row = rules.components.tables, rules.row[0]
    return {
        "spaces": [_describe_space(space, rules) for space in range(row["n_spaces"])],
        "cards": cards_in(rules),
        "vineyards": vineyards_in(rules),
        "stretches": in_order(rules.components, STRETCH_TABLE),
        "locks": tables["locks"],
        "blue_cells": tables["blue_cells"],
        "section_points": {str(entry["workers"]): entry["points"] for entry in tables["score"]},
        "neutral": NEUTRAL,
        "nobody": NOBODY,
        "no_card": NO_CARD,
        "end_reasons": {str(int(end)): words for end, words in ENDS.items()},
    }


def _describe_space(space: int, rules: Rules) -> dict[str, Any]:
    """Return the name of a space and what it is."""
    in_town = is_town(space, rules)
    return {
        "space": space,
        "name": space_name(space, rules),
        "kind": "town" if in_town else "cell",
        "stretch": None if in_town else stretch_and_number(space, rules)[0]["stretch"],
    }
