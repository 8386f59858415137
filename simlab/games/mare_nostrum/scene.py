"""The table of Mare Nostrum as a scene: provinces and seas with their pieces, tokens and tiles."""

from collections.abc import Iterator
from typing import Any

from simlab.game.components.table import Row as TableRow
from simlab.game.definition import Rules
from simlab.game.scene import Card, Deck, Hand, Link, Piece, PieceKind, Place, Scene, Seat, Value
from simlab.games.mare_nostrum.board import in_rank, rows_in_play, with_slots
from simlab.games.mare_nostrum.map import links as map_links
from simlab.games.mare_nostrum.names import building_name, chip_name, item_name, token_name
from simlab.games.mare_nostrum.rules.payment import n_paid
from simlab.games.mare_nostrum.state import (
    EMPIRES,
    LEGENDARY,
    MARKET,
    NOBODY,
    TEMPLE,
    TILES,
    TRACKS,
    Asks,
    Step,
)

SCALE_X, SCALE_Y = 9.3, 7.6
"""Pixels of a unit of the map; the boxes do not touch at this scale."""
WIDTHS, HEIGHT, SEA = (88, 112), 70, (90, 66)
"""Pixels: width of a province with few and with many sites, its height; size of a sea."""
FEW_SITES = 3
LINKS = {"land": "path", "strait": "strait", "sea link": "sea", "coast": "coast"}
"""Kinds of links of the map, by the lines that are drawn."""
SITE_LINE, UNIT_LINE = 0, 1
UNITS = (
    ("legions", "legion", "card"),
    ("triremes", "trireme", "ship"),
    ("fortresses", "fortress", "bar"),
)
"""Rule value with their number, name and shape."""
(MARK, LEGION, TRIREME, FORTRESS, CARAVAN, GREAT_CITY, LEGENDARY_CITY, TOWN, SHOP, SHRINE) = range(
    10
)
"""Numbers of the kinds of pieces; those of building sites follow by the same order."""
BUILDINGS = (
    ("caravan", "disc"),
    ("capital", "tower"),
    ("legendary city", "diamond"),
    ("city", "house"),
    ("market", "square"),
    ("temple", "triangle"),
)
SITES = len(BUILDINGS)
"""What to add to the number of a building's kind for that of its empty site."""
LATER_KINDS = {MARKET: (SHOP, "M"), TEMPLE: (SHRINE, "T")}
CITY_KINDS = {"capital": GREAT_CITY, "legendary": LEGENDARY_CITY, "regular": TOWN}
CHAPTERS = {
    **dict.fromkeys((Step.COLLECT_CHOICES, Step.COLLECT), "production"),
    **dict.fromkeys((Step.CHOOSE_GOODS, Step.DRAW_LEGENDARY), "production"),
    **dict.fromkeys((Step.CHIP, Step.OFFERS, Step.PICKS, Step.HAND_OVER, Step.SWAP), "trade"),
    **dict.fromkeys((Step.NAME_BUYER, Step.BUYING, Step.KEEPING), "purchase"),
    Step.CLAIMS: "claims",
}
"""Part of the round by step; the other steps are military."""


def scene(state: Any, rules: Rules) -> Scene:
    """Return the map with its pieces, tokens and tiles of each empire, supply and decks."""
    provinces = _members(int(state.in_play))
    numbers = {province: place for place, province in enumerate(provinces)}
    seas = range(len(numbers), len(numbers) + int(rules.row[0]["n_seas"]))
    return Scene(
        seats=tuple(_seat(seat, state, rules) for seat in range(int(state.n_players))),
        turn=int(state.seat) if state.asks not in (Asks.NOBODY, Asks.OVER) else None,
        values=tuple(_values(state, rules)),
        places=tuple(_places(provinces, rules)),
        links=tuple(_links(numbers, seas, rules)),
        kinds=tuple(_kinds(rules)),
        pieces=(*_land(state, numbers, rules), *_triremes(state, seas)),
        common=(
            Hand(rules.words("Heroes and wonders on offer"), _tiles(int(state.tile_row), rules)),
            Hand(rules.words("Supply"), _tokens(state.supply, rules)),
        ),
        decks=tuple(_decks(state, rules)),
    )


def _members(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def _places(provinces: list[int], rules: Rules) -> Iterator[Place]:
    """Yield provinces and seas at the positions of the map."""
    rows, sites = rules.components.tables["provinces"], rules.row[0]["sites"]
    for province in provinces:
        width = WIDTHS[int(sites[province]).bit_count() > FEW_SITES]
        yield Place(str(rows[province]["name"]), *_position(rows[province]), width, HEIGHT)
    for row in rules.components.tables["seas"]:
        yield Place(str(row["name"]), *_position(row), *SEA, shape="oval", colour="blue")


def _position(row: TableRow) -> tuple[int, int]:
    """Return where the map has a row, in pixels; y grows downwards."""
    return round(int(row["x"]) * SCALE_X), round(-int(row["y"]) * SCALE_Y)


def _links(numbers: dict[int, int], seas: range, rules: Rules) -> Iterator[Link]:
    """Yield the links of the map between places in play, by their numbers in the scene."""
    keys = [row["province"] for row in rules.components.tables["provinces"]]
    drawn = [keys.index(row["province"]) for row in rows_in_play(rules.components, "provinces")]
    places = [*(numbers.get(province) for province in drawn), *seas]
    for link in map_links(rules.components):
        one, other = places[link.one], places[link.other]
        if one is not None and other is not None:
            yield Link(one, other, LINKS[link.kind])


def _kinds(rules: Rules) -> Iterator[PieceKind]:
    """Yield the kinds of pieces, in the order of their numbers."""
    words, row = rules.words, rules.row[0]
    yield PieceKind(words("control marker"), "fill", each=int(row["markers"]))
    for number, name, shape in UNITS:
        yield PieceKind(words(name), shape, UNIT_LINE, each=int(row[number]))
    for name, shape in BUILDINGS:
        yield PieceKind(words(name), shape, SITE_LINE)
    for _, shape in BUILDINGS:
        yield PieceKind(words("free site"), shape, SITE_LINE, is_outline=True)


def _land(state: Any, numbers: dict[int, int], rules: Rules) -> Iterator[Piece]:
    """Yield what lies in the provinces."""
    sites_by_province = _city_and_caravan_sites(rules)
    for province, place in numbers.items():
        there, sites = state.provinces[province], sites_by_province.get(province, {})
        if there.owner != NOBODY:
            yield Piece(place, MARK, int(there.owner))
        for slot in _members(int(rules.row[0]["sites"][province])):
            yield _building(place, slot, province, there, sites, rules)
        if there.fortress:
            yield Piece(place, FORTRESS, int(there.owner))
        for seat in range(int(state.n_players)):
            if n := int(there.legions[seat]):
                yield Piece(place, LEGION, seat, n, what=_legions(seat, there, rules))


def _city_and_caravan_sites(rules: Rules) -> dict[int, dict[int, tuple[int, str]]]:
    """Return kind and letters of the pieces on each caravan and city site, by province and slot."""
    components = rules.components
    number = {row["province"]: i for i, row in enumerate(components.tables["provinces"])}
    names = {row["good"]: rules.words(str(row["name"])) for row in components.tables["goods"]}
    slots: dict[int, dict[int, tuple[int, str]]] = {}
    for site, slot in with_slots(components, "caravan_sites"):
        own = slots.setdefault(number[site["province"]], {})
        own[slot] = CARAVAN, names[site["good"]][:2].capitalize()
    for site, slot in with_slots(components, "city_sites"):
        own = slots.setdefault(number[site["province"]], {})
        own[slot] = CITY_KINDS[str(site["kind"])], str(site["name"])[:2]
    return slots


def _building(
    place: int,
    slot: int,
    province: int,
    there: Any,
    sites: dict[int, tuple[int, str]],
    rules: Rules,
) -> Piece:
    """Return a building with the player who collects from it as owner [M5, M27], or its site."""
    kind, label = sites[slot] if slot in sites else LATER_KINDS[slot]
    what = building_name(province, slot, rules)
    if not there.built >> slot & 1:
        free = rules.words("free site, {building}").format(building=what)
        return Piece(place, kind + SITES, what=free, label=label)
    is_occupied = bool(there.seated >> slot & 1)
    collector = int(there.occupant if is_occupied else there.owner)
    if is_occupied:
        what = rules.words("{building}, occupied").format(building=what)
    return Piece(place, kind, None if collector == NOBODY else collector, what=what, label=label)


def _legions(seat: int, there: Any, rules: Rules) -> str:
    """Return how many legions of a seat stand on buildings or on the marker, if any do."""
    if there.occupant != seat:
        return ""
    seated = int(there.seated).bit_count()
    return rules.words("legions, {n} of them on buildings or the marker").format(n=seated)


def _triremes(state: Any, seas: range) -> Iterator[Piece]:
    for sea, place in enumerate(seas):
        for seat in range(int(state.n_players)):
            if n := int(state.triremes[sea, seat]):
                yield Piece(place, TRIREME, seat, n)


def _seat(seat: int, state: Any, rules: Rules) -> Seat:
    words, player = rules.words, state.players[seat]
    levels = [Value(words(track), int(player.levels[i])) for i, track in enumerate(TRACKS)]
    titles = [words(track) for i, track in enumerate(TRACKS) if state.titles[i] == seat]
    hands = [
        Hand(words("Heroes and wonders"), (_first_hero(seat, rules), *_tiles(player.tiles, rules))),
        Hand(words("Behind the screen"), _tokens(player.hand, rules), is_secret=True),
    ]
    if player.n_offer:
        offer, is_secret = _tokens(player.offer, rules), bool(state.step == Step.OFFERS)
        hands.append(Hand(words("Offer"), offer, is_secret))
    return Seat(
        values=(
            *levels,
            Value(words("titles"), ", ".join(titles) or "–"),
            Value(words("tokens"), int(player.n_hand)),
        ),
        hands=tuple(hands),
        pool=(
            (MARK, int(player.markers)),
            (LEGION, int(player.legions)),
            (TRIREME, int(player.triremes)),
            (FORTRESS, int(player.fortresses)),
        ),
    )


def _first_hero(seat: int, rules: Rules) -> Card:
    row = in_rank(rules.components, "empires", "empire", EMPIRES)[seat]
    return Card(rules.words(str(row["hero"])))


def _tiles(tiles: int, rules: Rules) -> tuple[Card, ...]:
    rows = in_rank(rules.components, "tiles", "tile", TILES)
    return tuple(Card(rules.words(str(rows[tile]["name"]))) for tile in _members(int(tiles)))


def _tokens(counts: Any, rules: Rules) -> tuple[Card, ...]:
    return tuple(
        Card(token_name(token, rules), int(n), "yellow" if token >= LEGENDARY else "")
        for token, n in enumerate(counts.tolist())
        if n
    )


def _values(state: Any, rules: Rules) -> Iterator[Value]:
    words = rules.words
    yield Value(words("round"), int(state.rounds))
    yield Value(words("part of the round"), words(CHAPTERS.get(Step(state.step), "military")))
    blocked = [
        chip_name(chip, rules)
        for chip in range(len(rules.row[0]["chips"]))
        if state.used_chips >> chip & 1
    ]
    yield Value(words("blocked chips"), ", ".join(blocked) or "–")
    if state.asks == Asks.PAY:
        item = item_name(int(state.buying), int(state.target), int(state.slot), rules)
        due = words.number_and_noun(int(state.price), "token")
        paid = words("{paid} of {due}").format(paid=int(n_paid(state)), due=due)
        yield Value(words("paid for {item}").format(item=item), paid)


def _decks(state: Any, rules: Rules) -> Iterator[Deck]:
    words = rules.words
    yield Deck(words("Heroes and wonders"), len(_members(int(state.tile_pile))))
    legendary = len(_members(int(state.legendary_pile)))
    yield Deck(words("Legendary goods"), legendary, len(_members(int(state.legendary_discards))))
