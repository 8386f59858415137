"""The tables of Mare Nostrum read as a board: numbers of rows, slots of sites, starting pieces."""

from collections import Counter
from collections.abc import Iterator, Sequence

from simlab.game.components import Components
from simlab.game.components.table import Row
from simlab.games.mare_nostrum.state import CITY, EMPIRES, GOODS, MARKET, TEMPLE

TOKEN_NAMES = (*GOODS, "coin")
"""The tokens that may lie behind a screen at the start."""
DICE = ("land", "sea")
PRICE_POWERS = ("legion_price", "fortress_price", "building_price", "triremes")
FIRST_SLOTS = {"caravan_sites": 0, "city_sites": CITY}


def numbers(components: Components, table: str, key: str) -> dict[int | str, int]:
    """Return the number of each row, which is its place in the file."""
    return {row[key]: number for number, row in enumerate(components.tables[table])}


def in_rank(components: Components, table: str, key: str, names: Sequence[str]) -> list[Row]:
    """Return rows in the order of the names that number them."""
    return sorted(components.tables[table], key=lambda row: names.index(str(row[key])))


def rows_in_play(components: Components, table: str) -> list[Row]:
    """Return the rows of a table that are not left out."""
    return [row for row in components.tables[table] if row["in_play"]]


def with_slots(components: Components, sites: str) -> Iterator[tuple[Row, int]]:
    """Yield caravan sites or city sites with their slots, numbered per province."""
    seen: Counter[int | str] = Counter()
    for row in rows_in_play(components, sites):
        yield row, FIRST_SLOTS[sites] + seen[row["province"]]
        seen[row["province"]] += 1


def sites_in(components: Components, sites: str, province: int | str) -> list[tuple[Row, int]]:
    """Return the caravan sites or city sites of one province with their slots."""
    return [site for site in with_slots(components, sites) if site[0]["province"] == province]


def pieces_at_start(components: Components) -> list[Row]:
    """Return what stands on the board at the start; triremes only where the rules say so."""
    return [
        row
        for row in components.tables["start_pieces"]
        if row["pieces"] and (row["kind"] != "trireme" or components.values["start_triremes"])
    ]


def slots_of(components: Components, piece: Row) -> list[int]:
    """Return the slots that a starting building may take, as many as there are pieces at most."""
    match piece["kind"]:
        case "caravan":
            sites = sites_in(components, "caravan_sites", piece["place"])
            slots = [slot for row, slot in sites if row["good"] == piece["what"]]
        case "city":
            sites = sites_in(components, "city_sites", piece["place"])
            slots = [slot for row, slot in sites if row["site"] == piece["what"]]
        case "market":
            slots = [MARKET] if sites_in(components, "caravan_sites", piece["place"]) else []
        case _:
            slots = [TEMPLE] if sites_in(components, "city_sites", piece["place"]) else []
    return slots[: int(piece["pieces"])]


def capitals_at_start(components: Components) -> list[tuple[int, int | str]]:
    """Return seat and province of each capital that stands at the start."""
    kinds = {row["site"]: row["kind"] for row in components.tables["city_sites"]}
    return [
        (EMPIRES.index(str(row["empire"])), row["place"])
        for row in pieces_at_start(components)
        if row["kind"] == "city" and kinds.get(row["what"]) == "capital"
    ]
