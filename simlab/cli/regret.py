"""Decisions at which a clearly better choice was missed, for eyes or for programs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import Any

from simlab.cli.explanation import (
    bounded,
    gain_in_words,
    gain_unit,
    place_of,
    print_place,
    words_of,
)
from simlab.cli.progress import watched
from simlab.cli.story import names_of
from simlab.cli.terminal import say, say_line, say_table
from simlab.execution.position import Past
from simlab.execution.thought import Thinker
from simlab.report.wording import listed, n_of
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
        "bases": list(dict.fromkeys(str(thinker.base) for thinker in thinkers)),
        "missed": [missed_of(past, regret, thinkers[regret.seat]) for regret in missed],
    }


def missed_of(past: Past, regret: Regret, thinker: Thinker) -> Content:
    """Return what was chosen at a decision, and what would have been better."""
    here = past.position(regret.decision)
    words = words_of(here, here.menu.tolist(), thinker.base)
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
    tried = f"{n_of(found['tried'], 'decision')} of {found['decisions']} that left a choice"
    if not found["missed"]:
        say(f"At none of the {tried} was another one found that is clearly worth more.")
        return
    is_cooperative = past.scenario.game.cooperative
    say(f"Of the {tried}, those at which another one was clearly worth more:")
    rows = [row_of(missed, is_cooperative) for missed in found["missed"]]
    say_table([">decision", "who", ">gain", ">95 %", "played", "worth more"], rows)
    say(
        f"Gain: what is worth more over what was played, in {gain_unit(is_cooperative)}, when games"
        f" are played on with {listed(found['bases'], 'or')} in all seats. Where so many decisions"
        " are tried, some seem missed by chance. To look closer, for instance at the first of them:"
    )
    say_line(f"simlab {shlex.join(sys.argv[1:])} --decision {found['missed'][0]['decision']}")


def row_of(missed: Content, is_cooperative: bool) -> list[str]:
    """Return a decision as cells."""
    return [
        str(missed["decision"]),
        missed["name"],
        *gain_in_words(missed["gain"], is_cooperative),
        missed["played"]["words"],
        missed["better"]["words"],
    ]
