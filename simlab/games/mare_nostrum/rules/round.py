"""The course of a round: five chapters one after the other, up to the next decision."""

from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words
from simlab.games.mare_nostrum.events import ROUND_BEGAN
from simlab.games.mare_nostrum.rules.battle import ask_for_sea_battle, proceed_land_battles
from simlab.games.mare_nostrum.rules.claims import begin_claims, proceed_claims
from simlab.games.mare_nostrum.rules.conquest import ask_for_conquest, ask_for_conversion
from simlab.games.mare_nostrum.rules.level import update_levels
from simlab.games.mare_nostrum.rules.military import (
    ask_for_legion,
    ask_for_order,
    ask_for_trireme,
    begin_military_turn,
)
from simlab.games.mare_nostrum.rules.production import begin_production, proceed_production
from simlab.games.mare_nostrum.rules.purchase import proceed_purchase
from simlab.games.mare_nostrum.rules.standing import note_leader
from simlab.games.mare_nostrum.rules.trade import proceed_trade
from simlab.games.mare_nostrum.rules.victory import check_cities, check_titles, end_game
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import NOBODY, Asks, State, Step, Way


@kernel
def begin_round(rules: Rules, state: State, journal: Journal) -> None:
    """Begin a round, other than the first, with its production."""
    state.rounds += 1
    state.marked = 0
    note(journal, ROUND_BEGAN, state.rounds)
    for seat in range(state.n_players):
        state.players[seat].used[:] = 0
    begin_production(rules, state)


@kernel
def proceed(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Go on until somebody has to decide or the game is over."""
    while state.asks == Asks.NOBODY:
        step = state.step
        if step < Step.CHIP:
            proceed_production(rules, state, rng, journal)
        elif step < Step.NAME_BUYER:
            proceed_trade(rules, state, journal)
        elif step < Step.ORDER:
            proceed_purchase(rules, state, rng, journal)
        elif step < Step.CLAIMS:
            proceed_military(rules, state, rng, journal)
        elif proceed_claims(state, journal):
            end_round(rules, state, journal)


@kernel
def proceed_military(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Ask for the next decision of the military turn, or begin the next seat's [M19–M28]."""
    step = state.step
    if step == Step.ORDER:
        ask_for_order(state, journal)
    elif step == Step.CONVERSIONS:
        ask_for_conversion(rules, state)
    elif step == Step.SEA_MOVES:
        ask_for_trireme(rules, state)
    elif step == Step.SEA_BATTLES:
        ask_for_sea_battle(rules, state)
    elif step == Step.LEGION_MOVES:
        ask_for_legion(rules, state)
    elif step == Step.LAND_BATTLES:
        proceed_land_battles(rules, state, rng, journal)
    elif not ask_for_conquest(rules, state):
        end_military_turn(rules, state, journal)


@kernel
def end_military_turn(rules: Rules, state: State, journal: Journal) -> None:
    """Let the next seat move; after the last one look at levels and cities [M18, M31]."""
    if state.turn + 1 < state.n_players:
        begin_military_turn(state, state.turn + 1, journal)
        return
    update_levels(rules, state, journal)
    begin_claims(state)
    check_cities(rules, state, journal)


@kernel
def end_round(rules: Rules, state: State, journal: Journal) -> None:
    """Look at the titles, stop at the cap, or begin the next round [M31, M32]."""
    check_titles(rules, state, journal)
    if state.asks == Asks.OVER:
        return
    if state.rounds == rules.rounds_cap:
        end_game(rules, state, NOBODY, Way.CAPPED, journal)
    else:
        note_leader(state)
        begin_round(rules, state, journal)
