"""Prints the value of each choice of a decision."""

from __future__ import annotations

import math
from typing import Any

from rich.text import Text

from simlab.api.choice_values import PLAYED
from simlab.api.explain_move import ExplainedDecision
from simlab.cli.terminal.output import say, say_heading, say_table
from simlab.explain.decision import PlayedGame
from simlab.game.definition import Game
from simlab.report.wording import (
    THIN,
    begin_sentence,
    difference,
    difference_of_shares,
    join_list,
    n_of,
    whole,
)

Content = dict[str, Any]

UNKNOWN = "–"
MOST_ROWS = 12
"""Choices in the printed table: the best ones."""
DECIMALS = 1
"""Decimals of a gain, at least."""
IN_ROUNDS = (
    "in rounds; each round dropped the worse half of the choices. Those dropped early have few"
    " rollouts and wide intervals"
)
"""How a search spends its rollouts."""


def print_explanation(result: ExplainedDecision) -> None:
    """Print what happened before, and a row for each choice."""
    past, content = result.past, result.content
    print_place(past)
    say(result.answer)
    if content["before"]:
        say_heading("What happened before")
    for sentence in content["before"]:
        say(sentence)
    say_heading("Choices")
    print_options(content, past.scenario.game)


def print_place(past: PlayedGame) -> None:
    """Print the title, number, rotation and seed of the game."""
    deal_label = f"game {past.deal}, rotation {past.rotation}, seed {past.scenario.seed}"
    say(Text(f"{past.scenario.game.title}: {deal_label}", style="bold"))


def print_options(content: Content, game: Game) -> None:
    """Print the best choices, and how their values were computed."""
    options = content["options"]
    heads = [">gain", ">95 %", ">value", ">rollouts", "choice"]
    say_table(heads, [row_of(option, game.cooperative) for option in options[:MOST_ROWS]])
    n_left = len(options) - MOST_ROWS
    if n_left > 0:
        say(f"{n_of(n_left, 'choice')} more, with smaller gains; --json has all.")
    for option in options:
        if option["chosen_by"]:
            say(_choice_sentence(option))
    say(method_of(content, game) if content["rollouts"] else "There is no other choice.")


def method_of(content: Content, game: Game) -> str:
    """Return how the values of a decision were computed."""
    name, base, is_cooperative = content["name"], content["base"], game.cooperative
    return (
        f"Rollouts: games played from here on with {base} in all seats"
        f"{others_in_words(content['uncertainty'])}; what {name} cannot see is dealt again each"
        f" time. Gain: over the choice of {base}, in the same rollouts, in"
        f" {gain_unit(is_cooperative)}; no interval if all of them ended alike, which a few may do"
        f" by chance. Value: {value_unit(is_cooperative)} with the choice of {base}, on average,"
        f" plus the gain. The {whole(content['rollouts'])} rollouts were spent {IN_ROUNDS}. Each"
        " interval holds by itself, not all of them together. The policies named decided without"
        " memory of the game."
    )


def others_in_words(uncertainty: float) -> str:
    """Return by how much the weights of the other players differ from rollout to rollout, if so."""
    if uncertainty == 0:
        return ""
    return f", each weight of the others multiplied or divided by up to {1 + uncertainty:g}"


def value_unit(is_cooperative: bool) -> str:
    """Return the unit of the value of a choice."""
    return "points at the end" if is_cooperative else "share of the win"


def gain_unit(is_cooperative: bool) -> str:
    """Return the unit of a gain."""
    return "points at the end" if is_cooperative else "percentage points of the win"


def _choice_sentence(option: Content) -> str:
    policies = [name for name in option["chosen_by"] if name != PLAYED]
    how = [PLAYED] * (PLAYED in option["chosen_by"])
    how += [f"chosen by {join_list(policies)}"] * bool(policies)
    return f"{begin_sentence(option['words'])}: {' and '.join(how)}."


def row_of(option: Content, is_cooperative: bool) -> list[str]:
    """Return a choice as the cells of a row."""
    return [
        *gain_in_words(option["gain"], is_cooperative),
        value_in_words(option["worth"], is_cooperative),
        whole(option["rollouts"]),
        option["words"],
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
