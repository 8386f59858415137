"""A table of Les Taxis de la Marne arranged by hand and played in words.

Cards are named as in the data files, with blanks: `blue 2`, `joker 1`, `draw two`, `fabert 3`.
Hands and piles are such names between commas. Officers and players count from 1, as in stories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simlab.engine.journal import new_journal
from simlab.engine.record import Ints, new, row_of
from simlab.engine.rng import STREAM, seed_table
from simlab.game import Rules
from simlab.games.taxis import GAME
from simlab.games.taxis.choices import WAYS, parts
from simlab.games.taxis.rules.card import add_card
from simlab.games.taxis.state import (
    COLOUR_NAMES,
    EFFECTS,
    NO_CARD,
    RESERVE,
    Phase,
    Source,
)

SEED = 1914

VERBS = {
    "end_turn": "end turn",
    "draw": "draw",
    "move": "move {officer} {way}",
    "send": "send {street}",
    "give": "give {card}",
    "bonus": "play {effect}",
    "reveal": "reveal",
    "take": "take {card} from {hand}",
    "load": "load {card}",
    "depart": "depart",
    "place": "place {officer} at {street}",
    "untoken": "remove token at {street}",
    "keep": "keep",
    "reserve": "put into reserve",
    "discard": "discard {card}",
    "colour": "begin on {colour}",
    "spot": "begin at {street}",
}
"""Each kind of choice as it is written in tests, shorter than the game describes it."""


class Table:
    """The records that the kernels of the rules work on, and words for what lies in them."""

    def __init__(self, players: int, deal: int, patch: Mapping[str, object]) -> None:
        self.loaded: Rules = GAME.load(patch=patch)
        self.rules = row_of(self.loaded.row)
        self.state = row_of(new(GAME.state_row))
        self.journal = row_of(new_journal(listening=False))
        self.rng = np.zeros((len(Source), STREAM), np.uint64)
        seed_table(self.rng, SEED, deal)
        GAME.setup(self.rules, self.state, players, self.rng, self.journal)
        tables = self.loaded.components.tables
        streets = sorted(tables["streets"], key=lambda row: int(row["position"]))
        self.streets = [in_words(row["street"]) for row in streets]
        self.kinds = [in_words(row["card"]) for row in tables["soldiers"]]
        self.taxi_cards = [
            in_words(row["card"]) for row in tables["taxis"] for _ in range(int(row["copies"]))
        ]

    # ---- arranging ----

    def fill_hand(self, hand: int, cards: str) -> None:
        """Put cards into a hand."""
        for kind in self.kinds_of(cards):
            add_card(self.rules, self.state.hands[hand], kind)

    def fill_pile(self, pile: str, cards: str) -> None:
        """Make a pile, `pile` or `discards`, of these cards and no others."""
        kinds = self.kinds_of(cards)
        self.state.deck[pile][: len(kinds)] = kinds
        self.state.deck["n_" + pile] = len(kinds)

    def park(self, street: str, taxi: int | str, has_token: bool) -> None:
        """Let a taxi stand at a street: the street's own of some value, or the one named."""
        card = self.taxi_cards.index(taxi if isinstance(taxi, str) else f"{street} {taxi}")
        place = self.streets.index(street)
        self.state.street_card[place] = card
        self.state.street_value[place] = self.rules.taxi_value[card]
        self.state.street_token[place] = has_token
        self.state.n_taken += 1
        self.state.n_tokens += has_token

    def stack(self, taxis: Sequence[str]) -> None:
        """Let these taxis still come: the first is on top, the others are in no order."""
        cards = [self.taxi_cards.index(taxi) for taxi in taxis]
        self.state.next_taxi = cards[0] if cards else NO_CARD
        self.state.taxi_deck[: len(cards[1:])] = cards[1:]
        self.state.n_taxi_deck = len(cards[1:])

    def set_officers(self, spots: Sequence[str]) -> None:
        """Put the officers on these spots."""
        self.state.n_officers = len(spots)
        self.state.officers[: len(spots)] = [self.streets.index(spot) for spot in spots]

    def kinds_of(self, cards: str) -> list[int]:
        return [self.kinds.index(card) for card in cards.split(", ")] if cards else []

    # ---- playing ----

    def let(self, kernel: Any) -> None:
        """Call one kernel that takes the rules, the state, the streams and the journal."""
        kernel(self.rules, self.state, self.rng, self.journal)

    def play(self, *choices: str) -> None:
        """Make some choices, each of which must be on the menu."""
        for words in choices:
            menu = self.menu()
            assert words in menu, f'"{words}" is not on the menu: {", ".join(menu)}'
            self.choose(int(self.codes()[menu.index(words)]))

    def choose(self, choice: int) -> None:
        GAME.apply(self.rules, self.state, choice, self.rng, self.journal)

    def codes(self) -> Ints:
        """Return the menu as numbers."""
        menu = np.zeros(GAME.longest_menu, np.int64)
        return menu[: GAME.legal(self.rules, self.state, menu)]

    # ---- looking ----

    def menu(self) -> list[str]:
        return [self.in_words(int(choice)) for choice in self.codes()]

    def in_words(self, choice: int) -> str:
        """Return a choice as it is written in tests, such as `take joker 1 from player 2`."""
        words = {name: self.named(name, number) for name, number in parts(choice).items()}
        return VERBS[GAME.kind(choice)].format_map(words)

    def named(self, part: str, number: int) -> str:
        """Return one of the numbers of a choice in words."""
        match part:
            case "street":
                return self.streets[number]
            case "card":
                return self.kinds[number]
            case "hand":
                return self.owner(number)
            case "effect":
                return in_words(EFFECTS[number - 1])
            case "colour":
                return COLOUR_NAMES[number]
            case "way":
                return WAYS[number]
        return str(number + 1)

    def owner(self, hand: int) -> str:
        is_reserve = self.state.n_players == 1 and hand == RESERVE
        return "reserve" if is_reserve else f"player {hand + 1}"

    def phase(self) -> Phase:
        return Phase(self.state.phase)

    def hand(self, player: int = 1) -> str:
        """Return the cards of a player, in order of the data file."""
        hand = self.state.hands[player - 1]
        return self.listed(hand.cards[: hand.n_cards])

    def reserve(self) -> str:
        return self.hand(1 + RESERVE)

    def pile(self) -> str:
        return self.listed(self.state.deck.pile[: self.state.deck.n_pile])

    def discards(self) -> str:
        return self.listed(self.state.deck.discards[: self.state.deck.n_discards])

    def listed(self, kinds: Any) -> str:
        return ", ".join(self.kinds[kind] for kind in sorted(kinds.tolist()))

    def coming(self) -> list[str]:
        """Return the taxis still to come, sorted."""
        deck = self.state.taxi_deck[: self.state.n_taxi_deck].tolist()
        top = [] if self.state.next_taxi == NO_CARD else [int(self.state.next_taxi)]
        return [self.taxi_cards[card] for card in sorted(top + deck)]

    def standing(self) -> dict[str, str]:
        """Return the taxi at each street that is taken."""
        return {
            street: self.taxi_cards[self.state.street_card[place]]
            for place, street in enumerate(self.streets)
            if self.state.street_value[place]
        }

    def tokens(self) -> list[str]:
        """Return the streets whose taxi bears a token."""
        return [self.streets[place] for place in np.flatnonzero(self.state.street_token)]

    def officers(self) -> list[str]:
        return [self.streets[spot] for spot in self.state.officers[: self.state.n_officers]]

    def outcome(self) -> Any:
        """Return the row that is reported of the game as it stands."""
        row = row_of(new(GAME.outcome_row))
        GAME.outcome(self.rules, self.state, self.state.phase == Phase.OVER, row)
        return row


def in_words(key: object) -> str:
    return str(key).replace("_", " ")


def fresh_table(players: int = 2, deal: int = 0, **patch: object) -> Table:
    """Return a table after setup, when the officers are still to be placed."""
    return Table(players, deal, patch)


def table(
    *,
    players: int = 2,
    hands: Sequence[str] = (),
    reserve: str = "",
    taxis: Mapping[str, int | str] | None = None,
    tokens: Sequence[str] = (),
    officers: Sequence[str] = ("fabert", "grenelle"),
    coming: Sequence[str] = (),
    pile: str = "",
    discards: str = "",
    deal: int = 0,
    **patch: object,
) -> Table:
    """Return a table in step 2 of the first player's turn; what is not named is not there."""
    arranged = Table(players, deal, patch)
    for hand, cards in enumerate(hands):
        arranged.fill_hand(hand, cards)
    arranged.fill_hand(RESERVE, reserve)
    arranged.fill_pile("pile", pile)
    arranged.fill_pile("discards", discards)
    for street, taxi in (taxis or {}).items():
        arranged.park(street, taxi, street in tokens)
    arranged.stack(coming)
    arranged.set_officers(officers)
    arranged.state.phase = Phase.ACTIONS
    arranged.state.has_arrived = 1
    arranged.state.turns = 1
    arranged.state.actions_left = arranged.rules.actions_per_turn
    return arranged
