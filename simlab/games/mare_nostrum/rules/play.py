"""Who decides, and carrying out what was decided."""

from simlab.engine.journal import Journal
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.record import Words
from simlab.games.mare_nostrum.rules.battle import (
    convert_legion,
    fight_at_sea,
    fight_on_land,
    lose_seat,
)
from simlab.games.mare_nostrum.rules.choice import SEAT, SLOT
from simlab.games.mare_nostrum.rules.claims import name_holder
from simlab.games.mare_nostrum.rules.conquest import conquer, convert, seat_legion, step_on_marker
from simlab.games.mare_nostrum.rules.military import (
    choose_legion,
    move_legion,
    move_trireme,
    name_next,
)
from simlab.games.mare_nostrum.rules.production import choose_collection, choose_good
from simlab.games.mare_nostrum.rules.purchase import (
    begin_buying_turn,
    choose_purchase,
    keep,
    pay,
)
from simlab.games.mare_nostrum.rules.round import proceed
from simlab.games.mare_nostrum.rules.trade import (
    choose_swap,
    hand_over,
    offer,
    pick_token,
    swap,
    use_chip,
)
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import Asks, State


@kernel
def next_seat(rules: Rules, state: State) -> int:
    """Return the seat that is asked, until the game is over."""
    return OVER if state.asks == Asks.OVER else state.seat


@kernel
def apply(rules: Rules, state: State, choice: int, rng: Words, journal: Journal) -> None:
    """Carry out one choice and go on to the next decision."""
    asks = state.asks
    state.asks = Asks.NOBODY
    if asks <= Asks.SWAP_TAKE:
        answer_before_purchase(rules, state, asks, choice, journal)
    elif asks <= Asks.KEEP:
        answer_purchase(rules, state, asks, choice, journal)
    elif asks <= Asks.MOVE_LEGION:
        answer_moves(rules, state, asks, choice, journal)
    else:
        answer_battles_and_claims(rules, state, asks, choice, rng, journal)
    proceed(rules, state, rng, journal)


@kernel
def answer_before_purchase(
    rules: Rules, state: State, asks: int, choice: int, journal: Journal
) -> None:
    """Carry out a choice of production or trade [M4–M10]."""
    if asks == Asks.OFFER:
        offer(state, choice)
    elif asks == Asks.PICK:
        pick_token(state, choice, journal)
    elif asks == Asks.CHIP:
        use_chip(rules, state, choice, journal)
    elif asks == Asks.HAND_OVER:
        hand_over(state, choice, journal)
    elif asks == Asks.COLLECT:
        choose_collection(state, choice)
    elif asks == Asks.GOOD:
        choose_good(state, choice, journal)
    elif asks == Asks.SWAP_GIVE:
        choose_swap(state, choice)
    else:
        swap(state, choice, journal)


@kernel
def answer_purchase(rules: Rules, state: State, asks: int, choice: int, journal: Journal) -> None:
    """Carry out a choice of the purchase [M11–M17]."""
    if asks == Asks.PAY:
        pay(rules, state, choice, journal)
    elif asks == Asks.BUY:
        choose_purchase(rules, state, choice, journal)
    elif asks == Asks.KEEP:
        keep(rules, state, choice, journal)
    else:
        begin_buying_turn(state, SEAT.seat(choice), journal)


@kernel
def answer_moves(rules: Rules, state: State, asks: int, choice: int, journal: Journal) -> None:
    """Carry out a choice of order, conversions and moves [M19–M22, M28]."""
    if asks == Asks.MOVE_LEGION:
        choose_legion(rules, state, choice, journal)
    elif asks == Asks.MOVE_TRIREME:
        move_trireme(state, choice, journal)
    elif asks == Asks.ORDER:
        name_next(state, SEAT.seat(choice), journal)
    else:
        convert(state, choice, journal)


@kernel
def answer_battles_and_claims(
    rules: Rules, state: State, asks: int, choice: int, rng: Words, journal: Journal
) -> None:
    """Carry out a choice of battles, conquests and claims [M20–M29]."""
    if asks == Asks.FIGHT_ON_LAND:
        fight_on_land(state, choice, journal)
    elif asks == Asks.FIGHT_AT_SEA:
        fight_at_sea(rules, state, choice, rng, journal)
    elif asks == Asks.CONQUEST:
        conquer(rules, state, choice, rng, journal)
    elif asks == Asks.SEATING:
        seat_legion(state, choice, journal)
    elif asks == Asks.LEAVE_SEAT:
        move_legion(rules, state, state.target, state.leaving_to, SLOT.slot(choice), journal)
    elif asks == Asks.CONVERT_LEGION:
        convert_legion(state, choice, journal)
    elif asks == Asks.LOSE_SEAT:
        lose_seat(state, choice, journal)
    elif asks == Asks.MARKER_SEAT:
        step_on_marker(state, SLOT.slot(choice), journal)
    else:
        name_holder(state, SEAT.seat(choice), state.seat, journal)
