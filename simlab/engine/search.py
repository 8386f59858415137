"""Search: a player who tries choices by playing on, and leaves a base policy for clear gains.

Written against the names of the functions a game has and of a base policy; `bound_search` binds
them. A rollout begins from the table as the seat sees it, with all that is hidden from it dealt
anew, and the base policy sits at every seat, with an empty memory. It ends with the game, or some
turns on with what the game thinks of the table then: there is less luck in a shorter one. All
choices meet the same hidden things and the same chance (common random numbers), and after each
round of rollouts the worse half of them is dropped (successive halving: Z. Karnin, T. Koren and
O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). What the search has
found stays in its memory, for those who want to know why.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from simlab.engine.build import distinctive_name
from simlab.engine.journal import deaf_journal
from simlab.engine.kernel import bound, inlined, kernel, spliced
from simlab.engine.loop import OVER, unbound
from simlab.engine.record import (
    WORD,
    Floats,
    Ints,
    Row,
    Words,
    copy_row,
    nested,
    real,
    record,
    whole,
    word,
)
from simlab.engine.rng import STREAM, U11, next_word, seed_noise, seed_table
from simlab.engine.tree import NOBODY, TREE, clear, enter, followed, learn, plant

ROLLOUTS, DOUBT, EXPLORATION, TURNS = range(4)
"""Places of the search's own traits; those of the base policy follow."""
OWN_TRAITS = 4
MARGIN = 2.0**-20
"""Worth of a point of margin in wins: so little that it decides only where wins are equal."""
FUNCTIONS = ("next_seat", "legal", "apply", "outcome", "hide")


def search(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Return what the base policy chooses, unless another choice does clearly better."""
    room = memory[:WORDS].view(ROOM)[0]
    hiding, playing = key(rng), key(rng)
    put_on_trial(rules, state, seat, menu, traits, room, playing)
    n = room.n_options
    rounds = n_rounds(n)
    begun = 0
    for _ in range(rounds):
        end = begun + max(1, int(traits[ROLLOUTS]) // (rounds * n))
        for rollout in range(begun, end):
            deal_anew(rules, state, seat, room, hiding, rollout)
            compare(rules, seat, traits, room, n, playing, rollout)
        begun = end
        put_best_first(room, n)
        n = 1 + n // 2
    return decided(room, traits[DOUBT])


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
        return room.options[0]
    room.own[:] = 0
    return room.options[best]


@kernel
def is_clear(gain: float, gain_square: float, doubt: float) -> bool:
    """Say whether a sum of gains is more than `doubt` times what chance would make of them.

    That is the root of the sum of their squares: gains that mean nothing exceed it z times with a
    chance below exp(-z² / 2) (V. de la Peña, "A general class of exponential inequalities for
    martingales and ratios", Annals of Probability 27, 1999).
    """
    return gain > 0.0 and gain * gain > doubt * doubt * gain_square


def put_on_trial(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, room: Row, playing: int
) -> None:
    """Write down the choices, first that of the base policy, which remembers its own plans."""
    start(room, playing, 0)
    usual = ask_base(rules, state, seat, menu, traits, room, room.own[:])
    room.options[0] = usual
    n = 1
    for i in range(menu.shape[0]):
        if menu[i] != usual:
            room.options[n] = menu[i]
            n += 1
    room.n_options = n
    room.decisions = 0
    clear(room.tree, traits[EXPLORATION])
    for i in range(n):
        plant(room.tree, room.options[i], NOBODY)
        room.ranking[i], room.rollouts[i] = i, 0
        room.total[i] = room.total_square[i] = room.gain[i] = room.gain_square[i] = 0.0


def ask_base(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, room: Row, memory: Ints
) -> int:
    """Return what the base policy chooses at a seat."""
    return base(rules, state, seat, menu, traits[OWN_TRAITS:], memory, room.noise[seat])


def deal_anew(rules: Row, state: Row, seat: int, room: Row, hiding: int, rollout: int) -> None:
    """Copy the table as the seat sees it, with the rest dealt anew."""
    copy_row(state, room.dealt)
    seed_table(room.streams, hiding, rollout)
    hide(rules, room.dealt, seat, room.streams)


def compare(
    rules: Row, seat: int, traits: Floats, room: Row, n: int, playing: int, rollout: int
) -> None:
    """Try the first `n` choices of the ranking once; add up what each brings and gains."""
    usual = 0.0
    for place in range(n):
        option = room.ranking[place]
        brought = try_out(rules, seat, traits, room, option, playing, rollout)
        if place == 0:
            usual = brought
        room.rollouts[option] += 1
        room.total[option] += brought
        room.total_square[option] += brought * brought
        room.gain[option] += brought - usual
        room.gain_square[option] += (brought - usual) * (brought - usual)


def try_out(
    rules: Row, seat: int, traits: Floats, room: Row, option: int, playing: int, rollout: int
) -> float:
    """Play on from a choice until it is seen how the seat fared, and return that."""
    copy_row(room.dealt, room.trial)
    start(room, playing, rollout)
    enter(room.tree, option)
    brought = play_on(rules, seat, traits, room, room.options[option])
    learn(room.tree, brought)
    return brought


def play_on(rules: Row, seat: int, traits: Floats, room: Row, choice: int) -> float:
    """Play a choice, then to the end, the limit, or some own turns on, and evaluate that table."""
    trial, journal = room.trial, deaf_journal(room.silence)
    turns = int(traits[TURNS])
    before = decider = seat
    decisions = 0
    while decider != OVER and decisions < DECISION_LIMIT:
        if decider != before and decider == seat:
            turns -= 1
            if turns == 0:
                room.decisions += decisions
                return evaluate(rules, trial, seat)
        if decisions > 0:
            choice = answer_of(rules, trial, decider, seat, traits, room)
        apply(rules, trial, choice, room.streams, journal)
        decisions += 1
        before, decider = decider, next_seat(rules, trial)
    room.decisions += decisions
    outcome(rules, trial, decider == OVER, room.row)
    return worth(room.row, seat)


def answer_of(rules: Row, trial: Row, decider: int, seat: int, traits: Floats, room: Row) -> int:
    """Return what a seat answers in a rollout: the base policy, or at the seat itself the tree."""
    menu = room.menu[: legal(rules, trial, room.menu)]
    memory = room.memory[decider]
    usual = ask_base(rules, trial, decider, menu, traits, room, memory)
    if decider != seat or not room.tree.growing or menu.shape[0] == 1:
        return usual
    answer = followed(room.tree, menu, usual, traits[EXPLORATION])
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


DECISION_LIMIT = WORDS = 0
ROOM: Any = None
hide = next_seat = legal = apply = outcome = evaluate = base = worth = unbound
PARTS = (ask_base, put_on_trial, deal_anew, answer_of, play_on, try_out, compare)


def room_record(game: Any, memory: int) -> np.dtype[Any]:
    """Return the type of what a search keeps in its memory, over a base that asks for `memory`."""
    seats, n = game.players[1], game.longest_menu
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
        tree=nested(TREE, "choices of the seat after each of those on trial"),
        n_options=whole("choices on trial", "choices"),
        options=whole("choices on trial, first that of the base policy", shape=n),
        ranking=whole("choices, first that of the base policy, then by gain", shape=n),
        rollouts=whole("rollouts of each", "rollouts", shape=n),
        decisions=whole("choices made in all rollouts", "decisions"),
        total=real("sum of what each brought", shape=n),
        total_square=real("sum of the squares of that", shape=n),
        gain=real("sum of what each brought beyond the usual", shape=n),
        gain_square=real("sum of the squares of that", shape=n),
    )


@functools.cache
def bound_search(function: Any, memory: int, game: Any) -> tuple[Any, int]:
    """Return `search` bound to a game and a base policy's function, and the memory it asks for."""
    room = room_record(game, memory)
    words = room.itemsize // WORD
    names = {name: inlined(getattr(game, name)) for name in FUNCTIONS}
    names |= {"ROOM": room, "WORDS": words, "DECISION_LIMIT": game.decision_limit}
    names["worth"] = common_worth if game.cooperative else own_worth
    names["evaluate"] = game.evaluate or no_evaluation
    # inlined, a large base takes minutes to compile
    names["base"] = spliced(function)
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    return bound(search, f"search_{game.name}_{distinctive_name(function)}", **names), words
