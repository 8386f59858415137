"""Result of seats and of policies: what they win, or their points where these are the aim."""

from __future__ import annotations

import pandas as pd

from simlab.analysis import points_per_game, win_rate
from simlab.analysis.tables import Tables


def by_seat(tables: Tables) -> pd.DataFrame:
    """Return the result of each seat, what would be even, and a verdict; seat 1 begins."""
    return points_per_game.by_seat(tables) if tables.is_for_points else win_rate.by_seat(tables)


def by_policy(tables: Tables) -> pd.DataFrame:
    """Return the same of a seat of each policy, if several policies meet."""
    return points_per_game.by_policy(tables) if tables.is_for_points else win_rate.by_policy(tables)


def by_policy_in_seats(tables: Tables) -> pd.DataFrame:
    """Return the same of each policy in each seat, if several policies meet."""
    return (
        points_per_game.by_policy_in_seats(tables)
        if tables.is_for_points
        else win_rate.by_policy_in_seats(tables)
    )


def method(tables: Tables) -> str:
    """Return how the results of seats and of policies were estimated."""
    return points_per_game.METHOD if tables.is_for_points else win_rate.METHOD


def method_by_policy_in_seats(tables: Tables) -> str:
    """Return the same for policies in each seat."""
    return points_per_game.METHOD if tables.is_for_points else win_rate.CROSSED_METHOD


def quantity(tables: Tables) -> str:
    """Return what is counted of a seat: `wins`, or the unit of its points."""
    return tables.facts.score.unit if tables.is_for_points else "wins"
