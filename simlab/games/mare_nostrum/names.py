"""The names of what lies on the table in Mare Nostrum."""

from simlab.game.components.table import Row
from simlab.game.definition import Rules
from simlab.games.mare_nostrum.board import in_rank, sites_in
from simlab.games.mare_nostrum.state import (
    CITY,
    COIN,
    EMPIRES,
    GOODS,
    ITEMS,
    LEGENDARY,
    MARKER,
    MARKET,
    NOBODY,
    NOTHING,
    TEMPLE,
    TILES,
    Item,
)

NOT_GOODS = {COIN: "coin", NOTHING: "nothing"}
LATER_SLOTS = {MARKET: "market", TEMPLE: "temple", MARKER: "control marker"}
CITY_KINDS = {"capital": "capital", "legendary": "legendary city", "regular": "city"}


def empire_name(seat: int, rules: Rules) -> str:
    """Return the name of an empire, or `nobody`."""
    if seat == NOBODY:
        return rules.words("nobody")
    name = in_rank(rules.components, "empires", "empire", EMPIRES)[seat]["name"]
    return rules.words(str(name))


def chip_name(chip: int, rules: Rules) -> str:
    """Return a trade chip by its two faces [M7]: `1/4`."""
    return "/".join(map(str, rules.row[0]["chips"][chip].tolist()))


def token_name(token: int, rules: Rules) -> str:
    """Return the name of a token."""
    words = rules.words
    if token in NOT_GOODS:
        return words(NOT_GOODS[token])
    good = token if token < COIN else token - LEGENDARY
    name = words(str(in_rank(rules.components, "goods", "good", GOODS)[good]["name"]))
    return name if token < COIN else words("legendary {good}").format(good=name)


def province_name(province: int, rules: Rules) -> str:
    """Return the name of a province."""
    return str(rules.components.tables["provinces"][province]["name"])


def sea_name(sea: int, rules: Rules) -> str:
    """Return the name of a sea."""
    return str(rules.components.tables["seas"][sea]["name"])


def tile_name(tile: int, rules: Rules) -> str:
    """Return the name of a hero or a wonder."""
    row = in_rank(rules.components, "tiles", "tile", TILES)[tile]
    sentence = "the hero {name}" if row["kind"] == "hero" else "the wonder {name}"
    return rules.words(sentence).format(name=rules.words(str(row["name"])))


def item_name(item: int, place: int, slot: int, rules: Rules) -> str:
    """Return what is bought, and where it is placed."""
    words = rules.words
    match item:
        case Item.CARAVAN:
            return words("a {building}").format(building=building_name(place, slot, rules))
        case Item.CITY:
            return words("the {building}").format(building=building_name(place, slot, rules))
        case Item.TILE:
            return tile_name(place, rules)
        case Item.PYRAMIDS:
            return words("the Pyramids")
    where = sea_name(place, rules) if item == Item.TRIREME else province_name(place, rules)
    thing = "a control marker" if item == Item.MARKER else f"a {ITEMS[item]}"
    return words(f"{thing} in {{place}}").format(place=where)


def building_name(province: int, slot: int, rules: Rules) -> str:
    """Return what may stand in a slot of a province."""
    words, name = rules.words, province_name(province, rules)
    if slot >= MARKET:
        return words(f"{LATER_SLOTS[slot]} in {{province}}").format(province=name)
    if slot < CITY:
        good = token_name(rules.row[0]["goods"][province, slot], rules)
        return words("caravan of {good} in {province}").format(good=good, province=name)
    city = _city(province, slot, rules)
    sentence = words(f"{CITY_KINDS[str(city['kind'])]} {{city}} in {{province}}")
    return sentence.format(city=city["name"], province=name)


def _city(province: int, slot: int, rules: Rules) -> Row:
    """Return the site of the city in a slot."""
    key = rules.components.tables["provinces"][province]["province"]
    sites = sites_in(rules.components, "city_sites", key)
    return next(site for site, own_slot in sites if own_slot == slot)
