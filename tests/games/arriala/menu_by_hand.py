"""Arriala by hand: the board, sections, majorities, whole steps and ranks, as its rules have them.

Slow and obvious, and sharing nothing with the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

NEUTRAL = 4
"""The colour of the workers that belong to nobody; the other colours are the seats."""
NOBODY = NO_CARD = -1
ART_WORKS = ("pente_d_eau", "pont_canal")

Legend = Mapping[str, Any]
Workers = Counter[tuple[int, int]]


# Sections, majorities, ranks.


def sections(cells: Iterable[int], locks: Iterable[int]) -> list[list[int]]:
    """Return the runs of cells between two of {town, lock}, from Grisolles [A13]."""
    runs: list[list[int]] = []
    for cell in sorted(set(cells) - set(locks)):
        if runs and runs[-1][-1] == cell - 1:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def majority(workers: Mapping[int, int]) -> int:
    """Return the colour that scores, by how many workers each has, or NOBODY [A14]."""
    present = {colour: count for colour, count in workers.items() if count > 0}
    for count in sorted(set(present.values()), reverse=True)[:2]:
        holders = [colour for colour in present if present[colour] == count]
        if len(holders) == 1:
            return holders[0]
    return NOBODY


def pay(workers: Mapping[int, int], worth: int) -> tuple[int, int]:
    """Return who scores and how many points, which neutral workers never get [A14]."""
    colour = majority(workers)
    return colour, 0 if colour in (NOBODY, NEUTRAL) else worth


def ranks(results: Sequence[tuple[int, int]]) -> list[int]:
    """Return each seat's rank by points, then workers on the canal; equals share it [A17]."""
    return [1 + sum(other > result for other in results) for result in results]


# The board and what lies on it.


class Vineyard(NamedTuple):
    """How many workers a vineyard takes and what its majority is worth."""

    cells: int
    points: int


@dataclass(frozen=True)
class Board:
    """The part of the board in play [A2]."""

    towns: list[int]
    stretches: list[list[int]]
    """The spaces of the cells of each."""
    lock_limits: list[int]
    blue_cells: int
    vineyards: dict[int, Vineyard]

    @property
    def cells(self) -> set[int]:
        return {cell for stretch in self.stretches for cell in stretch}

    @property
    def spaces(self) -> set[int]:
        return self.cells | set(self.towns)


def board(legend: Legend, players: int) -> Board:
    """Return what is in play with a number of players, by what the numbers stand for [A2]."""
    names = [row["stretch"] for row in legend["stretches"] if players >= row["min_players"]]
    stretches = [[s["space"] for s in legend["spaces"] if s["stretch"] == name] for name in names]
    limits = {row["stretch"]: row["locks"] for row in legend["locks"]}
    return Board(
        sorted({end for cells in stretches for end in (cells[0] - 1, cells[-1] + 1)}),
        stretches,
        [limits[name] for name in names],
        sum(row["stretch"] in names for row in legend["blue_cells"]),
        {
            number: Vineyard(row["cells"], row["points"])
            for number, row in enumerate(legend["vineyards"])
            if players >= row["min_players"]
        },
    )


@dataclass
class Position:
    """What lies on the table at one moment of the turn of `seat`."""

    board: Board
    rules: Mapping[str, Any]
    cards: Sequence[Mapping[str, Any]]
    """What is printed on each kind of card."""
    scores: list[int]
    hands: list[Counter[int]]
    """Cards of each seat, by kind."""
    reserve: Counter[int]
    """Workers not yet placed, by colour."""
    pile: Counter[int]
    lock_pieces: int
    seat: int = 0
    action_points: int = 0
    canal: Workers = field(default_factory=Counter)
    """Workers by colour and space."""
    vineyards: Workers = field(default_factory=Counter)
    """Workers by colour and vineyard."""
    river: Counter[int] = field(default_factory=Counter)
    """Workers on blue cells, by colour."""
    discards: Counter[int] = field(default_factory=Counter)
    locks: set[int] = field(default_factory=set)
    built: set[int] = field(default_factory=set)
    """Cells of built sections."""
    art_works: set[int] = field(default_factory=set)
    """Art works that stand, by the kind of their card."""

    def occupied(self) -> set[int]:
        return {space for (_, space), count in self.canal.items() if count > 0}

    def empty_cells(self) -> set[int]:
        """Return the cells without a worker and without a lock."""
        return self.board.cells - self.occupied() - self.locks

    def end_spaces(self) -> set[int]:
        """Return the spaces of the canal where a worker may be put [A4, A12]."""
        closed = set() if self.rules["may_enter_built"] else self.built
        return set(self.board.towns) | (self.empty_cells() - closed)

    def entrances(self) -> set[int]:
        """Return the spaces where a worker may come from the reserve or a vineyard [A5, A6]."""
        towns = set() if self.rules["may_place_in_town"] else set(self.board.towns)
        return self.end_spaces() - towns

    def lock_cells(self) -> set[int]:
        """Return the cells where a lock may be built [A8]."""
        if self.lock_pieces == 0:
            return set()
        free = self.empty_cells() - self.built
        return {cell for cell in free if self.has_room_for_lock(cell)}

    def has_room_for_lock(self, cell: int) -> bool:
        """Say whether the stretch of this cell holds fewer locks than its limit [A8]."""
        return any(
            len(self.locks & set(stretch)) < limit
            for stretch, limit in zip(self.board.stretches, self.board.lock_limits, strict=True)
            if cell in stretch
        )

    def open_vineyards(self) -> set[int]:
        """Return the vineyards in play with a free cell [A6]."""
        return {
            number
            for number, vineyard in self.board.vineyards.items()
            if sum(self.in_vineyard(number).values()) < vineyard.cells
        }

    def in_vineyard(self, number: int) -> Counter[int]:
        """Return how many workers each colour has in a vineyard."""
        return Counter({colour: n for (colour, at), n in self.vineyards.items() if at == number})

    def has_free_blue_cell(self) -> bool:
        return self.river.total() < self.board.blue_cells

    def is_last(self) -> bool:
        """Say whether the seat may build an art work, being last on the score track [A11]."""
        own = self.scores[self.seat]
        others = self.scores[: self.seat] + self.scores[self.seat + 1 :]
        if self.rules["tied_last_may_build"]:
            return all(other >= own for other in others)
        return all(other > own for other in others)

    def unbuilt(self) -> list[list[int]]:
        """Return the sections that are not built, from Grisolles [A13]."""
        return [cells for cells in self.sections() if not self.built.issuperset(cells)]

    def sections(self) -> list[list[int]]:
        return sections(self.board.cells, self.locks)

    def completed(self) -> list[list[int]]:
        """Return the unbuilt sections that are due to be built and scored, in order [A13]."""
        return [cells for cells in self.unbuilt() if self.occupied().issuperset(cells)]

    def workers_on(self, cells: Iterable[int]) -> Counter[int]:
        """Return how many workers each colour has on these cells."""
        counts: Counter[int] = Counter()
        for (colour, space), count in self.canal.items():
            if space in cells:
                counts[colour] += count
        return counts

    def on_canal(self, colour: int) -> int:
        """Return the workers of a colour on the canal, towns included [A17]."""
        return self.workers_on(self.board.spaces)[colour]


# Whole steps.


class Step(NamedTuple):
    """A whole step: the event that it is, what it costs, its card, and what it is done with."""

    event: str
    paid: int
    by_card: int = NO_CARD
    what: tuple[int, ...] = ()


def steps(position: Position) -> list[Step]:
    """Return every whole step that the seat may take, the end of its turn included [A4–A12]."""
    others = [*by_points(position), *by_cards(position)]
    return [Step("turn_ended", 0), *(s for s in others if s.paid <= position.action_points)]


def by_points(position: Position) -> Iterator[Step]:
    """Yield the steps that are paid with action points alone, whatever is left of them."""
    rules = position.rules
    for move in moves(position):
        yield Step("moved", rules["cost_move"] * distance(move), what=move)
    for place in placements(position):
        yield Step("placed", rules["cost_place"], what=place)
    for way in ways_to_vineyards(position):
        yield Step("went_to_vineyard", rules["cost_to_vineyard"], what=way)
    for way in ways_to_canal(position):
        yield Step("went_to_canal", rules["cost_to_canal"], what=way)
    for worker in river_works(position):
        yield Step("river_built", rules["cost_river"], what=worker)
    for lock in locks(position):
        yield Step("lock_built", rules["cost_lock"], what=lock)
    if position.pile.total() + position.discards.total() > 0:
        yield Step("drew", rules["cost_draw"])


def by_cards(position: Position) -> Iterator[Step]:
    """Yield the steps that the cards in the hand bring [A10]."""
    for card, count in position.hands[position.seat].items():
        for event, what in effects(position, card) if count > 0 else ():
            yield Step(event, position.rules["cost_play"], card, what)


def effects(position: Position, card: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield all that a card could do now."""
    match position.cards[card]["card"]:
        case "move_2" | "move_3" | "move_4" | "move_5":
            reach = position.cards[card]["reach"]
            yield from (("moved", move) for move in moves(position) if distance(move) <= reach)
        case "transfer":
            yield from (("moved", move) for move in moves(position))
        case "place":
            yield from (("placed", place) for place in placements(position))
        case "to_vineyard":
            yield from (("went_to_vineyard", way) for way in ways_to_vineyards(position))
        case "to_canal":
            yield from (("went_to_canal", way) for way in ways_to_canal(position))
        case "lock":
            yield from (("lock_built", lock) for lock in locks(position))
        case _ if position.is_last() and card not in position.art_works:
            yield "art_built", ()


def moves(position: Position) -> Iterator[tuple[int, int, int]]:
    """Yield every worker on the canal with every other space where it may end [A4, A12]."""
    goals = position.end_spaces()
    for (colour, start), count in position.canal.items():
        if count > 0:
            yield from ((colour, start, goal) for goal in goals - {start})


def distance(move: tuple[int, int, int]) -> int:
    """Return how many spaces a move is long, whatever lies between [A4]."""
    _, start, goal = move
    return abs(goal - start)


def placements(position: Position) -> Iterator[tuple[int]]:
    """Yield every space where a worker of the reserve may be placed [A5]."""
    if position.reserve[position.seat] > 0:
        yield from ((goal,) for goal in position.entrances())


def ways_to_vineyards(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the spaces of own workers on the canal, with each vineyard that has room [A6]."""
    for start in own_spaces(position):
        yield from ((start, vineyard) for vineyard in position.open_vineyards())


def ways_to_canal(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the vineyards with own workers, with each space where one may end [A6]."""
    for (colour, vineyard), count in position.vineyards.items():
        if colour == position.seat and count > 0:
            yield from ((vineyard, goal) for goal in position.entrances())


def river_works(position: Position) -> Iterator[tuple[int]]:
    """Yield the spaces of own workers that may go to a free blue cell [A7]."""
    if position.has_free_blue_cell():
        yield from ((start,) for start in own_spaces(position))


def locks(position: Position) -> Iterator[tuple[int]]:
    """Yield the cells where a lock may be built [A8]."""
    yield from ((cell,) for cell in position.lock_cells())


def own_spaces(position: Position) -> list[int]:
    """Return the spaces of the canal where the seat has workers."""
    own = [(space, n) for (colour, space), n in position.canal.items() if colour == position.seat]
    return [space for space, count in own if count > 0]
