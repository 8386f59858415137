"""El Grande in small: most pieces in a region, at the moment when it counts.

- R1. All have the power cards 1 to 13. In each of nine rounds, all play one in turn, a number that
  nobody has played in this round; who played the lowest begins the next round.
- R2. From the highest card to the lowest, all place pieces in a region: 5 with card 1, fewer with
  a higher card, and 1 with card 13.
- R3. The player of the highest card moves the king before. Nobody places in the king's region.
- R4. After rounds 3, 6 and 9, the most pieces in each region have its first prize, the second and
  third most the others. Tied players have the lowest prize of their places. The most points win.

After El Grande by Wolfgang Kramer and Richard Ulrich, 1995, without its action cards, castle and
courts. No average of it is published.
"""

from pathlib import Path

from simlab.parts import Areas
from simlab.plain import Column, Parameter, PlainGame, Table, define, policy

PIECES = {card: (16 - card) // 3 for card in range(1, 14)}  # of each power card
INTERVAL = 3  # rounds from one scoring to the next


class ElGrande(PlainGame):
    """The rules; the regions are in data/regions.csv."""

    title = "El Grande in small"
    players = (2, 5)
    parameters = (
        Parameter("rounds", "rounds of a game", "R1", 3, 9, unit="rounds"),
        Parameter("king", "whether nobody places in the region of the king", "R3"),
    )
    tables = (
        Table(
            "regions",
            "regions of the board",
            "region",
            (
                Column("first", "points of the most pieces", 1, 12),
                Column("second", "points of the second most pieces", 0, 12),
                Column("third", "points of the third most pieces", 0, 12),
            ),
        ),
    )
    areas = Areas(tied="lower")
    kinds = ("power", "king", "place")
    events = {
        "areas_points": "{seat} has {n} points in {area}.",
        "powers": "{seat} plays power card {card}.",
        "moves": "{seat} moves the king to {region}.",
        "rounds": "",
    }

    def setup(self, players, chance):
        self.prizes = {str(r): (r.first, r.second, r.third) for r in self.table("regions")}
        self.areas.set_up(self.prizes)
        self.hands = [list(PIECES) for _ in range(players)]
        self.points = [0] * players
        self.king = self.chance.pick(list(self.prizes))
        self.n_rounds = self.first = 0
        self.begin_round()

    def begin_round(self):
        self.played: dict[int, int] = {}  # the card of each seat in this round
        self.to_place: list[int] = []
        self.is_king_moved = not self.rules.king

    def seat(self):
        if self.n_rounds == self.rules.rounds:
            return None
        if self.to_place:
            return self.to_place[0]
        return (self.first + len(self.played)) % len(self.hands)

    def choices(self):
        if not self.to_place:
            hand, played = self.hands[self.seat()], self.played.values()
            return [("power", card) for card in hand if card not in played]
        if not self.is_king_moved:
            return [("king", region) for region in self.prizes if region != self.king]
        closed = self.king if self.rules.king else None
        return [("place", region) for region in self.prizes if region != closed]

    def play(self, choice):
        seat, (kind, chosen) = self.seat(), choice
        if kind == "power":
            self.hands[seat].remove(chosen)
            self.played[seat] = chosen
            self.log("powers", seat=seat, card=chosen)
            if len(self.played) == len(self.hands):
                self.to_place = sorted(self.played, key=lambda seat: -self.played[seat])
        elif kind == "king":
            self.king, self.is_king_moved = chosen, True
            self.log("moves", seat=seat, region=chosen)
        else:
            self.areas.add(seat, chosen, PIECES[self.played[seat]])
            self.first = self.to_place.pop(0)
            if not self.to_place:
                self.end_round()

    def end_round(self):
        self.n_rounds += 1
        if self.n_rounds % INTERVAL == 0:
            for region, prizes in self.prizes.items():
                for seat, n in enumerate(self.areas.score(region, prizes)):
                    self.points[seat] += n
        self.log("rounds")
        self.begin_round()

    def scores(self):
        return list(self.points)


def gain(view, region):
    """The points that the pieces of a card add in a region, if it were scored now."""
    counts, prizes = list(view.areas[region]), view.prizes[region]

    def prize():
        rank = sum(n >= counts[view.me] for n in counts)
        return prizes[rank - 1] if counts[view.me] and rank <= len(prizes) else 0

    before = prize()
    counts[view.me] += PIECES[view.played[view.me]]
    return prize() - before


def best_region(view, choices):
    """Where one gains most, and has most pieces if the gain is equal, or for the king."""
    n_pieces = {choice: view.areas[choice[1]][view.me] for choice in choices}
    gains = {choice: gain(view, choice[1]) if choice[0] == "place" else 0 for choice in choices}
    return max(choices, key=lambda choice: (gains[choice], n_pieces[choice]))


@policy()
def crowd(view, choices, chance):
    """Plays its lowest card, for the most pieces."""
    return choices[0] if choices[0][0] == "power" else best_region(view, choices)


@policy()
def late(view, choices, chance):
    """Plays its lowest card before a scoring, to place last, else one in the middle."""
    is_due = (view.n_rounds + 1) % INTERVAL == 0
    card = choices[0] if is_due else choices[len(choices) // 2]
    return card if card[0] == "power" else best_region(view, choices)


GAME = define(ElGrande, late, crowd, data=Path(__file__).parent / "data")
