"""A decision explained: what each choice is worth, for eyes or for programs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from simlab.cli.terminal.output import say, say_heading, say_table
from simlab.cli.terminal.replay import names_of
from simlab.explain.choice_value import choice_value, gain
from simlab.explain.decision import Past
from simlab.explain.search_values import SearchAt, SearchValues, answers, search_values
from simlab.policy import Policy
from simlab.report.wording import THIN, difference, difference_of_shares, n_of, whole

Content = dict[str, Any]

PLAYED, SEARCH = "played", "search"
UNKNOWN = "–"
MOST_SENTENCES = 8
"""Sentences told of what happened before."""
MOST_ROWS = 12
"""Choices in a printed table: the best ones."""
DECIMALS = 1
"""Of a gain, at least."""


def content_of(
    past: Past, decision: int, thinkers: Sequence[SearchAt], policies: Iterable[Policy]
) -> Content:
    """Think at a decision; return it and its choices, the best first, as JSON.

    Raises:
        InputError: the game has no such decision.
    """
    here = past.position(decision)
    thought = search_values(here, thinkers[here.seat])
    return {
        **place_of(past),
        "decision": decision,
        "decisions": len(past.decisions),
        "seat": here.seat,
        "name": names_of(past.scenario)[here.seat],
        "policy": str(here.policy),
        "base": str(thought.thinker.base),
        "rollouts": int(thought.rollouts.sum()),
        "before": past.told_before(decision)[-MOST_SENTENCES:],
        "options": options_of(thought, answers(here, policies)),
    }


def place_of(past: Past) -> Content:
    """Return which game this is."""
    scenario = past.scenario
    return {
        "game": scenario.game.name,
        "players": scenario.players,
        "seed": scenario.seed,
        "deal": past.deal,
        "rotation": past.rotation,
    }


def options_of(thought: SearchValues, answers: Mapping[str, int]) -> list[Content]:
    """Return the choices of a decision, the largest gain first, then what was tried longest."""
    table = thought.position.table
    who = {PLAYED: thought.position.played, **answers, SEARCH: thought.answer}
    found = [
        {
            "choice": choice,
            "words": table.game.in_words(choice, table.case.rules),
            "worth": choice_value(thought, place),
            "gain": bounded(gain(thought, place)),
            "rollouts": int(thought.rollouts[place]),
            "chosen_by": [name for name, answer in who.items() if answer == choice],
        }
        for place, choice in enumerate(thought.choices)
    ]
    return sorted(found, key=lambda option: (-option["gain"]["estimate"], -option["rollouts"]))


def bounded(interval: Any) -> Content:
    """Return an interval as JSON, which knows no infinite bounds."""
    return {
        name: bound if math.isfinite(bound) else None
        for name, bound in zip(("estimate", "low", "high"), interval, strict=False)
    }


def print_explanation(past: Past, found: Content) -> None:
    """Print what came before, and a row for each choice."""
    print_place(past)
    last = found["decisions"] - 1
    say(f"Decision {found['decision']} of 0 to {last}: {found['name']}, who is {found['policy']}.")
    if found["before"]:
        say_heading("What happened before")
    for sentence in found["before"]:
        say(sentence)
    say_heading("What can be chosen")
    print_options(found, past.scenario.game.cooperative)


def print_place(past: Past) -> None:
    """Print which game this is."""
    place = f"game {past.deal}, rotation {past.rotation}, seed {past.scenario.seed}"
    say(Text(f"{past.scenario.game.title}: {place}", style="bold"))


def print_options(found: Content, is_cooperative: bool) -> None:
    """Print the best choices, and how their numbers came about."""
    options = found["options"]
    heads = [">gain", ">95 %", ">worth", ">rollouts", "choice", "chosen by"]
    say_table(heads, [row_of(option, is_cooperative) for option in options[:MOST_ROWS]])
    left = len(options) - MOST_ROWS
    if left > 0:
        say(f"{n_of(left, 'choice')} more, with smaller gains: all are told with --json.")
    say(method_of(found, is_cooperative) if found["rollouts"] else "Nothing else can be chosen.")


def method_of(found: Content, is_cooperative: bool) -> str:
    """Return how the numbers of a decision came about."""
    name, base = found["name"], found["base"]
    return (
        f"Rollouts: games played on from here with {base} in all seats, what {name} cannot see"
        f" dealt anew each time. Gain: over what {base} chooses, in the same rollouts, in"
        f" {gain_unit(is_cooperative)}; without an interval where all of them ended alike, which"
        f" few may do by chance. Worth: {worth_unit(is_cooperative)} with what {base} chooses, on"
        f" average, and the gain added. The {whole(found['rollouts'])} rollouts went in rounds to"
        " fewer and fewer choices, the worse half dropped after each: those dropped early have few"
        " rollouts and wide intervals. Each interval holds by itself, not all of them together."
        " Players asked here for what they would choose remember nothing of the game."
    )


def worth_unit(is_cooperative: bool) -> str:
    """Return what a choice is worth."""
    return "points at the end" if is_cooperative else "share of the win"


def gain_unit(is_cooperative: bool) -> str:
    """Return what gains are counted in."""
    return "points at the end" if is_cooperative else "percentage points of the win"


def row_of(option: Content, is_cooperative: bool) -> list[str]:
    """Return a choice as cells."""
    return [
        *gain_in_words(option["gain"], is_cooperative),
        worth_in_words(option["worth"], is_cooperative),
        whole(option["rollouts"]),
        option["words"],
        ", ".join(option["chosen_by"]),
    ]


def worth_in_words(worth: float | None, is_cooperative: bool) -> str:
    """Return points, or a share in per cent."""
    if worth is None:
        return UNKNOWN
    return f"{worth:.1f}" if is_cooperative else f"{100 * worth:.1f}{THIN}%"


def gain_in_words(gain: Content, is_cooperative: bool) -> tuple[str, str]:
    """Return a gain and its bounds, unless it has none or all rollouts ended alike."""
    said = difference if is_cooperative else difference_of_shares
    if gain["low"] is None or gain["low"] == gain["high"]:
        return said({**gain, "low": -math.inf, "high": math.inf}, DECIMALS).estimate, UNKNOWN
    amount = said(gain, DECIMALS)
    return amount.estimate, amount.range
