"""Prints the value of each choice of a decision, as text or JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from simlab.cli.terminal.output import say, say_heading, say_table
from simlab.cli.terminal.replay import names_of
from simlab.explain.choice_value import choice_value, gain
from simlab.explain.decision import PlayedGame
from simlab.explain.search_values import SearchAt, SearchValues, policy_choices, search_values
from simlab.policy import Policy
from simlab.report.wording import THIN, difference, difference_of_shares, n_of, whole

Content = dict[str, Any]

PLAYED, SEARCH = "played", "search"
UNKNOWN = "–"
MOST_SENTENCES = 8
"""Sentences printed about what happened before."""
MOST_ROWS = 12
"""Choices in the printed table: the best ones."""
DECIMALS = 1
"""Decimals of a gain, at least."""


def content_of(
    past: PlayedGame, decision: int, searches: Sequence[SearchAt], policies: Iterable[Policy]
) -> Content:
    """Search at a decision; return it and its choices, the best first, as JSON.

    Raises:
        InputError: the game has no such decision.
    """
    here = past.decision_at(decision)
    values = search_values(here, searches[here.seat])
    return {
        **place_of(past),
        "decision": decision,
        "decisions": len(past.decisions),
        "seat": here.seat,
        "name": names_of(past.scenario)[here.seat],
        "policy": str(here.policy),
        "base": str(values.search_at.base),
        "rollouts": int(values.rollouts.sum()),
        "before": past.sentences_before(decision)[-MOST_SENTENCES:],
        "options": options_of(values, policy_choices(here, policies)),
    }


def place_of(past: PlayedGame) -> Content:
    """Return the keys that identify the game."""
    scenario = past.scenario
    return {
        "game": scenario.game.name,
        "players": scenario.players,
        "seed": scenario.seed,
        "deal": past.deal,
        "rotation": past.rotation,
    }


def options_of(values: SearchValues, answers: Mapping[str, int]) -> list[Content]:
    """Return the choices of a decision by falling gain, then by falling number of rollouts."""
    table = values.decision.table
    answer_of = {PLAYED: values.decision.played, **answers, SEARCH: values.answer}
    options = [
        {
            "choice": choice,
            "words": table.in_words(choice),
            "worth": choice_value(values, place),
            "gain": bounded(gain(values, place)),
            "rollouts": int(values.rollouts[place]),
            "chosen_by": [name for name, answer in answer_of.items() if answer == choice],
        }
        for place, choice in enumerate(values.choices)
    ]
    return sorted(options, key=lambda option: (-option["gain"]["estimate"], -option["rollouts"]))


def bounded(interval: Any) -> Content:
    """Return an interval as JSON; infinite bounds are null."""
    return {
        name: bound if math.isfinite(bound) else None
        for name, bound in zip(("estimate", "low", "high"), interval, strict=False)
    }


def print_explanation(past: PlayedGame, content: Content) -> None:
    """Print what happened before, and a row for each choice."""
    print_place(past)
    last = content["decisions"] - 1
    say(
        f"Decision {content['decision']} of 0 to {last}: {content['name']}, played by"
        f" {content['policy']}."
    )
    if content["before"]:
        say_heading("What happened before")
    for sentence in content["before"]:
        say(sentence)
    say_heading("Choices")
    print_options(content, past.scenario.game.cooperative)


def print_place(past: PlayedGame) -> None:
    """Print the title, number, rotation and seed of the game."""
    place = f"game {past.deal}, rotation {past.rotation}, seed {past.scenario.seed}"
    say(Text(f"{past.scenario.game.title}: {place}", style="bold"))


def print_options(content: Content, is_cooperative: bool) -> None:
    """Print the best choices, and how their values were computed."""
    options = content["options"]
    heads = [">gain", ">95 %", ">value", ">rollouts", "choice", "chosen by"]
    say_table(heads, [row_of(option, is_cooperative) for option in options[:MOST_ROWS]])
    left = len(options) - MOST_ROWS
    if left > 0:
        say(f"{n_of(left, 'choice')} more, with smaller gains; --json has all.")
    say(method_of(content, is_cooperative) if content["rollouts"] else "There is no other choice.")


def method_of(content: Content, is_cooperative: bool) -> str:
    """Return how the values of a decision were computed."""
    name, base = content["name"], content["base"]
    return (
        f"Rollouts: games played from here on with {base} in all seats; what {name} cannot see is"
        f" dealt again each time. Gain: over the choice of {base}, in the same rollouts, in"
        f" {gain_unit(is_cooperative)}; no interval if all of them ended alike, which a few may do"
        f" by chance. Value: {value_unit(is_cooperative)} with the choice of {base}, on average,"
        f" plus the gain. The {whole(content['rollouts'])} rollouts were spent in rounds; each"
        " round dropped the worse half of the choices. Those dropped early have few rollouts and"
        " wide intervals. Each interval holds by itself, not all of them together. The policies"
        " under “chosen by” decided without memory of the game."
    )


def value_unit(is_cooperative: bool) -> str:
    """Return the unit of the value of a choice."""
    return "points at the end" if is_cooperative else "share of the win"


def gain_unit(is_cooperative: bool) -> str:
    """Return the unit of a gain."""
    return "points at the end" if is_cooperative else "percentage points of the win"


def row_of(option: Content, is_cooperative: bool) -> list[str]:
    """Return a choice as the cells of a row."""
    return [
        *gain_in_words(option["gain"], is_cooperative),
        value_in_words(option["worth"], is_cooperative),
        whole(option["rollouts"]),
        option["words"],
        ", ".join(option["chosen_by"]),
    ]


def value_in_words(value: float | None, is_cooperative: bool) -> str:
    """Return the value of a choice: points, or a share in percent."""
    if value is None:
        return UNKNOWN
    return f"{value:.1f}" if is_cooperative else f"{100 * value:.1f}{THIN}%"


def gain_in_words(gain: Content, is_cooperative: bool) -> tuple[str, str]:
    """Return a gain and its interval; a dash if there is none or all rollouts ended alike."""
    formatted = difference if is_cooperative else difference_of_shares
    if gain["low"] is None or gain["low"] == gain["high"]:
        return formatted({**gain, "low": -math.inf, "high": math.inf}, DECIMALS).estimate, UNKNOWN
    amount = formatted(gain, DECIMALS)
    return amount.estimate, amount.range
