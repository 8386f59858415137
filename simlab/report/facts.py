"""Facts that a game gives to its reports: names of seats and cards, score unit, ways to win."""

from __future__ import annotations

from typing import Any

from simlab.analysis.tables import Scenario, Tables

LEAD = "lead"
"""Key of the facts on the lead."""


def score_unit(tables: Tables) -> str:
    """Return the unit of the score of a cooperative table."""
    return str(tables.main[0].metrics.get("score", {}).get("unit", "points"))


def seat_word(tables: Tables) -> str:
    """Return the game's word for a seat, such as `empire`."""
    return str(tables.main[0].metrics.get("seats", {}).get("one", "seat"))


def seats_word(tables: Tables) -> str:
    """Return the game's word for several seats."""
    return str(tables.main[0].metrics.get("seats", {}).get("many", "seats"))


def has_seat_names(tables: Tables) -> bool:
    """Whether seats have names, so that they differ in more than their order."""
    return "seats" in tables.main[0].metrics


def cards_title(tables: Tables) -> str:
    """Return the heading of the section on cards."""
    return str(tables.main[0].metrics.get("cards", {}).get("title", "Cards"))


def card_word(tables: Tables) -> str:
    """Return the game's word for a card."""
    return str(tables.main[0].metrics.get("cards", {}).get("one", "card"))


def cards_word(tables: Tables) -> str:
    """Return the game's word for several cards."""
    return str(tables.main[0].metrics.get("cards", {}).get("many", "cards"))


def are_dated(tables: Tables) -> bool:
    """Whether the game keeps the round in which a seat got a card, not how often it played one."""
    kinds = tables.main[0].metrics.get("cards", {}).get("kinds", [])
    return any("when" in kind for kind in kinds)


def part_of(tables: Tables) -> str:
    """Return the unit of the moments at which the leader is recorded: `of the rounds`."""
    return str(tables.main[0].metrics[LEAD].get("of", "of the game"))


def leading(tables: Tables) -> str:
    """Return the measure of the lead if it is not points: `in levels`."""
    by = tables.main[0].metrics[LEAD].get("by")
    return f"in {by}" if by else ""


def has_ends(tables: Tables) -> bool:
    """Whether the game names the reasons why it ends."""
    return "ends" in tables.main[0].metrics


def has_ways(tables: Tables) -> bool:
    """Whether the game names several ways to win."""
    return bool(tables.main[0].metrics.get("ends", {}).get("winning"))


def sources_of(scenario: Scenario) -> dict[str, Any] | None:
    """Return the group of the seats whose columns add up to the score, if the game names one."""
    groups = scenario.metrics.get("seat_groups", [])
    return next((own for own in groups if own.get("makes_score")), None)


def has_gains(tables: Tables) -> bool:
    """Whether the game counts actions by round."""
    return "gains" in tables.main[0].metrics.get("timeline", {})


def has_tenures(tables: Tables) -> bool:
    """Whether the game names titles, which one seat at a time holds."""
    return "tenures" in tables.main[0].metrics


def tenures_title(tables: Tables) -> str:
    """Return the heading of the section on titles."""
    return str(tables.main[0].metrics["tenures"]["title"])
