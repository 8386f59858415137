"""Who is asked for what, and which step of the round comes next."""

from simlab.engine.kernel import kernel
from simlab.games.mare_nostrum.state import Asks, State


@kernel
def ask(state: State, seat: int, asks: int) -> None:
    """Let a seat decide."""
    state.seat = seat
    state.asks = asks


@kernel
def begin_step(state: State, step: int, waiting: int) -> None:
    """Go on to a step in which some seats have to act; nobody is asked yet."""
    state.step = step
    state.waiting = waiting
    state.asks = Asks.NOBODY


@kernel
def everybody(state: State) -> int:
    """Return the set of all seats."""
    return (1 << state.n_players) - 1
