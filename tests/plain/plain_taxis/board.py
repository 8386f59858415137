"""The board of Les Taxis de la Marne as a scene: the ring of streets, hands and decks."""

from collections import Counter
from math import cos, pi, sin

from simlab.game.scene import Card, Deck, Hand, Link, Piece, PieceKind, Place, Scene, Seat, Value

from .words import RESERVE, card_name, street_name

RADIUS = (215, 250)
"""Pixels: half width and height of a ring of eight streets."""
STREET, SQUARE = (136, 84), (150, 96)
"""Pixels: width and height of a street and of the Invalides."""
KINDS = (("taxi", "card"), ("token", "disc"), ("officer", "pawn"), ("taxi deck", "square"))
TAXI, TOKEN, OFFICER, DECK = range(len(KINDS))


def scene_of(game):
    """Return streets with taxis and officers, the open hands, decks and the score."""
    words, n, n_to_come = game.reader_words, len(game.ring), taxis_to_come(game)
    hands = [hand(words("Open hand"), game, seat) for seat in range(game.n_players)]
    return Scene(
        seats=tuple(Seat(hands=(own,)) for own in hands),
        turn=game.seat(),
        values=tuple(values(game)),
        places=(*streets(game), Place("Les Invalides", 0, 0, *SQUARE, shape="oval")),
        links=tuple(Link(spot, (spot + 1) % n) for spot in range(n)),
        kinds=tuple(PieceKind(words(name), shape) for name, shape in KINDS),
        pieces=(*pieces(game), *deck(game, n, n_to_come)),
        common=(hand(words("Reserve"), game, RESERVE),) if game.n_players == 1 else (),
        decks=(
            Deck(words("Soldier cards"), len(game.pile), len(game.discards)),
            Deck(words("Taxi cards"), n_to_come),
        ),
    )


def streets(game):
    """Yield the streets clockwise from the top."""
    n = len(game.ring)
    wide, high = (radius * max(n, 8) / 8 for radius in RADIUS)
    for position, street in enumerate(game.ring):
        angle = 2 * pi * position / n
        x, y = round(wide * sin(angle)), round(-high * cos(angle))
        note = game.reader_words(street.colour)
        yield Place(street.name, x, y, *STREET, colour=street.colour, note=note)


def pieces(game):
    words = game.reader_words
    for street, taxi in enumerate(game.taxis):
        if taxi is not None:
            own = game.ring[game.place_of[taxi.street]]
            what = words("taxi {value} for {street}").format(
                value=taxi.value, street=street_name(own, words)
            )
            yield Piece(street, TAXI, what=what, label=str(taxi.value), colour=own.colour)
        if game.has_token[street]:
            yield Piece(street, TOKEN, label=f"+{game.rules.token_penalty}")
    for officer, spot in enumerate(game.officers):
        what = words("officer {n}").format(n=officer + 1)
        yield Piece(spot, OFFICER, what=what, label=str(officer + 1))


def deck(game, place, n_to_come):
    """Yield the taxi deck with the colour of its back [T2]."""
    if not n_to_come:
        return
    if game.next_taxi is None:
        yield Piece(place, DECK, count=n_to_come, what=game.reader_words("taxi card"))
        return
    back = game.back_of(game.next_taxi)
    colour = game.reader_words(back)
    what = game.reader_words("taxi card, the next is {colour}").format(colour=colour)
    label = colour[:1].upper()
    yield Piece(place, DECK, count=n_to_come, what=what, label=label, colour=back)


def taxis_to_come(game):
    return len(game.taxi_deck) + (game.next_taxi is not None)


def hand(name, game, number):
    """Return the cards of a hand in the order of the card table."""
    order = list(game.table("soldiers"))
    counts = sorted(Counter(game.hands[number]).items(), key=lambda entry: order.index(entry[0]))
    return Hand(name, tuple(card_in_hand(card, n, game.reader_words) for card, n in counts))


def card_in_hand(card, count, words):
    if card.effect != "none":
        return Card(words(card.effect.replace("_", " ")), count, "grey")
    colour = "" if card.colour == "joker" else card.colour
    return Card(f"{words(card.colour)} {card.value}", count, colour)


def values(game):
    words = game.reader_words
    yield Value(words("points"), game.points)
    yield Value(words("turn"), game.turns)
    if game.phase not in ("place officers", "over"):
        yield Value(words("actions left"), game.actions)
    if game.is_bonus_forbidden:
        yield Value(words("bonus cards"), words("not in this turn"))
    if game.is_exchange_forbidden:
        yield Value(words("exchanges"), words("not in this turn"))
    if game.drawn is not None:
        yield Value(words("card drawn"), card_name(game.drawn, words))
    if game.phase == "load":
        street = street_name(game.ring[game.loading], words)
        soldiers = words.number_and_noun(game.loaded, "soldier")
        yield Value(words("on board at {street}").format(street=street), soldiers)
