"""The rules of Mare Nostrum as a record, filled from the data folder."""

from simlab.engine.record import Ints, Row, real, record, whole
from simlab.errors import ComponentError
from simlab.game.components import Components, fill_values, value_fields
from simlab.games.mare_nostrum.board import (
    DICE,
    TOKEN_NAMES,
    capitals_at_start,
    in_rank,
    numbers,
    pieces_at_start,
    rows_in_play,
    slots_of,
    with_slots,
)
from simlab.games.mare_nostrum.odds import MOST_DICE, MOST_POINTS, fill_tails
from simlab.games.mare_nostrum.problems import problems_between
from simlab.games.mare_nostrum.remarks import remarks_on
from simlab.games.mare_nostrum.schema import FACES, N_CHIPS, N_FACES, PLAYERS, POWERS, SCHEMA
from simlab.games.mare_nostrum.state import (
    EMPIRES,
    GOODS,
    ITEMS,
    LEGENDARY,
    MARKET,
    MOST_PLAYERS,
    MOST_PROVINCES,
    MOST_SEAS,
    NOBODY,
    NOTHING,
    SLOTS,
    TEMPLE,
    TILES,
    TRACKS,
    Item,
    Track,
)

ELSEWHERE = ("coins", "straits", "start_triremes", *(f"price_{item}" for item in ITEMS))
"""Rule values that arrays of the record are filled by."""
RULES = record(
    **value_fields(SCHEMA, without=ELSEWHERE),
    prices=whole("tokens that each Item costs; tiles cost hero_price more", "tokens", len(Item)),
    price_by_round=whole("1 when tiles cost by the round, 0 when by the tiles owned"),
    start_tokens=whole("tokens of each empire at the start", "tokens", (MOST_PLAYERS, LEGENDARY)),
    die_faces=whole("faces of the land die, then of the sea die", "points", (2, N_FACES)),
    chips=whole("tokens on both faces of each chip", "tokens", (N_CHIPS, 2)),
    occupant_counts=whole("1 when occupied buildings count for the occupant's levels"),
    supply=whole("ordinary goods and coins in the box, by kind", "tokens", LEGENDARY),
    n_provinces=whole("provinces of the whole map", "provinces"),
    n_seas=whole("seas", "seas"),
    in_play=whole("set of the provinces in play, by number of players", shape=MOST_PLAYERS + 1),
    land=whole("set of the provinces next to each by land, straits included", shape=MOST_PROVINCES),
    coasts=whole("set of the seas at each province", shape=MOST_PROVINCES),
    shores=whole("set of the provinces at each sea", shape=MOST_SEAS),
    sea_links=whole("set of the seas next to each sea", shape=MOST_SEAS),
    sites=whole("set of the slots of each province with a building site", shape=MOST_PROVINCES),
    goods=whole("good of each caravan slot, NOTHING elsewhere", shape=(MOST_PROVINCES, SLOTS)),
    legendary=whole("set of the slots of legendary cities", shape=MOST_PROVINCES),
    great=whole("set of the slots of capitals and legendary cities", shape=MOST_PROVINCES),
    capital=whole("province where each empire's capital stands at the start", shape=MOST_PLAYERS),
    start_owner=whole("seat with a marker at the start, or NOBODY", shape=MOST_PROVINCES),
    start_built=whole("set of the slots built at the start", shape=MOST_PROVINCES),
    start_fortress=whole("1 where a fortress stands at the start", shape=MOST_PROVINCES),
    start_legions=whole("legions of the owner at the start", "legions", MOST_PROVINCES),
    start_triremes=whole("triremes at the start", "triremes", (MOST_SEAS, MOST_PLAYERS)),
    start_titles=whole(
        "empire that begins with each title, by number of players",
        shape=(MOST_PLAYERS + 1, len(Track)),
    ),
    hero_power=whole("Power of each starting hero", shape=MOST_PLAYERS),
    hero_count=whole("its strength", shape=MOST_PLAYERS),
    tile_power=whole("Power of each tile", shape=len(TILES)),
    tile_count=whole("its strength", shape=len(TILES)),
    tile_price=whole("price it sets, 0 for none", "tokens", len(TILES)),
    tile_levels=whole("levels it adds, by track", "levels", (len(TILES), len(Track))),
    tails=real(
        "chance of at least N points; for the land die and the sea die, by number of dice",
        shape=(2, MOST_DICE + 1, MOST_POINTS + 1),
    ),
)


def fill(components: Components, rules: Row) -> None:
    """Fill the rules record from checked components and remark on what may be meant otherwise.

    Raises:
        ComponentError: tables that are fine row by row but make no game together.
    """
    problems = list(problems_between(components))
    if problems:
        raise ComponentError(problems)
    fill_parameters(components, rules)
    fill_map(components, rules)
    fill_sites(components, rules)
    fill_empires(components, rules)
    fill_start(components, rules)
    fill_tiles(components, rules)
    fill_chance(components, rules)
    fill_tails(rules)
    components.remarks += remarks_on(components, rules)


def fill_parameters(components: Components, rules: Row) -> None:
    """Fill in the rule values, the prices and the supply."""
    values = components.values
    fill_values(components, rules)
    rules.prices = [values.get(f"price_{item}", 0) for item in ITEMS]
    rules.price_by_round = values["hero_price_by"] == "round"
    rules.occupant_counts = values["occupied_count_for"] == "occupant"
    goods = in_rank(components, "goods", "good", GOODS)
    rules.supply = [*(row["tokens"] for row in goods), values["coins"]]


def fill_map(components: Components, rules: Row) -> None:
    """Fill in the provinces in play, and what lies next to what; an edge may lead out of play."""
    provinces = components.tables["provinces"]
    rules.n_provinces, rules.n_seas = len(provinces), len(components.tables["seas"])
    for players in PLAYERS:
        rules.in_play[players] = sum(
            1 << province
            for province, row in enumerate(provinces)
            if row["in_play"] and int(row["min_players"]) <= players
        )
    place = numbers(components, "provinces", "province")
    sea = numbers(components, "seas", "sea")
    for row in rows_in_play(components, "borders"):
        if row["kind"] == "land" or components.values["straits"]:
            link(rules.land, place[row["one"]], place[row["other"]])
    for row in rows_in_play(components, "sea_links"):
        link(rules.sea_links, sea[row["one"]], sea[row["other"]])
    for row in rows_in_play(components, "coasts"):
        rules.coasts[place[row["province"]]] |= 1 << sea[row["sea"]]
        rules.shores[sea[row["sea"]]] |= 1 << place[row["province"]]


def link(neighbours: Ints, one: int, other: int) -> None:
    """Put each of two places into the other's set of neighbours."""
    neighbours[one] |= 1 << other
    neighbours[other] |= 1 << one


def fill_sites(components: Components, rules: Row) -> None:
    """Fill in the building sites of every province."""
    place = numbers(components, "provinces", "province")
    rules.goods[:] = NOTHING
    for row, slot in with_slots(components, "caravan_sites"):
        province = place[row["province"]]
        rules.sites[province] |= 1 << slot | 1 << MARKET
        rules.goods[province, slot] = GOODS.index(str(row["good"]))
    for row, slot in with_slots(components, "city_sites"):
        province = place[row["province"]]
        rules.sites[province] |= 1 << slot | 1 << TEMPLE
        rules.legendary[province] |= (row["kind"] == "legendary") << slot
        rules.great[province] |= (row["kind"] != "regular") << slot


def fill_empires(components: Components, rules: Row) -> None:
    """Fill in starting heroes, titles and tokens."""
    rows = in_rank(components, "empires", "empire", EMPIRES)
    rules.hero_power = [POWERS.index(str(row["power"])) for row in rows]
    rules.hero_count = [row["strength"] for row in rows]
    for players in PLAYERS:
        rules.start_titles[players] = [title_holder(components, track, players) for track in Track]
    for row in components.tables["start_tokens"]:
        seat, token = EMPIRES.index(str(row["empire"])), TOKEN_NAMES.index(str(row["token"]))
        rules.start_tokens[seat, token] = row["tokens"]


def title_holder(components: Components, track: Track, players: int) -> int:
    """Return the empire that begins with a title, by number of players."""
    egypt = EMPIRES.index("egypt")
    wanted = components.values["culture_start"] == "egypt"
    if track == Track.CULTURE and wanted and players > egypt:
        return egypt
    titles = [row["title"] for row in in_rank(components, "empires", "empire", EMPIRES)]
    return titles.index(TRACKS[track])


def fill_start(components: Components, rules: Row) -> None:
    """Fill in what stands on the board at the start."""
    place = numbers(components, "provinces", "province")
    sea = numbers(components, "seas", "sea")
    rules.start_owner[:] = NOBODY
    for row in pieces_at_start(components):
        seat, where, n_pieces = EMPIRES.index(str(row["empire"])), row["place"], row["pieces"]
        match row["kind"]:
            case "marker":
                rules.start_owner[place[where]] = seat
            case "fortress":
                rules.start_fortress[place[where]] = n_pieces
            case "legion":
                rules.start_legions[place[where]] = n_pieces
            case "trireme":
                rules.start_triremes[sea[where], seat] = n_pieces
            case _:
                rules.start_built[place[where]] |= sum(1 << s for s in slots_of(components, row))
    for seat, province in capitals_at_start(components):
        rules.capital[seat] = place[province]


def fill_tiles(components: Components, rules: Row) -> None:
    """Fill in what heroes and wonders do."""
    rows = in_rank(components, "tiles", "tile", TILES)
    rules.tile_power = [POWERS.index(str(row["power"])) for row in rows]
    rules.tile_count = [row["strength"] for row in rows]
    rules.tile_price = [row["price"] * bool(row["strength"]) for row in rows]
    rules.tile_levels = [
        [row[track] * bool(row["strength"] and row["power"] == "levels") for track in TRACKS]
        for row in rows
    ]


def fill_chance(components: Components, rules: Row) -> None:
    """Fill in chips and dice."""
    rules.chips = [[row["front"], row["back"]] for row in components.tables["chips"]]
    dice = in_rank(components, "dice", "die", DICE)
    rules.die_faces = [[row[face] for face in FACES] for row in dice]
