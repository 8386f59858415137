"""Harbour goods: buy goods from a market that becomes cheaper with age, for a secret goal."""

from simlab.parts import Bank, Deck, Hands, Market
from simlab.plain import Column, Parameter, PlainGame, Table, Trait, define, policy

COINS = "coins"


class HarbourGoods(PlainGame):
    """The rules."""

    title = "Harbour goods"
    players = (2, 4)
    parameters = (
        Parameter("income", "coins taken in a turn", "G2", 1, 9, unit="coins"),
        Parameter("stalls", "cards of the market", "G1", 2, 8, unit="cards"),
        Parameter("supply", "coins in the supply", "G2", 10, 99, unit="coins"),
        Parameter("goal_points", "points of each card of the own goal", "G5", 0, 9, unit="points"),
        Parameter("last_card", "cards of a player in the last round", "G4", 2, 12, unit="cards"),
    )
    tables = (
        Table(
            "cards",
            "goods of the deck",
            "card_name",
            (
                Column("good", "kind of good", choices=("salt", "wool", "wine", "silk")),
                Column("cost", "coins", 0, 20),
                Column("vp", "points", 0, 20),
                Column("copies", "of this card", 1, 9),
            ),
        ),
        Table(
            "goals",
            "secret goals",
            "goal",
            (
                Column("good", "good that it wants", choices=("salt", "wool", "wine", "silk")),
                Column("copies", "of this card", 1, 9),
            ),
        ),
    )
    kinds = (COINS, "buy")
    events = {"buys": "{seat} buys {card} for {n} coins.", "coins_paid": "", "rounds": ""}
    deck = Deck()
    market = Market(deck)
    goal_deck = Deck()
    goals = Hands(goal_deck)
    bought = Hands(seen_by="all")
    coins = Bank()

    def setup(self, players, chance):
        self.deck.set_up("cards")
        self.market.set_up(self.rules.stalls)
        self.goal_deck.set_up("goals")
        self.goals.deal(1)
        self.coins.set_up(start=[3 + seat for seat in range(players)], supply=self.rules.supply)
        self.to_move = 0

    def price(self, card):
        """The oldest card is a coin cheaper."""
        return max(card.cost - (card == self.market[0]), 0)

    def seat(self):
        is_last = any(len(cards) >= self.rules.last_card for cards in self.bought)
        is_over = not self.market or (is_last and self.to_move == 0)
        return None if is_over else self.to_move

    def choices(self):
        coins = self.coins[self.to_move]
        cards = [card for card in dict.fromkeys(self.market) if self.price(card) <= coins]
        return [COINS, *(("buy", card) for card in cards)]

    def play(self, choice):
        seat = self.to_move
        if choice == COINS:
            self.coins.gain(seat, self.rules.income)
        else:
            card = choice[1]
            price = self.price(card)
            self.log("buys", seat=seat, card=card, n=price)
            self.coins.pay(seat, price)
            self.bought.add(seat, self.market.take(card))
        self.to_move = (seat + 1) % len(self.coins)
        if self.to_move == 0:
            self.log("rounds")

    def points(self, seat):
        goal = self.goals[seat][0].good
        return sum(
            card.vp + self.rules.goal_points * (card.good == goal) for card in self.bought[seat]
        )

    def scores(self):
        return [self.points(seat) for seat in range(len(self.coins))]

    def features(self, choice):
        """For priority lists: whether a card is of the own goal."""
        if choice == COINS:
            return {}
        return {"wanted": int(choice[1].good == self.goals[self.to_move][0].good)}


@policy(traits={"least": Trait(1, 0, 3, "points for a coin that a card must bring")})
def merchant(view, choices, chance, least):
    """Buys the card with the most points, its goal counted, unless that is too dear."""
    goal = view.goals[view.me][0].good

    def worth(card):
        return card.vp + view.rules.goal_points * (card.good == goal)

    cards = [choice[1] for choice in choices if choice != COINS]
    best = max(cards, key=worth, default=None)
    is_good = best is not None and worth(best) >= least * view.price(best)
    return ("buy", best) if best and (is_good or not view.coins.supply) else COINS


GAME = define(HarbourGoods, merchant)
