"""Setup [M1–M3]."""

from __future__ import annotations

from simlab.games.mare_nostrum.state import COIN, EMPIRES, GOODS, TRACKS
from tests.games.mare_nostrum.referee.board import Piece
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.position import CULTURE, Position

START = 4
"""The cause of tokens that empires begin with."""


def set_up(game: Game) -> None:
    for piece in game.board.start:
        lay(game.position, piece)
    game.position.titles = start_titles(game)
    hand_out_start_tokens(game)
    for _ in range(min(game.values["face_up_tiles"], len(game.position.tile_pile))):
        reveal_tile(game, "M2")
    update_levels(game, "M1")


def lay(position: Position, piece: Piece) -> None:
    """Put a piece where it lies at the start [M1]."""
    match piece.kind:
        case "marker":
            position.owner[piece.place] = piece.seat
        case "fortress":
            position.fortresses.add(piece.place)
        case "legion":
            position.legions[piece.place, piece.seat] += 1
        case "trireme":
            position.triremes[piece.place, piece.seat] += 1
        case _:
            position.built.add((piece.place, piece.slot))


def start_titles(game: Game) -> list[int]:
    """Return who holds each title at first [M1]."""
    holders = {row["title"]: EMPIRES.index(row["empire"]) for row in game.tables["empires"]}
    titles = [holders[name] for name in TRACKS]
    chosen = EMPIRES.index(game.values["culture_start"])
    if chosen in game.seats:
        titles[CULTURE] = chosen
    return titles


def hand_out_start_tokens(game: Game) -> None:
    """Give every seat its first resources [M1]."""
    for seat in game.seats:
        rows = [row for row in game.tables["start_tokens"] if row["empire"] == EMPIRES[seat]]
        tokens = {token_number(row["token"]): row["tokens"] for row in rows}
        for token in sorted(token for token in tokens if tokens[token]):
            n = tokens[token]
            game.story.expect("M1", "collected", seat=seat, token=token, tokens=n, cause=START)
            game.position.give(seat, token, n)
            game.tallies[seat].counts["produced"] += n
            game.tallies[seat].income += n


def token_number(name: str) -> int:
    return COIN if name == "coin" else GOODS.index(name)


def reveal_tile(game: Game, rule: str) -> None:
    """Turn up a tile of the pile [M2, M16]."""
    tile = game.story.take(rule, "tile_revealed")["tile"]
    game.demand(tile in game.position.tile_pile, rule, "that tile is not in the pile")
    game.position.tile_pile.discard(tile)
    game.position.tile_row.add(tile)


def update_levels(game: Game, rule: str = "M18") -> None:
    """Set every seat's markers on the tracks to what the board shows [M18]."""
    for seat in game.seats:
        trade, culture, military = levels = game.position.true_levels(seat)
        by_track = {"trade": trade, "culture": culture, "military": military}
        game.story.expect(rule, "levels", seat=seat, **by_track)
        game.position.levels[seat] = levels
