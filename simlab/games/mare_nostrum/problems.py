"""What keeps the tables of Mare Nostrum from making a game together."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from simlab.errors import not_one_of
from simlab.game.components import Components
from simlab.game.components.table import Row
from simlab.games.mare_nostrum.board import (
    DICE,
    PRICE_POWERS,
    capitals_at_start,
    pieces_at_start,
    rows_in_play,
    sites_in,
    slots_of,
)
from simlab.games.mare_nostrum.state import (
    CARAVAN_SLOTS,
    CITY_SLOTS,
    EMPIRES,
    FEWEST_PLAYERS,
    GOODS,
    TILES,
    TRACKS,
)

POOLS = {"marker": "markers", "legion": "legions", "trireme": "triremes", "fortress": "fortresses"}
BOXES = ("caravan", "city", "market", "temple")
PIECES = "start_pieces.csv"


def problems_between(components: Components) -> Iterator[str]:
    """Say which tables do not fit together: rows, links, sites, prices, the start."""
    rows = [
        *wrong_rows(components, "goods", "good", GOODS),
        *wrong_rows(components, "empires", "empire", EMPIRES),
        *wrong_rows(components, "tiles", "tile", TILES),
        *wrong_rows(components, "dice", "die", DICE),
    ]
    yield from rows
    yield from wrong_links(components, "sea_links", "link")
    yield from wrong_links(components, "borders", "border")
    coasts = {
        row["coast"]: (row["province"], row["sea"]) for row in rows_in_play(components, "coasts")
    }
    yield from duplicate_rows("coasts.csv", coasts)
    yield from too_many_sites(components, "caravan_sites", CARAVAN_SLOTS)
    yield from too_many_sites(components, "city_sites", CITY_SLOTS)
    yield from wrong_prices(components)
    if not rows:
        yield from wrong_start(components)


def wrong_rows(
    components: Components, table: str, key: str, wanted: Sequence[str]
) -> Iterator[str]:
    """Say which rows of a table should not be there and which are missing."""
    file = components.sources[table]
    found = [str(row[key]) for row in components.tables[table]]
    yield from (f"{file}: {not_one_of(name, wanted)}" for name in found if name not in wanted)
    yield from (f'{file}: no row "{name}".' for name in wanted if name not in found)


def wrong_links(components: Components, table: str, key: str) -> Iterator[str]:
    """Say which borders or sea links lead nowhere or are there twice."""
    links = {row[key]: (row["one"], row["other"]) for row in rows_in_play(components, table)}
    for name, (one, other) in links.items():
        if one == other:
            yield f"{components.sources[table]}: {name}: leads from {one} to itself."
    both_ways = {name: frozenset(ends) for name, ends in links.items()}
    yield from duplicate_rows(components.sources[table], both_ways)


def duplicate_rows(file: str, contents: Mapping[int | str, object]) -> Iterator[str]:
    """Say which rows have the content of an earlier one."""
    first: dict[object, int | str] = {}
    for name, content in contents.items():
        if first.setdefault(content, name) != name:
            yield f"{file}: {name}: says the same as {first[content]}."


def too_many_sites(components: Components, sites: str, most: int) -> Iterator[str]:
    """Say which provinces have more sites than slots for them."""
    rows = rows_in_play(components, sites)
    for province, n_sites in Counter(row["province"] for row in rows).items():
        if n_sites > most:
            yield f"{sites}.csv: {province}: {n_sites} sites are more than {most}."


def wrong_prices(components: Components) -> Iterator[str]:
    """Say which tiles lack a price or have one for nothing."""
    for row in components.tables["tiles"]:
        if row["power"] in PRICE_POWERS and not row["price"]:
            yield f"tiles.csv: {row['tile']}: {row['power']} needs a price."
        if row["power"] not in PRICE_POWERS and row["price"]:
            yield f"tiles.csv: {row['tile']}: {row['power']} sets no price."


def wrong_start(components: Components) -> Iterator[str]:
    """Say what is wrong with pieces, titles and tokens at the start."""
    pieces = pieces_at_start(components)
    yield from duplicate_rows(
        PIECES,
        {
            row["piece"]: tuple(row[c] for c in ("empire", "kind", "place", "what"))
            for row in pieces
        },
    )
    for row in pieces:
        problem = wrong_piece(components, row)
        if problem:
            yield f"{PIECES}: {row['piece']}: {problem}"
    yield from wrong_capitals(components)
    yield from starts_out_of_play(components)
    yield from short_pieces(components)
    yield from wrong_titles(components)
    tokens = components.tables["start_tokens"]
    yield from duplicate_rows(
        "start_tokens.csv", {row["entry"]: (row["empire"], row["token"]) for row in tokens}
    )


def wrong_piece(components: Components, row: Row) -> str:
    """Say what is wrong with a piece on the board at the start, or nothing."""
    return (
        wrong_place(components, row)
        or wrong_what(components, row)
        or wrong_owner(components, row)
        or wrong_number(components, row)
    )


def wrong_place(components: Components, row: Row) -> str:
    """Say that there is no such sea, for a trireme, or no such province, or nothing."""
    table, key = ("seas", "sea") if row["kind"] == "trireme" else ("provinces", "province")
    places = [str(place[key]) for place in components.tables[table]]
    return "" if row["place"] in places else not_one_of(str(row["place"]), places)


def wrong_what(components: Components, row: Row) -> str:
    """Say that the province has no site for this caravan or city, or nothing."""
    kind, what = row["kind"], str(row["what"])
    if kind not in ("caravan", "city"):
        return f"a {kind} stands for itself; leave what empty." if what else ""
    column = "good" if kind == "caravan" else "site"
    sites = sites_in(components, f"{kind}_sites", row["place"])
    allowed = [str(site[column]) for site, _ in sites]
    if not allowed:
        return f"{row['place']} has no site for a {kind}."
    return "" if what in allowed else not_one_of(what, allowed)


def wrong_owner(components: Components, row: Row) -> str:
    """Say that the province is not the empire's own, or nothing."""
    owners: dict[int | str, int | str] = {}
    for piece in pieces_at_start(components):
        if piece["kind"] == "marker":
            owners.setdefault(piece["place"], piece["empire"])
    owner = owners.get(row["place"], "nobody")
    if row["kind"] == "trireme" or owner == row["empire"]:
        return ""
    return f"{row['place']} belongs to {owner}, not to {row['empire']}."


def wrong_number(components: Components, row: Row) -> str:
    """Return the problem that this number of pieces does not fit there, or nothing."""
    n_pieces = int(row["pieces"])
    match row["kind"]:
        case "legion" | "trireme":
            room = n_pieces
        case "marker" | "fortress":
            room = 1
        case _:
            room = len(slots_of(components, row))
    return f"there is room for {room}, not for {n_pieces}." if n_pieces > room else ""


def wrong_capitals(components: Components) -> Iterator[str]:
    """Say which empires do not start with one capital."""
    seats = Counter(seat for seat, _ in capitals_at_start(components))
    for seat, empire in enumerate(EMPIRES):
        if seats[seat] != 1:
            yield f"{PIECES}: {empire} starts with {seats[seat]} capitals, not with 1."


def starts_out_of_play(components: Components) -> Iterator[str]:
    """Say which empires start in provinces that are not in play where they are."""
    provinces = {row["province"]: row for row in components.tables["provinces"]}
    for piece in pieces_at_start(components):
        province = provinces.get(piece["place"])
        if piece["kind"] != "marker" or province is None:
            continue
        players = fewest_players(str(piece["empire"]))
        if not province["in_play"] or int(province["min_players"]) > players:
            yield (
                f"provinces.csv: {piece['place']}: out of play with {players} players,"
                f" when {piece['empire']} starts there."
            )


def fewest_players(empire: str) -> int:
    """Return the number of players from which an empire takes part."""
    return max(FEWEST_PLAYERS, EMPIRES.index(empire) + 1)


def short_pieces(components: Components) -> Iterator[str]:
    """Say of which pieces more stand on the board at the start than there are."""
    values, by_empire, by_kind = components.values, Counter[tuple[str, str]](), Counter[str]()
    for row in pieces_at_start(components):
        by_empire[str(row["empire"]), str(row["kind"])] += int(row["pieces"])
        by_kind[str(row["kind"])] += int(row["pieces"])
    for (empire, kind), n_pieces in by_empire.items():
        if kind in POOLS and n_pieces > int(values[POOLS[kind]]):
            name = POOLS[kind]
            yield f"{name}: {values[name]} are fewer than the {n_pieces} of {empire} at the start."
    for kind in BOXES:
        name = f"{kind}_pieces"
        if by_kind[kind] > int(values[name]):
            yield f"{name}: {values[name]} are fewer than the {by_kind[kind]} at the start."


def wrong_titles(components: Components) -> Iterator[str]:
    """Say which titles do not belong to one of the empires that always take part."""
    always = EMPIRES[:FEWEST_PLAYERS]
    for track in TRACKS:
        holders = [row["empire"] for row in components.tables["empires"] if row["title"] == track]
        if len(holders) != 1 or holders[0] not in always:
            yield (
                f"empires.csv: title: {track} must belong to one of {', '.join(always)},"
                f" not to {' and '.join(map(str, holders)) or 'nobody'}."
            )
