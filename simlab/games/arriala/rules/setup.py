"""The table at the start [A1–A3]."""

from simlab.engine.bits import members
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words, clear, copy_items
from simlab.games.arriala.events import DEALT, NEUTRAL_PLACED
from simlab.games.arriala.rules.action import stand
from simlab.games.arriala.rules.card import draw_card
from simlab.games.arriala.rules.turn import begin_turn
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import NEUTRAL, NO_CARD, NO_SPACE, NOBODY, Source, State


@kernel
def setup(rules: Rules, state: State, players: int, rng: Words, journal: Journal) -> None:
    """Lay out the board for a number of players, deal the first hands and begin [A1–A3]."""
    clear(state)
    state.n_players = players
    state.board.cells = rules.cells[players]
    state.board.towns = rules.towns[players]
    state.board.vineyards = rules.vineyards[players]
    state.board.river_free = rules.river_cells[players]
    state.board.n_locks = rules.lock_pieces
    state.card = NO_CARD
    state.worker_space = NO_SPACE
    state.leader = NOBODY
    state.leaders[:] = NOBODY
    state.vineyard_winners[:] = NOBODY
    state.board.scores[:] = rules.head_start
    give_workers(rules, state)
    if players == 2 and rules.neutral_workers:
        place_neutral_workers(rules, state, journal)
    stack_deck(rules, state)
    for seat in range(players):
        for _ in range(rules.starting_cards):
            card = draw_card(state, seat, rng, journal)
            note(journal, DEALT, seat, card)
    begin_turn(rules, state, journal)


@kernel
def give_workers(rules: Rules, state: State) -> None:
    """Give everybody workers in reserve [A1]."""
    for seat in range(state.n_players):
        state.board.colours[seat].reserve = rules.workers_per_player


@kernel
def place_neutral_workers(rules: Rules, state: State, journal: Journal) -> None:
    """One neutral worker stands in each town in play [A2]."""
    for space in members(state.board.towns):
        stand(rules, state.board, NEUTRAL, space)
        note(journal, NEUTRAL_PLACED, space)


@kernel
def stack_deck(rules: Rules, state: State) -> None:
    """Put all cards into the pile [A1]."""
    copy_items(rules.deck, state.deck.pile)
    state.deck.n_pile = rules.n_deck
    state.deck.source = Source.DECK
