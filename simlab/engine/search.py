"""Rollout search: try choices by simulated games, and leave the base policy for clear gains only.

The module names the functions of a game and of a base policy; `bound_search` binds them. A rollout
starts from the table as the seat sees it, with all hidden information dealt again. The base policy
plays every seat, with an empty memory; the weights of the other seats may differ from rollout to
rollout, so that no gain depends on knowing their every reply. The rollout ends with the game, or
after some own turns with the value of the position, which has less variance: that of the game's
evaluation, or of the net if the base policy was learnt. The options are the choices of the menu, or
plans for the whole turn that the base policy proposes; a plan is represented by its first choice.
All options may share hidden information and chance (common random numbers). After each round of
rollouts the worse half of the options is dropped (successive halving: Z. Karnin, T. Koren and O.
Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). The search may stop before,
where all options are clearly worse than the choice of the base. The statistics stay in its memory,
where `explain-move` reads them.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from simlab.engine.build import distinctive_name, functions_on_faults
from simlab.engine.journal import deaf_journal
from simlab.engine.kernel import apart, bound, inlined, kernel, spliced
from simlab.engine.loop import OVER, TRAITS, unbound
from simlab.engine.net import net_value
from simlab.engine.observation import observe
from simlab.engine.plan import (
    AS_BASELINE,
    MOST_PLANS,
    SHAKEN,
    STEPS,
    Plan,
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
from simlab.engine.result import own_points, shared_points
from simlab.engine.rng import STREAM, U11, below, next_word, seed_noise, seed_table
from simlab.engine.tree import NOBODY, Tree, backpropagate, clear, enter, expand, select

MARGIN = 2.0**-20
"""Value of a point of margin, in wins: so small that it only breaks ties between equal wins."""
ROLLOUTS_OF_A_PLAN = 4
"""Least average number of rollouts per plan."""
SAMPLES_IN_ROLLOUTS = 3
"""Most samples with which a learnt player tries a choice in a rollout: over many rollouts, errors
of single replies cancel, and samples take most of the time."""
FUNCTIONS = ("next_seat", "legal", "apply", "outcome", "hide")


def search(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, work: Row, rng: Words
) -> int:
    """Return what the base policy chooses, unless another choice or plan does clearly better.

    The search follows a plan to its end without searching again, as long as the next choice of the
    plan is legal. Limitation: it does not detect that chance ended the turn early.
    """
    # keys, so that a rollout's chance depends on its number alone, not on what others have drawn
    deal_seed, play_seed = key(rng), key(rng)
    begin_rollout(work, play_seed, 0)
    baseline = ask_base(rules, state, seat, menu, traits.base_traits, work, work.base_memory[:])
    # the base is asked even so: it keeps its memory up to date, and may be the plan's next step
    if goes_on(work.plan, menu):
        return next_step(work, baseline)
    work.chances = work.decisions = 0
    work.varied[:] = traits.base_traits[: work.varied.shape[0]]
    if traits.plans > 0.0:
        propose_plans(rules, state, seat, baseline, traits, work, deal_seed, play_seed, rng)
    else:
        list_choices(work, menu, baseline)
    reset_statistics(work, traits.exploration)
    n = work.n_options
    # successive halving: each round has the same number of rollouts, for half as many options
    rounds = n_rounds(n)
    for _ in range(rounds):
        for _ in range(max(1, int(traits.rollouts) // (rounds * n))):
            run_round(rules, state, seat, traits, work, n, deal_seed, play_seed)
            # not for a clear gain: that follows luck, 28 ± 6 % instead of 56 ± 7 % of the wins
            if traits.early > 0.0 and none_is_better(work, n, traits.early):
                return decided(work, traits.doubt)
        rank_by_gain(work, n)
        # the baseline always stays: every gain is measured against it
        n = 1 + n // 2
    return decided(work, traits.doubt)


@kernel
def key(rng: Words) -> int:
    """Draw a seed for the random streams of the rollouts."""
    seed: Any = np.int64(next_word(rng) >> U11)
    return seed


@kernel
def n_rounds(n: int) -> int:
    """Return the number of halvings that leave only the baseline of `n` choices."""
    rounds = 0
    while n > 1:
        n //= 2
        rounds += 1
    return rounds


@kernel
def decided(work: Row, z: float) -> int:
    """Return the best of the other choices if it is clearly better, else the baseline.

    The base policy forgets its plan when the search chooses otherwise.
    """
    best = work.ranking[1]
    if work.n_options == 1 or not is_clear(work.gain[best], work.gain_square[best], z):
        best = 0
    else:
        # what the base remembers belongs to plans that are not played
        work.base_memory[:] = 0
    begin(work.plan, best)
    return work.options[best]


@kernel
def none_is_better(work: Row, n: int, z: float) -> bool:
    """Say whether each of the first `n` options is worse than the baseline by `z` standard errors.

    Only then may a search stop early: to look after each rollout whether one is better, and to take
    it as soon as it is, would follow luck.
    """
    for rank in range(1, n):
        option = work.ranking[rank]
        if not is_clear(-work.gain[option], work.gain_square[option], z):
            return False
    return True


@kernel
def next_step(work: Row, baseline: int) -> int:
    """Return the next choice of the current plan."""
    choice = next_choice(work.plan, baseline)
    if choice != baseline:
        work.base_memory[:] = 0
    return choice


@kernel
def is_clear(gain: float, gain_square: float, z: float) -> bool:
    """Say whether a sum of gains exceeds `z` standard errors.

    The standard error is the root of the sum of the squared gains. If the true gain is zero, the
    sum exceeds z standard errors with a probability below exp(-z² / 2) (V. de la Peña, "A general
    class of exponential inequalities for martingales and ratios", Annals of Probability 27, 1999).
    """
    return gain > 0.0 and gain * gain > z * z * gain_square


@kernel
def list_choices(work: Row, menu: Ints, baseline: int) -> None:
    """List the choices of the menu as options, the baseline first, without plans."""
    work.options[0] = baseline
    n = 1
    for choice in menu:
        if choice != baseline:
            work.options[n] = choice
            n += 1
    work.n_options = n
    work.plan.n_plans = 0


def propose_plans(
    rules: Row,
    state: Row,
    seat: int,
    baseline: int,
    traits: Row,
    work: Row,
    deal_seed: int,
    play_seed: int,
    rng: Words,
) -> None:
    """List plans for the whole turn as options: the plan of the base policy and variations of it.

    Every other variation replaces one choice by a random legal one and lets the base policy go on
    from there. The rest are plans of the base policy with random weights.
    """
    plan = work.plan
    # plans are proposed on a redealt table, or they would use what the seat cannot see
    redeal(rules, state, seat, work, deal_seed, 0)
    work.n_options = 0
    # with fewer rollouts each, luck would pick the plan
    most = int(traits.rollouts) // ROLLOUTS_OF_A_PLAN
    for k in range(int(traits.plans)):
        if work.n_options == most:
            break
        n, odd = work.n_options, STEPS
        plan.weights[:] = traits.base_traits[: plan.weights.shape[0]]
        if k % 2 == 1:
            odd = below(rng, plan.n_steps[0])
        # plan 0 is the base's own
        elif k > 0:
            shake(plan.weights, BOUNDS, SHAKEN, rng)
        simulate_turn(rules, seat, work, odd, play_seed, rng)
        share_fault(work.trial, state)
        work.options[n] = plan.course[n, 0]
        work.n_options += is_new(plan, n)
    plan.n_plans = work.n_options
    # the first plan is followed as the base goes on, whatever chance does to its later steps
    work.options[0] = baseline
    plan.course[0] = AS_BASELINE


def simulate_turn(rules: Row, seat: int, work: Row, odd: int, play_seed: int, rng: Words) -> None:
    """Record the choices of a simulated turn; the one at step `odd` is random."""
    plan, trial, journal = work.plan, work.trial, deaf_journal(work.silence)
    n, step, decider = work.n_options, 0, seat
    memory, plan_traits = work.memory[seat], with_weights(work, plan.weights, BOUNDS.shape[0])
    copy_row(work.dealt, trial)
    begin_rollout(work, play_seed, 0)
    while decider == seat and step < STEPS:
        menu = work.menu[: legal(rules, trial, work.menu)]
        choice = ask_base(rules, trial, seat, menu, plan_traits, work, memory)
        if step == odd:
            choice = menu[below(rng, len(menu))]
            # the base planned for another choice
            memory[:] = 0
        plan.course[n, step] = choice
        apply(rules, trial, choice, work.streams, journal)
        step += 1
        decider = next_seat(rules, trial)
    plan.n_steps[n] = step
    # counted with the rollouts: they take the same time
    work.decisions += step


@kernel
def reset_statistics(work: Row, exploration: float) -> None:
    """Clear the sums of all options and the tree, and add a root for each option."""
    clear(work.tree, exploration)
    for i in range(work.n_options):
        # roots come first, so an option's number is that of its node
        expand(work.tree, work.options[i], NOBODY)
        work.ranking[i], work.rollouts[i] = i, 0
        work.total[i] = work.total_square[i] = work.gain[i] = work.gain_square[i] = 0.0


def ask_base(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, work: Row, memory: Ints
) -> int:
    """Return the choice of the base policy at a seat."""
    base_traits = as_record(traits, BASE_TRAITS)
    return base(
        rules, state, seat, menu, base_traits, as_record(memory, BASE_MEMORY), work.noise[seat]
    )


def redeal(rules: Row, state: Row, seat: int, work: Row, deal_seed: int, chance: int) -> None:
    """Copy the table and deal the information hidden from the seat again."""
    copy_row(state, work.dealt)
    seed_table(work.streams, deal_seed, chance)
    hide(rules, work.dealt, seat, work.streams)


def run_round(
    rules: Row,
    state: Row,
    seat: int,
    traits: Row,
    work: Row,
    n: int,
    deal_seed: int,
    play_seed: int,
) -> None:
    """Play one rollout of each of the first `n` options of the ranking; add up values and gains."""
    baseline = 0.0
    for rank in range(n):
        option = work.ranking[rank]
        # common random numbers: without them a search needs about 1.5 times the rollouts
        if rank == 0 or traits.common == 0.0:
            work.chances += 1
            redeal(rules, state, seat, work, deal_seed, work.chances - 1)
        value = rollout_value(rules, seat, traits, work, option, play_seed, work.chances - 1)
        # a fault that only a rollout meets must stop the game, too
        share_fault(work.trial, state)
        if rank == 0:
            baseline = value
        work.rollouts[option] += 1
        work.total[option] += value
        work.total_square[option] += value * value
        work.gain[option] += value - baseline
        work.gain_square[option] += (value - baseline) * (value - baseline)


def rollout_value(
    rules: Row, seat: int, traits: Row, work: Row, option: int, play_seed: int, chance: int
) -> float:
    """Return the value of one rollout that begins with an option, and add it to the tree."""
    copy_row(work.dealt, work.trial)
    begin_rollout(work, play_seed, chance)
    # among exact copies a search foresees every reply, and its gains vanish against others
    if traits.uncertainty > 0.0:
        vary_others(seat, traits, work)
    enter(work.tree, option)
    begin(work.plan, option)
    value = play_out(rules, seat, traits, work, work.options[option])
    backpropagate(work.tree, value)
    return value


@kernel
def with_weights(work: Row, weights: Floats, n: int) -> Floats:
    """Return the traits of the base policy with other weights; a net after them stays."""
    for i in range(n):
        work.varied[i] = weights[i]
    varied: Floats = work.varied[:]
    return varied


def vary_others(seat: int, traits: Row, work: Row) -> None:
    """Give every other seat weights of its own around those of the base policy."""
    n_traits = BOUNDS.shape[0]
    for rival in range(work.weights.shape[0]):
        if rival != seat:
            weights = work.weights[rival, :n_traits]
            weights[:] = traits.base_traits[SEAT_TRAITS * (rival + 1) :][:n_traits]
            shake(weights, BOUNDS, 1.0 + traits.uncertainty, work.noise[rival])


def play_out(rules: Row, seat: int, traits: Row, work: Row, choice: int) -> float:
    """Play a choice, then on to the end, the decision limit or the turn limit; return the value."""
    trial, journal = work.trial, deaf_journal(work.silence)
    turns = int(traits.turns)
    before = decider = seat
    decisions = 0
    while decider != OVER and decisions < DECISION_LIMIT:
        if decider != before and decider == seat:
            # a turn ends where another seat has decided in between
            turns -= 1
            if turns == 0:
                work.decisions += decisions
                return position_value(rules, trial, seat, traits, work)
        # a plan is for one turn
        if decider != seat:
            leave(work.plan)
        if decisions > 0:
            choice = rollout_choice(rules, trial, decider, seat, traits, work)
        apply(rules, trial, choice, work.streams, journal)
        decisions += 1
        before, decider = decider, next_seat(rules, trial)
    work.decisions += decisions
    outcome(rules, trial, decider == OVER, work.row)
    return final_value(work.row, seat)


def given_traits(traits: Row, work: Row, decider: int) -> Floats:
    """Return the traits of the base policy at a seat in rollouts."""
    base_traits: Floats = traits.base_traits[SEAT_TRAITS * (decider + 1) :]
    return base_traits


def quick_traits(traits: Row, work: Row, decider: int) -> Floats:
    """Return those of a learnt player, which takes few samples in rollouts."""
    player = as_record(work.varied[:], BASE_TRAITS)
    # of push_your_luck's player: 3 samples 49 ± 7 % against 12 in rollouts, 1 sample 37 ± 6 %
    player.samples = min(traits.base_traits[0], SAMPLES_IN_ROLLOUTS)
    varied: Floats = work.varied[:]
    return varied


def evaluated_value(rules: Row, trial: Row, seat: int, traits: Row, work: Row) -> float:
    """Return the value of a position before a seat decides, by the game's evaluation."""
    return evaluate(rules, trial, seat)


def learnt_value(rules: Row, trial: Row, seat: int, traits: Row, work: Row) -> float:
    """Return the same by the net of the base policy, which has learnt it from such positions."""
    net = as_record(traits.base_traits, BASE_TRAITS).net
    room = as_record(work.memory[seat], BASE_MEMORY)
    observe(trial, seat, seat, net, room.features)
    return net_value(net, room.features, room.hidden)


def rollout_choice(rules: Row, trial: Row, decider: int, seat: int, traits: Row, work: Row) -> int:
    """Return a choice in a rollout: by plan or tree at the own seat, else by the base policy."""
    menu = work.menu[: legal(rules, trial, work.menu)]
    memory = work.memory[decider]
    decider_traits = rollout_traits(traits, work, decider)
    if traits.uncertainty > 0.0 and decider != seat:
        decider_traits = with_weights(work, work.weights[decider], BOUNDS.shape[0])
    # before tree and plan, which fall back on it; the memory of the base stays right either way
    baseline = ask_base(rules, trial, decider, menu, decider_traits, work, memory)
    if decider != seat:
        return baseline
    if goes_on(work.plan, menu):
        answer = next_choice(work.plan, baseline)
    # forced choices would use up nodes and depth without a decision
    elif work.tree.growing and len(menu) > 1:
        answer = select(work.tree, menu, baseline, traits.exploration)
    else:
        return baseline
    if answer != baseline:
        memory[:] = 0
    return answer


def begin_rollout(work: Row, play_seed: int, rollout: int) -> None:
    """Seed all random streams of one rollout and clear what every seat remembers."""
    seed_table(work.streams, play_seed, rollout)
    seed_noise(work.noise, play_seed, rollout, 0, len(work.noise))
    # clearing the memory of all seats is dear, and a learnt player keeps none
    if REMEMBERS:
        work.memory[:] = 0


@kernel
def rank_by_gain(work: Row, n: int) -> None:
    """Rank the first `n` options by their gain over the baseline, which stays first."""
    ranking = work.ranking
    for i in range(2, n):
        rank = i
        # insertion sort: stable, so equal gains keep the order of the menu, and n is small
        while rank > 1 and work.gain[ranking[rank - 1]] < work.gain[ranking[rank]]:
            ranking[rank - 1], ranking[rank] = ranking[rank], ranking[rank - 1]
            rank -= 1


@kernel
def competitive_value(row: Row, seat: int) -> float:
    """Return the seat's share of the win plus a tiny multiple of its lead over the best rival."""
    seat_result = row.seats[seat]
    margin = seat_result.score
    for rival in range(row.seats.shape[0]):
        if rival != seat:
            margin = min(margin, seat_result.score - row.seats[rival].score)
    return seat_result.credit + MARGIN * margin


def final_value_of(game: Any) -> Any:
    """Return the function for what a seat of the game has of a result."""
    if game.cooperative:
        return shared_points
    return own_points if game.is_for_points else competitive_value


@kernel
def no_evaluation(rules: Any, state: Any, seat: int) -> float:
    """Evaluation of a game without one; it is never called."""
    return 0.0


DECISION_LIMIT = 0
REMEMBERS = True
"""Whether the base policy reads in its memory what it wrote at an earlier decision."""
SEAT_TRAITS = 0
"""Traits of the base policy if they differ by seat: those of each seat stand after those of the own
one. 0 if all seats have the same."""
BOUNDS: Any = None
BASE_TRAITS: Any = None
BASE_MEMORY: Any = None
hide = next_seat = legal = apply = outcome = evaluate = base = final_value = unbound
share_fault = unbound
position_value, rollout_traits = evaluated_value, given_traits
OF_NET = learnt_value, quick_traits
"""What stands for the two in a search over a learnt player."""
PARTS = (
    begin_rollout,
    redeal,
    vary_others,
    rollout_choice,
    play_out,
    rollout_value,
    run_round,
    simulate_turn,
    propose_plans,
)


def work_record(game: Any, memory: int, n_traits: int) -> np.dtype[Any]:
    """Return the record type of a search's memory.

    `memory` is the size of the base policy's, `n_traits` that of its traits with a net after them.
    """
    seats, n = game.players[1], game.longest_menu
    most = max(n, MOST_PLANS)
    return record(
        silence=whole("zero: a journal that records nothing", shape=1),
        dealt=nested(game.state_row, "the table with hidden information dealt again"),
        trial=nested(game.state_row, "the table of the current rollout"),
        row=nested(game.outcome_row, "its outcome"),
        menu=whole("legal choices of the seat that decides there", shape=n),
        streams=word("random streams of that table", shape=(len(game.sources), STREAM)),
        noise=word("random stream of each seat's policy", shape=(seats, STREAM)),
        memory=whole("private integers of each seat's policy", shape=(seats, max(1, memory))),
        weights=real("weights of each other seat in a rollout, if varied", shape=(seats, TRAITS)),
        varied=real("traits of the base policy, some of them varied", shape=n_traits),
        base_memory=whole("memory of the base policy at the own seat", shape=max(1, memory)),
        plan=nested(Plan.dtype, "plans of the seat for the whole turn"),
        tree=nested(Tree.dtype, "later choices of the seat, below each option"),
        chances=whole("times that hidden information and chance were drawn"),
        n_options=whole("options", "options"),
        options=whole("choice of each option, the baseline first", shape=most),
        ranking=whole("options, the baseline first, then by gain", shape=most),
        rollouts=whole("rollouts of each", "rollouts", shape=most),
        decisions=whole("choices made in all rollouts", "decisions"),
        total=real("sum of its values", shape=most),
        total_square=real("sum of the squares of that", shape=most),
        gain=real("sum of its values minus those of the baseline", shape=most),
        gain_square=real("sum of the squares of that", shape=most),
    )


@functools.cache
def bound_search(
    function: Any,
    traits: np.dtype[Any] | None,
    memory: np.dtype[Any] | None,
    bounds: tuple[tuple[float, float, bool], ...],
    n_seat_traits: int,
    has_net: bool,
    game: Any,
) -> Any:
    """Return `search` bound to a game and a base policy: its function and the records it reads.

    `bounds` holds the lowest and highest value of each trait of the base policy, and whether it
    takes whole numbers only. `n_seat_traits` is their number if they differ by seat, else 0.
    `has_net` says whether it is a learnt player, whose net values positions; it remembers nothing.
    """
    names = {name: inlined(getattr(game, name)) for name in FUNCTIONS}
    names |= functions_on_faults(game)
    names["DECISION_LIMIT"] = game.decision_limit
    names |= {"BASE_TRAITS": traits, "BASE_MEMORY": memory, "SEAT_TRAITS": n_seat_traits}
    names["REMEMBERS"] = not has_net
    names["BOUNDS"] = np.array(bounds, np.float64).reshape(-1, 3)
    names["final_value"] = final_value_of(game)
    names["evaluate"] = game.evaluate or no_evaluation
    # inlined, a large base takes minutes to compile
    names["base"] = spliced(function)
    names["ask_base"] = apart(bound(ask_base, "ask_base", **names))
    # one copy, called from all places: inlined in each, it would be optimized again and again
    names["apply"] = apart(game.apply)
    value, base_traits = OF_NET if has_net else (position_value, rollout_traits)
    names["position_value"] = spliced(bound(value, value.__name__, **names))
    names["rollout_traits"] = spliced(bound(base_traits, base_traits.__name__, **names))
    for part in PARTS:
        names[part.__name__] = spliced(bound(part, part.__name__, **names))
    base_name = distinctive_name(function, bounds, n_seat_traits, repr(traits), repr(memory))
    return bound(search, f"search_{game.name}_{base_name}", **names)
