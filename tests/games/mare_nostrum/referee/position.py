"""What lies on the table of Mare Nostrum, and what the rules say of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from simlab.games.mare_nostrum.state import (
    CITIES,
    COIN,
    EMPIRES,
    GOODS,
    LEGENDARY,
    MARKET,
    NOBODY,
    TEMPLE,
    TILES,
    TOKENS,
    TRACKS,
)
from tests.games.mare_nostrum.referee.board import Board, Row, Site, Tables

BOX = {
    "caravan": "caravan_pieces",
    "market": "market_pieces",
    "city": "city_pieces",
    "temple": "temple_pieces",
}
"""Pieces that all empires share, with the rule value that counts them."""
POOL = {"marker": "markers", "legion": "legions", "trireme": "triremes", "fortress": "fortresses"}
"""Pieces that each empire has its own of."""
UNITS = ("legion", "trireme", "fortress")
TRADE, CULTURE, MILITARY = range(len(TRACKS))


def good_of(token: int) -> int:
    """Return the good that a token is when it is spent, the coin being none [M4]."""
    return token - LEGENDARY if token >= LEGENDARY else token


def building_at(slot: int) -> str:
    """Return what kind of building stands on a slot."""
    if slot in (MARKET, TEMPLE):
        return "market" if slot == MARKET else "temple"
    return "city" if CITIES >> slot & 1 else "caravan"


class Position:
    """What lies on the table, and what every empire has."""

    def __init__(
        self, values: Mapping[str, Any], tables: Tables, board: Board, players: int
    ) -> None:
        self.values, self.board, self.seats = values, board, range(players)
        self.empires = tables["empires"]
        self.tile_rows = {TILES.index(row["tile"]): row for row in tables["tiles"]}
        goods = {GOODS.index(row["good"]): row["tokens"] for row in tables["goods"]}
        self.supply = Counter({**goods, COIN: values["coins"]})
        self.legendary_pile = set(range(LEGENDARY, TOKENS))
        self.legendary_discards: set[int] = set()
        self.hands: list[Counter[int]] = [Counter() for _ in self.seats]
        self.owner: dict[int, int] = {}
        self.built: set[Site] = set()
        self.fortresses: set[int] = set()
        self.legions: Counter[tuple[int, int]] = Counter()
        """Legions by province and seat, those on buildings and markers included."""
        self.triremes: Counter[tuple[int, int]] = Counter()
        self.occupant: dict[int, int] = {}
        self.stood_on: defaultdict[int, set[int]] = defaultdict(set)
        """Slots of each province on which units of its occupant stand."""
        self.tile_pile = set(self.tile_rows)
        self.tile_row: set[int] = set()
        self.tiles: list[set[int]] = [set() for _ in self.seats]
        self.titles = [NOBODY] * len(TRACKS)
        self.levels = [[0] * len(TRACKS) for _ in self.seats]

    # Tokens.

    def give(self, seat: int, token: int, n: int = 1) -> None:
        """Move tokens from the supply or the legendary pile into a hand."""
        if token < LEGENDARY:
            self.supply[token] -= n
        else:
            self.legendary_pile.discard(token)
        self.hands[seat][token] += n

    def put_back(self, seat: int, token: int, n: int = 1) -> None:
        """Move tokens from a hand to the supply or the legendary discards."""
        self.hands[seat][token] -= n
        if token < LEGENDARY:
            self.supply[token] += n
        else:
            self.legendary_discards.add(token)

    def hand_on(self, seat: int, to: int, token: int) -> None:
        """Move a token from one hand to another."""
        self.hands[seat][token] -= 1
        self.hands[to][token] += 1

    def nearest(self, seat: int) -> int:
        """Return the most different goods, or coins, in a hand."""
        hand = +self.hands[seat]
        goods = {good_of(token) for token in hand if token != COIN}
        return max(len(goods), hand[COIN])

    # Powers.

    def powers(self, seat: int) -> Iterator[Row]:
        """Yield what the starting hero and the tiles of a seat can do; strength 0 is nothing."""
        hero = next(row for row in self.empires if row["empire"] == EMPIRES[seat])
        owned = [hero, *(self.tile_rows[tile] for tile in sorted(self.tiles[seat]))]
        yield from (row for row in owned if row["strength"])

    def strength(self, seat: int, power: str) -> int:
        """Return the strength of a power, 0 if a seat does not have it."""
        return sum(row["strength"] for row in self.powers(seat) if row["power"] == power)

    def price(self, seat: int, item: str, power: str = "") -> int:
        """Return what an item costs a seat, perhaps less by a power [M12]."""
        prices = [int(self.values[f"price_{item}"])]
        prices += [row["price"] for row in self.powers(seat) if row["power"] == power]
        return min(prices)

    def n_heroes(self, seat: int) -> int:
        """Return the heroes and wonders of a seat, the starting hero included."""
        return 1 + len(self.tiles[seat])

    # Pieces.

    def on_board(self, seat: int, kind: str) -> int:
        """Return the pieces of an empire's own that lie on the board."""
        match kind:
            case "marker":
                return len(self.own(seat))
            case "fortress":
                return len(self.fortresses & self.own(seat))
            case "legion":
                return sum(n for (_, of), n in self.legions.items() if of == seat)
        return sum(n for (_, of), n in self.triremes.items() if of == seat)

    def left(self, seat: int, kind: str) -> int:
        """Return the pieces of a kind that a seat can still put on the board [M13, M14]."""
        if kind in BOX:
            return int(self.values[BOX[kind]]) - sum(building_at(s) == kind for _, s in self.built)
        return int(self.values[POOL[kind]]) - self.on_board(seat, kind)

    # The land.

    def own(self, seat: int) -> set[int]:
        return {province for province, owner in self.owner.items() if owner == seat}

    def held_seas(self, seat: int) -> set[int]:
        """Return the seas with triremes of a seat."""
        return {sea for (sea, of), n in self.triremes.items() if of == seat and n > 0}

    def who_has_legions(self, province: int) -> set[int]:
        return {seat for seat in self.seats if self.legions[province, seat] > 0}

    def who_has_units(self, province: int) -> set[int]:
        """Return the seats with legions or a fortress in a province [M22]."""
        owners = {self.owner[province]} if province in self.fortresses else set()
        return self.who_has_legions(province) | owners

    def is_at_war(self, province: int) -> bool:
        """Say whether enemy units are in somebody's province [M15]."""
        return bool(self.who_has_units(province) - {self.owner.get(province, NOBODY)})

    def is_conqueror(self, seat: int, province: int) -> bool:
        """Say whether a seat alone has units in a rival's province [M25]."""
        is_rivals = self.owner.get(province, seat) != seat
        return is_rivals and self.who_has_units(province) == {seat}

    def free_legions(self, province: int, seat: int) -> int:
        """Return the legions of a seat that stand on nothing."""
        return self.legions[province, seat] - len(self.seats_of(province, seat))

    def seats_of(self, province: int, seat: int) -> set[int]:
        """Return the slots of a province on which units of a seat stand."""
        return self.stood_on[province] if self.occupant.get(province) == seat else set()

    def sit(self, province: int, seat: int, slot: int) -> None:
        self.occupant[province] = seat
        self.stood_on[province].add(slot)

    def get_up(self, province: int, *slots: int) -> None:
        """Let units step off some slots; nobody is the occupant when none is left."""
        self.stood_on[province] -= set(slots)
        if not self.stood_on[province]:
            self.occupant.pop(province, None)

    def stays_on_marker(self, province: int) -> bool:
        """Say whether nobody else has a unit where one stands on the marker [M28]."""
        return self.who_has_units(province) == {self.occupant.get(province)}

    # Buildings.

    def collector(self, site: Site) -> int:
        """Return who collects from a building: the occupant, else the marker's owner [M5, M27]."""
        province, slot = site
        is_stood_on = slot in self.stood_on[province]
        return self.occupant[province] if is_stood_on else self.owner[province]

    def collected_by(self, seat: int) -> set[Site]:
        """Return the buildings that a seat collects from."""
        return {site for site in self.built if self.collector(site) == seat}

    def great_cities_of(self, seat: int) -> set[Site]:
        """Return the capitals and legendary cities that a seat owns or holds [M31]."""
        return self.collected_by(seat) & self.board.great_cities

    def great_cities(self, seat: int) -> int:
        """Return how many capitals and legendary cities a seat holds [M31]."""
        return len(self.great_cities_of(seat))

    def cities_towards_win(self, seat: int) -> int:
        """Return how many of them count together: all, or by a switch those of one kind [M31]."""
        if not self.values["cities_of_one_kind"]:
            return self.great_cities(seat)
        kinds = Counter(self.board.cities[site] for site in self.great_cities_of(seat))
        return max(kinds.values(), default=0)

    def counted_for(self, seat: int) -> set[Site]:
        """Return the buildings that count for the levels of a seat [M18]."""
        if self.values["occupied_count_for"] == "owner":
            return {site for site in self.built if self.owner[site[0]] == seat}
        return self.collected_by(seat)

    def true_levels(self, seat: int) -> list[int]:
        """Return the levels of a seat as the board shows them now [M18]."""
        built = Counter(building_at(slot) for _, slot in self.counted_for(seat))
        units = sum(self.on_board(seat, unit) for unit in UNITS)
        levels = [built["caravan"] + built["market"], built["city"] + built["temple"], units]
        bonuses = [row for row in self.powers(seat) if row["power"] == "levels"]
        return [
            n + sum(row[name] for row in bonuses) for n, name in zip(levels, TRACKS, strict=True)
        ]

    # Orders.

    def trade_order(self) -> list[int]:
        """Return the seats from the highest on the Trade track [M6]."""
        leader = self.titles[TRADE]
        return sorted(self.seats, key=lambda s: (-self.levels[s][TRADE], s != leader, s))
