"""Market: take coins or buy a card of the market; the most points win."""

from simlab.plain import Column, Parameter, PlainGame, Table, TableRow, define, policy

COINS = "coins"


class Market(PlainGame):
    """The rules; the numbers in brackets are those of the rulebook."""

    title = "Market"
    players = (2, 4)
    parameters = (
        Parameter("income", "coins taken in a turn", "M2", 1, 10, unit="coins"),
        Parameter("purse", "coins that a player may hold", "M2", 5, 30, unit="coins"),
        Parameter("stalls", "cards that lie in the market", "M1", 1, 10, unit="cards"),
        Parameter("last_card", "cards of a player that end the game", "M4", 2, 12, unit="cards"),
    )
    tables = (
        Table(
            "cards",
            "cards of the deck",
            "card",
            (
                Column("price", "coins", 0, 30),
                Column("points", "points", 0, 30),
                Column("copies", "of this card", 1, 9),
            ),
        ),
    )
    sources = ("deck",)
    kinds = (COINS, "buy")
    events = {
        "income": "{seat} takes {n} coins.",
        "bought": "{seat} buys {card} for {price} coins.",
        "turns": "",
    }

    def setup(self, players, chance):
        self.deck = [card for card in self.table("cards") for _ in range(card.copies)]
        chance["deck"].shuffle(self.deck)
        self.market = [self.deck.pop() for _ in range(min(self.rules.stalls, len(self.deck)))]
        self.coins = [0] * players
        self.bought: list[list[TableRow]] = [[] for _ in range(players)]
        self.turn = 0

    def seat(self):
        is_over = any(len(cards) == self.rules.last_card for cards in self.bought)
        return None if is_over or not self.market else self.turn % len(self.coins)

    def choices(self):
        affordable = [card for card in self.market if card.price <= self.coins[self.seat()]]
        return [COINS, *(("buy", card) for card in dict.fromkeys(affordable))]

    def play(self, choice):
        seat = self.seat()
        if choice == COINS:
            gain = min(self.rules.income, self.rules.purse - self.coins[seat])
            self.coins[seat] += gain
            self.log("income", seat=seat, n=gain)
        else:
            self.buy(seat, choice[1])
        self.turn += 1
        self.log("turns")

    def buy(self, seat, card):
        self.market.remove(card)
        self.coins[seat] -= card.price
        self.bought[seat].append(card)
        self.log("bought", seat=seat, card=card, price=card.price)
        if self.deck:
            self.market.append(self.deck.pop())

    def scores(self):
        return [sum(card.points for card in cards) for cards in self.bought]

    def hide(self, seat, chance):
        chance["deck"].shuffle(self.deck)


@policy()
def thrifty(view, choices, chance):
    """Buys the card with the most points that it can pay, else takes coins."""
    return max(choices, key=lambda choice: -1 if choice == COINS else choice[1].points)


@policy()
def patient(view, choices, chance):
    """Buys only the card of the market with the most points."""
    best = max(view.market, key=lambda card: card.points)
    return ("buy", best) if ("buy", best) in choices else COINS


GAME = define(Market, thrifty, patient)
