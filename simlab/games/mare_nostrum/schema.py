"""The data folder of Mare Nostrum: parameters, the map, sites, empires, tiles, chips and dice."""

from simlab.game.components import TOTAL, VALUES, Column, Parameter, Schema, Table, provenance_of
from simlab.game.components.table import NOTE
from simlab.games.mare_nostrum.board import PRICE_POWERS, TOKEN_NAMES
from simlab.games.mare_nostrum.state import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    MOST_PROVINCES,
    MOST_ROUNDS,
    MOST_SEAS,
    TILES,
    TRACKS,
    Power,
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
