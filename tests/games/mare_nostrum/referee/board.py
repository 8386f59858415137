"""The board of Mare Nostrum: provinces, seas, building sites, and what lies there at the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simlab.games.mare_nostrum.state import CITY, EMPIRES, GOODS, MARKET, NOTHING, TEMPLE

Row = Mapping[str, Any]
Tables = Mapping[str, Sequence[Row]]
Site = tuple[int, int]
"""A province and a slot of it."""


@dataclass(frozen=True)
class Piece:
    """Something that lies on the board at the start."""

    seat: int
    kind: str
    place: int
    slot: int
    """Where a building stands, or NOTHING."""


@dataclass(frozen=True)
class Board:
    """The part of the map in play."""

    provinces: set[int]
    seas: set[int]
    land: Mapping[int, set[int]]
    """Provinces next to each by land, straits included if they may be crossed."""
    coasts: Mapping[int, set[int]]
    """Seas at each province."""
    links: Mapping[int, set[int]]
    """Seas next to each sea."""
    goods: Mapping[Site, int]
    """The good of each caravan site."""
    cities: Mapping[Site, str]
    """The kind of each city site."""
    start: list[Piece] = field(default_factory=list)

    @property
    def sites(self) -> set[Site]:
        """All building sites; a market goes with caravan sites, a temple with city sites [M14]."""
        markets = {(province, MARKET) for province, _ in self.goods}
        temples = {(province, TEMPLE) for province, _ in self.cities}
        return {*self.goods, *self.cities} | markets | temples

    @property
    def great_cities(self) -> set[Site]:
        """The sites of capitals and legendary cities [M31]."""
        return {site for site, kind in self.cities.items() if kind != "regular"}

    @property
    def legendary_cities(self) -> set[Site]:
        return {site for site, kind in self.cities.items() if kind == "legendary"}

    def capital(self, seat: int) -> int:
        """Return the province where a seat's capital stands at the start [M15]."""
        own = [(piece.place, piece.slot) for piece in self.start if piece.seat == seat]
        return next(site[0] for site in own if self.cities.get(site) == "capital")

    def near(self, province: int, seas: set[int]) -> set[int]:
        """Return the provinces next to one by land or through a chain of some seas [M13]."""
        reached = self.coasts[province] & seas
        while more := {sea for at in reached for sea in self.links[at]} & seas - reached:
            reached |= more
        shores = {other for other in self.provinces if self.coasts[other] & reached}
        return (self.land[province] | shores) - {province}

    def seas_within(self, sea: int, steps: int) -> set[int]:
        """Return the other seas that a trireme may reach [M20]."""
        reached = {sea}
        for _ in range(steps):
            reached |= {other for at in reached for other in self.links[at]}
        return reached - {sea}


def board(values: Mapping[str, Any], tables: Tables, players: int) -> Board:
    """Return what is in play with a number of players."""
    used = {name: [row for row in rows if row.get("in_play", 1)] for name, rows in tables.items()}
    seas = {row["sea"]: n for n, row in enumerate(tables["seas"])}
    provinces = {
        row["province"]: n
        for n, row in enumerate(tables["provinces"])
        if row in used["provinces"] and row["min_players"] <= players
    }
    places = Places(
        provinces,
        seas,
        dict(numbered(used["caravan_sites"], provinces, 0)),
        dict(numbered(used["city_sites"], provinces, CITY)),
    )
    borders = [row for row in used["borders"] if row["kind"] == "land" or values["straits"]]
    return Board(
        set(provinces.values()),
        set(seas.values()),
        both_ways(borders, provinces),
        {
            n: {seas[row["sea"]] for row in used["coasts"] if row["province"] == key}
            for key, n in provinces.items()
        },
        both_ways(used["sea_links"], seas),
        {site: GOODS.index(row["good"]) for site, row in places.goods.items()},
        {site: row["kind"] for site, row in places.cities.items()},
        [*start_pieces(values, tables, players, places)],
    )


def both_ways(pairs: Sequence[Row], numbers: Mapping[str, int]) -> dict[int, set[int]]:
    """Return what each number is linked with, links that lead out of play left out."""
    links: dict[int, set[int]] = {number: set() for number in numbers.values()}
    for row in pairs:
        if row["one"] in numbers and row["other"] in numbers:
            one, other = numbers[row["one"]], numbers[row["other"]]
            links[one].add(other)
            links[other].add(one)
    return links


def numbered(
    sites: Sequence[Row], in_play: Mapping[str, int], first: int
) -> Iterator[tuple[Site, Row]]:
    """Yield the sites of each province with their slots, which are numbered from `first`."""
    for key, province in in_play.items():
        own = (row for row in sites if row["province"] == key)
        yield from (((province, slot), row) for slot, row in enumerate(own, first))


@dataclass(frozen=True)
class Places:
    """Where things can lie, by what the data files call it."""

    provinces: Mapping[str, int]
    seas: Mapping[str, int]
    goods: Mapping[Site, Row]
    cities: Mapping[Site, Row]

    def slot(self, kind: str, province: int, what: str, taken: set[Site]) -> int:
        """Return the slot of a building, the first free one that fits."""
        match kind:
            case "market":
                return MARKET
            case "temple":
                return TEMPLE
            case "caravan":
                fitting = [site for site, row in self.goods.items() if row["good"] == what]
            case "city":
                fitting = [site for site, row in self.cities.items() if row["site"] == what]
            case _:
                return NOTHING
        return next(slot for at, slot in fitting if at == province and (at, slot) not in taken)


def start_pieces(
    values: Mapping[str, Any], tables: Tables, players: int, places: Places
) -> Iterator[Piece]:
    """Yield what lies on the board at the start [M1]."""
    taken: set[Site] = set()
    for row in tables["start_pieces"]:
        seat, kind = EMPIRES.index(row["empire"]), row["kind"]
        at_sea = kind == "trireme"
        if seat >= players or (at_sea and not values["start_triremes"]):
            continue
        place = places.seas[row["place"]] if at_sea else places.provinces[row["place"]]
        for _ in range(row["pieces"]):
            slot = places.slot(kind, place, row["what"], taken)
            taken.add((place, slot))
            yield Piece(seat, kind, place, slot)
