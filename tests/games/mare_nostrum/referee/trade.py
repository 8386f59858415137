"""Trade [M7–M10]."""

from __future__ import annotations

from collections import Counter

from simlab.games.mare_nostrum.state import LEGENDARY, TOKENS
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.position import TRADE
from tests.games.mare_nostrum.trade import Exchange, Pick, exchange, used_after


def trade(game: Game) -> None:
    n = use_chip(game)
    traders = [s for s in game.position.trade_order() if game.position.hands[s].total() >= n]
    for seat in game.seats:
        if seat not in traders:
            game.story.expect("M8", "sat_out", seat=seat)
    if n > 0 and len(traders) > 1:
        offers = {seat: offer(game, seat, n) for seat in sorted(traders)}
        leader = game.position.titles[TRADE]
        trade_tokens(game, offers, leader if leader in traders else traders[0])
    while game.story.next == "swapped":
        swap(game)


def use_chip(game: Game) -> int:
    """Judge the face of a chip and return how many tokens everybody offers [M7]."""
    event = game.story.expect("M7", "chip_used", seat=game.position.titles[TRADE])
    chip, n = event["chip"], event["tokens"]
    faces = {i: (row["front"], row["back"]) for i, row in enumerate(game.tables["chips"])}
    game.demand(n in faces.get(chip, ()), "M7", "no such number is on that chip")
    game.demand(chip not in game.used_chips, "M7", "that chip is blocked")
    game.used_chips = used_after(chip, game.used_chips, len(faces))
    game.chip_uses[n] += 1
    game.trade_size = n
    return int(n)


def offer(game: Game, seat: int, n: int) -> Counter[int]:
    """Judge what a seat offers, by kind of token [M8]."""
    offered: Counter[int] = Counter()
    while offered.total() < n:
        event = game.story.expect("M8", "offered", seat=seat)
        token = event["token"]
        is_next = token > max(offered, default=-1)
        game.demand(is_next and event["tokens"] > 0, "M8", "each kind has one event, in order")
        offered[token] += event["tokens"]
        has_some = offered[token] <= game.position.hands[seat][token]
        game.demand(has_some, "M8", "the seat does not have as many")
    game.demand(offered.total() == n, "M8", f"everybody offers {n}")
    return offered


def trade_tokens(game: Game, offers: dict[int, Counter[int]], starter: int) -> None:
    """Judge the picks until nobody is left to pick from, and the hand-over [M9, M10]."""
    picks: list[Pick] = []
    once = game.values["pairs_trade_once"]
    now = exchange(offers, starter, once_each_way=once)
    while not now.is_over:
        picks.append(pick(game, now))
        now = exchange(offers, starter, picks, once_each_way=once)
    game.story.expect("M10", "trade_ended", picks=len(picks))
    game.counts["picks"] += len(picks)
    if now.to in game.seats:
        hand_over(game, starter, now.to)


def pick(game: Game, now: Exchange) -> Pick:
    event = game.story.expect("M9", "picked", seat=now.seat)
    chosen = Pick(now.seat, event["victim"], event["token"])
    if chosen not in now.options:
        game.story.lose("M9", "that may not be picked")
    game.position.hand_on(chosen.victim, chosen.seat, chosen.token)
    game.tallies[chosen.seat].counts["traded"] += 1
    return chosen


def hand_over(game: Game, seat: int, to: int) -> None:
    """Judge the token that the starter gives to the one who is short of one [M10]."""
    token = game.story.expect("M10", "handed_over", seat=seat, to=to)["token"]
    game.demand(game.position.hands[seat][token] > 0, "M10", "the seat has no such token")
    game.position.hand_on(seat, to, token)
    game.tallies[seat].counts["traded"] += 1
    game.counts["picks"] += 1


def swap(game: Game) -> None:
    """Judge a token given away for one of the supply."""
    event = game.story.take("Ulysses", "swapped")
    seat, token, other = event["seat"], event["token"], event["for"]
    game.use(seat, "swap_token", "Ulysses")
    game.demand(token in range(TOKENS), "Ulysses", "that is no token")
    game.demand(game.position.hands[seat][token] > 0, "Ulysses", "the seat has no such token")
    is_there = other < LEGENDARY and game.position.supply[other] > 0
    game.demand(is_there, "Ulysses", "no such ordinary token is in the supply")
    game.position.put_back(seat, token)
    game.position.give(seat, other)
