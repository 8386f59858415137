"""Workers: spaces for workers, a track whose order is that of turns, and lists that are ordered."""

from simlab.parts import Spaces, Track
from simlab.plain import PlainGame, define, policy

YIELDS = {"forest": 2, "quarry": 3, "market": 1}
ROUNDS = 4


class Workers(PlainGame):
    """The rules."""

    title = "Workers"
    players = (2, 4)
    kinds = ("place", "wait")
    events = {"rounds": "", "gains": "{seat} gains {n}."}
    spaces = Spaces()
    track = Track(tied="later")

    def setup(self, players, chance):
        self.spaces.set_up({"forest": 1, "quarry": players - 1, "market": None}, workers=2)
        self.track.set_up(lap=12)
        self.has_waited = [False] * players
        self.rounds = 0

    def waiting(self):
        """The seats that may still place a worker, the last on the track first."""
        seats = [seat for seat in self.track.order() if not self.has_waited[seat]]
        return [seat for seat in reversed_list(seats) if self.spaces.open_to(seat)]

    def seat(self):
        waiting = self.waiting()
        return waiting[0] if waiting and self.rounds < ROUNDS else None

    def choices(self):
        return [*(("place", space) for space in self.spaces.open_to(self.seat())), "wait"]

    def play(self, choice):
        seat = self.seat()
        if choice == "wait":
            self.has_waited[seat] = True
        else:
            self.spaces.place(seat, choice[1])
        if not self.waiting():
            self.harvest()

    def harvest(self):
        for space in YIELDS:
            crowd = [s for s in range(self.spaces.players) if self.spaces.count(space, s)]
            crowd.sort(key=lambda seat: (self.track[seat], -seat))
            for place, seat in enumerate(crowd[:2]):
                gain = YIELDS[space] * self.spaces.count(space, seat) - place
                if self.track.advance(seat, gain):
                    self.log("gains", seat=seat, n=gain)
        self.spaces.gather()
        self.has_waited = [False] * self.spaces.players
        self.rounds += 1
        self.log("rounds")

    def scores(self):
        ahead = [self.track.distance(seat) for seat in range(self.spaces.players)]
        if self.rounds > 2:
            ahead = [n + (n == max(ahead)) for n in ahead]
        return ahead


def reversed_list(items):
    """Return items from the last to the first."""
    return [items[len(items) - 1 - place] for place in range(len(items))]


@policy()
def chooser(view, choices, chance):
    """Places its worker where the yield is best, and the room is not needed by others."""
    crowded = [choice for choice in choices[:-1] if view.spaces.free(choice[1]) == 1]
    places = sorted(choices[:-1], key=lambda choice: (choice in crowded, -YIELDS[choice[1]]))
    return places[0] if places else "wait"


GAME = define(Workers, chooser)
