"""The columns that are to be reported of a game, counted from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from simlab.engine.record import NOT_APPLICABLE
from simlab.games.mare_nostrum.state import (
    ITEMS,
    MOST_PLAYERS,
    NOBODY,
    QUARTERS,
    TILES,
    TRACKS,
    Way,
)
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.position import UNITS, building_at

PLURALS = {"caravan": "caravans", "city": "cities", "market": "markets", "temple": "temples"}
MOST_TRADED = 9
COUNTED = ("battles", "battles_won", "conquests", "pillages", "occupations", "conversions")
TOKENS_COUNTED = ("produced", "lacked", "traded", "spent", "returned", "coins_kept")


def outcome(game: Game) -> dict[str, float]:
    """Return the columns to report of a game."""
    is_capped = game.way == Way.CAPPED
    return {
        "finished": int(not is_capped),
        "end_reason": NOT_APPLICABLE if is_capped else int(game.way),
        "rounds": game.round,
        "winner": NOT_APPLICABLE if is_capped else game.winner,
        **{f"holder_{name}": n for name, n in zip(TRACKS, game.position.titles, strict=True)},
        **{f"changes_{name}": n for name, n in zip(TRACKS, game.title_changes, strict=True)},
        "lead_changes": lead_changes(game.leaders),
        **dict(leader_columns(game)),
        **{f"trades_of_{n}": game.chip_uses[n] for n in range(MOST_TRADED + 1)},
        **{name: game.counts[name] for name in ("picks", "battles", "reshuffles")},
        **dict(round_columns(game)),
        **{
            f"{column} of seat {seat}": value
            for seat in game.seats
            for column, value in seat_columns(game, seat)
        },
    }


def round_columns(game: Game) -> Iterator[tuple[str, int]]:
    """Yield how the table was at the end of each round."""
    for number, columns in enumerate(game.history, 1):
        yield from ((f"{name}, round {number}", value) for name, value in columns.items())


def now(game: Game) -> dict[str, int]:
    """Return the columns to report of this round."""
    columns: dict[str, int] = {}
    for number in range(MOST_PLAYERS):
        is_taken = number in game.seats
        for track, name in enumerate(TRACKS):
            level = game.position.levels[number][track] if is_taken else NOT_APPLICABLE
            columns[f"{name}_seat_{number + 1}"] = level
        income = game.tallies[number].income if is_taken else NOT_APPLICABLE
        columns[f"income_seat_{number + 1}"] = income
    titles = zip(TRACKS, game.position.titles, strict=True)
    columns |= {f"{name}_title": seat for name, seat in titles}
    bought = sum((tally.bought for tally in game.tallies), Counter[str]())
    columns |= {f"bought_{item}": bought[item] for item in ITEMS}
    traded = sum(tally.counts["traded"] for tally in game.tallies)
    return columns | {
        "trade_size": game.trade_size,
        "traded": traded,
        "battles": game.counts["battles"],
    }


def sole_leader(game: Game) -> int:
    """Return the seat whose levels sum up to more than those of any other, or NOBODY."""
    sums = [sum(levels) for levels in game.position.levels]
    return sums.index(max(sums)) if sums.count(max(sums)) == 1 else NOBODY


def lead_changes(leaders: list[int]) -> int:
    """Return how often another seat came to lead alone than the last that did."""
    alone = [seat for seat in leaders if seat != NOBODY]
    return sum(one != other for one, other in pairwise(alone))


def leader_columns(game: Game) -> Iterator[tuple[str, int]]:
    """Yield who led alone at each quarter of the rounds."""
    for percent in QUARTERS:
        leader = game.leaders[-(-percent * game.round // 100) - 1]
        yield f"leader_{percent}", leader if leader != NOBODY else NOT_APPLICABLE


def seat_columns(game: Game, seat: int) -> Iterator[tuple[str, float]]:
    """Yield the columns to report of one seat."""
    position, tally = game.position, game.tallies[seat]
    yield "score", sum(position.levels[seat])
    yield "credit", float(seat == game.winner)
    yield "rank", game.ranks[seat]
    for name, level, rounds in zip(TRACKS, position.levels[seat], tally.title_rounds, strict=True):
        yield f"level_{name}", level
        yield f"held_{name}", rounds
    yield "titles", position.titles.count(seat)
    yield "provinces", len(position.own(seat))
    built = Counter(building_at(slot) for _, slot in position.collected_by(seat))
    yield from ((name, built[kind]) for kind, name in PLURALS.items())
    yield "great_cities", position.great_cities(seat)
    yield "heroes", position.n_heroes(seat)
    for unit in UNITS:
        plural = "fortresses" if unit == "fortress" else f"{unit}s"
        yield plural, position.on_board(seat, unit)
        yield f"lost_{plural}", tally.lost[unit]
    yield from ((f"bought_{item}", tally.bought[item]) for item in ITEMS)
    yield from ((name, tally.counts[name]) for name in ("free", *COUNTED, *TOKENS_COUNTED))
    yield from missing(game, seat)
    for number, tile in enumerate(TILES):
        yield f"round_{tile}", tally.tile_rounds.get(number, NOT_APPLICABLE)


def missing(game: Game, seat: int) -> Iterator[tuple[str, int]]:
    """Yield how far a seat was from each way to win; who bought the Pyramids lacks nothing."""
    values, position = game.values, game.position
    has_pyramids = game.tallies[seat].bought["pyramids"] > 0
    nearest = values["price_pyramids"] if has_pyramids else game.tallies[seat].nearest
    has = {
        "pyramids": (values["price_pyramids"], nearest),
        "heroes": (values["heroes_to_win"], position.n_heroes(seat)),
        "cities": (values["cities_to_win"], position.cities_towards_win(seat)),
        "titles": (values["titles_to_win"], position.titles.count(seat)),
    }
    yield from ((f"missing_{way}", max(needed - n, 0)) for way, (needed, n) in has.items())
