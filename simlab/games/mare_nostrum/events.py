"""What can happen in Mare Nostrum, and how it is told."""

from collections.abc import Mapping
from typing import Any

from simlab.game import EventKind, Rules
from simlab.games.mare_nostrum.board import in_rank, sites_in, with_slots
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
    TOKENS,
    TRACKS,
    Item,
    Way,
)
from simlab.table import Row

ROUND_BEGAN, COLLECTED, LACKED, DREW_LEGENDARY, RESHUFFLED = 1, 2, 3, 4, 5
CHIP_USED, OFFERED, PICKED, TRADE_ENDED, HANDED_OVER, SWAPPED = 6, 7, 8, 9, 10, 11
BUYER_NAMED, PAID, BOUGHT, KEPT, RETURNED, TILE_REVEALED = 12, 13, 14, 15, 16, 17
LEVELS, ORDER_NAMED, TURN_BEGAN, CONVERTED, TRIREME_MOVED, SEA_NAMED = 18, 19, 20, 21, 22, 23
LEGION_MOVED, BATTLE_BEGAN, LEGION_CONVERTED, ROLLED, COUNTED = 24, 25, 26, 27, 28
LOST, SEAT_LOST, PILLAGED, OCCUPYING, SEATED, CONVERTING, STEPPED_OFF = 29, 30, 31, 32, 33, 34, 35
TITLE_TAKEN, GAME_OVER, RANKED = 36, 37, 38

KINDS = {
    ROUND_BEGAN: EventKind("round_began", ("number",)),
    COLLECTED: EventKind("collected", ("seat", "token", "tokens", "cause")),
    LACKED: EventKind("lacked", ("seat", "token", "tokens", "cause")),
    DREW_LEGENDARY: EventKind("drew_legendary", ("seat", "token", "cause")),
    RESHUFFLED: EventKind("reshuffled", ("tokens",)),
    CHIP_USED: EventKind("chip_used", ("seat", "chip", "tokens")),
    OFFERED: EventKind("offered", ("seat", "token", "tokens")),
    PICKED: EventKind("picked", ("seat", "victim", "token")),
    TRADE_ENDED: EventKind("trade_ended", ("picks",)),
    HANDED_OVER: EventKind("handed_over", ("seat", "to", "token")),
    SWAPPED: EventKind("swapped", ("seat", "token", "for")),
    BUYER_NAMED: EventKind("buyer_named", ("leader", "seat")),
    PAID: EventKind("paid", ("seat", "token")),
    BOUGHT: EventKind("bought", ("seat", "item", "place", "slot", "price")),
    KEPT: EventKind("kept", ("seat", "token", "tokens")),
    RETURNED: EventKind("returned", ("seat", "token", "tokens")),
    TILE_REVEALED: EventKind("tile_revealed", ("tile",)),
    LEVELS: EventKind("levels", ("seat", "trade", "culture", "military")),
    ORDER_NAMED: EventKind("order_named", ("leader", "seat", "position")),
    TURN_BEGAN: EventKind("turn_began", ("seat",)),
    CONVERTED: EventKind("converted", ("seat", "province", "owner")),
    TRIREME_MOVED: EventKind("trireme_moved", ("seat", "from_sea", "to_sea")),
    SEA_NAMED: EventKind("sea_named", ("seat", "sea")),
    LEGION_MOVED: EventKind("legion_moved", ("seat", "from", "to", "slot", "by_sea")),
    BATTLE_BEGAN: EventKind("battle_began", ("seat", "opponent", "place", "at_sea")),
    LEGION_CONVERTED: EventKind("legion_converted", ("seat", "opponent", "province")),
    ROLLED: EventKind("rolled", ("seat", "face")),
    COUNTED: EventKind("counted", ("seat", "points", "hits")),
    LOST: EventKind("lost", ("seat", "unit", "place", "units")),
    SEAT_LOST: EventKind("seat_lost", ("seat", "province", "slot")),
    PILLAGED: EventKind("pillaged", ("seat", "province", "slot")),
    OCCUPYING: EventKind("occupying", ("seat", "province")),
    SEATED: EventKind("seated", ("seat", "province", "slot")),
    CONVERTING: EventKind("converting", ("seat", "province", "slot")),
    STEPPED_OFF: EventKind("stepped_off", ("seat", "province")),
    TITLE_TAKEN: EventKind("title_taken", ("track", "seat", "previous", "decider")),
    GAME_OVER: EventKind("game_over", ("way", "seat", "rounds")),
    RANKED: EventKind("ranked", ("seat", "rank")),
}

SENTENCES = {
    "round_began": "Round {number}.",
    "collected": "{seat} collects {tokens}.",
    "collected by choice": "{seat} chooses {tokens}.",
    "collected by pillage": "{seat} gains {tokens}.",
    "collected at the start": "{seat} begins with {tokens}.",
    "lacked": "{seat} goes without {tokens}: there are no more.",
    "found_nothing": "{seat} finds no good to choose: there are no more.",
    "drew_legendary": "{seat} draws {token}.",
    "drew_nothing": "{seat} draws nothing: there are no more legendary goods.",
    "reshuffled": "{tokens} discarded legendary goods make a new pile.",
    "chip_used": "{seat} sets the trade at {tokens} each, with chip {chip}.",
    "no_trade": "{seat} calls the trade off, with chip {chip}.",
    "offered": "{seat} offers {tokens}.",
    "picked": "{seat} takes {token} from {victim}.",
    "trade_ended": "The trade ends: {picks} in all.",
    "handed_over": "{seat} hands {token} to {to}.",
    "swapped": "{seat} swaps {token} for {for}.",
    "buyer_named": "{leader} names a buyer: {seat}.",
    "paid": "{seat} pays {token}.",
    "bought": "{seat} buys {item} for {price}.",
    "got_free": "{seat} gets {item} for nothing.",
    "kept": "{seat} keeps {tokens}.",
    "returned": "{seat} returns {tokens}.",
    "tile_revealed": "For sale: {tile}.",
    "levels": "{seat} stands at Trade {trade}, Culture {culture}, Military {military}.",
    "order_named": "{leader} names number {position} of the military order: {seat}.",
    "turn_began": "{seat}'s military turn.",
    "converted": "{seat} puts its marker in {province} instead of that of {owner}.",
    "trireme_moved": "A trireme of {seat} sails from {from_sea} to {to_sea}.",
    "sea_named": "{seat} may cross {sea} without a trireme.",
    "legion_moved": "A legion of {seat} {by_sea} from {from} to {to}{slot}.",
    "battle_began": "{seat} attacks {opponent} in {place}.",
    "legion_converted": "{seat} puts a legion in {province} in place of one of {opponent}.",
    "rolled": "{seat} rolls {face}.",
    "counted": "{seat} counts {points}: {hits}.",
    "lost": "{seat} loses {units} in {place}.",
    "seat_lost": "{seat} gives up {slot}.",
    "pillaged": "{seat} pillages {slot}.",
    "occupying": "{seat} occupies {province}.",
    "seated": "A legion of {seat} stands on {slot}.",
    "converting": "A legion of {seat} stands on the control marker of {province}{slot}.",
    "stepped_off": "The legion of {seat} leaves the control marker of {province}.",
    "title_taken": "{seat} takes the title of {track} from {previous}{decider}.",
    "title_kept": "{seat} keeps the title of {track}{decider}.",
    "game_over": "The game is over in round {rounds}: {seat} {way}.",
    "game_capped": "The game stops after round {rounds}: nobody has won.",
    "ranked": "Rank {rank}: {seat}.",
}
CAUSES = {0: "", 2: " by choice", 3: " by pillage", 4: " at the start"}
ENDS = {
    Way.PYRAMIDS: "has built the Pyramids",
    Way.HEROES: "has {heroes_to_win} heroes and wonders",
    Way.CITIES: "holds {cities_to_win} capitals and legendary cities",
    Way.TITLES: "holds {titles_to_win} titles",
    Way.CAPPED: "has not won",
}
AIMS = ("heroes_to_win", "cities_to_win", "titles_to_win")
NOT_GOODS = {COIN: "coin", NOTHING: "nothing"}
LATER_SLOTS = {MARKET: "market", TEMPLE: "temple", MARKER: "control marker"}
CITY_KINDS = {"capital": "capital", "legendary": "legendary city", "regular": "city"}


def tell(event: Mapping[str, Any], rules: Rules) -> str:
    """Put one event in a sentence."""
    words = {name: _spoken(name, value, event, rules) for name, value in event.items()}
    return SENTENCES[_sentence(event)].format_map(words)


def _sentence(event: Mapping[str, Any]) -> str:
    """Return the name of the sentence that tells an event."""
    match event:
        case {"event": "drew_legendary", "token": token}:
            return "drew_nothing" if token == NOTHING else "drew_legendary"
        case {"event": "lacked", "token": token}:
            return "found_nothing" if token == NOTHING else "lacked"
        case {"event": kind, "cause": cause}:
            return f"{kind}{CAUSES[cause]}"
        case {"event": "chip_used", "tokens": 0}:
            return "no_trade"
        case {"event": "bought", "price": 0}:
            return "got_free"
        case {"event": "title_taken", "seat": seat, "previous": previous} if seat == previous:
            return "title_kept"
        case {"event": "game_over", "way": Way.CAPPED}:
            return "game_capped"
    return str(event["event"])


def _spoken(name: str, value: Any, event: Mapping[str, Any], rules: Rules) -> str:
    """Return one field of an event in words."""
    match name:
        case "seat" | "victim" | "leader" | "owner" | "opponent" | "previous":
            return _empire(value, rules)
        case "to" if event["event"] == "handed_over":
            return _empire(value, rules)
        case "decider":
            return f": {_empire(value, rules)} decides the tie" if value != NOBODY else ""
        case "token" | "for":
            return "a coin" if value == COIN else _token(value, rules)
        case "tokens" if "token" in event:
            return f"{value} × {_token(event['token'], rules)}"
        case "item":
            return _purchase(event, rules)
        case "tile":
            return _tile(value, rules)
        case "province" | "from" | "to":
            return _province(value, rules)
        case "sea" | "from_sea" | "to_sea":
            return _sea(value, rules)
        case "place":
            return _place(event, rules)
        case "slot":
            return _slot(event, rules)
        case "hits":
            return _hits(event, rules)
        case "way":
            return ENDS[value].format_map({aim: rules.row[0][aim] for aim in AIMS})
    return _number(name, value, event)


def _number(name: str, value: int, event: Mapping[str, Any]) -> str:
    """Return a field in words that mean the same under all rules."""
    match name:
        case "tokens" if event["event"] == "chip_used":
            return _counted(value, "token")
        case "picks" | "points":
            return _counted(value, name.removesuffix("s"))
        case "units":
            return f"{value} × {ITEMS[event['unit']]}"
        case "by_sea":
            return "sails" if value else "marches"
        case "chip" | "position":
            return str(value + 1)
        case "track":
            return TRACKS[value].title()
    return str(value)


def _empire(seat: int, rules: Rules) -> str:
    if seat == NOBODY:
        return "nobody"
    return str(in_rank(rules.components, "empires", "empire", EMPIRES)[seat]["name"])


def _token(token: int, rules: Rules) -> str:
    if token in NOT_GOODS:
        return NOT_GOODS[token]
    good = token if token < COIN else token - LEGENDARY
    name = in_rank(rules.components, "goods", "good", GOODS)[good]["name"]
    return str(name) if token < COIN else f"legendary {name}"


def _province(province: int, rules: Rules) -> str:
    return str(rules.components.tables["provinces"][province]["name"])


def _sea(sea: int, rules: Rules) -> str:
    return str(rules.components.tables["seas"][sea]["name"])


def _tile(tile: int, rules: Rules) -> str:
    row = in_rank(rules.components, "tiles", "tile", TILES)[tile]
    return f"the {row['kind']} {row['name']}"


def _place(event: Mapping[str, Any], rules: Rules) -> str:
    """Return where something bought stands or a battle is fought."""
    match event:
        case {"item": Item.TILE | Item.PYRAMIDS}:
            return ""
        case {"item": Item.TRIREME} | {"unit": Item.TRIREME} | {"at_sea": 1}:
            return _sea(event["place"], rules)
    return _province(event["place"], rules)


def _purchase(event: Mapping[str, Any], rules: Rules) -> str:
    """Return what is bought, and where it is placed."""
    place = _place(event, rules)
    match event["item"]:
        case Item.MARKER:
            return f"a control marker in {place}"
        case Item.CARAVAN:
            return f"a {_building(event['place'], event['slot'], rules)}"
        case Item.CITY:
            return f"the {_building(event['place'], event['slot'], rules)}"
        case Item.TILE:
            return _tile(event["place"], rules)
        case Item.PYRAMIDS:
            return "the Pyramids"
    return f"a {ITEMS[event['item']]} in {place}"


def _slot(event: Mapping[str, Any], rules: Rules) -> str:
    """Return the building or the marker that an event is about, or that a legion comes from."""
    if event["slot"] == NOTHING:
        return ""
    place = next(event[name] for name in ("province", "from", "place") if name in event)
    building = f"the {_building(place, event['slot'], rules)}"
    return f", off {building}" if event["event"] in ("legion_moved", "converting") else building


def _building(province: int, slot: int, rules: Rules) -> str:
    name = _province(province, rules)
    if slot >= MARKET:
        return f"{LATER_SLOTS[slot]} in {name}"
    if slot < CITY:
        return f"caravan of {_token(rules.row[0]['goods'][province, slot], rules)} in {name}"
    city = _city(province, slot, rules)
    return f"{CITY_KINDS[str(city['kind'])]} {city['name']} in {name}"


def _city(province: int, slot: int, rules: Rules) -> Row:
    """Return the site of the city in a slot."""
    key = rules.components.tables["provinces"][province]["province"]
    sites = sites_in(rules.components, "city_sites", key)
    return next(site for site, own_slot in sites if own_slot == slot)


def _hits(event: Mapping[str, Any], rules: Rules) -> str:
    """Return the hits of a side, and those that its points are good for but a fortress cancels."""
    hits = event["hits"]
    cancelled = event["points"] // rules.row[0]["hit_divisor"] - hits
    beside = f" beside {cancelled} that the fortress cancels" if cancelled else ""
    return _counted(hits, "hit") + beside


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def legend(rules: Rules) -> dict[str, Any]:
    """Return what the numbers in events stand for: empires, tokens, places, slots, tiles …"""
    components = rules.components
    return {
        "empires": in_rank(components, "empires", "empire", EMPIRES),
        "tokens": [_token(token, rules) for token in range(TOKENS)],
        "provinces": components.tables["provinces"],
        "seas": components.tables["seas"],
        "caravan_sites": _described_sites(rules, "caravan_sites"),
        "city_sites": _described_sites(rules, "city_sites"),
        "other_slots": {str(slot): name for slot, name in LATER_SLOTS.items()},
        "tiles": in_rank(components, "tiles", "tile", TILES),
        "chips": components.tables["chips"],
        "items": ITEMS,
        "tracks": TRACKS,
        "causes": {str(cause): words.strip() or "production" for cause, words in CAUSES.items()},
        "ways": {str(int(way)): way.name.lower() for way in ENDS},
        "nobody": NOBODY,
        "nothing": NOTHING,
    }


def _described_sites(rules: Rules, sites: str) -> list[dict[str, Any]]:
    """Return the sites of a kind, each with its slot."""
    return [{**row, "slot": slot} for row, slot in with_slots(rules.components, sites)]
