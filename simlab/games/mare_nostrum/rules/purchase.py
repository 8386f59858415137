"""Purchase and placement [M11–M17]."""

from simlab.engine.bits import count, lowest, members, nth, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Words
from simlab.engine.rng import below
from simlab.games.mare_nostrum.events import (
    BOUGHT,
    BUYER_NAMED,
    KEPT,
    PAID,
    RETURNED,
    TILE_REVEALED,
)
from simlab.games.mare_nostrum.rules.choice import PROVINCE, SITE, TOKEN, Choice, code, kind_of
from simlab.games.mare_nostrum.rules.land import interrupt_conversion
from simlab.games.mare_nostrum.rules.level import update_levels
from simlab.games.mare_nostrum.rules.payment import can_pay, goods_held, n_paid, pay_token
from simlab.games.mare_nostrum.rules.price import price_of
from simlab.games.mare_nostrum.rules.site import (
    fortress_sites,
    marker_sites,
    peaceful_provinces,
    provinces_to_build_in,
    slots_with_pieces,
    trireme_sites,
)
from simlab.games.mare_nostrum.rules.step import ask, begin_step
from simlab.games.mare_nostrum.rules.token import give_back
from simlab.games.mare_nostrum.rules.victory import end_game
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    CARAVANS,
    CITIES,
    COIN,
    MARKET,
    NOTHING,
    TEMPLE,
    TOKENS,
    TRACKS,
    Asks,
    Flow,
    Item,
    Player,
    Power,
    Source,
    State,
    Step,
    Track,
    Way,
)


@kernel
def proceed_purchase(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Ask for the next buyer, purchase or token to keep."""
    step = state.step
    if step == Step.NAME_BUYER:
        ask_for_buyer(rules, state, rng, journal)
    elif step == Step.BUYING:
        ask(state, state.active, Asks.BUY)
    elif can_keep(rules, state):
        ask(state, state.active, Asks.KEEP)
    else:
        end_buying_turn(state, journal)


@kernel
def ask_for_buyer(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Let the Culture leader name the next buyer; the last one needs no naming [M11]."""
    n = count(state.waiting)
    if n > 1:
        ask(state, state.titles[Track.CULTURE], Asks.BUYER)
    elif n == 1:
        begin_buying_turn(state, lowest(state.waiting), journal)
    else:
        refill_row(rules, state, rng, journal)
        update_levels(rules, state, journal)
        state.n_ordered = 0
        begin_step(state, Step.ORDER, (1 << state.n_players) - 1)


@kernel
def begin_buying_turn(state: State, seat: int, journal: Journal) -> None:
    """Let a player show all tokens and buy [M11]."""
    note(journal, BUYER_NAMED, state.titles[Track.CULTURE], seat)
    player = state.players[seat]
    player.seen[:] = player.hand
    player.nearest = max(count(goods_held(player, 1)), player.hand[COIN])
    state.active = seat
    state.tiles_bought = 0
    state.kept_tokens[:] = 0
    state.kept_coins = 0
    state.kept_extra = 0
    begin_step(state, Step.BUYING, state.waiting & ~single(seat))


@kernel
def item_of(kind: int) -> int:
    """Return what a choice to buy is about; the free ones come after all others."""
    if kind == Choice.FREE_MARKER:
        return Item.MARKER
    if kind == Choice.FREE_LEGION:
        return Item.LEGION
    return kind - Choice.BUY_MARKER


@kernel
def choose_purchase(rules: Rules, state: State, choice: int, journal: Journal) -> None:
    """Begin to pay for a thing, take it if it is free, or end the buying [M11]."""
    kind = kind_of(choice)
    if kind == Choice.END_BUYING:
        begin_step(state, Step.KEEPING, state.waiting)
        return
    state.buying = item_of(kind)
    state.target = PROVINCE.province(choice) if kind != Choice.BUY_PYRAMIDS else NOTHING
    state.slot = NOTHING
    if state.buying == Item.CARAVAN or state.buying == Item.CITY:
        state.slot = SITE.slot(choice)
    elif state.buying == Item.MARKET:
        state.slot = MARKET
    elif state.buying == Item.TEMPLE:
        state.slot = TEMPLE
    state.paid_goods = 0
    state.paid_pairs = 0
    state.paid_coins = 0
    if kind == Choice.FREE_MARKER or kind == Choice.FREE_LEGION:
        take_free(rules, state, kind, journal)
    else:
        state.price = price_of(rules, state, state.active, state.buying)
        ask(state, state.active, Asks.PAY)


@kernel
def take_free(rules: Rules, state: State, kind: int, journal: Journal) -> None:
    """Place what a power gives for nothing once a round."""
    player = state.players[state.active]
    power = Power.FREE_MARKER if kind == Choice.FREE_MARKER else Power.FREE_LEGION
    player.used[power] += 1
    player.tally.free += 1
    state.price = 0
    place_purchase(rules, state, journal)


@kernel
def pay(rules: Rules, state: State, choice: int, journal: Journal) -> None:
    """Pay one token; place what has been bought when it was the last [M12]."""
    pay_token(state, choice)
    note(journal, PAID, state.active, TOKEN.token(choice))
    if n_paid(state) == state.price:
        place_purchase(rules, state, journal)
    else:
        ask(state, state.active, Asks.PAY)


@kernel
def place_purchase(rules: Rules, state: State, journal: Journal) -> None:
    """Put what has been bought where it was bought for [M13, M14]."""
    seat, item, place = state.active, state.buying, state.target
    player = state.players[seat]
    note(journal, BOUGHT, seat, item, place, state.slot, state.price)
    player.tally.bought[item] += 1
    if item == Item.TRIREME:
        state.triremes[place, seat] += 1
        player.triremes -= 1
    elif item == Item.TILE:
        take_tile(rules, state, seat, place)
        if player.n_heroes >= rules.heroes_to_win:
            end_game(rules, state, seat, Way.HEROES, journal)
    elif item == Item.PYRAMIDS:
        end_game(rules, state, seat, Way.PYRAMIDS, journal)
    else:
        place_on_land(state, seat, item, place, journal)


@kernel
def place_on_land(state: State, seat: int, item: int, province: int, journal: Journal) -> None:
    """Put a marker, a building, a legion or a fortress into a province."""
    player = state.players[seat]
    there = state.provinces[province]
    if item == Item.MARKER:
        there.owner = seat
        player.markers -= 1
        state.marked |= single(province)
    elif item == Item.LEGION:
        there.legions[seat] += 1
        player.legions -= 1
        interrupt_conversion(state, province, journal)
    elif item == Item.FORTRESS:
        there.fortress = 1
        player.fortresses -= 1
        interrupt_conversion(state, province, journal)
    else:
        there.built |= single(state.slot)


@kernel
def take_tile(rules: Rules, state: State, seat: int, tile: int) -> None:
    """Give a player a hero or wonder, whose power works at once [M16]."""
    player = state.players[seat]
    state.tile_row &= ~single(tile)
    state.tiles_bought += 1
    player.tiles |= single(tile)
    player.tile_round[tile] = state.rounds
    player.n_heroes += 1
    power = rules.tile_power[tile]
    player.power[power] += rules.tile_count[tile]
    price, known = rules.tile_price[tile], player.power_price[power]
    if price > 0 and (known == 0 or price < known):
        player.power_price[power] = price
    for track in range(len(TRACKS)):
        player.bonus[track] += rules.tile_levels[tile, track]


@kernel
def can_keep(rules: Rules, state: State) -> bool:
    """Say whether there is a token that the buyer may still keep [M17]."""
    player = state.players[state.active]
    for token in range(TOKENS):
        if is_keepable(rules, state, player, token):
            return True
    return False


@kernel
def is_keepable(rules: Rules, state: State, player: Player, token: int) -> bool:
    """Say whether one more token of a kind may be kept: two coins, and what a power allows."""
    if player.hand[token] <= state.kept_tokens[token]:
        return False
    if token == COIN and state.kept_coins < rules.coins_kept:
        return True
    return state.kept_extra < player.power[Power.KEEP_TOKENS]


@kernel
def keep(rules: Rules, state: State, choice: int, journal: Journal) -> None:
    """Keep a token, or end the turn [M17]."""
    if kind_of(choice) == Choice.END_KEEPING:
        end_buying_turn(state, journal)
        return
    token = TOKEN.token(choice)
    state.kept_tokens[token] += 1
    if token == COIN and state.kept_coins < rules.coins_kept:
        state.kept_coins += 1
    else:
        state.kept_extra += 1


@kernel
def end_buying_turn(state: State, journal: Journal) -> None:
    """Return all tokens that are not kept [M17]."""
    seat = state.active
    player = state.players[seat]
    for token in range(TOKENS):
        kept = state.kept_tokens[token]
        returned = player.hand[token] - kept
        for _ in range(returned):
            give_back(state, token)
        player.hand[token] = kept
        player.n_hand -= returned
        player.tally.tokens[Flow.RETURNED] += returned
        if kept > 0:
            note(journal, KEPT, seat, token, kept)
        if returned > 0:
            note(journal, RETURNED, seat, token, returned)
    player.seen[:] = player.hand
    player.tally.tokens[Flow.COINS_KEPT] += player.hand[COIN]
    begin_step(state, Step.NAME_BUYER, state.waiting)


@kernel
def refill_row(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Turn up tiles until enough lie face up, or none is left [M2, M16]."""
    while state.tile_pile and count(state.tile_row) < rules.face_up_tiles:
        n = count(state.tile_pile)
        tile = nth(state.tile_pile, below(rng[Source.TILES], n))
        state.tile_pile &= ~single(tile)
        state.tile_row |= single(tile)
        note(journal, TILE_REVEALED, tile)


@kernel
def list_purchases(rules: Rules, state: State, menu: Ints) -> int:
    """List all that the buyer can pay for and place, and what is free [M11–M16]."""
    menu[0] = code(Choice.END_BUYING)
    n = list_buildings(rules, state, menu, list_land(rules, state, menu, 1))
    n = list_units(rules, state, menu, n)
    n = list_tiles(rules, state, menu, n)
    return list_free(rules, state, menu, n)


@kernel
def is_affordable(rules: Rules, state: State, item: int) -> bool:
    """Say whether the buyer can pay for a thing."""
    price = price_of(rules, state, state.active, item)
    return can_pay(rules, state.players[state.active], price)


@kernel
def list_land(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List the provinces that the buyer can mark."""
    if not is_affordable(rules, state, Item.MARKER):
        return n
    return list_set(menu, n, Choice.BUY_MARKER, marker_sites(rules, state, state.active))


@kernel
def list_set(menu: Ints, n: int, choice: int, places: int) -> int:
    """List a set of places."""
    for place in members(places):
        menu[n] = code(choice, place)
        n += 1
    return n


@kernel
def list_buildings(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List the buildings that the buyer can pay for, by their kinds [M14]."""
    slots = slots_with_pieces(rules, state)
    provinces = provinces_to_build_in(rules, state, state.active)
    if is_affordable(rules, state, Item.CARAVAN):
        n = list_slots(rules, state, menu, n, Choice.BUY_CARAVAN, provinces, slots & CARAVANS)
    if is_affordable(rules, state, Item.CITY):
        n = list_slots(rules, state, menu, n, Choice.BUY_CITY, provinces, slots & CITIES)
    if is_affordable(rules, state, Item.MARKET):
        market = slots & 1 << MARKET
        n = list_slots(rules, state, menu, n, Choice.BUY_MARKET, provinces, market)
    if is_affordable(rules, state, Item.TEMPLE):
        temple = slots & 1 << TEMPLE
        n = list_slots(rules, state, menu, n, Choice.BUY_TEMPLE, provinces, temple)
    return n


@kernel
def list_slots(
    rules: Rules, state: State, menu: Ints, n: int, choice: int, provinces: int, slots: int
) -> int:
    """List the free ones of some slots in some provinces."""
    for province in members(provinces):
        free = slots & rules.sites[province] & ~state.provinces[province].built
        for slot in members(free):
            menu[n] = code(choice, province, slot)
            n += 1
    return n


@kernel
def list_units(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List where the buyer can place legions, triremes and fortresses [M14, M15]."""
    seat = state.active
    provinces = peaceful_provinces(rules, state, seat)
    if state.players[seat].legions > 0 and is_affordable(rules, state, Item.LEGION):
        n = list_set(menu, n, Choice.BUY_LEGION, provinces)
    if is_affordable(rules, state, Item.TRIREME):
        n = list_set(menu, n, Choice.BUY_TRIREME, trireme_sites(rules, state, seat))
    if is_affordable(rules, state, Item.FORTRESS):
        n = list_set(menu, n, Choice.BUY_FORTRESS, fortress_sites(state, seat, provinces))
    return n


@kernel
def list_tiles(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List the tiles face up and the Pyramids [M2, M16]."""
    may_buy = state.tiles_bought < rules.heroes_per_turn
    if may_buy and is_affordable(rules, state, Item.TILE):
        n = list_set(menu, n, Choice.BUY_TILE, state.tile_row)
    if is_affordable(rules, state, Item.PYRAMIDS):
        menu[n] = code(Choice.BUY_PYRAMIDS)
        n += 1
    return n


@kernel
def list_free(rules: Rules, state: State, menu: Ints, n: int) -> int:
    """List what powers give for nothing."""
    seat = state.active
    player = state.players[seat]
    if player.power[Power.FREE_MARKER] > player.used[Power.FREE_MARKER]:
        n = list_set(menu, n, Choice.FREE_MARKER, marker_sites(rules, state, seat))
    has_legion = player.legions > 0
    if has_legion and player.power[Power.FREE_LEGION] > player.used[Power.FREE_LEGION]:
        n = list_set(menu, n, Choice.FREE_LEGION, peaceful_provinces(rules, state, seat))
    return n


@kernel
def list_keepable(rules: Rules, state: State, menu: Ints) -> int:
    """List the tokens that the buyer may keep [M17]."""
    menu[0] = code(Choice.END_KEEPING)
    n = 1
    player = state.players[state.active]
    for token in range(TOKENS):
        if is_keepable(rules, state, player, token):
            menu[n] = code(Choice.KEEP, token)
            n += 1
    return n


@kernel
def list_buyers(state: State, menu: Ints) -> int:
    """List the seats that have not bought yet [M11]."""
    return list_set(menu, 0, Choice.BUYER, state.waiting)
