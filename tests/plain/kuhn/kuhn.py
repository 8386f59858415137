"""Kuhn poker, a game played for points: with best play the first seat loses 1/18 of a chip.

- R1. There are three cards, J, Q and K. Both players pay a chip and get a card each.
- R2. In turn, a player passes or bets (a chip, as published). After a bet, to pass is to give up.
- R3. After two passes, or a bet that is met, the higher card wins what was paid.

H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I (1950), solves
it: `nash` plays one of the equilibria, whose policies for the first seat differ by `bluff`.
"""

from simlab.plain import Parameter, PlainGame, Trait, define, policy

JACK, QUEEN, KING = range(3)
VALUE = -1 / 18
"""Chips that the first seat wins per game if both play an equilibrium."""


class Kuhn(PlainGame):
    """The rules."""

    title = "Kuhn poker"
    players = (2, 2)
    aim = "points"
    parameters = (Parameter("bet", "chips of a bet", "R2", 1, 5, unit="chips"),)
    kinds = ("pass", "bet")

    def setup(self, players, chance):
        cards = [JACK, QUEEN, KING]
        chance.shuffle(cards)
        self.cards = cards[:players]
        self.paid = [1] * players
        self.moves = []

    def seat(self):
        is_over = self.moves == ["pass", "pass"] or "bet" in self.moves[:-1]
        return None if is_over else len(self.moves) % 2

    def choices(self):
        return ["pass", "bet"]

    def play(self, choice):
        if choice == "bet":
            self.paid[len(self.moves) % 2] += self.rules.bet
        self.moves.append(choice)

    def scores(self):
        if self.seat() is not None:
            return [0, 0]
        winner = int(self.cards[1] > self.cards[0])
        if self.paid[0] != self.paid[1]:
            winner = int(self.paid[1] > self.paid[0])
        won = self.paid[1 - winner]
        return [won, -won] if winner == 0 else [-won, won]

    def hide(self, seat, chance):
        unseen = [card for card in (JACK, QUEEN, KING) if card != self.cards[seat]]
        self.cards[1 - seat] = unseen[chance.below(2)]


@policy(traits={"bluff": Trait(1 / 3, 0, 1 / 3, "how often the first seat bets with J")})
def nash(view, choices, chance, bluff):
    """Plays an equilibrium: whatever the other player does, it loses nothing on average."""
    card, seat, moves = view.cards[view.me], view.me, list(view.moves)
    if "bet" in moves:
        meets = {JACK: 0, QUEEN: bluff + 1 / 3 if seat == 0 else 1 / 3, KING: 1}
        share = meets[card]
    elif seat == 0:
        share = {JACK: bluff, QUEEN: 0, KING: 3 * bluff}[card]
    else:
        share = {JACK: 1 / 3, QUEEN: 0, KING: 1}[card]
    return "bet" if chance.uniform() < share else "pass"


@policy()
def caller(view, choices, chance):
    """Never bets first, and meets every bet."""
    return "bet" if "bet" in view.moves else "pass"


GAME = define(Kuhn, caller, nash)
