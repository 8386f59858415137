"""The events of Mare Nostrum and their sentences."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from simlab.game.definition import EventKind, Rules
from simlab.game.language import Words
from simlab.games.mare_nostrum.board import in_rank, with_slots
from simlab.games.mare_nostrum.folding import all_of
from simlab.games.mare_nostrum.names import (
    LATER_SLOTS,
    building_name,
    chip_name,
    empire_name,
    item_name,
    province_name,
    sea_name,
    tile_name,
    token_name,
)
from simlab.games.mare_nostrum.state import (
    COIN,
    EMPIRES,
    ITEMS,
    NOBODY,
    NOTHING,
    TILES,
    TOKENS,
    TRACKS,
    Item,
    Way,
)

ROUND_BEGAN, COLLECTED, LACKED, DREW_LEGENDARY, RESHUFFLED = 1, 2, 3, 4, 5
CHIP_USED, OFFERED, PICKED, TRADE_ENDED, HANDED_OVER, SWAPPED = 6, 7, 8, 9, 10, 11
BUYER_NAMED, PAID, BOUGHT, KEPT, RETURNED, TILE_REVEALED = 12, 13, 14, 15, 16, 17
LEVELS, ORDER_NAMED, TURN_BEGAN, CONVERTED, TRIREME_MOVED, SEA_NAMED = 18, 19, 20, 21, 22, 23
LEGION_MOVED, BATTLE_BEGAN, LEGION_CONVERTED, ROLLED, COUNTED = 24, 25, 26, 27, 28
LOST, SEAT_LOST, PILLAGED, OCCUPYING, SEATED, CONVERTING, STEPPED_OFF = 29, 30, 31, 32, 33, 34, 35
TITLE_TAKEN, GAME_OVER, RANKED, SAT_OUT, CITY_HELD = 36, 37, 38, 39, 40

KINDS = {
    ROUND_BEGAN: EventKind("round_began", ("number",)),
    COLLECTED: EventKind("collected", ("seat", "token", "tokens", "cause")),
    LACKED: EventKind("lacked", ("seat", "token", "tokens", "cause")),
    DREW_LEGENDARY: EventKind("drew_legendary", ("seat", "token", "cause"), secret=("token",)),
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
    BATTLE_BEGAN: EventKind(
        "battle_began",
        ("seat", "opponent", "place", "at_sea", "attackers", "defenders", "fortress"),
    ),
    LEGION_CONVERTED: EventKind("legion_converted", ("seat", "opponent", "province", "legions")),
    ROLLED: EventKind("rolled", ("seat", "face")),
    COUNTED: EventKind("counted", ("seat", "points", "hits", "hero", "fortress", "sea_defence")),
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
    SAT_OUT: EventKind("sat_out", ("seat",)),
    CITY_HELD: EventKind("city_held", ("seat", "province", "slot")),
}

SENTENCES = {
    "round_began": "Round {number}.",
    "collected": "{seat} collects {all}.",
    "collected by choice": "{seat} chooses {all}.",
    "collected by pillage": "{seat} gains {all}.",
    "collected at the start": "{seat} begins with {all}.",
    "lacked": "{seat} goes without {tokens}: there are no more.",
    "found_nothing": "{seat} finds no good to choose: there are no more.",
    "drew_legendary": "{seat} draws {all}.",
    "drew_nothing": "{seat} draws nothing: there are no more legendary goods.",
    "reshuffled": "{tokens} discarded legendary goods make a new pile.",
    "chip_used": "{seat} sets the trade at {tokens} each, with the chip {chip}.",
    "no_trade": "{seat} calls the trade off, with the chip {chip}.",
    "sat_out": "{seat} has too few tokens for this trade and sits out.",
    "offered": "{seat} offers {all}.",
    "picked": "{seat} takes {token} from {victim}.",
    "trade_ended": "The trade ends: {picks} in all.",
    "handed_over": "{seat} hands {token} to {to}.",
    "swapped": "{seat} swaps {token} for {for}.",
    "buyer_named": "{leader} names a buyer: {seat}.",
    "paid": "{seat} pays {token}.",
    "bought": "{seat} buys {item} for {price}.",
    "bought together": "{seat} pays {paid} for {item}.",
    "bought_nothing": "{seat} buys nothing.",
    "got_free": "{seat} gets {item} for nothing.",
    "kept": "{seat} keeps {all}.",
    "returned": "{seat} returns {all}.",
    "tile_revealed": "Put up for sale: {all}.",
    "levels": "{seat} stands at Trade {trade}, Culture {culture}, Military {military}.",
    "levels together": "Levels of Trade, Culture and Military: {all}.",
    "order_named": "{leader} names number {position} of the military order: {seat}.",
    "order_named together": "{leader} names the military order: {all}.",
    "order_named later": "{leader} goes on with the military order: {all}.",
    "turn_began": "{seat}'s military turn.",
    "turn_idle": "{seat} does nothing in its military turn.",
    "converted": "{seat} puts its marker in {province} instead of that of {owner}.",
    "trireme_moved": "A trireme of {seat} sails from {from_sea} to {to_sea}.",
    "trireme_moved together": "{count} triremes of {seat} sail from {from_sea} to {to_sea}.",
    "sea_named": "{seat} may cross {sea} without a trireme.",
    "legion_moved by land": "A legion of {seat} marches from {from} to {to}{slot}.",
    "legion_moved by sea": "A legion of {seat} sails from {from} to {to}{slot}.",
    "legion_moved by land together": "{count} legions of {seat} march from {from} to {to}.",
    "legion_moved by sea together": "{count} legions of {seat} sail from {from} to {to}.",
    "battle_began at sea": "{seat} attacks {opponent} in {place}: {attackers} against {defenders}.",
    "battle_began on land": "{seat} must fight {opponent} in {place}: {attackers} against"
    " {defenders}.",
    "legion_converted": "{seat} puts a legion in {province} in place of one of {opponent}.",
    "legion_sent_home": "{seat} sends a legion of {opponent} home from {province} and has none left"
    " to put there.",
    "rolled": "{seat} rolls {face}.",
    "counted": "{seat} counts {points}{parts}: {hits}.",
    "counted together": "{seat} rolls {rolled} and counts {points}{parts}: {hits}.",
    "lost": "{seat} loses {units} in {place}.",
    "battle_ended at war": "{place} is at war: both sides stay.",
    "battle_ended at sea": "Both sides stay in {place}.",
    "battle_ended for seat": "{seat} drives {opponent} out of {place}.",
    "battle_ended for opponent": "{opponent} holds {place} against {seat}.",
    "battle_ended for nobody": "Neither side has a unit left in {place}.",
    "seat_lost": "{seat} gives up {all}.",
    "pillaged": "{seat} pillages {slot}.",
    "occupying": "{seat} occupies {province}.",
    "seated": "A legion of {seat} stands on {slot}.",
    "seated together": "Legions of {seat} stand on {all}.",
    "converting": "A legion of {seat} stands on the control marker of {province}{slot}.",
    "stepped_off": "The legion of {seat} leaves the control marker of {province}.",
    "title_taken": "{seat} takes the title of {track} from {previous}{decider}.",
    "title_kept": "{seat} keeps the title of {track}{decider}.",
    "game_over": "The game is over in round {rounds}: {seat} {way}.",
    "game_capped": "The game stops after round {rounds}: nobody has won.",
    "city_held": "{seat} collects from {all}.",
    "production": "Production. {shares}.",
    "production as before": "Production: as in the round before.",
    "offered by several": "Offers. {shares}.",
    "picks": "Picks. {picks}.",
    "purchases": "{seat} pays {bought}.",
    "purchases and kept": "{seat} pays {bought} and keeps {kept}.",
    "nothing bought": "{seat} buys nothing and keeps {kept}.",
    "battle": "{began} {seat} counts {points}: {hits}."
    " {opponent} counts {points_back}: {hits_back}.",
    "turn_idle by several": "{seats} do nothing in their military turns.",
    "ranked": "Rank {rank}: {seat}.",
    "ranked together": "Ranks: {all}.",
}
EACH = {
    **dict.fromkeys(("collected", "offered", "kept", "returned", "paid together"), "{tokens}"),
    **{"drew_legendary": "{token}", "tile_revealed": "{tile}", "order_named": "{seat}"},
    **dict.fromkeys(("seated", "city_held", "seat_lost"), "{slot}"),
    "levels": "{seat} {trade}, {culture}, {military}",
    "ranked": "{rank} {seat}",
}
"""The part of each event that is listed in a combined sentence."""
BETWEEN = {"levels": ("; ", "; "), "ranked": (", ", ", "), "order_named": (", ", ", ")}
"""What separates the entries of a list, and the last two of them."""
LIST = (", ", " and ")
UNITS = {
    Item.LEGION: ("a legion", "{number} legions"),
    Item.TRIREME: ("a trireme", "{number} triremes"),
    Item.FORTRESS: ("a fortress", "{number} fortresses"),
}
A_COIN, COINS, GOODS_ALIKE = "a coin", "{tokens} coins", "{tokens} × {token}"
FORTRESS_ALONE = "a fortress alone"
PARTS = {
    "dice": "{points} on the dice",
    "hero": "{points} by {hero}",
    "fortress": "{points} by the fortress",
    "sea_defence": "{points} by {tile}",
}
"""What the points of a side in a battle come from."""
IN_BRACKETS = " ({parts})"
A_HERO, A_WONDER = "a hero", "a wonder"
NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
CAUSES = {0: "", 2: " by choice", 3: " by pillage", 4: " at the start"}
ENDS = {
    Way.PYRAMIDS: "has built the Pyramids",
    Way.HEROES: "has {heroes_to_win} heroes and wonders",
    Way.CITIES: "holds {cities_to_win} capitals and legendary cities",
    Way.TITLES: "holds {titles_to_win} titles",
    Way.CAPPED: "has not won",
}
AIMS = ("heroes_to_win", "cities_to_win", "titles_to_win")


def tell(event: Mapping[str, Any], rules: Rules) -> str:
    """Put one event in a sentence, or in several if it is a line of a round."""
    if event["event"] == "together":
        return " ".join(tell(part, rules) for part in event["all"])
    if event["event"] in LINES:
        return LINES[event["event"]](event, rules)
    sentence = rules.words(SENTENCES[_sentence(event)])
    fields = _fields(event, rules)
    return sentence.format_map({**fields, "all": _list_events(all_of(event), rules)})


def _production(event: Mapping[str, Any], rules: Rules) -> str:
    """Tell what each seat collects, unless it is as in the production before."""
    same = event["same"]
    if event["is_same"]:
        return rules.words(SENTENCES["production as before"])
    as_before = rules.words("as before")
    shares = [
        _of_seat(
            share["seat"],
            as_before if share["seat"] in same else _list_events(all_of(share), rules),
            rules,
        )
        for share in event["all"]
    ]
    return rules.words(SENTENCES["production"]).format(shares="; ".join(shares))


def _offers(event: Mapping[str, Any], rules: Rules) -> str:
    """Tell what each seat offers in a trade."""
    offers = [
        _of_seat(offer["seat"], _list_events(all_of(offer), rules), rules) for offer in event["all"]
    ]
    return rules.words(SENTENCES["offered by several"]).format(shares="; ".join(offers))


def _picks(event: Mapping[str, Any], rules: Rules) -> str:
    """Tell what each seat takes from each other in a trade, and the tokens handed over after it."""
    pickers: dict[int, dict[int, Counter[int]]] = {}
    for pick in _of_kind("picked", event["all"]):
        victims = pickers.setdefault(pick["seat"], {})
        victims.setdefault(pick["victim"], Counter())[pick["token"]] += 1
    taken = [
        _of_seat(
            seat,
            ", ".join(
                rules.words("{tokens} from {victim}").format(
                    tokens=_tokens(tokens, rules), victim=empire_name(victim, rules)
                )
                for victim, tokens in victims.items()
            ),
            rules,
        )
        for seat, victims in pickers.items()
    ]
    picks = [rules.words(SENTENCES["picks"]).format(picks="; ".join(taken))] if taken else []
    return " ".join(
        [*picks, *(tell(gift, rules) for gift in _of_kind("handed_over", event["all"]))]
    )


def _of_seat(seat: int, listed: str, rules: Rules) -> str:
    """Return the entry of a seat in a list of all."""
    return rules.words("{seat}: {all}").format(seat=empire_name(seat, rules), all=listed)


def _purchases(event: Mapping[str, Any], rules: Rules) -> str:
    """Tell what a seat buys in its turn, for how much, and what it keeps."""
    each = [_purchase(each, rules) for each in _of_kind("bought", event["all"])]
    bought = [_text_with_count(item, len(list(run)), rules.words) for item, run in groupby(each)]
    kept = [_list_events(all_of(each), rules) for each in _of_kind("kept", event["all"])]
    if not bought and not kept:
        return tell(event["all"][0], rules)
    sentence = "nothing bought" if not bought else "purchases and kept" if kept else "purchases"
    return rules.words(SENTENCES[sentence]).format(
        seat=empire_name(event["seat"], rules),
        bought=", ".join(bought) if kept else _join_entries(bought, rules.words),
        kept=_join_entries(kept, rules.words),
    )


def _battle(event: Mapping[str, Any], rules: Rules) -> str:
    """Tell who fights whom, the points and hits of both sides, what is lost, and how it ends."""
    parts = event["all"]
    counts = [_fields(part, rules) for part in _of_kind("counted", parts)]
    if len(counts) != 2 or _of_kind("legion_converted", parts):
        return " ".join(tell(part, rules) for part in parts)
    own, other = sorted(counts, key=lambda side: side["seat"] != _fields(event, rules)["seat"])
    first = rules.words(SENTENCES["battle"]).format(
        began=tell(parts[0], rules),
        seat=own["seat"],
        points=own["points"] + own["parts"],
        hits=own["hits"],
        opponent=other["seat"],
        points_back=other["points"] + other["parts"],
        hits_back=other["hits"],
    )
    losses = [tell(part, rules) for part in parts if part["event"] == "lost"]
    given_up = [
        tell(part, rules)
        for part in _of_kind("seat_lost", parts)
        if parts[-1]["left"][part["seat"]] > 0
    ]
    return " ".join([first, *losses, *given_up, tell(parts[-1], rules)])


def _purchase(event: Mapping[str, Any], rules: Rules) -> str:
    """Return the price of something bought, in coins and goods, and what it is."""
    words = rules.words
    paid = Counter[bool]()
    for part in event.get("paid", ()):
        paid[part["token"] == COIN] += part["tokens"]
    price = [words.number_and_noun(paid[False], "good")] if paid[False] else []
    price += [_amount(COIN, paid[True], rules)] if paid[True] else []
    if not price and event["price"]:
        price = [words.number_and_noun(event["price"], "token")]
    item = _spoken("item", event["item"], event, rules)
    sentence = words("{price} for {item}")
    return sentence.format(price=_join_entries(price, words) or words("nothing"), item=item)


def _text_with_count(text: str, times: int, words: Words) -> str:
    """Return a text, and how often it holds if more than once."""
    return text if times == 1 else words("{text} ({times} times)").format(text=text, times=times)


def _idle_seats(event: Mapping[str, Any], rules: Rules) -> str:
    """Tell who does nothing in a military turn."""
    names = [empire_name(each["seat"], rules) for each in event["all"]]
    sentence = rules.words(SENTENCES["turn_idle by several"])
    return sentence.format(seats=_join_entries(names, rules.words))


def _tokens(tokens: Mapping[int, int], rules: Rules) -> str:
    amounts = [_amount(token, number, rules) for token, number in tokens.items()]
    return _join_entries(amounts, rules.words)


def _of_kind(kind: str, events: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [event for event in events if event["event"] == kind]


LINES: dict[str, Callable[[Mapping[str, Any], Rules], str]] = {
    "production": _production,
    "offered by several": _offers,
    "picks": _picks,
    "purchases": _purchases,
    "battle": _battle,
    "turn_idle by several": _idle_seats,
}
"""Functions that word the lines of a round which are no event of the game."""


def _fields(event: Mapping[str, Any], rules: Rules) -> dict[str, str]:
    """Return the fields of an event in words."""
    fields = {name: _spoken(name, value, event, rules) for name, value in event.items()}
    if event["event"] == "counted":
        fields["parts"] = _parts(event, rules)
    return {**fields, "count": _number_word(len(all_of(event)), rules.words).capitalize()}


def _list_events(events: Sequence[Mapping[str, Any]], rules: Rules) -> str:
    """Return the words for each of some events of a kind, as a list."""
    kind = events[0]["event"]
    each = [EACH.get(kind, "").format_map(_fields(event, rules)) for event in events]
    return _join_entries(each, rules.words, BETWEEN.get(kind, LIST))


def _join_entries(entries: Sequence[str], words: Words, between: tuple[str, str] = LIST) -> str:
    comma, last = between
    return words(last).join(filter(None, [comma.join(entries[:-1]), *entries[-1:]]))


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
        case {"event": "legion_converted", "legions": 0}:
            return "legion_sent_home"
        case {"event": "legion_moved", "by_sea": by_sea}:
            return _together(event, f"legion_moved by {'sea' if by_sea else 'land'}")
        case {"event": "order_named", "position": position, "all": _} if position:
            return "order_named later"
        case {"event": "battle_began", "at_sea": at_sea}:
            return f"battle_began {'at sea' if at_sea else 'on land'}"
        case {"event": "battle_ended"}:
            return f"battle_ended {_end_of_battle(event)}"
        case {"event": "title_taken", "seat": seat, "previous": previous} if seat == previous:
            return "title_kept"
        case {"event": "game_over", "way": Way.CAPPED}:
            return "game_capped"
    return _together(event, str(event["event"]))


def _together(event: Mapping[str, Any], sentence: str) -> str:
    """Return the name of a sentence, or of that for folded events where there is one."""
    together = f"{sentence} together"
    is_folded = not {"all", "paid", "rolled"}.isdisjoint(event)
    return together if is_folded and together in SENTENCES else sentence


def _end_of_battle(event: Mapping[str, Any]) -> str:
    """Return how a battle ended, by the units left on both sides."""
    own, others = event["left"][event["seat"]], event["left"][event["opponent"]]
    if own > 0 and others > 0:
        return "at sea" if event["at_sea"] else "at war"
    if own > 0 or others > 0:
        return "for seat" if own > 0 else "for opponent"
    return "for nobody"


def _spoken(name: str, value: Any, event: Mapping[str, Any], rules: Rules) -> str:
    """Return one field of an event in words."""
    match name:
        case "seat" | "victim" | "leader" | "owner" | "opponent" | "previous":
            return empire_name(value, rules)
        case "to" if event["event"] == "handed_over":
            return empire_name(value, rules)
        case "decider":
            return _decider(value, rules)
        case "token" if value is None:
            return rules.words("a legendary good")
        case "token" | "for":
            return rules.words(A_COIN) if value == COIN else token_name(value, rules)
        case "tokens" if "token" in event:
            return _amount(event["token"], value, rules)
        case "paid":
            return _list_events(value, rules)
        case "rolled":
            return _join_entries([str(face) for face in value], rules.words)
        case "attackers" | "defenders":
            return _force(name, event, rules.words)
        case "item":
            return item_name(event["item"], event["place"], event["slot"], rules)
        case "tile":
            return tile_name(value, rules)
        case "province" | "from" | "to":
            return province_name(value, rules)
        case "sea" | "from_sea" | "to_sea":
            return sea_name(value, rules)
        case "place":
            return _place(event, rules)
        case "chip":
            return chip_name(value, rules)
        case "slot":
            return _slot(event, rules)
        case "hits":
            return _hits(event, rules)
        case "way":
            return rules.words(ENDS[value]).format_map({aim: rules.row[0][aim] for aim in AIMS})
    return _number(name, value, event, rules.words)


def _number(name: str, value: int, event: Mapping[str, Any], words: Words) -> str:
    """Return a field in words that mean the same under all rules."""
    match name:
        case "tokens" if event["event"] == "chip_used":
            return words.number_and_noun(value, "token")
        case "picks" | "points":
            return words.number_and_noun(value, name.removesuffix("s"))
        case "units":
            return _units(event["unit"], value, words)
        case "position":
            return str(value + 1)
        case "track":
            return words(TRACKS[value].title())
    return str(value)


def _decider(seat: int, rules: Rules) -> str:
    if seat == NOBODY:
        return ""
    return rules.words(": {seat} decides the tie").format(seat=empire_name(seat, rules))


def _amount(token: int, tokens: int, rules: Rules) -> str:
    """Return a number of tokens of one kind in words."""
    if token == COIN:
        return rules.words(A_COIN if tokens == 1 else COINS).format(tokens=tokens)
    good = token_name(token, rules)
    return good if tokens == 1 else GOODS_ALIKE.format(tokens=tokens, token=good)


def _units(unit: int, units: int, words: Words) -> str:
    one, several = UNITS[Item(unit)]
    return words(one if units == 1 else several).format(number=_number_word(units, words))


def _number_word(number: int, words: Words) -> str:
    return words(NUMBERS[number]) if number < len(NUMBERS) else str(number)


def _force(side: str, event: Mapping[str, Any], words: Words) -> str:
    """Return the units on one side of a battle."""
    seat = event["seat" if side == "attackers" else "opponent"]
    has_fortress = event["fortress"] == seat
    if has_fortress and event[side] == 0:
        return words(FORTRESS_ALONE)
    units = _units(Item.TRIREME if event["at_sea"] else Item.LEGION, event[side], words)
    return _join_entries([units, _units(Item.FORTRESS, 1, words)], words) if has_fortress else units


def _parts(event: Mapping[str, Any], rules: Rules) -> str:
    """Return what the points of a side come from, unless all are on the dice."""
    added = {name: event[name] for name in ("hero", "fortress", "sea_defence") if event[name]}
    if not added:
        return ""
    points = {"dice": event["points"] - sum(added.values()), **added}
    names = {"hero": _hero(event["seat"], rules), "tile": _sea_defence(rules)}
    parts = [rules.words(PARTS[part]).format(points=n, **names) for part, n in points.items() if n]
    return IN_BRACKETS.format(parts=", ".join(parts))


def _hero(seat: int, rules: Rules) -> str:
    """Return the starting hero of a seat, if it is one that adds to dice."""
    row = in_rank(rules.components, "empires", "empire", EMPIRES)[seat]
    is_it = row["power"] in ("attack_dice", "defence_dice")
    return rules.words(str(row["hero"]) if is_it else A_HERO)


def _sea_defence(rules: Rules) -> str:
    """Return the tile that adds points against an attack by sea."""
    rows = in_rank(rules.components, "tiles", "tile", TILES)
    tiles = [tile for tile, row in enumerate(rows) if row["power"] == "sea_defence"]
    return tile_name(tiles[0], rules) if len(tiles) == 1 else rules.words(A_WONDER)


def _place(event: Mapping[str, Any], rules: Rules) -> str:
    """Return where something bought stands or a battle is fought."""
    match event:
        case {"item": Item.TILE | Item.PYRAMIDS}:
            return ""
        case {"item": Item.TRIREME} | {"unit": Item.TRIREME} | {"at_sea": 1}:
            return sea_name(event["place"], rules)
    return province_name(event["place"], rules)


def _slot(event: Mapping[str, Any], rules: Rules) -> str:
    """Return the building or the marker that an event is about, or that a legion comes from."""
    if event["slot"] == NOTHING:
        return ""
    place = next(event[name] for name in ("province", "from", "place") if name in event)
    is_left = event["event"] in ("legion_moved", "converting")
    sentence = rules.words(", off the {building}" if is_left else "the {building}")
    return sentence.format(building=building_name(place, event["slot"], rules))


def _hits(event: Mapping[str, Any], rules: Rules) -> str:
    """Return the hits of a side by its points, and how many of them a fortress cancels."""
    hits = event["points"] // rules.row[0]["hit_divisor"]
    cancelled = hits - event["hits"]
    counted = rules.words.number_and_noun(hits, "hit")
    if not cancelled:
        return counted
    return counted + rules.words(", of which the fortress cancels {hits}").format(hits=cancelled)


def legend(rules: Rules) -> dict[str, Any]:
    """Return what the numbers in events stand for: empires, tokens, places, slots, tiles …"""
    components = rules.components
    return {
        "empires": in_rank(components, "empires", "empire", EMPIRES),
        "tokens": [token_name(token, rules) for token in range(TOKENS)],
        "provinces": components.tables["provinces"],
        "seas": components.tables["seas"],
        "caravan_sites": _describe_sites(rules, "caravan_sites"),
        "city_sites": _describe_sites(rules, "city_sites"),
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


def _describe_sites(rules: Rules, sites: str) -> list[dict[str, Any]]:
    """Return the sites of a kind, each with its slot."""
    return [{**row, "slot": slot} for row, slot in with_slots(rules.components, sites)]
