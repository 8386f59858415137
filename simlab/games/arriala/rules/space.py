"""Sets of spaces of the canal, kept as the bits of an integer."""

from simlab.engine.bits import count, has, single
from simlab.engine.kernel import kernel
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import COLOURS, MOST_SPACES, Board


@kernel
def highest(spaces: int) -> int:
    """Return the last space of a set that is not empty."""
    filled = spaces
    for shift in (1, 2, 4, 8, 16, 32):
        filled |= filled >> shift
    return count(filled) - 1


@kernel
def around(space: int, reach: int) -> int:
    """Return the set of the spaces at most so far from a space."""
    beyond = min(space + reach, MOST_SPACES) + 1
    return (1 << beyond) - (1 << max(space - reach, 0))


@kernel
def spaces_with_workers(board: Board) -> int:
    """Return the set of the spaces where workers stand."""
    spaces = 0
    for colour in range(COLOURS):
        spaces |= board.colours[colour].spaces
    return spaces


@kernel
def unbuilt(board: Board) -> int:
    """Return the set of the cells that belong to sections not yet built."""
    return board.cells & ~board.built & ~board.locks


@kernel
def ends(rules: Rules, board: Board) -> int:
    """Return the set of the spaces where a worker may come to stand [A4, A12]."""
    cells = board.cells & ~board.locks if rules.may_enter_built else unbuilt(board)
    return board.towns | (cells & ~spaces_with_workers(board))


@kernel
def entrances(rules: Rules, board: Board) -> int:
    """Return the set of the spaces where a worker may come from the reserve or a vineyard.

    While a section is unbuilt there always is one: a section without a free cell is built [A5, A6].
    """
    spaces = ends(rules, board)
    return spaces if rules.may_place_in_town else spaces & ~board.towns


@kernel
def lock_cells(rules: Rules, board: Board) -> int:
    """Return the set of the cells where a lock may be put [A8]."""
    cells = unbuilt(board) & ~spaces_with_workers(board)
    if board.n_locks == 0:
        return 0
    for stretch in range(rules.n_stretches):
        of_stretch = rules.stretch_cells[stretch]
        if count(board.locks & of_stretch) >= rules.lock_limit[stretch]:
            cells &= ~of_stretch
    return cells


@kernel
def row_around(spaces: int, space: int) -> int:
    """Return those of a set of spaces that lie in a row around one of them; 0 if it is not."""
    row = 0
    wider = spaces & single(space)
    while wider != row:
        row = wider
        wider = (row | row << 1 | row >> 1) & spaces
    return row


@kernel
def section_around(board: Board, cell: int) -> int:
    """Return the set of the cells between the borders on both sides of a cell [A13]."""
    return row_around(board.cells & ~board.locks, cell)


@kernel
def full_section(board: Board, cell: int) -> int:
    """Return the unbuilt section of a cell if workers stand on all of it, else no cells [A13]."""
    if not has(unbuilt(board), cell):
        return 0
    cells = board.cells & ~board.locks
    row = row_around(cells & spaces_with_workers(board), cell)
    is_open = (row << 1 | row >> 1) & cells & ~row
    return 0 if is_open else row
