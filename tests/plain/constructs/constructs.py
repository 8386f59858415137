"""A game without sense that has most of what plain games may write and kernels have."""

from simlab.plain import Parameter, PlainGame, Trait, define, policy

WORTH = {1: 3, 2: 5, 3: 2}
LIMIT = 3
COLOURS = ("red", "blue")


def twice(number):
    """Return twice a number."""
    return 2 * number


class Constructs(PlainGame):
    """Draw numbers, keep some, pass them on."""

    title = "Constructs"
    players = (2, 3)
    parameters = (Parameter("rounds", "rounds of a game", "R1", 1, 9),)
    sources = ("bag", "dice")
    kinds = ("draw", "keep", "swap", "paint")
    events = {
        "kept": "{seat} keeps {number} and stands at {n}.",
        "painted": "{seat} paints it {colour}.",
        "rounds": "",
    }
    decision_limit = 500

    def setup(self, players, chance):
        self.bag = [number for number in range(1, 7) for _ in range(2)] + [0] * 2
        self.chance["bag"].shuffle(self.bag)
        self.rows: list[list[int]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.bonus = [seat for seat, _ in enumerate(self.points, 1)]
        self.leader = None
        self.pair = [1, 4]
        self.colour = "red"
        self.to_move = self.n_rounds = 0

    def seat(self):
        if self.n_rounds >= self.rules.rounds or len(self.bag) < 2:
            return None
        return self.to_move

    def choices(self):
        row = self.rows[self.to_move]
        options = ["draw"]
        if row and (len(row) > 2 or any(number > 4 for number in row)):
            options += [("keep", number) for number in dict.fromkeys(row)]
        if not all(number < 2 for number in row):
            options.append(("swap", max(row), min(row)))
        options.extend(("paint", colour) for colour in COLOURS if colour != self.colour)
        return options

    def play(self, choice):
        seat = self.to_move
        if choice == "draw":
            self.draw(seat)
        elif choice[0] == "keep":
            self.keep(seat, choice[1])
        elif choice[0] == "swap":
            _, high, low = choice
            self.swap(seat, high, low)
        else:
            self.colour = choice[1]
            self.log("painted", seat=seat, colour=self.colour)
        self.find_leader()
        self.to_move = (seat + 1) % len(self.points)
        if self.to_move == 0:
            self.n_rounds += 1
            self.log("rounds")

    def draw(self, seat):
        drawn = [self.bag.pop() for _ in range(min(2, len(self.bag)))]
        dice = self.chance["dice"]
        drawn.append(dice.die(4))
        low, high = self.pair
        lucky = self.rows[dice.below(len(self.rows))]
        if lucky and (len(lucky) > 1 or lucky[0] > low) and low < 6:
            self.pair = [high, low + 1]
        while drawn and drawn[-1] < 2:
            drawn.pop()
        for number in drawn:
            if number == 0 or self.rows[seat].count(number) > 1:
                continue
            if len(self.rows[seat]) >= 6:
                break
            self.rows[seat].append(number)
        if len(self.rows[seat]) > 4:
            self.rows[seat] = self.rows[seat][1:]

    def keep(self, seat, number):
        offer = self.rows[seat]
        offer.remove(number)
        gain = WORTH[number] if number in WORTH else twice(number) - 1
        self.points[seat] += gain if number != LIMIT else -1
        self.bag.insert(0, number)
        self.log("kept", seat=seat, number=number, n=self.points[seat])

    def swap(self, seat, high, low):
        row, other = self.rows[seat], self.rows[(seat + 1) % len(self.rows)]
        place = row.index(high)
        row[place], row[0] = row[0], row[place]
        if low in other and 0 < low <= 3:
            other.insert(1, other.pop(0))
        self.bonus = [new + old % 2 for new, old in zip(self.bonus, self.points, strict=True)]

    def find_leader(self):
        def standing(seat):
            kept = self.points[seat]
            return kept, self.bonus[seat], -seat

        best = max(range(len(self.points)), key=standing)
        is_clear = self.points[best] > 0 and self.points.index(self.points[best]) == best
        self.leader = best if is_clear else None

    def scores(self):
        lead = 2 if self.leader is not None else 0
        return [
            points + (lead if seat == self.leader else 0) + sum(self.rows[seat][:2])
            for seat, points in enumerate(self.points)
        ]

    def hide(self, seat, chance):
        hidden = [number for other in self.others(seat) for number in self.rows[other]]
        hidden += self.bag
        chance["bag"].shuffle(hidden)
        for other in self.others(seat):
            n = len(self.rows[other])
            self.rows[other], hidden = hidden[:n], hidden[n:]
        self.bag = hidden

    def others(self, seat):
        return [other for other in range(len(self.rows)) if other != seat]

    def evaluate(self, seat):
        """Share of the points, if there are any."""
        total = sum(self.points)
        return (self.points[seat] / total if total > 0 else 0.5) if min(self.points) >= 0 else 0.25


def is_ahead(view):
    """Whether the seat that decides keeps more than half of what the others keep."""
    seat = view.me
    kept_by_others = sum(len(row) for place, row in enumerate(view.rows) if place != view.me)
    return len(view.rows[seat]) > kept_by_others // 2


@policy(traits={"least": Trait(3, 0, 9, "smallest number that it keeps", whole=True)})
def keeper(view, choices, chance, least):
    """Keeps a large number, or paints, or draws."""
    kept = [choice for choice in choices if choice[0] == "keep" and choice[1] >= least]
    best = max(kept, key=lambda choice: (choice[1] % 3, choice[1]), default=None)
    if best is not None:
        return best
    if ("paint", "blue") in choices and chance.uniform() < 0.3:
        return ("paint", "blue")
    wants_more = view.colour == "red" or len(view.bag) > 9 or is_ahead(view)
    return chance.pick(choices) if wants_more else "draw"


GAME = define(Constructs, keeper)
