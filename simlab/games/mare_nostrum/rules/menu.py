"""What the seat to decide may choose, chapter by chapter."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints
from simlab.games.mare_nostrum.rules.battle import (
    list_before_roll,
    list_land_battles,
    list_sea_battles,
)
from simlab.games.mare_nostrum.rules.choice import Choice
from simlab.games.mare_nostrum.rules.claims import list_tied
from simlab.games.mare_nostrum.rules.conquest import (
    list_conquest,
    list_conversions,
    list_seats,
    list_slots,
)
from simlab.games.mare_nostrum.rules.military import (
    list_legion_moves,
    list_order,
    list_sea_moves,
)
from simlab.games.mare_nostrum.rules.payment import list_payments
from simlab.games.mare_nostrum.rules.production import list_production
from simlab.games.mare_nostrum.rules.purchase import list_buyers, list_keepable, list_purchases
from simlab.games.mare_nostrum.rules.trade import list_trade
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import Asks, State


@kernel
def legal(rules: Rules, state: State, menu: Ints) -> int:
    """Write the legal choices of the seat to decide into `menu`; return how many."""
    asks = state.asks
    if asks <= Asks.GOOD:
        return list_production(state, menu)
    if asks <= Asks.SWAP_TAKE:
        return list_trade(rules, state, menu)
    if asks <= Asks.KEEP:
        return list_purchase(rules, state, menu)
    if asks <= Asks.LOSE_SEAT:
        return list_military(rules, state, menu)
    return list_conquest_and_claims(rules, state, menu)


@kernel
def list_purchase(rules: Rules, state: State, menu: Ints) -> int:
    """List the choices of the purchase."""
    if state.asks == Asks.PAY:
        return list_payments(rules, state, menu)
    if state.asks == Asks.BUY:
        return list_purchases(rules, state, menu)
    if state.asks == Asks.KEEP:
        return list_keepable(rules, state, menu)
    return list_buyers(state, menu)


@kernel
def list_military(rules: Rules, state: State, menu: Ints) -> int:
    """List the choices of order, moves and battles."""
    asks = state.asks
    if asks == Asks.MOVE_LEGION:
        return list_legion_moves(rules, state, menu)
    if asks == Asks.MOVE_TRIREME:
        return list_sea_moves(rules, state, menu)
    if asks == Asks.FIGHT_ON_LAND:
        return list_land_battles(rules, state, menu)
    if asks == Asks.FIGHT_AT_SEA:
        return list_sea_battles(rules, state, menu)
    if asks == Asks.ORDER:
        return list_order(state, menu)
    if asks == Asks.CONVERT:
        return list_conversions(rules, state, menu)
    if asks == Asks.CONVERT_LEGION:
        return list_before_roll(menu)
    if asks == Asks.LEAVE_SEAT:
        return list_slots(menu, 0, Choice.LEAVE_SEAT, state.provinces[state.target].seated)
    return list_slots(menu, 0, Choice.LOSE_SEAT, state.provinces[state.battle_place].seated)


@kernel
def list_conquest_and_claims(rules: Rules, state: State, menu: Ints) -> int:
    """List the choices of conquerors and of title holders."""
    asks = state.asks
    if asks == Asks.CONQUEST:
        return list_conquest(rules, state, menu)
    if asks == Asks.SEATING:
        return list_seats(state, menu)
    if asks == Asks.MARKER_SEAT:
        return list_slots(menu, 0, Choice.TAKE_MARKER_FROM, state.provinces[state.target].seated)
    return list_tied(state, menu)
