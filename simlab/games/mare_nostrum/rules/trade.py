"""Trade: chips, offers, the chain of picks, and the token handed over at its end [M7–M10]."""

from simlab.engine.bits import count, has, lowest, single
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints
from simlab.games.mare_nostrum.events import (
    CHIP_USED,
    HANDED_OVER,
    OFFERED,
    PICKED,
    SAT_OUT,
    SWAPPED,
    TRADE_ENDED,
)
from simlab.games.mare_nostrum.rules.choice import CHIP, PICK, TOKEN, Choice, code, kind_of
from simlab.games.mare_nostrum.rules.level import first_on_trade
from simlab.games.mare_nostrum.rules.step import ask, begin_step, everybody
from simlab.games.mare_nostrum.rules.token import add, give_back, remove
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import (
    MOST_PLAYERS,
    NOBODY,
    NOTHING,
    TOKENS,
    Asks,
    Flow,
    Player,
    Power,
    State,
    Step,
    Track,
)


@kernel
def proceed_trade(rules: Rules, state: State, journal: Journal) -> None:
    """Ask for the next choice of the trade, or go on to its next step."""
    step = state.step
    if step == Step.CHIP:
        ask(state, state.titles[Track.TRADE], Asks.CHIP)
    elif step == Step.OFFERS:
        ask_for_offer(state, journal)
    elif step == Step.PICKS:
        ask_for_pick(rules, state, journal)
    elif step == Step.HAND_OVER:
        begin_step(state, Step.SWAP, everybody(state))
    else:
        ask_for_swap(state)


@kernel
def use_chip(rules: Rules, state: State, choice: int, journal: Journal) -> None:
    """Set how many tokens everybody offers; the third used chip frees all three [M7, M8]."""
    chip = CHIP.chip(choice)
    tokens = rules.chips[chip, CHIP.face(choice)]
    note(journal, CHIP_USED, state.seat, chip, tokens)
    state.trade_size = tokens
    state.chip_uses[tokens] += 1
    state.used_chips |= single(chip)
    if count(state.used_chips) == rules.chips.shape[0]:
        state.used_chips = 0
    state.traders = traders(state, tokens)
    if tokens > 0:
        note_who_sits_out(state, journal)
    if tokens > 0 and count(state.traders) > 1:
        begin_step(state, Step.OFFERS, state.traders)
    else:
        begin_step(state, Step.SWAP, everybody(state))


@kernel
def traders(state: State, tokens: int) -> int:
    """Return the seats that have tokens enough to take part [M8]."""
    seats = 0
    for seat in range(state.n_players):
        if state.players[seat].n_hand >= tokens:
            seats |= single(seat)
    return seats


@kernel
def note_who_sits_out(state: State, journal: Journal) -> None:
    """Tell who has too few tokens to take part [M8]."""
    for seat in range(state.n_players):
        if not has(state.traders, seat):
            note(journal, SAT_OUT, seat)


@kernel
def ask_for_offer(state: State, journal: Journal) -> None:
    """Ask everybody in turn for their secret offer, then reveal all of them together [M8]."""
    while state.waiting:
        seat = lowest(state.waiting)
        player = state.players[seat]
        if player.n_hand == state.trade_size:
            player.offer[:] = player.hand
            player.n_offer = state.trade_size
        if player.n_offer < state.trade_size:
            ask(state, seat, Asks.OFFER)
            return
        state.waiting &= ~single(seat)
    reveal_offers(state, journal)
    begin_picks(state)


@kernel
def offer(state: State, choice: int) -> None:
    """Put one token of the hand into the offer."""
    player = state.players[state.seat]
    player.offer[TOKEN.token(choice)] += 1
    player.n_offer += 1


@kernel
def reveal_offers(state: State, journal: Journal) -> None:
    """Show all offers to everybody [M8]."""
    for seat in range(state.n_players):
        player = state.players[seat]
        for token in range(TOKENS):
            if player.offer[token] > 0:
                player.seen[token] = max(player.seen[token], player.offer[token])
                note(journal, OFFERED, seat, token, player.offer[token])


@kernel
def begin_picks(state: State) -> None:
    """Let the leader pick first, or the substitute of a leader that sits out [M9]."""
    leader = state.titles[Track.TRADE]
    is_in = has(state.traders, leader)
    state.starter = leader if is_in else first_on_trade(state, state.traders)
    state.picks = 0
    state.picked_pairs = 0
    state.last_picker = NOBODY
    state.last_victim = NOBODY
    state.earlier_picker = NOBODY
    state.earlier_victim = NOBODY
    begin_step(state, Step.PICKS, 0)


@kernel
def next_picker(state: State) -> int:
    """Return the seat that was robbed last, or the one that starts [M9]."""
    return state.starter if state.picks == 0 else state.last_victim


@kernel
def pair_of(picker: int, victim: int) -> int:
    """Return the number of a pair of seats, of which one picks from the other."""
    return picker * MOST_PLAYERS + victim


@kernel
def can_rob(rules: Rules, state: State, picker: int, victim: int) -> bool:
    """Say whether a seat may pick from another's offer: not after one there and back [M9]."""
    if victim == picker or state.players[victim].n_offer == 0:
        return False
    if rules.pairs_trade_once:
        return not has(state.picked_pairs, pair_of(picker, victim))
    was_there = state.earlier_picker == picker and state.earlier_victim == victim
    is_back = state.last_picker == victim and state.last_victim == picker
    return not (was_there and is_back)


@kernel
def can_pick(rules: Rules, state: State, picker: int) -> bool:
    """Say whether a seat may pick from anybody."""
    for victim in range(state.n_players):
        if can_rob(rules, state, picker, victim):
            return True
    return False


@kernel
def ask_for_pick(rules: Rules, state: State, journal: Journal) -> None:
    """Ask the seat robbed last to pick, or end the trade when it cannot [M9, M10]."""
    picker = next_picker(state)
    if can_pick(rules, state, picker):
        ask(state, picker, Asks.PICK)
        return
    note(journal, TRADE_ENDED, state.picks)
    for seat in range(state.n_players):
        state.players[seat].offer[:] = 0
        state.players[seat].n_offer = 0
    begin_step(state, Step.HAND_OVER, 0)
    if picker != state.starter:
        ask(state, state.starter, Asks.HAND_OVER)


@kernel
def pick_token(state: State, choice: int, journal: Journal) -> None:
    """Take a token out of a rival's offer into the own hand [M9]."""
    picker, victim, token = state.seat, PICK.seat(choice), PICK.token(choice)
    robbed = state.players[victim]
    robbed.offer[token] -= 1
    robbed.n_offer -= 1
    remove(robbed, token)
    add(state.players[picker], token, 1)
    state.players[picker].tally.tokens[Flow.TRADED] += 1
    note(journal, PICKED, picker, victim, token)
    state.earlier_picker = state.last_picker
    state.earlier_victim = state.last_victim
    state.last_picker = picker
    state.last_victim = victim
    state.picks += 1
    state.picked_pairs |= single(pair_of(picker, victim))


@kernel
def hand_over(state: State, choice: int, journal: Journal) -> None:
    """Give the last robbed player, who ended one short, a token of one's own [M10]."""
    token = TOKEN.token(choice)
    giver = state.players[state.seat]
    remove(giver, token)
    add(state.players[state.last_victim], token, 1)
    giver.tally.tokens[Flow.TRADED] += 1
    note(journal, HANDED_OVER, state.seat, state.last_victim, token)


@kernel
def ask_for_swap(state: State) -> None:
    """Ask who may swap a token with the supply."""
    while state.waiting:
        seat = lowest(state.waiting)
        player = state.players[seat]
        left = player.power[Power.SWAP_TOKEN] - player.used[Power.SWAP_TOKEN]
        if left > 0 and player.n_hand > 0 and has_tokens(state.supply):
            ask(state, seat, Asks.SWAP_GIVE)
            return
        state.waiting &= ~single(seat)
    begin_step(state, Step.NAME_BUYER, everybody(state))


@kernel
def has_tokens(tokens: Ints) -> bool:
    """Say whether there is any token."""
    for token in range(tokens.shape[0]):
        if tokens[token] > 0:
            return True
    return False


@kernel
def choose_swap(state: State, choice: int) -> None:
    """Choose the token to give away, or swap no more."""
    if kind_of(choice) == Choice.NO_SWAP:
        state.waiting &= ~single(state.seat)
        return
    state.swapped = TOKEN.token(choice)
    ask(state, state.seat, Asks.SWAP_TAKE)


@kernel
def swap(state: State, choice: int, journal: Journal) -> None:
    """Take a token from the supply for the one given away."""
    token = TOKEN.token(choice)
    player = state.players[state.seat]
    state.supply[token] -= 1
    add(player, token, 1)
    remove(player, state.swapped)
    give_back(state, state.swapped)
    player.used[Power.SWAP_TOKEN] += 1
    note(journal, SWAPPED, state.seat, state.swapped, token)
    state.swapped = NOTHING


@kernel
def list_trade(rules: Rules, state: State, menu: Ints) -> int:
    """List the choices of the trade."""
    asks = state.asks
    if asks == Asks.CHIP:
        return list_chips(rules, state, menu)
    if asks == Asks.PICK:
        return list_picks(rules, state, menu)
    player = state.players[state.seat]
    if asks == Asks.OFFER:
        return list_offers(player, menu)
    if asks == Asks.HAND_OVER:
        return list_tokens(menu, 0, Choice.HAND_OVER, player.hand)
    if asks == Asks.SWAP_GIVE:
        menu[0] = code(Choice.NO_SWAP)
        return list_tokens(menu, 1, Choice.SWAP_GIVE, player.hand)
    return list_tokens(menu, 0, Choice.SWAP_TAKE, state.supply)


@kernel
def list_chips(rules: Rules, state: State, menu: Ints) -> int:
    """List both faces of the chips that are not blocked [M7]."""
    n = 0
    for chip in range(rules.chips.shape[0]):
        if not has(state.used_chips, chip):
            for face in range(2):
                menu[n] = code(Choice.CHIP, chip, face)
                n += 1
    return n


@kernel
def list_offers(player: Player, menu: Ints) -> int:
    """List the tokens not yet offered."""
    n = 0
    for token in range(TOKENS):
        if player.hand[token] > player.offer[token]:
            menu[n] = code(Choice.OFFER, token)
            n += 1
    return n


@kernel
def list_picks(rules: Rules, state: State, menu: Ints) -> int:
    """List the tokens of all offers that may be robbed [M9]."""
    n = 0
    for victim in range(state.n_players):
        if can_rob(rules, state, state.seat, victim):
            offered = state.players[victim].offer
            for token in range(TOKENS):
                if offered[token] > 0:
                    menu[n] = code(Choice.PICK, victim, token)
                    n += 1
    return n


@kernel
def list_tokens(menu: Ints, n: int, choice: int, tokens: Ints) -> int:
    """List the kinds of tokens there are."""
    for token in range(tokens.shape[0]):
        if tokens[token] > 0:
            menu[n] = code(choice, token)
            n += 1
    return n
