"""A table of Mare Nostrum arranged by hand and played in words.

A province is described by its owner, what stands in it, and units: `apulia="rome oil tarentum
market fortress rome:2 carthage@oil"` has Rome's marker, a caravan for oil, the city of Tarentum, a
market, a fortress, two free legions of Rome, and one of Carthage on the caravan. A province that
nobody owns begins with `nobody`. Units at sea are written `rome:2 carthage`, tokens `wine:2 coin`;
a legendary good is called `legendary_wine`. Everything else is called as in the data files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.journal import events, new_journal
from simlab.engine.record import Ints, clear, new, row_of
from simlab.engine.rng import STREAM, seed_table
from simlab.game import Rules
from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.board import with_slots
from simlab.games.mare_nostrum.choices import parts
from simlab.games.mare_nostrum.rules.claims import begin_claims
from simlab.games.mare_nostrum.rules.military import begin_military_turn
from simlab.games.mare_nostrum.rules.production import begin_production
from simlab.games.mare_nostrum.rules.purchase import begin_buying_turn, take_tile
from simlab.games.mare_nostrum.rules.round import proceed
from simlab.games.mare_nostrum.rules.step import begin_step
from simlab.games.mare_nostrum.state import (
    EMPIRES,
    FEWEST_PLAYERS,
    GOODS,
    ITEMS,
    LEGENDARY,
    MARKER,
    MARKET,
    NOBODY,
    TEMPLE,
    TILES,
    TRACKS,
    WAYS,
    Asks,
    Item,
    Source,
    Step,
)

SEED = 1914

TOKEN_NAMES = (*GOODS, "coin", *(f"legendary_{good}" for good in GOODS))
SPECIAL_SLOTS = {MARKET: "market", TEMPLE: "temple", MARKER: "marker"}
WORDS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("seat", "victim", "leader", "opponent"), EMPIRES),
    **dict.fromkeys(("owner", "previous", "decider"), EMPIRES),
    **dict.fromkeys(("token", "for"), TOKEN_NAMES),
    **dict.fromkeys(("item", "unit"), ITEMS),
    **dict.fromkeys(("at_sea", "chip", "attackers", "defenders"), ()),
    **dict.fromkeys(("hero", "fortress", "sea_defence"), ()),
    "by_sea": ("", "by_sea"),
    "cause": ("production", "", "chosen", "pillage", "start"),
    "tile": TILES,
    "track": TRACKS,
    "way": ("", *WAYS, "capped"),
}
"""What the numbers in events stand for, by field; those of no names are left out."""

VERBS = {
    "take_coin": "take a coin",
    "take_legendary": "take a legendary good",
    "choose_good": "choose {token}",
    "chip": "trade {tokens}",
    "offer": "offer {token}",
    "pick": "pick {token} from {seat}",
    "hand_over": "hand over {token}",
    "no_swap": "swap nothing",
    "swap_give": "give {token}",
    "swap_take": "take {token}",
    "buyer": "buyer {seat}",
    "end_buying": "end buying",
    "buy_marker": "marker {province}",
    "buy_caravan": "caravan {site}",
    "buy_city": "city {site}",
    "buy_market": "market {province}",
    "buy_temple": "temple {province}",
    "buy_legion": "legion {province}",
    "buy_trireme": "trireme {sea}",
    "buy_fortress": "fortress {province}",
    "buy_tile": "tile {tile}",
    "buy_pyramids": "pyramids",
    "free_marker": "free marker {province}",
    "free_legion": "free legion {province}",
    "pay": "pay {token}",
    "end_keeping": "end keeping",
    "keep": "keep {token}",
    "order": "turn {seat}",
    "end_conversions": "end conversions",
    "convert": "convert {province}",
    "end_sea_moves": "end sea moves",
    "move_trireme": "sail {sea} {to_sea}",
    "end_sea_battles": "end sea battles",
    "fight_at_sea": "fight {sea} {opponent}",
    "end_legion_moves": "end legion moves",
    "move_legion": "march {province} {to}",
    "name_sea": "name {sea}",
    "leave_seat": "leave {slot}",
    "fight_on_land": "fight {province} {opponent}",
    "roll": "roll",
    "convert_legion": "win over",
    "lose_seat": "lose {slot}",
    "leave_be": "leave be",
    "pillage": "pillage {slot}{drawn}",
    "occupy": "occupy",
    "begin_conversion": "begin conversion",
    "end_seating": "end seating",
    "seat": "seat {slot}",
    "take_marker_from": "step from {slot}",
    "title": "title {seat}",
}
"""Each kind of choice as it is written in tests, shorter than the game describes it."""
IDLE = (
    *("swap nothing", "end buying", "end keeping", "end conversions", "end sea moves"),
    *("end sea battles", "end legion moves", "end seating", "leave be"),
)
"""What one chooses to do no more in a step."""


@cache
def loaded(changes: tuple[tuple[str, object], ...]) -> Rules:
    return GAME.load(patch=dict(changes))


class Table:
    """The records that the kernels of the rules work on, and words for what lies in them."""

    def __init__(self, players: int, deal: int, patch: Mapping[str, object]) -> None:
        self.loaded = loaded(tuple(patch.items()))
        self.rules = row_of(self.loaded.row)
        self.states = new(GAME.state_row)
        self.state = row_of(self.states)
        self.journal = new_journal(listening=True)
        self.rng = np.zeros((len(Source), STREAM), np.uint64)
        seed_table(self.rng, SEED, deal)
        GAME.setup(self.rules, self.state, players, self.rng, row_of(self.journal))
        self.provinces = self.keys("provinces", "province")
        self.seas = self.keys("seas", "sea")
        self.sites = self.names_of_sites()

    def keys(self, table: str, key: str) -> list[str]:
        return [str(row[key]) for row in self.loaded.components.tables[table]]

    def names_of_sites(self) -> dict[tuple[int, int], str]:
        """Return the names of building sites: the good of a caravan, the key of a city."""
        names = {}
        for sites, column in (("caravan_sites", "good"), ("city_sites", "site")):
            for row, slot in with_slots(self.loaded.components, sites):
                names[self.provinces.index(str(row["province"])), slot] = str(row[column])
        return names

    # ---- arranging ----

    def clear(self) -> None:
        """Leave an empty board, empty hands and full pools, and forget what happened."""
        for there in self.state.provinces:
            there.owner = there.occupant = NOBODY
            there.built = there.fortress = there.seated = 0
            there.legions[:] = 0
        self.state.triremes[:] = 0
        self.state.supply[:] = self.rules.supply
        for player in self.state.players:
            for pool in ("markers", "legions", "triremes", "fortresses"):
                player[pool] = self.rules[pool]
            for tokens in ("hand", "seen"):
                player[tokens][:] = 0
            player.n_hand = 0
            player.levels[:] = 0
            clear(player.tally)
            for since_setup in ("title_rounds", "tile_round", "nearest"):
                player[since_setup] = 0
        self.forget()

    def begin_again(self, states: npt.NDArray[Any]) -> None:
        """Return to how everything stood when `states` was copied, but not to the same chance."""
        self.states[:] = states
        self.forget()

    def forget(self) -> None:
        """Forget what happened so far."""
        self.journal["used"] = 0

    def settle(self, name: str, description: str) -> None:
        """Put into a province what its description says, units taken from their pools."""
        there = self.there(name)
        owner, *pieces = description.split()
        if owner != "nobody":
            there.owner = EMPIRES.index(owner)
            self.player(owner).markers -= 1
        for piece in pieces:
            self.put(name, piece)
        assert self.described(name) == description, (
            f'"{description}" becomes {self.described(name)}'
        )

    def put(self, name: str, piece: str) -> None:
        """Put a building, a fortress, a seated legion or some free ones into a province."""
        there = self.there(name)
        if "@" in piece:
            empire, slot = piece.split("@")
            self.raise_legions(name, empire, 1)
            there.occupant = EMPIRES.index(empire)
            there.seated |= 1 << self.slot(name, slot)
        elif piece == "fortress":
            there.fortress = 1
            self.state.players[there.owner].fortresses -= 1
        elif piece.partition(":")[0] in EMPIRES:
            for empire, n in counted(piece).items():
                self.raise_legions(name, empire, n)
        else:
            there.built |= 1 << self.slot(name, piece)

    def raise_legions(self, name: str, empire: str, n: int) -> None:
        """Put legions of the pool into a province."""
        self.there(name).legions[EMPIRES.index(empire)] += n
        self.player(empire).legions -= n
        assert self.player(empire).legions >= 0, f"{empire} has fewer legions"

    def launch(self, sea: str, ships: str) -> None:
        """Put triremes of the pools into a sea."""
        for empire, n in counted(ships).items():
            self.state.triremes[self.seas.index(sea), EMPIRES.index(empire)] += n
            self.player(empire).triremes -= n
            assert self.player(empire).triremes >= 0, f"{empire} has fewer triremes"

    def give(self, empire: str, tokens: str) -> None:
        """Put tokens behind a screen, out of the supply or the pile, for all to see."""
        player = self.player(empire)
        for name, n in counted(tokens).items():
            token = TOKEN_NAMES.index(name)
            player.hand[token] += n
            player.seen[token] += n
            player.n_hand += n
            if token < LEGENDARY:
                self.state.supply[token] -= n
                assert self.state.supply[token] >= 0, f"there is not so much {name}"
            else:
                self.state.legendary_pile &= ~(1 << (token - LEGENDARY))

    def give_tiles(self, empire: str, tiles: str) -> None:
        """Give an empire heroes and wonders; what lies face up is to be arranged after this."""
        for tile in tiles.split():
            take_tile(self.rules, self.state, EMPIRES.index(empire), TILES.index(tile))
        self.state.tiles_bought = 0

    def lay_tiles(self, tiles: str) -> None:
        """Lay these tiles face up, and no others; the pile is what is left."""
        owned = sum(int(player.tiles) for player in self.state.players)
        self.state.tile_row = set_of(tiles, TILES)
        self.state.tile_pile = (1 << len(TILES)) - 1 & ~owned & ~self.state.tile_row

    def pile_legendary(self, goods: str) -> None:
        """Make the pile of legendary goods of these, and leave no discards."""
        self.state.legendary_pile = set_of(goods, GOODS)
        self.state.legendary_discards = 0

    # ---- the chapters of a round ----

    def produces(self) -> Table:
        """Go on to the production."""
        begin_production(self.rules, self.state)
        return self.goes_on()

    def trades(self) -> Table:
        """Go on to the trade, where a chip is chosen."""
        return self.at(Step.CHIP)

    def buys(self, empire: str) -> Table:
        """Go on to the buying turn of an empire, the first of this round."""
        self.state.waiting = self.everybody()
        begin_buying_turn(self.state, EMPIRES.index(empire), row_of(self.journal))
        return self.goes_on()

    def names_buyers(self) -> Table:
        """Go on to the purchase, where the Culture leader names the first buyer."""
        return self.at(Step.NAME_BUYER, self.everybody())

    def names_order(self) -> Table:
        """Go on to the military chapter, where its leader names the order."""
        self.state.n_ordered = 0
        return self.at(Step.ORDER, self.everybody())

    def marches(self, *order: str) -> Table:
        """Go on to the first military turn in an order; those not named come last."""
        seats = [EMPIRES.index(empire) for empire in order]
        seats += [seat for seat in range(self.state.n_players) if seat not in seats]
        self.state.order[: len(seats)] = seats
        self.state.n_ordered = len(seats)
        self.state.waiting = 0
        begin_military_turn(self.state, 0, row_of(self.journal))
        return self.goes_on()

    def claims(self) -> Table:
        """Go on to the claims; the order of turns is that of the seats, if none was named."""
        if self.state.order[0] == NOBODY:
            self.state.order[: self.state.n_players] = range(self.state.n_players)
        begin_claims(self.state)
        return self.goes_on()

    def at(self, step: Step, waiting: int = 0) -> Table:
        begin_step(self.state, int(step), waiting)
        return self.goes_on()

    def goes_on(self) -> Table:
        """Go on to the next decision."""
        self.state.asks = Asks.NOBODY
        proceed(self.rules, self.state, self.rng, row_of(self.journal))
        return self

    def everybody(self) -> int:
        return (1 << int(self.state.n_players)) - 1

    # ---- playing ----

    def play(self, *choices: str) -> Table:
        """Make some choices, each of which must be on the menu."""
        for words in choices:
            menu = self.menu()
            assert words in menu, f'"{words}" is not on the menu: {", ".join(menu)}'
            choice = int(self.codes()[menu.index(words)])
            GAME.apply(self.rules, self.state, choice, self.rng, row_of(self.journal))
        return self

    def buy(self, thing: str, tokens: str) -> Table:
        """Buy a thing and pay with these tokens."""
        self.play(thing)
        for token, n in counted(tokens).items():
            self.play(*[f"pay {token}"] * n)
        return self

    def idle(self, *until: str) -> Table:
        """Do nothing as long as one may, or until a choice can be made that begins so."""
        while not self.can(until):
            idle = [words for words in self.menu() if words in IDLE]
            if not idle:
                break
            self.play(idle[0])
        assert not until or self.can(until), f"never: {until}; now {self.menu()}"
        return self

    def sit_out(self) -> Table:
        """Go on to the next round with as little as the rules allow."""
        rounds = int(self.state.rounds)
        while self.state.rounds == rounds and not self.is_over():
            self.do_little()
        return self

    def do_little(self) -> None:
        """Choose to do nothing and to keep a title, or else the first thing on the menu."""
        menu, idle = self.menu(), (*IDLE, f"title {self.decider()}")
        self.play(next((words for words in menu if words in idle), menu[0]))

    def can(self, beginnings: tuple[str, ...]) -> bool:
        """Say whether a choice that begins so is on the menu."""
        return any(words.startswith(beginnings) for words in self.menu())

    def menu(self) -> list[str]:
        """Return what is on the menu, nothing when the game is over."""
        return [self.in_words(int(choice)) for choice in self.codes()]

    def offers(self, verb: str) -> list[str]:
        """Return what is on the menu for one verb, which is left out."""
        menu = [words.partition(" ") for words in self.menu()]
        return [object_ for first, _, object_ in menu if first == verb]

    def codes(self) -> Ints:
        """Return the menu as numbers."""
        if self.is_over():
            return np.zeros(0, np.int64)
        menu = np.zeros(GAME.longest_menu, np.int64)
        return menu[: GAME.legal(self.rules, self.state, menu)]

    def in_words(self, choice: int) -> str:
        """Return a choice as it is written in tests, such as `march latium apulia`."""
        numbers = parts(choice)
        words = {name: self.named(name, number) for name, number in numbers.items()}
        if "face" in numbers:
            words["tokens"] = str(self.rules.chips[numbers["chip"], numbers["face"]])
        if "slot" in numbers and "province" in numbers:
            words["site"] = self.sites[numbers["province"], numbers["slot"]]
        return VERBS[GAME.kind(choice)].format_map(words)

    def named(self, part: str, number: int) -> str:
        """Return one of the numbers of a choice in words."""
        match part:
            case "token":
                return name_at(TOKEN_NAMES, number)
            case "seat" | "opponent":
                return name_at(EMPIRES, number)
            case "province" | "to":
                return name_at(self.provinces, number)
            case "sea" | "to_sea":
                return name_at(self.seas, number)
            case "tile":
                return name_at(TILES, number)
            case "slot":
                return self.name_of_slot(int(self.place_of_slots()), number)
            case "drawn":
                return " to draw" * number
        return str(number)

    def place_of_slots(self) -> Any:
        """Return the province that a choice between slots is about."""
        is_battle = self.state.asks == Asks.LOSE_SEAT
        return self.state.battle_place if is_battle else self.state.target

    # ---- looking ----

    def there(self, province: str) -> Any:
        return self.state.provinces[self.provinces.index(province)]

    def player(self, empire: str) -> Any:
        return self.state.players[EMPIRES.index(empire)]

    def slot(self, province: str, name: str) -> int:
        """Return the slot of a province that a building or `marker` takes."""
        number = self.provinces.index(province)
        names = {self.name_of_slot(number, slot): slot for slot in range(MARKER + 1)}
        return names[name]

    def name_of_slot(self, province: int, slot: int) -> str:
        return SPECIAL_SLOTS.get(slot) or self.sites.get((province, slot), "none")

    def described(self, province: str) -> str:
        """Return what is in a province as it is described for arranging."""
        return " ".join(self.pieces(province))

    def pieces(self, province: str) -> Iterator[str]:
        number, there = self.provinces.index(province), self.there(province)
        yield "nobody" if there.owner == NOBODY else EMPIRES[there.owner]
        yield from (self.name_of_slot(number, slot) for slot in members(there.built))
        yield from ["fortress"] * int(there.fortress)
        for seat, empire in enumerate(EMPIRES):
            seated = members(there.seated) if there.occupant == seat else []
            yield from listed([(empire, int(there.legions[seat]) - len(seated))])
            yield from (f"{empire}@{self.name_of_slot(number, slot)}" for slot in seated)

    def ships(self, sea: str) -> str:
        """Return the triremes in a sea."""
        ships = self.state.triremes[self.seas.index(sea)].tolist()
        return " ".join(listed(zip(EMPIRES, ships, strict=True)))

    def hand(self, empire: str) -> str:
        """Return the tokens behind a screen."""
        player = self.player(empire)
        assert player.n_hand == sum(player.hand), f"{empire}'s tokens are counted wrong"
        return " ".join(listed(zip(TOKEN_NAMES, player.hand.tolist(), strict=True)))

    def supply(self, token: str) -> int:
        return int(self.state.supply[TOKEN_NAMES.index(token)])

    def pool(self, empire: str) -> tuple[int, int, int, int]:
        """Return the markers, legions, triremes and fortresses in the pool of an empire."""
        player = self.player(empire)
        return player.markers, player.legions, player.triremes, player.fortresses

    def levels(self, empire: str) -> list[int]:
        levels: list[int] = self.player(empire).levels.tolist()
        return levels

    def titles(self) -> list[str]:
        """Return who holds the titles of Trade, Culture and Military."""
        return [EMPIRES[seat] for seat in self.state.titles]

    def row(self) -> list[str]:
        """Return the tiles face up."""
        return [TILES[tile] for tile in members(self.state.tile_row)]

    def decider(self) -> str:
        """Return who is to decide."""
        return EMPIRES[GAME.next_seat(self.rules, self.state)]

    def is_over(self) -> bool:
        return bool(GAME.next_seat(self.rules, self.state) < 0)

    def happened(self, *kinds: str) -> list[str]:
        """Return the events of some kinds, in order: the name, then the numbers in words."""
        event_words = (self.event_words(event.tolist()) for event in events(self.journal))
        return [event for event in event_words if event.split()[0] in kinds]

    def event_words(self, event: Sequence[int]) -> str:
        """Return an event in words, such as `bought rome marker sicilia 3`."""
        kind = GAME.events[event[0]]
        fields = dict(zip(kind.fields, event[1:], strict=False))
        words = (self.field_in_words(name, number, fields) for name, number in fields.items())
        return " ".join([kind.name, *filter(None, words)])

    def field_in_words(self, name: str, number: int, fields: Mapping[str, int]) -> str:
        """Return one number of an event in words; nothing, if it stands for nothing."""
        if name in WORDS:
            return name_at(WORDS[name], number)
        match name:
            case "to" if "token" in fields:
                return name_at(EMPIRES, number)
            case "province" | "from" | "to":
                return name_at(self.provinces, number)
            case "sea" | "from_sea" | "to_sea":
                return name_at(self.seas, number)
            case "place":
                return self.name_of_place(number, fields)
            case "slot":
                return self.name_of_event_slot(number, fields)
        return str(number)

    def name_of_place(self, number: int, fields: Mapping[str, int]) -> str:
        """Return the name of a province, a sea, or a tile."""
        if fields.get("item") == Item.TILE:
            return TILES[number]
        if fields.get("item") == Item.PYRAMIDS:
            return ""
        is_sea = Item.TRIREME in (fields.get("item"), fields.get("unit")) or fields.get("at_sea")
        return name_at(self.seas if is_sea else self.provinces, number)

    def name_of_event_slot(self, slot: int, fields: Mapping[str, int]) -> str:
        """Return the name of a slot of the province that an event is about."""
        province = fields.get("province", fields.get("from", fields.get("place", 0)))
        return "" if slot < 0 else self.name_of_slot(province, slot)

    def hidden_from(self, empire: str) -> Table:
        """Deal again what an empire cannot see."""
        GAME.hide(self.rules, self.state, EMPIRES.index(empire), self.rng)
        return self

    def outcome(self) -> Any:
        """Return the row that is reported of the game as it stands."""
        row = row_of(new(GAME.outcome_row))
        GAME.outcome(self.rules, self.state, self.is_over(), row)
        return row

    def seat(self, empire: str) -> Any:
        """Return what is reported of one empire."""
        return self.outcome().seats[EMPIRES.index(empire)]


def members(numbers: int) -> list[int]:
    """Return the members of a set kept as bits."""
    return [number for number in range(64) if int(numbers) >> number & 1]


def set_of(words: str, names: Sequence[str]) -> int:
    return sum(1 << names.index(word) for word in words.split())


def counted(words: str) -> dict[str, int]:
    """Return how many there are of each, as in `wine:2 coin`."""
    parts = (word.partition(":") for word in words.split())
    return {name: int(n or 1) for name, _, n in parts}


def listed(pieces: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield what there is of each as `wine:2` or `coin`."""
    for name, n in pieces:
        if n:
            yield name if n == 1 else f"{name}:{n}"


def name_at(names: Sequence[str], number: int) -> str:
    """Return a name by its number, nothing if there is none of this number."""
    return names[number] if 0 <= number < len(names) else ""


def fresh_table(players: int = FEWEST_PLAYERS, deal: int = 0, **patch: object) -> Table:
    """Return a table after setup."""
    return Table(players, deal, patch)


def table(
    *,
    players: int = FEWEST_PLAYERS,
    land: Mapping[str, str] | None = None,
    seas: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    tiles: Mapping[str, str] | None = None,
    row: str = "",
    legendary: str | None = None,
    levels: Mapping[str, tuple[int, int, int]] | None = None,
    titles: Sequence[str] = ("carthage", "greece", "rome"),
    rounds: int = 2,
    deal: int = 0,
    **patch: object,
) -> Table:
    """Return a table with nothing on it but what is named, in mid-round.

    `tiles` are those owned, `row` those face up, `legendary` the goods of the legendary pile;
    `levels` are those of the last update, `titles` in the order of the tracks.
    """
    arranged = Table(players, deal, patch)
    arranged.clear()
    for province, description in (land or {}).items():
        arranged.settle(province, description)
    for sea, ships in (seas or {}).items():
        arranged.launch(sea, ships)
    for empire, names in (tiles or {}).items():
        arranged.give_tiles(empire, names)
    arranged.lay_tiles(row)
    if legendary is not None:
        arranged.pile_legendary(legendary)
    for empire, tokens in (hands or {}).items():
        arranged.give(empire, tokens)
    for empire, heights in (levels or {}).items():
        arranged.player(empire).levels[:] = heights
    arranged.state.titles[:] = [EMPIRES.index(empire) for empire in titles]
    arranged.state.rounds = rounds
    return arranged


def box(**tokens: int) -> dict[str, Any]:
    """Return the patch that puts numbers of tokens of some goods into the box."""
    return {f"goods.{good}.tokens": n for good, n in tokens.items()}


def dice(where: str, *faces: int) -> dict[str, Any]:
    """Return the patch that puts these faces, repeated as needed, on the land or the sea die."""
    each = faces * 6
    return {f"dice.{where}.face_{n}": each[n - 1] for n in range(1, 7)}
