"""Equality of what only searches ask of two games: to deal hidden things again, and to value.

Both games are played once more, and before each decision what its seat cannot see is dealt again
with the same chance. The games go on from there, so that a card that is dealt otherwise shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from simlab.check.equality import SEED, matches, shared_policies
from simlab.engine.loop import PROGRESS
from simlab.engine.record import new
from simlab.errors import ContractError
from simlab.game import Game, Rules
from simlab.plain.chance import Chance
from simlab.plain.definition import is_written
from simlab.plain.engine import Deal, Session
from simlab.plain.failure import sentence_of
from simlab.plain.part import Part
from simlab.policy import Policy
from simlab.report.wording import n_of
from simlab.stepper import Case, Cells, Stepper, cells

GAMES = 5
"""Games of each line-up."""
MOST_DECISIONS = 300
"""Decisions of a game at which hidden things are dealt again; it is left unfinished then."""


Step = dict[str, object]
"""What one game shows at a decision, or of its result, by name."""


@dataclass(frozen=True)
class Redealt:
    """What playing both games with hidden things dealt again showed."""

    games: int = 0
    decisions: int = 0
    is_valued: bool = False
    difference: str = ""

    @property
    def sentence(self) -> str:
        """What was compared; empty if there was nothing to compare."""
        if not self.games:
            return ""
        alike = "not equal" if self.difference else "equal"
        valued = ", and positions were valued" if self.is_valued else ""
        return (
            f"In {n_of(self.games, 'more game')}, what a seat cannot see was dealt again before"
            f" each of {self.decisions:,} decisions{valued}: {alike}."
        )

    def followed_by(self, other: Redealt) -> Redealt:
        """Return both together, of which this one had no difference."""
        games, decisions = self.games + other.games, self.decisions + other.decisions
        return replace(self, games=games, decisions=decisions, difference=other.difference)


def compare_redealt(plain: Game, compiled: Game) -> Redealt:
    """Compare what a plain game hides and how it values positions with a translation of it.

    Raises:
        ContractError: one of both games breaks its contract.
    """
    found = Redealt(is_valued=compiled.evaluate is not None)
    if not has_more_to_compare(plain):
        return found
    rules = plain.load(), compiled.load()
    for players in range(plain.players[0], plain.players[1] + 1):
        for match in matches(shared_policies(plain, compiled, players), players):
            for deal in range(GAMES * (match.rotation == 0)):
                own = plain_steps(plain, rules[0], match.plain, deal)
                others = compiled_steps(compiled, rules[1], match.compiled, deal)
                found = found.followed_by(first_difference(deal, own, others))
                if found.difference:
                    return found
    return found


def has_more_to_compare(game: Any) -> bool:
    """Return whether a plain game hides something, or values positions."""
    own = game.rules_class
    parts_hide = any(type(part).hide is not Part.hide for part in own._parts.values())
    return parts_hide or is_written(own, "hide") or is_written(own, "evaluate")


def first_difference(deal: int, own: Iterator[Step], others: Iterator[Step]) -> Redealt:
    """Go through a game in both, up to the first step that differs."""
    number = 0
    for number, (left, right) in enumerate(zip_longest(own, others, fillvalue=Step())):
        name = next((each for each in left | right if left.get(each) != right.get(each)), None)
        if name is not None:
            sentence = (
                f"game {deal}, decision {number}, with what its seats cannot see dealt again:"
                f" {name} is {left.get(name)} in the plain game and {right.get(name)} in the"
                " compiled one"
            )
            return Redealt(1, number, difference=sentence)
    return Redealt(1, number)


def plain_steps(game: Any, rules: Rules, lineup: Sequence[Policy], deal: int) -> Iterator[Step]:
    """Yield the steps of a plain game.

    Raises:
        ContractError: it raises an error.
    """
    session = Session(game, rules.row, lineup, SEED, 0, new(PROGRESS), None)
    table, row = Deal(session, deal), np.zeros(1, game.outcome_row)
    is_valued, seats = is_written(game.rules_class, "evaluate"), range(len(lineup))
    try:
        table.set_up()
        while (offer := table.offer()) is not None and table.n_decisions < MOST_DECISIONS:
            seat, choices = offer
            table.game.hide(seat, Chance(game.rules_class.sources, SEED + table.n_decisions, deal))
            values = [table.game.evaluate(each) for each in seats if is_valued]
            yield step_of(seat, len(choices), values)
            table.carry_out(seat, choices, table.choice(seat, choices))
        row["deal"] = deal
        table.finish(row[0])
    except Exception as error:  # an author's code may raise anything
        where = f"game {deal}, decision {table.n_decisions}, dealt again"
        raise ContractError(f"{sentence_of(error)} ({where})") from error
    yield result_of(cells(row[0], game, len(lineup)))


def compiled_steps(game: Game, rules: Rules, lineup: Sequence[Policy], deal: int) -> Iterator[Step]:
    """Yield the steps of a compiled game."""
    table = Stepper(Case(game, rules, tuple(lineup), SEED), deal)
    table.set_up()
    while not table.is_over() and len(table.choices) < MOST_DECISIONS:
        seat, menu = table.next_seat(), table.offer()
        table.hide(seat, SEED + len(table.choices))
        yield step_of(seat, len(menu), table.values())
        table.apply(table.decide(seat, menu))
    yield result_of(table.outcome())


def step_of(seat: int, n_choices: int, values: Sequence[float]) -> Step:
    """Return the step of a decision."""
    worth = {f"evaluate({each})": float(value) for each, value in enumerate(values)}
    return {"the seat that decides": seat, "the number of its choices": n_choices, **worth}


def result_of(row: Cells) -> Step:
    """Return the cells of an OUTCOME row, each with its name."""
    seats = enumerate(row.get("seats", ()))
    by_seat = {f"{name} of seat {n}": cell for n, seat in seats for name, cell in seat.items()}
    return {**{name: cell for name, cell in row.items() if name != "seats"}, **by_seat}
