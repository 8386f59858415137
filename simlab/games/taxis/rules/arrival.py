"""Step 1 of a turn: a taxi arrives, with its event [T6–T9]."""

from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words, number
from simlab.engine.rng import below
from simlab.games.taxis.events import (
    EVENT_MET,
    GAME_OVER,
    NEXT_BACK,
    OVERTAKEN,
    TAXI_PLACED,
    TOKEN_PLACED,
)
from simlab.games.taxis.rules.ring import street_after
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import NO_CARD, WITHOUT_EFFECT, End, Event, Phase, Source, State


@kernel
def arrive(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Let taxis arrive until no event brings another, then turn to the player [T6–T8]."""
    event: int = Event.ANOTHER_TAXI
    while event == Event.ANOTHER_TAXI:
        if state.next_taxi == NO_CARD:
            end_game(state, End.DECK_EMPTY, journal)
            return
        if state.n_taken == rules.n_streets:
            end_game(state, End.JAM, journal)
            return
        event = place_taxi(rules, state, rng, journal)
    state.phase = Phase.ACTIONS
    if event == Event.NO_BONUS:
        state.is_bonus_forbidden = 1
    elif event == Event.SILENCE and does_silence_matter(rules, state):
        state.is_exchange_forbidden = 1
    elif event == Event.DISCARD and state.hands[state.seat].n_cards > 0:
        state.phase = Phase.EVENT_DISCARD


@kernel
def place_taxi(rules: Rules, state: State, rng: Words, journal: Journal) -> int:
    """Place the top taxi at its street or the next free one; return the event met [T6, T9]."""
    card = number(state.next_taxi)
    wanted = number(rules.taxi_street[card])
    street = wanted
    while state.street_value[street] != 0:
        street = street_after(rules, street, rules.arrival_step)
    note(journal, TAXI_PLACED, state.seat, card, street)
    while wanted != street:
        place_token(state, wanted, journal)
        wanted = street_after(rules, wanted, rules.arrival_step)
    state.street_value[street] = rules.taxi_value[card]
    state.street_card[street] = card
    state.n_taken += 1
    state.tally.most_streets = max(state.tally.most_streets, state.n_taken)
    state.tally.arrivals += 1
    if not state.has_arrived:
        state.has_arrived = 1
        state.turns += 1
    reveal_next_back(rules, state, rng, journal)
    return meet_event(rules, state, rules.taxi_event[card], journal)


@kernel
def place_token(state: State, street: int, journal: Journal) -> None:
    """Give an overtaken taxi its token, unless it has one [T6]."""
    if state.street_token[street]:
        note(journal, OVERTAKEN, street)
        return
    state.street_token[street] = 1
    state.n_tokens += 1
    state.tally.tokens_placed += 1
    note(journal, TOKEN_PLACED, street)


@kernel
def reveal_next_back(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Choose the next taxi, whose back is now on top of the deck [T2]."""
    if state.n_taxi_deck == 0:
        state.next_taxi = NO_CARD
        return
    place = below(rng[Source.TAXI_DECK], state.n_taxi_deck)
    state.n_taxi_deck -= 1
    state.next_taxi = state.taxi_deck[place]
    state.taxi_deck[place] = state.taxi_deck[state.n_taxi_deck]
    note(journal, NEXT_BACK, rules.street_colour[rules.taxi_street[state.next_taxi]])


@kernel
def meet_event(rules: Rules, state: State, event: int, journal: Journal) -> int:
    """Count the event of a placed card; return it, or none where events are off [T8, T9]."""
    if event == Event.NONE or not rules.events:
        return Event.NONE
    has_effect = event != Event.SILENCE or does_silence_matter(rules, state)
    state.tally.events[event - 1 if has_effect else WITHOUT_EFFECT] += 1
    note(journal, EVENT_MET, state.seat, event, has_effect)
    return number(event)


@kernel
def does_silence_matter(rules: Rules, state: State) -> bool:
    """Say whether silence bans exchanges: alone, and in company where the rules say so [T8]."""
    return state.n_players == 1 or rules.silence_forbids_exchange != 0


@kernel
def end_game(state: State, end: int, journal: Journal) -> None:
    """End the game at once [T7]."""
    state.end = end
    state.phase = Phase.OVER
    note(journal, GAME_OVER, end, state.score)
