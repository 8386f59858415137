"""Prints the decisions with the largest regret."""

from __future__ import annotations

import sys
from typing import Any

from simlab import shell
from simlab.api.explain_move import Regrets
from simlab.cli.terminal.explain_move import (
    gain_in_words,
    gain_unit,
    others_in_words,
    print_place,
)
from simlab.cli.terminal.output import say, say_line, say_table
from simlab.report.wording import join_list

Content = dict[str, Any]


def print_regrets(result: Regrets) -> None:
    """Print a row for each decision, and the command that explains one."""
    past, content = result.past, result.content
    print_place(past)
    say(result.answer)
    if not content["missed"]:
        return
    is_cooperative = past.scenario.game.cooperative
    rows = [row_of(missed, is_cooperative) for missed in content["missed"]]
    say_table([">decision", "seat", ">regret", ">95 %", "played", "better"], rows)
    say(
        f"Regret: gain of the better choice over the played one, in {gain_unit(is_cooperative)}, in"
        f" rollouts with {join_list(content['bases'], 'or')} in all seats"
        f"{others_in_words(content['uncertainty'])}. Among many decisions, some"
        " regrets may be due to chance. To see more of one, for instance of the first:"
    )
    first = str(content["missed"][0]["decision"])
    say_line(shell.join(["simlab", *sys.argv[1:], "--decision", first]))


def row_of(missed: Content, is_cooperative: bool) -> list[str]:
    """Return a decision as the cells of a row."""
    return [
        str(missed["decision"]),
        missed["name"],
        *gain_in_words(missed["gain"], is_cooperative),
        missed["played"]["words"],
        missed["better"]["words"],
    ]
