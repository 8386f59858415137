"""Plans: all choose at once, how much to sow or whom to rob; then all plans are carried out."""

from simlab.parts import Simultaneous
from simlab.plain import PlainGame, define, policy

ROUNDS = 6
GAINS = {"rest": 1, "pray": 2}


class Plans(PlainGame):
    """The rules."""

    title = "Plans"
    players = (2, 4)
    kinds = ("rest", "pray", "sow", "rob")
    events = {"rounds": "", "gains": "{seat} gains {n}.", "repeats": "{seat}: {plan} again."}
    plans = Simultaneous()

    def setup(self, players, chance):
        self.grain = [3] * players
        self.last = [None] * players
        self.rounds = 0
        self.plans.begin()

    def seat(self):
        return self.plans.seat() if self.rounds < ROUNDS else None

    def choices(self):
        seat = self.plans.seat()
        return ["rest", *self.fields(seat), *self.victims(seat)] + ["pray"] * (self.rounds > 1)

    def fields(self, seat):
        """What a seat may sow: no more than it has."""
        return [("sow", n) for n in range(1, min(self.grain[seat], 4) + 1)]

    def victims(self, seat):
        """Whom a seat may rob, and how many of them it finds."""
        rivals = []
        for other in range(len(self.grain)):
            if other != seat and self.grain[other] > 0:
                rivals.append(("rob", other))
        return rivals

    def play(self, choice):
        self.plans.put(choice)
        if self.plans.seat() is None:
            shown = self.plans.reveal()
            for seat in range(len(shown)):
                if shown[seat] is not None:
                    self.carry_out(seat, shown[seat])
                    if shown[seat] == self.last[seat]:
                        self.log("repeats", seat=seat, plan=shown[seat])
                    self.last[seat] = shown[seat]
            self.rounds += 1
            self.log("rounds")
            self.ask()

    def ask(self):
        """Ask all again; in every other round only those with grain, the last seat first."""
        with_grain = [s for s in reversed(range(len(self.grain))) if self.grain[s] > 0]
        if self.rounds % 2 == 1 and with_grain:
            self.plans.begin(with_grain)
        else:
            self.plans.begin()

    def carry_out(self, seat, plan):
        if plan == "rest" or plan == "pray":
            self.gain(seat, GAINS[plan])
        elif plan[0] == "sow":
            self.gain(seat, plan[1])
        elif self.grain[plan[1]] > 0:
            self.grain[plan[1]] -= 1
            self.gain(seat, 1)

    def gain(self, seat, n):
        self.grain[seat] += n
        self.log("gains", seat=seat, n=n)

    def scores(self):
        return self.grain


@policy()
def sower(view, choices, chance):
    """Sows all that it may, and does nothing twice if it can help it."""
    last = view.last[view.plans.seat()]
    others = [choice for choice in choices if choice != last]
    sown = [choice for choice in others if choice[0] == "sow"]
    return sown[-1] if sown else chance.pick(others)


GAME = define(Plans, sower)
