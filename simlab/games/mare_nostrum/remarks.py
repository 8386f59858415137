"""What a designer may want to hear of tables that do make a game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_

from simlab.engine.record import Ints
from simlab.game.components import Components
from simlab.games.mare_nostrum.board import TOKEN_NAMES, in_rank
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    COIN,
    EMPIRES,
    FEWEST_PLAYERS,
    MARKET,
    MOST_PLAYERS,
    MOST_PROVINCES,
    NOTHING,
    TEMPLE,
    TILES,
    TRACKS,
)

BOXES = {
    "caravan_pieces": CARAVANS,
    "market_pieces": 1 << MARKET,
    "city_pieces": CITIES,
    "temple_pieces": 1 << TEMPLE,
}
"""The slots that the pieces in a box can fill."""
PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)


def remarks_on(components: Components, rules: Rules) -> Iterator[str]:
    """Say what may be meant otherwise: the map, the pieces in the box, the start, the aims."""
    yield from unreachable_provinces(components, rules)
    yield from siteless_provinces(components, rules)
    yield from short_supply(rules)
    yield from short_start(rules)
    yield from short_boxes(rules)
    yield from tokens_unlike_board(rules)
    yield from levels_unlike_board(components, rules)
    yield from culture_in_dispute(components)
    yield from aims_out_of_reach(rules)


def unreachable_provinces(components: Components, rules: Rules) -> Iterator[str]:
    """Say which provinces in play neither land nor sea connects with Rome's capital."""
    capital = int(rules.capital[EMPIRES.index("rome")])
    for players in PLAYERS:
        in_play = int(rules.in_play[players])
        missing = in_play & ~reachable(rules, in_play, capital)
        if missing:
            names = ", ".join(province_name(components, p) for p in members(missing))
            yield (
                f"mare_nostrum: with {players} players no way by land and sea leads from"
                f" {province_name(components, capital)} to {names}."
            )


def reachable(rules: Rules, in_play: int, province: int) -> int:
    """Return the set of the provinces in play that ways by land and sea lead to from one."""
    before, now = (0, 0), (1 << province, 0)
    while now != before:
        before = provinces, seas = now
        now = (
            provinces
            | (neighbours_of_all(rules.land, provinces) | neighbours_of_all(rules.shores, seas))
            & in_play,
            seas
            | neighbours_of_all(rules.coasts, provinces)
            | neighbours_of_all(rules.sea_links, seas),
        )
    return now[0]


def neighbours_of_all(neighbours: Ints, places: int) -> int:
    """Return the set of all that lies next to a set of places."""
    return reduce(or_, (int(neighbours[place]) for place in members(places)), 0)


def members(bits: int) -> list[int]:
    """Return the members of a set."""
    return [member for member in range(MOST_PROVINCES) if bits >> member & 1]


def province_name(components: Components, province: int) -> str:
    """Return the name of a province on the board."""
    return str(components.tables["provinces"][province]["name"])


def siteless_provinces(components: Components, rules: Rules) -> Iterator[str]:
    """Say in which provinces nothing can be built."""
    for province in members(int(rules.in_play[MOST_PLAYERS])):
        if not rules.sites[province]:
            name = components.tables["provinces"][province]["province"]
            yield f"provinces.csv: {name}: has no site for a building."


def sites(rules: Rules, slots: int) -> list[int]:
    """Return the set of those of the slots that have a site, for each province ever in play."""
    return [int(rules.sites[p]) & slots for p in members(int(rules.in_play[MOST_PLAYERS]))]


def short_supply(rules: Rules) -> Iterator[str]:
    """Say of which tokens the box holds fewer than one production can yield."""
    in_play = members(int(rules.in_play[MOST_PLAYERS]))
    n_sites = Counter(int(good) for p in in_play for good in rules.goods[p] if good != NOTHING)
    n_sites[COIN] = sum(cities.bit_count() for cities in sites(rules, CITIES))
    for token, n in sorted(n_sites.items()):
        if rules.supply[token] < 2 * n:
            file, site = ("coins", "city") if token == COIN else ("goods.csv", "caravan")
            yield (
                f"{file}: {tokens_in_words(rules.supply[token], token)} for {n} {site} sites, which"
                f" yield up to {2 * n} in one production."
            )


def short_start(rules: Rules) -> Iterator[str]:
    """Say of which tokens the box holds fewer than all empires start with."""
    for token, n_tokens in enumerate(rules.start_tokens.sum(axis=0)):
        if n_tokens > rules.supply[token]:
            yield (
                f"start_tokens.csv: {tokens_in_words(n_tokens, token)} for all empires are more"
                f" than the {rules.supply[token]} in the box."
            )


def short_boxes(rules: Rules) -> Iterator[str]:
    """Say of which buildings there are fewer than sites."""
    for name, slots in BOXES.items():
        n_sites = sum(built.bit_count() for built in sites(rules, slots))
        n_pieces = getattr(rules, name)
        if n_pieces < n_sites:
            yield f"{name}: {n_pieces} are fewer than the {n_sites} sites for them."


def tokens_unlike_board(rules: Rules) -> Iterator[str]:
    """Say which empires start with other tokens than their buildings yield [M3]."""
    for seat, empire in enumerate(EMPIRES):
        given = {token: int(n) for token, n in enumerate(rules.start_tokens[seat]) if n}
        yielded = dict(sorted(start_yield(rules, seat).items()))
        if given != yielded:
            yield (
                f"start_tokens.csv: {empire}: {join_tokens(given)};"
                f" its board yields {join_tokens(yielded)}."
            )


def start_yield(rules: Rules, seat: int) -> Counter[int]:
    """Count the tokens of a production from what an empire starts with [M4]."""
    tokens: Counter[int] = Counter()
    for province in own_provinces(rules, seat):
        built = int(rules.start_built[province])
        for slot in members(built & CARAVANS):
            tokens[int(rules.goods[province, slot])] += 1 + (built >> MARKET & 1)
        tokens[COIN] += (built & CITIES).bit_count() * (1 + (built >> TEMPLE & 1))
    return +tokens


def own_provinces(rules: Rules, seat: int) -> list[int]:
    """Return the provinces that an empire starts with."""
    return [province for province, owner in enumerate(rules.start_owner) if owner == seat]


def levels_unlike_board(components: Components, rules: Rules) -> Iterator[str]:
    """Say which levels at the start are not those of the pieces, triremes left out [M18]."""
    for seat, row in enumerate(in_rank(components, "empires", "empire", EMPIRES)):
        for track, level in zip(TRACKS, start_levels(rules, seat), strict=True):
            if row[track] != level:
                yield (
                    f"empires.csv: {row['empire']}: {track} {row[track]}, but its pieces in"
                    f" start_pieces.csv make {level}; change one of them unless this is meant."
                )


def start_levels(rules: Rules, seat: int) -> tuple[int, int, int]:
    """Return the levels of an empire's pieces on land."""
    provinces = own_provinces(rules, seat)
    built = [int(rules.start_built[province]) for province in provinces]
    return (
        sum((slots & (CARAVANS | 1 << MARKET)).bit_count() for slots in built),
        sum((slots & (CITIES | 1 << TEMPLE)).bit_count() for slots in built),
        int(rules.start_legions[provinces].sum() + rules.start_fortress[provinces].sum()),
    )


def culture_in_dispute(components: Components) -> Iterator[str]:
    """Say that the title of Culture is not where culture_start seems to put it."""
    wanted = components.values["culture_start"]
    for row in components.tables["empires"]:
        if wanted == "greece" and row["title"] == "culture" and row["empire"] != "greece":
            yield f"culture_start: greece, but empires.csv gives culture to {row['empire']}."


def aims_out_of_reach(rules: Rules) -> Iterator[str]:
    """Say which ways of winning nobody can go [M31]."""
    for players in PLAYERS:
        provinces = members(int(rules.in_play[players]))
        n_great = sum(int(rules.great[province]).bit_count() for province in provinces)
        n_legendary = sum(int(rules.legendary[province]).bit_count() for province in provinces)
        n_capitals = n_great - n_legendary
        if rules.cities_of_one_kind and max(n_capitals, n_legendary) < rules.cities_to_win:
            yield (
                f"cities_of_one_kind: {rules.cities_to_win} win, but with {players} players there"
                f" are {n_capitals} capitals and {n_legendary} legendary cities."
            )
        elif n_great < rules.cities_to_win:
            yield (
                f"cities_to_win: {rules.cities_to_win}, but with {players} players there are"
                f" {n_great} capitals and legendary cities."
            )
    most_heroes = len(TILES) + 1
    if rules.heroes_to_win > most_heroes:
        yield f"heroes_to_win: {rules.heroes_to_win}, but nobody can own more than {most_heroes}."
    if rules.titles_to_win > len(TRACKS):
        yield (
            f"titles_to_win: {rules.titles_to_win}, so nobody wins by titles: there are"
            f" {len(TRACKS)}."
        )


def join_tokens(tokens: Mapping[int, int]) -> str:
    """Return tokens with their numbers."""
    return ", ".join(tokens_in_words(n, token) for token, n in tokens.items()) or "none"


def tokens_in_words(n_tokens: int, token: int) -> str:
    """Return a number of tokens of one kind."""
    return f"{n_tokens} {TOKEN_NAMES[token]}"
