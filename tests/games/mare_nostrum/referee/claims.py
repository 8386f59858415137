"""Claims, the cap, and the end of the game [M29–M32]."""

from __future__ import annotations

from simlab.games.mare_nostrum.state import NOBODY, TRACKS, Way
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.position import TRADE


def claims(game: Game) -> None:
    titles = [take_title(game, track) for track in range(len(TRACKS))]
    hand_over_titles(game, titles)
    check_titles(game)
    if not game.is_over and game.round == game.values["rounds_cap"]:
        game.end(Way.CAPPED, NOBODY)


def take_title(game: Game, track: int) -> int:
    """Judge who gets a title, the holder before deciding among tied seats [M29]."""
    holder = game.position.titles[track]
    highest = max(levels[track] for levels in game.position.levels)
    tied = [seat for seat in game.seats if game.position.levels[seat][track] == highest]
    decider = holder if len(tied) > 1 else NOBODY
    fields = {"track": track, "previous": holder, "decider": decider}
    seat = game.story.expect("M29", "title_taken", **fields)["seat"]
    game.demand(seat in tied, "M29", f"the highest level is that of {tied}")
    return int(seat)


def hand_over_titles(game: Game, titles: list[int]) -> None:
    """Let the new holders take over together; a new Trade leader takes all chips back [M7]."""
    for track, seat in enumerate(titles):
        is_new = seat != game.position.titles[track]
        game.title_changes[track] += is_new
        game.tallies[seat].title_rounds[track] += 1
        if is_new and track == TRADE:
            game.used_chips = set()
    game.position.titles = titles


def check_titles(game: Game) -> None:
    """End the game when somebody holds enough titles [M31, M32]."""
    for seat in game.military_order:
        is_enough = game.position.titles.count(seat) >= game.values["titles_to_win"]
        if is_enough and not game.is_over:
            game.end(Way.TITLES, seat)


def end(game: Game) -> None:
    """Judge the events of the end of the game, and the ranks."""
    fields = {"way": game.way, "seat": game.winner, "rounds": game.round}
    game.story.expect("M31–M32", "game_over", **fields)
    results = [result(game, seat) for seat in game.seats]
    game.ranks = [1 + sum(other > own for other in results) for own in results]
    for seat in game.seats:
        game.story.expect("Rank", "ranked", seat=seat, rank=game.ranks[seat])
    game.demand(not game.story.next, "M31", f"the game is over, but then: {game.story.next}")


def result(game: Game, seat: int) -> tuple[int, ...]:
    """Return what the rank of a seat goes by, first things first."""
    position = game.position
    return (
        int(seat == game.winner),
        position.titles.count(seat),
        position.n_heroes(seat),
        position.great_cities(seat),
        sum(position.levels[seat]),
    )
