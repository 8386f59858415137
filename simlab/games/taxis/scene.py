"""The table of Les Taxis de la Marne as a scene: the ring of streets, hands and decks."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import cos, pi, sin
from typing import Any

from simlab.game.definition import Rules
from simlab.game.scene import Card, Deck, Hand, Link, Piece, PieceKind, Place, Scene, Seat, Value
from simlab.games.taxis.names import card_name, ring_of, street_name
from simlab.games.taxis.state import (
    COLOUR_NAMES,
    COLOURS,
    NO_CARD,
    RESERVE,
    Phase,
)

RADIUS = (215, 250)
"""Pixels: half width and height of a ring of eight streets."""
STREET, SQUARE = (136, 84), (150, 96)
"""Pixels: width and height of a street and of the Invalides."""
KINDS = (
    PieceKind("taxi", "card"),
    PieceKind("token", "disc"),
    PieceKind("officer", "pawn"),
    PieceKind("taxi deck", "square"),
)
TAXI, TOKEN, OFFICER, DECK = range(len(KINDS))


def scene(state: Any, rules: Rules) -> Scene:
    """Return streets with taxis and officers, the open hands, decks and the score."""
    words, players = rules.words, int(state.n_players)
    streets = tuple(_streets(rules))
    n = len(streets)
    invalides = Place("Les Invalides", 0, 0, *SQUARE, shape="oval")
    return Scene(
        seats=tuple(
            Seat(hands=(_hand(words("Open hand"), state.hands[seat], rules),))
            for seat in range(players)
        ),
        turn=None if state.phase == Phase.OVER else int(state.seat),
        values=tuple(_values(state, rules)),
        places=(*streets, invalides),
        links=tuple(Link(spot, (spot + 1) % n) for spot in range(n)),
        kinds=tuple(PieceKind(words(kind.name), kind.shape) for kind in KINDS),
        pieces=(*_pieces(state, rules), *_deck(state, rules, n)),
        common=(_hand(words("Reserve"), state.hands[RESERVE], rules),) if players == 1 else (),
        decks=(
            Deck(words("Soldier cards"), int(state.deck.n_pile), int(state.deck.n_discards)),
            Deck(words("Taxi cards"), _taxis_to_come(state)),
        ),
    )


def _streets(rules: Rules) -> Iterator[Place]:
    """Yield the streets clockwise from the top."""
    ring = ring_of(rules.components)
    wide, high = (radius * max(len(ring), 8) / 8 for radius in RADIUS)
    for position, row in enumerate(ring):
        angle = 2 * pi * position / len(ring)
        x, y = round(wide * sin(angle)), round(-high * cos(angle))
        colour = str(row["colour"])
        yield Place(str(row["name"]), x, y, *STREET, colour=colour, note=rules.words(colour))


def _pieces(state: Any, rules: Rules) -> Iterator[Piece]:
    row, words = rules.row[0], rules.words
    for street in range(int(row["n_streets"])):
        if state.street_value[street]:
            taxi = int(state.street_card[street])
            own = int(row["taxi_street"][taxi])
            what = words("taxi {value} for {street}").format(
                value=state.street_value[street], street=street_name(own, rules)
            )
            colour = COLOUR_NAMES[row["street_colour"][own]]
            yield Piece(
                street, TAXI, what=what, label=str(state.street_value[street]), colour=colour
            )
        if state.street_token[street]:
            yield Piece(street, TOKEN, label=f"+{rules.components.values['token_penalty']}")
    for officer in range(int(state.n_officers)):
        what = words("officer {n}").format(n=officer + 1)
        yield Piece(int(state.officers[officer]), OFFICER, what=what, label=str(officer + 1))


def _deck(state: Any, rules: Rules, place: int) -> Iterator[Piece]:
    """Yield the taxi deck with the colour of its back [T2]."""
    n, row, words = _taxis_to_come(state), rules.row[0], rules.words
    if not n:
        return
    if state.next_taxi == NO_CARD:
        yield Piece(place, DECK, count=n, what=words("taxi card"))
        return
    colour = COLOUR_NAMES[row["street_colour"][row["taxi_street"][state.next_taxi]]]
    what = words("taxi card, the next is {colour}").format(colour=words(colour))
    yield Piece(place, DECK, count=n, what=what, label=words(colour)[:1].upper(), colour=colour)


def _taxis_to_come(state: Any) -> int:
    return int(state.n_taxi_deck) + int(state.next_taxi != NO_CARD)


def _hand(name: str, hand: Any, rules: Rules) -> Hand:
    return Hand(name, tuple(_cards(hand.cards[: hand.n_cards].tolist(), rules)))


def _cards(kinds: Iterable[int], rules: Rules) -> Iterator[Card]:
    """Yield cards by kind, in the order of the card table."""
    words = rules.words
    for kind, count in sorted(Counter(kinds).items()):
        row = rules.components.tables["soldiers"][kind]
        colour = str(row["colour"])
        if row["effect"] != "none":
            yield Card(words(str(row["effect"]).replace("_", " ")), count, "grey")
        else:
            name = f"{words(colour)} {row['value']}"
            yield Card(name, count, colour if rules.row[0]["kind_colour"][kind] < COLOURS else "")


def _values(state: Any, rules: Rules) -> Iterator[Value]:
    words = rules.words
    yield Value(words("points"), int(state.score))
    yield Value(words("turn"), int(state.turns))
    if state.phase not in (Phase.PLACE_OFFICERS, Phase.OVER):
        yield Value(words("actions left"), int(state.actions_left))
    if state.is_bonus_forbidden:
        yield Value(words("bonus cards"), words("not in this turn"))
    if state.is_exchange_forbidden:
        yield Value(words("exchanges"), words("not in this turn"))
    if state.drawn != NO_CARD:
        yield Value(words("card drawn"), card_name(int(state.drawn), rules))
    if state.phase == Phase.LOAD_TAXI:
        name = words("on board at {street}").format(street=street_name(int(state.loading), rules))
        yield Value(name, words.number_and_noun(int(state.loaded), "soldier"))
