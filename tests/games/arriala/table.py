"""A table of Arriala arranged by hand and played in words.

A stretch is drawn cell by cell under the name of the town it begins at: `montech="12.L(3.)"` has
workers of players 1 and 2 on its first cells, then a free one, a lock, and a built section where
player 3 has a worker; `n` is a neutral one. Its cells are called `montech 1` and so on. Cards are
named as in the data files, with blanks, and hands and piles are such names between commas.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from simlab.engine.journal import events, new_journal
from simlab.engine.record import Ints, clear, new, row_of
from simlab.engine.rng import STREAM, seed_table
from simlab.game import Rules
from simlab.games.arriala import GAME
from simlab.games.arriala.choices import parts
from simlab.games.arriala.events import legend
from simlab.games.arriala.rules.action import stand
from simlab.games.arriala.rules.setup import give_workers
from simlab.games.arriala.state import CARDS, NEUTRAL, VINEYARDS, Phase, Source
from tests.support.game_record import named

SEED = 1914
SIGNS = "1234n"
"""The workers of each colour as they are drawn."""

VERBS = {
    "end_turn": "end turn",
    "move": "move {colour} from {space}",
    "place": "place",
    "to_vineyard": "send from {space}",
    "to_canal": "call from {vineyard}",
    "river": "river work from {space}",
    "lock": "lock",
    "draw": "draw",
    "worker": "{colour} from {space}",
    "space": "{space}",
    "vineyard": "{vineyard}",
    "play": "play {card}",
}
"""Each kind of choice as it is written in tests, shorter than the game describes it."""


class Table:
    """The records that the kernels of the rules work on, and words for what lies in them."""

    def __init__(self, players: int, deal: int, patch: Mapping[str, object]) -> None:
        self.loaded: Rules = GAME.load(patch=patch)
        self.rules = row_of(self.loaded.row)
        self.state = row_of(new(GAME.state_row))
        self.board = self.state.board
        self.journal = new_journal(listening=True)
        self.rng = np.zeros((len(Source), STREAM), np.uint64)
        seed_table(self.rng, SEED, deal)
        GAME.setup(self.rules, self.state, players, self.rng, row_of(self.journal))
        self.spaces = names_of(legend(self.loaded)["spaces"])

    # ---- arranging ----

    def clear(self) -> None:
        """Take all workers and cards away, and forget what happened."""
        clear(self.state.players)
        clear(self.board.colours)
        self.board.scores[:] = 0
        give_workers(self.rules, self.state)
        self.state.deck.n_pile = 0
        self.journal["used"] = 0

    def draw_stretch(self, town: str, drawing: str) -> None:
        """Put on the cells of a stretch what is drawn."""
        space = self.spaces.index(town)
        is_built = False
        for sign in drawing:
            if sign in "()":
                is_built = sign == "("
                continue
            space += 1
            self.put(sign, space)
            self.board.built |= is_built << space
        assert self.drawn(town) == drawing, f'"{drawing}" is no stretch that begins at {town}'

    def put(self, sign: str, space: int) -> None:
        """Put a worker or a lock on a space, or nothing."""
        if sign == "L":
            self.board.locks |= 1 << space
            self.board.n_locks -= 1
        elif sign != ".":
            stand(self.rules, self.board, self.enlisted(sign), space)

    def enlisted(self, sign: str) -> int:
        """Return the colour of a worker, taken from its reserve."""
        colour = SIGNS.index(sign)
        if colour != NEUTRAL:
            self.board.colours[colour].reserve -= 1
            assert self.board.colours[colour].reserve >= 0, f"player {sign} has no worker left"
        return colour

    def fill_vineyard(self, vineyard: str, signs: str) -> None:
        """Put workers into a vineyard."""
        for sign in signs:
            workers = self.board.colours[self.enlisted(sign)]
            workers.in_vineyards[VINEYARDS.index(vineyard)] += 1

    def fill_river(self, signs: str) -> None:
        """Put workers on blue cells."""
        for sign in signs:
            self.board.colours[self.enlisted(sign)].on_river += 1
            self.board.river_free -= 1

    def fill_hand(self, player: int, cards: str) -> None:
        """Put cards into a hand."""
        hand = self.state.players[player - 1]
        for kind in kinds_of(cards):
            hand.hand[kind] += 1
            hand.n_cards += 1

    def fill_pile(self, pile: str, cards: str) -> None:
        """Make a pile, `pile` or `discards`, of these cards and no others."""
        kinds = kinds_of(cards)
        self.state.deck[pile][: len(kinds)] = kinds
        self.state.deck["n_" + pile] = len(kinds)

    # ---- playing ----

    def play(self, *choices: str) -> None:
        """Make some choices, each of which must be on the menu."""
        for words in choices:
            menu = self.menu()
            assert words in menu, f'"{words}" is not on the menu: {", ".join(menu)}'
            choice = int(self.codes()[menu.index(words)])
            GAME.apply(self.rules, self.state, choice, self.rng, row_of(self.journal))

    def menu(self, *choices: str) -> list[str]:
        """Return what is on the menu, after making some choices."""
        self.play(*choices)
        return [self.in_words(int(choice)) for choice in self.codes()]

    def offers(self, verb: str) -> list[str]:
        """Return what is on the menu for one verb."""
        return [words for words in self.menu() if words.split()[0] == verb]

    def codes(self) -> Ints:
        """Return the menu as numbers."""
        menu = np.zeros(GAME.longest_menu, np.int64)
        return menu[: GAME.legal(self.rules, self.state, menu)]

    def in_words(self, choice: int) -> str:
        """Return a choice as it is written in tests, such as `move neutral from montech 3`."""
        words = {name: self.named(name, number) for name, number in parts(choice).items()}
        return VERBS[GAME.kind(choice)].format_map(words)

    def named(self, part: str, number: int) -> str:
        """Return one of the numbers of a choice in words."""
        match part:
            case "space":
                return self.spaces[number]
            case "vineyard":
                return VINEYARDS[number]
            case "card":
                return in_words(CARDS[number])
        return "neutral" if number == NEUTRAL else SIGNS[number]

    # ---- looking ----

    def is_over(self) -> bool:
        return bool(GAME.next_seat(self.rules, self.state) < 0)

    def drawn(self, town: str) -> str:
        """Return the stretch that begins at a town as it is drawn for arranging."""
        cells = [space for space, name in enumerate(self.spaces) if name.startswith(f"{town} ")]
        return "".join(self.sign(cell) for cell in cells).replace(")(", "")

    def sign(self, cell: int) -> str:
        """Return what is on a cell, within brackets if its section is built."""
        sets = [self.board.locks, *(colour.spaces for colour in self.board.colours)]
        signs = [sign for sign, cells in zip("L" + SIGNS, sets, strict=True) if has(cells, cell)]
        sign = "".join(signs) or "."
        return f"({sign})" if has(self.board.built, cell) else sign

    def in_town(self, town: str) -> str:
        """Return the workers in a town."""
        place = self.rules.town_at[self.spaces.index(town)]
        return signs_of(colour.in_towns[place] for colour in self.board.colours)

    def in_vineyard(self, vineyard: str) -> str:
        """Return the workers in a vineyard."""
        place = VINEYARDS.index(vineyard)
        return signs_of(colour.in_vineyards[place] for colour in self.board.colours)

    def on_river(self) -> str:
        """Return the workers on blue cells."""
        return signs_of(colour.on_river for colour in self.board.colours)

    def reserve(self, player: int = 1) -> int:
        return int(self.board.colours[player - 1].reserve)

    def scores(self) -> list[int]:
        scores: list[int] = self.board.scores[: self.state.n_players].tolist()
        return scores

    def left(self) -> int:
        """Return the action points left in this turn."""
        return int(self.state.action_points)

    def hand(self, player: int = 1) -> str:
        """Return the cards of a player, in order of the data file."""
        hand = self.state.players[player - 1].hand
        return listed(kind for kind, n in enumerate(hand) for _ in range(n))

    def pile(self) -> str:
        return listed(self.state.deck.pile[: self.state.deck.n_pile])

    def discards(self) -> str:
        return listed(self.state.deck.discards[: self.state.deck.n_discards])

    def happened(self, *kinds: str) -> list[dict[str, Any]]:
        """Return the events of some kinds since the table was arranged, in order."""
        named_events = (named(event, GAME) for event in events(self.journal))
        return [event for event in named_events if event["event"] in kinds]

    def outcome(self) -> Any:
        """Return the row that is reported of the game as it stands."""
        row = row_of(new(GAME.outcome_row))
        GAME.outcome(self.rules, self.state, self.state.phase == Phase.OVER, row)
        return row


def names_of(spaces: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the towns by name, and the cells by the town before them and a number."""
    names: list[str] = []
    town, number = "", 0
    for row in spaces:
        is_town = row["kind"] == "town"
        town, number = (row["name"].lower(), 0) if is_town else (town, number + 1)
        names.append(town if is_town else f"{town} {number}")
    return names


def has(members: int, space: int) -> bool:
    return bool(int(members) >> space & 1)


def signs_of(workers: Iterable[int]) -> str:
    """Return as many signs of each colour as it has workers."""
    return "".join(sign * int(n) for sign, n in zip(SIGNS, workers, strict=True))


def kinds_of(cards: str) -> list[int]:
    names = [in_words(card) for card in CARDS]
    return [names.index(card) for card in cards.split(", ")] if cards else []


def listed(kinds: Iterable[int]) -> str:
    return ", ".join(in_words(CARDS[kind]) for kind in sorted(kinds))


def in_words(key: str) -> str:
    return key.replace("_", " ")


def fresh_table(players: int = 2, deal: int = 0, **patch: object) -> Table:
    """Return a table after setup."""
    return Table(players, deal, patch)


def table(
    *,
    players: int = 2,
    player: int = 1,
    canal: Mapping[str, str] | None = None,
    towns: Mapping[str, str] | None = None,
    vineyards: Mapping[str, str] | None = None,
    river: str = "",
    scores: Sequence[int] = (),
    hands: Sequence[str] = (),
    pile: str = "",
    discards: str = "",
    left: int | None = None,
    deal: int = 0,
    **patch: object,
) -> Table:
    """Return a table in the first turn of a player; workers not named are in their reserve.

    `left` are the action points left, if not those of a whole turn.
    """
    arranged = Table(players, deal, patch)
    arranged.clear()
    for town, drawing in (canal or {}).items():
        arranged.draw_stretch(town, drawing)
    for town, signs in (towns or {}).items():
        for sign in signs:
            arranged.put(sign, arranged.spaces.index(town))
    for vineyard, signs in (vineyards or {}).items():
        arranged.fill_vineyard(vineyard, signs)
    arranged.fill_river(river)
    for number, cards in enumerate(hands, 1):
        arranged.fill_hand(number, cards)
    arranged.fill_pile("pile", pile)
    arranged.fill_pile("discards", discards)
    arranged.board.scores[: len(scores)] = scores
    arranged.state.seat = player - 1
    arranged.state.turns = player
    if left is not None:
        arranged.state.action_points = left
    return arranged
