"""Conquests: pillage, occupation, conversion [M25–M28]."""

from __future__ import annotations

from simlab.games.mare_nostrum.state import COIN, MARKER, NOTHING, TEMPLE
from tests.games.mare_nostrum.referee.board import Site
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.production import CONQUEST, count_collected, draw_legendary

RESULTS = {
    "pillaged": "pillages",
    "occupying": "occupations",
    "converting": "conversions begun",
}


def conversions(game: Game, seat: int) -> None:
    """Judge the conversions at the beginning of a turn [M28]."""
    while game.story.next == "converted":
        convert(game, seat)


def convert(game: Game, seat: int) -> None:
    """Judge a marker that replaces a rival's."""
    event = game.story.expect("M28", "converted", seat=seat)
    position, province = game.position, event["province"]
    has_stayed = MARKER in position.seats_of(province, seat)
    game.demand(has_stayed, "M28", "no unit of that seat stands on the marker")
    if not position.is_conqueror(seat, province):
        game.story.lose("M28", "that seat is not the conqueror there")
    game.demand(event["owner"] == position.owner[province], "M28", "that is not the old owner")
    near = game.board.near(province, position.held_seas(seat))
    game.demand(bool(near & position.own(seat)), "M28", "that province is not next to the empire")
    game.demand(position.left(seat, "marker") > 0, "M28", "no marker is left")
    position.get_up(province, *position.stood_on[province])
    position.owner[province] = seat
    game.tallies[seat].counts["conversions"] += 1


def conquests(game: Game, seat: int) -> None:
    """Judge what a seat does with the provinces it has conquered, one thing in each [M25]."""
    done = NOTHING
    while game.story.next in RESULTS:
        name = game.story.next
        event = game.story.expect("M25", name, seat=seat)
        province = event["province"]
        if not game.position.is_conqueror(seat, province):
            game.story.lose("M25", "that seat is not the conqueror there")
        game.demand(province > done, "M25", "provinces have one event each, in order")
        done = province
        game.tallies[seat].counts["conquests"] += 1
        match name:
            case "pillaged":
                pillage(game, seat, (province, event["slot"]))
            case "occupying":
                occupy(game, seat, province)
            case "converting":
                begin_conversion(game, seat, province, event["slot"])


def pillage(game: Game, seat: int, site: Site) -> None:
    """Judge a building taken away, and what it brings [M26]."""
    province, slot = site
    game.demand(site in game.position.built, "M26", "no building stands there")
    game.position.built.discard(site)
    if slot in game.position.stood_on[province]:
        game.position.get_up(province, slot)
    game.tallies[seat].counts["pillages"] += 1
    if site in game.board.goods:
        gain(game, seat, game.board.goods[site])
    elif site in game.board.cities:
        gain_from_city(game, seat, site in game.board.legendary_cities)


def gain_from_city(game: Game, seat: int, is_legendary: bool) -> None:
    if is_legendary and game.story.next in ("drew_legendary", "reshuffled"):
        draw_legendary(game, seat, CONQUEST)
    else:
        gain(game, seat, COIN)


def gain(game: Game, seat: int, token: int) -> None:
    """Judge a token taken from the supply, if one is there."""
    fields = {"seat": seat, "token": token, "tokens": 1, "cause": CONQUEST}
    if game.position.supply[token] > 0:
        game.story.expect("M26", "collected", **fields)
        count_collected(game, seat, token, 1, CONQUEST)
    else:
        game.story.expect("M6", "lacked", **fields)
        game.tallies[seat].counts["lacked"] += 1


def occupy(game: Game, seat: int, province: int) -> None:
    """Judge where the whole garrison of a province stands again [M27]."""
    game.position.get_up(province, *game.position.stood_on[province])
    while game.story.next == "seated":
        slot = game.story.expect("M27", "seated", seat=seat, province=province)["slot"]
        is_building = slot <= TEMPLE and (province, slot) in game.position.built
        game.demand(is_building, "M27", "no building stands there")
        is_taken = slot in game.position.stood_on[province]
        game.demand(not is_taken, "M27", "one unit stands on a building")
        has_one = game.position.free_legions(province, seat) > 0
        game.demand(has_one, "M27", "no legion is left to stand there")
        game.position.sit(province, seat, slot)
    is_occupied = bool(game.position.seats_of(province, seat))
    game.demand(is_occupied, "M27", "at least one building is occupied")
    game.tallies[seat].counts["occupations"] += 1


def begin_conversion(game: Game, seat: int, province: int, slot: int) -> None:
    """Judge a unit put on the marker [M28]."""
    position = game.position
    seats = position.seats_of(province, seat)
    game.demand(MARKER not in seats, "M28", "a unit stands on the marker already")
    has_free = position.free_legions(province, seat) > 0
    is_fitting = slot == NOTHING if has_free else slot in seats
    game.demand(is_fitting, "M28", "a free legion goes first, then one of a seat")
    if slot in seats:
        position.get_up(province, slot)
    position.sit(province, seat, MARKER)
