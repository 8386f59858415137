"""Lists: what functions do with lists of their own, and with those that others return."""

from simlab.plain import PlainGame, define, policy

TURNS = 12


class Lists(PlainGame):
    """The rules."""

    title = "Lists"
    players = (2, 3)
    kinds = ("take", "turn", "cut")
    events = {"rounds": "", "shows": "{seat} shows {cards}."}

    def setup(self, players, chance):
        row = [chance.below(9) for _ in range(8)]
        if row[0] > 4:
            row = row[2:] + row[:2]
            row.append(3)
        else:
            row = [n + 1 for n in row if n < 8] + row[-1:]
        self.row = row
        self.points = [0] * players
        self.turn = 0
        self.seen = {0}
        self.last = (0, 1)

    def seat(self):
        return None if self.turn == TURNS or not self.row else self.turn % len(self.points)

    def best(self, n):
        """The highest cards of the row, those that came first before equal ones."""
        places = sorted(range(len(self.row)), key=lambda place: self.row[place], reverse=True)
        return places[:n]

    def halves(self, cards, is_first):
        half = len(cards) // 2
        if is_first:
            return cards[:half]
        rest = cards[half:]
        rest.sort(key=lambda card: (card % 3, -card))
        return rest

    def choices(self):
        options = [("take", place) for place in self.best(2)]
        kinds = set()
        for n in self.row:
            kinds.add(n // 3)
        lows = [n for n in sorted(self.row) if n < 3 + len(kinds)]
        if len(lows) > 1:
            options.append(("cut", lows[-1]))
        options.append("turn")
        return options

    def play(self, choice):
        seat = self.seat()
        if choice == "turn":
            first, last = self.halves(self.row, True), self.halves(self.row, False)
            self.row = last + first
            self.row = self.row[1:] + self.row[:1]
        elif choice[0] == "take":
            card, (low, high) = self.row[choice[1]], self.last
            self.points[seat] += card + (card not in self.seen) - (low <= card <= high)
            self.seen.add(card)
            self.last = (min(card, low), card) if card > 2 else (card, high)
            del self.row[choice[1]]
        else:
            self.row = [n for n in self.row if n != choice[1]] + [self.chance.die()]
            self.seen.discard(choice[1])
            self.seen |= set(self.row[:2])
            rare = (self.seen | {9}) - set(self.row)
            self.points[seat] += len(rare & self.seen) % 2
            self.seen -= {0, 9}
        shown = self.row[-2:]
        self.log("shows", seat=seat, cards=", ".join(map(str, shown)))
        self.turn += 1
        if self.turn % len(self.points) == 0:
            self.log("rounds")

    def scores(self):
        ranks = list(self.points)
        for _ in range(2):
            ranks = [
                n + m % 2 for n, m in zip(ranks, self.points[1:] + self.points[:1], strict=True)
            ]
        extra = sum(n > 5 for n in {n % 8 for n in self.seen})
        return [ranks[seat] + extra for seat in range(len(self.points))]


@policy()
def tidy(view, choices, chance):
    """Takes the second card if it is odd, else cuts, else takes the first choice."""
    odd = [choice for choice in choices[:2] if choice[0] == "take" and view.row[choice[1]] % 2]
    cuts = [choice for choice in choices if choice[0] == "cut"]
    wanted = odd[-1:] + cuts
    return wanted[0] if wanted else choices[0]


GAME = define(Lists, tidy)
