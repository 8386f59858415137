"""Features of a board of Arriala at the end of a turn, as the seat that has played it sees them."""

import numpy as np

from simlab.engine.bits import count, has, lowest, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Ints, Record, clear, nested, number, real
from simlab.games.arriala.evaluation import chance_of_majority
from simlab.games.arriala.rules.majority import (
    colour_that_scores,
    tally_cells,
    tally_vineyard,
    workers_of,
)
from simlab.games.arriala.rules.space import highest, section_around, spaces_with_workers, unbuilt
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import (
    CARDS,
    COLOURS,
    MOST_PLAYERS,
    NEUTRAL,
    NOBODY,
    VINEYARDS,
    Board,
    State,
)

HOLES = 4
"""Sections count by their free cells up to this many, those with more with the last."""
MOST_CARDS, MOST_OF_A_KIND = 12, 4.0
"""Cards in hand beyond which more change nothing."""
USUAL_ROUNDS, MOST_OVERTIME = 28, 40
"""Rounds beyond which they are counted, up to this many more."""


class SeatFeatures(Record):
    """What the net reads of a seat."""

    points = real("points so far")
    vineyard_points = real("points of the vineyards that would pay it now")
    reserve = real("workers in reserve")
    on_canal = real("workers in towns and on cells")
    on_free = real("workers in sections that are not built")
    cards = real("cards in hand")
    in_vineyards = real("workers in each vineyard", shape=len(VINEYARDS))
    leads = real("1 for a vineyard that would pay it now", shape=len(VINEYARDS))
    sections = real("expected points of sections not built, by free cells", shape=HOLES)
    cuts = real("points of rows of its workers at a border, which a lock would close off")


class Features(Record):
    """What the net reads of a position."""

    seats = nested(SeatFeatures, "what each seat has, the own one first", MOST_PLAYERS)
    players = real("1 for the number of players", shape=MOST_PLAYERS - 1)
    hand = real("own cards by kind", shape=len(CARDS))
    lead = real("points ahead of the best rival")
    final_lead = real("the same if the game ended now")
    is_ahead = real("1 ahead, -1 behind, if the game ended now")
    is_last = real("1 for the fewest points")
    built = real("share of the cells that is built")
    free = real("free cells of sections that are not built")
    sections = real("sections that are not built")
    locks = real("lock pieces left")
    river = real("blue cells still free")
    art_works = real("art works built")
    overtime = real("rounds beyond the usual")
    planned = real("value of the board to the planner")
    planned_sections = real("of that, sections not built")
    planned_vineyards = real("of that, vineyards")
    planned_cards = real("of that, cards")


@kernel
def observe_board(
    rules: Rules,
    state: State,
    board: Board,
    hand: Ints | Floats,
    n_cards: int,
    seat: int,
    row: Features,
) -> None:
    """Describe a table with another board and own hand, all but what the planner adds."""
    clear(row)
    n_players = state.n_players
    row.players[n_players - 2] = 1.0
    for card in range(len(CARDS)):
        row.hand[card] = min(float(hand[card]), MOST_OF_A_KIND)
    for turn in range(n_players):
        other = (seat + turn) % n_players
        observe_seat(rules, board, other, row.seats[turn])
        cards = n_cards if turn == 0 else state.players[other].n_cards
        row.seats[turn].cards = min(cards, MOST_CARDS)
    observe_sections(rules, board, seat, n_players, row)
    observe_lead(n_players, row)
    row.built = count(board.built) / count(board.cells)
    row.locks = board.n_locks
    row.river = board.river_free
    row.art_works = count(board.art_works)
    row.overtime = min(max(state.rounds - USUAL_ROUNDS, 0), MOST_OVERTIME)


@kernel
def observe_seat(rules: Rules, board: Board, seat: int, row: SeatFeatures) -> None:
    """Describe the points, workers and vineyards of a seat."""
    own = board.colours[seat]
    row.points = board.scores[seat]
    row.reserve = own.reserve
    row.on_canal = rules.workers_per_player - own.reserve - own.on_river
    row.on_free = count(own.spaces & unbuilt(board))
    for vineyard in range(len(VINEYARDS)):
        workers = number(own.in_vineyards[vineyard])
        row.on_canal -= workers
        row.in_vineyards[vineyard] = workers
        is_paid = has(board.vineyards, vineyard) and (
            colour_that_scores(tally_vineyard(board, vineyard)) == seat
        )
        row.leads[vineyard] = is_paid
        row.vineyard_points += rules.vineyard_points[vineyard] * is_paid


@kernel
def observe_sections(rules: Rules, board: Board, seat: int, n_players: int, row: Features) -> None:
    """Describe what the sections not built may bring each seat."""
    left, occupied = unbuilt(board), spaces_with_workers(board)
    row.free = count(left & ~occupied)
    while left:
        section = section_around(board, lowest(left))
        left &= ~section
        row.sections += 1.0
        tally = tally_cells(board, section)
        if tally == 0:
            continue
        expect_majority(rules, tally, count(section), seat, n_players, row)
        stretch = rules.stretch_at[lowest(section)]
        n_there = count(board.locks & rules.stretch_cells[stretch])
        if board.n_locks > 0 and n_there < rules.lock_limit[stretch]:
            free = section & ~occupied
            expect_cut(rules, board, section & (single(lowest(free)) - 1), seat, n_players, row)
            after = section & ~(single(highest(free) + 1) - 1)
            expect_cut(rules, board, after, seat, n_players, row)


@kernel
def expect_majority(
    rules: Rules, tally: int, size: int, seat: int, n_players: int, row: Features
) -> None:
    """Add what a section may bring to each seat that has workers there."""
    holes = size
    most = second = 0
    for colour in range(COLOURS):
        n = workers_of(tally, colour)
        holes -= n
        if n > most:
            most, second = n, most
        elif n > second:
            second = n
    for turn in range(n_players):
        n = workers_of(tally, (seat + turn) % n_players)
        ahead = n - (second if n == most else most)
        if n > 0 and ahead + holes > 0:
            points = rules.section_points[size] * chance_of_majority(ahead, holes)
            row.seats[turn].sections[min(holes, HOLES) - 1] += points


@kernel
def expect_cut(
    rules: Rules, board: Board, cells: int, seat: int, n_players: int, row: Features
) -> None:
    """Add the points of a row of workers that a lock would close off."""
    if cells == 0:
        return
    colour = colour_that_scores(tally_cells(board, cells))
    if colour not in (NOBODY, NEUTRAL):
        row.seats[(colour - seat) % n_players].cuts += rules.section_points[count(cells)]


@kernel
def observe_lead(n_players: int, row: Features) -> None:
    """Compare the own points with those of the rivals, now and if the game ended."""
    own = row.seats[0]
    lead = final_lead = np.inf
    is_last = 1.0
    for turn in range(1, n_players):
        rival = row.seats[turn]
        lead = min(lead, own.points - rival.points)
        final = own.points + own.vineyard_points - rival.points - rival.vineyard_points
        final_lead = min(final_lead, final)
        if rival.points < own.points:
            is_last = 0.0
    row.lead, row.final_lead, row.is_last = lead, final_lead, is_last
    row.is_ahead = (final_lead > 0.0) - (final_lead < 0.0)
