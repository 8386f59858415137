"""Facts of Arriala for reports: names, units, groups of columns."""

from typing import Any

from simlab.game.definition import Rules
from simlab.game.facts import (
    OPTIONS,
    Card,
    Cards,
    Ends,
    Facts,
    GameGroup,
    Handicap,
    Lead,
    Limits,
    Measure,
    Prizes,
    Score,
    SeatGroup,
    SeatMeasure,
    Timeline,
)
from simlab.games.arriala.schema import HEAD_STARTS, MOST_START
from simlab.games.arriala.state import (
    ACTIONS,
    CARDS,
    MOST_PLAYERS,
    QUARTERS,
    SIZES,
    SOURCES,
    VINEYARDS,
    End,
    columns_by_size,
)

ENDS = Ends(column="end_reason", labels={End.ALL_BUILT.value: "all sections built"})
SOURCE_NAMES = dict(
    zip(SOURCES, ("sections", "locks", "river works", "art works", "vineyards"), strict=True)
)
ACTION_NAMES = dict(
    zip(
        ACTIONS,
        (
            "move a worker",
            "place a worker",
            "canal to vineyard",
            "vineyard to canal",
            "river work",
            "lock",
            "draw a card",
            "play a card",
        ),
        strict=True,
    )
)
SEAT_GROUPS = (
    SeatGroup(
        name="sources",
        title="Where the points come from",
        unit="points per seat",
        makes_score=True,
        columns={f"points_{source}": label for source, label in SOURCE_NAMES.items()},
    ),
    SeatGroup(
        name="spending",
        title="What action points are spent on",
        unit="action points per seat",
        about=OPTIONS,
        columns={
            **{f"spent_{action}": label for action, label in ACTION_NAMES.items()},
            "lost": "not spent",
        },
        unspent="lost",
        choices=tuple(f"spent_{action}" for action in ACTION_NAMES),
        rules={f"spent_{action}": (f"cost_{action}",) for action in ACTION_NAMES},
    ),
    SeatGroup(
        name="workers",
        title="Where workers stand at the end",
        unit="workers per seat",
        columns={
            "on_canal": "canal and towns",
            "in_vineyards": "vineyards",
            "on_river": "blue cells",
            "reserve": "never placed",
        },
    ),
)
BUILT = GameGroup(
    name="built",
    title="What is built in a game",
    unit="per game",
    columns={
        "sections": "sections",
        "unscored": "of them, for nobody",
        "locks": "locks",
        "river_works": "river works",
        "art_works": "art works",
    },
)
LEAD = Lead(
    margin="margin",
    changes="lead_changes",
    of="of the rounds",
    holders={f"leader_{percent}": f"after {percent} %" for percent in QUARTERS},
    decided="decided_at",
    drama="drama",
    behind="behind_at_half",
)
TIMELINE = Timeline(
    title="Points and sections at the end of each round",
    scores=SeatMeasure(
        label="points so far",
        columns=tuple(f"score_seat_{seat}" for seat in range(1, MOST_PLAYERS + 1)),
    ),
    columns={"cells_built": Measure(label="cells in built sections", unit="cells")},
)


def facts(rules: Rules) -> Facts:
    """Return how the columns of a game are to be read."""
    return Facts(
        score=Score(label="points", low=0),
        ends=ENDS,
        seat_groups=(*SEAT_GROUPS, sections_won(rules)),
        groups=(BUILT, sections_built(rules)),
        cards=cards(rules),
        lead=LEAD,
        prizes=prizes(rules),
        limits=Limits(rounds=int(rules.components.values["max_rounds"])),
        timeline=TIMELINE,
        handicaps=(HANDICAP,),
    )


HANDICAP = Handicap(
    name="points",
    label="points at the start",
    unit="points",
    keys=HEAD_STARTS,
    most=MOST_START,
)


def sections_won(rules: Rules) -> SeatGroup:
    """Return the sections that score for a seat, by their size."""
    return SeatGroup(
        name="sections_won",
        title="Sections won, by the workers in them",
        unit="sections per seat",
        columns=sizes(rules, "won"),
    )


def sections_built(rules: Rules) -> GameGroup:
    """Return the sections built, by their size."""
    return GameGroup(
        name="sections_built",
        title="Sections built, by the workers in them",
        unit="sections per game",
        columns=sizes(rules, "built"),
    )


def sizes(rules: Rules, verb: str) -> dict[str, str]:
    """Return the columns of a count by size with their names, up to the longest stretch."""
    longest = max(int(row["cells"]) for row in rules.components.tables["stretches"])
    names = ["1 worker", *(f"{size} workers" for size in range(2, SIZES)), f"{SIZES} or more"]
    return dict(list(zip(columns_by_size(verb), names, strict=True))[:longest])


def cards(rules: Rules) -> Cards:
    """Return the kinds of cards, each with the columns of its use."""
    rows = {row["card"]: row for row in rules.components.tables["cards"]}
    kinds = (
        Card(
            label=label_of(rows[card]),
            drawn=f"drawn_{card}",
            played=f"played_{card}",
            choice=f"play_{card}",
        )
        for card in CARDS
        if card in rows
    )
    return Cards(kinds=tuple(kinds))


def label_of(card: dict[str, Any]) -> str:
    """Return the name of a card, with its reach where it has one."""
    return f"{card['name']} up to {card['reach']}" if card["reach"] else str(card["name"])


def prizes(rules: Rules) -> Prizes:
    """Return the vineyards, each with the column of the seat that it paid."""
    rows = {row["vineyard"]: row for row in rules.components.tables["vineyards"]}
    labels = {f"winner_{name}": str(rows[name]["name"]) for name in VINEYARDS if name in rows}
    return Prizes(title="Who wins the vineyards", holders=labels)
