"""Search: a player who tries choices by playing on, and leaves a base policy for clear gains.

Written against the names of the functions a game has and of a base policy; `bound_search` binds
them. A rollout begins from the table as the seat sees it, with all that is hidden from it dealt
anew, and the base policy sits at every seat, with an empty memory. It ends with the game, or some
turns on with what the game thinks of the table then: there is less luck in a shorter one. On trial
are the choices of the menu, or plans for the whole turn, which the base policy proposes; a choice
here is the first one of its plan. All of them may meet the same hidden things and the same chance
(common random numbers), and after each round of rollouts the worse half of them is dropped
(successive halving: Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed
bandits", ICML 2013). What the search has found stays in its memory, for those who want to know why.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from simlab.engine.build import distinctive_name
from simlab.engine.journal import deaf_journal
from simlab.engine.kernel import apart, bound, inlined, kernel, spliced
from simlab.engine.loop import OVER, unbound
from simlab.engine.plan import (
    AS_USUAL,
    MOST_PLANS,
    PLAN,
    STEPS,
    begin,
    goes_on,
    is_new,
    leave,
    next_choice,
    shake,
)
from simlab.engine.record import (
    Floats,
    Ints,
    Row,
    Words,
    as_record,
    copy_row,
    nested,
    real,
    record,
    whole,
    word,
)
from simlab.engine.rng import STREAM, U11, below, next_word, seed_noise, seed_table
from simlab.engine.tree import NOBODY, TREE, clear, enter, followed, learn, plant

MARGIN = 2.0**-20
"""Worth of a point of margin in wins: so little that it decides only where wins are equal."""
ROLLOUTS_OF_A_PLAN = 4
"""Fewest rollouts for each plan on trial, on average."""
FUNCTIONS = ("next_seat", "legal", "apply", "outcome", "hide")


def search(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, room: Row, rng: Words
) -> int:
    """Return what the base policy chooses, unless another choice or plan does clearly better.

    A plan is followed to its end without another search, as long as its next choice may be made. It
    is not noticed if chance has made the turn end earlier than foreseen.
    """
    hiding, playing = key(rng), key(rng)
    start(room, playing, 0)
    usual = ask_base(rules, state, seat, menu, traits.base_traits, room, room.own[:])
    if goes_on(room.plan, menu):
        return next_step(room, usual)
    room.chances = room.decisions = 0
    if traits.plans > 0.0:
        propose(rules, state, seat, usual, traits, room, hiding, playing, rng)
    else:
        offer(room, menu, usual)
    put_on_trial(room, traits.exploration)
    n = room.n_options
    rounds = n_rounds(n)
    for _ in range(rounds):
        for _ in range(max(1, int(traits.rollouts) // (rounds * n))):
            compare(rules, state, seat, traits, room, n, hiding, playing)
        put_best_first(room, n)
        n = 1 + n // 2
    return decided(room, traits.doubt)


@kernel
def key(rng: Words) -> int:
    """Return a number by which streams of one's own are seeded."""
    drawn: Any = np.int64(next_word(rng) >> U11)
    return drawn


@kernel
def n_rounds(n: int) -> int:
    """Return how many rounds it takes to leave none of `n` choices but that of the base policy."""
    rounds = 0
    while n > 1:
        n //= 2
        rounds += 1
    return rounds


@kernel
def decided(room: Row, doubt: float) -> int:
    """Return the choice of the base policy, or the best of the others where it is clearly better.

    A plan of the base policy ends with a departure from it.
    """
    best = room.ranking[1]
    if room.n_options == 1 or not is_clear(room.gain[best], room.gain_square[best], doubt):
        best = 0
    else:
        room.own[:] = 0
    begin(room.plan, best)
    return room.options[best]


@kernel
def next_step(room: Row, usual: int) -> int:
    """Return the next choice of the plan that is followed."""
    choice = next_choice(room.plan, usual)
    if choice != usual:
        room.own[:] = 0
    return choice


@kernel
def is_clear(gain: float, gain_square: float, doubt: float) -> bool:
    """Say whether a sum of gains is more than `doubt` times what chance would make of them.

    That is the root of the sum of their squares: gains that mean nothing exceed it z times with a
    chance below exp(-z² / 2) (V. de la Peña, "A general class of exponential inequalities for
    martingales and ratios", Annals of Probability 27, 1999).
    """
    return gain > 0.0 and gain * gain > doubt * doubt * gain_square


@kernel
def offer(room: Row, menu: Ints, usual: int) -> None:
    """Write down the choices, first that of the base policy; none is part of a plan."""
    room.options[0] = usual
    n = 1
    for choice in menu:
        if choice != usual:
            room.options[n] = choice
            n += 1
    room.n_options = n
    room.plan.n_plans = 0


def propose(
    rules: Row,
    state: Row,
    seat: int,
    usual: int,
    traits: Row,
    room: Row,
    hiding: int,
    playing: int,
    rng: Words,
) -> None:
    """Write down plans for the whole turn: what the base policy would do, also with variations.

    In every other one, a choice is replaced by any that may be made then, and what follows by what
    the base policy would do after it; in the rest, it weighs things otherwise.
    """
    plan = room.plan
    deal_anew(rules, state, seat, room, hiding, 0)
    room.n_options = 0
    most = int(traits.rollouts) // ROLLOUTS_OF_A_PLAN
    for k in range(int(traits.plans)):
        if room.n_options == most:
            break
        n, odd = room.n_options, STEPS
        plan.weights[: traits.base_traits.shape[0]] = traits.base_traits
        if k % 2 == 1:
            odd = below(rng, plan.n_steps[0])
        elif k > 0:
            shake(plan.weights, BOUNDS, rng)
        foresee(rules, seat, room, odd, playing, rng)
        room.options[n] = plan.course[n, 0]
        room.n_options += is_new(plan, n)
    plan.n_plans = room.n_options
    room.options[0] = usual
    plan.course[0] = AS_USUAL


def foresee(rules: Row, seat: int, room: Row, odd: int, playing: int, rng: Words) -> None:
    """Write down the choices of a turn from the table as dealt anew on, one of them at random."""
    plan, trial, journal = room.plan, room.trial, deaf_journal(room.silence)
    n, step, decider = room.n_options, 0, seat
    memory = room.memory[seat]
    copy_row(room.dealt, trial)
    start(room, playing, 0)
    while decider == seat and step < STEPS:
        menu = room.menu[: legal(rules, trial, room.menu)]
        choice = ask_base(rules, trial, seat, menu, plan.weights, room, memory)
        if step == odd:
            choice = menu[below(rng, menu.shape[0])]
            memory[:] = 0
        plan.course[n, step] = choice
        apply(rules, trial, choice, room.streams, journal)
        step += 1
        decider = next_seat(rules, trial)
    plan.n_steps[n] = step
    room.decisions += step


@kernel
def put_on_trial(room: Row, exploration: float) -> None:
    """Begin the sums of all choices and a tree below each of them."""
    clear(room.tree, exploration)
    for i in range(room.n_options):
        plant(room.tree, room.options[i], NOBODY)
        room.ranking[i], room.rollouts[i] = i, 0
        room.total[i] = room.total_square[i] = room.gain[i] = room.gain_square[i] = 0.0


def ask_base(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, room: Row, memory: Ints
) -> int:
    """Return what the base policy chooses at a seat."""
    own = as_record(traits, BASE_TRAITS)
    return base(rules, state, seat, menu, own, as_record(memory, BASE_MEMORY), room.noise[seat])


def deal_anew(rules: Row, state: Row, seat: int, room: Row, hiding: int, chance: int) -> None:
    """Copy the table as the seat sees it, with the rest dealt anew."""
    copy_row(state, room.dealt)
    seed_table(room.streams, hiding, chance)
    hide(rules, room.dealt, seat, room.streams)


def compare(
    rules: Row,
    state: Row,
    seat: int,
    traits: Row,
    room: Row,
    n: int,
    hiding: int,
    playing: int,
) -> None:
    """Try the first `n` choices of the ranking once; add up what each brings and gains."""
    usual = 0.0
    for place in range(n):
        option = room.ranking[place]
        if place == 0 or traits.common == 0.0:
            room.chances += 1
            deal_anew(rules, state, seat, room, hiding, room.chances - 1)
        brought = try_out(rules, seat, traits, room, option, playing, room.chances - 1)
        if place == 0:
            usual = brought
        room.rollouts[option] += 1
        room.total[option] += brought
        room.total_square[option] += brought * brought
        room.gain[option] += brought - usual
        room.gain_square[option] += (brought - usual) * (brought - usual)


def try_out(
    rules: Row, seat: int, traits: Row, room: Row, option: int, playing: int, chance: int
) -> float:
    """Play on from a choice until it is seen how the seat fared, and return that."""
    copy_row(room.dealt, room.trial)
    start(room, playing, chance)
    enter(room.tree, option)
    begin(room.plan, option)
    brought = play_on(rules, seat, traits, room, room.options[option])
    learn(room.tree, brought)
    return brought


def play_on(rules: Row, seat: int, traits: Row, room: Row, choice: int) -> float:
    """Play a choice, then to the end, the limit, or some own turns on, and evaluate that table."""
    trial, journal = room.trial, deaf_journal(room.silence)
    turns = int(traits.turns)
    before = decider = seat
    decisions = 0
    while decider != OVER and decisions < DECISION_LIMIT:
        if decider != before and decider == seat:
            turns -= 1
            if turns == 0:
                room.decisions += decisions
                return evaluate(rules, trial, seat)
        if decider != seat:
            leave(room.plan)
        if decisions > 0:
            choice = answer_of(rules, trial, decider, seat, traits, room)
        apply(rules, trial, choice, room.streams, journal)
        decisions += 1
        before, decider = decider, next_seat(rules, trial)
    room.decisions += decisions
    outcome(rules, trial, decider == OVER, room.row)
    return worth(room.row, seat)


def answer_of(rules: Row, trial: Row, decider: int, seat: int, traits: Row, room: Row) -> int:
    """Return what a seat answers in a rollout: the base policy, or at the seat plan or tree."""
    menu = room.menu[: legal(rules, trial, room.menu)]
    memory = room.memory[decider]
    usual = ask_base(rules, trial, decider, menu, traits.base_traits, room, memory)
    if decider != seat:
        return usual
    if goes_on(room.plan, menu):
        answer = next_choice(room.plan, usual)
    elif room.tree.growing and menu.shape[0] > 1:
        answer = followed(room.tree, menu, usual, traits.exploration)
    else:
        return usual
    if answer != usual:
        memory[:] = 0
    return answer


@kernel
def start(room: Row, playing: int, rollout: int) -> None:
    """Seed all chance for one rollout and let every seat forget."""
    seed_table(room.streams, playing, rollout)
    seed_noise(room.noise, playing, rollout, 0, room.noise.shape[0])
    room.memory[:] = 0


@kernel
def put_best_first(room: Row, n: int) -> None:
    """Rank the first `n` choices but that of the base policy by their gain over it."""
    ranking = room.ranking
    for i in range(2, n):
        place = i
        while place > 1 and room.gain[ranking[place - 1]] < room.gain[ranking[place]]:
            ranking[place - 1], ranking[place] = ranking[place], ranking[place - 1]
            place -= 1


@kernel
def common_worth(row: Row, seat: int) -> float:
    """Return the score that all seats share."""
    return float(row.score)


@kernel
def own_worth(row: Row, seat: int) -> float:
    """Return the seat's share of the win and, far behind it, its margin over the best rival."""
    own = row.seats[seat]
    margin = own.score
    for rival in range(row.seats.shape[0]):
        if rival != seat:
            margin = min(margin, own.score - row.seats[rival].score)
    return own.credit + MARGIN * margin


@kernel
def no_evaluation(rules: Any, state: Any, seat: int) -> float:
    """Stand in for the evaluation of a game that has none."""
    return 0.0


DECISION_LIMIT = 0
BOUNDS: Any = None
BASE_TRAITS: Any = None
BASE_MEMORY: Any = None
hide = next_seat = legal = apply = outcome = evaluate = base = worth = unbound
PARTS = (deal_anew, answer_of, play_on, try_out, compare, foresee, propose)


def room_record(game: Any, memory: int) -> np.dtype[Any]:
    """Return the type of what a search keeps in its memory, over a base that asks for `memory`."""
    seats, n = game.players[1], game.longest_menu
    most = max(n, MOST_PLANS)
    return record(
        silence=whole("zero, a journal that does not listen", shape=1),
        dealt=nested(game.state_row, "the table with what is hidden dealt anew"),
        trial=nested(game.state_row, "the table being played on"),
        row=nested(game.outcome_row, "how that ended"),
        menu=whole("legal choices of the seat that decides there", shape=n),
        streams=word("random streams of that table", shape=(len(game.sources), STREAM)),
        noise=word("random stream of each seat's policy", shape=(seats, STREAM)),
        memory=whole("private integers of each seat's policy", shape=(seats, max(1, memory))),
        own=whole("what the base policy remembers at the searcher's seat", shape=max(1, memory)),
        plan=nested(PLAN, "what the seat may do until another one decides"),
        tree=nested(TREE, "choices of the seat after each of those on trial"),
        chances=whole("how often hidden things and chance were drawn"),
        n_options=whole("choices on trial", "choices"),
        options=whole("choices on trial, first that of the base policy", shape=most),
        ranking=whole("choices, first that of the base policy, then by gain", shape=most),
        rollouts=whole("rollouts of each", "rollouts", shape=most),
        decisions=whole("choices made in all rollouts", "decisions"),
        total=real("sum of what each brought", shape=most),
        total_square=real("sum of the squares of that", shape=most),
        gain=real("sum of what each brought beyond the usual", shape=most),
        gain_square=real("sum of the squares of that", shape=most),
    )


@functools.cache
def bound_search(
    function: Any,
    traits: np.dtype[Any] | None,
    memory: np.dtype[Any] | None,
    bounds: tuple[tuple[float, float, bool], ...],
    game: Any,
) -> Any:
    """Return `search` bound to a game and a base policy's function, with the records it reads.

    The `bounds` of the base policy's traits are the least and the most of each, and whether it
    takes whole numbers only.
    """
    names = {name: inlined(getattr(game, name)) for name in FUNCTIONS}
    names["DECISION_LIMIT"] = game.decision_limit
    names |= {"BASE_TRAITS": traits, "BASE_MEMORY": memory}
    names["BOUNDS"] = np.array(bounds, np.float64).reshape(-1, 3)
    names["worth"] = common_worth if game.cooperative else own_worth
    names["evaluate"] = game.evaluate or no_evaluation
    # inlined, a large base takes minutes to compile
    names["base"] = spliced(function)
    names["ask_base"] = apart(bound(ask_base, "ask_base", **names))
    names["apply"] = apart(game.apply)
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    base_name = distinctive_name(function, bounds, repr(traits), repr(memory))
    return bound(search, f"search_{game.name}_{base_name}", **names)
