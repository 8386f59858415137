"""Search: a player who tries each choice by playing on to the end, and takes the best.

Written against the names of the functions a game has and of a base policy; `bound_search` binds
them. A try begins from the table as the seat sees it, with all that is hidden from it dealt anew,
and the base policy sits at every seat, with an empty memory. All choices meet the same hidden
things and the same chance (common random numbers), and after each round of tries the worse half of
them is dropped (successive halving: Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration
in multi-armed bandits", ICML 2013).
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

ROLLOUTS = 0
"""Place of the number of tries among the traits; those of the base policy follow."""
MARGIN = 2.0**-20
"""Worth of a point of margin in wins: so little that it decides only where wins are equal."""
LN_2 = 0.6931471805599453
DOUBLINGS = 2
"""Chance to prefer a choice that is no better, as a power of one half."""
FUNCTIONS = ("next_seat", "legal", "apply", "outcome", "hide")


def search(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Return what the base policy chooses, unless another choice does clearly better."""
    room = memory[:WORDS].view(ROOM)[0]
    hiding, playing = key(rng), key(rng)
    n = menu.shape[0]
    put_on_trial(rules, state, seat, menu, traits, room, playing)
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
    if rounds == 0 or not is_clear(room.gain[1], room.square[1], rounds):
        return room.options[0]
    room.own[:] = 0
    return room.options[1]


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
def is_clear(gain: float, square: float, rounds: int) -> bool:
    """Say whether chance would hardly make so much gain of such a sum of squared gains.

    A sum of gains that mean nothing exceeds z times the root of the sum of their squares with a
    chance below exp(-z² / 2) (V. de la Peña, "A general class of exponential inequalities for
    martingales and ratios", Annals of Probability 27, 1999); here z makes this, for all choices on
    trial together, 2 to the power of -DOUBLINGS.
    """
    return gain > 0.0 and gain * gain > 2.0 * LN_2 * (rounds + DOUBLINGS) * square


def put_on_trial(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, room: Row, playing: int
) -> None:
    """Write down the choices, first that of the base policy, which remembers its own plans."""
    start(room, playing, 0)
    usual = ask_base(rules, state, seat, menu, traits, room, room.own)
    room.options[0] = usual
    n = 1
    for i in range(menu.shape[0]):
        if menu[i] != usual:
            room.options[n], room.gain[n], room.square[n] = menu[i], 0.0, 0.0
            n += 1


def ask_base(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, room: Row, memory: Ints
) -> int:
    """Return what the base policy chooses at a seat."""
    return base(rules, state, seat, menu, traits[ROLLOUTS + 1 :], memory, room.noise[seat])


def deal_anew(rules: Row, state: Row, seat: int, room: Row, hiding: int, rollout: int) -> None:
    """Copy the table as the seat sees it, with the rest dealt anew."""
    copy_row(state, room.dealt)
    seed_table(room.streams, hiding, rollout)
    hide(rules, room.dealt, seat, room.streams)


def compare(
    rules: Row, seat: int, traits: Floats, room: Row, n: int, playing: int, rollout: int
) -> None:
    """Try the first `n` choices once; add what each gains over that of the base policy."""
    usual = 0.0
    for i in range(n):
        brought = try_out(rules, seat, traits, room, room.options[i], playing, rollout)
        if i == 0:
            usual = brought
        room.gain[i] += brought - usual
        room.square[i] += (brought - usual) * (brought - usual)


def try_out(
    rules: Row, seat: int, traits: Floats, room: Row, choice: int, playing: int, rollout: int
) -> float:
    """Play on from a choice to the end, or the limit of decisions; return how the seat fared."""
    trial, journal = room.trial, deaf_journal(room.silence)
    copy_row(room.dealt, trial)
    start(room, playing, rollout)
    apply(rules, trial, choice, room.streams, journal)
    decisions = 1
    decider = next_seat(rules, trial)
    while decider != OVER and decisions < DECISION_LIMIT:
        menu = room.menu[: legal(rules, trial, room.menu)]
        memory = room.memory[decider]
        answer = ask_base(rules, trial, decider, menu, traits, room, memory)
        apply(rules, trial, answer, room.streams, journal)
        decisions += 1
        decider = next_seat(rules, trial)
    outcome(rules, trial, decider == OVER, room.row)
    return worth(room.row, seat)


@kernel
def start(room: Row, playing: int, rollout: int) -> None:
    """Seed all chance for one rollout and let every seat forget."""
    seed_table(room.streams, playing, rollout)
    seed_noise(room.noise, playing, rollout, 0, room.noise.shape[0])
    room.memory[:] = 0


@kernel
def put_best_first(room: Row, n: int) -> None:
    """Sort the first `n` choices but that of the base policy by their gain over it."""
    for i in range(2, n):
        place = i
        while place > 1 and room.gain[place - 1] < room.gain[place]:
            swap(room.options, place)
            swap(room.gain, place)
            swap(room.square, place)
            place -= 1


@kernel
def swap(entries: Any, place: int) -> None:
    """Let an entry and the one before it change places."""
    before = entries[place - 1]
    entries[place - 1] = entries[place]
    entries[place] = before


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


DECISION_LIMIT = WORDS = 0
ROOM: Any = None
hide = next_seat = legal = apply = outcome = base = worth = unbound
PARTS = (ask_base, put_on_trial, deal_anew, try_out, compare)


def room_record(game: Any, memory: int) -> np.dtype[Any]:
    """Return the type of what a search keeps in its memory, over a base that asks for `memory`."""
    seats = game.players[1]
    return record(
        silence=whole("zero, a journal that does not listen", shape=1),
        dealt=nested(game.state_row, "the table with what is hidden dealt anew"),
        trial=nested(game.state_row, "the table being played on"),
        row=nested(game.outcome_row, "how that ended"),
        menu=whole("legal choices of the seat that decides there", shape=game.longest_menu),
        streams=word("random streams of that table", shape=(len(game.sources), STREAM)),
        noise=word("random stream of each seat's policy", shape=(seats, STREAM)),
        memory=whole("private integers of each seat's policy", shape=(seats, max(1, memory))),
        own=whole("what the base policy remembers at the searcher's seat", shape=max(1, memory)),
        options=whole("choices on trial", shape=game.longest_menu),
        gain=real("sum of what each brought beyond the usual", shape=game.longest_menu),
        square=real("sum of the squares of that", shape=game.longest_menu),
    )


@functools.cache
def bound_search(function: Any, memory: int, game: Any) -> tuple[Any, int]:
    """Return `search` bound to a game and a base policy's function, and the memory it asks for."""
    room = room_record(game, memory)
    words = room.itemsize // WORD
    names = {name: getattr(game, name) for name in FUNCTIONS}
    names |= {"ROOM": room, "WORDS": words, "DECISION_LIMIT": game.decision_limit}
    names["worth"] = common_worth if game.cooperative else own_worth
    names["base"] = inlined(function)
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    return bound(search, f"search_{game.name}_{distinctive_name(function)}", **names), words
