"""The menu as RULES.md has it, slowly and in words; shares nothing with the game's own."""

from __future__ import annotations

from simlab.games.taxis.state import COLOUR_NAMES, RESERVE, Phase
from tests.games.taxis.table import Table, in_words

Menu = set[str]


def menu_by_hand(table: Table) -> Menu:
    """Return what the player may choose [T1, T8, T10–T16]."""
    match table.phase():
        case Phase.PLACE_OFFICERS:
            return first_spots(table)
        case Phase.BEFORE_ARRIVAL:
            return {"reveal"} | bonus_cards(table)
        case Phase.ACTIONS:
            return {"end turn"} | actions(table) | bonus_cards(table)
        case Phase.TAKE_CARD:
            return takes(table, table.kinds[table.state.given_kind])
        case Phase.LOAD_TAXI:
            return loads(table)
        case Phase.MOVE_BY_BONUS:
            return places(table)
        case Phase.REMOVE_TOKEN:
            return {f"remove token at {street}" for street in table.tokens()}
        case Phase.KEEP_CARD:
            return {"keep", "put into reserve"}
        case Phase.EVENT_DISCARD | Phase.LIMIT_DISCARD:
            return {f"discard {card}" for card in own_hand(table)}
    return set()


def first_spots(table: Table) -> Menu:
    """Two officers take a colour, an odd one takes a spot, of colours still free [T1]."""
    taken = {colour_of(table, spot) for spot in table.officers()}
    if table.rules.officers - len(table.officers()) >= 2:
        of_streets = [colour_of(table, street) for street in table.streets]
        pairs = [colour for colour in COLOUR_NAMES if of_streets.count(colour) == 2]
        return {f"begin on {colour}" for colour in pairs if colour not in taken}
    free = [street for street in table.streets if colour_of(table, street) not in taken]
    return {f"begin at {street}" for street in free}


def actions(table: Table) -> Menu:
    """The four actions, while any are left [T10–T13]."""
    if table.state.actions_left == 0:
        return set()
    draws = {"draw"} if table.pile() or table.discards() else set()
    return draws | moves(table) | sends(table) | gifts(table)


def moves(table: Table) -> Menu:
    """Every officer to both adjacent spots; of several on one spot the first [T11]."""
    officers, ring = table.officers(), table.streets
    return {
        f"move {officers.index(spot) + 1} {way}"
        for spot in officers
        for way, step in (("clockwise", 1), ("counter-clockwise", -1))
        if may_stand(table, ring[(ring.index(spot) + step) % len(ring)])
    }


def may_stand(table: Table, spot: str) -> bool:
    return bool(table.rules.officers_may_share) or spot not in table.officers()


def sends(table: Table) -> Menu:
    """Every taxi with an officer that the player's own soldiers can pay [T13]."""
    return {
        f"send {street}"
        for street in table.officers()
        if street in table.standing() and can_pay(table, street, boarding_cards(table, street))
    }


def can_pay(table: Table, street: str, cards: list[str]) -> bool:
    soldiers = sum(value_of(table, card) for card in cards)
    return soldiers >= need_at(table, street) and jokers_are_welcome(table, cards)


def jokers_are_welcome(table: Table, cards: list[str]) -> bool:
    """Say whether these cards hold one that is no joker, where jokers need that [T13]."""
    has_soldier = any(not card.startswith("joker") for card in cards)
    return bool(table.rules.joker_any_street) or has_soldier


def need_at(table: Table, street: str) -> int:
    value = int(table.standing()[street].split()[-1])
    penalty = int(table.rules.token_penalty)
    return value + penalty * (street in table.tokens())


def boarding_cards(table: Table, street: str) -> list[str]:
    """Return the cards in the player's hand that may board at a street [T13]."""
    welcome = (colour_of(table, street), "joker")
    return [card for card in own_hand(table) if card.split()[0] in welcome]


def loads(table: Table) -> Menu:
    """Cards that may board, and departure once there are enough soldiers [T13]."""
    street = table.streets[table.state.loading]
    is_paid = table.state.loaded >= need_at(table, street)
    is_welcome = bool(table.rules.joker_any_street) or table.state.n_matching > 0
    departs = {"depart"} if is_paid and is_welcome else set()
    return departs | {f"load {card}" for card in boarding_cards(table, street)}


def gifts(table: Table) -> Menu:
    """Every card that differs from some card of another hand [T12], unless silence reigns [T8]."""
    if table.state.is_exchange_forbidden:
        return set()
    return {f"give {card}" for card in own_hand(table) if takes(table, card)}


def takes(table: Table, given: str) -> Menu:
    """Every card of the other hands that differs from the one given [T12]."""
    return {
        f"take {card} from {table.owner(hand)}"
        for hand in other_hands(table)
        for card in cards_of(table, hand)
        if card != given
    }


def other_hands(table: Table) -> list[int]:
    n_players = int(table.state.n_players)
    hands = range(n_players) if n_players > 1 else [0, RESERVE]
    return [hand for hand in hands if hand != table.state.seat]


def bonus_cards(table: Table) -> Menu:
    """Every bonus card in the hand that does something [T14], unless an event forbids it [T8]."""
    if table.state.is_bonus_forbidden:
        return set()
    effects = {card for card in own_hand(table) if not card[-1].isdigit()}
    if not table.tokens():
        effects.discard("remove token")
    if not table.pile() and not table.discards():
        effects.discard("draw two")
    return {f"play {effect}" for effect in effects}


def places(table: Table) -> Menu:
    """Every officer on every other spot [T14]."""
    officers = table.officers()
    return {
        f"place {officers.index(start) + 1} at {spot}"
        for start in officers
        for spot in table.streets
        if spot != start and may_stand(table, spot)
    }


def own_hand(table: Table) -> list[str]:
    return cards_of(table, int(table.state.seat))


def cards_of(table: Table, hand: int) -> list[str]:
    return [card for card in table.hand(hand + 1).split(", ") if card]


def value_of(table: Table, card: str) -> int:
    return int(card.split()[-1])


def colour_of(table: Table, street: str) -> str:
    rows = table.loaded.components.tables["streets"]
    return next(str(row["colour"]) for row in rows if in_words(row["street"]) == street)
