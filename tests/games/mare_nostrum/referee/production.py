"""Production [M4–M6]."""

from __future__ import annotations

from collections import Counter

from simlab.games.mare_nostrum.state import COIN, GOODS, MARKET, NOTHING, TEMPLE
from tests.games.mare_nostrum.referee.game import Game
from tests.games.mare_nostrum.referee.position import Position

FIXED, CHOSEN, CONQUEST = 0, 2, 3
"""Causes of tokens: what buildings yield, what a power chooses, what is pillaged."""


def production(game: Game) -> None:
    for tally in game.tallies:
        tally.income = 0
    order = game.position.trade_order()
    harvests = {seat: Harvest(game.position, seat) for seat in order}
    for token in (*range(len(GOODS)), COIN):
        for seat in order:
            collect(game, seat, token, harvests[seat])
    for seat in order:
        choose_goods(game, seat)
    for seat in order:
        for _ in range(harvests[seat].draws):
            draw_legendary(game, seat, FIXED)


class Harvest:
    """What the buildings and powers of a seat yield [M4]."""

    def __init__(self, position: Position, seat: int) -> None:
        self.claims: Counter[int] = Counter()
        self.draws = position.strength(seat, "draw_legendary")
        self.choices = 0
        """Legendary cities with a temple, which yield a coin or a draw by choice."""
        self.claims[COIN] = position.strength(seat, "coins")
        sites = position.collected_by(seat)
        for province, slot in sorted(sites):
            if (province, slot) in position.board.goods:
                good = position.board.goods[province, slot]
                self.claims[good] += 2 if (province, MARKET) in sites else 1
            elif (province, slot) in position.board.cities:
                is_legendary = (province, slot) in position.board.legendary_cities
                self.add_city(is_legendary, (province, TEMPLE) in sites)

    def add_city(self, is_legendary: bool, has_temple: bool) -> None:
        self.claims[COIN] += 1
        self.draws += is_legendary
        if has_temple and is_legendary:
            self.choices += 1
        elif has_temple:
            self.claims[COIN] += 1

    def choose_coins(self, n: int) -> None:
        """Take a number of coins of the choices and draw for the others."""
        self.claims[COIN] += n
        self.draws += self.choices - n
        self.choices = 0


def collect(game: Game, seat: int, token: int, harvest: Harvest) -> None:
    """Judge what a seat gets of one token, and what the supply cannot give it [M6]."""
    if token == COIN:
        harvest.choose_coins(coins_chosen(game, seat, harvest))
    claim = harvest.claims[token]
    n = min(claim, game.position.supply[token])
    if n > 0:
        fields = {"token": token, "tokens": n, "cause": FIXED}
        game.story.expect("M4–M6", "collected", seat=seat, **fields)
        count_collected(game, seat, token, n, FIXED)
    if n < claim:
        game.story.expect("M6", "lacked", seat=seat, token=token, tokens=claim - n, cause=FIXED)
        game.tallies[seat].counts["lacked"] += claim - n


def coins_chosen(game: Game, seat: int, harvest: Harvest) -> int:
    """Return how many coins a seat has chosen, as its coins and what it lacks of them tell."""
    events = game.story.events[game.story.n_read :][:2]
    coins: int = sum(
        event.get("tokens", 0)
        for event in events
        if event["event"] in ("collected", "lacked")
        and (event.get("seat"), event.get("token"), event.get("cause")) == (seat, COIN, FIXED)
    )
    return min(max(coins - harvest.claims[COIN], 0), harvest.choices)


def count_collected(game: Game, seat: int, token: int, n: int, cause: int) -> None:
    """Give a seat what it has collected."""
    game.demand(game.position.supply[token] >= n, "M6", "the supply does not hold as many")
    game.position.give(seat, token, n)
    count_income(game, seat, n, cause)


def count_income(game: Game, seat: int, n: int, cause: int) -> None:
    """Count tokens that a seat has got; those of a conquest are no part of the production."""
    game.tallies[seat].counts["produced"] += n
    if cause != CONQUEST:
        game.tallies[seat].income += n


def choose_goods(game: Game, seat: int) -> None:
    """Judge the goods of a seat's choice, which come after all fixed claims."""
    due = game.position.strength(seat, "choose_good")
    while due > 0:
        has_some = any(game.position.supply[good] for good in range(len(GOODS)))
        due -= choose_good(game, seat) if has_some else go_without(game, seat, due)


def choose_good(game: Game, seat: int) -> int:
    event = game.story.expect("M4", "collected", seat=seat, tokens=1, cause=CHOSEN)
    game.demand(event["token"] in range(len(GOODS)), "M4", "that is no ordinary good")
    count_collected(game, seat, event["token"], 1, CHOSEN)
    return 1


def go_without(game: Game, seat: int, n: int) -> int:
    game.story.expect("M6", "lacked", seat=seat, token=NOTHING, tokens=n, cause=CHOSEN)
    game.tallies[seat].counts["lacked"] += n
    return n


def draw_legendary(game: Game, seat: int, cause: int) -> None:
    """Judge a draw, for which the discards may have to become a new pile [M6]."""
    position = game.position
    if not position.legendary_pile and position.legendary_discards:
        game.story.expect("M6", "reshuffled", tokens=len(position.legendary_discards))
        position.legendary_pile, position.legendary_discards = position.legendary_discards, set()
        game.counts["reshuffles"] += 1
    token = game.story.expect("M4", "drew_legendary", seat=seat, cause=cause)["token"]
    if not position.legendary_pile:
        game.demand(token == NOTHING, "M6", "no legendary good is left")
        game.tallies[seat].counts["lacked"] += 1
        return
    if token not in position.legendary_pile:
        game.story.lose("M4", "that good is not in the pile")
    position.give(seat, token)
    count_income(game, seat, 1, cause)
