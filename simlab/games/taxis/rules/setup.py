"""The table at the start [T1–T5]."""

from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words, clear, copy_items
from simlab.games.taxis.events import DEALT, OFFICER_PLACED
from simlab.games.taxis.rules.arrival import reveal_next_back
from simlab.games.taxis.rules.card import add_card, draw_card
from simlab.games.taxis.rules.choice import COLOUR, STREET, Choice, kind_of
from simlab.games.taxis.rules.turn import begin_turn
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import NO_CARD, RESERVE, Phase, Source, State


@kernel
def setup(rules: Rules, state: State, players: int, rng: Words, journal: Journal) -> None:
    """Clear the table and ask seat 0 where the officers begin; the deal comes after [T1, T5]."""
    clear(state)
    state.n_players = players
    state.n_hands = RESERVE + 1 if players == 1 else players
    state.phase = Phase.PLACE_OFFICERS
    state.officers[:] = NO_CARD
    state.street_card[:] = NO_CARD
    state.given_kind = state.drawn = NO_CARD
    stack_decks(rules, state)


@kernel
def stack_decks(rules: Rules, state: State) -> None:
    """Put all cards into the taxi deck and the draw pile [T2, T3]."""
    for card in range(state.taxi_deck.shape[0]):
        state.taxi_deck[card] = card
    state.n_taxi_deck = rules.n_taxis
    state.next_taxi = NO_CARD
    copy_items(rules.soldiers, state.deck.pile)
    state.deck.n_pile = rules.n_soldiers
    state.deck.source = Source.SOLDIER_DECK


@kernel
def place_officers(rules: Rules, state: State, choice: int, rng: Words, journal: Journal) -> None:
    """Set up two officers on a colour or one on a spot; after the last, deal and begin [T1]."""
    is_colour = kind_of(choice) == Choice.COLOUR
    for spot in range(rules.n_streets):
        is_chosen = spot == STREET.street(choice)
        if is_colour:
            is_chosen = rules.street_colour[spot] == COLOUR.colour(choice)
        if is_chosen:
            state.officers[state.n_officers] = spot
            note(journal, OFFICER_PLACED, state.n_officers, spot)
            state.n_officers += 1
    if state.n_officers == rules.officers:
        deal(rules, state, rng, journal)
        reveal_next_back(rules, state, rng, journal)
        begin_turn(rules, state, rng, journal)


@kernel
def deal(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Deal one card at a time from seat 0; alone, first the hand, then the reserve [T3, T4]."""
    n_reserve = 0
    if state.n_players == 1:
        n_reserve = min(rules.solo_reserve_limit, rules.initial_cards // 2)
    for i in range(rules.initial_cards):
        hand = i % state.n_players
        if i >= rules.initial_cards - n_reserve:
            hand = RESERVE
        kind = draw_card(state, rng, journal)
        add_card(rules, state.hands[hand], kind)
        note(journal, DEALT, hand, kind)
