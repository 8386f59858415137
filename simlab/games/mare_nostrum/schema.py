"""The data folder of Mare Nostrum: parameters, the map, sites, empires, tiles, chips and dice."""

from simlab.engine.record import Record, real, whole
from simlab.game.components import (
    TOTAL,
    VALUES,
    Column,
    Parameter,
    Schema,
    Table,
    provenance_of,
    value_fields,
)
from simlab.game.components.table import NOTE
from simlab.games.mare_nostrum.board import PRICE_POWERS, TOKEN_NAMES
from simlab.games.mare_nostrum.odds import MOST_DICE, MOST_POINTS
from simlab.games.mare_nostrum.state import (
    FEWEST_PLAYERS,
    ITEMS,
    LEGENDARY,
    MOST_PLAYERS,
    MOST_PROVINCES,
    MOST_ROUNDS,
    MOST_SEAS,
    SLOTS,
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
        "what adds 1 each: the rounds up to dearest_round, or heroes and wonders owned",
        "M12",
        choices=("round", "owned"),
    ),
    Parameter(
        "dearest_round",
        "round from which heroes and wonders become no dearer",
        "M12",
        low=1,
        high=MOST_ROUNDS,
        default=4,
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
NAME_PROVENANCE = provenance_of("name")
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
        Column("tokens", "ordinary tokens in the box", low=0, high=200, known=TOTAL),
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
    (NAME, MIN_PLAYERS, IN_PLAY, *SCHEMATIC, provenance_of("min_players"), NOTE),
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
        provenance_of("title"),
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
        Column("front", "tokens on one face", low=0, high=9, known=VALUES),
        Column("back", "tokens on the other", low=0, high=9, known=VALUES),
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

ELSEWHERE = ("coins", "straits", "start_triremes", *(f"price_{item}" for item in ITEMS))
"""Rule values that arrays of the record are filled by."""


class Rules(Record, fields=value_fields(SCHEMA, without=ELSEWHERE)):
    """The rules of a game, in numbers."""

    hero_price: int
    dearest_round: int
    heroes_per_turn: int
    coins_kept: int
    face_up_tiles: int
    hit_divisor: int
    fortress_points: int
    fortress_cancels: int
    land_dice: int
    sea_dice: int
    titles_to_win: int
    heroes_to_win: int
    cities_to_win: int
    rounds_cap: int
    legions: int
    triremes: int
    fortresses: int
    markers: int
    caravan_pieces: int
    market_pieces: int
    city_pieces: int
    temple_pieces: int
    build_when_marked: bool
    dice_powers_at_sea: bool
    powers_for_every_set: bool
    pairs_trade_once: bool
    cities_of_one_kind: bool
    prices = whole("tokens that each Item costs; tiles cost hero_price more", "tokens", len(Item))
    price_by_round = whole("1 when tiles cost by the round, 0 when by the tiles owned")
    start_tokens = whole("tokens of each empire at the start", "tokens", (MOST_PLAYERS, LEGENDARY))
    die_faces = whole("faces of the land die, then of the sea die", "points", (2, N_FACES))
    chips = whole("tokens on both faces of each chip", "tokens", (N_CHIPS, 2))
    occupant_counts = whole("1 when occupied buildings count for the occupant's levels")
    supply = whole("ordinary goods and coins in the box, by kind", "tokens", LEGENDARY)
    n_provinces = whole("provinces of the whole map", "provinces")
    n_seas = whole("seas", "seas")
    in_play = whole("set of the provinces in play, by number of players", shape=MOST_PLAYERS + 1)
    land = whole(
        "set of the provinces next to each by land, straits included", shape=MOST_PROVINCES
    )
    coasts = whole("set of the seas at each province", shape=MOST_PROVINCES)
    shores = whole("set of the provinces at each sea", shape=MOST_SEAS)
    sea_links = whole("set of the seas next to each sea", shape=MOST_SEAS)
    sites = whole("set of the slots of each province with a building site", shape=MOST_PROVINCES)
    goods = whole("good of each caravan slot, NOTHING elsewhere", shape=(MOST_PROVINCES, SLOTS))
    legendary = whole("set of the slots of legendary cities", shape=MOST_PROVINCES)
    great = whole("set of the slots of capitals and legendary cities", shape=MOST_PROVINCES)
    capital = whole("province where each empire's capital stands at the start", shape=MOST_PLAYERS)
    start_owner = whole("seat with a marker at the start, or NOBODY", shape=MOST_PROVINCES)
    start_built = whole("set of the slots built at the start", shape=MOST_PROVINCES)
    start_fortress = whole("1 where a fortress stands at the start", shape=MOST_PROVINCES)
    start_legions = whole("legions of the owner at the start", "legions", MOST_PROVINCES)
    start_triremes = whole("triremes at the start", "triremes", (MOST_SEAS, MOST_PLAYERS))
    start_titles = whole(
        "empire that begins with each title, by number of players",
        shape=(MOST_PLAYERS + 1, len(Track)),
    )
    hero_power = whole("Power of each starting hero", shape=MOST_PLAYERS)
    hero_count = whole("its strength", shape=MOST_PLAYERS)
    tile_power = whole("Power of each tile", shape=len(TILES))
    tile_count = whole("its strength", shape=len(TILES))
    tile_price = whole("price it sets, 0 for none", "tokens", len(TILES))
    tile_levels = whole("levels it adds, by track", "levels", (len(TILES), len(Track)))
    tails = real(
        "chance of at least N points; for the land die and the sea die, by number of dice",
        shape=(2, MOST_DICE + 1, MOST_POINTS + 1),
    )
