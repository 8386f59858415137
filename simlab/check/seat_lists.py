"""Lists per seat of a plain game, such as hands, and which of them hide() never deals again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import Any

from simlab.check.redealt import MOST_DECISIONS
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.experiment.resolve import Scenario
from simlab.plain.engine import Deal, Session
from simlab.plain.game import PlainGame, deal_again, players_at
from simlab.plain.rules import TableRow
from simlab.plain.visible import attributes_of

REDEALT = 1 << 41
"""Number of a deal that no run reaches; one redeal at each decision is enough over a game."""


@dataclass(frozen=True)
class SeatLists:
    """Names of the attributes that hold things of each seat."""

    every: frozenset[str] = frozenset()
    dealt_again: frozenset[str] = frozenset()
    """Those that hide() changed for another seat at some decision."""

    def __or__(self, other: SeatLists) -> SeatLists:
        return SeatLists(self.every | other.every, self.dealt_again | other.dealt_again)


def seat_lists(scenario: Scenario, seed: int) -> SeatLists:
    """Play the first deal of a line-up, and return what holds something of a seat in it.

    Raises:
        Exception: any that the game or a policy raises.
    """
    rules, progress = scenario.rules.row, new(Progress.dtype)
    table = Deal(Session(scenario.game, rules, scenario.lineup, seed, 0, progress, None), 0)
    held_names, changed = set[str](), set[str]()
    shapes: dict[str, set[int | None]] = {}
    for seat, _ in islice(table.decisions(), MOST_DECISIONS):
        holdings = things_of_seats(table.game)
        held = {
            name for name, seat_holdings in holdings.items() if any(_of_others(seat_holdings, seat))
        }
        held_names |= held
        for name in held:
            shapes.setdefault(name, set()).update(map(_length_of_tally, holdings[name]))
        if held <= changed:
            continue
        redealt = things_of_seats(deal_again(table.game, seat, seed, REDEALT))
        changed |= {
            name
            for name in held
            if _of_others(redealt.get(name, []), seat) != _of_others(holdings[name], seat)
        }
    tallies = {
        name for name, lengths in shapes.items() if len(lengths - {None}) == len(lengths) == 1
    }
    return SeatLists(frozenset(held_names - tallies), frozenset(changed))


def _length_of_tally(entry: Any) -> int | None:
    """Return the length of a group of numbers, such as goods of each kind; None for other things.

    A group that keeps its length in a whole game counts something; numbered cards come and go.
    """
    numbers = entry.values() if isinstance(entry, Mapping) else entry
    is_group = isinstance(entry, list | tuple | Mapping)
    return len(entry) if is_group and all(isinstance(number, int) for number in numbers) else None


def _of_others(seat_holdings: Sequence[Any], seat: int) -> list[Any]:
    return [*seat_holdings[:seat], *seat_holdings[seat + 1 :]]


def things_of_seats(game: PlainGame) -> dict[str, list[Any]]:
    """Return by attribute what each seat has, where that is cards or other things.

    Numbers of each seat, such as coins, are left out; of objects of each seat, such as players,
    the attributes are looked at, as `players.hand`. Nothing is None or empty.
    """
    holdings: dict[str, list[Any]] = {}
    for name, value in attributes_of(game).items():
        for whole_name, entries in _by_seat(name, value, players_at(game)):
            if any(map(_is_thing, entries)):
                holdings[whole_name] = [
                    holding if _is_thing(holding) else None for holding in entries
                ]
    return holdings


def _by_seat(name: str, value: Any, players: int) -> Iterator[tuple[str, list[Any]]]:
    """Yield the entries of a list with one per seat; of objects, those of their attributes."""
    if isinstance(value, Mapping) and set(value) == set(range(players)):
        value = [value[seat] for seat in range(players)]
    if not isinstance(value, list | tuple) or len(value) != players:
        return
    if any(
        isinstance(seat_value, TableRow) or not hasattr(seat_value, "__dict__")
        for seat_value in value
    ):
        yield name, list(value)
        return
    for attribute in vars(value[0]):
        yield f"{name}.{attribute}", [vars(seat_value).get(attribute) for seat_value in value]


def _is_thing(entry: Any) -> bool:
    """Return whether a seat has cards or the like there: a group of something, or one row."""
    is_group = isinstance(entry, list | tuple | Mapping | Set)
    return isinstance(entry, TableRow) or (is_group and len(entry) > 0)
