"""Tune: a search for the fewest rule changes that meet targets, a race of candidates.

Many candidates play few blocks, on the same deals; those that may still win play more. The
finalists get a certificate on fresh deals. METHODS.md: The search for rules that meet targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.certificate import fresh_seed
from simlab.experiment.design import Cell, one_at_a_time
from simlab.experiment.resolve import Scenario
from simlab.studies.kit.blocks import play_tasks
from simlab.studies.tune.certificate import certify_targets
from simlab.studies.tune.kept_sums import KeptSums
from simlab.studies.tune.outcome import Candidate, Look, answer_of
from simlab.studies.tune.request import RuleSpace, TuneRequest
from simlab.studies.tune.result import (
    CAUTION,
    RACE_ERRORS,
    Sums,
    distances,
    finalists,
    front,
    race,
    sums_of,
)
from simlab.studies.tune.sampler import EveryCell, OptunaSampler, Sampler
from simlab.studies.tune.target import Measured, Tables, goals_of, measure_target, quantities

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


def play(
    request: TuneRequest, executor: Executor, kept_sums: KeptSums, certifier: Executor
) -> Iterator[Look]:
    """Search, race, certify and try other policies; yield after each step.

    What `kept_sums` has of the candidates is not played again; it keeps what is played. The
    certifier plays the finalists and the other policies, and may keep their games.

    Raises:
        InputError: a target does not fit the game, or Optuna is not installed and needed.
    """
    search = _Search(request, executor, kept_sums)
    for look in search.looks():
        yield look
    best = search.finalists()
    # the search has picked what did well on its own deals
    tables = [_fresh(candidate.tables) for candidate in best]
    look = replace(look, finalists=tuple(best))
    n_searching = look.n_games
    for judged, n_games in certify_targets(certifier, dict(enumerate(tables)), request):
        total = n_searching + n_games
        look = replace(look, stage="certificate", n_games=total, certificate=judged)
        yield look
    answer = answer_of(look)
    yield (look := replace(look, answer=answer))
    if answer is None or not request.others:
        return
    tables_by_policy = {
        name: _fresh(tables_of(request.space, best[answer].cell, other_tables))
        for name, other_tables in request.others.items()
    }
    n_certifying = look.n_games
    for judged_others, n_games in certify_targets(certifier, tables_by_policy, request):
        total = n_certifying + n_games
        look = replace(look, stage="other policies", n_games=total, others=judged_others)
        yield look


def tables_of(space: RuleSpace, cell: Cell, tables: Tables) -> dict[int, Scenario]:
    """Return the scenarios of a set of rules.

    Raises:
        InputError: its rules exclude each other.
    """
    return {players: space.scenario(cell, scenario) for players, scenario in tables.items()}


def _fresh(tables: Tables) -> Tables:
    return {
        players: replace(scenario, seed=fresh_seed(scenario.seed))
        for players, scenario in tables.items()
    }


class _Search:
    """Candidates, sampled and raced."""

    def __init__(self, request: TuneRequest, executor: Executor, kept_sums: KeptSums) -> None:
        self.request, self.executor, self.kept = request, executor, kept_sums
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
        # the spread of the unchanged rules says how many blocks it takes to compare candidates
        self.stages = stages(self.blocks_to_compare(), self.request.games)
        self.play({space.base: base}, self.stages[0])
        yield self.look("search")
        sampler = self.sampler()
        sampler.tell([self.result(space.base)])
        while cells := self.ask_sampler(sampler):
            self.play(self.possible(cells), self.stages[0])
            sampler.tell(list(map(self.result, cells)))
            yield self.look("search")
        yield from self.race_candidates()
        while cells := self.near_front():
            self.play(self.possible(cells), self.stages[0])
            yield from self.race_candidates()

    def race_candidates(self) -> Iterator[Look]:
        """Play those that may win up to the last stage, and yield after each batch."""
        for before, n_blocks in pairwise(self.stages):
            racing = self.cells_in_race(before)
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

    def ask_sampler(self, sampler: Sampler) -> list[Cell]:
        """Return what a sampler asks for; it leaves some candidates to those near the front."""
        is_whole = self.request.space.size <= self.request.candidates
        most = self.request.candidates * (1 if is_whole else SAMPLED_PART)
        n_left = int(most) - self.n_tried
        return sampler.ask(min(BATCH, n_left)) if n_left > 0 else []

    def near_front(self) -> list[Cell]:
        """Return new cells that differ by one step, or one change fewer, from one of the front.

        The neighbours of the nearest to the targets come first.
        """
        cells, costs, (misses,) = self.rank_cells(self.stages[-1], [CAUTION])
        best = [cells[number] for number in reversed(front(costs, misses))]
        near = (cell for front_cell in best for cell in self.request.space.neighbours(front_cell))
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
        waiting = {
            cell: tables_of_cell
            for cell, tables_of_cell in tables.items()
            if self.n_played(cell) < n_blocks
        }
        new = {cell: self.read_sums(cell, n_blocks) for cell in waiting}
        tasks = [
            (scenario, self.n_played(cell), n_blocks - self.n_played(cell))
            for cell, sums in new.items()
            if sums is None
            for scenario in waiting[cell].values()
        ]
        games = play_tasks(self.executor, tasks)
        for cell, tables_of_cell in waiting.items():
            sums = new[cell] or self.sums(
                tables_of_cell, {players: next(games) for players in tables_of_cell}
            )
            self.add(cell, tables_of_cell, sums, n_blocks)
        self.kept.write()

    def n_played(self, cell: Cell) -> int:
        return self.candidates[cell].n_blocks if cell in self.candidates else 0

    def read_sums(self, cell: Cell, n_blocks: int) -> Sums | None:
        """Return kept sums; the first games are played in any case, as they tell the metrics."""
        return self.kept.get(cell, self.n_played(cell), n_blocks) if self.measured else None

    def sums(self, tables: Tables, games: Mapping[int, Games]) -> Sums:
        """Return the sums of games of a candidate."""
        if not self.measured:
            self.measured = tuple(
                measure_target(target, tables[target.players], games[target.players])
                for target in self.request.targets
            )
        return sums_of(
            [
                column
                for target_measures in self.measured
                for column in _columns(target_measures, tables, games)
            ]
        )

    def add(self, cell: Cell, tables: Tables, sums: Sums, n_blocks: int) -> None:
        """Add sums to those of a candidate, which has now played some blocks."""
        before, first = self.candidates.get(cell), self.n_played(cell)
        self.kept.keep(cell, first, n_blocks, sums)
        self.n_games += (n_blocks - first) * sum(
            scenario.n_rotations for scenario in tables.values()
        )
        whole = sums if before is None else before.sums + sums
        cost = self.request.space.cost(cell)
        self.candidates[cell] = Candidate(cell, cost, tables, n_blocks, whole)

    def result(self, cell: Cell) -> tuple[Cell, float, float]:
        """Return cost and distance of a cell, for the sampler."""
        if cell in self.impossible:
            return cell, self.request.space.cost(cell), np.inf
        candidate = self.candidates[cell]
        return cell, candidate.cost, float(distances(candidate.sums, goals_of(self.measured)).max())

    def cells_in_race(self, n_blocks: int) -> list[Cell]:
        """Return the cells that may win among those that have played these blocks, and the base."""
        cells, costs, misses = self.rank_cells(n_blocks, [-RACE_ERRORS, 0.0, RACE_ERRORS])
        racing_cells = [cells[number] for number in race(costs, *misses)]
        return list(dict.fromkeys([self.request.space.base, *racing_cells]))

    def finalists(self) -> list[Candidate]:
        """Return the unchanged rules, and the candidates that are nearer for least cost."""
        cells, costs, (misses,) = self.rank_cells(self.stages[-1], [CAUTION])
        return [self.candidates[cells[number]] for number in finalists(costs, misses)]

    def rank_cells(
        self, n_blocks: int, errors: Sequence[float]
    ) -> tuple[list[Cell], Array, list[Array]]:
        """Return the cells that have played these blocks, their costs, and cautious distances."""
        able = [
            candidate for candidate in self.candidates.values() if candidate.n_blocks >= n_blocks
        ]
        goals = goals_of(self.measured)
        misses = [
            np.array([distances(candidate.sums, goals, error).max() for candidate in able])
            for error in errors
        ]
        return (
            [candidate.cell for candidate in able],
            np.array([candidate.cost for candidate in able]),
            misses,
        )

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
        target_quantities = quantities(measured.target, tables[players], games[players])
    except InputError:
        return [np.empty(0)] * measured.n_components
    return [quantity.blocks for quantity in target_quantities]
