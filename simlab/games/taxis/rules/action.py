"""The four actions: draw, move an officer, exchange, load and send a taxi [T10–T13]."""

from simlab.engine.deck import discard
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words, number
from simlab.games.taxis.events import BY_ACTION, DREW, EXCHANGED, LOADED, SENT, TO_RESERVE
from simlab.games.taxis.rules.card import add_card, draw_card, remove_card
from simlab.games.taxis.rules.choice import TAKE
from simlab.games.taxis.rules.officer import neighbour, set_officer
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import JOKER, RESERVE, Hand, Phase, State, Streets


@kernel
def draw(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Draw a card; alone, the player sees it before it goes to hand or reserve [T10]."""
    state.actions_left -= 1
    state.tally.draws += 1
    kind = draw_card(state, rng, journal)
    if state.n_players == 1 and state.hands[RESERVE].n_cards < rules.solo_reserve_limit:
        state.drawn = kind
        state.phase = Phase.KEEP_CARD
    else:
        add_card(rules, state.hands[state.seat], kind)
        note(journal, DREW, state.seat, kind, BY_ACTION)


@kernel
def keep_drawn(rules: Rules, state: State, hand: int, journal: Journal) -> None:
    """Put the card just drawn into the hand or into the reserve [T10]."""
    add_card(rules, state.hands[hand], state.drawn)
    note(journal, DREW, state.seat, state.drawn, TO_RESERVE if hand == RESERVE else BY_ACTION)


@kernel
def move_officer(rules: Rules, state: State, officer: int, way: int, journal: Journal) -> None:
    """Move an officer to the adjacent spot [T11]."""
    state.actions_left -= 1
    state.tally.moves += 1
    spot = neighbour(rules, state.officers[officer], way)
    set_officer(state, officer, spot, BY_ACTION, journal)


@kernel
def exchange(rules: Rules, state: State, choice: int, journal: Journal) -> None:
    """Swap the card offered for one of another hand [T12]."""
    other, wanted = TAKE.hand(choice), TAKE.card(choice)
    state.actions_left -= 1
    state.tally.exchanges += 1
    remove_card(rules, state.hands[state.seat], state.given_kind)
    remove_card(rules, state.hands[other], wanted)
    add_card(rules, state.hands[state.seat], wanted)
    add_card(rules, state.hands[other], state.given_kind)
    note(journal, EXCHANGED, state.seat, state.given_kind, other, wanted)


@kernel
def need_at(rules: Rules, state: Streets, street: int) -> int:
    """Return the soldiers that the taxi at a street takes, its token counted [T13]."""
    return state.street_value[street] + rules.token_penalty * state.street_token[street]


@kernel
def can_pay(rules: Rules, state: Streets, hand: Hand, street: int) -> bool:
    """Say whether a hand holds the soldiers for the taxi at a street [T13]."""
    matching = hand.sums[rules.street_colour[street]]
    if matching == 0 and not rules.joker_any_street:
        return False
    return matching + hand.sums[JOKER] >= need_at(rules, state, street)


@kernel
def is_eligible(rules: Rules, kind: int, street: int) -> bool:
    """Say whether soldiers of this kind may board a taxi at a street [T13]."""
    colour = rules.kind_colour[kind]
    return colour == JOKER or colour == rules.street_colour[street]


@kernel
def may_depart(rules: Rules, state: State) -> bool:
    """Say whether the taxi being loaded has all it needs [T13]."""
    if state.n_matching == 0 and not rules.joker_any_street:
        return False
    return state.loaded >= need_at(rules, state, state.loading)


@kernel
def begin_loading(state: State, street: int) -> None:
    """Choose the taxi to send; its soldiers are chosen one by one [T13]."""
    state.phase = Phase.LOAD_TAXI
    state.loading = street
    state.loaded = 0
    state.n_matching = 0


@kernel
def load(rules: Rules, state: State, kind: int, journal: Journal) -> None:
    """Let the soldiers of one card board [T13]."""
    remove_card(rules, state.hands[state.seat], kind)
    discard(state.deck, kind)
    state.loaded += rules.kind_value[kind]
    state.n_matching += rules.kind_colour[kind] != JOKER
    note(journal, LOADED, state.seat, kind, state.loading)


@kernel
def depart(rules: Rules, state: State, journal: Journal) -> None:
    """Send the loaded taxi: points for its value, street and token are free again [T13, T21]."""
    street = state.loading
    value = number(state.street_value[street])
    card = number(state.street_card[street])
    state.tally.overloaded += state.loaded - need_at(rules, state, street)
    note(journal, SENT, state.seat, street, card, value, state.loaded, state.street_token[street])
    state.actions_left -= 1
    state.score += value
    state.tally.sends += 1
    state.tally.sent_colour[rules.street_colour[rules.taxi_street[card]]] += 1
    state.tally.sent_value[value - 1] += 1
    state.n_tokens -= state.street_token[street]
    state.n_taken -= 1
    state.street_value[street] = 0
    state.street_token[street] = 0
