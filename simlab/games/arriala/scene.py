"""The table of Arriala as a scene: the canal with its workers, vineyards, hands and points."""

from collections.abc import Iterator
from typing import Any

from simlab.game.definition import Rules
from simlab.game.language import Words
from simlab.game.scene import Card, Deck, Hand, Link, Piece, PieceKind, Place, Scene, Seat, Value
from simlab.games.arriala.names import (
    cards_in,
    is_town,
    space_name,
    stretch_and_number,
    vineyards_in,
)
from simlab.games.arriala.state import NEUTRAL, Phase

CELL, TOWN, GAP, LINE = 54, 122, 8, 84
"""Pixels: side of a cell, width of a town, room between spaces, from a stretch to the next."""
AREA_HEIGHT, ROOM_OF_A_WORKER = 78, 24
"""Pixels: height of a vineyard, and width of each of its cells."""
AREA_WIDTH = 150
"""Pixels: least width of a vineyard, of the river and of the art works."""

WORKER, LOCK, BUILT, FREE_CELL, ART_WORK, NEUTRAL_WORKER = range(6)
"""Numbers of the kinds of pieces."""


def scene(state: Any, rules: Rules) -> Scene:
    """Return canal, vineyards and river works with their workers, hands, decks and points."""
    words, players = rules.words, int(state.n_players)
    spaces = _spaces_in_play(state)
    canal = tuple(_canal(spaces, rules))
    areas = tuple(_areas(state, rules, below=max(place.y for place in canal)))
    has_neutral = bool(rules.components.values["neutral_workers"])
    links = tuple(Link(number - 1, number) for number in range(1, len(canal)))
    return Scene(
        seats=tuple(_seat(seat, state, rules) for seat in range(players)),
        turn=None if state.phase == Phase.OVER else int(state.seat),
        values=tuple(_values(state, rules)),
        places=(*canal, *areas),
        links=links,
        kinds=(
            PieceKind(words("worker"), "disc", each=int(rules.row[0]["workers_per_player"])),
            PieceKind(words("lock"), "bar"),
            PieceKind(words("built section"), "fill"),
            PieceKind(words("free cell"), "diamond", is_outline=True),
            PieceKind(words("art work"), "house"),
            *((PieceKind(words("neutral worker"), "disc"),) if has_neutral else ()),
        ),
        pieces=(*_on_canal(state, spaces, rules), *_beside_the_canal(state, rules, len(canal))),
        decks=(Deck(words("Cards"), int(state.deck.n_pile), int(state.deck.n_discards)),),
    )


def _spaces_in_play(state: Any) -> list[int]:
    in_play = int(state.board.cells) | int(state.board.towns)
    return _members(in_play)


def _members(spaces: int) -> list[int]:
    return [space for space in range(spaces.bit_length()) if spaces >> space & 1]


def _canal(spaces: list[int], rules: Rules) -> Iterator[Place]:
    """Yield towns and cells; behind each town the canal turns round, on a line of its own."""
    edge, line, way = 0, 0, 1
    for number, space in enumerate(spaces):
        in_town = is_town(space, rules)
        width = TOWN if in_town else CELL
        yield Place(
            space_name(space, rules),
            edge + way * width / 2,
            line * LINE + CELL / 2,
            width,
            CELL,
            note="" if in_town else str(_number_in_stretch(space, rules)),
            has_label=in_town,
        )
        is_turning = in_town and number > 0
        edge += way * width if is_turning else way * (width + GAP)
        if is_turning:
            line, way = line + 1, -way


def _number_in_stretch(cell: int, rules: Rules) -> int:
    return stretch_and_number(cell, rules)[1]


def _areas(state: Any, rules: Rules, below: float) -> Iterator[Place]:
    """Yield the vineyards, the blue cells and the art works in a row below the canal."""
    words, x, y = rules.words, 0.0, below + LINE
    for vineyard in _members(int(state.board.vineyards)):
        cells = int(rules.row[0]["vineyard_cells"][vineyard])
        width = max(AREA_WIDTH, cells * ROOM_OF_A_WORKER)
        note = words("{points} points").format(points=rules.row[0]["vineyard_points"][vineyard])
        name = str(vineyards_in(rules)[vineyard]["name"])
        yield Place(name, x + width / 2, y, width, AREA_HEIGHT, colour="green", note=note)
        x += width + GAP
    for name, colour in ((words("Blue cells"), "blue"), (words("Art works"), "grey")):
        yield Place(name, x + AREA_WIDTH / 2, y, AREA_WIDTH, AREA_HEIGHT, colour=colour)
        x += AREA_WIDTH + GAP


def _on_canal(state: Any, spaces: list[int], rules: Rules) -> Iterator[Piece]:
    board, words = state.board, rules.words
    towns = {int(space): town for town, space in enumerate(_town_spaces(rules))}
    for place, space in enumerate(spaces):
        if int(board.built) >> space & 1:
            yield Piece(place, BUILT)
        if int(board.locks) >> space & 1:
            yield Piece(place, LOCK, colour="grey")
        for colour in _colours(state):
            workers = board.colours[colour]
            if space in towns and workers.in_towns[towns[space]]:
                yield _worker(place, colour, int(workers.in_towns[towns[space]]), words)
            elif space not in towns and int(workers.spaces) >> space & 1:
                yield _worker(place, colour, 1, words)


def _beside_the_canal(state: Any, rules: Rules, first: int) -> Iterator[Piece]:
    """Yield what lies in the areas, whose numbers follow those of the spaces."""
    board, words = state.board, rules.words
    vineyards = _members(int(board.vineyards))
    for place, vineyard in enumerate(vineyards, first):
        for colour in _colours(state):
            if n := int(board.colours[colour].in_vineyards[vineyard]):
                yield _worker(place, colour, n, words)
        free = int(rules.row[0]["vineyard_cells"][vineyard]) - sum(
            int(board.colours[colour].in_vineyards[vineyard]) for colour in _colours(state)
        )
        if free:
            yield Piece(place, FREE_CELL, count=free, what=words("free cell"))
    river, art_works = first + len(vineyards), first + len(vineyards) + 1
    for colour in _colours(state):
        if n := int(board.colours[colour].on_river):
            yield _worker(river, colour, n, words)
    if board.river_free:
        yield Piece(river, FREE_CELL, count=int(board.river_free), what=words("free cell"))
    for card in _members(int(board.art_works)):
        yield Piece(art_works, ART_WORK, what=_card_name(card, rules))


def _colours(state: Any) -> list[int]:
    return [*range(int(state.n_players)), NEUTRAL]


def _town_spaces(rules: Rules) -> list[int]:
    row = rules.row[0]
    spaces: list[int] = row["town_space"][: row["n_towns"]].tolist()
    return spaces


def _worker(place: int, colour: int, count: int, words: Words) -> Piece:
    if colour == NEUTRAL:
        return Piece(place, NEUTRAL_WORKER, count=count, colour="grey")
    return Piece(place, WORKER, colour, count)


def _seat(seat: int, state: Any, rules: Rules) -> Seat:
    words, player = rules.words, state.players[seat]
    cards = tuple(
        Card(_card_name(kind, rules), count)
        for kind, count in enumerate(player.hand.tolist())
        if count
    )
    return Seat(
        values=(
            Value(words("points"), int(state.board.scores[seat])),
            Value(words("cards"), int(player.n_cards)),
        ),
        hands=(Hand(words("Hand"), cards, is_secret=True),),
        pool=((WORKER, int(state.board.colours[seat].reserve)),),
    )


def _card_name(kind: int, rules: Rules) -> str:
    row = cards_in(rules)[kind]
    name = rules.words(str(row["name"]))
    return f"{name} {row['reach']}" if row["reach"] else name


def _values(state: Any, rules: Rules) -> Iterator[Value]:
    words = rules.words
    yield Value(words("round"), int(state.rounds))
    if state.phase != Phase.OVER:
        yield Value(words("action points left"), int(state.action_points))
    yield Value(words("lock pieces left"), int(state.board.n_locks))
