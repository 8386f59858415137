"""Facts of Mare Nostrum for reports: names, units, groups of columns."""

from simlab.game.definition import Rules
from simlab.game.facts import (
    OPTIONS,
    Card,
    Cards,
    Distances,
    Ends,
    Facts,
    Gains,
    GameGroup,
    Handicap,
    Lead,
    Limits,
    Prizes,
    Score,
    SeatGroup,
    SeatMeasure,
    Seats,
    Timeline,
    Titles,
    Trades,
)
from simlab.games.mare_nostrum.board import in_rank
from simlab.games.mare_nostrum.state import (
    EMPIRES,
    ITEMS,
    MOST_PLAYERS,
    QUARTERS,
    TILES,
    TRACKS,
    WAYS,
    Way,
)

MOST_COINS = 30
"""Most coins of a handicap: as many as buy ten of the cheapest pieces."""
ITEM_NAMES = dict(
    zip(
        ITEMS,
        (
            "control marker",
            "caravan",
            "city",
            "market",
            "temple",
            "legion",
            "trireme",
            "fortress",
            "hero or wonder",
            "Pyramids",
        ),
        strict=True,
    )
)
WAY_NAMES = dict(zip(WAYS, ("Pyramids", "heroes", "cities", "titles"), strict=True))
WAY_OF = {
    Way.PYRAMIDS: "pyramids",
    Way.HEROES: "heroes",
    Way.CITIES: "cities",
    Way.TITLES: "titles",
}
ENDS = Ends(
    column="end_reason",
    labels={way.value: WAY_NAMES[name] for way, name in WAY_OF.items()},
    winning=True,
)
SEAT_GROUPS = (
    SeatGroup(
        name="levels",
        title="Levels at the end",
        unit="levels per empire",
        makes_score=True,
        columns={f"level_{track}": track.title() for track in TRACKS},
    ),
    SeatGroup(
        name="holdings",
        title="What stands and is owned at the end",
        unit="pieces per empire",
        columns={
            "provinces": "provinces",
            "caravans": "caravans",
            "markets": "markets",
            "cities": "cities of all kinds",
            "great_cities": "capitals and legendary",
            "temples": "temples",
            "heroes": "heroes and wonders",
            "legions": "legions",
            "triremes": "triremes",
            "fortresses": "fortresses",
        },
    ),
    SeatGroup(
        name="purchases",
        title="Purchases",
        unit="pieces per empire and game",
        about=OPTIONS,
        columns={
            **{f"bought_{item}": name for item, name in ITEM_NAMES.items()},
            "free": "of all, got free",
        },
        choices=tuple(f"bought_{item}" for item in ITEM_NAMES),
        rules={
            **{f"bought_{item}": (f"price_{item}",) for item in ITEM_NAMES if item != "tile"},
            "bought_tile": ("hero_price", "hero_price_by"),
        },
    ),
    SeatGroup(
        name="tokens",
        title="Tokens",
        unit="tokens per empire and game",
        columns={
            "produced": "produced",
            "lacked": "not in the supply",
            "traded": "picked in trade",
            "spent": "spent",
            "returned": "returned unused",
            "coins_kept": "coins kept",
        },
    ),
    SeatGroup(
        name="war",
        title="War",
        unit="per empire and game",
        columns={
            "battles": "battles",
            "battles_won": "battles won",
            "lost_legions": "legions lost",
            "lost_triremes": "triremes lost",
            "lost_fortresses": "fortresses lost",
            "conquests": "conquests",
            "pillages": "buildings pillaged",
            "occupations": "provinces occupied",
            "conversions": "provinces converted",
        },
    ),
)
GROUPS = (
    GameGroup(
        name="events",
        title="What happens in a game",
        unit="per game",
        columns={
            "battles": "battles",
            "changes_trade": "Trade changes hands",
            "changes_culture": "Culture changes hands",
            "changes_military": "Military changes hands",
        },
    ),
)
LEAD = Lead(
    changes="lead_changes",
    by="levels",
    of="of the rounds",
    holders={f"leader_{percent}": f"after {percent} %" for percent in QUARTERS},
    decided="decided_at",
    drama="drama",
    behind="behind_at_half",
)
PRIZES = Prizes(
    title="Who holds the titles at the end",
    one="title",
    holders={f"holder_{track}": track.title() for track in TRACKS},
)
TITLES = Titles(
    title="Titles",
    many="titles",
    columns={f"held_{track}": track.title() for track in TRACKS},
    rounds={f"{track}_title": track.title() for track in TRACKS},
)
DISTANCES = Distances(
    title="How far the losers are from winning",
    columns={
        "missing_pyramids": "tokens for Pyramids",
        "missing_heroes": "heroes, wonders",
        "missing_cities": "great cities",
        "missing_titles": "titles",
    },
)
TRADES = Trades(
    title="How many tokens are traded at once",
    one="trade",
    unit="tokens",
    column="trade_size",
    moved="traded",
    counts={f"trades_of_{n}": n for n in range(10)},
)
FOLLOWED = {"income": "income (tokens)", **{track: track.title() for track in TRACKS}}
"""Quantities of each empire that are kept round by round."""
TIMELINE = Timeline(
    title="Income and levels, round by round",
    seats=tuple(
        SeatMeasure(
            label=label,
            columns=tuple(f"{name}_seat_{seat}" for seat in range(1, MOST_PLAYERS + 1)),
        )
        for name, label in FOLLOWED.items()
    ),
    gains=Gains(
        title="What is bought when, and when there is war",
        columns={
            **{f"bought_{item}": name for item, name in ITEM_NAMES.items()},
            "battles": "battle",
        },
    ),
)

HANDICAP = Handicap(
    name="coins",
    label="coins more at the start",
    unit="coins",
    keys=tuple(f"start_tokens.{empire}_coin.tokens" for empire in EMPIRES),
    most=MOST_COINS,
)


def facts(rules: Rules) -> Facts:
    """Return how the columns of a game are to be read."""
    return Facts(
        score=Score(label="levels", unit="levels", low=0),
        seats=seats(rules),
        ends=ENDS,
        seat_groups=SEAT_GROUPS,
        groups=GROUPS,
        cards=tiles(rules),
        lead=LEAD,
        prizes=PRIZES,
        titles=TITLES,
        distances=DISTANCES,
        trades=TRADES,
        limits=Limits(rounds=int(rules.components.values["rounds_cap"])),
        timeline=TIMELINE,
        handicaps=(HANDICAP,),
    )


def seats(rules: Rules) -> Seats:
    """Return what a seat is called, and the name of each: it is an empire."""
    rows = in_rank(rules.components, "empires", "empire", EMPIRES)
    return Seats(one="empire", many="empires", names=tuple(str(row["name"]) for row in rows))


def tiles(rules: Rules) -> Cards:
    """Return the heroes and wonders for sale, each with the column of the round it is bought in."""
    rows = in_rank(rules.components, "tiles", "tile", TILES)
    kinds = (
        Card(label=str(row["name"]), when=f"round_{tile}", choice=f"buy_{tile}")
        for row, tile in zip(rows, TILES, strict=True)
    )
    return Cards(
        title="Heroes and wonders",
        one="hero or wonder",
        many="heroes and wonders",
        kinds=tuple(kinds),
    )
