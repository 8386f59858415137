"""Bonus cards: when they may be played and what they do [T14]."""

from simlab.engine.deck import discard
from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.engine.record import Words, number
from simlab.games.taxis.events import BONUS_PLAYED, BY_BONUS, DREW, TOKEN_REMOVED
from simlab.games.taxis.rules.card import add_card, can_draw, draw_card, remove_card
from simlab.games.taxis.rules.choice import PLACE
from simlab.games.taxis.rules.officer import set_officer
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import NO_CARD, Effect, Phase, State


@kernel
def is_playable(state: State, effect: int) -> bool:
    """Say whether a bonus card with this effect, held by the player, would do anything [T14].

    An officer can always be placed elsewhere: there are more spots than officers.
    """
    if effect == Effect.DRAW_TWO:
        return can_draw(state)
    if effect == Effect.REMOVE_TOKEN:
        return state.n_tokens > 0
    return True


@kernel
def playable_effects(rules: Rules, state: State) -> int:
    """Return the effects of the bonus cards that the player may play now, as bits [T14]."""
    hand = state.hands[state.seat]
    if state.is_bonus_forbidden or hand.kinds & rules.bonus_kinds == 0:
        return 0
    effects = 0
    for i in range(hand.n_cards):
        effect = number(rules.kind_effect[hand.cards[i]])
        if effect != Effect.NONE and is_playable(state, effect):
            effects |= 1 << effect
    return effects


@kernel
def has_playable_bonus(rules: Rules, state: State) -> bool:
    """Say whether the player may play a bonus card now."""
    return playable_effects(rules, state) != 0


@kernel
def play_bonus(rules: Rules, state: State, effect: int, rng: Words, journal: Journal) -> None:
    """Play a bonus card; officers and tokens are chosen next [T14]."""
    hand = state.hands[state.seat]
    place = 0
    while rules.kind_effect[hand.cards[place]] != effect:
        place += 1
    kind = number(hand.cards[place])
    remove_card(rules, hand, kind)
    note(journal, BONUS_PLAYED, state.seat, kind)
    state.tally.bonus[effect - 1] += 1
    if effect == Effect.DRAW_TWO:
        draw_two(rules, state, rng, journal)
    elif effect == Effect.EXTRA_ACTION:
        state.actions_left += 1
    elif effect == Effect.PLACE_OFFICER:
        state.phase = Phase.MOVE_BY_BONUS
    else:
        state.phase = Phase.REMOVE_TOKEN
    # the card is laid down only now, so that it is not part of a reshuffle it causes
    discard(state.deck, kind)


@kernel
def draw_two(rules: Rules, state: State, rng: Words, journal: Journal) -> None:
    """Draw two cards, one after the other, or one if there is only one [T14]."""
    for _ in range(2):
        kind = draw_card(state, rng, journal)
        if kind != NO_CARD:
            add_card(rules, state.hands[state.seat], kind)
            note(journal, DREW, state.seat, kind, BY_BONUS)


@kernel
def place_by_bonus(state: State, choice: int, journal: Journal) -> None:
    """Put the chosen officer on the chosen spot [T14]."""
    set_officer(state, PLACE.officer(choice), PLACE.street(choice), BY_BONUS, journal)


@kernel
def remove_token(state: State, street: int, journal: Journal) -> None:
    """Take the token off the taxi at a street [T14]."""
    state.street_token[street] = 0
    state.n_tokens -= 1
    note(journal, TOKEN_REMOVED, street)
