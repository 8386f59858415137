"""Tune: a search for the fewest rule changes that meet targets, and its certificate on fresh deals.

Many candidates play few blocks, on the same deals; those that may still win play more. The
finalists play fresh deals until each target is decided; the error of all of them together is at
most ERROR, at all looks together. METHODS.md: The search for rules that meet targets.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Generic, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.games import Games, joined
from simlab.analysis.group_sequential import FIRST_LOOK, Design
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import SHARE_MARGIN, Percent, find_metric
from simlab.analysis.sequential import looks
from simlab.analysis.tune import (
    CAUTION,
    LUCK,
    RACE_ERRORS,
    Goals,
    Status,
    Sums,
    Tuned,
    conflict,
    distance_range,
    distances,
    finalists,
    front,
    race,
    status,
    sums_of,
)
from simlab.errors import ExperimentError, InputError
from simlab.execution.executor import Executor
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.design import Cell, one_at_a_time
from simlab.experiment.gate import SEAT_GAP
from simlab.experiment.resolve import Scenario
from simlab.experiment.target import Target
from simlab.experiment.tune import RuleSpace, TuneRequest
from simlab.study.blocks import deals_per_call, played_games, slices_of
from simlab.study.kept_sums import KeptSums
from simlab.study.metrics import metrics_at
from simlab.study.quantity import Quantity, gap, mean_of, seat_differences
from simlab.study.sampler import EveryCell, OptunaSampler, Sampler

ERROR = 0.05
"""Probability that any interval of a certificate misses its value."""
FIRST_BLOCKS = 100
"""Blocks of a candidate in the first stage, at least, unless fewer games are asked for."""
GROWTH, N_STAGES = 4, 3
"""Each stage of the race halves the standard errors."""
PRECISION = 2.0
"""After the last stage a standard error is a tolerance divided by this, or smaller."""
SAMPLED_PART = 0.75
"""Part of the candidates that the sampler asks for; the others are neighbours of the front."""
BATCH = 16
"""Candidates that are played together; a sampler learns of them at the end of a batch."""

Array = NDArray[np.float64]
Key = TypeVar("Key", bound=Hashable)
Tables = Mapping[int, Scenario]
"""A scenario for each number of players."""


@dataclass(frozen=True, eq=False)
class Measured:
    """A target with its label and unit, and the size of a tolerance."""

    target: Target
    label: str
    unit: str
    """Empty for a share."""
    scale: float
    n_components: int


@dataclass(frozen=True, eq=False)
class Candidate:
    """A set of rules with what its games have shown so far."""

    cell: Cell
    cost: float
    tables: Tables
    n_blocks: int
    sums: Sums


@dataclass(frozen=True, eq=False)
class Judged:
    """What fresh deals say of a target."""

    value: Interval[float]
    status: Status
    n_games: int


@dataclass(frozen=True, eq=False)
class Look:
    """How far a tuning study has come."""

    stage: str
    """What is being played, in words."""
    n_games: int
    measured: tuple[Measured, ...]
    candidates: tuple[Candidate, ...]
    n_impossible: int = 0
    """Sets of rules that exclude each other."""
    finalists: tuple[Candidate, ...] = ()
    certificate: Mapping[tuple[int, int], Judged] | None = None
    """By number of finalist and target."""
    answer: int | None = None
    """Number of the finalist that is recommended."""
    others: Mapping[tuple[str, int], Judged] | None = None
    """What the answer does with other policies, by policy and number of target."""

    @property
    def goals(self) -> Goals:
        """The ranges of all components."""
        return goals_of(self.measured)


def goals_of(measured: Sequence[Measured]) -> Goals:
    """Return the ranges of all components of some targets."""
    rows = [
        (*_ends(each), each.scale, number)
        for number, each in enumerate(measured)
        for _ in range(each.n_components)
    ]
    low, high, scale, target = zip(*rows, strict=True)
    return Goals(np.array(low), np.array(high), np.array(scale), np.array(target))


def _ends(measured: Measured) -> tuple[float, float]:
    """Return the range of a component; the difference between two seats has either sign."""
    low, high = measured.target.low, measured.target.high
    highest = np.inf if high is None else high
    if measured.target.metric == SEAT_GAP:
        return -highest, highest
    return -np.inf if low is None else low, highest


def quantities(target: Target, scenario: Scenario, games: Games) -> list[Quantity]:
    """Return the blocks of the components of a target.

    Raises:
        InputError: the game has no such metric.
    """
    metrics = metrics_at(scenario, games)
    if target.metric == SEAT_GAP:
        return seat_differences(scenario, games, metrics)
    near = [end for end in (target.low, target.high) if end is not None]
    return [mean_of(find_metric(target.metric, metrics), games, near)]


def measured(target: Target, scenario: Scenario, games: Games) -> Measured:
    """Return a target with its label and tolerance, from games of the unchanged rules.

    Raises:
        InputError: the game has no such metric, or it cannot have such a value.
    """
    try:
        return _measured(target, scenario, games)
    except InputError as error:
        raise ExperimentError(error.problems, "target") from error


def _measured(target: Target, scenario: Scenario, games: Games) -> Measured:
    n_components = len(quantities(target, scenario, games))
    if target.metric == SEAT_GAP:
        if target.high is None or target.low is not None:
            raise InputError(f"{SEAT_GAP} goes with <=, as in {SEAT_GAP}<=0.03")
        return Measured(target, "gap between seats", "", SHARE_MARGIN, n_components)
    metric = find_metric(target.metric, metrics_at(scenario, games))
    for end in (target.low, target.high):
        if end is not None and target.tolerance is None:
            metric.check_target(Percent(end) if target.is_percent else end)
    scale = target.tolerance or metric.margin(games) or 1.0
    return Measured(target, metric.label, metric.unit, scale, n_components)


def play(request: TuneRequest, executor: Executor, kept: KeptSums) -> Iterator[Look]:
    """Search, race, certify and try other policies; yield after each step.

    What `kept` has of the candidates is not played again; it keeps what is played.

    Raises:
        InputError: a target does not fit the game, or Optuna is not installed and needed.
    """
    search = _Search(request, executor, kept)
    for look in search.looks():
        yield look
    best = search.finalists()
    tables = [_fresh(candidate.tables) for candidate in best]
    look = replace(look, finalists=tuple(best))
    n_searching = look.n_games
    for judged, n_games in certified(executor, dict(enumerate(tables)), request):
        total = n_searching + n_games
        look = replace(look, stage="certificate", n_games=total, certificate=judged)
        yield look
    answer = answer_of(look)
    yield (look := replace(look, answer=answer))
    if answer is None or not request.others:
        return
    others = {
        name: _fresh(tables_of(request.space, best[answer].cell, own))
        for name, own in request.others.items()
    }
    n_certifying = look.n_games
    for judged_others, n_games in certified(executor, others, request):
        total = n_certifying + n_games
        look = replace(look, stage="other policies", n_games=total, others=judged_others)
        yield look


def tables_of(space: RuleSpace, cell: Cell, tables: Tables) -> dict[int, Scenario]:
    """Return the scenarios of a set of rules.

    Raises:
        InputError: its rules exclude each other.
    """
    return {players: space.scenario(cell, own) for players, own in tables.items()}


def _fresh(tables: Tables) -> Tables:
    return {players: replace(own, seed=fresh_seed(own.seed)) for players, own in tables.items()}


class _Search:
    """Candidates, sampled and raced."""

    def __init__(self, request: TuneRequest, executor: Executor, kept: KeptSums) -> None:
        self.request, self.executor, self.kept = request, executor, kept
        self.measured: tuple[Measured, ...] = ()
        self.candidates: dict[Cell, Candidate] = {}
        self.impossible: set[Cell] = set()
        self.n_games = 0
        self.stages = stages(FIRST_BLOCKS, request.games)

    def looks(self) -> Iterator[Look]:
        """Play all stages and yield after each batch."""
        space = self.request.space
        base = tables_of(space, space.base, self.request.scenarios)
        self.play({space.base: base}, self.stages[0])
        self.stages = stages(self.blocks_to_compare(), self.request.games)
        self.play({space.base: base}, self.stages[0])
        yield self.look("search")
        sampler = self.sampler()
        sampler.tell([self.result(space.base)])
        while cells := self.asked(sampler):
            self.play(self.possible(cells), self.stages[0])
            sampler.tell(list(map(self.result, cells)))
            yield self.look("search")
        yield from self.raced()
        while cells := self.near_front():
            self.play(self.possible(cells), self.stages[0])
            yield from self.raced()

    def raced(self) -> Iterator[Look]:
        """Play those that may win up to the last stage, and yield after each batch."""
        for before, n_blocks in pairwise(self.stages):
            racing = self.racing(before)
            for start in range(0, len(racing), BATCH):
                batch = racing[start : start + BATCH]
                self.play({cell: self.candidates[cell].tables for cell in batch}, n_blocks)
                yield self.look("race")

    def blocks_to_compare(self) -> int:
        """Return the blocks of the first stage, from the spread of the unchanged rules."""
        sums = self.candidates[self.request.space.base].sums
        spreads = sums.errors * np.sqrt(sums.n) / goals_of(self.measured).scale
        last = (PRECISION * spreads[np.isfinite(spreads)].max(initial=0)) ** 2
        return max(int(last / GROWTH ** (N_STAGES - 1)), FIRST_BLOCKS)

    def sampler(self) -> Sampler:
        space = self.request.space
        if space.size <= self.request.candidates:
            return EveryCell(space.sizes, space.cost, space.base)
        single = set(one_at_a_time(space.sizes, space.base)) - {space.base}
        first = sorted(single, key=lambda cell: (space.cost(cell), cell))[:BATCH]
        return OptunaSampler(space.sizes, self.request.experiment.seed, space.base, first)

    @property
    def n_tried(self) -> int:
        return len(self.candidates) + len(self.impossible)

    def asked(self, sampler: Sampler) -> list[Cell]:
        """Return what a sampler asks for; it leaves some candidates to those near the front."""
        is_whole = self.request.space.size <= self.request.candidates
        most = self.request.candidates * (1 if is_whole else SAMPLED_PART)
        left = int(most) - self.n_tried
        return sampler.ask(min(BATCH, left)) if left > 0 else []

    def near_front(self) -> list[Cell]:
        """Return new cells that differ by one step, or one change fewer, from one of the front.

        The neighbours of the nearest to the targets come first.
        """
        cells, costs, (misses,) = self.ranked(self.stages[-1], [CAUTION])
        best = [cells[number] for number in reversed(front(costs, misses))]
        near = (cell for own in best for cell in self.request.space.neighbours(own))
        new = dict.fromkeys(near)
        untried = [
            cell for cell in new if cell not in self.candidates and cell not in self.impossible
        ]
        return untried[: min(BATCH, max(self.request.candidates - self.n_tried, 0))]

    def possible(self, cells: Sequence[Cell]) -> dict[Cell, Tables]:
        """Return the tables of cells whose rules do not exclude each other."""
        possible: dict[Cell, Tables] = {}
        for cell in cells:
            try:
                possible[cell] = tables_of(self.request.space, cell, self.request.scenarios)
            except InputError:
                self.impossible.add(cell)
        return possible

    def play(self, tables: Mapping[Cell, Tables], n_blocks: int) -> None:
        """Play candidates up to a number of blocks, except those whose sums are kept."""
        waiting = {cell: own for cell, own in tables.items() if self.n_played(cell) < n_blocks}
        new = {cell: self.kept_sums(cell, n_blocks) for cell in waiting}
        tasks = [
            (scenario, self.n_played(cell), n_blocks - self.n_played(cell))
            for cell, sums in new.items()
            if sums is None
            for scenario in waiting[cell].values()
        ]
        games = played(self.executor, tasks)
        for cell, own in waiting.items():
            sums = new[cell] or self.sums(own, {players: next(games) for players in own})
            self.add(cell, own, sums, n_blocks)
        self.kept.write()

    def n_played(self, cell: Cell) -> int:
        return self.candidates[cell].n_blocks if cell in self.candidates else 0

    def kept_sums(self, cell: Cell, n_blocks: int) -> Sums | None:
        """Return kept sums; the first games are played in any case, as they tell the metrics."""
        return self.kept.get(cell, self.n_played(cell), n_blocks) if self.measured else None

    def sums(self, tables: Tables, games: Mapping[int, Games]) -> Sums:
        """Return the sums of games of a candidate."""
        if not self.measured:
            self.measured = tuple(
                measured(target, tables[target.players], games[target.players])
                for target in self.request.targets
            )
        return sums_of(
            [column for each in self.measured for column in _columns(each, tables, games)]
        )

    def add(self, cell: Cell, tables: Tables, sums: Sums, n_blocks: int) -> None:
        """Add sums to those of a candidate, which has now played some blocks."""
        before, first = self.candidates.get(cell), self.n_played(cell)
        self.kept.keep(cell, first, n_blocks, sums)
        self.n_games += (n_blocks - first) * sum(each.n_rotations for each in tables.values())
        whole = sums if before is None else before.sums + sums
        cost = self.request.space.cost(cell)
        self.candidates[cell] = Candidate(cell, cost, tables, n_blocks, whole)

    def result(self, cell: Cell) -> tuple[Cell, float, float]:
        """Return cost and distance of a cell, for the sampler."""
        if cell in self.impossible:
            return cell, self.request.space.cost(cell), np.inf
        own = self.candidates[cell]
        return cell, own.cost, float(distances(own.sums, goals_of(self.measured)).max())

    def racing(self, n_blocks: int) -> list[Cell]:
        """Return the cells that may win among those that have played these blocks, and the base."""
        cells, costs, misses = self.ranked(n_blocks, [-RACE_ERRORS, 0.0, RACE_ERRORS])
        kept = [cells[number] for number in race(costs, *misses)]
        return list(dict.fromkeys([self.request.space.base, *kept]))

    def finalists(self) -> list[Candidate]:
        """Return the unchanged rules, and the candidates that are nearer for least cost."""
        cells, costs, (misses,) = self.ranked(self.stages[-1], [CAUTION])
        return [self.candidates[cells[number]] for number in finalists(costs, misses)]

    def ranked(
        self, n_blocks: int, errors: Sequence[float]
    ) -> tuple[list[Cell], Array, list[Array]]:
        """Return the cells that have played these blocks, their costs, and cautious distances."""
        able = [own for own in self.candidates.values() if own.n_blocks >= n_blocks]
        goals = goals_of(self.measured)
        misses = [
            np.array([distances(own.sums, goals, each).max() for own in able]) for each in errors
        ]
        return [own.cell for own in able], np.array([own.cost for own in able]), misses

    def look(self, stage: str) -> Look:
        candidates = tuple(self.candidates.values())
        return Look(stage, self.n_games, self.measured, candidates, len(self.impossible))


def stages(first: int, games: int) -> list[int]:
    """Return the blocks of a candidate after each stage of the race, at most `games` in all."""
    most = max(games, GROWTH ** (N_STAGES - 1) * 2)
    last = min(first * GROWTH ** (N_STAGES - 1), most)
    return [last // GROWTH**stage for stage in reversed(range(N_STAGES))]


def _columns(measured: Measured, tables: Tables, games: Mapping[int, Games]) -> list[Array]:
    """Return the blocks of a target; none where these rules do not have the metric."""
    players = measured.target.players
    try:
        own = quantities(measured.target, tables[players], games[players])
    except InputError:
        return [np.empty(0)] * measured.n_components
    return [each.blocks for each in own]


def played(executor: Executor, tasks: Sequence[tuple[Scenario, int, int]]) -> Iterator[Games]:
    """Yield the games of scenarios from a first deal on, all cores sharing all of them."""
    parts = [
        [(scenario, *part) for part in slices_of(first, count, deals_per_call(scenario))]
        for scenario, first, count in tasks
    ]
    games = executor.map(played_games, [part for own in parts for part in own])
    for own in parts:
        yield joined([next(games) for _ in own])


def certified(
    executor: Executor, entries: Mapping[Key, Tables], request: TuneRequest
) -> Iterator[tuple[dict[tuple[Key, int], Judged], int]]:
    """Play entries until each of their targets is decided, or all games are spent.

    After each look, yield all decisions by entry and number of target, and the games so far. The
    intervals of all entries and targets hold together, at all looks.
    """
    family = len(entries) * len(request.targets)
    tables = [
        _Certificate(name, scenario, request, family)
        for name, own in entries.items()
        for scenario in own.values()
    ]
    judged: dict[tuple[Key, int], Judged] = {}
    while open_tables := [each for each in tables if not each.is_decided]:
        new = played(executor, [each.task for each in open_tables])
        for each, games in zip(open_tables, new, strict=True):
            judged |= each.judged(games)
        yield dict(judged), sum(each.n_games for each in tables)


class _Certificate(Generic[Key]):
    """Fresh games of one table of an entry, up to the look at which all targets are decided."""

    def __init__(self, name: Key, scenario: Scenario, request: TuneRequest, family: int) -> None:
        self.name, self.scenario = name, scenario
        self.targets = {
            number: target
            for number, target in enumerate(request.targets)
            if target.players == scenario.players
        }
        most = max(request.games // scenario.n_rotations, FIRST_LOOK)
        self.schedule = looks(FIRST_LOOK, most)
        self.design = Design(tuple(self.schedule), ERROR).split(family)
        self.games: list[Games] = []
        self.is_decided = False

    @property
    def n_played(self) -> int:
        return sum(each.n_blocks for each in self.games)

    @property
    def n_games(self) -> int:
        return self.n_played * self.scenario.n_rotations

    @property
    def task(self) -> tuple[Scenario, int, int]:
        """The games up to the next look."""
        n_blocks = next(count for count in self.schedule if count > self.n_played)
        return self.scenario, self.n_played, n_blocks - self.n_played

    def judged(self, games: Games) -> dict[tuple[Key, int], Judged]:
        """Return what all games so far say of each target."""
        self.games.append(games)
        whole = joined(self.games)
        judged = {number: self.judge(target, whole) for number, target in self.targets.items()}
        is_spent = self.n_played == self.schedule[-1]
        undecided = [each for each in judged.values() if each.status == Status.UNDECIDED]
        self.is_decided = is_spent or not undecided
        return {(self.name, number): each for number, each in judged.items()}

    def judge(self, target: Target, games: Games) -> Judged:
        try:
            own = quantities(target, self.scenario, games)
        except InputError:
            nothing = Interval(np.nan, -np.inf, np.inf, 0)
            return Judged(nothing, Status.UNDECIDED, len(games.games))
        design = self.design.split(len(own))
        value = gap(own, design) if target.metric == SEAT_GAP else own[0].ratio.interval(design)
        return Judged(value, status(value, target.low, target.high), len(games.games))


def answer_of(look: Look) -> int | None:
    """Return the finalist to recommend: the cheapest that is certified, else the nearest possible.

    None if each finalist surely misses a target.
    """
    assert look.certificate is not None
    judged = [
        [look.certificate[number, at] for at in range(len(look.measured))]
        for number in range(len(look.finalists))
    ]
    for number, own in enumerate(judged):
        if all(each.status == Status.CERTIFIED for each in own):
            return number
    possible = [
        number
        for number, own in enumerate(judged)
        if all(each.status != Status.MISSED for each in own)
    ]
    return min(possible, key=lambda number: _distance(look, judged[number]), default=None)


def _distance(look: Look, judged: Sequence[Judged]) -> float:
    """Return the largest distance from a target on fresh deals, in tolerances."""
    return max(_away(own, each).estimate for own, each in zip(judged, look.measured, strict=True))


def _away(judged: Judged, measured: Measured) -> Interval[float]:
    target = measured.target
    return distance_range(judged.value, target.low, target.high, measured.scale)


def result_of(request: TuneRequest, look: Look) -> Tuned:
    """Return the result of a tuning study."""
    assert look.certificate is not None
    goals, space = look.goals, request.space
    misses = np.array([distances(each.sums, goals) for each in look.candidates])
    cautious = np.array([distances(each.sums, goals, LUCK) for each in look.candidates])
    policies = dict.fromkeys(str(each) for each in request.experiment.scenarios[0].lineup)
    return Tuned(
        targets=pd.DataFrame([_target_row(each) for each in look.measured]),
        candidates=_candidates(look, space, misses, cautious),
        values=pd.DataFrame(
            [
                {
                    "finalist": number,
                    "changes": space.named(finalist.cell),
                    "cost": finalist.cost,
                    "target": at,
                    "searching": _means(finalist.sums, look.measured)[at],
                    "distance_searching": float(distances(finalist.sums, goals)[at]),
                    **_judged_row(look.certificate[number, at], each),
                }
                for number, finalist in enumerate(look.finalists)
                for at, each in enumerate(look.measured)
            ]
        ),
        others=pd.DataFrame(
            [
                {"policy": name, "target": at, **_judged_row(own, look.measured[at])}
                for (name, at), own in (look.others or {}).items()
            ]
        ),
        sentences=tuple(tuple(space.sentences(each.cell)) for each in look.finalists),
        answer=look.answer,
        conflict=conflict(cautious),
        policy=", ".join(policies),
        n_space=space.size,
        n_impossible=look.n_impossible,
        n_games=look.n_games,
        most_games=request.games,
    )


def _target_row(measured: Measured) -> dict[str, Any]:
    target = measured.target
    return {
        "metric": target.metric,
        "label": measured.label,
        "unit": measured.unit,
        "players": target.players,
        "low": -np.inf if target.low is None else target.low,
        "high": np.inf if target.high is None else target.high,
        "tolerance": measured.scale,
    }


def _judged_row(judged: Judged, measured: Measured) -> dict[str, Any]:
    away = _away(judged, measured)
    return {
        **judged.value._asdict(),
        "status": judged.status,
        "distance": away.estimate,
        "distance_low": away.low,
        "distance_high": away.high,
        "games": judged.n_games,
    }


def _candidates(look: Look, space: RuleSpace, misses: Array, cautious: Array) -> pd.DataFrame:
    chosen = {each.cell for each in look.finalists}
    rows = [
        {
            "changes": space.named(each.cell),
            "cost": each.cost,
            "distance": own.max(),
            "blocks": each.n_blocks,
            "is_finalist": each.cell in chosen,
            **{f"target_{n}": x for n, x in enumerate(_means(each.sums, look.measured), start=1)},
            **{f"distance_{n}": x for n, x in enumerate(careful, start=1)},
        }
        for each, own, careful in zip(look.candidates, misses, cautious, strict=True)
    ]
    return pd.DataFrame(rows)


def _means(sums: Sums, measured: Sequence[Measured]) -> list[float]:
    """Return the mean of each target; that of a gap is the largest difference of two seats."""
    parts = np.split(sums.means, np.cumsum([each.n_components for each in measured])[:-1])
    return [
        float(abs(own).max() if each.target.metric == SEAT_GAP else own[0])
        for each, own in zip(measured, parts, strict=True)
    ]
