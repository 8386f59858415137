"""Facts that a game gives to its reports: words for seats and cards, unit of score, ways to win."""

from __future__ import annotations

from typing import Any

from simlab.analysis.tables import Scenario, Tables

LEAD = "lead"
"""Key of the facts on the lead."""


def score_unit(tables: Tables) -> str:
    """Return the unit of the score of a cooperative table."""
    return str(tables.main[0].metrics.get("score", {}).get("unit", "points"))


def seat_word(tables: Tables) -> str:
    """Return what the game calls a seat: an empire, or just a seat."""
    return str(tables.main[0].metrics.get("seats", {}).get("one", "seat"))


def seats_word(tables: Tables) -> str:
    """Return what the game calls several seats."""
    return str(tables.main[0].metrics.get("seats", {}).get("many", "seats"))


def has_seat_names(tables: Tables) -> bool:
    """Whether each seat has a name of its own, so that it matters which one it is."""
    return "seats" in tables.main[0].metrics


def cards_title(tables: Tables) -> str:
    """Return the heading of what is said of them."""
    return str(tables.main[0].metrics.get("cards", {}).get("title", "Cards"))


def card_word(tables: Tables) -> str:
    """Return what the game calls one of them."""
    return str(tables.main[0].metrics.get("cards", {}).get("one", "card"))


def cards_word(tables: Tables) -> str:
    """Return what the game calls several of them."""
    return str(tables.main[0].metrics.get("cards", {}).get("many", "cards"))


def are_dated(tables: Tables) -> bool:
    """Whether it is known when a seat got something, rather than how often it used it."""
    kinds = tables.main[0].metrics.get("cards", {}).get("kinds", [])
    return any("when" in kind for kind in kinds)


def part_of(tables: Tables) -> str:
    """Return of what the moments are parts at which the leader is noted: `of the rounds`."""
    return str(tables.main[0].metrics[LEAD].get("of", "of the game"))


def leading(tables: Tables) -> str:
    """Return in what a seat leads, where that is not its points: `in levels`."""
    by = tables.main[0].metrics[LEAD].get("by")
    return f"in {by}" if by else ""


def has_ends(tables: Tables) -> bool:
    """Whether the game names the reasons why it ends."""
    return "ends" in tables.main[0].metrics


def has_ways(tables: Tables) -> bool:
    """Whether the game says that there are several ways to win."""
    return bool(tables.main[0].metrics.get("ends", {}).get("winning"))


def sources_of(scenario: Scenario) -> dict[str, Any] | None:
    """Return the group of the seats whose columns add up to the score, if the game names one."""
    groups = scenario.metrics.get("seat_groups", [])
    return next((own for own in groups if own.get("makes_score")), None)


def has_gains(tables: Tables) -> bool:
    """Whether the game keeps what is done in each round."""
    return "gains" in tables.main[0].metrics.get("timeline", {})


def has_tenures(tables: Tables) -> bool:
    """Whether the game names what seats hold by turns."""
    return "tenures" in tables.main[0].metrics


def tenures_title(tables: Tables) -> str:
    """Return the heading of what is said of that."""
    return str(tables.main[0].metrics["tenures"]["title"])
