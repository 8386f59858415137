"""How a turn begins, goes on and ends [T5, T7, T14–T17]."""

from simlab.engine.deck import discard
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words
from simlab.games.taxis.events import DISCARDED, TURN_BEGAN, TURN_ENDED
from simlab.games.taxis.rules.arrival import arrive
from simlab.games.taxis.rules.bonus import has_playable_bonus
from simlab.games.taxis.rules.card import remove_card
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import Phase, State

FOR_EVENT, FOR_LIMIT = 1, 2
BY_ITSELF, BY_CHOICE = 0, 1


@kernel
def turn_of(state: State) -> int:
    """Return the number of the turn under way, from 1, also before its first taxi is counted."""
    return state.turns + 1 - state.has_arrived


@kernel
def begin_turn(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Give the player their actions; a taxi comes unless a bonus card may come first [T6, T14].

    Bonus cards come before it is looked at whether a taxi can come at all [T7].
    """
    state.actions_left = rules.actions_per_turn
    state.is_bonus_forbidden = 0
    state.is_exchange_forbidden = 0
    state.has_arrived = 0
    note(journal, TURN_BEGAN, state.seat, state.rounds_ended + 1)
    if rules.bonus_before_arrival and has_playable_bonus(rules, state):
        state.phase = Phase.BEFORE_ARRIVAL
    else:
        arrive(rules, state, rng, journal)


@kernel
def go_on(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Return to the player, or end the turn when nothing can be done any more [T10–T15]."""
    if not state.has_arrived:
        state.phase = Phase.BEFORE_ARRIVAL
    elif state.actions_left > 0 or has_playable_bonus(rules, state):
        state.phase = Phase.ACTIONS
    else:
        end_turn(rules, state, BY_ITSELF, rng, journal)


@kernel
def end_turn(rules: Rules, state: State, means: int, rng: Words, journal: Journal) -> None:
    """Count the actions not taken, then ask for the surplus cards [T15, T16]."""
    note(journal, TURN_ENDED, state.seat, state.actions_left, means)
    state.tally.wasted_actions += state.actions_left
    check_hand_limit(rules, state, rng, journal)


@kernel
def check_hand_limit(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Ask for a discard while the hand is above the limit, else pass the turn on [T16]."""
    if state.hands[state.seat].n_cards > rules.hand_limit:
        state.phase = Phase.LIMIT_DISCARD
    else:
        pass_on(rules, state, rng, journal)


@kernel
def discard_chosen(rules: Rules, state: State, kind: int, rng: Words, journal: Journal) -> None:
    """Discard a card for an event or for the hand limit [T8, T16]."""
    is_for_event = state.phase == Phase.EVENT_DISCARD
    remove_card(rules, state.hands[state.seat], kind)
    discard(state.deck, kind)
    note(journal, DISCARDED, state.seat, kind, FOR_EVENT if is_for_event else FOR_LIMIT)
    if is_for_event:
        state.tally.discarded_by_event += 1
        go_on(rules, state, rng, journal)
    else:
        state.tally.discarded_by_limit += 1
        check_hand_limit(rules, state, rng, journal)


@kernel
def pass_on(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Begin the turn of the next seat clockwise [T17]."""
    state.seat += 1
    if state.seat == state.n_players:
        state.seat = 0
        state.rounds_ended += 1
        state.streets_at_round_end = state.n_taken
        state.tokens_at_round_end = state.n_tokens
        state.score_at_round_end = state.score
    begin_turn(rules, state, rng, journal)
