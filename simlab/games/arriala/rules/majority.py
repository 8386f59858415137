"""Who scores where workers stand together [A14]; a tally holds the workers of all colours."""

from simlab.engine.bits import count
from simlab.engine.kernel import kernel
from simlab.engine.record import number
from simlab.games.arriala.state import COLOURS, MOST_PLAYERS, NOBODY, Board

TALLY_BITS = 8
"""A colour has fewer than 256 workers."""


@kernel
def workers_of(tally: int, colour: int) -> int:
    """Return the workers of a colour in a tally."""
    return tally >> (TALLY_BITS * colour) & 0xFF


@kernel
def with_one_more(tally: int, colour: int) -> int:
    """Return a tally with one more worker of a colour."""
    return tally + (1 << (TALLY_BITS * colour))


@kernel
def lead_of(tally: int, colour: int) -> int:
    """Return how many workers a colour has beyond the most of any other seat."""
    own = lead = workers_of(tally, colour)
    for other in range(MOST_PLAYERS):
        if other != colour:
            lead = min(lead, own - workers_of(tally, other))
    return lead


@kernel
def tally_cells(board: Board, cells: int) -> int:
    """Return the tally of the workers on a set of cells."""
    tally = 0
    for colour in range(COLOURS):
        tally |= count(board.colours[colour].spaces & cells) << (TALLY_BITS * colour)
    return tally


@kernel
def tally_vineyard(board: Board, vineyard: int) -> int:
    """Return the tally of the workers in a vineyard."""
    tally = 0
    for colour in range(COLOURS):
        tally |= number(board.colours[colour].in_vineyards[vineyard]) << (TALLY_BITS * colour)
    return tally


@kernel
def colour_that_scores(tally: int) -> int:
    """Return the colour that scores: alone in the lead, or alone next below tied leaders [A14]."""
    most = second = 0
    for colour in range(COLOURS):
        n = workers_of(tally, colour)
        if n > most:
            most, second = n, most
        elif second < n < most:
            second = n
    colour = alone_with(tally, most)
    return alone_with(tally, second) if colour == NOBODY else colour


@kernel
def alone_with(tally: int, n: int) -> int:
    """Return the only colour that has `n` workers, at least one; NOBODY if none or several."""
    found = NOBODY
    if n == 0:
        return found
    for colour in range(COLOURS):
        if workers_of(tally, colour) == n:
            if found != NOBODY:
                return NOBODY
            found = colour
    return found
