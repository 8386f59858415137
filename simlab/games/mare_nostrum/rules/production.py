"""Production: caravans, cities, and what heroes and wonders bring [M3–M6]."""

from simlab.engine.bits import count, has, members, single
from simlab.engine.journal import Journal
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Words
from simlab.games.mare_nostrum.rules.choice import TOKEN, Choice, code, kind_of
from simlab.games.mare_nostrum.rules.land import collects
from simlab.games.mare_nostrum.rules.level import first_on_trade
from simlab.games.mare_nostrum.rules.step import ask, begin_step, everybody
from simlab.games.mare_nostrum.rules.token import (
    CHOSEN,
    PRODUCTION,
    collect,
    draw_legendary,
    lack,
)
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    COIN,
    LEGENDARY,
    MARKET,
    NOTHING,
    TEMPLE,
    Asks,
    Player,
    Power,
    State,
    Step,
)


@kernel
def begin_production(rules: Rules, state: State) -> None:
    """Work out what everybody may collect, and who has something to choose."""
    for seat in range(state.n_players):
        player = state.players[seat]
        player.claims[:] = 0
        player.claims[COIN] = player.power[Power.COINS]
        player.draws = player.power[Power.DRAW_LEGENDARY]
        player.choices = 0
        player.earlier_income = player.income
        player.income = player.n_hand
    for province in range(rules.n_provinces):
        there = state.provinces[province]
        if there.built:
            for seat in range(state.n_players):
                claim(rules, state.players[seat], province, collects(there, seat))
    begin_step(state, Step.COLLECT_CHOICES, everybody(state))


@kernel
def claim(rules: Rules, player: Player, province: int, slots: int) -> None:
    """Count what the buildings yield that one player collects from in a province [M4]."""
    for caravan in members(slots & CARAVANS):
        player.claims[rules.goods[province, caravan]] += 1 + has(slots, MARKET)
    cities = slots & CITIES
    legendary = cities & rules.legendary[province]
    player.claims[COIN] += count(cities)
    player.draws += count(legendary)
    if has(slots, TEMPLE):
        player.claims[COIN] += count(cities & ~legendary)
        player.choices += count(legendary)


@kernel
def proceed_production(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Ask for the next choice, or hand out what has been claimed."""
    step = state.step
    if step == Step.COLLECT_CHOICES:
        ask_what_to_collect(state)
    elif step == Step.COLLECT:
        hand_out(state, journal)
        begin_step(state, Step.CHOOSE_GOODS, everybody(state))
    elif step == Step.CHOOSE_GOODS:
        ask_for_good(state, journal)
    else:
        draw_all(state, rng, journal)
        begin_step(state, Step.CHIP, 0)


@kernel
def ask_what_to_collect(state: State) -> None:
    """Ask the next in Trade order what the temple of a legendary city adds [M4]."""
    while state.waiting:
        seat = first_on_trade(state, state.waiting)
        if state.players[seat].choices > 0:
            ask(state, seat, Asks.COLLECT)
            return
        state.waiting &= ~single(seat)
    begin_step(state, Step.COLLECT, 0)


@kernel
def choose_collection(state: State, choice: int) -> None:
    """Add a coin or a legendary good to what is collected."""
    player = state.players[state.seat]
    player.choices -= 1
    if kind_of(choice) == Choice.TAKE_COIN:
        player.claims[COIN] += 1
    else:
        player.draws += 1


@kernel
def hand_out(state: State, journal: Journal) -> None:
    """Hand out every kind of token, in Trade order where that makes a difference [M6]."""
    for token in range(LEGENDARY):
        seats = 0
        for seat in range(state.n_players):
            if state.players[seat].claims[token] > 0:
                seats |= single(seat)
        while seats:
            seat = first_on_trade(state, seats)
            seats &= ~single(seat)
            collect(state, seat, token, state.players[seat].claims[token], PRODUCTION, journal)


@kernel
def ask_for_good(state: State, journal: Journal) -> None:
    """Ask who may choose goods, in Trade order and after everybody's claims [M6]."""
    while state.waiting:
        seat = first_on_trade(state, state.waiting)
        player = state.players[seat]
        left = player.power[Power.CHOOSE_GOOD] - player.used[Power.CHOOSE_GOOD]
        if left > 0 and has_goods(state):
            ask(state, seat, Asks.GOOD)
            return
        if left > 0:
            lack(state, seat, NOTHING, left, CHOSEN, journal)
        state.waiting &= ~single(seat)
    begin_step(state, Step.DRAW_LEGENDARY, 0)


@kernel
def has_goods(state: State) -> bool:
    """Say whether any ordinary good is left in the supply."""
    for good in range(COIN):
        if state.supply[good] > 0:
            return True
    return False


@kernel
def choose_good(state: State, choice: int, journal: Journal) -> None:
    """Collect a good of one's choice."""
    state.players[state.seat].used[Power.CHOOSE_GOOD] += 1
    collect(state, state.seat, TOKEN.token(choice), 1, CHOSEN, journal)


@kernel
def draw_all(state: State, rng: Words, journal: Journal) -> None:
    """Draw the legendary goods, all of the highest on the Trade track first [M6]."""
    seats = everybody(state)
    while seats:
        seat = first_on_trade(state, seats)
        seats &= ~single(seat)
        player = state.players[seat]
        for _ in range(player.draws):
            draw_legendary(state, seat, PRODUCTION, rng, journal)
        player.income = player.n_hand - player.income


@kernel
def list_production(state: State, menu: Ints) -> int:
    """List what may be collected."""
    if state.asks == Asks.COLLECT:
        menu[0] = code(Choice.TAKE_COIN)
        menu[1] = code(Choice.TAKE_LEGENDARY)
        return 2
    n = 0
    for good in range(COIN):
        if state.supply[good] > 0:
            menu[n] = code(Choice.CHOOSE_GOOD, good)
            n += 1
    return n
