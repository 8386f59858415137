"""Shore: two seats walk along a shore and push a stone, each policy with a habit of its own."""

from simlab.plain import PlainGame, define, policy

TURNS_OF_EACH, GOAL = 12, 2
SHOVES = ("left", "right")


class Shore(PlainGame):
    """The rules: who claims the goal wins; after twelve turns the player with more shells."""

    title = "Shore"
    players = (2, 2)
    kinds = ("stay", "step", "shove", "dig", "look", "claim")
    events = {"turns": ""}

    def setup(self, players, chance):
        self.squares, self.shells = [0] * players, [0] * players
        self.stone, self.turn, self.has_looked = 0, 0, False
        self.claimed_by = None

    def seat(self):
        is_over = self.claimed_by is not None or self.turn == 2 * TURNS_OF_EACH
        return None if is_over else self.turn % 2

    def choices(self):
        square = self.squares[self.turn % 2]
        steps = [("step", target) for target in (square - 1, square + 1) if 0 <= target <= GOAL]
        looks = [] if self.has_looked else ["look"]
        claims = ["claim"] if square == GOAL else []
        return ["stay", *steps, *(("shove", way) for way in SHOVES), "dig", *looks, *claims]

    def play(self, choice):
        seat = self.turn % 2
        match choice:
            case "look":
                self.has_looked = True
                return
            case "claim":
                self.claimed_by = seat
            case "dig":
                self.shells[seat] += 1
            case ("step", target):
                self.squares[seat] = target
            case ("shove", way):
                self.stone += 1 if way == "right" else -1
        self.turn, self.has_looked = self.turn + 1, False
        self.log("turns")

    def scores(self):
        return list(self.shells)

    def winner(self):
        return self.claimed_by


@policy()
def idler(view, choices, chance):
    """Passes, though it could do something."""
    return "stay"


@policy()
def gazer(view, choices, chance):
    """Looks around, and then passes."""
    return "look" if "look" in choices else "stay"


@policy()
def pacer(view, choices, chance):
    """Walks to the next square and back."""
    return ("step", 1 - view.squares[view.me])


@policy()
def shover(view, choices, chance):
    """Shoves the stone to the side of its seat, from where the rival shoves it back."""
    return ("shove", SHOVES[view.me])


@policy()
def digger(view, choices, chance):
    """Digs in every third turn."""
    return "dig" if view.turn // 2 % 3 == 2 else "stay"


@policy()
def blind(view, choices, chance):
    """Walks to the goal and does not claim it."""
    square = view.squares[view.me]
    return ("step", square + 1) if square < GOAL else ("shove", "left")


@policy()
def careful(view, choices, chance):
    """Walks to the goal, looks around, and claims it in the same turn."""
    square = view.squares[view.me]
    if square < GOAL:
        return ("step", square + 1)
    return "look" if "look" in choices else "claim"


GAME = define(Shore, idler, gazer, pacer, shover, digger, blind, careful)
