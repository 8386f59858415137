"""Points: sections, vineyards, the score track [A13, A14, A16]."""

from simlab.engine.bits import count, has, lowest
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.arriala.events import (
    SECTION_BUILT,
    SECTION_SCORED,
    VINEYARD_COUNTED,
    VINEYARD_SCORED,
)
from simlab.games.arriala.rules.majority import (
    colour_that_scores,
    tally_cells,
    tally_vineyard,
    workers_of,
)
from simlab.games.arriala.rules.space import full_section
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import NEUTRAL, NOBODY, SIZES, VINEYARDS, Board, Points, State


@kernel
def score(state: State, seat: int, source: int, points: int) -> int:
    """Give points to a seat; return its score."""
    state.players[seat].tally.points[source] += points
    state.board.scores[seat] += points
    return state.board.scores[seat]


@kernel
def build_if_full(rules: Rules, state: State, cell: int, journal: Journal) -> None:
    """Build the section of a cell if workers stand on all of its cells [A13]."""
    section = full_section(state.board, cell)
    if section:
        build(rules, state, section, journal)


@kernel
def build(rules: Rules, state: State, section: int, journal: Journal) -> None:
    """Close a section, pay its majority and keep count [A13, A14]."""
    size = count(section)
    first = lowest(section)
    tally = tally_cells(state.board, section)
    note(
        journal,
        SECTION_BUILT,
        first,
        first + size - 1,
        workers_of(tally, 0),
        workers_of(tally, 1),
        workers_of(tally, 2),
        workers_of(tally, 3),
        workers_of(tally, NEUTRAL),
    )
    state.tally.sections += 1
    state.tally.built[min(size, SIZES) - 1] += 1
    colour = close_section(rules, state.board, section)
    if colour in (NOBODY, NEUTRAL):
        state.tally.unscored += 1
        note(journal, SECTION_SCORED, colour, size, 0, 0)
        return
    player = state.players[colour]
    player.tally.points[Points.SECTIONS] += rules.section_points[size]
    player.tally.sections_won += 1
    player.tally.won[min(size, SIZES) - 1] += 1
    points, total = rules.section_points[size], state.board.scores[colour]
    note(journal, SECTION_SCORED, colour, size, points, total)


@kernel
def close_section(rules: Rules, board: Board, section: int) -> int:
    """Mark a section as built and pay its majority by its workers; return who scores [A14, A15].

    Neutral workers that score, and a tie, pay nobody.
    """
    board.built |= section
    colour = colour_that_scores(tally_cells(board, section))
    if colour not in (NOBODY, NEUTRAL):
        board.scores[colour] += rules.section_points[count(section)]
    return colour


@kernel
def pay_vineyards(rules: Rules, state: State, journal: Journal) -> None:
    """Pay each vineyard in play to its majority [A16]."""
    for vineyard in range(len(VINEYARDS)):
        if not has(state.board.vineyards, vineyard):
            continue
        tally = tally_vineyard(state.board, vineyard)
        note(
            journal,
            VINEYARD_COUNTED,
            vineyard,
            workers_of(tally, 0),
            workers_of(tally, 1),
            workers_of(tally, 2),
            workers_of(tally, 3),
        )
        colour = colour_that_scores(tally)
        state.vineyard_winners[vineyard] = colour
        points = total = 0
        if colour != NOBODY:
            points = rules.vineyard_points[vineyard]
            total = score(state, colour, Points.VINEYARDS, points)
        note(journal, VINEYARD_SCORED, vineyard, colour, points, total)


@kernel
def sole_leader(state: State) -> int:
    """Return the seat with more points than every other, or NOBODY."""
    leader, most = NOBODY, -1
    for seat in range(state.n_players):
        points = state.board.scores[seat]
        if points > most:
            leader, most = seat, points
        elif points == most:
            leader = NOBODY
    return leader


@kernel
def is_last(rules: Rules, board: Board, n_players: int, seat: int) -> bool:
    """Say whether a seat is last on the score track, tied or not as the rules have it [A11]."""
    own = board.scores[seat]
    for other in range(n_players):
        if other == seat:
            continue
        points = board.scores[other]
        if points < own or (points == own and not rules.tied_last_may_build):
            return False
    return True


@kernel
def points_so_far(rules: Rules, state: State, row: Row) -> None:
    """Write the points of each seat: after the last turn with what the vineyards pay."""
    for seat in range(state.n_players):
        row.scores[seat] = state.board.scores[seat]


@kernel
def note_leader(state: State) -> None:
    """Count a change of the lead: another seat leads alone than the last that did."""
    leader = sole_leader(state)
    if leader == NOBODY or leader == state.leader:
        return
    state.lead_changes += state.leader != NOBODY
    state.leader = leader
