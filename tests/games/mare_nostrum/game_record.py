"""One game of Mare Nostrum as plain dicts, by any rules: what happened, and what was reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from simlab.engine.journal import CAPACITY, DECISION, events, new_journal
from simlab.engine.record import new
from simlab.execution.stepper import engine_of
from simlab.game import Rules
from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.state import EMPIRES, GOODS, ITEMS, TILES, TIMELINE, TRACKS
from simlab.players.trained import shipped_players
from tests.games.mare_nostrum.referee.board import Tables
from tests.support.game_record import by_column, by_round, named

Patch = dict[str, object]

SEED = 1
POLICIES = {policy.name: policy for policy in GAME.policies}
SHIPPED = {
    f"{name}, {policy.players[0]} players": policy
    for name, tables in shipped_players(GAME).items()
    for policy in tables
    if policy.players
}
"""The players in the data of the game, each for one size of table."""

PRICE_POWERS = ("legion_price", "fortress_price", "building_price", "triremes")
HERO_POWERS = (
    *("none", "attack_dice", "duplicate_good", "defence_dice", "mix_one", "free_marker"),
    *("no_cancel", "cross_sea", "convert_legion", "swap_token", "free_legion"),
    *("draw_legendary", "keep_tokens", "sea_defence", "coins", "choose_good"),
)
LEGION_ROWS = (
    *("rome_legion_latium", "rome_legion_apulia", "carthage_legion_africa"),
    *("greece_legion_attica", "greece_legion_peloponnesus", "egypt_legion_aegyptus"),
    "babylon_legion_babylonia",
)
SWITCHES = (
    *("build_when_marked", "dice_powers_at_sea", "powers_for_every_set", "straits"),
    *("start_triremes", "pairs_trade_once", "cities_of_one_kind"),
)
OTHER_CITIES = (
    *("tarentum", "syracusae", "corinthus", "cnossus", "troia", "ephesus", "miletus"),
    *("ninus", "ierusalem", "memphis", "thebae"),
)


@st.composite
def any_tile(draw: st.DrawFn, tile: str) -> Patch:
    """Return a patch that gives a tile any power."""
    power = draw(st.sampled_from(["levels", *PRICE_POWERS, *HERO_POWERS]))
    return {
        f"tiles.{tile}.power": power,
        f"tiles.{tile}.strength": draw(st.integers(0, 4)),
        f"tiles.{tile}.price": draw(st.integers(1, 6)) if power in PRICE_POWERS else 0,
        **{f"tiles.{tile}.{track}": draw(st.integers(0, 4)) for track in TRACKS},
    }


def joined(patches: Iterable[Patch]) -> Patch:
    return {key: value for patch in patches for key, value in patch.items()}


ANY_TILES = st.lists(st.sampled_from(TILES), unique=True).flatmap(
    lambda tiles: st.tuples(*map(any_tile, tiles)).map(joined)
)
ANY_VALUES: st.SearchStrategy[Patch] = st.fixed_dictionaries(
    {"rounds_cap": st.integers(1, 12)},
    optional={
        **{f"price_{item}": st.integers(1, 12) for item in ITEMS if item != "tile"},
        "hero_price": st.integers(0, 10),
        "hero_price_by": st.sampled_from(["owned", "round"]),
        "dearest_round": st.integers(1, 8),
        "heroes_per_turn": st.integers(1, 4),
        "coins_kept": st.integers(0, 12),
        "face_up_tiles": st.integers(0, 17),
        "hit_divisor": st.integers(1, 10),
        "fortress_points": st.integers(0, 12),
        "fortress_cancels": st.integers(0, 4),
        "land_dice": st.integers(1, 9),
        "sea_dice": st.integers(1, 5),
        "titles_to_win": st.integers(1, 4),
        "heroes_to_win": st.integers(2, 8),
        "cities_to_win": st.integers(2, 8),
        "legions": st.integers(4, 20),
        "triremes": st.integers(1, 8),
        "fortresses": st.integers(1, 8),
        "markers": st.integers(3, 12),
        "caravan_pieces": st.integers(17, 30),
        "market_pieces": st.integers(7, 15),
        "city_pieces": st.integers(11, 16),
        "temple_pieces": st.integers(4, 10),
        "coins": st.integers(16, 60),
        "occupied_count_for": st.sampled_from(["occupant", "owner"]),
        "culture_start": st.sampled_from(["greece", "egypt"]),
        "chip_table": st.sampled_from(["chips", "chips_neighbours", "chips_spread"]),
        "dice_table": st.sampled_from(["dice", "dice_five_twice", "dice_three_twice"]),
        **{name: st.booleans() for name in SWITCHES},
        **{f"goods.{good}.tokens": st.integers(4, 9) for good in GOODS},
        **{f"empires.{empire}.power": st.sampled_from(HERO_POWERS) for empire in EMPIRES},
        **{f"empires.{empire}.strength": st.integers(0, 4) for empire in EMPIRES},
        **{f"start_pieces.{row}.pieces": st.integers(0, 2) for row in LEGION_ROWS},
        **{
            f"city_sites.{city}.kind": st.sampled_from(["legendary", "regular"])
            for city in OTHER_CITIES
        },
        **{f"chips.chip_{n}.front": st.integers(0, 9) for n in (1, 2, 3)},
        **{f"dice.{die}.face_1": st.integers(0, 20) for die in ("land", "sea")},
        "provinces.syria.min_players": st.just(3),
        "provinces.armenia.min_players": st.just(4),
        "provinces.cyprus.in_play": st.just(0),
        "borders.latium_apulia.in_play": st.just(0),
        "sea_links.ionium_libycum.in_play": st.just(0),
        "coasts.africa_syrticum.in_play": st.just(0),
        "caravan_sites.corsica_fish.good": st.sampled_from(GOODS),
    },
)
ANY_PATCH: st.SearchStrategy[Patch] = st.tuples(ANY_VALUES, st.just({}) | ANY_TILES).map(joined)


@dataclass(frozen=True)
class GameRecord:
    """A game that was played: all that is needed to judge it."""

    events: list[dict[str, Any]]
    values: Mapping[str, Any]
    tables: Tables
    players: int
    reported: dict[str, float]
    """All columns reported, of the game, of its seats and of its rounds."""


def played(lineup: Sequence[str], deal: int, patch: Patch | None = None) -> GameRecord:
    """Return the record of one game with these policies at the seats."""
    rules, journal = rules_with(patch or {}), new_journal(True)
    policies, timeline = (
        [{**POLICIES, **SHIPPED}[name] for name in lineup],
        new(TIMELINE, GAME.most_rounds),
    )
    row = engine_of(GAME).play(
        rules.row, policies, SEED, deal, 1, journal=journal, timeline=timeline
    )[0]
    assert journal["used"][0] <= CAPACITY, "the journal has lost the end of this game"
    return GameRecord(
        [named(event, GAME) for event in events(journal) if event[0] != DECISION],
        rules.components.values,
        rules.components.tables,
        len(lineup),
        dict([*by_column(row, len(lineup)), *by_round(timeline[: row["rounds"]])]),
    )


def rules_with(patch: Patch) -> Rules:
    """Return the rules with some changes."""
    return loaded(tuple(patch.items()))


@cache
def loaded(changes: tuple[tuple[str, object], ...]) -> Rules:
    return GAME.load(patch=dict(changes))
