"""Steps of a plain game and of its translation, and the first that differs."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from simlab.compiler.encoding import state_field
from simlab.engine.items import as_data
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.errors import ContractError
from simlab.execution.stepper import Case, Cells, Stepper, cells
from simlab.game.definition import Game, Rules
from simlab.game.policy import Policy
from simlab.plain.chance import Chance
from simlab.plain.definition import is_written
from simlab.plain.engine import Deal, Session
from simlab.plain.failure import sentence_of
from simlab.plain.game import PlainGame, parts_of

SEED = 2741
"""Not the seed of runs, nor that of the games by which the translation was made."""
SEAT, CHOICES = "the seat that decides", "the number of its choices"
PLACE = "the place of the choice among them"


class Step(NamedTuple):
    """A decision, or the result of the game."""

    compared: Mapping[str, object]
    """What both games must have alike, by name."""
    choice: str = ""
    """Who chooses what, in words."""
    table: Mapping[str, tuple[str, object]] = {}
    """What is on the table: its name in the plain game and its value, by field of the state."""


class Parting(NamedTuple):
    """The first step that differs."""

    decision: int
    sentence: str
    """What it is in both games; empty if no step differs."""
    name: str = ""
    """What differs."""
    plain: object = None
    compiled: object = None


def find_difference(steps_of_plain: Iterator[Step], steps_of_compiled: Iterator[Step]) -> Parting:
    """Go through a game in both, up to the first step that differs."""
    number, before = 0, ""
    for number, (plain_step, compiled_step) in enumerate(
        zip_longest(steps_of_plain, steps_of_compiled, fillvalue=Step({}))
    ):
        differing = _first_difference(plain_step, compiled_step)
        if differing is not None:
            name, plain, compiled = differing
            after = f", after {before}" if before else ""
            return Parting(
                number,
                f"decision {number}{after}: {name} is {plain} in the plain game and {compiled} in"
                " the compiled one",
                name,
                plain,
                compiled,
            )
        before = plain_step.choice
    return Parting(number, "")


def _first_difference(plain_step: Step, compiled_step: Step) -> tuple[str, object, object] | None:
    """Return the name and both values of what differs first, beginning with the table."""
    pairs = [
        (name, value, compiled_step.table[field][1])
        for field, (name, value) in plain_step.table.items()
        if field in compiled_step.table
    ]
    names = {**plain_step.compared, **compiled_step.compared}
    pairs += [
        (name, plain_step.compared.get(name), compiled_step.compared.get(name)) for name in names
    ]
    return next((pair for pair in pairs if pair[1] != pair[2]), None)


def plain_steps(
    game: Any,
    rules: Rules,
    lineup: Sequence[Policy],
    deal: int,
    *,
    seed: int = SEED,
    redeal: bool = False,
) -> Iterator[Step]:
    """Yield the steps of a plain game.

    `redeal` deals hidden things again before each decision, and leaves out what is on the table.

    Raises:
        ContractError: it raises an error.
    """
    session = Session(game, rules.row, lineup, seed, 0, new(Progress.dtype), None)
    table, row = Deal(session, deal), np.zeros(1, game.outcome_row)
    table.is_watched = False  # the pair's other games with these policies are
    is_valued, seats = is_written(game.rules_class, "evaluate"), range(len(lineup))
    try:
        table.set_up()
        while (offer := table.offer()) is not None:
            seat, choices = offer
            on_table = {} if redeal else plain_table(table.game)
            chance = Chance(game.rules_class.sources, seed + table.n_decisions, deal)
            if redeal:
                table.game.hide(seat, chance)
            values = [
                table.game.evaluate(valued_seat) for valued_seat in seats if is_valued and redeal
            ]
            choice = table.choice(seat, choices)
            description = table.game.describe(choice)
            step = step_of(seat, len(choices), choices.index(choice), values, description)
            yield step._replace(table=on_table)
            table.carry_out(seat, choices, choice)
        row["deal"] = deal
        table.finish(row[0])
    except Exception as error:  # an author's code may raise anything
        game_and_decision = f"game {deal}, decision {table.n_decisions}"
        raise ContractError(f"{sentence_of(error)} ({game_and_decision})") from error
    on_table = {} if redeal else plain_table(table.game)
    yield result_of(cells(row[0], game, len(lineup)))._replace(table=on_table)


def steps_in_kernels(
    game: Game,
    rules: Rules,
    lineup: Sequence[Policy],
    deal: int,
    *,
    seed: int = SEED,
    redeal: bool = False,
    silent: Container[int] = (),
    menu_indices: Sequence[int] = (),
) -> Iterator[Step]:
    """Yield the steps of a compiled game, as `plain_steps` does.

    The policies of `silent` seats are not asked; at each decision of theirs `menu_indices` has the
    place of the choice among all, by the number of the decision.

    Raises:
        ContractError: it breaks its contract.
    """
    table = Stepper(Case(game, rules, tuple(lineup), seed), deal)
    table.set_up()
    while not table.is_over() and len(table.choices) < game.decision_limit:
        seat, menu = table.next_seat(), table.offer()
        on_table = {} if redeal else table_of_state(table.state[0])
        if redeal:
            table.hide(seat, seed + len(table.choices))
        values = table.values() if redeal else []
        if seat in silent:
            # a menu that is too short differs from that of the plain game, which is noticed
            choice = int(menu[min(menu_indices[len(table.choices)], len(menu) - 1)])
        else:
            choice = table.decide(seat, menu)
        step = step_of(seat, len(menu), menu.tolist().index(choice), values)
        yield step._replace(table=on_table)
        table.apply(choice)
    on_table = {} if redeal else table_of_state(table.state[0])
    yield result_of(table.outcome())._replace(table=on_table)


def step_of(
    seat: int, n_choices: int, choice: int, values: Sequence[float], description: str = ""
) -> Step:
    """Return the step of a decision."""
    worth = {f"evaluate({valued_seat})": float(value) for valued_seat, value in enumerate(values)}
    compared = {
        SEAT: seat,
        CHOICES: n_choices,
        **worth,
        PLACE: choice,
    }
    return Step(compared, f"seat {seat} chooses {description}")


def result_of(row: Cells) -> Step:
    """Return the cells of an OUTCOME row, each with its name."""
    seats = enumerate(row.get("seats", ()))
    by_seat = {f"{name} of seat {n}": cell for n, seat in seats for name, cell in seat.items()}
    return Step({**{name: cell for name, cell in row.items() if name != "seats"}, **by_seat})


def plain_table(game: PlainGame) -> dict[str, tuple[str, object]]:
    """Return the numbers and lists of numbers in attributes of a plain game and of its parts."""
    holders = {"": game, **{part.name: part for part in parts_of(game)}}
    return {
        state_field(part, name): (".".join(filter(None, ("self", part, name))), numbers)
        for part, holder in holders.items()
        for name, value in vars(holder).items()
        if (numbers := numbers_in(value)) is not None
    }


def table_of_state(state: Any) -> dict[str, tuple[str, object]]:
    """Return the numbers and lists of numbers in the state of a compiled game."""
    return {
        field: (field, numbers)
        for field, value in as_data(state).items()
        if (numbers := numbers_in(value)) is not None
    }


def numbers_in(value: object) -> object:
    """Return a number, or a list of numbers or of such lists; None for anything else."""
    if isinstance(value, int | np.integer):
        return int(value)
    if not isinstance(value, list | tuple):
        return None
    items = [numbers_in(member) for member in value]
    return None if None in items else items
