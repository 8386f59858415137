"""What lies on the table in Mare Nostrum, and what is reported of a game.

A seat is an empire: seat 0 is always Rome, then Carthage, Greece, Egypt and Babylon. A set of
provinces, seas, slots, goods, tiles or seats is an integer: bit i is set where i belongs to it.
"""

from enum import IntEnum

from simlab.engine.lead import TENSION, TENSION_OF_SEATS
from simlab.engine.record import Record, fields_of, nested, small, whole
from simlab.game.definition import outcome_record, seat_record, timeline_record

EMPIRES = ("rome", "carthage", "greece", "egypt", "babylon")
MOST_PLAYERS = len(EMPIRES)
FEWEST_PLAYERS = 3
MOST_PROVINCES = 40
"""A set of them must fit into a 64-bit integer."""
MOST_SEAS = 16
MOST_ROUNDS = 60
NOBODY = -1
NOTHING = -1
"""No province, sea, slot, token or tile."""

GOODS = (
    "wood",
    "perfume",
    "gems",
    "papyrus",
    "gold",
    "gladiators",
    "fruit",
    "fish",
    "metal",
    "oil",
    "wine",
    "livestock",
    "grain",
)
COIN = len(GOODS)
"""Tokens are numbered: ordinary goods, the coin, then the legendary good of each kind."""
LEGENDARY = COIN + 1
TOKENS = LEGENDARY + len(GOODS)

CARAVAN_SLOTS, CITY_SLOTS = 4, 3
"""Most caravan sites and city sites of a province. Its slots are numbered: caravan sites from 0,
city sites from CITY, the market, the temple, and the control marker, which a unit may stand on."""
CITY = CARAVAN_SLOTS
MARKET = CITY + CITY_SLOTS
TEMPLE = MARKET + 1
MARKER = TEMPLE + 1
SLOTS = MARKER + 1
CARAVANS = (1 << CARAVAN_SLOTS) - 1
"""The set of the caravan slots."""
CITIES = ((1 << CITY_SLOTS) - 1) << CITY

TILES = (
    "hercules",
    "perseus",
    "penthesilea",
    "helen",
    "ulysses",
    "agamemnon",
    "archimedes",
    "nebuchadnezzar",
    "solomon",
    "midas",
    "spartacus",
    "queen_of_sheba",
    "hanging_gardens",
    "statue_of_zeus",
    "colossus",
    "temple_of_artemis",
    "lighthouse",
)


class Source(IntEnum):
    """Sources of chance."""

    TILES = 0
    LEGENDARY_GOODS = 1
    LAND_DICE = 2
    SEA_DICE = 3


class Track(IntEnum):
    """The three tracks, each with its title."""

    TRADE = 0
    CULTURE = 1
    MILITARY = 2


class Item(IntEnum):
    """What can be bought."""

    MARKER = 0
    CARAVAN = 1
    CITY = 2
    MARKET = 3
    TEMPLE = 4
    LEGION = 5
    TRIREME = 6
    FORTRESS = 7
    TILE = 8
    PYRAMIDS = 9


class Power(IntEnum):
    """What heroes and wonders can do."""

    NONE = 0
    ATTACK_DICE = 1
    DUPLICATE_GOOD = 2
    DEFENCE_DICE = 3
    MIX_ONE = 4
    FREE_MARKER = 5
    LEVELS = 6
    NO_CANCEL = 7
    CROSS_SEA = 8
    CONVERT_LEGION = 9
    SWAP_TOKEN = 10
    LEGION_PRICE = 11
    FORTRESS_PRICE = 12
    BUILDING_PRICE = 13
    FREE_LEGION = 14
    DRAW_LEGENDARY = 15
    KEEP_TOKENS = 16
    SEA_DEFENCE = 17
    COINS = 18
    CHOOSE_GOOD = 19
    TRIREMES = 20


class Step(IntEnum):
    """Where in the round the game is; the steps of the military chapter come once for each seat."""

    COLLECT_CHOICES = 0
    COLLECT = 1
    CHOOSE_GOODS = 2
    DRAW_LEGENDARY = 3
    CHIP = 4
    OFFERS = 5
    PICKS = 6
    HAND_OVER = 7
    SWAP = 8
    NAME_BUYER = 9
    BUYING = 10
    KEEPING = 11
    ORDER = 12
    CONVERSIONS = 13
    SEA_MOVES = 14
    SEA_BATTLES = 15
    LEGION_MOVES = 16
    LAND_BATTLES = 17
    CONQUESTS = 18
    CLAIMS = 19


class Asks(IntEnum):
    """What the seat to decide is asked for."""

    NOBODY = 0
    COLLECT = 1
    GOOD = 2
    CHIP = 3
    OFFER = 4
    PICK = 5
    HAND_OVER = 6
    SWAP_GIVE = 7
    SWAP_TAKE = 8
    BUYER = 9
    BUY = 10
    PAY = 11
    KEEP = 12
    ORDER = 13
    CONVERT = 14
    MOVE_TRIREME = 15
    MOVE_LEGION = 16
    FIGHT_AT_SEA = 17
    LEAVE_SEAT = 18
    FIGHT_ON_LAND = 19
    CONVERT_LEGION = 20
    LOSE_SEAT = 21
    CONQUEST = 22
    SEATING = 23
    MARKER_SEAT = 24
    TITLE = 25
    OVER = 26


class Way(IntEnum):
    """How a game ends."""

    NOT_YET = 0
    PYRAMIDS = 1
    HEROES = 2
    CITIES = 3
    TITLES = 4
    CAPPED = 5


class Flow(IntEnum):
    """What happens to tokens."""

    PRODUCED = 0
    LACKED = 1
    TRADED = 2
    SPENT = 3
    RETURNED = 4
    COINS_KEPT = 5


class Unit(IntEnum):
    """What can be lost in a battle."""

    LEGION = 0
    TRIREME = 1
    FORTRESS = 2


TRACKS = ("trade", "culture", "military")
ITEMS = (
    "marker",
    "caravan",
    "city",
    "market",
    "temple",
    "legion",
    "trireme",
    "fortress",
    "tile",
    "pyramids",
)
WAYS = ("pyramids", "heroes", "cities", "titles")
QUARTERS = (25, 50, 75)
"""Moments of the game, in percent of its rounds, at which the leader is noted."""


class Province(Record):
    """What stands in a province."""

    owner = whole("seat whose control marker lies there, or NOBODY")
    built = whole("set of the slots that hold a building")
    fortress = whole("1 where the owner of the marker has a fortress")
    legions = whole("legions of each seat, seated ones included", "legions", MOST_PLAYERS)
    occupant = whole("seat that has units on buildings or on the marker, or NOBODY")
    seated = whole("set of the slots they stand on")


class Tally(Record):
    """What is counted of a seat and reported as it is."""

    bought = small("bought or got free", "pieces", tuple(f"bought_{item}" for item in ITEMS))
    free = small("of all that, got free", "pieces")
    lost = small("units lost", "units", ("lost_legions", "lost_triremes", "lost_fortresses"))
    battles = small("battles fought", "battles")
    battles_won = small("battles after which it alone was left there", "battles")
    conquests = small("conqueror's choices made", "choices")
    pillages = small("buildings pillaged", "buildings")
    occupations = small("provinces occupied, each turn counted", "provinces")
    conversions = small("provinces converted", "provinces")
    tokens = small(
        "tokens that went this way",
        "tokens",
        tuple(flow.name.lower() for flow in Flow),
    )


class Player(Record):
    """What an empire has."""

    hand = whole("tokens behind the screen, by kind", "tokens", TOKENS)
    seen = whole("those of them that everybody knows", "tokens", TOKENS)
    offer = whole("those of them offered in trade; secret until all have offered", "tokens", TOKENS)
    n_hand = whole("tokens behind the screen", "tokens")
    n_offer = whole("tokens offered", "tokens")
    levels = whole("levels on the tracks, as of the end of the last phase", "", len(TRACKS))
    tiles = whole("set of the tiles owned")
    n_heroes = whole("heroes and wonders, the starting hero included", "tiles")
    power = whole("strength of each Power, 0 where not owned", shape=len(Power))
    power_price = whole("price that each Power sets, 0 where none", "tokens", len(Power))
    used = whole("times each Power was used in this round", "times", len(Power))
    bonus = whole("levels that tiles add, by track", "", len(TRACKS))
    markers = whole("control markers in the pool", "markers")
    legions = whole("legions in the pool", "legions")
    triremes = whole("triremes in the pool", "triremes")
    fortresses = whole("fortresses in the pool", "fortresses")
    claims = whole("tokens of this production, goods and coins, by kind", "tokens", LEGENDARY)
    draws = whole("legendary goods to draw in this production", "tokens")
    choices = whole("legendary cities with a temple still to choose for", "cities")
    income = whole("tokens collected in the last production, or at the start", "tokens")
    earlier_income = whole("tokens collected in the production before that", "tokens")
    tally = nested(Tally, "what is counted")
    title_rounds = whole("rounds after which each title was held", "rounds", len(TRACKS))
    nearest = whole("most different goods, or coins, at the last buying turn", "tokens")
    tile_round = whole("round in which each tile was bought, 0 if not", "", len(TILES))


class State(Record):
    """What lies on the table."""

    provinces = nested(Province, "the land", MOST_PROVINCES)
    triremes = whole("triremes in each sea, by seat", "triremes", (MOST_SEAS, MOST_PLAYERS))
    players = nested(Player, "the empires", MOST_PLAYERS)
    n_players = whole("players", "players")
    in_play = whole("set of the provinces in play")
    supply = whole("ordinary goods and coins left, by kind", "tokens", LEGENDARY)
    legendary_pile = whole("set of the legendary goods in the pile, in no order")
    legendary_discards = whole("set of the legendary goods discarded")
    tile_row = whole("set of the tiles face up")
    tile_pile = whole("set of the tiles face down, in no order")
    titles = whole("seat that holds each title", shape=len(TRACKS))
    new_titles = whole("seat that takes each title in this claims phase", shape=len(TRACKS))
    track = whole("track whose title is being claimed")
    used_chips = whole("set of the chips that are blocked")
    rounds = whole("rounds begun", "rounds")
    step = whole("where in the round the game is, a Step")
    asks = whole("what is asked for, an Asks")
    seat = whole("seat that decides")
    active = whole("seat whose buying turn or military turn it is")
    waiting = whole("set of the seats that have still to act in this step")
    trade_size = whole("tokens that everybody offers", "tokens")
    traders = whole("set of the seats that take part in the trade")
    starter = whole("seat that picked first")
    picks = whole("picks so far in this trade", "picks")
    picked_pairs = whole("set of the pairs of seats of which the first has picked from the second")
    last_victim = whole("seat that was robbed last")
    last_picker = whole("seat that robbed it")
    earlier_victim = whole("seat that was robbed before that")
    earlier_picker = whole("seat that robbed it")
    swapped = whole("token given away for another, or NOTHING")
    buying = whole("what is being bought, an Item")
    target = whole("province, sea or tile it is for")
    slot = whole("slot it is for, or NOTHING")
    price = whole("tokens it costs", "tokens")
    paid_goods = whole("set of the goods paid so far")
    paid_pairs = whole("goods paid twice so far", "goods")
    paid_coins = whole("coins paid so far", "coins")
    marked = whole("set of the provinces that got a marker in this phase")
    tiles_bought = whole("heroes and wonders bought in this turn", "tiles")
    kept_coins = whole("coins kept so far in this turn", "coins")
    kept_extra = whole("tokens kept beyond these by a power", "tokens")
    kept_tokens = whole("tokens kept so far in this turn, by kind", "tokens", TOKENS)
    order = whole("seats in the order of their military turns", "", MOST_PLAYERS)
    n_ordered = whole("how many are named", "seats")
    turn = whole("place in that order of the seat whose turn it is")
    ready_triremes = whole("triremes of that seat that may still move, by sea", "", MOST_SEAS)
    ready_legions = whole("legions of that seat that may still move", "", MOST_PROVINCES)
    by_sea = whole("set of the provinces where legions arrived by sea this turn")
    named_sea = whole("sea that counts as having an own trireme in this turn, or NOTHING")
    fought_seas = whole("set of the seas where the seat has fought in this turn")
    fought_provinces = whole("set of the provinces where it has")
    settled = whole("set of the conquered provinces dealt with, or conversions declined")
    battle_place = whole("sea or province of the battle under way")
    opponent = whole("the other side in it")
    has_rolled = whole("1 when its dice have been rolled")
    losses = whole("legions still to be lost by each side: the turn's seat, its opponent", "", 2)
    leaving_to = whole("province that a seated legion moves to")
    winner = whole("seat that has won, or NOBODY")
    way = whole("how the game ended, a Way")
    title_changes = whole("times each title changed hands", "times", len(TRACKS))
    leader = whole("seat that was the last to lead alone, by the sum of levels, or NOBODY")
    lead_changes = whole("times another seat came to lead alone", "times")
    leaders = whole("seat that led alone at the end of each round, or NOBODY", shape=MOST_ROUNDS)
    chip_uses = whole("trades, by their number of tokens", "trades", 10)
    reshuffles = whole("times the legendary discards became a new pile", "times")


SEAT = seat_record(
    levels=small("level at the end", "levels", tuple(f"level_{track}" for track in TRACKS)),
    titles=small("titles held at the end", "titles"),
    title_rounds=small(
        "rounds after which it held this title",
        "rounds",
        tuple(f"held_{track}" for track in TRACKS),
    ),
    provinces=small("control markers on the board at the end", "provinces"),
    buildings=small(
        "buildings collected from at the end",
        "buildings",
        ("caravans", "cities", "markets", "temples"),
    ),
    great_cities=small("of the cities, capitals and legendary cities", "cities"),
    heroes=small("heroes and wonders, the starting hero included", "tiles"),
    units=small("units on the board at the end", "units", ("legions", "triremes", "fortresses")),
    **fields_of(Tally.dtype),
    distances=small(
        "what was missing to win this way at the end",
        "",
        tuple(f"missing_{way}" for way in WAYS),
    ),
    tile_rounds=small(
        "round in which it bought this tile, null if it did not",
        "rounds",
        tuple(f"round_{tile}" for tile in TILES),
    ),
    **TENSION_OF_SEATS,
)

OUTCOME = outcome_record(
    MOST_PLAYERS,
    SEAT,
    end_reason=small("1 pyramids, 2 heroes, 3 cities, 4 titles, null if capped"),
    rounds=small("rounds, the last perhaps unfinished", "rounds"),
    winner=small("seat that won, null if capped", "seat"),
    holders=small(
        "seat that holds this title at the end",
        "seat",
        tuple(f"holder_{track}" for track in TRACKS),
    ),
    title_changes=small(
        "times this title changed hands", "times", tuple(f"changes_{track}" for track in TRACKS)
    ),
    lead_changes=small("times another seat came to lead alone, by the sum of levels", "times"),
    leaders=small(
        "seat that led alone after this percentage of the rounds, null if none did",
        "seat",
        tuple(f"leader_{percent}" for percent in QUARTERS),
    ),
    trades=small(
        "trades, by the tokens of each", "trades", tuple(f"trades_of_{n}" for n in range(10))
    ),
    picks=small("tokens picked or handed over in trade", "tokens"),
    battles=small("battles", "battles"),
    reshuffles=small("times the legendary discards became a new pile", "times"),
    **TENSION,
)

TIMELINE = timeline_record(
    **{
        track: small(
            f"{track} level of this seat, null where nobody sits",
            "levels",
            tuple(f"{track}_seat_{seat}" for seat in range(1, MOST_PLAYERS + 1)),
        )
        for track in TRACKS
    },
    income=small(
        "tokens collected in this round's production, null where nobody sits",
        "tokens",
        tuple(f"income_seat_{seat}" for seat in range(1, MOST_PLAYERS + 1)),
    ),
    titles=small("seat that holds this title", "seat", tuple(f"{track}_title" for track in TRACKS)),
    bought=small(
        "bought or got free so far, by all together",
        "pieces",
        tuple(f"bought_{item}" for item in ITEMS),
    ),
    trade_size=small("tokens that everybody had to offer in this round", "tokens"),
    traded=small("tokens picked or handed over so far", "tokens"),
    battles=small("battles so far", "battles"),
)
