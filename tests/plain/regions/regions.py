"""Regions: play a card to place pieces in its region; majorities score at the end."""

from dataclasses import dataclass

from simlab.plain import Column, Parameter, PlainGame, Table, TableRow, Trait, define, policy


@dataclass
class Card:
    """Allows to place some pieces in one region."""

    region: TableRow
    pieces: int


class Regions(PlainGame):
    """The rules."""

    title = "Regions"
    players = (2, 4)
    parameters = (
        Parameter("pieces", "pieces of each player", "R1", 4, 20, unit="pieces"),
        Parameter("hand", "cards in hand", "R2", 1, 5, unit="cards"),
    )
    tables = (
        Table(
            "regions",
            "regions of the board",
            "region",
            (
                Column("first", "points for the majority", 0, 20),
                Column("second", "points for the second", 0, 20),
                Column("cards", "cards of this region", 1, 20),
            ),
        ),
    )
    sources = ("deck",)
    kinds = ("place", "swap")
    events = {
        "placed": "{seat} places {n} in {region}.",
        "swapped": "{seat} swaps the hand.",
        "scored": "{seat} scores {n} points for {region}.",
        "rounds": "",
        "turns": "",
    }

    def setup(self, players, chance):
        self.seats = players
        self.cards: list[Card] = []  # decks and hands hold their numbers
        for region in self.table("regions"):
            for i in range(region.cards):
                self.cards.append(Card(region, 1 + i % 3))
        self.deck = list(range(len(self.cards)))
        chance["deck"].shuffle(self.deck)
        self.board = {region.region: [0] * players for region in self.table("regions")}
        self.supply = [self.rules.pieces] * players
        self.hands = [[self.deck.pop() for _ in range(self.rules.hand)] for _ in range(players)]
        self.points = [0] * players
        self.to_move = 0
        self.finished = False

    def seat(self):
        return None if self.finished else self.to_move

    def choices(self):
        hand = self.hands[self.to_move]
        supply = self.supply[self.to_move]
        options = []
        for index, card in enumerate(hand):
            options.append(("place", index, min(self.cards[card].pieces, supply)))
        if len(self.deck) >= len(hand):
            options.append("swap")
        return options

    def play(self, choice):
        seat = self.to_move
        hand = self.hands[seat]
        if choice == "swap":
            hand.clear()
            for _ in range(self.rules.hand):
                if self.deck:
                    hand.append(self.deck.pop())
            self.log("swapped", seat=seat)
        else:
            _, index, count = choice
            region = self.cards[hand.pop(index)].region
            self.board[region.region][seat] += count
            self.supply[seat] -= count
            self.log("placed", seat=seat, n=count, region=region)
            if self.deck:
                hand.append(self.deck.pop())
        self.log("turns")
        self.advance()

    def advance(self):
        for _ in range(self.seats):
            self.to_move = (self.to_move + 1) % self.seats
            if self.to_move == 0:
                self.log("rounds")
            if self.supply[self.to_move] > 0 and self.hands[self.to_move]:
                return
        self.finished = True
        self.score_all()

    def score_all(self):
        for region in self.table("regions"):
            counts = self.board[region.region]
            prizes = [region.first, region.second]
            place = 0
            level = max(counts)
            while level > 0 and place < len(prizes):
                tied = [seat for seat, n in enumerate(counts) if n == level]
                pot = sum(prize for i, prize in enumerate(prizes) if place <= i < place + len(tied))
                for seat in tied:
                    self.gain(seat, pot // len(tied), region)
                place += len(tied)
                level = max([n for n in counts if n < level], default=0)

    def gain(self, seat, n, region):
        if n:
            self.points[seat] += n
            self.log("scored", seat=seat, n=n, region=region)

    def scores(self):
        return self.points

    def hide(self, seat, chance):
        unseen = list(self.deck)
        for other, hand in enumerate(self.hands):
            if other != seat:
                unseen.extend(hand)
        chance["deck"].shuffle(unseen)
        for other, hand in enumerate(self.hands):
            if other != seat:
                self.hands[other] = [unseen.pop() for _ in hand]
        self.deck = unseen


@policy(
    traits={"lead": Trait(2, 0, 9, "lead in a region beyond which it places elsewhere", whole=True)}
)
def contender(view, choices, chance, lead):
    """Places where the region is worth most and it does not lead by much already."""
    best = choices[0]
    best_value = -1
    for choice in choices:
        if choice == "swap":
            value = 1
        else:
            region = view.cards[view.hands[view.me][choice[1]]].region
            counts = view.board[region.region]
            rival = max(n for seat, n in enumerate(counts) if seat != view.me)
            ahead = counts[view.me] - rival
            if ahead > lead:
                value = 0
            elif ahead + choice[2] > 0:
                value = region.first
            else:
                value = region.second
        if value > best_value:
            best, best_value = choice, value
    return best


GAME = define(Regions, contender)
