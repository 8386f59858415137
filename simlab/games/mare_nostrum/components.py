"""The rules of Mare Nostrum as a record, filled from the data folder."""

from simlab.engine.record import Ints
from simlab.errors import ComponentError
from simlab.game.components import Components, fill_values
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
from simlab.games.mare_nostrum.odds import fill_tails
from simlab.games.mare_nostrum.problems import problems_between
from simlab.games.mare_nostrum.remarks import remarks_on
from simlab.games.mare_nostrum.schema import FACES, PLAYERS, POWERS, Rules
from simlab.games.mare_nostrum.state import (
    EMPIRES,
    GOODS,
    ITEMS,
    MARKET,
    NOBODY,
    NOTHING,
    TEMPLE,
    TILES,
    TRACKS,
    Track,
)


def fill(components: Components, rules: Rules) -> None:
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
    fill_tails(rules.die_faces, rules.tails)
    components.remarks += remarks_on(components, rules)


def fill_parameters(components: Components, rules: Rules) -> None:
    """Fill in the rule values, the prices and the supply."""
    values = components.values
    fill_values(components, rules)
    rules.prices[:] = [values.get(f"price_{item}", 0) for item in ITEMS]
    rules.price_by_round = values["hero_price_by"] == "round"
    rules.occupant_counts = values["occupied_count_for"] == "occupant"
    goods = in_rank(components, "goods", "good", GOODS)
    rules.supply[:] = [*(row["tokens"] for row in goods), values["coins"]]


def fill_map(components: Components, rules: Rules) -> None:
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


def fill_sites(components: Components, rules: Rules) -> None:
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


def fill_empires(components: Components, rules: Rules) -> None:
    """Fill in starting heroes, titles and tokens."""
    rows = in_rank(components, "empires", "empire", EMPIRES)
    rules.hero_power[:] = [POWERS.index(str(row["power"])) for row in rows]
    rules.hero_count[:] = [row["strength"] for row in rows]
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


def fill_start(components: Components, rules: Rules) -> None:
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


def fill_tiles(components: Components, rules: Rules) -> None:
    """Fill in what heroes and wonders do."""
    rows = in_rank(components, "tiles", "tile", TILES)
    rules.tile_power[:] = [POWERS.index(str(row["power"])) for row in rows]
    rules.tile_count[:] = [row["strength"] for row in rows]
    rules.tile_price[:] = [row["price"] * bool(row["strength"]) for row in rows]
    rules.tile_levels[:] = [
        [row[track] * bool(row["strength"] and row["power"] == "levels") for track in TRACKS]
        for row in rows
    ]


def fill_chance(components: Components, rules: Rules) -> None:
    """Fill in chips and dice."""
    rules.chips[:] = [[row["front"], row["back"]] for row in components.tables["chips"]]
    dice = in_rank(components, "dice", "die", DICE)
    rules.die_faces[:] = [[row[face] for face in FACES] for row in dice]
