"""Dominion with money and the Smithy: build the deck with which you buy Provinces.

- R1. Each player begins with a deck of 7 Coppers and 3 Estates, and a hand of 5 of them.
- R2. In your turn, you may play a Smithy, which draws 3 cards, and then buy a card for the coins in
  your hand. Discard the hand and what you bought, and draw 5 cards.
- R3. The game ends with the turn that sells the last Province, or the last card of a third pile.
  The most points win, of tied players those who had fewer turns.

By Donald X. Vaccarino, 2008. Big Money, which buys Provinces, Gold and Silver alone, has four
Provinces at about turn 17, and some turns earlier with a Smithy (Dominion Strategy, "Big Money").
"""

from dataclasses import dataclass, field
from pathlib import Path

from simlab.plain import Column, PlainGame, Table, TableRow, Trait, define, policy

HAND = 5
COLUMNS = (
    Column("cost", "coins to buy it", 0, 12),
    Column("coins", "coins that it brings", 0, 5),
    Column("points", "points at the end", 0, 12),
    Column("draws", "cards that it draws if it is played", 0, 6),
    Column("start", "copies in a deck at the start", 0, 10),
    Column("copies", "cards for sale", 1, 60),
)


@dataclass
class Player:
    """The cards of a player."""

    discards: list[TableRow]
    pile: list[TableRow] = field(default_factory=list)
    hand: list[TableRow] = field(default_factory=list)
    turns: int = 0


class Dominion(PlainGame):
    """The rules; the cards are in data/cards.csv."""

    title = "Dominion with money"
    players = (2, 4)
    tables = (Table("cards", "cards for sale", "card", COLUMNS),)
    sources = ("shuffles",)
    kinds = ("play", "buy", "pass")
    events = {
        "plays": "{seat} plays {card} and draws {number} cards.",
        "buys": "{seat} buys {card} with {coins} coins.",
        "turns": "",
    }

    def setup(self, players, chance):
        cards = self.table("cards")
        self.supply = {card: card.copies + 4 * (players > 2 and card.points > 0) for card in cards}
        start = [card for card in cards for _ in range(card.start)]
        self.seats = [Player(list(start)) for _ in range(players)]
        for player in self.seats:
            self.draw(player, HAND)
        self.turn, self.has_played = 0, False

    def draw(self, player, number):
        for _ in range(number):
            if not player.pile:
                player.pile, player.discards = player.discards, []
                self.chance["shuffles"].shuffle(player.pile)
            if player.pile:
                player.hand.append(player.pile.pop())

    def cards(self, player):
        return [*player.pile, *player.hand, *player.discards]

    def coins(self, player):
        return sum(card.coins for card in player.hand)

    def seat(self):
        sold = [str(card) for card, n in self.supply.items() if n == 0]
        return None if "Province" in sold or len(sold) >= 3 else self.turn % len(self.seats)

    def choices(self):
        player = self.seats[self.seat()]
        hand = [] if self.has_played else player.hand
        plays = [("play", card) for card in dict.fromkeys(hand) if card.draws]
        offers = [card for card, n in self.supply.items() if n and card.cost <= self.coins(player)]
        return [*plays, *(("buy", card) for card in offers), "pass"]

    def play(self, choice):
        seat = self.seat()
        player = self.seats[seat]
        if choice == "pass":
            self.end_turn(player)
            return
        kind, card = choice
        if kind == "play":
            self.has_played = True
            self.log("plays", seat=seat, card=card, number=card.draws)
            self.draw(player, card.draws)
        else:
            self.supply[card] -= 1
            player.discards.append(card)
            self.log("buys", seat=seat, card=card, coins=self.coins(player))
            self.end_turn(player)

    def end_turn(self, player):
        player.discards, player.hand = [*player.discards, *player.hand], []
        self.draw(player, HAND)
        player.turns += 1
        self.turn, self.has_played = self.turn + 1, False
        self.log("turns")

    def scores(self):
        return [sum(card.points for card in self.cards(player)) for player in self.seats]

    def winner(self):
        standings = [(n, -self.seats[seat].turns) for seat, n in enumerate(self.scores())]
        return [seat for seat, standing in enumerate(standings) if standing == max(standings)]

    def hide(self, seat, chance):
        for owner, player in enumerate(self.seats):
            n = 0 if owner == seat else len(player.hand)
            unseen = player.hand[:n] + player.pile
            chance["shuffles"].shuffle(unseen)
            player.hand[:n], player.pile = unseen[:n], unseen[n:]


def buy_first(choices, names):
    """The first of these cards that can be bought, or else nothing."""
    buys = {str(choice[1]): choice for choice in choices if choice[0] == "buy"}
    return next((buys[name] for name in names if name in buys), "pass")


@policy()
def big_money(view, choices, chance):
    """Buys the dearest of Province, Gold and Silver."""
    return buy_first(choices, ["Province", "Gold", "Silver"])


@policy(traits={"share": Trait(12, 4, 40, "cards of its deck for each Smithy", whole=True)})
def smithy_money(view, choices, chance, share):
    """Plays Big Money with a Smithy for every twelve cards, and buys Duchies towards the end."""
    if choices[0][0] == "play":
        return choices[0]
    card_names = [str(card) for card in view.cards(view.seats[view.me])]
    is_late = any(str(card) == "Province" and n <= 4 for card, n in view.supply.items())
    action = "Smithy" if card_names.count("Smithy") * share < len(card_names) else "Silver"
    wishes = ["Province", "Duchy", "Gold"] if is_late else ["Province", "Gold"]
    return buy_first(choices, [*wishes, action, "Silver"])


GAME = define(Dominion, big_money, smithy_money, data=Path(__file__).parent / "data")
