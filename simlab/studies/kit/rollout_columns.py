"""Columns of games that need rollouts, game by game: kingmaking, influence, uncertainty."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from simlab.analysis.chance_tension import GameChances, uncertainty
from simlab.engine.build import Engine
from simlab.engine.win_chances import Trial
from simlab.execution.win_chances import game_with_rollouts
from simlab.experiment.resolve import Scenario
from simlab.experiment.rollout_metric import INFLUENCE, KINGMAKING, UNCERTAINTY
from simlab.studies.kingmaking.result import Finding
from simlab.studies.kingmaking.study import GameSampler

PER_THIRD = (1, 1, 1)
"""Decisions of a game that are searched for kingmaking, by thirds of the game. What a comparison
learns in a minute hardly depends on their number; more games make better intervals."""
N_TURNS = 3
"""Turns at the start of which uncertainty is measured; all have the same chance to be drawn."""
ROLLOUTS = 50
"""Rollouts of a position in each half, as in `simlab tension --chances`."""


def with_rollout_columns(engine: Engine, scenario: Scenario, games: pa.Table) -> pa.Table:
    """Return the table of some games with the columns for which its scenario asks."""
    deals, rotations = games["deal"].to_pylist(), games["rotation"].to_pylist()
    for name in scenario.rollout_metrics:
        values = [
            OF_GAME[name](engine, scenario, deal, rotation)
            for deal, rotation in zip(deals, rotations, strict=True)
        ]
        games = games.append_column(name, pa.array(values, pa.float64()))
    return games


def kingmaking_of_game(engine: Engine, scenario: Scenario, deal: int, rotation: int) -> float:
    """Return how many kingmaking decisions a game has, by those that are drawn."""
    looked = GameSampler(engine, scenario, deal, rotation).look_for_kingmaking(PER_THIRD)
    return sum(drawn.weight for drawn in looked if drawn.finding == Finding.KINGMAKING)


def influence_of_game(engine: Engine, scenario: Scenario, deal: int, rotation: int) -> float | None:
    """Return the mean influence on others, in percentage points; None without a free decision."""
    measured = GameSampler(engine, scenario, deal, rotation).measure_influence()
    return 100 * float(np.mean([drawn.others for drawn in measured])) if measured else None


def uncertainty_of_game(engine: Engine, scenario: Scenario, deal: int, rotation: int) -> float:
    """Return the mean uncertainty at the start of some turns, a third of the game apart."""
    starts = game_with_rollouts(engine, scenario, deal, rotation).turn_starts
    offset = np.random.default_rng([scenario.seed, deal, rotation]).random()
    drawn = ((offset + np.arange(N_TURNS)) * len(starts) / N_TURNS).astype(int)
    trials = [Trial(int(decision)) for decision in starts[drawn]]
    game = game_with_rollouts(engine, scenario, deal, rotation, trials, ROLLOUTS)
    parts, chances = drawn / len(starts), game.credits.mean(axis=2)
    return uncertainty(GameChances(parts, chances, ROLLOUTS, game.result, len(starts)))


OF_GAME = {
    KINGMAKING: kingmaking_of_game,
    INFLUENCE: influence_of_game,
    UNCERTAINTY: uncertainty_of_game,
}
"""What works out each metric in one game."""
