"""The planner of Les Taxis de la Marne: a search of all that a turn can be.

Steps are tried depth first on small copies of the table, in a loop, since functions that call
themselves are not translated.
"""

from simlab.games.taxis.policies.traits import TRAITS
from simlab.games.taxis.state import MOST_OFFICERS
from simlab.plain import policy

from .outlook import (
    COLOUR,
    COLUMNS,
    MOST_STEPS,
    Outlook,
    can_pay,
    evaluate,
    foresee,
    look,
    need_at,
    worth_of_bonus,
)
from .policies import first_of_payment, next_load
from .rules import CLOCKWISE, COUNTER_CLOCKWISE

REFILLS = ("extra_action", "draw_two")
"""Effects of bonus cards that bring an action or cards."""
MOST_REFILLS = 4
"""Most bonus cards for an action or cards in a turn; they can bring one another back for ever."""
ENOUGH_CARDS = 4
"""Cards to draw from, at least, to draw before all else and to take an extra action at sight: with
fewer, what comes is nearly known, and the plan would always be the same."""
ACTIONS_AHEAD = 4
"""Most actions a plan looks through, so that the search ends where rules give eight; what is left
after them counts as drawing."""
MOST_EXCHANGES = 3
"""Exchanges that plans begin with, of which there may be a hundred."""
MOST_RATED = 3000
"""Boards after which a search ends; with the printed rules it rates about a hundred."""
CLEARLY = 1e-9
"""Points by which a plan must look better than an earlier, shorter one: more than is rounded."""
HOPELESS = -1e9
LIKELY = 3
"""Play before the arrival only if at least one taxi in this many has the ban; else wait."""


@policy(traits=TRAITS, memory=Outlook)
def planner(view, choices, chance, traits, memory):
    """Searches the whole turn, weighing cards, officers, tokens and the risk of a jam."""
    if view.phase == "load":
        return next_load(view, choices)
    turn = view.turns + (not view.has_arrived)
    if memory.turn != turn:
        memory.turn, memory.n_refills = turn, 0
    choice = decide(view, choices, memory, traits)
    memory.n_refills += choice[0] == "bonus" and choice[1] in REFILLS
    return choice


def decide(view, choices, memory, traits):
    """Return the next choice of the plan under way, or the first of a new one.

    What brings cards or an action comes first, for it may change the plan: bonus cards, and drawing
    in a plan that leaves actions for it.
    """
    if memory.plan:
        planned = memory.plan.pop(0)
        if planned in choices:
            return planned
    memory.plan = []
    if len(choices) == 1 or view.phase == "place officers":
        return choices[0]
    look(view, memory, traits)
    if memory.n_refills < MOST_REFILLS:
        if ("bonus", "extra_action") in choices and memory.n_drawable >= ENOUGH_CARDS:
            return ("bonus", "extra_action")
        if ("bonus", "draw_two") in choices:
            return ("bonus", "draw_two")
    if view.phase == "before arrival":
        plan_before_arrival(view, memory, traits)
    elif view.phase == "actions":
        find_plan(view, memory, traits)
        draws_first = memory.n_drawable >= ENOUGH_CARDS or not memory.plan
        if draws_first and memory.best_draws > 0 and view.actions > 0:
            memory.plan = ["draw"]
    else:
        memory.plan = [best_by_trial(view, choices, memory, traits)]
    return memory.plan.pop(0) if memory.plan else choices[0]


# Choices that belong to another one


def best_by_trial(view, choices, memory, traits):
    """Return the choice after which the table looks best: what to discard, take, place or keep."""
    best, best_value = choices[0], HOPELESS
    for choice in choices:
        look(view, memory, traits)
        value = value_after(view, memory, choice, traits)
        if value > best_value:
            best, best_value = choice, value
    return best


def value_after(view, memory, choice, traits):
    """Return how good the table looks after a choice.

    A card in the reserve is worth what it is worth in the hand less the action that fetches it
    [T10]. An exchange or a bonus card was begun without a plan, which is made for its end.
    """
    board, card, n_draws = memory.boards[0], view.drawn, view.actions
    if choice == "keep":
        board.add(view.me, card)
        return evaluate(view, memory, board, n_draws, traits) + worth_of_bonus(view, card, traits)
    if choice == "reserve":
        worth = memory.share[view.me] * (memory.worth[COLOUR[card.colour]] * card.value)
        worth += worth_of_bonus(view, card, traits)
        return evaluate(view, memory, board, n_draws, traits) + max(0.0, worth - traits.action)
    if choice[0] == "discard":
        board.remove(view.me, choice[1])
        board.gain -= worth_of_bonus(view, choice[1], traits)
        return evaluate(view, memory, board, 0, traits)
    carry_out(view, board, choice, view.given, traits)
    memory.may_exchange = False
    find_plan(view, memory, traits)
    return memory.best_value


# Before the taxi arrives


def plan_before_arrival(view, memory, traits):
    """Plan a bonus card to play before the taxi of the turn arrives, or nothing.

    One that places an officer or removes a token is better kept until the taxi stands, unless the
    taxi may bear the event that bans bonus cards. Then both ways are tried [T8, T14].
    """
    n_bans = 0
    for n, taxi in zip(memory.may_be_next, view.table("taxis"), strict=True):
        n_bans += n * (taxi.event == "no_bonus")
    is_likely = n_bans > 0 and LIKELY * n_bans >= sum(memory.may_be_next)
    if view.next_taxi is None or None not in view.taxis or not (view.rules.events and is_likely):
        return
    find_plan(view, memory, traits)
    starts = [
        number
        for number, choice in enumerate(memory.plan)
        if choice[0] == "bonus" and choice[1] not in REFILLS
    ]
    if not starts:
        memory.plan = []
        return
    step = memory.plan[starts[0] : starts[0] + 2]
    now = value_after_arrivals(view, memory, step, True, traits)
    later = value_after_arrivals(view, memory, step, False, traits)
    memory.plan = step if now > later + CLEARLY else []


def value_after_arrivals(view, memory, step, is_made, traits):
    """Return the sum of the values of the best plans after each taxi that the back allows.

    The two choices of a bonus card are made before, or not. Of events only bans are foreseen.
    """
    total = 0.0
    for number, taxi in enumerate(view.table("taxis")):
        look(view, memory, traits)
        n_copies = memory.may_be_next[number]
        if n_copies > 0:
            if is_made:
                make_step(view, memory.boards[0], step[0], step[1], traits)
            let_arrive(view, memory, number, taxi)
            foresee(view, memory, sum(memory.unseen), traits)
            find_plan(view, memory, traits)
            for _ in range(n_copies):
                total += memory.best_value
    return total


def let_arrive(view, memory, number, taxi):
    """Put a taxi on the first board as if it came now, with its ban and the tokens [T6, T8]."""
    board, street = memory.boards[0], view.place_of[taxi.street]
    while board.values[street] > 0:
        board.has_token[street] = True
        street = view.next_to(street, view.rules.arrival_direction)
    board.values[street] = taxi.value
    memory.unseen[number] -= 1
    memory.may_be_next = list(memory.unseen)  # the back of the one after it is not known yet
    if taxi.event == "no_bonus":
        memory.may_play_bonus = False
    elif taxi.event == "silence" and view.does_silence_matter():
        memory.may_exchange = False


# The search


def find_plan(view, memory, traits):
    """Plan the best sequence of steps from the first board."""
    memory.best_value, memory.n_rated = HOPELESS, 0
    memory.gives, memory.takes, memory.exchange_values = [], [], []
    memory.steps, memory.depths, memory.n_exchanged = [], [], 0
    memory.fewest_actions = max(0, memory.boards[0].actions - ACTIONS_AHEAD)
    rate(view, memory, 0, traits)
    if memory.boards[0].actions > 0 and memory.may_exchange:
        rate_exchanges(view, memory, traits)
    list_steps(view, memory, 0)
    while memory.steps and memory.n_rated < MOST_RATED:
        choice, depth = memory.steps.pop(), memory.depths.pop()
        reached = try_step(view, memory, depth, opener_of(memory, choice), choice, traits)
        rate(view, memory, reached, traits)
        list_steps(view, memory, reached)


def rate(view, memory, depth, traits):
    """Return the value of a board; the choices that led to it are the plan if it is the best yet.

    Actions that are left are for drawing, unless the hand limit takes more than a card is worth.
    """
    board = memory.boards[depth]
    n_draws = min(board.actions, memory.n_drawable)
    if memory.draw < traits.discard:
        n_draws = min(n_draws, max(0, view.rules.hand_limit - len(board.hand)))
    memory.n_rated += 1
    value = evaluate(view, memory, board, n_draws, traits)
    if value > memory.best_value + CLEARLY:
        memory.best_value, memory.best_draws = value, n_draws
        memory.plan = memory.tried[:depth]
    return value


def rate_exchanges(view, memory, traits):
    """Rate every exchange as a plan; remember the best that let another taxi be sent this turn."""
    streets, before = range(len(view.ring)), memory.boards[0]
    for other, hand in enumerate(view.hands):
        for wanted in dict.fromkeys(hand):
            for given in dict.fromkeys(before.hand):
                if other != view.me and wanted != given:
                    memory.gives.append(("give", given))
                    memory.takes.append(("take", wanted, other))
                    depth = try_step(view, memory, 0, memory.gives[-1], memory.takes[-1], traits)
                    value, after = rate(view, memory, depth, traits), memory.boards[depth]
                    payable = [street for street in streets if can_pay(view, after, street)]
                    is_new = any(not can_pay(view, before, street) for street in payable)
                    rank_last_exchange(memory, value, wanted.value > 0 and is_new)


def rank_last_exchange(memory, value, is_useful):
    """Keep the exchange rated last if it is useful and among the best few, the best first."""
    give, take = memory.gives.pop(), memory.takes.pop()
    if is_useful:
        rank = sum(other >= value for other in memory.exchange_values)
        memory.exchange_values.insert(rank, value)
        memory.gives.insert(rank, give)
        memory.takes.insert(rank, take)
        del memory.exchange_values[MOST_EXCHANGES:]
        del memory.gives[MOST_EXCHANGES:]
        del memory.takes[MOST_EXCHANGES:]


# Which steps may follow


def list_steps(view, memory, depth):
    """List the steps that may follow a board; only a turn's first may be an exchange.

    Those of the board at hand come last, since the next step is the last one; the first of them at
    the very end.
    """
    if depth >= MOST_STEPS - 1:
        return
    board, memory.n_later = memory.boards[depth], len(memory.steps)
    last = memory.tried[depth - 1] if depth > 0 else "reveal"
    has_actions = board.actions > memory.fewest_actions
    if has_actions:
        list_sends(view, memory, board, last)
    # an officer placed by a bonus card has come to send a taxi; of four, the kernels look further
    must_send = last[0] == "place" and len(board.officers) < MOST_OFFICERS
    if has_actions and not must_send:
        list_moves(view, memory, board, last)
        if depth == 0:
            for take in memory.takes:
                memory.steps.insert(memory.n_later, take)
    if memory.may_play_bonus and not must_send:
        if depth == 0:
            list_first_bonus_cards(memory, board)
        if has_actions and holds(board, "place_officer"):
            list_places(view, memory, board)
    memory.depths += [depth for _ in range(len(memory.steps) - memory.n_later)]


def list_sends(view, memory, board, last):
    """List the taxis to send; straight after an officer has come, only the one there [T13]."""
    for officer, street in free_officers(board):
        is_by_other = last[0] == "move" and last[1] != officer
        is_elsewhere = last[0] == "place" and last[2] != street
        if can_pay(view, board, street) and not is_by_other and not is_elsewhere:
            memory.steps.insert(memory.n_later, ("send", street))


def list_moves(view, memory, board, last):
    """List the moves of officers: in order, since any will do, and never straight back [T11]."""
    for officer, spot in free_officers(board):
        for way in (CLOCKWISE, COUNTER_CLOCKWISE):
            is_out_of_order = last[0] == "move" and officer < last[1]
            is_back = last[0] == "move" and officer == last[1] and way != last[2]
            can_move = can_stand(view, board, view.next_to(spot, way))
            if can_move and not is_out_of_order and not is_back:
                memory.steps.insert(memory.n_later, ("move", officer, way))


def list_first_bonus_cards(memory, board):
    """List bonus cards for an action and against a token, which may as well come first [T14]."""
    if memory.n_refills < MOST_REFILLS and holds(board, "extra_action"):
        memory.steps.insert(memory.n_later, ("bonus", "extra_action"))
    if holds(board, "remove_token"):
        for street, has_token in enumerate(board.has_token):
            if has_token:
                memory.steps.insert(memory.n_later, ("untoken", street))


def list_places(view, memory, board):
    """List bonus cards that place an officer at a taxi that can be paid [T14]."""
    for street in range(len(board.values)):
        if can_stand(view, board, street) and can_pay(view, board, street):
            for officer, spot in free_officers(board):
                if spot != street:
                    memory.steps.insert(memory.n_later, ("place", officer, street))


def opener_of(memory, choice):
    """Return the first choice of a step that takes two, else its only one."""
    if choice[0] == "untoken":
        return ("bonus", "remove_token")
    if choice[0] == "place":
        return ("bonus", "place_officer")
    if choice[0] == "take":
        memory.n_exchanged += 1  # they are tried in their order
        return memory.gives[memory.n_exchanged - 1]
    return choice


def free_officers(board):
    """Return officers with their spots, of several on one spot only the first: either will do."""
    return [
        (officer, spot)
        for officer, spot in enumerate(board.officers)
        if board.officers.index(spot) == officer
    ]


def can_stand(view, board, spot):
    """Return whether one more officer may come to stand on a spot [T11]."""
    return view.rules.officers_may_share or spot not in board.officers


def holds(board, effect):
    """Return whether a bonus card with an effect is in the hand."""
    return any(card.effect == effect for card in board.hand)


# What a step does


def try_step(view, memory, depth, opener, choice, traits):
    """Carry out a step of one choice or two on a copy of the board; return its depth."""
    reached = depth + 1 if opener == choice else depth + 2
    memory.tried[depth], memory.tried[reached - 1] = opener, choice
    board = memory.boards[reached]
    board.copy_from(memory.boards[depth])
    make_step(view, board, opener, choice, traits)
    return reached


def make_step(view, board, opener, choice, traits):
    """Carry out a step on a board."""
    if opener[0] == "bonus":
        spend_bonus(view, board, opener[1], traits)
    carry_out(view, board, choice, opener[1] if opener[0] == "give" else None, traits)


def carry_out(view, board, choice, given, traits):
    """Carry out the last choice of a step; it may complete an exchange for a card that is given."""
    if choice[0] in ("send", "move", "take"):
        board.actions -= 1
    if choice[0] == "send":
        send(view, board, choice[1])
    elif choice[0] == "move":
        board.officers[choice[1]] = view.next_to(board.officers[choice[1]], choice[2])
    elif choice[0] == "take":
        exchange(view, board, choice[2], choice[1], given, traits)
    elif choice[0] == "place":
        board.officers[choice[1]] = choice[2]
    elif choice[0] == "untoken":
        board.has_token[choice[1]] = False
    elif choice[0] == "bonus":
        board.actions += 1


def spend_bonus(view, board, effect, traits):
    """Take the first bonus card with an effect out of the hand, at the price of its worth."""
    card = next(card for card in board.hand if card.effect == effect)
    board.remove(view.me, card)
    board.gain -= worth_of_bonus(view, card, traits)


def send(view, board, street):
    """Pay for the taxi at a street as it will be paid, and let it go [T13]."""
    missing, needs_match = need_at(view, board, street), not view.rules.joker_any_street
    while missing > 0 or needs_match:
        card = first_of_payment(board.hand, view.ring[street].colour, missing, needs_match)
        board.remove(view.me, card)
        missing -= card.value
        needs_match = needs_match and card.colour == "joker"
    board.gain += board.values[street]
    board.values[street], board.has_token[street] = 0, False


def exchange(view, board, other, wanted, given, traits):
    """Exchange cards with another hand [T12]."""
    board.remove(view.me, given)
    board.add(view.me, wanted)
    if other < view.n_players:
        board.soldiers[COLUMNS * other + COLOUR[wanted.colour]] -= wanted.value
        board.soldiers[COLUMNS * other + COLOUR[given.colour]] += given.value
    else:
        # nobody plays bonus cards from the reserve of a solo game; other players do
        board.gain += worth_of_bonus(view, wanted, traits) - worth_of_bonus(view, given, traits)
