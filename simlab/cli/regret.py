"""Decisions at which a clearly better choice was missed, for eyes or for programs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import Any

from simlab.cli.explanation import amount_of, bounded, place_of, print_place, words_of
from simlab.cli.progress import watched
from simlab.cli.story import names_of
from simlab.cli.terminal import say, say_line, say_table
from simlab.execution.position import Past
from simlab.execution.thought import Thinker
from simlab.report.wording import n_of
from simlab.study.regret import Regret, largest, regrets

Content = dict[str, Any]

MOST_DECISIONS = 10
"""Decisions that are told of: those at which most was missed."""


def content_of(past: Past, thinkers: Sequence[Thinker]) -> Content:
    """Think at every decision; return those at which most was missed as JSON."""
    n = len(past.decisions)
    found = list(watched(regrets(past, thinkers), lambda last: f"decision {last.decision} of {n}"))
    missed = largest(found, MOST_DECISIONS)
    return {
        **place_of(past),
        "decisions": n,
        "tried": len(found),
        "missed": [missed_of(past, regret, thinkers[regret.seat]) for regret in missed],
    }


def missed_of(past: Past, regret: Regret, thinker: Thinker) -> Content:
    """Return what was chosen at a decision, and what would have been better."""
    here = past.position(regret.decision)
    words = words_of(here, (regret.played, regret.better), thinker.base)
    return {
        "decision": regret.decision,
        "seat": regret.seat,
        "name": names_of(past.scenario)[regret.seat],
        "policy": str(here.policy),
        "played": {"choice": regret.played, "words": words[regret.played]},
        "better": {"choice": regret.better, "words": words[regret.better]},
        "gain": bounded(regret.gain),
    }


def print_regrets(past: Past, found: Content) -> None:
    """Print a row for each decision, and how to see more of one."""
    print_place(past)
    say(f"Tried: all {n_of(found['tried'], 'decision')} that left a choice.")
    if not found["missed"]:
        say("At none of them was another choice found that is clearly worth more.")
        return
    is_cooperative = past.scenario.game.cooperative
    rows = [row_of(missed, is_cooperative) for missed in found["missed"]]
    say_table([">decision", "who", ">gain", ">95 %", "played", "worth more"], rows)
    say(
        f"Gain: of what is worth more over what was played, in {unit_of(is_cooperative)}. Where so"
        " many decisions are tried, some seem missed by chance; with more rollouts it is surer:"
    )
    decision = found["missed"][0]["decision"]
    say_line(f"simlab {shlex.join(sys.argv[1:])} --decision {decision}")


def unit_of(is_cooperative: bool) -> str:
    """Return what gains are counted in."""
    return "points at the end" if is_cooperative else "points of a percentage of the win"


def row_of(missed: Content, is_cooperative: bool) -> list[str]:
    """Return a decision as cells."""
    amount = amount_of(missed["gain"], is_cooperative)
    return [
        str(missed["decision"]),
        missed["name"],
        amount.estimate,
        amount.range,
        missed["played"]["words"],
        missed["better"]["words"],
    ]
