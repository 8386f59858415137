"""The words of Les Taxis de la Marne: sentences, how they are folded, and the line below a turn."""

from collections import Counter
from itertools import groupby
from typing import Any

MOST_PLAYERS = 5
RESERVE = MOST_PLAYERS
"""The hand that is the reserve of a solo game, after those of all possible players."""
BY_CHOICE, BY_ITSELF = "by choice", "by itself"
"""How a turn ends."""
DECK_EMPTY, JAM = "taxi deck empty", "jam"
"""How a game ends."""

KINDS = {
    "end_turn": "end the turn",
    "draw": "draw a card",
    "move": "move officer {officer} {way}",
    "send": "send the taxi at {street}",
    "give": "give {card} in an exchange",
    "bonus": "play the bonus card {effect}",
    "reveal": "reveal the next taxi",
    "take": "take {card} from {hand}",
    "load": "let {card} board",
    "depart": "let the taxi depart",
    "place": "place officer {officer} at {street}",
    "untoken": "remove the token at {street}",
    "keep": "keep the card drawn",
    "reserve": "put the card drawn into the reserve",
    "discard": "discard {card}",
    "colour": "begin at the streets of colour {colour}",
    "spot": "begin at {street}",
}

ARRIVAL = "{seat} reveals {taxi}; it stops at {street}, past {passed:taxi}."
SENT = "{seat} sends the taxi of value {value} from {street} with"
EVENTS = {
    "chose": "",
    "officer_placed": "Officer {officer} begins at {street}.",
    "dealt": "{owner} gets {card}.",
    "next_back": "The back of the next taxi is {colour}.",
    "turn_began": "Round {number}, {seat}'s turn.",
    "turns": "",
    "rounds": "",
    "streets": "",
    "tokens": "",
    # step 1
    "arrivals": ARRIVAL,
    "tokens_placed": "It overtakes the taxi at {street}, which gets a token.",
    "overtaken": "It overtakes the taxi at {street}, which has a token already.",
    "event_no_bonus": "Event: no bonus cards this turn.",
    "event_silence": "Event: silence this turn.",
    "event_discard": "Event: a card must be discarded.",
    "event_another_taxi": "Event: another taxi comes at once.",
    "event_without_effect": "Event: silence this turn, which does nothing with several players.",
    "discarded_by_event": "{seat} discards {card} for the event.",
    "left_standing": "",
    "left_undrawn": "",
    "most_streets": "",
    # step 2
    "draws": "",
    "drew": "{seat} draws {card}.",
    "drew_to_reserve": "{seat} draws {card} into the reserve.",
    "reshuffles": "A new draw pile is made of {cards:discarded card}.",
    "moves": "{seat} moves officer {officer} from {origin} to {street}.",
    "exchanges": "{seat} gives {card} to {other} for {other_card}.",
    "loaded": "{seat} lets {card} board at {street}.",
    "sent": f"{SENT} {{soldiers:soldier}}, {{token}} of them for its token.",
    "sends": "",
    "sent_red": "",
    "sent_blue": "",
    "sent_green": "",
    "sent_yellow": "",
    "sent_value_1": "",
    "sent_value_2": "",
    "sent_value_3": "",
    "sent_value_4": "",
    "sent_value_5": "",
    "sent_value_6": "",
    "overloaded": "",
    "tier": "",
    # bonus cards
    "bonus_place_officer": "{seat} plays {card}.",
    "bonus_draw_two": "{seat} plays {card}.",
    "bonus_remove_token": "{seat} plays {card}.",
    "bonus_extra_action": "{seat} plays {card}.",
    "drew_by_bonus": "{seat} draws {card} by a bonus card.",
    "moved_by_bonus": "{seat} moves officer {officer} from {origin} to {street} by a bonus card.",
    "token_removed": "The token at {street} is removed.",
    # the end
    "wasted_actions": "{seat} ends the turn {how}; {n:action} left.",
    "discarded_by_limit": "{seat} discards {card} for the hand limit.",
    "game_over": "The game is over: {reason}. Score {score}.",
}
TURN_ENDS = {
    BY_CHOICE: "{seat} ends the turn; {n:action} left.",
    BY_ITSELF: "The turn of {seat} is over; {n:action} left.",
}
ENDS = {DECK_EMPTY: "the taxi deck is empty", JAM: "every street is taken, a jam"}
STANDING = "Points: {points}. Taxis waiting: {taxis} ({tokens} with a token). Cards: {cards}."
NEXT_TAXI = " Next taxi: {colour}."


def sentence_of(event):
    """Return the sentence of an event that does not have the one of EVENTS, else None."""
    match event:
        case {"event": "arrivals", "passed": 0}:
            return "{seat} reveals {taxi}; it stops there."
        case {"event": "arrivals", "overtaken": tokens, "n_others": n_others}:
            if tokens:
                others = "; the others have one" if n_others else ""
                return f"{ARRIVAL} Tokens for the taxis overtaken: {{overtaken}}{others}."
            return f"{ARRIVAL} Each taxi overtaken has its token already." if n_others else ARRIVAL
        case {"event": "moves", "steps": _}:
            return "{seat} moves officer {officer} from {origin} to {street} ({steps:action})."
        case {"event": "sent", "token": token}:
            cards = "{cards}: {soldiers:soldier}" if "cards" in event else "{soldiers:soldier}"
            return f"{SENT} {cards}{', {token} of them for its token' if token else ''}."
        case {"event": "token_removed", "seat": _}:
            return "{seat} removes the token at {street} by a bonus card."
        case {"event": "wasted_actions", "how": how}:
            return TURN_ENDS[how]
    return None


def value_in_words(name, value, rules):
    """Return the value of a field in words, or None if it has those of any game."""
    words = rules.words
    match name:
        case "street" | "origin":
            street = ring_of(rules)[value] if isinstance(value, int) else value
            return street_name(street, words)
        case "overtaken":
            return street_name(value, words)
        case "card" | "other_card" | "cards":
            return card_name(value, words)
        case "taxi":
            street = next(each for each in rules.table("streets") if each.street == value.street)
            text = words("a taxi of value {value} for {street}")
            return text.format(value=value.value, street=street_name(street, words))
        case "owner" | "other":
            return words("The reserve") if value == RESERVE else rules.seat(value)
        case "hand":
            return words("the reserve") if value == RESERVE else rules.seat(value)
        case "officer":
            return str(value + 1)
        case "effect":
            return words(value.replace("_", " "))
        case "way":
            return words(value.replace("_", "-"))
        case "reason":
            return words(ENDS[value])
    return None


def ring_of(rules):
    """Return the streets clockwise [T6]."""
    return sorted(rules.table("streets"), key=lambda street: street.position)


def street_name(street, words):
    """Return name and colour of a street."""
    return f"{street.name} ({words(street.colour)})"


def card_name(card, words):
    """Return the name of a card with its article."""
    if card.effect != "none":
        return words("the bonus card {effect}").format(effect=words(card.effect.replace("_", " ")))
    return words("a {colour} {value}").format(colour=words(card.colour), value=card.value)


# Folding

ALIKE = {
    "dealt": ("owner",),
    "drew": ("seat",),
    "drew_to_reserve": ("seat",),
    "drew_by_bonus": ("seat",),
    "discarded_by_event": ("seat",),
    "discarded_by_limit": ("seat",),
    "moves": ("seat", "officer"),
}
"""Events that are combined if several follow in a row and agree in these fields."""
EFFECTS_OF_BONUS = ("drew_by_bonus", "moved_by_bonus", "token_removed")
FOLLOWS_ARRIVAL = ("tokens_placed", "overtaken", "next_back")


def fold_events(events):
    """Yield the events of a game for readers: an action in one, what follows by itself left out."""
    arranged = sorted_deal(event for event in events if not is_silent_end(event))
    alike = (joined(list(run)) for _, run in groupby(arranged, likeness))
    yield from with_followers(with_leaders(alike))


def is_silent_end(event):
    """Return whether a turn ends although nobody chose to leave an action."""
    return event["event"] == "wasted_actions" and event["n"] == 0


def sorted_deal(events):
    """Yield the events with the cards of the deal by hand."""
    for kind, run in groupby(events, key=lambda event: event["event"]):
        several = list(run)
        yield from sorted(several, key=lambda event: event["owner"]) if kind == "dealt" else several


def likeness(event):
    """Return what equals that of other events in a row that share its sentence."""
    kind = event["event"]
    return (kind, *(event[name] for name in ALIKE[kind])) if kind in ALIKE else (id(event),)


def joined(events):
    """Return several events as one; an officer goes from the first place to the last."""
    first = events[0]
    if len(events) == 1:
        return first
    if first["event"] == "moves":
        last = events[-1]["street"]
        return {**first, "street": last, "steps": len(events), "all": events}
    return {**first, "card": [event["card"] for event in events], "all": events}


def with_leaders(events):
    """Yield a taxi with the cards that boarded it, and the effect of a bonus card with the card."""
    before: list[Any] = []
    for event in events:
        if before and not leads_to(before[-1], event):
            yield from before
            before = []
        if leads(event):
            before.append(event)
        elif before:
            yield with_cards(before, event)
            before = []
        else:
            yield event
    yield from before


def leads(event):
    """Return whether an event may share the line of the next one."""
    return event["event"] == "loaded" or event["event"].startswith("bonus_")


def leads_to(event, following):
    """Return whether an event shares the line of the next one."""
    kinds = ("loaded", "sent") if event["event"] == "loaded" else EFFECTS_OF_BONUS
    return following["event"] in kinds


def with_cards(before, event):
    """Return an event with those that lead to it."""
    parts = [*before, *event.get("all", [event])]
    whole = {"seat": before[0]["seat"], **event, "all": parts}
    if event["event"] == "sent":
        whole["cards"] = [part["card"] for part in before]
    return whole


def with_followers(events):
    """Yield a taxi that arrives with the tokens that it brings and the back of the next one."""
    group: list[Any] = []
    for event in events:
        if group and event["event"] in FOLLOWS_ARRIVAL:
            group.append(event)
            continue
        if group:
            yield arrival(group)
        group = [event] if event["event"] == "arrivals" else []
        if not group:
            yield event
    if group:
        yield arrival(group)


def arrival(group):
    """Return the arrival of a taxi as one event."""
    tokens = [event["street"] for event in group if event["event"] == "tokens_placed"]
    n_others = sum(event["event"] == "overtaken" for event in group)
    return {**group[0], "overtaken": tokens, "n_others": n_others, "all": group}


# The line below a turn


def standing(events, players, rules):
    """Return points, taxis and tokens, the cards of each hand, and the back of the next taxi."""
    hands: Counter[int] = Counter()
    has_token, points, colour = {}, 0, None
    for event in events:
        hands.update(cards_won(event))
        match event:
            case {"event": "arrivals", "street": street}:
                has_token[street], colour = False, None
            case {"event": "tokens_placed", "street": street}:
                has_token[street] = True
            case {"event": "token_removed", "street": street}:
                has_token[street] = False
            case {"event": "sent", "street": street, "value": value}:
                points += value
                del has_token[street]
            case {"event": "next_back", "colour": colour}:
                pass
    owners = [*range(players), *([RESERVE] if players == 1 else [])]
    named = ((value_in_words("owner", owner, rules), hands[owner]) for owner in owners)
    line = rules.words(STANDING).format(
        points=points,
        taxis=len(has_token),
        tokens=sum(has_token.values()),
        cards=", ".join(f"{name} ({n})" for name, n in named),
    )
    if colour is None:
        return line
    return line + rules.words(NEXT_TAXI).format(colour=rules.words(colour))


def cards_won(event):
    """Return by how many cards an event changes each hand."""
    match event:
        case {"event": "dealt", "owner": owner}:
            return {owner: 1}
        case {"event": "drew" | "drew_by_bonus", "seat": seat}:
            return {seat: 1}
        case {"event": "drew_to_reserve"}:
            return {RESERVE: 1}
        case {"event": "loaded" | "discarded_by_event" | "discarded_by_limit", "seat": seat}:
            return {seat: -1}
    return {event["seat"]: -1} if event["event"].startswith("bonus_") else {}
