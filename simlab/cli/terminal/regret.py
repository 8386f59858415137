"""Decisions at which a clearly better choice was missed, for eyes or for programs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import Any

from simlab.cli.terminal.explain_move import (
    bounded,
    gain_in_words,
    gain_unit,
    place_of,
    print_place,
)
from simlab.cli.terminal.output import say, say_line, say_table
from simlab.cli.terminal.progress import watched
from simlab.cli.terminal.replay import names_of
from simlab.explain.decision import Past
from simlab.explain.regret import Regret, clear, regret_at, regrets
from simlab.explain.search_values import SearchAt
from simlab.report.wording import listed, whole
from simlab.study.headroom import rollouts_of

Content = dict[str, Any]

MOST_DECISIONS = 10
"""Decisions that are looked at again: those at which most seems missed."""


def content_of(past: Past, thinkers: Sequence[SearchAt], closer: Sequence[SearchAt]) -> Content:
    """Think at every decision, closer where most seems missed; return these as JSON.

    The largest of many gains are overrated, so they are measured again with more rollouts.
    """
    n = len(past.decisions)
    found = list(watched(regrets(past, thinkers), lambda last: f"decision {last.decision} of {n}"))
    suspects = clear(found)
    closest = (
        regret_at(past.position(regret.decision), closer[regret.seat])
        for regret in suspects[:MOST_DECISIONS]
    )
    again = list(watched(closest, lambda last: f"decision {last.decision}, looked at again"))
    return {
        **place_of(past),
        "decisions": n,
        "tried": len(found),
        "bases": list(dict.fromkeys(str(thinker.base) for thinker in thinkers)),
        "rollouts": rollouts_of(thinkers[0].search),
        "suspected": len(suspects),
        "again": len(again),
        "rollouts_again": rollouts_of(closer[0].search),
        "missed": [missed_of(past, regret) for regret in clear(again)],
    }


def missed_of(past: Past, regret: Regret) -> Content:
    """Return what was chosen at a decision, and what would have been better."""
    here = past.position(regret.decision)
    game, rules = past.scenario.game, past.scenario.rules
    return {
        "decision": regret.decision,
        "seat": regret.seat,
        "name": names_of(past.scenario)[regret.seat],
        "policy": str(here.policy),
        "played": {"choice": regret.played, "words": game.in_words(regret.played, rules)},
        "better": {"choice": regret.better, "words": game.in_words(regret.better, rules)},
        "gain": bounded(regret.gain),
    }


def print_regrets(past: Past, found: Content) -> None:
    """Print a row for each decision, and how to see more of one."""
    print_place(past)
    say(what_was_tried(found))
    if not found["missed"]:
        return
    is_cooperative = past.scenario.game.cooperative
    rows = [row_of(missed, is_cooperative) for missed in found["missed"]]
    say_table([">decision", "who", ">gain", ">95 %", "played", "worth more"], rows)
    say(
        f"Gain: what is worth more over what was played, in {gain_unit(is_cooperative)}, when games"
        f" are played on with {listed(found['bases'], 'or')} in all seats. Where so many decisions"
        " are tried, some may still seem missed by chance. To look closer, for instance at the"
        " first of them:"
    )
    say_line(f"simlab {shlex.join(sys.argv[1:])} --decision {found['missed'][0]['decision']}")


def what_was_tried(found: Content) -> str:
    """Return at how many decisions something better was looked for, and where it was found."""
    tried = (
        f"Of {found['decisions']} decisions, the {found['tried']} that left a choice were tried"
        f" with {whole(found['rollouts'])} rollouts each."
    )
    if not found["suspected"]:
        return f"{tried} At none of them is another choice clearly worth more; more may tell."
    missed = (
        "At these another choice is clearly worth more:"
        if found["missed"]
        else "At none of them is another choice clearly worth more."
    )
    return (
        f"{tried} At {found['suspected']} another choice seemed clearly worth more; where most"
        f" seemed missed, at {found['again']} of them, it was tried again with"
        f" {whole(found['rollouts_again'])}. {missed}"
    )


def row_of(missed: Content, is_cooperative: bool) -> list[str]:
    """Return a decision as cells."""
    return [
        str(missed["decision"]),
        missed["name"],
        *gain_in_words(missed["gain"], is_cooperative),
        missed["played"]["words"],
        missed["better"]["words"],
    ]
