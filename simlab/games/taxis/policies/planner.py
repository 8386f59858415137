"""The planner: search the whole turn before the first action."""

import numpy as np

from simlab.engine.deck import n_drawable
from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.record import Ints, Row, Words, number
from simlab.game.policy import policy
from simlab.games.taxis.policies.before_arrival import plan_before_arrival
from simlab.games.taxis.policies.outlook import Outlook, evaluate, look, worth_of_bonus
from simlab.games.taxis.policies.payment import load_next
from simlab.games.taxis.policies.plan import MOST_REFILLS, exchange, find_plan, step
from simlab.games.taxis.policies.traits import TRAITS
from simlab.games.taxis.rules.card import add_card, remove_card
from simlab.games.taxis.rules.choice import (
    CARD,
    DETAIL_BITS,
    PLACE,
    STREET,
    TAKE,
    Choice,
    code,
    kind_of,
)
from simlab.games.taxis.rules.turn import turn_of
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import Effect, Phase, State

EXTRA_ACTION = (Choice.BONUS << DETAIL_BITS) + Effect.EXTRA_ACTION
DRAW_TWO = (Choice.BONUS << DETAIL_BITS) + Effect.DRAW_TWO
ENOUGH_CARDS = 4
"""Cards to draw from, at least, to draw before all else and to take an extra action at sight."""


@policy(traits=TRAITS, memory=Outlook.dtype)
def planner(
    rules: Rules, state: State, seat: int, menu: Ints, traits: Row, outlook: Outlook, rng: Words
) -> int:
    """Searches the whole turn, weighing cards, officers, tokens and the risk of a jam."""
    # loading is planned by the payment alone: by then the taxi is chosen
    if state.phase == Phase.LOAD_TAXI:
        return load_next(rules, state, state.hands[seat])
    if outlook.turn != turn_of(state):
        outlook.turn = turn_of(state)
        outlook.n_refills = 0
    choice = decide(rules, state, seat, menu, outlook, traits)
    outlook.n_refills += choice in (DRAW_TWO, EXTRA_ACTION)
    return choice


@kernel
def decide(rules: Rules, state: State, seat: int, menu: Ints, outlook: Outlook, traits: Row) -> int:
    """Return the next choice of the plan under way, or the first of a new one."""
    if outlook.done < outlook.n_best:
        outlook.done += 1
        # what a drawn card or an event has changed may have taken a planned step away
        if is_on(menu, outlook.best[outlook.done - 1]):
            return outlook.best[outlook.done - 1]
    # an interrupted plan is not taken up again
    outlook.n_best = 0
    if state.phase == Phase.ACTIONS:
        return plan_turn(rules, state, seat, menu, outlook, traits)
    if state.phase == Phase.BEFORE_ARRIVAL:
        return open_turn(rules, state, seat, menu, outlook, traits)
    if state.phase == Phase.KEEP_CARD:
        return keep_or_not(rules, state, seat, outlook, traits)
    if state.phase == Phase.EVENT_DISCARD or state.phase == Phase.LIMIT_DISCARD:
        return choose_discard(rules, state, seat, menu, outlook, traits)
    if menu.shape[0] > 1 and state.phase != Phase.PLACE_OFFICERS:
        return complete(rules, state, seat, menu, outlook, traits)
    return menu[0]


@kernel
def plan_turn(
    rules: Rules, state: State, seat: int, menu: Ints, outlook: Outlook, traits: Row
) -> int:
    """Find the best plan for the turn and return its first choice.

    Cards and actions that a bonus card brings come first, for they may change the plan. So does
    drawing in a plan that leaves actions for it, unless there are so few cards to draw that the
    plan would always be the same.
    """
    bonus = refill(state, menu, outlook)
    if bonus >= 0:
        return bonus
    look(rules, state, seat, outlook, traits)
    find_plan(rules, state, outlook, traits)
    draws_first = has_enough_to_draw(state) or outlook.n_best == 0
    # before the other steps, which do not become worse by knowing one card more
    if draws_first and outlook.best_draws > 0 and state.actions_left > 0:
        outlook.n_best = 0
        return code(Choice.DRAW, 0)
    if outlook.n_best == 0:
        return code(Choice.END_TURN, 0)
    outlook.done = 1
    return outlook.best[0]


@kernel
def open_turn(
    rules: Rules, state: State, seat: int, menu: Ints, outlook: Outlook, traits: Row
) -> int:
    """Return a bonus card to play before the taxi arrives, else let it come [T14]."""
    bonus = refill(state, menu, outlook)
    if bonus >= 0:
        return bonus
    if menu.shape[0] > 1 and plan_before_arrival(rules, state, seat, outlook, traits):
        outlook.done = 1
        return outlook.best[0]
    outlook.n_best = 0
    return menu[0]


@kernel
def refill(state: State, menu: Ints, outlook: Outlook) -> int:
    """Return a bonus card on the menu that brings an action or cards at sight, or -1."""
    if outlook.n_refills < MOST_REFILLS:
        # an extra action is mostly spent on drawing; with few cards left it is planned instead
        if has_enough_to_draw(state) and is_on(menu, EXTRA_ACTION):
            return EXTRA_ACTION
        # at sight: with prices of bonus cards in the reserve, that gained 0.4 to 2.3 points
        if is_on(menu, DRAW_TWO):
            return DRAW_TWO
    return -1


@kernel
def has_enough_to_draw(state: State) -> bool:
    """Say whether there are cards to draw that may still change a plan."""
    return n_drawable(state.deck) >= ENOUGH_CARDS


@kernel
def keep_or_not(rules: Rules, state: State, seat: int, outlook: Outlook, traits: Row) -> int:
    """Put the card just drawn into the hand or, where that looks better, into the reserve [T10].

    In the reserve it is worth what it is worth in the hand less the action that fetches it.
    """
    look(rules, state, seat, outlook, traits)
    kind = number(state.drawn)
    soldiers = outlook.worth[rules.kind_colour[kind]] * rules.kind_value[kind]
    worth = outlook.share[seat] * soldiers + worth_of_bonus(rules, kind, traits)
    in_reserve = evaluate(rules, outlook, outlook.tables[0], state.actions_left, traits)
    # never less than nothing: nobody is forced to fetch it
    in_reserve += max(0.0, worth - traits.action)
    kept = step(outlook, 0, code(Choice.KEEP, 0), 0)
    add_card(rules, kept.hand, kind)
    in_hand = evaluate(rules, outlook, kept, state.actions_left, traits)
    in_hand += worth_of_bonus(rules, kind, traits)
    return code(Choice.RESERVE if in_reserve > in_hand else Choice.KEEP, 0)


@kernel
def complete(
    rules: Rules, state: State, seat: int, menu: Ints, outlook: Outlook, traits: Row
) -> int:
    """Return the choice that best completes an exchange or a bonus card begun without a plan."""
    best, best_value = menu[0], -np.inf
    for i in range(menu.shape[0]):
        look(rules, state, seat, outlook, traits)
        outlook.may_exchange = 0
        carry_out(rules, state, outlook, menu[i], traits)
        find_plan(rules, state, outlook, traits)
        if outlook.best_value > best_value:
            best, best_value = menu[i], outlook.best_value
    outlook.n_best = 0
    return best


@kernel
def carry_out(rules: Rules, state: State, outlook: Outlook, choice: int, traits: Row) -> None:
    """Carry out on the first table a choice that completes an exchange or a bonus card."""
    table, kind = outlook.tables[0], kind_of(choice)
    if kind == Choice.PLACE:
        table.officers[PLACE.officer(choice)] = PLACE.street(choice)
    elif kind == Choice.UNTOKEN:
        table.street_token[STREET.street(choice)] = 0
    elif kind == Choice.TAKE:
        table.actions_left -= 1
        other, wanted = TAKE.hand(choice), TAKE.card(choice)
        exchange(rules, outlook, table, other, wanted, state.given_kind, traits)


@kernel
def choose_discard(
    rules: Rules, state: State, seat: int, menu: Ints, outlook: Outlook, traits: Row
) -> int:
    """Return the discard after which the table looks best."""
    look(rules, state, seat, outlook, traits)
    best, best_value = menu[0], -1e9
    for i in range(menu.shape[0]):
        kind = CARD.card(menu[i])
        after = step(outlook, 0, menu[i], 0)
        remove_card(rules, after.hand, kind)
        after.gain -= worth_of_bonus(rules, kind, traits)
        value = evaluate(rules, outlook, after, 0, traits)
        if value > best_value:
            best, best_value = menu[i], value
    return best
