"""The events of Les Taxis de la Marne and their sentences."""

from collections.abc import Iterable, Mapping
from typing import Any

from simlab.game.definition import EventKind, Rules
from simlab.games.taxis.names import card_name, hand_name, ring_of, street_name
from simlab.games.taxis.state import COLOUR_NAMES, EFFECTS, EVENTS, RESERVE, End, Event

OFFICER_PLACED, DEALT, NEXT_BACK, TAXI_PLACED, TOKEN_PLACED, EVENT_MET = 1, 2, 3, 4, 5, 6
DREW, RESHUFFLED, OFFICER_MOVED, EXCHANGED, LOADED, SENT = 7, 8, 9, 10, 11, 12
BONUS_PLAYED, TOKEN_REMOVED, DISCARDED, TURN_ENDED, GAME_OVER = 13, 14, 15, 16, 17
OVERTAKEN, TURN_BEGAN = 18, 19

BY_ACTION, BY_BONUS, TO_RESERVE = 0, 1, 2

KINDS = {
    OFFICER_PLACED: EventKind("officer_placed", ("officer", "street")),
    DEALT: EventKind("dealt", ("hand", "card")),
    NEXT_BACK: EventKind("next_back", ("colour",)),
    TAXI_PLACED: EventKind("taxi_placed", ("seat", "taxi", "street")),
    TOKEN_PLACED: EventKind("token_placed", ("street",)),
    OVERTAKEN: EventKind("overtaken", ("street",)),
    EVENT_MET: EventKind("event_met", ("seat", "kind_of_event", "has_effect")),
    DREW: EventKind("drew", ("seat", "card", "means")),
    RESHUFFLED: EventKind("reshuffled", ("cards",)),
    OFFICER_MOVED: EventKind("officer_moved", ("seat", "officer", "from", "to", "means")),
    EXCHANGED: EventKind("exchanged", ("seat", "card", "other", "other_card")),
    LOADED: EventKind("loaded", ("seat", "card", "street")),
    SENT: EventKind("sent", ("seat", "street", "taxi", "value", "soldiers", "token")),
    BONUS_PLAYED: EventKind("bonus_played", ("seat", "card")),
    TOKEN_REMOVED: EventKind("token_removed", ("street",)),
    DISCARDED: EventKind("discarded", ("seat", "card", "reason")),
    TURN_BEGAN: EventKind("turn_began", ("seat", "number")),
    TURN_ENDED: EventKind("turn_ended", ("seat", "actions_left", "is_by_choice")),
    GAME_OVER: EventKind("game_over", ("reason", "score")),
}

SENTENCES = {
    "officer_placed": "Officer {officer} begins at {street}.",
    "dealt": "{hand} gets {all}.",
    "next_back": "The back of the next taxi is {colour}.",
    "turn_began": "Round {number}, {seat}'s turn.",
    "taxi_placed": "{seat} reveals {taxi}; it stops {street}.",
    "taxi_placed with tokens": "{seat} reveals {taxi}; it stops {street}."
    " Tokens for the taxis overtaken: {tokens}.",
    "taxi_placed with some tokens": "{seat} reveals {taxi}; it stops {street}."
    " Tokens for the taxis overtaken: {tokens}; the others have one.",
    "taxi_placed without tokens": "{seat} reveals {taxi}; it stops {street}."
    " Each taxi overtaken has its token already.",
    "token_placed": "It overtakes the taxi at {street}, which gets a token.",
    "overtaken": "It overtakes the taxi at {street}, which has a token already.",
    "event_met": "Event: {kind_of_event}{has_effect}.",
    "drew": "{seat} draws {all}{means}.",
    "reshuffled": "A new draw pile is made of {cards}.",
    "officer_moved": "{seat} moves officer {officer} from {from} to {to}{means}.",
    "officer_moved on": "{seat} moves officer {officer} from {from} to {to} ({actions}).",
    "exchanged": "{seat} gives {card} to {other} for {other_card}.",
    "loaded": "{seat} lets {card} board at {street}.",
    "sent": "{seat} sends the taxi of value {value} from {street} with {soldiers}{token}.",
    "sent with cards": "{seat} sends the taxi of value {value} from {street} with {cards}:"
    " {soldiers}{token}.",
    "bonus_played": "{seat} plays {card}.",
    "token_removed": "The token at {street} is removed.",
    "token_removed by seat": "{seat} removes the token at {street} by a bonus card.",
    "discarded": "{seat} discards {all} for the {reason}.",
    "turn_ended": "{is_by_choice}; {actions_left}.",
    "game_over": "The game is over: {reason}. Score {score}.",
}
EVENT_WORDS = {
    Event.NO_BONUS: "no bonus cards this turn",
    Event.SILENCE: "silence this turn",
    Event.DISCARD: "a card must be discarded",
    Event.ANOTHER_TAXI: "another taxi comes at once",
}
TOKEN_EVENTS = ("token_placed", "overtaken")
"""Events of taxis that are overtaken: without a token and with one."""
MEANS = {0: "", BY_BONUS: " by a bonus card", TO_RESERVE: " into the reserve"}
REASONS = {1: "event", 2: "hand limit"}
ENDS = {End.DECK_EMPTY: "the taxi deck is empty", End.JAM: "every street is taken, a jam"}


def tell(event: Mapping[str, Any], rules: Rules) -> str:
    """Put one event in a sentence."""
    words = {name: _spoken(name, value, event, rules) for name, value in event.items()}
    return rules.words(SENTENCES[_sentence(event)]).format_map(words | _list_events(event, rules))


def _sentence(event: Mapping[str, Any]) -> str:
    """Return the name of the sentence that tells an event."""
    match event:
        case {"event": "taxi_placed", "all": parts}:
            n_tokens, n_others = (len(_of_kind(kind, parts)) for kind in TOKEN_EVENTS)
            if n_tokens:
                return f"taxi_placed with {'some ' if n_others else ''}tokens"
            return "taxi_placed without tokens" if n_others else "taxi_placed"
        case {"event": "officer_moved", "means": 0, "all": _}:
            return "officer_moved on"
        case {"event": "sent", "all": _}:
            return "sent with cards"
        case {"event": "token_removed", "all": _}:
            return "token_removed by seat"
    return str(event["event"])


def _list_events(event: Mapping[str, Any], rules: Rules) -> dict[str, str]:
    """Return what a folded event says of the events that it combines."""
    parts = event.get("all", [event])
    tokens = [street_name(part["street"], rules) for part in _of_kind("token_placed", parts)]
    loaded = [card_name(part["card"], rules) for part in _of_kind("loaded", parts)]
    cards = [
        card_name(part["card"], rules) for part in _of_kind(event["event"], parts) if "card" in part
    ]
    return {
        "all": rules.words.join_list(cards),
        "tokens": rules.words.join_list(tokens),
        "cards": rules.words.join_list(loaded)
        or _spoken("cards", event.get("cards", 0), event, rules),
        "actions": rules.words.number_and_noun(len(parts), "action"),
    }


def _of_kind(kind: str, events: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [event for event in events if event["event"] == kind]


def _spoken(name: str, value: Any, event: Mapping[str, Any], rules: Rules) -> str:
    """Return one field of an event in words."""
    words = rules.words
    match name:
        case "seat" | "other" | "hand":
            return hand_name(value, words)
        case "street" if event["event"] == "taxi_placed":
            return _stop(value, event["taxi"], rules)
        case "street" | "from" | "to":
            return street_name(value, rules)
        case "card" | "other_card":
            return card_name(value, rules)
        case "taxi":
            return _taxi(value, rules)
        case "colour":
            return words(COLOUR_NAMES[value])
        case "kind_of_event":
            return words(EVENT_WORDS[Event(value)])
        case "has_effect":
            return "" if value else words(", which does nothing with several players")
        case "is_by_choice":
            ending = "{player} ends the turn" if value else "The turn of {player} is over"
            return words(ending).format(player=hand_name(event["seat"], words))
        case "means":
            return words(MEANS[value])
        case "token":
            return _token(value, rules)
        case "reason":
            return words(ENDS[value] if event["event"] == "game_over" else REASONS[value])
        case "officer":
            return str(value + 1)
        case "soldiers":
            return words.number_and_noun(value, "soldier")
        case "cards":
            return words.number_and_noun(value, "discarded card")
        case "actions_left":
            return words("{actions} left").format(actions=words.number_and_noun(value, "action"))
    return str(value)


def _stop(street: int, taxi: int, rules: Rules) -> str:
    """Return where a taxi stops, seen from the street it was for, and past how many others [T6]."""
    words, row = rules.words, rules.row[0]
    way = (street - int(row["taxi_street"][taxi])) * int(row["arrival_step"])
    passed = way % int(row["n_streets"])
    if not passed:
        return words("there")
    taxis = words.number_and_noun(passed, "taxi")
    return words("at {street}, past {taxis}").format(street=street_name(street, rules), taxis=taxis)


def _taxi(card: int, rules: Rules) -> str:
    row = rules.row[0]
    street = street_name(int(row["taxi_street"][card]), rules)
    return rules.words("a taxi of value {value} for {street}").format(
        value=row["taxi_value"][card], street=street
    )


def _token(has_token: int, rules: Rules) -> str:
    penalty = rules.components.values["token_penalty"]
    if not (has_token and penalty):
        return ""
    return rules.words(", {penalty} of them for its token").format(penalty=penalty)


def legend(rules: Rules) -> dict[str, Any]:
    """Return what the numbers in events stand for: streets clockwise, cards by kind, taxis …"""
    tables = rules.components.tables
    row = rules.row[0]
    return {
        "streets": [
            {"position": position, **{key: street[key] for key in ("street", "name", "colour")}}
            for position, street in enumerate(ring_of(rules.components))
        ],
        "cards": [
            {key: kind[key] for key in ("card", "colour", "value", "effect", "copies")}
            for kind in tables["soldiers"]
        ],
        "taxis": [
            {
                "street": int(row["taxi_street"][taxi]),
                "value": int(row["taxi_value"][taxi]),
                "event": ("none", *EVENTS)[row["taxi_event"][taxi]],
            }
            for taxi in range(row["n_taxis"])
        ],
        "events": list(EVENTS),
        "effects": list(EFFECTS),
        "colours": list(COLOUR_NAMES),
        "tiers": [tier["from"] for tier in tables["tiers"]],
        "drew_means": ["action", "bonus card", "action, into the reserve"],
        "discard_reasons": {"1": "event", "2": "hand limit"},
        "reserve": RESERVE,
    }
