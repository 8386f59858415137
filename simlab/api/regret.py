"""Content of the regrets of a game: the decisions with the largest regret, as JSON and in words."""

from __future__ import annotations

from typing import Any

from simlab.api.choice_values import interval_content, place_of
from simlab.api.observer import Observer
from simlab.api.playing import report_looks
from simlab.api.replay import names_of
from simlab.execution.executor import Executor
from simlab.execution.watchdog import in_background
from simlab.explain.decision import PlayedGame
from simlab.explain.regret import Regret, clear_regrets, decisions_with_choice, regrets
from simlab.explain.search_values import policies_at, searches_at
from simlab.players.search import OWN
from simlab.report.wording import whole
from simlab.studies.headroom.study import ROLLOUTS

Content = dict[str, Any]

CLOSER = 5
"""Factor by which the decisions with the largest regret get more rollouts."""
MOST_DECISIONS = 10
"""Decisions that are searched again: those with the largest estimated regret."""


def content_of(
    past: PlayedGame, base: str | None, rollouts: int, executor: Executor, observer: Observer
) -> Content:
    """Search at every decision, the largest regrets again with more rollouts; return these as JSON.

    The largest of many estimates are biased upwards, so they are estimated again.
    """
    n = len(past.decisions)
    bases = searches_at(past.scenario, past.rotation, policies_at(past.scenario), base, rollouts)
    every_regret = regrets(past, decisions_with_choice(past), base, rollouts, executor)
    first = report_looks(every_regret, lambda last: f"decision {last.decision} of {n}", observer)
    estimates = in_background(lambda: list(first))
    suspects = clear_regrets(estimates)
    most = min(CLOSER * rollouts, int(OWN[ROLLOUTS].high))
    largest = [regret.decision for regret in suspects[:MOST_DECISIONS]]
    closest = regrets(past, largest, base, most, executor)
    repeated = report_looks(
        closest, lambda last: f"decision {last.decision}, searched again", observer
    )
    again = in_background(lambda: list(repeated))
    return {
        **place_of(past),
        "decisions": n,
        "tried": len(estimates),
        "bases": list(dict.fromkeys(str(base_search.base) for base_search in bases)),
        "uncertainty": max(base_search.uncertainty for base_search in bases),
        "rollouts": rollouts,
        "suspected": len(suspects),
        "again": len(again),
        "rollouts_again": most,
        "missed": [regret_content(past, regret) for regret in clear_regrets(again)],
    }


def regret_content(past: PlayedGame, regret: Regret) -> Content:
    """Return what was played at a decision, and what would have been better, as JSON."""
    here = past.decision_at(regret.decision)
    table = here.table
    return {
        "decision": regret.decision,
        "seat": regret.seat,
        "name": names_of(past.scenario)[regret.seat],
        "policy": str(here.policy),
        "played": {"choice": regret.played, "words": table.in_words(regret.played)},
        "better": {"choice": regret.better, "words": table.in_words(regret.better)},
        "gain": interval_content(regret.gain),
    }


def summary_of(content: Content) -> str:
    """Return how many decisions were searched, and how many of them have a clear regret."""
    searched = (
        f"{content['decisions']} decisions; the {content['tried']} with a choice were searched with"
        f" {whole(content['rollouts'])} rollouts each."
    )
    if not content["suspected"]:
        return f"{searched} No other choice is clearly better; more rollouts may show one."
    result = (
        "At these another choice is clearly better:"
        if content["missed"]
        else "At none of these is another choice clearly better."
    )
    return (
        f"{searched} At {content['suspected']} of them another choice seemed clearly better; the"
        f" {content['again']} with the largest regret were searched again with"
        f" {whole(content['rollouts_again'])} rollouts. {result}"
    )
