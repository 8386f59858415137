"""Gallery: take one of the pictures that come to the market today.

- G1. In turn, a player takes one of `row` pictures, and the others leave. Each is any of all, the
  likelier the more copies it has.
- G2. A picture has its points, and `match` points more for each of its motif that the player has.
  For each, a critic gives up to `prize` points.
- G3. After `rounds` rounds, the frame of each picture is paid for in points; the most points win.
"""

from simlab.plain import Column, Parameter, PlainGame, Table, define, policy

MOTIFS = ("portrait", "landscape", "still_life")


class Gallery(PlainGame):
    title = "Gallery"
    players = (2, 4)
    parameters = (
        Parameter("rounds", "rounds of a game", "G1", 1, 40, unit="rounds"),
        Parameter("row", "open pictures", "G1", 2, 6, unit="pictures"),
        Parameter("match", "points for each picture of the same motif", "G2", 0, 20, unit="points"),
        Parameter("prize", "most points of a critic", "G2", 0, 900, unit="points"),
    )
    tables = (
        Table(
            "pictures",
            "pictures",
            "picture",
            (
                Column("motif", "what it shows", choices=MOTIFS),
                Column("points", "points", 0, 40),
                Column("frame", "points that its frame costs at the end", 0, 40),
                Column("copies", "of this picture", 1, 9),
            ),
        ),
    )
    sources = ("pictures", "critics")
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.all = [card for card in self.table("pictures") for _ in range(card.copies)]
        self.n_taken = [dict.fromkeys(MOTIFS, 0) for _ in range(players)]
        self.points, self.frames = [0] * players, [0] * players
        self.turn = 0
        self.open_market()

    def open_market(self):
        self.open = [self.chance["pictures"].pick(self.all) for _ in range(self.rules.row)]

    def seat(self):
        n_players = len(self.points)
        return self.turn % n_players if self.turn < n_players * self.rules.rounds else None

    def choices(self):
        return list(dict.fromkeys(self.open))

    def worth(self, picture):
        n_same = self.n_taken[self.turn % len(self.points)][picture.motif]
        return picture.points + n_same * self.rules.match

    def play(self, choice):
        seat = self.seat()
        self.points[seat] += self.worth(choice) + self.chance["critics"].below(self.rules.prize + 1)
        self.frames[seat] += choice.frame
        self.n_taken[seat][choice.motif] += 1
        self.turn += 1
        self.open_market()
        if self.turn % len(self.points) == 0:
            self.log("rounds")
        if self.seat() is None:
            for player, frame in enumerate(self.frames):
                self.points[player] -= frame

    def scores(self):
        return list(self.points)


@policy()
def lover(view, choices, chance):
    """Takes the picture with most points."""
    return max(choices, key=lambda picture: picture.points)


@policy()
def collector(view, choices, chance):
    """Takes the picture that adds most points at once."""
    return max(choices, key=view.worth)


GAME = define(Gallery, lover, collector)
