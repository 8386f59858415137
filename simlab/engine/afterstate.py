"""Afterstate play: try each choice on a copy of the table, evaluate the result with a net.

The module names the functions of a game; `bound_afterstate` binds them. The value of a choice is
the mean over some samples, each with all that the seat cannot see dealt again and with chance of
its own; all choices share them (common random numbers). The first number drawn from each source of
chance is stratified over the samples (Latin hypercube: M. McKay, R. Beckman and W. Conover, "A
comparison of three methods for selecting values of input variables", Technometrics 21, 1979), so
that six samples of a die show each face once. A choice without chance and hidden information is
tried once. If a choice is revealed with those of others, these choose by chance first: else the one
who is asked last would value other positions than the others, and be the better or worse player for
that. Values are rounded before they are compared; of equal ones the first of the menu wins.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from simlab.engine.build import functions_on_faults
from simlab.engine.journal import deaf_journal
from simlab.engine.kernel import apart, bound, inlined, kernel, spliced
from simlab.engine.loop import OVER, unbound
from simlab.engine.net import MOST_FEATURES, MOST_HIDDEN, NET, net_value
from simlab.engine.observation import long_at, observe
from simlab.engine.record import (
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
from simlab.engine.rng import (
    STREAM,
    U11,
    below,
    next_word,
    seed_stream,
    seed_table,
    shuffle,
    stratify,
)
from simlab.engine.search import final_value_of

MOST_SAMPLES = 64
REPLIES = np.uint64(1 << 50)
"""Source of chance of the choices of others that are revealed together with the own one."""
GRAIN = 2.0**-20
"""Values that differ by less than about this, in wins or points, count as equal."""
FUNCTIONS = ("next_seat", "legal", "apply", "outcome", "hide")

PLAYER_TRAITS = record(
    samples=real("samples of chance and hidden information per choice", "samples"),
    net=nested(NET, "the net that evaluates positions"),
)


def afterstate(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, work: Row, rng: Words
) -> int:
    """Return the choice after which the position has the highest mean value."""
    n, samples = menu.shape[0], int(traits.samples)
    # before the streams: a forced choice draws nothing and costs nothing
    if n == 1:
        return menu[0]
    deal_seed, chance_seed = key(rng), key(rng)
    spread(work, samples, rng)
    for i in range(n):
        work.total[i] = 0.0
        work.is_certain[i] = 0
    for sample in range(samples):
        is_hidden = redeal(rules, state, seat, work, deal_seed, sample)
        begin_chance(work, chance_seed, sample, samples)
        for i in range(n):
            if work.is_certain[i] == 0:
                work.total[i] += value_after(
                    rules, seat, menu[i], traits.net, work, chance_seed, sample
                )
                share_fault(work.trial, state)
                # nothing was drawn or replied: further samples would repeat the same position
                if sample == 0 and not is_hidden and work.n_replies == 0 and is_untouched(work):
                    work.is_certain[i] = 1
    return menu[best_choice(work, n, samples)]


@kernel
def key(rng: Words) -> int:
    """Draw a seed for the random streams of the samples."""
    seed: Any = np.int64(next_word(rng) >> U11)
    return seed


@kernel
def spread(work: Row, samples: int, rng: Words) -> None:
    """Give each source of chance its own random order of strata."""
    for source in range(work.strata.shape[0]):
        for sample in range(samples):
            work.strata[source, sample] = sample
        # an order for each source: with one for all, their numbers would be correlated
        shuffle(rng, work.strata[source], samples)


def redeal(rules: Row, state: Row, seat: int, work: Row, deal_seed: int, sample: int) -> bool:
    """Copy the table, deal again what the seat cannot see; return whether that was anything."""
    copy_row(state, work.dealt)
    seed_table(work.start, deal_seed, sample)
    work.streams[:] = work.start
    hide(rules, work.dealt, seat, work.streams)
    return not is_untouched(work)


@kernel
def begin_chance(work: Row, chance_seed: int, sample: int, samples: int) -> None:
    """Seed the random streams that every choice of a sample begins with."""
    seed_table(work.start, chance_seed, sample)
    for source in range(work.strata.shape[0]):
        stratify(work.start[source], work.strata[source, sample], samples)


def value_after(
    rules: Row, seat: int, choice: int, net: Row, work: Row, chance_seed: int, sample: int
) -> float:
    """Return the value of the position after a choice: its result if the game is over."""
    trial = work.trial
    copy_row(work.dealt, trial)
    # every choice meets the same chance, so that differences between choices vary less
    work.streams[:] = work.start
    apply(rules, trial, choice, work.streams, deaf_journal(work.silence))
    decider = next_seat(rules, trial)
    work.n_replies = 0
    while decider != OVER and decider != seat and is_concealed(trial):
        if work.n_replies == 0:
            seed_stream(work.replies, chance_seed, sample, REPLIES)
        n = legal(rules, trial, work.menu)
        reply = work.menu[below(work.replies, n)]
        apply(rules, trial, reply, work.streams, deaf_journal(work.silence))
        work.n_replies += 1
        decider = next_seat(rules, trial)
    if decider == OVER:
        outcome(rules, trial, True, work.row)
        return final_value(work.row, seat)
    observe(trial, seat, decider, net, work.features)
    return net_value(net, work.features, work.hidden)


CONCEALED: tuple[tuple[int, int], ...] = ()


def some_are_concealed(state: Row) -> bool:
    """Say whether somebody has made a choice that will be revealed with those of others."""
    for first, second in CONCEALED:
        if long_at(state, first) > 0 and long_at(state, second) > 0:
            return True
    return False


@kernel
def none_is_concealed(state: Row) -> bool:
    """Say so of a game in which every choice is carried out at once."""
    return False


@kernel
def is_untouched(work: Row) -> bool:
    """Say whether no stream has been drawn from."""
    for source in range(work.start.shape[0]):
        for i in range(STREAM):
            if work.streams[source, i] != work.start[source, i]:
                return False
    return True


@kernel
def best_choice(work: Row, n: int, samples: int) -> int:
    """Return the place on the menu of the choice with the highest rounded value."""
    best, most = 0, -np.inf
    for i in range(n):
        value = work.total[i] if work.is_certain[i] else work.total[i] / samples
        # rounded: sums in the last digits may differ between processors, and games must not
        grains = np.floor(value / GRAIN + 0.5)
        if grains > most:
            best, most = i, grains
    return best


hide = next_seat = legal = apply = outcome = final_value = share_fault = is_concealed = unbound
PARTS = (redeal, value_after)


@functools.cache
def work_record(game: Any) -> np.dtype[Any]:
    """Return the record type of the memory of afterstate play."""
    n_sources = len(game.sources)
    return record(
        silence=whole("zero: a journal that records nothing", shape=1),
        dealt=nested(game.state_row, "the table with hidden information dealt again"),
        trial=nested(game.state_row, "the table after a choice"),
        row=nested(game.outcome_row, "its outcome"),
        start=word("random streams with which a sample begins", shape=(n_sources, STREAM)),
        streams=word("random streams of the tried table", shape=(n_sources, STREAM)),
        replies=word("random stream of the choices of others that are revealed together", STREAM),
        n_replies=whole("how many of these were made in the last trial"),
        menu=whole("menu of such a choice", shape=game.longest_menu),
        strata=whole("stratum of each sample by source", shape=(n_sources, MOST_SAMPLES)),
        total=real("sum of the values of each choice", shape=game.longest_menu),
        is_certain=whole("1 for a choice that needs one sample", shape=game.longest_menu),
        features=real("features of a position", shape=MOST_FEATURES),
        hidden=real("units of both hidden layers", shape=(2, MOST_HIDDEN)),
    )


@functools.cache
def bound_afterstate(game: Any) -> Any:
    """Return `afterstate` bound to a game."""
    names = {name: inlined(getattr(game, name)) for name in FUNCTIONS} | functions_on_faults(game)
    names["apply"] = apart(game.apply)
    names["final_value"] = final_value_of(game)
    names["is_concealed"] = none_is_concealed
    if game.concealed_at:
        names["is_concealed"] = spliced(
            bound(some_are_concealed, "is_concealed", CONCEALED=game.concealed_at)
        )
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    return bound(afterstate, f"afterstate_{game.name}", **names)
