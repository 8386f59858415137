"""Plan of an experiment: the parts in which its scenarios are played and stored."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.run_folder import part_name

PARTS = 64
"""Parts of a scenario at most: work for many cores, and little lost when a run stops."""
SMALLEST_PART = 100
"""Games of a part at least; smaller files would cost more than their games."""
LARGEST_PART = 8 * 2**20
"""Bytes of OUTCOME rows; each core holds a part, and about as much again while it is written."""


@dataclass(frozen=True)
class Part:
    """A range of deals of one scenario in all their rotations: the unit of work and resume."""

    scenario: Scenario
    number: int
    first_deal: int
    n_deals: int

    @property
    def n_games(self) -> int:
        """Games in this part, all rotations counted."""
        return self.n_deals * self.scenario.n_rotations

    @property
    def file(self) -> str:
        """Name of the part's file in each table of the run."""
        return part_name(self.number)


@dataclass(frozen=True)
class Plan:
    """All parts of an experiment, in the order in which they are played."""

    experiment: Experiment
    parts: tuple[Part, ...]

    @property
    def n_games(self) -> int:
        """Games of the whole experiment."""
        return sum(part.n_games for part in self.parts)


def plan(experiment: Experiment) -> Plan:
    """Divide each scenario into parts; their size depends only on its games and players.

    Those of a scenario with looks end at each look, so that later looks add parts and change none.
    """
    parts: list[Part] = []
    for scenario in experiment.scenarios:
        step = part_size(scenario)
        # no part goes beyond a look, after which a run may stop
        ends = scenario.looks or (scenario.n_deals,)
        ranges = [
            (first, min(step, end - first))
            for begin, end in pairwise((0, *ends))
            for first in range(begin, end, step)
        ]
        parts += [Part(scenario, number, *deals) for number, deals in enumerate(ranges)]
    return Plan(experiment, tuple(parts))


def part_size(scenario: Scenario) -> int:
    """Return the deals in a part: a 64th of the games, at least 100, at most LARGEST_PART.

    With a search it may be a single deal: a hundred such games can take an hour on one core, which
    is lost when the run stops.
    """
    # a game with a search takes seconds: nobody shall lose 100 of them when a run stops
    smallest = 1 if any(policy.base for policy in scenario.lineup) else SMALLEST_PART
    largest = LARGEST_PART // scenario.game.outcome_row.itemsize
    most_games = scenario.most_deals * scenario.n_rotations
    games = min(max(most_games // PARTS, smallest), largest)
    return max(1, games // scenario.n_rotations)
