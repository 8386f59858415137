"""The functions that simlab calls: setup, who decides, carrying out a choice, the outcome."""

from simlab.engine.journal import note
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.record import NOT_APPLICABLE, Row, Words, number
from simlab.engine.rng import below
from simlab.games.taxis.events import DEALT, OFFICER_PLACED
from simlab.games.taxis.rules.action import (
    begin_loading,
    depart,
    draw,
    exchange,
    keep_drawn,
    load,
    move_officer,
)
from simlab.games.taxis.rules.arrival import arrive, reveal_next_back
from simlab.games.taxis.rules.bonus import place_by_bonus, play_bonus, remove_token
from simlab.games.taxis.rules.card import add_card, draw_card, empty_hand
from simlab.games.taxis.rules.choice import Choice, detail_of, kind_of
from simlab.games.taxis.rules.turn import (
    BY_CHOICE,
    begin_turn,
    discard_chosen,
    end_turn,
    go_on,
)
from simlab.games.taxis.state import (
    COLOURS,
    HIGHEST_TAXI,
    NO_CARD,
    RESERVE,
    End,
    Phase,
    Source,
)


@kernel
def setup(rules: Row, state: Row, players: int, rng: Words, journal: Row) -> None:
    """Clear the table and ask seat 0 where the officers begin; the deal comes after [T1, T5]."""
    state.n_players = players
    state.n_hands = RESERVE + 1 if players == 1 else players
    state.seat = 0
    state.phase = Phase.PLACE_OFFICERS
    state.end = End.NOT_YET
    state.n_officers = 0
    state.officers[:] = NO_CARD
    for hand in range(state.hands.shape[0]):
        empty_hand(state.hands[hand])
    clear_streets(state)
    clear_turn(state)
    clear_counters(state)
    stack_decks(rules, state)


@kernel
def clear_streets(state: Row) -> None:
    """Leave all streets free."""
    state.street_value[:] = 0
    state.street_card[:] = NO_CARD
    state.street_token[:] = 0
    state.n_taken = 0
    state.n_tokens = 0


@kernel
def clear_turn(state: Row) -> None:
    """Forget what belongs to a turn or to a step of it."""
    state.actions_left = 0
    state.is_bonus_forbidden = 0
    state.is_exchange_forbidden = 0
    state.has_arrived = 0
    state.given = NO_CARD
    state.drawn = NO_CARD
    state.loading = 0
    state.loaded = 0
    state.n_matching = 0


@kernel
def clear_counters(state: Row) -> None:
    """Set all that is counted to zero."""
    state.score = 0
    state.turns = 0
    state.rounds_ended = 0
    state.streets_at_round_end = 0
    state.tokens_at_round_end = 0
    state.score_at_round_end = 0
    state.arrivals = 0
    state.tokens_placed = 0
    state.most_taken = 0
    state.draws = 0
    state.moves = 0
    state.exchanges = 0
    state.sent = 0
    state.sent_by_colour[:] = 0
    state.sent_by_value[:] = 0
    state.wasted = 0
    state.bonus_played[:] = 0
    state.events_met[:] = 0
    state.overloaded = 0
    state.discarded_by_limit = 0
    state.discarded_by_event = 0
    state.reshuffles = 0


@kernel
def stack_decks(rules: Row, state: Row) -> None:
    """Put all cards into the taxi deck and the draw pile [T2, T3]."""
    for card in range(state.taxi_deck.shape[0]):
        state.taxi_deck[card] = card
    state.n_taxi_deck = rules.n_taxis
    state.next_taxi = NO_CARD
    for card in range(state.pile.shape[0]):
        state.pile[card] = rules.soldiers[card]
    state.n_pile = rules.n_soldiers
    state.pile_source = Source.SOLDIER_DECK
    state.n_discards = 0


@kernel
def next_seat(rules: Row, state: Row) -> int:
    """The player of the turn decides until the game is over [T17]."""
    return OVER if state.phase == Phase.OVER else state.seat


@kernel
def apply(rules: Row, state: Row, choice: int, rng: Words, journal: Row) -> None:
    """Carry out one choice and all that the rules make follow."""
    kind, detail = kind_of(choice), detail_of(choice)
    if kind == Choice.DRAW:
        draw(rules, state, rng, journal)
        if state.phase != Phase.KEEP_CARD:
            go_on(rules, state, rng, journal)
    elif kind == Choice.MOVE:
        move_officer(rules, state, detail // 2, detail % 2, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.SEND:
        begin_loading(state, detail)
    elif kind == Choice.LOAD:
        load(rules, state, detail, journal)
    elif kind == Choice.DEPART:
        depart(rules, state, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.GIVE:
        state.given = detail
        state.phase = Phase.TAKE_CARD
    elif kind == Choice.TAKE:
        exchange(rules, state, detail, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.END_TURN:
        end_turn(rules, state, BY_CHOICE, rng, journal)
    elif kind == Choice.DISCARD:
        discard_chosen(rules, state, detail, rng, journal)
    else:
        apply_rare(rules, state, kind, detail, rng, journal)


@kernel
def apply_rare(rules: Row, state: Row, kind: int, detail: int, rng: Words, journal: Row) -> None:
    """Carry out a choice of setup, of a bonus card, or of a solo game."""
    if kind == Choice.BONUS:
        play_bonus(rules, state, detail, rng, journal)
        if state.phase != Phase.MOVE_BY_BONUS and state.phase != Phase.REMOVE_TOKEN:
            go_on(rules, state, rng, journal)
    elif kind == Choice.PLACE:
        place_by_bonus(state, detail, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.UNTOKEN:
        remove_token(state, detail, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.KEEP or kind == Choice.RESERVE:
        keep_drawn(rules, state, RESERVE if kind == Choice.RESERVE else state.seat, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.REVEAL:
        arrive(rules, state, rng, journal)
    else:
        place_officers(rules, state, kind, detail, rng, journal)


@kernel
def place_officers(
    rules: Row, state: Row, kind: int, detail: int, rng: Words, journal: Row
) -> None:
    """Set up two officers on a colour or one on a spot; after the last, deal and begin [T1]."""
    for spot in range(rules.n_streets):
        if (kind == Choice.COLOUR and rules.street_colour[spot] == detail) or (
            kind == Choice.SPOT and spot == detail
        ):
            state.officers[state.n_officers] = spot
            note(journal, OFFICER_PLACED, state.n_officers, spot)
            state.n_officers += 1
    if state.n_officers == rules.officers:
        deal(rules, state, rng, journal)
        reveal_next_back(rules, state, rng, journal)
        begin_turn(rules, state, rng, journal)


@kernel
def deal(rules: Row, state: Row, rng: Words, journal: Row) -> None:
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


@kernel
def outcome(rules: Row, state: Row, finished: bool, row: Row) -> None:
    """Describe the finished or capped game [T21]."""
    row.score = state.score
    row.tier = tier_of(rules, state.score)
    row.end_reason = state.end if finished else NOT_APPLICABLE
    row.rounds = -(-state.turns // state.n_players)
    row.turns = state.turns
    row.sent = state.sent
    row.left_standing = state.n_taken
    row.left_undrawn = state.n_taxi_deck + (state.next_taxi != NO_CARD)
    for colour in range(COLOURS):
        row.sent_colour[colour] = state.sent_by_colour[colour]
    for i in range(HIGHEST_TAXI):
        row.sent_value[i] = state.sent_by_value[i]
    row.arrivals = state.arrivals
    row.tokens_placed = state.tokens_placed
    row.most_streets = state.most_taken
    row.draws = state.draws
    row.moves = state.moves
    row.exchanges = state.exchanges
    row.sends = state.sent
    row.wasted_actions = state.wasted
    for i in range(state.bonus_played.shape[0]):
        row.bonus[i] = state.bonus_played[i]
    for i in range(state.events_met.shape[0]):
        row.events[i] = state.events_met[i]
    row.overloaded = state.overloaded
    row.discarded_by_limit = state.discarded_by_limit
    row.discarded_by_event = state.discarded_by_event
    row.reshuffles = state.reshuffles


@kernel
def tier_of(rules: Row, score: int) -> int:
    """Return how many lower bounds of the victory table a score reaches [T21]."""
    tier = 0
    for i in range(rules.n_tiers):
        tier += score >= rules.tier_from[i]
    return tier


@kernel
def snapshot(rules: Row, state: Row, row: Row) -> int:
    """Describe the table at the end of round `row.rounds`; a game that ends in a round ends it.

    When the first taxi of a round ends the game, the round before has ended by the same choice.
    """
    if row.rounds > state.rounds_ended:
        row.streets = state.n_taken
        row.tokens = state.n_tokens
        row.score = state.score
    else:
        row.streets = state.streets_at_round_end
        row.tokens = state.tokens_at_round_end
        row.score = state.score_at_round_end
    has_begun = state.turns > state.rounds_ended * state.n_players
    return state.rounds_ended + (has_begun and state.phase == Phase.OVER)


@kernel
def hide(rules: Row, state: Row, seat: int, rng: Words) -> None:
    """Redeal the only hidden thing fixed in advance: which card lies under the top back [T2].

    The next card is drawn again from the cards to come with the same back. The rest of the deck and
    the draw pile have no order until a card is needed. Use the first stream.
    """
    if state.next_taxi == NO_CARD:
        return
    colour = rules.street_colour[rules.taxi_street[state.next_taxi]]
    n_alike = 0
    for i in range(state.n_taxi_deck):
        n_alike += rules.street_colour[rules.taxi_street[state.taxi_deck[i]]] == colour
    chosen = below(rng[0], n_alike + 1)
    for i in range(state.n_taxi_deck):
        if rules.street_colour[rules.taxi_street[state.taxi_deck[i]]] != colour:
            continue
        if chosen == 0:
            card = number(state.taxi_deck[i])
            state.taxi_deck[i] = state.next_taxi
            state.next_taxi = card
            return
        chosen -= 1
