"""The rules of Mare Nostrum as data: parameters, map, empires, tiles, chips, dice."""

from simlab.components import Column, Components, Parameter, Schema, Table
from simlab.components.table import NOTE, PROVENANCE, PROVENANCES
from simlab.engine.record import Ints, Row, real, record, whole
from simlab.errors import ComponentError
from simlab.games.mare_nostrum.board import (
    DICE,
    PRICE_POWERS,
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
from simlab.games.mare_nostrum.state import (
    EMPIRES,
    FEWEST_PLAYERS,
    GOODS,
    ITEMS,
    LEGENDARY,
    MARKET,
    MOST_PLAYERS,
    MOST_PROVINCES,
    MOST_ROUNDS,
    MOST_SEAS,
    NOBODY,
    NOTHING,
    SLOTS,
    TEMPLE,
    TILES,
    TRACKS,
    Item,
    Power,
    Track,
)

N_CHIPS, N_FACES = 3, 6
PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
FACES = tuple(f"face_{number}" for number in range(1, N_FACES + 1))
POWERS = tuple(power.name.lower() for power in Power)
TILE_POWERS = ("levels", *PRICE_POWERS)
"""Powers of levels or a price, for which a starting hero has no columns."""


def price(item: str, meaning: str) -> Parameter:
    """Return the parameter for the price of a thing."""
    return Parameter(f"price_{item}", f"price of {meaning}", "M12", low=1, high=44, unit="tokens")


def pool(units: str, meaning: str, rule: str) -> Parameter:
    """Return the parameter for the pieces of one kind that each empire has."""
    return Parameter(units, f"{meaning} of each empire", rule, low=0, high=40, unit=units)


def box(piece: str, meaning: str) -> Parameter:
    """Return the parameter for the buildings of one kind in the box."""
    return Parameter(f"{piece}_pieces", f"{meaning} in the box", "M14", low=0, high=200)


PARAMETERS = (
    price("marker", "a control marker"),
    price("caravan", "a caravan"),
    price("city", "a city of any kind"),
    price("legion", "a legion"),
    price("trireme", "a trireme"),
    price("fortress", "a fortress"),
    price("market", "a market"),
    price("temple", "a temple"),
    price("pyramids", "the Pyramids"),
    Parameter(
        "hero_price",
        "price of a hero or wonder, before what hero_price_by adds",
        "M12",
        low=0,
        high=40,
        unit="tokens",
    ),
    Parameter(
        "hero_price_by",
        "what adds 1 each: the first 4 rounds, or heroes and wonders owned",
        "M12",
        choices=("round", "owned"),
    ),
    Parameter(
        "heroes_per_turn",
        "heroes and wonders that one may buy in a turn",
        "M16",
        low=1,
        high=len(TILES),
        unit="tiles",
    ),
    Parameter("coins_kept", "coins that one may keep", "M17", low=0, high=44, unit="coins"),
    Parameter(
        "face_up_tiles",
        "heroes and wonders for sale at a time",
        "M2",
        low=0,
        high=len(TILES),
        unit="tiles",
    ),
    Parameter("hit_divisor", "points for one hit", "M23", low=1, high=60, unit="points"),
    Parameter(
        "fortress_points",
        "points that a fortress adds for its owner",
        "M23",
        low=0,
        high=60,
        unit="points",
    ),
    Parameter(
        "fortress_cancels", "hits that a fortress cancels", "M23", low=0, high=20, unit="hits"
    ),
    Parameter(
        "land_dice", "most dice of a side in a land battle", "M23", low=1, high=40, unit="dice"
    ),
    Parameter(
        "sea_dice", "most dice of a side in a sea battle", "M23", low=1, high=40, unit="dice"
    ),
    Parameter("titles_to_win", "titles that win; 4 for never", "M31", low=1, high=4, unit="titles"),
    Parameter(
        "heroes_to_win",
        "heroes and wonders that win, the starting hero included; 19 for never",
        "M31",
        low=2,
        high=len(TILES) + 2,
        unit="tiles",
    ),
    Parameter(
        "cities_to_win",
        "capitals and legendary cities that win",
        "M31",
        low=2,
        high=40,
        unit="cities",
    ),
    Parameter(
        "rounds_cap",
        "rounds after which a game is capped",
        "M32",
        low=1,
        high=MOST_ROUNDS,
        unit="rounds",
    ),
    pool("legions", "legions", "M14"),
    pool("triremes", "triremes", "M14"),
    pool("fortresses", "fortresses", "M14"),
    pool("markers", "control markers", "M13"),
    box("caravan", "caravans"),
    box("market", "markets"),
    box("city", "cities of all kinds"),
    box("temple", "temples"),
    Parameter("coins", "coins in the box", "M6", low=0, high=400, unit="coins"),
    Parameter(
        "occupied_count_for",
        "whose levels an occupied building counts for",
        "M18",
        choices=("occupant", "owner"),
    ),
    Parameter("build_when_marked", "whether one may build where one has just put a marker", "M14"),
    Parameter(
        "dice_powers_at_sea", "whether powers that better dice also do so in sea battles", "M23"
    ),
    Parameter(
        "powers_for_every_set",
        "whether powers that ease one payment in a turn ease every one",
        "M12",
    ),
    Parameter(
        "pairs_trade_once",
        "whether two players may pick from each other only once each way in a trade",
        "M9",
    ),
    Parameter(
        "cities_of_one_kind",
        "whether the cities that win must all be capitals or all legendary cities",
        "M31",
    ),
    Parameter("straits", "whether straits are crossed as if by land", "M13, M21, M28"),
    Parameter(
        "culture_start",
        "who begins with Culture; Egypt only where it takes part",
        "M1",
        choices=("greece", "egypt"),
    ),
    Parameter("start_triremes", "whether the triremes of start_pieces.csv are there", "M1"),
    Parameter("chip_table", "file with the chips for trade", "M7", table=True),
    Parameter("dice_table", "file with the faces of the dice", "M23", table=True),
)

NAME = Column("name", "name on the board")
NAME_PROVENANCE = Column(
    "name_provenance", "where the name comes from", choices=PROVENANCES, blank=PROVENANCE.blank
)
MIN_PLAYERS = Column(
    "min_players", "fewest players who use it", low=FEWEST_PLAYERS, high=MOST_PLAYERS
)
IN_PLAY = Column("in_play", "0 to leave the row out", low=0, high=1, blank=1)
SCHEMATIC = (
    Column("x", "place on the drawn map, from west to east", low=0, high=1000),
    Column("y", "place on the drawn map, from south to north", low=0, high=1000),
)
LEVELS = tuple(Column(track, f"levels on the {track} track", low=0, high=99) for track in TRACKS)
ADDED_LEVELS = tuple(
    Column(track, f"levels it adds on the {track} track", low=0, high=20, blank=0)
    for track in TRACKS
)
STRENGTH = Column("strength", "how much, or how often, its power does", low=0, high=20)

GOOD_TABLE = Table(
    "goods",
    "the goods",
    "good",
    (
        Column("name", "what it is called"),
        Column("tokens", "ordinary tokens in the box", low=0, high=200),
        NAME_PROVENANCE,
        NOTE,
    ),
    file="goods.csv",
)
SEA_TABLE = Table(
    "seas", "the seas", "sea", (NAME, *SCHEMATIC, NOTE), file="seas.csv", max_rows=MOST_SEAS
)
SEA_LINK_TABLE = Table(
    "sea_links",
    "which seas lie next to each other",
    "link",
    (
        Column("one", "sea on one side", table="seas"),
        Column("other", "sea on the other", table="seas"),
        IN_PLAY,
        NOTE,
    ),
    file="sea_links.csv",
    min_rows=0,
)
PROVINCE_TABLE = Table(
    "provinces",
    "the provinces",
    "province",
    (NAME, MIN_PLAYERS, IN_PLAY, *SCHEMATIC, NOTE),
    file="provinces.csv",
    max_rows=MOST_PROVINCES,
)
BORDER_TABLE = Table(
    "borders",
    "which provinces lie next to each other by land, or across a strait",
    "border",
    (
        Column("one", "province on one side", table="provinces"),
        Column("other", "province on the other", table="provinces"),
        Column("kind", "land or strait", choices=("land", "strait")),
        IN_PLAY,
        NOTE,
    ),
    file="borders.csv",
    min_rows=0,
    max_rows=MOST_PROVINCES**2,
)
COAST_TABLE = Table(
    "coasts",
    "which provinces lie at which seas",
    "coast",
    (
        Column("province", "province", table="provinces"),
        Column("sea", "sea", table="seas"),
        IN_PLAY,
        NOTE,
    ),
    file="coasts.csv",
    min_rows=0,
    max_rows=MOST_PROVINCES * MOST_SEAS,
)
CARAVAN_SITE_TABLE = Table(
    "caravan_sites",
    "the sites for caravans; with any, a province has one for a market",
    "site",
    (
        Column("province", "province", table="provinces"),
        Column("good", "good of a caravan there", table="goods"),
        IN_PLAY,
        NOTE,
    ),
    file="caravan_sites.csv",
    min_rows=0,
)
CITY_SITE_TABLE = Table(
    "city_sites",
    "the sites for cities; with any, a province has one for a temple",
    "site",
    (
        Column("province", "province", table="provinces"),
        Column("name", "name of the city"),
        Column("kind", "kind of city", choices=("capital", "legendary", "regular")),
        IN_PLAY,
        NOTE,
    ),
    file="city_sites.csv",
    min_rows=0,
)
EMPIRE_TABLE = Table(
    "empires",
    "the empires, who take part in this order, with their levels at the start, triremes left out",
    "empire",
    (
        Column("name", "what it is called"),
        Column("hero", "starting hero"),
        Column("title", "title at the start", choices=("none", *TRACKS), blank="none"),
        Column(
            "power",
            "power of the starting hero",
            choices=tuple(power for power in POWERS if power not in TILE_POWERS),
        ),
        STRENGTH,
        *LEVELS,
        NOTE,
    ),
    file="empires.csv",
)
START_PIECE_TABLE = Table(
    "start_pieces",
    "what stands on the board at the start",
    "piece",
    (
        Column("empire", "whose it is", table="empires"),
        Column(
            "kind",
            "kind of piece",
            choices=(
                "marker",
                "caravan",
                "city",
                "market",
                "temple",
                "fortress",
                "legion",
                "trireme",
            ),
        ),
        Column("place", "province, or sea of a trireme"),
        Column("what", "good of a caravan, site of a city", blank=""),
        Column("pieces", "how many; 0 to leave the row out", low=0, high=40),
        NOTE,
    ),
    file="start_pieces.csv",
    max_rows=400,
)
START_TOKEN_TABLE = Table(
    "start_tokens",
    "what lies behind the screens at the start",
    "entry",
    (
        Column("empire", "whose it is", table="empires"),
        Column("token", "good or coin", choices=TOKEN_NAMES),
        Column("tokens", "how many", low=0, high=99),
        NOTE,
    ),
    file="start_tokens.csv",
    min_rows=0,
)
TILE_TABLE = Table(
    "tiles",
    "the heroes and wonders for sale",
    "tile",
    (
        Column("name", "what it is called"),
        Column("kind", "hero or wonder", choices=("hero", "wonder")),
        Column("power", "what it does; none for nothing", choices=POWERS),
        STRENGTH,
        Column("price", "price it sets, for powers that set one", low=0, high=40, blank=0),
        *ADDED_LEVELS,
        NAME_PROVENANCE,
        NOTE,
    ),
    file="tiles.csv",
)
CHIP_TABLE = Table(
    "chips",
    "the chips that say how many tokens are traded",
    "chip",
    (
        Column("front", "tokens on one face", low=0, high=9),
        Column("back", "tokens on the other", low=0, high=9),
        NOTE,
    ),
    parameter="chip_table",
    min_rows=N_CHIPS,
    max_rows=N_CHIPS,
)
DICE_TABLE = Table(
    "dice",
    "the dice",
    "die",
    (*(Column(face, "points on this face", low=0, high=20) for face in FACES), NOTE),
    parameter="dice_table",
)

SCHEMA = Schema(
    PARAMETERS,
    (
        GOOD_TABLE,
        SEA_TABLE,
        SEA_LINK_TABLE,
        PROVINCE_TABLE,
        BORDER_TABLE,
        COAST_TABLE,
        CARAVAN_SITE_TABLE,
        CITY_SITE_TABLE,
        EMPIRE_TABLE,
        START_PIECE_TABLE,
        START_TOKEN_TABLE,
        TILE_TABLE,
        CHIP_TABLE,
        DICE_TABLE,
    ),
)

RULES = record(
    prices=whole("tokens that each Item costs; tiles cost hero_price more", "tokens", len(Item)),
    hero_price=whole("price of a tile beyond the tiles owned or the rounds begun", "tokens"),
    price_by_round=whole("1 when tiles cost by the round, 0 when by the tiles owned"),
    most_tiles_per_turn=whole("tiles that one may buy in a turn", "tiles"),
    coins_kept=whole("coins that one may keep", "coins"),
    start_tokens=whole("tokens of each empire at the start", "tokens", (MOST_PLAYERS, LEGENDARY)),
    face_up_tiles=whole("tiles that lie face up", "tiles"),
    hit_divisor=whole("points for one hit", "points"),
    fortress_points=whole("points that a fortress adds", "points"),
    fortress_cancels=whole("hits that a fortress cancels", "hits"),
    land_dice=whole("most dice of a side in a land battle", "dice"),
    sea_dice=whole("most dice of a side in a sea battle", "dice"),
    die_faces=whole("faces of the land die, then of the sea die", "points", (2, N_FACES)),
    chips=whole("tokens on both faces of each chip", "tokens", (N_CHIPS, 2)),
    titles_to_win=whole("titles that win", "titles"),
    heroes_to_win=whole("heroes and wonders that win", "tiles"),
    cities_to_win=whole("capitals and legendary cities that win", "cities"),
    rounds_cap=whole("rounds after which a game is capped", "rounds"),
    occupant_counts=whole("1 when occupied buildings count for the occupant's levels"),
    build_when_marked=whole("1 when one may build in a province marked in the same phase"),
    dice_powers_at_sea=whole("1 when Caesar and Pericles count in sea battles too"),
    every_set=whole("1 when Cleopatra's and Hannibal's powers serve for every payment"),
    pairs_trade_once=whole("1 when two players pick from each other once each way in a trade"),
    cities_of_one_kind=whole("1 when capitals and legendary cities are not added up to win"),
    legions=whole("legions of an empire", "legions"),
    triremes=whole("triremes of an empire", "triremes"),
    fortresses=whole("fortresses of an empire", "fortresses"),
    markers=whole("control markers of an empire", "markers"),
    caravan_pieces=whole("caravans in the box", "caravans"),
    market_pieces=whole("markets in the box", "markets"),
    city_pieces=whole("cities of all kinds in the box", "cities"),
    temple_pieces=whole("temples in the box", "temples"),
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
    fill_values(components, rules)
    fill_map(components, rules)
    fill_sites(components, rules)
    fill_empires(components, rules)
    fill_start(components, rules)
    fill_tiles(components, rules)
    fill_chance(components, rules)
    fill_tails(rules)
    components.remarks += remarks_on(components, rules)


def fill_values(components: Components, rules: Row) -> None:
    """Fill in the parameters and the supply."""
    values = components.values
    for name in RULES.names or ():
        if name in values and not RULES[name].shape:
            setattr(rules, name, values[name])
    rules.prices = [values.get(f"price_{item}", 0) for item in ITEMS]
    rules.price_by_round = values["hero_price_by"] == "round"
    rules.most_tiles_per_turn = values["heroes_per_turn"]
    rules.occupant_counts = values["occupied_count_for"] == "occupant"
    rules.every_set = values["powers_for_every_set"]
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
