"""The map of Mare Nostrum as a picture shows it."""

from collections.abc import Iterator

from simlab.game.components import Components
from simlab.game.components.table import Row
from simlab.game.definition import Rules
from simlab.game.map import Link, Map, Place
from simlab.games.mare_nostrum.board import (
    in_rank,
    numbers,
    pieces_at_start,
    rows_in_play,
    sites_in,
)
from simlab.games.mare_nostrum.state import EMPIRES, FEWEST_PLAYERS, MOST_PLAYERS


def board_map(rules: Rules) -> Map:
    """Return provinces, seas and what links them, with building sites and starting owners."""
    components = rules.components
    return Map(
        places=(*provinces(components), *seas(components)),
        links=tuple(links(components)),
        place_kinds=("province", "sea"),
        link_kinds=("land", "strait", "sea link", "coast"),
        groups=tuple(empire_names(components).values()),
    )


def empire_names(components: Components) -> dict[str, str]:
    """Return what the empires are called, in the order of seats."""
    rows = in_rank(components, "empires", "empire", EMPIRES)
    return {str(row["empire"]): str(row["name"]) for row in rows}


def provinces(components: Components) -> Iterator[Place]:
    """Yield the provinces in play with their sites, starting owners and numbers of players."""
    owners = {
        row["place"]: str(row["empire"])
        for row in pieces_at_start(components)
        if row["kind"] == "marker"
    }
    names = {"": "", **empire_names(components)}
    for row in rows_in_play(components, "provinces"):
        owner = names[owners.get(row["province"], "")]
        yield Place(
            kind="province",
            name=str(row["name"]),
            x=int(row["x"]),
            y=int(row["y"]),
            lines=tuple(site_lines(components, row)),
            note=", ".join(word for word in (owner, players(int(row["min_players"]))) if word),
            group=owner,
        )


def players(fewest: int) -> str:
    """Return with how many players a province is used, if not with all numbers."""
    if fewest == FEWEST_PLAYERS:
        return ""
    return "–".join(map(str, sorted({fewest, MOST_PLAYERS}))) + " players"


def site_lines(components: Components, province: Row) -> Iterator[str]:
    """Yield a line for the caravan sites of a province, then one for each city site."""
    names = {row["good"]: str(row["name"]) for row in components.tables["goods"]}
    goods = [
        names[site["good"]]
        for site, _ in sites_in(components, "caravan_sites", province["province"])
    ]
    if goods:
        yield " · ".join(goods)
    for site, _ in sites_in(components, "city_sites", province["province"]):
        kind = "city" if site["kind"] == "regular" else site["kind"]
        yield f"{site['name']}, {kind}"


def seas(components: Components) -> Iterator[Place]:
    """Yield the seas."""
    for row in components.tables["seas"]:
        yield Place(kind="sea", name=str(row["name"]), x=int(row["x"]), y=int(row["y"]))


def links(components: Components) -> Iterator[Link]:
    """Yield borders, sea links and coasts between places that are drawn."""
    own = {
        row["province"]: number for number, row in enumerate(rows_in_play(components, "provinces"))
    }
    sea = {key: len(own) + number for key, number in numbers(components, "seas", "sea").items()}
    for row in rows_in_play(components, "borders"):
        if row["one"] in own and row["other"] in own:
            yield Link(str(row["kind"]), own[row["one"]], own[row["other"]])
    for row in rows_in_play(components, "sea_links"):
        yield Link("sea link", sea[row["one"]], sea[row["other"]])
    for row in rows_in_play(components, "coasts"):
        if row["province"] in own:
            yield Link("coast", own[row["province"]], sea[row["sea"]])
