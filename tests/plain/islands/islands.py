"""Islands: play cards to place pieces on islands; the majority scores at the end of each deck."""

from simlab.parts import Areas, Deck, Hands
from simlab.plain import Column, Parameter, PlainGame, Table, define, policy

N_SCORINGS = 2


class Islands(PlainGame):
    """The rules."""

    title = "Islands"
    players = (2, 4)
    parameters = (
        Parameter("hand", "cards in a hand", "I1", 1, 6, unit="cards"),
        Parameter("first", "points of the majority", "I2", 1, 20, unit="points"),
        Parameter("second", "points of the second", "I2", 0, 20, unit="points"),
    )
    tables = (
        Table(
            "islands",
            "islands and their cards",
            "island",
            (Column("worth", "further points", 0, 9), Column("copies", "of this card", 1, 12)),
        ),
    )
    kinds = ("play",)
    events = {"plays": "{seat} plays {card}.", "rounds": ""}
    deck = Deck()
    hands = Hands(deck)
    islands = Areas(tied="next")

    def setup(self, players, chance):
        self.deck.set_up("islands")
        self.hands.deal(self.rules.hand)
        self.islands.set_up(card.island for card in self.table("islands"))
        self.points = [0] * players
        self.to_move = self.n_scorings = 0

    def seat(self):
        return None if self.n_scorings == N_SCORINGS else self.to_move

    def choices(self):
        return [("play", card) for card in dict.fromkeys(self.hands[self.to_move])]

    def play(self, choice):
        seat, card = self.to_move, choice[1]
        self.log("plays", seat=seat, card=card)
        self.hands.discard(seat, card)
        self.islands.add(seat, card.island)
        if not self.deck.pile:
            self.score()
        self.hands.draw(seat)
        self.to_move = (seat + 1) % len(self.points)

    def score(self):
        for card in self.table("islands"):
            prizes = (self.rules.first + card.worth, self.rules.second)
            won = self.islands.score(card.island, prizes)
            self.points = [old + new for old, new in zip(self.points, won, strict=True)]
        self.n_scorings += 1
        self.log("rounds")

    def scores(self):
        return self.points

    def evaluate(self, seat):
        """Share of the points if all islands were scored now."""
        total = list(self.points)
        for card in self.table("islands"):
            won = self.islands.points(card.island, (self.rules.first, self.rules.second))
            total = [old + new for old, new in zip(total, won, strict=True)]
        return total[seat] / (sum(total) or 1)


@policy()
def follower(view, choices, chance):
    """Plays where it is nearest to the majority, the dearest island first."""

    def gap(choice):
        counts = view.islands[choice[1].island]
        others = max(n for seat, n in enumerate(counts) if seat != view.me)
        return abs(others + 1 - counts[view.me]), -choice[1].worth

    return min(choices, key=gap)


GAME = define(Islands, follower)
