"""How close the races for titles are, and who is about to win."""

from simlab.engine.kernel import kernel
from simlab.engine.record import Row
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.rules.price import price_of
from simlab.games.mare_nostrum.rules.standing import cities_towards_win, titles_of
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    COIN,
    LEGENDARY,
    NOBODY,
    TRACKS,
    Item,
    Player,
    Power,
    State,
    Track,
)

HALF = 0.5
"""By this a level is worth less for each step that it is away from changing a title."""
NOT_LED = 100
"""Stands for a track where a seat would not get the title; a greater lead than any."""
VICTORY = 1000.0
"""Tokens that a win is worth."""
REPRIEVE = VICTORY / 2.0
"""Tokens that it is worth to stop a rival who would win at the end of the phase or round."""
ALMOST = 3
"""Goods or coins short of a purchase that wins from which on a rival is in the way."""


@kernel
def best_other(state: State, seat: int, track: int) -> int:
    """Return the rival who is highest on a track."""
    best = -1
    level = -1
    for other in range(state.n_players):
        if other != seat and state.players[other].levels[track] > level:
            best, level = other, state.players[other].levels[track]
    return best


@kernel
def closeness(lead: int) -> float:
    """Return what part of its full worth a level has that is so far ahead, or behind if < 0."""
    # one behind is as close as level: in both, one level more or less changes the race
    steps = lead if lead >= 0 else -lead - 1
    return float(HALF**steps)


@kernel
def n_led(state: State, seat: int) -> int:
    """Return on how many tracks nobody is higher than a seat."""
    led = 0
    for track in range(len(TRACKS)):
        rival = best_other(state, seat, track)
        led += state.players[seat].levels[track] >= state.players[rival].levels[track]
    return led


@kernel
def worth_of_level(rules: Rules, state: State, seat: int, track: int, traits: Row) -> float:
    """Return what a level is worth: most where it takes or keeps a title, or denies the last one.

    [M29, M31]
    """
    own = state.players[seat].levels[track]
    lead = own - state.players[best_other(state, seat, track)].levels[track]
    # titles beside this one, whose number tells how near three of them are
    others = titles_of(state, seat) - (state.titles[track] == seat)
    worth = basic_worth(track, traits) * (1.0 + traits.politics * others)
    worth *= closeness(lead)
    if others + 1 >= rules.titles_to_win:
        worth += traits.finish * closeness(lead)
    for rival in range(state.n_players):
        # levels, not titles: titles are handed out only at the claims [M29]
        if rival != seat and n_led(state, rival) + 1 >= rules.titles_to_win:
            ahead = own - state.players[rival].levels[track]
            worth += traits.denial * closeness(ahead)
    return worth


@kernel
def basic_worth(track: int, traits: Row) -> float:
    """Return what a level on a track is worth in a close race."""
    if track == Track.TRADE:
        return traits.trade
    return traits.culture if track == Track.CULTURE else traits.military


@kernel
def note_levels(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note what a level is worth on each track."""
    for track in range(len(TRACKS)):
        notes.level_worth[track] = worth_of_level(rules, state, seat, track, traits)


@kernel
def note_claimant(rules: Rules, state: State, seat: int, notes: Notes) -> None:
    """Note the rival, if any, who wins by titles at the claims if all levels stay [M29, M31]."""
    notes.claimant = NOBODY
    for rival in range(state.n_players):
        if rival == seat:
            continue
        led = 0
        for track in range(len(TRACKS)):
            led += lead_for_title(state, rival, track) < NOT_LED
        if led >= rules.titles_to_win:
            notes.claimant = rival
            for track in range(len(TRACKS)):
                notes.leads[track] = lead_for_title(state, rival, track)


@kernel
def lead_for_title(state: State, seat: int, track: int) -> int:
    """Return by how many levels a seat leads a track, NOT_LED where it would not get the title."""
    lead = state.players[seat].levels[track]
    lead -= state.players[best_other(state, seat, track)].levels[track]
    is_first = lead > 0 or (lead == 0 and state.titles[track] == seat)
    return lead if is_first else NOT_LED


@kernel
def worth_of_breaking(notes: Notes, rival: int, track: int, levels: int) -> float:
    """Return the value of taking levels from a rival who would otherwise win by titles."""
    if rival != notes.claimant or notes.leads[track] == NOT_LED:
        return 0.0
    # each level that is missing halves the hope that another attack takes it
    return REPRIEVE * float(HALF ** max(0, notes.leads[track] + 1 - levels))


@kernel
def n_different(player: Player) -> int:
    """Return how many different goods a player is known to hold."""
    goods = 0
    for good in range(COIN):
        goods += player.seen[good] + player.seen[LEGENDARY + good] > 0
    return goods


@kernel
def price_of_win(rules: Rules, state: State, rival: int) -> int:
    """Return the price of the Pyramids, or of the last hero or wonder if that wins sooner [M31]."""
    price = price_of(rules, state, rival, Item.PYRAMIDS)
    if state.tile_row and state.players[rival].n_heroes + 1 >= rules.heroes_to_win:
        price = min(price, price_of(rules, state, rival, Item.TILE))
    return price


@kernel
def goods_short_of_win(rules: Rules, state: State, rival: int) -> int:
    """Return how many different goods a rival is known to lack for a purchase that wins."""
    player = state.players[rival]
    has_joker = player.power[Power.DUPLICATE_GOOD] + player.power[Power.MIX_ONE] > 0
    return price_of_win(rules, state, rival) - n_different(player) - has_joker


@kernel
def coins_short_of_win(rules: Rules, state: State, rival: int) -> int:
    """Return how many coins a rival is known to lack for a purchase that wins."""
    player = state.players[rival]
    has_joker = player.power[Power.MIX_ONE] > 0
    return price_of_win(rules, state, rival) - player.seen[COIN] - has_joker


@kernel
def shortage(rules: Rules, state: State, rival: int) -> int:
    """Return how many goods or coins a rival's production fell short of a purchase that wins."""
    # by production alone: what is not spent goes back after the turn [M17]
    claims = state.players[rival].claims
    goods = 0
    for good in range(COIN):
        goods += claims[good] > 0
    return price_of_win(rules, state, rival) - max(goods, claims[COIN])


@kernel
def alarm(missing: int) -> int:
    """Return how alarming it is that so few goods or coins are missing; 0 if not at all."""
    return max(0, ALMOST + 1 - missing)


@kernel
def danger(rules: Rules, state: State, rival: int) -> int:
    """Return how many steps short of a win a rival is in the nearest way, Pyramids left out."""
    player = state.players[rival]
    short = rules.heroes_to_win - player.n_heroes
    short = min(short, rules.cities_to_win - cities_towards_win(rules, state, rival))
    return min(short, rules.titles_to_win - titles_of(state, rival))
