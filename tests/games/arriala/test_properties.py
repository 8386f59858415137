"""What holds at every moment of every game, and on tables that no game has led to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.engine.journal import DECISION, events
from simlab.engine.record import row_of
from simlab.execution.stepper import Case, Stepper
from simlab.games.arriala import GAME
from simlab.games.arriala.events import legend
from simlab.games.arriala.rules.choice import DETAIL_BITS, WORKER, Choice
from simlab.games.arriala.state import CARDS, COLOURS, VINEYARDS, End, Phase
from tests.games.arriala.game_record import ANY_PATCH, LONG, POLICIES, Patch, rules_with
from tests.games.arriala.menu_by_hand import (
    NEUTRAL,
    NOBODY,
    Position,
    Step,
    majority,
    pay,
    ranks,
    sections,
    steps,
)
from tests.games.arriala.referee import PER_COLOUR, laid_out
from tests.support.game_record import named

pytestmark = pytest.mark.compiled

Event = dict[str, Any]

ANYBODY = "anybody"
"""Chooses among all choices on the menu with the same chance."""
LIMIT = 120
"""Decisions after which a game is left."""


# The second version itself, on cases whose answer the rules give in words.


@pytest.mark.parametrize(
    ("workers", "scoring"),
    [
        ((2, 2, 1, 0, 0), 2),
        ((2, 2, 1, 1, 0), NOBODY),
        ((3, 3, 0, 0, 0), NOBODY),
        ((2, 2, 2, 1, 0), 3),
        ((3, 2, 2, 0, 0), 0),
        ((0, 1, 0, 0, 0), 1),
        ((2, 1, 0, 0, 3), NEUTRAL),
        ((2, 1, 0, 0, 2), 1),
        ((2, 2, 0, 0, 1), NEUTRAL),
        ((2, 2, 1, 0, 1), NOBODY),
        ((1, 1, 1, 0, 1), NOBODY),
        ((0, 0, 0, 0, 0), NOBODY),
        ((4, 4, 2, 2, 1), NOBODY),
    ],
)
def test_only_the_count_below_a_tie_may_score(workers: Sequence[int], scoring: int) -> None:
    assert majority(dict(enumerate(workers))) == scoring


@pytest.mark.parametrize(
    ("canal", "expected"),
    [
        ("T...T..T", ["123", "56"]),
        ("T.L.T..T", ["1", "3", "56"]),
        ("TL..T..T", ["23", "56"]),
        ("TLL.T.LT", ["3", "5"]),
        ("T..LTL.T", ["12", "6"]),
        ("TLTLT", []),
    ],
)
def test_towns_and_locks_part_sections(canal: str, expected: list[str]) -> None:
    cells = [space for space, sign in enumerate(canal) if sign != "T"]
    locks = [space for space, sign in enumerate(canal) if sign == "L"]
    assert ["".join(map(str, cells)) for cells in sections(cells, locks)] == expected


def test_workers_on_the_canal_break_ties() -> None:
    assert ranks([(9, 2), (12, 0), (9, 3), (9, 2)]) == [3, 1, 2, 3]
    assert ranks([(9, 2), (9, 2), (7, 5), (9, 2)]) == [1, 1, 4, 1]


# Tables.


class Desk(Stepper):
    """A table that can be looked at and laid by hand, and that says what happens on it."""

    def __init__(self, case: Case, deal: int) -> None:
        super().__init__(case, deal)
        self.journal["listening"] = 1
        self.values, self.legend = case.rules.components.values, legend(case.rules)
        self.town_at = [row["space"] for row in self.legend["spaces"] if row["kind"] == "town"]
        self.set_up()

    @property
    def row(self) -> Any:
        """The state, by attribute."""
        return row_of(self.state)

    def happened(self, choice: int) -> list[Event]:
        """Carry out one choice and return its events."""
        self.journal["used"] = 0
        self.apply(choice)
        return [named(event, GAME) for event in events(self.journal) if event[0] != DECISION]

    def independent_copy(self) -> Desk:
        """Return a second table that looks the same and goes its own way."""
        other = super().independent_copy()
        assert isinstance(other, Desk)
        return other

    def position(self) -> Position:
        """Return what lies on the table."""
        state, board, seats = self.row, self.row.board, range(self.players)
        placed = laid_out(self.values, self.legend, self.players)
        placed.seat, placed.action_points = int(state.seat), int(state.action_points)
        placed.scores = board.scores[: self.players].tolist()
        placed.hands = [counted(state.players[seat].hand) for seat in seats]
        placed.pile = Counter(state.deck.pile[: state.deck.n_pile].tolist())
        placed.discards = Counter(state.deck.discards[: state.deck.n_discards].tolist())
        placed.locks, placed.built = bits(board.locks), bits(board.built)
        placed.lock_pieces, placed.art_works = int(board.n_locks), bits(board.art_works)
        placed.reserve = Counter()
        for colour in range(COLOURS):
            self.add_workers(placed, colour)
        return placed

    def add_workers(self, position: Position, colour: int) -> None:
        """Put the workers of a colour where they are on the table."""
        workers = self.row.board.colours[colour]
        in_town = dict(zip(self.town_at, workers.in_towns.tolist(), strict=False))
        in_vineyard = counted(workers.in_vineyards)
        position.canal.update({(colour, s): in_town.get(s, 1) for s in bits(workers.spaces)})
        position.vineyards.update({(colour, v): count for v, count in in_vineyard.items()})
        position.river.update({colour: int(workers.on_river)})
        position.reserve.update({colour: int(workers.reserve)})

    def lay(self, position: Position) -> None:
        """Put on the table what lies there by hand, in the first round."""
        state, board = self.row, self.row.board
        state.seat, state.action_points = position.seat, position.action_points
        state.turns = position.seat + 1
        board.scores[: self.players] = position.scores
        for seat, hand in enumerate(position.hands):
            state.players[seat].hand = [hand[card] for card in range(len(CARDS))]
            state.players[seat].n_cards = hand.total()
        self.fill("pile", position.pile)
        self.fill("discards", position.discards)
        board.locks, board.built = a_set(position.locks), a_set(position.built)
        board.n_locks, board.art_works = position.lock_pieces, a_set(position.art_works)
        board.river_free = position.board.blue_cells - position.river.total()
        for colour in range(COLOURS):
            self.lay_workers(position, colour)

    def fill(self, pile: str, cards: Counter[int]) -> None:
        """Make the pile or the discards of these cards."""
        self.row.deck[pile][: cards.total()] = list(cards.elements())
        self.row.deck["n_" + pile] = cards.total()

    def lay_workers(self, position: Position, colour: int) -> None:
        """Put the workers of a colour where they are by hand."""
        workers = self.row.board.colours[colour]
        workers.spaces = a_set(space for (of, space) in position.canal if of == colour)
        workers.in_towns[: len(self.town_at)] = [
            position.canal[colour, town] for town in self.town_at
        ]
        workers.in_vineyards = [position.vineyards[colour, v] for v in range(len(VINEYARDS))]
        workers.on_river, workers.reserve = position.river[colour], position.reserve[colour]


def bits(numbers: int) -> set[int]:
    """Return the members of a set that is kept as an integer."""
    return {bit for bit in range(63) if int(numbers) >> bit & 1}


def a_set(members: Iterable[int]) -> int:
    """Return a set as an integer."""
    return sum(1 << member for member in members)


def counted(counts: Any) -> Counter[int]:
    """Return an array of counts as a counter of those that are not 0."""
    return +Counter(dict(enumerate(counts.tolist())))


def desk(players: int, patch: Patch | None = None) -> Desk:
    """Return a table with a game laid out."""
    return Desk(Case(GAME, rules_with(patch or {}), (POLICIES["random"],) * players), deal=0)


# Tables of games.


@dataclass(frozen=True)
class Play:
    """A game to be played: the policy at each seat, which deal, by which rules."""

    lineup: tuple[str, ...]
    deal: int
    patch: Patch

    def moments(self) -> Iterator[Desk]:
        """Yield the table after setup and after every choice, until the end or the limit."""
        table = self.table()
        chance = random.Random(self.deal)
        yield table
        for _ in range(LIMIT):
            if table.is_over():
                return
            seat, menu = table.next_seat(), table.offer()
            is_anybody = self.lineup[seat] == ANYBODY
            table.apply(chance.choice(menu.tolist()) if is_anybody else table.ask(seat, menu))
            yield table

    def table(self) -> Desk:
        policies = [POLICIES.get(name, POLICIES["random"]) for name in self.lineup]
        return Desk(Case(GAME, rules_with(self.patch), tuple(policies)), self.deal)


A_SEAT = st.sampled_from([ANYBODY, *POLICIES])
ANY_PLAY = st.builds(
    Play,
    st.integers(2, 4).flatmap(lambda players: st.tuples(*[A_SEAT] * players)),
    st.integers(0, 10**9),
    ANY_PATCH,
)


Demand = Callable[[Desk, Position], None]
DEMANDS: list[Demand] = []
"""What must hold whenever somebody decides."""


def at_every_moment(demand: Demand) -> Demand:
    """Let `test_at_every_moment` demand something: all demands look at the same games."""
    DEMANDS.append(demand)
    return demand


@settings(max_examples=20, deadline=None, derandomize=True)
@given(ANY_PLAY)
def test_at_every_moment(play: Play) -> None:
    for table in play.moments():
        position = table.position()
        for demand in DEMANDS:
            demand(table, position)


@at_every_moment
def no_worker_comes_or_goes(table: Desk, position: Position) -> None:
    neutral = 0
    if table.players == 2 and table.values["neutral_workers"]:
        neutral = len(position.board.towns)
    own = [int(table.values["workers_per_player"])] * table.players
    counts = [n_workers(position, colour) for colour in range(COLOURS)]
    assert counts == [*own, *[0] * (NEUTRAL - table.players), neutral]


def n_workers(position: Position, colour: int) -> int:
    """Return how many workers of a colour there are, wherever they are."""
    in_vineyards = sum(count for (of, _), count in position.vineyards.items() if of == colour)
    on_board = position.on_canal(colour) + in_vineyards + position.river[colour]
    return on_board + position.reserve[colour]


@at_every_moment
def no_two_workers_stand_on_a_cell_and_none_on_a_lock(table: Desk, position: Position) -> None:
    standing = [space for (_, space) in position.canal if space in position.board.cells]
    assert len(standing) == len(set(standing))
    assert not position.locks & set(standing)
    assert position.occupied() <= position.board.spaces
    assert position.locks | position.built <= position.board.cells


@at_every_moment
def vineyards_and_blue_cells_never_hold_more_than_they_can(table: Desk, position: Position) -> None:
    assert {number for (_, number) in position.vineyards} <= position.board.vineyards.keys()
    for number, vineyard in position.board.vineyards.items():
        assert position.in_vineyard(number).total() <= vineyard.cells
    free = position.board.blue_cells - position.river.total()
    assert free == table.row.board.river_free >= 0


@at_every_moment
def no_card_comes_or_goes(table: Desk, position: Position) -> None:
    cards = sum(position.hands, position.pile + position.discards)
    assert cards == +laid_out(table.values, table.legend, table.players).pile
    n_cards = [int(player.n_cards) for player in table.row.players[: table.players]]
    assert n_cards == [hand.total() for hand in position.hands]


@at_every_moment
def a_score_is_the_sum_of_its_sources(table: Desk, position: Position) -> None:
    for score, player in zip(table.row.board.scores, table.row.players, strict=True):
        assert score == player.tally.points.sum()
        assert player.tally.sections_won == player.tally.won.sum()


@at_every_moment
def sections_and_locks_share_out_the_cells(table: Desk, position: Position) -> None:
    parts = [*position.sections(), sorted(position.locks)]
    assert sorted(cell for part in parts for cell in part) == sorted(position.board.cells)
    for cells in position.sections():
        assert len(position.built & set(cells)) in (0, len(cells))
    assert not position.completed()
    assert bool(position.unbuilt()) or table.is_over()


@settings(max_examples=12, deadline=None, derandomize=True)
@given(ANY_PLAY)
def test_what_is_built_stays(play: Play) -> None:
    before = play.table().position()
    for table in play.moments():
        position = table.position()
        assert before.built <= position.built
        assert before.locks <= position.locks
        assert before.art_works <= position.art_works
        assert before.river <= position.river
        before = position


@at_every_moment
def locks_keep_to_their_limits_and_pieces(table: Desk, position: Position) -> None:
    assert len(position.locks) + position.lock_pieces == table.values["lock_pieces"]
    assert position.lock_pieces >= 0
    board = position.board
    for stretch, limit in zip(board.stretches, board.lock_limits, strict=True):
        assert len(position.locks & set(stretch)) <= limit


@at_every_moment
def every_action_point_is_spent_lost_or_left(table: Desk, position: Position) -> None:
    state, n_players = table.row, table.players
    for seat, player in enumerate(state.players[:n_players]):
        turns = -(-(int(state.turns) - seat) // n_players)
        is_acting = seat == state.seat and state.end != End.ROUND_LIMIT
        left = int(state.action_points) if is_acting else 0
        used = int(player.tally.spent.sum() + player.tally.lost)
        assert left >= 0
        assert used + left == turns * int(table.values["action_points"])


@at_every_moment
def sections_are_counted_once_and_for_one_seat_at_most(table: Desk, position: Position) -> None:
    state = table.row
    won = sum(int(player.tally.sections_won) for player in state.players)
    counted = state.tally
    assert counted.sections == won + counted.unscored == counted.built.sum()
    in_all = sum((player.tally.won.astype(int) for player in state.players), start=0)
    assert (in_all <= counted.built).all()


@at_every_moment
def a_game_ends_when_all_is_built_or_after_the_last_round(table: Desk, position: Position) -> None:
    state, most = table.row, int(table.values["max_rounds"])
    assert -(-state.turns // table.players) <= most
    assert table.is_over() == (state.end != End.NOT_YET)
    assert (state.end == End.ALL_BUILT) == (not position.unbuilt())
    if state.end == End.ROUND_LIMIT:
        assert state.turns == most * table.players


@at_every_moment
def only_hands_of_others_and_the_pile_are_hidden(table: Desk, position: Position) -> None:
    if not table.is_over() and table.is_sampled():
        seat, other = table.next_seat(), table.independent_copy()
        other.hide(seat, seed=1)
        assert unhidden(other.position(), seat) == unhidden(position, seat)


def unhidden(position: Position, seat: int) -> Any:
    """Return all that a seat can see, and what the things it cannot see are together."""
    together = sum(position.hands, position.pile)
    sizes = [hand.total() for hand in position.hands]
    own = position.hands[seat]
    return replace(position, hands=[own], pile=Counter()), together, sizes


# Whole steps.


def whole_steps(table: Desk) -> Iterator[Step]:
    """Yield the whole step at the end of every way through small choices; they change nothing."""
    for choice in table.offer().tolist():
        other = table.independent_copy()
        happened = other.happened(choice)
        if happened:
            yield step_of(happened)
        else:
            assert other.row.phase != Phase.ACTION
            yield from whole_steps(other)


def step_of(happened: list[Event]) -> Step:
    """Return the step that brought these events."""
    event = next(event for event in happened if event["event"] != "reshuffled")
    known = ("event", "seat", "paid", "by_card", "points", "score", "card", "lost")
    what = tuple(value for name, value in event.items() if name not in known)
    return Step(event["event"], event.get("paid", 0), event.get("by_card", -1), what)


def assert_menu_is_right(table: Desk) -> None:
    position = table.position()
    assert sorted(whole_steps(table)) == sorted(steps(position))


@settings(max_examples=20, deadline=None, derandomize=True)
@given(ANY_PLAY, st.integers(0, 9))
def test_the_menu_holds_every_step_of_the_rules_once(play: Play, start: int) -> None:
    moments = (table for table in play.moments() if table.row.phase == Phase.ACTION)
    for table in islice(moments, start, None, 10):
        assert_menu_is_right(table)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(2, 4), st.integers(0, 10**9), ANY_PATCH)
def test_the_menu_is_right_on_any_table(players: int, number: int, patch: Patch) -> None:
    table = desk(players, patch=patch)
    table.lay(any_position(table, random.Random(number)))
    assert_menu_is_right(table)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_menu_is_right_on_many_tables(players: int) -> None:
    table, chance = desk(players), random.Random(players)
    for _ in range(40):
        table.lay(any_position(table, chance))
        assert_menu_is_right(table)


# Tables that no game has led to.


def any_position(table: Desk, chance: random.Random) -> Position:
    """Return a table with many sections that lack one worker, in the middle of some turn."""
    position = laid_out(table.values, table.legend, table.players)
    position.seat = chance.randrange(table.players)
    position.action_points = chance.randint(1, int(table.values["action_points"]))
    position.scores = [chance.randint(0, 9) for _ in range(table.players)]
    position.art_works = {card for card in (9, 10) if chance.random() < 0.3}
    build_locks(position, chance)
    build_sections(position, chance)
    scatter_workers(position, chance)
    scatter_cards(position, chance)
    return position


def build_locks(position: Position, chance: random.Random) -> None:
    """Build a few locks, but leave a section."""
    for cell in chance.sample(sorted(position.board.cells), chance.randint(0, 5)):
        is_last_cell = position.board.cells - position.locks == {cell}
        if cell in position.lock_cells() and not is_last_cell:
            position.locks.add(cell)
            position.lock_pieces -= 1


def build_sections(position: Position, chance: random.Random) -> None:
    """Let some sections be built already, but never all."""
    share = chance.choice([0.0, 0.5, 1.0])
    for cells in chance.sample(position.sections(), len(position.sections()))[1:]:
        if chance.random() < share:
            position.built |= set(cells)


def scatter_workers(position: Position, chance: random.Random) -> None:
    """Put workers anywhere, first where they fill sections except one cell."""
    gaps = {chance.choice(cells) for cells in position.unbuilt()}
    full = [cells for cells in position.unbuilt() if chance.random() < 0.7]
    places = [cell for cells in full for cell in cells if cell not in gaps]
    for colour in any_workers(position, chance):
        if places:
            position.canal[colour, places.pop()] += 1
        else:
            put_anywhere(position, colour, gaps, chance)


def any_workers(position: Position, chance: random.Random) -> list[int]:
    """Return the colours of all workers in any order, some of each seat left in its reserve."""
    has_neutral = len(position.hands) == 2 and position.rules["neutral_workers"]
    workers = [NEUTRAL] * len(position.board.towns) * has_neutral
    for seat, count in position.reserve.items():
        position.reserve[seat] = chance.randint(0, count // 2)
        workers += [seat] * (count - position.reserve[seat])
    return chance.sample(workers, len(workers))


def put_anywhere(position: Position, colour: int, gaps: set[int], chance: random.Random) -> None:
    """Put a worker into a town, onto a cell that is no gap, or, not a neutral one, elsewhere."""
    spaces = sorted(position.end_spaces() | (position.empty_cells() & position.built))
    chosen = chance.choice([space for space in spaces if space not in gaps])
    vineyards = sorted(position.open_vineyards())
    if colour != NEUTRAL and chance.random() < 0.4 and vineyards:
        position.vineyards[colour, chance.choice(vineyards)] += 1
    elif colour != NEUTRAL and chance.random() < 0.2 and position.has_free_blue_cell():
        position.river[colour] += 1
    else:
        position.canal[colour, chosen] += 1


def scatter_cards(position: Position, chance: random.Random) -> None:
    """Deal hands and part the other cards into the pile and the discards, one perhaps empty."""
    cards = chance.sample(sorted(position.pile.elements()), position.pile.total())
    for seat in range(len(position.hands)):
        position.hands[seat] = Counter(cards.pop() for _ in range(chance.randint(0, 6)))
    middle = chance.choice([0, len(cards) // 2, len(cards)])
    position.pile, position.discards = Counter(cards[:middle]), Counter(cards[middle:])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_laid_on_a_table_lies_there(players: int) -> None:
    table, chance = desk(players), random.Random(players)
    for _ in range(20):
        position = any_position(table, chance)
        table.lay(position)
        assert table.position() == position


@pytest.mark.parametrize("workers", [5, 10])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sections_and_vineyards_pay_their_majorities(players: int, workers: int) -> None:
    table = desk(players, patch={"workers_per_player": workers})
    chance, scoring = random.Random(players), Counter[int]()
    for _ in range(500):
        position = any_position(table, chance)
        position.action_points = 5
        table.lay(position)
        for kind, cell in finishing_steps(position)[:1]:
            expected = list(consequences(stepped(position, kind, cell), table.legend))
            assert done(table.independent_copy(), kind, cell)[1:] == expected
            scoring.update(event["colour"] for event in expected if "workers" in event)
    assert scoring.total() > 300
    assert min(scoring[colour] for colour in (NOBODY, *range(players))) > 10


def finishing_steps(position: Position) -> list[tuple[Choice, int]]:
    """Return the locks, then the placements, that complete a section."""
    can_place = position.reserve[position.seat] > 0
    cells = position.end_spaces() & position.board.cells if can_place else set()
    choices = [(Choice.LOCK, cell) for cell in sorted(position.lock_cells())]
    choices += [(Choice.PLACE, cell) for cell in sorted(cells)]
    return [choice for choice in choices if stepped(position, *choice).completed()]


def stepped(position: Position, kind: Choice, cell: int) -> Position:
    """Return what lies there after a lock or a placement, before anything is scored."""
    after = replace(
        position,
        canal=position.canal.copy(),
        locks=set(position.locks),
        built=set(position.built),
        scores=list(position.scores),
    )
    if kind == Choice.LOCK:
        after.locks.add(cell)
        after.scores[position.seat] += position.rules["lock_points"]
    else:
        after.canal[position.seat, cell] += 1
    return after


def done(table: Desk, kind: Choice, cell: int) -> list[Event]:
    """Carry out a lock or a placement by its two small choices and return what happened."""
    for is_wanted in (lambda c: c >> DETAIL_BITS == kind, lambda c: WORKER.space(c) == cell):
        happened = table.happened(next(filter(is_wanted, table.offer().tolist())))
    return happened


def consequences(position: Position, legend: Mapping[str, Any]) -> Iterator[Event]:
    """Yield all that follows from a step: sections, and the end of the game with the last one."""
    for cells in position.completed():
        workers = position.workers_on(cells)
        yield {"event": "section_built", "first": cells[0], "last": cells[-1]} | {
            name: workers[colour] for colour, name in enumerate(PER_COLOUR)
        }
        paid = paid_to(position, workers, legend["section_points"][str(len(cells))])
        yield {"event": "section_scored", "workers": len(cells), **paid}
        position.built |= set(cells)
    if not position.unbuilt():
        yield {"event": "game_over", "reason": 1, "rounds": 1}
        yield from last_things(position)


def paid_to(position: Position, workers: Counter[int], worth: int) -> Event:
    """Pay a majority and return who got what."""
    colour, points = pay(workers, worth)
    if colour in (NOBODY, NEUTRAL):
        return {"colour": colour, "points": 0, "score": 0}
    position.scores[colour] += points
    return {"colour": colour, "points": points, "score": position.scores[colour]}


def last_things(position: Position) -> Iterator[Event]:
    """Yield how the vineyards are counted and the seats ranked."""
    for number, vineyard in position.board.vineyards.items():
        workers = position.in_vineyard(number)
        counts = {name: workers[seat] for seat, name in enumerate(PER_COLOUR[:NEUTRAL])}
        yield {"event": "vineyard_counted", "vineyard": number, **counts}
        paid = paid_to(position, workers, vineyard.points)
        yield {"event": "vineyard_scored", "vineyard": number, **paid}
    results = [(score, position.on_canal(seat)) for seat, score in enumerate(position.scores)]
    for seat, rank in enumerate(ranks(results)):
        points, on_canal = results[seat]
        expected = {"seat": seat, "points": points, "on_canal": on_canal, "rank": rank}
        yield {"event": "ranked", **expected}


def test_a_very_large_section_is_counted_with_the_largest() -> None:
    table = desk(4, patch=LONG)
    position = laid_out(table.values, table.legend, 4)
    position.action_points = 5
    *cells, gap = position.board.stretches[2]
    position.canal.update((place % 3 + 1, cell) for place, cell in enumerate(cells))
    table.lay(position)
    happened = done(table, Choice.PLACE, gap)
    assert happened[-1] == {"event": "section_scored", "colour": 1, "workers": 14} | {
        "points": 28,
        "score": 28,
    }
    outcome = table.outcome()
    assert outcome["built"] == list(outcome["seats"][1]["won"]) == [0] * 11 + [1]
