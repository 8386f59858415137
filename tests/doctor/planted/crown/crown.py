"""Crown: three houses gain fame, and one of them has to serve before the end.

- W1. In turn, a house courts, for a fame that two dice show beforehand, hunts, for `wage`, or
  supports another one, which gains `favour` fame.
- W2. After `trial` rounds, the house with the least fame (of equal ones the last) loses its claim.
- W3. After `rounds` rounds, the house with a claim and the most fame wears the crown.
"""

from simlab.plain import Parameter, PlainGame, define, policy


class Crown(PlainGame):
    title = "Crown"
    players = (3, 3)
    parameters = (
        Parameter("rounds", "rounds of a game", "W3", 2, 20, unit="rounds"),
        Parameter("trial", "rounds after which a house loses its claim", "W2", 1, 20),
        Parameter("favour", "fame for support", "W2", 0, 40, unit="fame"),
        Parameter("wage", "fame for a hunt", "W1", 0, 13, unit="fame"),
        Parameter("head_start", "fame of the first house at the start", "W1", 0, 40, unit="fame"),
    )
    sources = ("dice", "luck")
    kinds = ("court", "hunt", "support")
    events = {"rounds": "", "serves": "{seat} loses its claim."}

    def setup(self, players, chance):
        self.fame = [self.rules.head_start, 0, 0]
        self.turn, self.servant = 0, -1
        self.roll()

    def roll(self):
        self.offer = self.chance["dice"].die() + self.chance["dice"].die()

    def seat(self):
        return self.turn % 3 if self.turn < 3 * self.rules.rounds else None

    def choices(self):
        seat = self.turn % 3
        supports = [("support", rival) for rival in range(3) if rival != seat]
        return [("court", seat), ("hunt", seat), *supports]

    def play(self, choice):
        kind, house = choice
        if kind == "support":
            self.fame[house] += self.rules.favour
        else:
            self.fame[house] += self.offer if kind == "court" else self.rules.wage
            self.fame[house] += 3 * self.chance["luck"].below(6)
        self.turn += 1
        self.roll()
        if self.turn % 3 == 0:
            self.log("rounds")
        if self.turn == 3 * self.rules.trial:
            self.judge()

    def judge(self):
        self.servant = min(range(3), key=lambda seat: (self.fame[seat], -seat))
        self.log("serves", seat=self.servant)

    def scores(self):
        return list(self.fame)

    def winner(self):
        claims = [seat for seat in range(3) if seat != self.servant]
        most = max(self.fame[seat] for seat in claims)
        return [seat for seat in claims if self.fame[seat] == most]


def of_kind(choices, kind):
    """Return the choices of a kind, or all if there is none."""
    return [choice for choice in choices if choice[0] == kind] or choices


@policy()
def hunter(view, choices, chance):
    """Hunts, unless the offer is splendid, also without a claim."""
    return of_kind(choices, "court" if view.offer > 9 else "hunt")[0]


@policy()
def courtier(view, choices, chance):
    """Takes the larger fame; without a claim, supports a house by chance."""
    if view.me == view.servant:
        return chance.pick(of_kind(choices, "support"))
    return of_kind(choices, "court" if view.offer > view.rules.wage else "hunt")[0]


GAME = define(Crown, hunter, courtier)
