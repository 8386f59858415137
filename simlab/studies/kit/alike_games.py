"""Alike games: players who never vary play the same few games again and again.

In a game without chance, or whose chance ends with the setup, thousands of deals are then a few
lines of play, and a result says which of these are won, not who plays better.
"""

from __future__ import annotations

from dataclasses import replace

from simlab.analysis.variety import Variety
from simlab.engine.build import Engine
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Scenario
from simlab.experiment.small_noise import SMALL, add_small_noise, with_small_noise
from simlab.game.definition import DECIDED

N_DEALS = 50
"""Deals that are played to see how many of them are different games."""


def variety_of(engine: Engine, scenario: Scenario) -> Variety:
    """Play some deals of a scenario, in one rotation; return how many are different games.

    Two games are the same if all choices and all columns are. If they are few, the deals are played
    again with a small noise.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    n_different = _count_games(engine, scenario)
    variety = Variety(N_DEALS, n_different, n_different)
    if not variety.are_few:
        return variety
    noisy = replace(scenario, lineup=tuple(map(add_small_noise, scenario.lineup)))
    return replace(variety, n_with_noise=_count_games(engine, noisy))


def _count_games(engine: Engine, scenario: Scenario) -> int:
    return len({_fingerprint(engine, scenario, deal) for deal in range(N_DEALS)})


def _fingerprint(engine: Engine, scenario: Scenario, deal: int) -> tuple[bytes, ...]:
    """Return what tells a game from others: its columns, and its choices in order."""
    rules, journal = scenario.rules, scenario.game.new_journal()
    row = engine.play(rules.row, scenario.lineup, scenario.seed, deal, 1, journal=journal)
    row["deal"] = 0
    events = scenario.game.events_in(journal, rules)
    choices = [event["choice"] for event in events if event["event"] == DECIDED.name]
    return row.tobytes(), repr(choices).encode()


def noise_if_alike(usual: Scenario) -> float:
    """Return the noise without which the usual players repeat the same few games, 0 if none is.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    noisy = with_small_noise(usual.lineup, usual.game)
    if noisy is None or not usual.game.is_of_a_user:
        return 0.0
    variety = in_background(lambda: variety_of(usual.game.engine(), usual))
    return SMALL if variety.is_small else 0.0
