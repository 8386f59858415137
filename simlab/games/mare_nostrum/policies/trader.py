"""Trading: which chip, what to offer, what to pick from whom."""

from simlab.engine.bits import members, single
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Row
from simlab.games.mare_nostrum.policies.appraise import appraise
from simlab.games.mare_nostrum.policies.hand import change_hand, count_hand, worth_of_hand
from simlab.games.mare_nostrum.policies.notes import Notes
from simlab.games.mare_nostrum.policies.race import (
    alarm,
    coins_short_of_win,
    goods_short_of_win,
    price_of_win,
)
from simlab.games.mare_nostrum.rules.choice import CHIP, PICK, TOKEN, Choice, code
from simlab.games.mare_nostrum.rules.token import good_of
from simlab.games.mare_nostrum.schema import Rules
from simlab.games.mare_nostrum.state import COIN, LEGENDARY, TOKENS, State


@kernel
def look_at_hand(rules: Rules, state: State, seat: int, notes: Notes, traits: Row) -> None:
    """Note the own hand, how near rivals are to a win, and once a round what things are worth."""
    # once a round: it costs far more than a look at the hand, and the board rests in trade
    if notes.appraised != state.rounds:
        appraise(rules, state, seat, notes, traits)
        notes.appraised = state.rounds
    count_hand(rules, state.players[seat], state.players[seat].hand, notes)
    for rival in range(state.n_players):
        notes.goods_alarm[rival] = alarm(goods_short_of_win(rules, state, rival))
        notes.coins_alarm[rival] = alarm(coins_short_of_win(rules, state, rival))


@kernel
def count_among(tokens: Ints, token: int) -> int:
    """Return how often a token's good is there, of either sort; coins count as such."""
    if token == COIN:
        return tokens[COIN]
    return tokens[good_of(token)] + tokens[LEGENDARY + good_of(token)]


@kernel
def change_by(notes: Notes, held: int, token: int, n: int, traits: Row) -> float:
    """Return by how much the noted hand would change its worth with one token more or less."""
    before = worth_of_hand(notes, traits)
    change_hand(notes, held, token, n)
    after = worth_of_hand(notes, traits)
    change_hand(notes, held + n, token, -n)
    return after - before


@kernel
def choose_chip(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Pick the number of tokens that promises most, less what rivals near a win gain."""
    look_at_hand(rules, state, seat, notes, traits)
    best, best_gain = menu[0], -1e9
    for i in range(menu.shape[0]):
        tokens = rules.chips[CHIP.chip(menu[i]), CHIP.face(menu[i])]
        gain = 0.0
        if tokens <= state.players[seat].n_hand:
            gain = hope_of_trade(rules, state, seat, tokens, notes, traits)
        gain -= traits.denial * n_served(rules, state, seat, tokens)
        if gain > best_gain:
            best, best_gain = menu[i], gain
    return best


@kernel
def n_served(rules: Rules, state: State, seat: int, tokens: int) -> int:
    """Return how many rivals could pay for a purchase that wins after such a trade."""
    rivals = 0
    for rival in range(state.n_players):
        rivals += rival != seat and is_served(rules, state, rival, tokens)
    return rivals


@kernel
def is_served(rules: Rules, state: State, rival: int, tokens: int) -> bool:
    """Say whether a number of tokens could complete a rival's purchase, or is all he can spare."""
    missing = min(goods_short_of_win(rules, state, rival), coins_short_of_win(rules, state, rival))
    held = state.players[rival].n_hand
    # he has what he needs, and trades only if he can keep it
    if missing <= 0:
        return tokens <= held - price_of_win(rules, state, rival)
    return missing <= tokens <= held


@kernel
def hope_of_trade(
    rules: Rules, state: State, seat: int, tokens: int, notes: Notes, traits: Row
) -> float:
    """Return the expected share of the value of the best exchange of a number of tokens."""
    player = state.players[seat]
    before = worth_of_hand(notes, traits)
    hand = notes.trial
    hand[:] = player.hand
    for _ in range(tokens):
        # greedily, one by one: all exchanges of up to five tokens would be far too many
        given = cheapest(hand, notes, traits)
        change_hand(notes, count_among(hand, given), given, -1)
        hand[given] -= 1
        wanted = dearest(state, seat, hand, notes, traits)
        change_hand(notes, count_among(hand, wanted), wanted, 1)
        hand[wanted] += 1
    gain = worth_of_hand(notes, traits) - before
    # the notes were changed by the trial
    count_hand(rules, player, player.hand, notes)
    # 0.7 of the best: rivals pick, too, and hardly leave what one hopes for
    return traits.trading * gain - traits.parting * tokens


@kernel
def cheapest(hand: Ints, notes: Notes, traits: Row) -> int:
    """Return the token of a noted hand that is missed least."""
    best, least = 0, 1e9
    for token in range(TOKENS):
        if hand[token] > 0:
            loss = -change_by(notes, count_among(hand, token), token, -1, traits)
            if loss < least:
                best, least = token, loss
    return best


@kernel
def dearest(state: State, seat: int, hand: Ints, notes: Notes, traits: Row) -> int:
    """Return the token known behind other screens that would help a noted hand most."""
    best, most = COIN, -1e9
    # ordinary tokens only: a legendary one counts as the good of its kind
    for token in range(LEGENDARY):
        if not is_elsewhere(state, seat, token):
            continue
        gain = change_by(notes, count_among(hand, token), token, 1, traits)
        if gain > most:
            best, most = token, gain
    return best


@kernel
def is_elsewhere(state: State, seat: int, token: int) -> bool:
    """Say whether some rival is known to hold a token."""
    for rival in range(state.n_players):
        if rival != seat and state.players[rival].seen[token] > 0:
            return True
    return False


@kernel
def choose_offer(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Offer the token that is missed least, and helps rivals least who need it to win."""
    look_at_hand(rules, state, seat, notes, traits)
    player = state.players[seat]
    rest = notes.trial
    for token in range(TOKENS):
        rest[token] = player.hand[token] - player.offer[token]
    count_hand(rules, player, rest, notes)
    rivals = state.traders & ~single(seat)
    return least_missed(state, rest, rivals, menu, notes, traits)


@kernel
def least_missed(
    state: State, hand: Ints, rivals: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Return the choice that costs a noted hand least and serves some rivals least."""
    best, least = menu[0], 1e9
    for i in range(menu.shape[0]):
        token = TOKEN.token(menu[i])
        loss = -change_by(notes, count_among(hand, token), token, -1, traits)
        loss += worth_of_keeping(state, rivals, token, notes, traits)
        if loss < least:
            best, least = menu[i], loss
    return best


@kernel
def choose_pick(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Pick the token that helps most and most hinders rivals who are near a win."""
    look_at_hand(rules, state, seat, notes, traits)
    hand, rivals = state.players[seat].hand, state.traders & ~single(seat)
    best, most = menu[0], -1e9
    for i in range(menu.shape[0]):
        victim, token = PICK.seat(menu[i]), PICK.token(menu[i])
        gain = change_by(notes, count_among(hand, token), token, 1, traits)
        gain += worth_of_robbing(state, victim, token, notes, traits)
        gain += worth_of_keeping(state, rivals, token, notes, traits)
        if gain > most:
            best, most = menu[i], gain
    return best


@kernel
def worth_of_keeping(state: State, rivals: int, token: int, notes: Notes, traits: Row) -> float:
    """Return what it is worth that none of some rivals gets a token that he lacks for a win."""
    most = 0
    for rival in members(rivals):
        if token == COIN:
            most = max(most, notes.coins_alarm[rival])
        elif count_among(state.players[rival].seen, token) == 0:
            most = max(most, notes.goods_alarm[rival])
    return traits.denial * most


@kernel
def worth_of_robbing(state: State, victim: int, token: int, notes: Notes, traits: Row) -> float:
    """Return what it is worth to take a coin, or his only token of a good, from a rival."""
    if token == COIN:
        return traits.denial * notes.coins_alarm[victim]
    # he has another of it, and payments want different goods [M12]
    if count_among(state.players[victim].seen, token) > 1:
        return 0.0
    return traits.denial * notes.goods_alarm[victim]


@kernel
def choose_hand_over(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Hand over the token that is missed least and helps its new owner least."""
    look_at_hand(rules, state, seat, notes, traits)
    hand, taker = state.players[seat].hand, single(state.last_victim)
    return least_missed(state, hand, taker, menu, notes, traits)


@kernel
def choose_swap(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Give away the token that is missed least, if the supply has one worth more."""
    look_at_hand(rules, state, seat, notes, traits)
    hand = state.players[seat].hand
    given = cheapest(hand, notes, traits)
    before = worth_of_hand(notes, traits)
    change_hand(notes, count_among(hand, given), given, -1)
    trial = notes.trial
    trial[:] = hand
    trial[given] -= 1
    for token in range(LEGENDARY):
        if state.supply[token] > 0 and token != given:
            change = change_by(notes, count_among(trial, token), token, 1, traits)
            if worth_of_hand(notes, traits) + change > before:
                return code(Choice.SWAP_GIVE, given)
    return code(Choice.NO_SWAP)


@kernel
def choose_token(
    rules: Rules, state: State, seat: int, menu: Ints, notes: Notes, traits: Row
) -> int:
    """Take the token on the menu that helps the hand most, without the one being swapped."""
    look_at_hand(rules, state, seat, notes, traits)
    hand = notes.trial
    hand[:] = state.players[seat].hand
    if state.swapped >= 0:
        change_hand(notes, count_among(hand, state.swapped), state.swapped, -1)
        hand[state.swapped] -= 1
    best, most = menu[0], -1e9
    for i in range(menu.shape[0]):
        token = TOKEN.token(menu[i])
        gain = change_by(notes, count_among(hand, token), token, 1, traits)
        if gain > most:
            best, most = menu[i], gain
    return best


@kernel
def choose_collection(notes: Notes, menu: Ints) -> int:
    """Take a coin where coins are many, else a legendary good."""
    goods = 0
    for good in range(COIN):
        goods += notes.income[good] > 0
    # payments are all goods or all coins [M12], so it goes to the longer of the two
    return menu[0] if notes.income[COIN] > goods else menu[1]
