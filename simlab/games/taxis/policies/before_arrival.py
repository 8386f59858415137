"""What the planner does before the taxi of its turn arrives, while only its back is known [T14].

A bonus card that brings cards or an action loses nothing by coming first. One that places an
officer or removes a token is better kept until the taxi stands, unless the taxi may bear the event
that bans bonus cards: then both ways are tried with every taxi that the back allows.
"""

from simlab.engine.kernel import kernel
from simlab.engine.record import Row, number
from simlab.games.taxis.policies.outlook import ANY_BACK, Outlook, Table, foresee, look, may_be_next
from simlab.games.taxis.policies.plan import CLEARLY, bonus_in, find_plan, spend_bonus
from simlab.games.taxis.rules.arrival import does_silence_matter
from simlab.games.taxis.rules.choice import BONUS, PLACE, STREET, Choice, kind_of
from simlab.games.taxis.rules.ring import street_after
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import NO_CARD, Effect, Event, State

LIKELY = 3
"""Play before the arrival only if at least one taxi in this many has the ban; else wait."""
BONUS_STEPS = 2
"""Choices that such a bonus card takes: the card, then the officer and spot or the token."""


@kernel
def plan_before_arrival(
    rules: Rules, state: State, seat: int, outlook: Outlook, traits: Row
) -> bool:
    """Leave a bonus card to play now in `outlook.best`; say whether there is one."""
    # without a taxi to come, or events, waiting costs nothing
    if state.next_taxi == NO_CARD or state.n_taken == rules.n_streets or not rules.events:
        return False
    look(rules, state, seat, outlook, traits)
    if not is_ban_likely(rules, outlook):
        return False
    # what the plan would play after the arrival is the only card worth trying before it
    find_plan(rules, state, outlook, traits)
    first = bonus_in_plan(outlook)
    if first < 0:
        return False
    card, target = outlook.best[first], outlook.best[first + 1]
    # every taxi that the back allows, as the order of the others is hidden
    now = value_after_arrivals(rules, state, seat, outlook, card, target, traits)
    later = value_after_arrivals(rules, state, seat, outlook, -1, -1, traits)
    outlook.best[0], outlook.best[1] = card, target
    outlook.n_best = BONUS_STEPS if now > later + CLEARLY else 0
    return outlook.n_best > 0


@kernel
def is_ban_likely(rules: Rules, outlook: Outlook) -> bool:
    """Say whether enough of the taxis that the back allows forbid bonus cards [T8 a]."""
    n, n_bans = 0, 0
    for card in range(rules.n_taxis):
        if may_be_next(rules, outlook, card):
            n += 1
            n_bans += rules.taxi_event[card] == Event.NO_BONUS
    return n_bans > 0 and LIKELY * n_bans >= n


@kernel
def bonus_in_plan(outlook: Outlook) -> int:
    """Return where in the best plan a bonus card is played, or -1."""
    for i in range(outlook.n_best):
        choice = outlook.best[i]
        if kind_of(choice) == Choice.BONUS and BONUS.effect(choice) != Effect.EXTRA_ACTION:
            return i
    return -1


@kernel
def value_after_arrivals(
    rules: Rules, state: State, seat: int, outlook: Outlook, card: int, target: int, traits: Row
) -> float:
    """Return the sum of the values of the best plans after each taxi that the back allows.

    A bonus card is played first unless `card` is -1. Of events only bans are foreseen.
    """
    total = 0.0
    for taxi in range(rules.n_taxis):
        # from the start each time: searching a plan changes the first table
        look(rules, state, seat, outlook, traits)
        if may_be_next(rules, outlook, taxi):
            if card >= 0:
                play_first(rules, outlook.tables[0], card, target, traits)
            let_arrive(rules, state, outlook, taxi)
            foresee(rules, outlook, outlook.n_unseen, traits)
            find_plan(rules, state, outlook, traits)
            total += outlook.best_value
    return total


@kernel
def play_first(rules: Rules, table: Table, card: int, target: int, traits: Row) -> None:
    """Carry out a bonus card that places an officer or removes a token [T14]."""
    spend_bonus(rules, table, bonus_in(rules, table.hand, BONUS.effect(card)), traits)
    if kind_of(target) == Choice.UNTOKEN:
        table.street_token[STREET.street(target)] = 0
    else:
        table.officers[PLACE.officer(target)] = PLACE.street(target)


@kernel
def let_arrive(rules: Rules, state: State, outlook: Outlook, taxi: int) -> None:
    """Put a taxi on the first table as if it came now, with its ban and the tokens [T6, T8]."""
    table = outlook.tables[0]
    street = number(rules.taxi_street[taxi])
    while table.street_value[street] != 0:
        table.street_token[street] = 1
        street = street_after(rules, street, rules.arrival_step)
    table.street_value[street] = rules.taxi_value[taxi]
    table.n_taken += 1
    outlook.unseen &= ~(1 << taxi)
    outlook.n_unseen -= 1
    # the back after that one is not known yet
    outlook.back = ANY_BACK
    event = rules.taxi_event[taxi]
    if event == Event.NO_BONUS:
        outlook.may_play_bonus = 0
    elif event == Event.SILENCE and does_silence_matter(rules, state):
        outlook.may_exchange = 0
