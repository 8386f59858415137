"""Steps of a plain game and of its translation, and the first that differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from simlab.check.equality import SEED
from simlab.engine.loop import PROGRESS
from simlab.engine.record import new
from simlab.errors import ContractError
from simlab.game import Game, Rules
from simlab.plain.chance import Chance
from simlab.plain.definition import is_written
from simlab.plain.engine import Deal, Session
from simlab.plain.failure import sentence_of
from simlab.policy import Policy
from simlab.stepper import Case, Cells, Stepper, cells


class Step(NamedTuple):
    """A decision, or the result of the game."""

    shown: Mapping[str, object]
    """What both games must have alike, by name."""
    choice: str = ""
    """Who chooses what, in words."""


class Parting(NamedTuple):
    """The first step that differs."""

    decision: int
    sentence: str
    """What it is in both games; empty if no step differs."""


def parting_of(own: Iterator[Step], others: Iterator[Step]) -> Parting:
    """Go through a game in both, up to the first step that differs."""
    number, before = 0, ""
    for number, (left, right) in enumerate(zip_longest(own, others, fillvalue=Step({}))):
        names = {**left.shown, **right.shown}
        name = next((each for each in names if left.shown.get(each) != right.shown.get(each)), None)
        if name is not None:
            after = f", after {before}" if before else ""
            return Parting(
                number,
                f"decision {number}{after}: {name} is {left.shown.get(name)} in the plain game and"
                f" {right.shown.get(name)} in the compiled one",
            )
        before = left.choice
    return Parting(number, "")


def plain_steps(
    game: Any, rules: Rules, lineup: Sequence[Policy], deal: int, *, redeal: bool
) -> Iterator[Step]:
    """Yield the steps of a plain game; `redeal` deals hidden things again before each decision.

    Raises:
        ContractError: it raises an error.
    """
    session = Session(game, rules.row, lineup, SEED, 0, new(PROGRESS), None)
    table, row = Deal(session, deal), np.zeros(1, game.outcome_row)
    is_valued, seats = is_written(game.rules_class, "evaluate"), range(len(lineup))
    try:
        table.set_up()
        while (offer := table.offer()) is not None:
            seat, choices = offer
            chance = Chance(game.rules_class.sources, SEED + table.n_decisions, deal)
            if redeal:
                table.game.hide(seat, chance)
            values = [table.game.evaluate(each) for each in seats if is_valued and redeal]
            choice = table.choice(seat, choices)
            words = table.game.describe(choice)
            yield step_of(seat, len(choices), choices.index(choice), values, words)
            table.carry_out(seat, choices, choice)
        row["deal"] = deal
        table.finish(row[0])
    except Exception as error:  # an author's code may raise anything
        where = f"game {deal}, decision {table.n_decisions}"
        raise ContractError(f"{sentence_of(error)} ({where})") from error
    yield result_of(cells(row[0], game, len(lineup)))


def compiled_steps(
    game: Game, rules: Rules, lineup: Sequence[Policy], deal: int, *, redeal: bool
) -> Iterator[Step]:
    """Yield the steps of a compiled game.

    Raises:
        ContractError: it breaks its contract.
    """
    table = Stepper(Case(game, rules, tuple(lineup), SEED), deal)
    table.set_up()
    while not table.is_over() and len(table.choices) < game.decision_limit:
        seat, menu = table.next_seat(), table.offer()
        if redeal:
            table.hide(seat, SEED + len(table.choices))
        values = table.values() if redeal else []
        choice = table.decide(seat, menu)
        yield step_of(seat, len(menu), menu.tolist().index(choice), values)
        table.apply(choice)
    yield result_of(table.outcome())


def step_of(
    seat: int, n_choices: int, choice: int, values: Sequence[float], words: str = ""
) -> Step:
    """Return the step of a decision."""
    worth = {f"evaluate({each})": float(value) for each, value in enumerate(values)}
    shown = {
        "the seat that decides": seat,
        "the number of its choices": n_choices,
        **worth,
        "the place of the choice among them": choice,
    }
    return Step(shown, f"seat {seat} chooses {words}")


def result_of(row: Cells) -> Step:
    """Return the cells of an OUTCOME row, each with its name."""
    seats = enumerate(row.get("seats", ()))
    by_seat = {f"{name} of seat {n}": cell for n, seat in seats for name, cell in seat.items()}
    return Step({**{name: cell for name, cell in row.items() if name != "seats"}, **by_seat})
