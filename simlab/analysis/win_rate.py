"""Win rates of seats, of policies, and of policies in each seat, with simultaneous intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.intervals import Interval, rate_of_games, simultaneous_means
from simlab.analysis.luck import as_played, every, shares_less_luck
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import Verdict, verdict

Array = NDArray[Any]

FAIR, UNFAIR = "fair", "unfair"
ALONE, TOGETHER = "alone", "together"
"""How a seat wins: outright, or with others who share the win."""

SHARED_OFTEN = 0.005
"""Share of games with several winners from which that is said beside the wins."""
MARGIN = 0.02
"""Largest distance from the fair share that counts as even: one game in fifty."""

METHOD = (
    "Mean win credit per game (a win shared by n counts 1/n) over blocks; simultaneous intervals,"
    " 95 % for all seats, or all policies, of a scenario together."
)
CROSSED_METHOD = (
    "Mean win credit per game (a win shared by n counts 1/n) over blocks; simultaneous intervals,"
    " 95 % for all policies in all seats of a scenario together."
)


@question
def by_seat(tables: Tables) -> pd.DataFrame:
    """Return win credit, fair share and verdict of each seat; seat 1 begins."""
    return answer(line for s in tables.scenarios for line in _seats(s, tables))


@question
def by_policy(tables: Tables) -> pd.DataFrame:
    """Return the win credit per seat of each policy, if several policies meet."""
    mixed = (scenario for scenario in tables.scenarios if len(scenario.policies) > 1)
    return answer(line for s in mixed for line in _policies(s, tables))


@question
def by_policy_in_seats(tables: Tables) -> pd.DataFrame:
    """Return the win credit of each policy in each seat, if several policies meet."""
    mixed = (scenario for scenario in tables.scenarios if len(scenario.policies) > 1)
    return answer(line for s in mixed for line in _rows_by_policy_in_seats(s, tables))


@question
def joint_win_rate(tables: Tables) -> pd.DataFrame:
    """Return the share of games won by several seats together."""
    return answer(_joint_win_row(scenario, tables) for scenario in tables.scenarios)


@question
def outright(tables: Tables) -> pd.DataFrame:
    """Return how often each seat wins alone, and how often with others (`how`)."""
    return answer(line for scenario in tables.scenarios for line in _outright(scenario, tables))


@question
def headline(tables: Tables) -> pd.DataFrame:
    """Return the headline metric: wins of the first policy, or of the first seat.

    It is that of the first seat if all policies are alike. `number` names it.
    """
    return answer(_main(scenario, tables) for scenario in tables.scenarios)


def seat_order(shares: pd.DataFrame) -> str:
    """Return `fair`, `unfair` or `not decided` for the rows of one scenario of `by_seat`."""
    if (shares["verdict"] == Verdict.SAME).all():
        return FAIR
    is_uneven = shares["verdict"].isin([Verdict.MORE, Verdict.LESS]).any()
    return UNFAIR if is_uneven else Verdict.UNDECIDED


def policy_means(values: Array, seating: Array, policies: Iterable[str]) -> Array:
    """Return the mean of each policy's seats in each block, shape (blocks, policies).

    `values` has shape (blocks, rotations, seats), `seating` the policy at each seat of a block.
    """
    return np.stack([values[:, seating == policy].mean(axis=1) for policy in policies], axis=1)


def seat_masks(scenario: Scenario, tables: Tables) -> dict[str, Array]:
    """Return masks of a block, shape (rotations, seats), by policy or by seat.

    They are by policy where several policies meet.
    """
    if len(scenario.policies) > 1:
        seating = tables.seating(scenario)
        return {policy: seating == policy for policy in scenario.policies}
    seats = np.tile(np.arange(scenario.players), (scenario.rotations, 1))
    return {name: seats == seat for seat, name in enumerate(seat_names(scenario))}


def seat_names(scenario: Scenario) -> list[str]:
    """Return the names of the seats: those of the game, else `seat 1` for the first player."""
    return scenario.facts.seat_names(scenario.players)


Means = Callable[[Array], Array]
"""Function of blocks, shape (blocks, rotations, seats): a row for each, a column for each mean."""
Keys = list[dict[str, Any]]
"""What each column is about."""


def _seats(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    return _rows_with_verdicts(scenario, tables, *seats_in_blocks(scenario))


def _policies(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    return _rows_with_verdicts(scenario, tables, *policies_in_blocks(scenario, tables))


def _rows_by_policy_in_seats(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    return _rows_with_verdicts(scenario, tables, *policies_in_seats(scenario, tables))


def seats_in_blocks(scenario: Scenario) -> tuple[Means, Keys]:
    """Return a function for the means of each seat in a block, and their keys."""
    return lambda values: values.mean(axis=1), [{"who": name} for name in seat_names(scenario)]


def policies_in_blocks(scenario: Scenario, tables: Tables) -> tuple[Means, Keys]:
    """Return a function for the means of each policy in a block, and their keys."""
    seating = tables.seating(scenario)
    by_policy = partial(policy_means, seating=seating, policies=scenario.policies)
    return by_policy, [{"who": policy} for policy in scenario.policies]


def policies_in_seats(scenario: Scenario, tables: Tables) -> tuple[Means, Keys]:
    """Return a function for the means of each policy in each seat of a block, and their keys."""
    seating = tables.seating(scenario)
    names = seat_names(scenario)
    policy_seats = [
        (policy, seat) for policy in scenario.policies for seat in range(scenario.players)
    ]

    def by_policy_and_seat(values: Array) -> Array:
        cells = [values[:, seating[:, s] == p, s].mean(axis=1) for p, s in policy_seats]
        return np.stack(cells, axis=1)

    return by_policy_and_seat, [{"who": p, "seat": names[s]} for p, s in policy_seats]


def _joint_win_row(scenario: Scenario, tables: Tables) -> dict[str, Any]:
    several = (
        np.asarray(((credits > 0) & (credits < 1)).any(axis=2))
        for credits in tables.seats(scenario, "credit")
    )
    return row(scenario.keys, rate_of_games(several))


def _outright(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    credits = list(tables.seats(scenario, "credit"))
    for seat, who in enumerate(seat_names(scenario)):
        alone = rate_of_games(batch[:, :, seat] == 1 for batch in credits)
        shared = rate_of_games(
            (batch[:, :, seat] > 0) & (batch[:, :, seat] < 1) for batch in credits
        )
        yield row(scenario.keys, alone, who=who, how=ALONE)
        yield row(scenario.keys, shared, who=who, how=TOGETHER)


def _main(scenario: Scenario, tables: Tables) -> dict[str, Any]:
    shares = by_policy(tables) if len(scenario.policies) > 1 else by_seat(tables)
    first: dict[str, Any] = dict(shares[shares["scenario"] == scenario.name].iloc[0])
    return {**first, "number": headline_metric(scenario)}


def headline_metric(scenario: Scenario) -> str:
    """Return the name of the headline metric: wins of the first policy, or of the first seat."""
    return f"wins of {whose(scenario)}"


def whose(scenario: Scenario) -> str:
    """Return whose result is the headline metric: the first policy's, or the first seat's."""
    is_mixed = len(scenario.policies) > 1
    return scenario.policies[0] if is_mixed else seat_names(scenario)[0]


def policy_blocks(scenario: Scenario, tables: Tables, column: str) -> Iterator[Array]:
    """Yield the mean of a column for each policy in each block, shape (blocks, policies)."""
    seating = tables.seating(scenario)
    for values in tables.seats(scenario, column):
        yield policy_means(values, seating, scenario.policies)


def credit_of_kinds(blocks: Iterable[Array], per_block: int = 1) -> Interval[Array]:
    """Return simultaneous intervals for column means, from counts of distinct blocks.

    `per_block` is the number of games in a block. METHODS.md: Win rates of all seats.
    """
    kinds = [pd.DataFrame(batch).value_counts() for batch in blocks]
    kind_counts = pd.concat(kinds).groupby(level=list(range(kinds[0].index.nlevels))).sum()
    kinds_of_blocks, counts = kind_counts.index.to_frame().to_numpy(), kind_counts.to_numpy()
    return simultaneous_means(kinds_of_blocks, counts, per_block=per_block)


def fair_share(tables: Tables, scenario: Scenario) -> float:
    """Return the share of all games that every seat would win in a fair game.

    It is an even part of what all seats win together: a capped game may have no winner.
    """
    credit = sum(float(credits.sum()) for credits in tables.seats(scenario, "credit"))
    return credit / tables.scenario_counts(scenario).n_games / scenario.players


def share_evenly(credits: Array) -> Array:
    """Return win credits in which all seats share a game without a winner.

    `credits` has the shape (blocks, rotations, seats). What a seat has beyond 1 / seats is then
    what it wins beyond its fair share of the finished games.
    """
    # 0 in finished games, so only games without a winner are changed
    unshared = 1 - credits.sum(axis=2, keepdims=True)
    return np.asarray(credits + unshared / credits.shape[2])


def _rows_with_verdicts(
    scenario: Scenario,
    tables: Tables,
    of_blocks: Callable[[Array], Array],
    row_keys: list[dict[str, Any]],
) -> list[dict[str, Any]]:
    """Return win credits with verdicts; `of_blocks` gives a row per block and a column for each."""
    per_block = scenario.rotations
    luck = luck_of_blocks(scenario, tables, of_blocks)
    played = credit_of_kinds(map(of_blocks, tables.seats(scenario, "credit")), per_block)
    shares = less_luck_if_known(map(of_blocks, tables.seats(scenario, "credit")), luck, played)
    fair, judged = fair_share(tables, scenario), shares
    # a verdict compares with an even share, which capped games would push everybody below
    if tables.scenario_counts(scenario).n_capped:
        whole = [of_blocks(share_evenly(credits)) for credits in tables.seats(scenario, "credit")]
        judged = less_luck_if_known(whole, luck, credit_of_kinds(whole, per_block))
    verdicts = [verdict(interval, MARGIN, fair=1 / scenario.players) for interval in every(judged)]
    lines = rows(scenario.keys, shares, row_keys)
    pairs = zip(every(played), every(shares), strict=True)
    before = [{} if luck is None else as_played(*pair) for pair in pairs]
    return [
        {**line, "fair": fair, "verdict": own_verdict, **played_cells}
        for line, own_verdict, played_cells in zip(lines, verdicts, before, strict=True)
    ]


def luck_of_blocks(
    scenario: Scenario, tables: Tables, of_blocks: Callable[[Array], Array]
) -> Array | None:
    """Return the luck of each block as `of_blocks` takes credits, or None if it is not known."""
    if not tables.measures_luck:
        return None
    return np.concatenate([of_blocks(luck) for luck in tables.seats(scenario, "luck")])


def less_luck_if_known(
    blocks: Iterable[Array], luck: Array | None, played: Interval[Array]
) -> Interval[Array]:
    """Return intervals less luck, or as played if the luck is not known."""
    return played if luck is None else shares_less_luck(np.concatenate(list(blocks)), luck, played)
