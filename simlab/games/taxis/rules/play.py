"""Who decides, and what each choice does."""

from simlab.engine.journal import Journal
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.record import Words
from simlab.games.taxis.rules.action import (
    begin_loading,
    depart,
    draw,
    exchange,
    keep_drawn,
    load,
    move_officer,
)
from simlab.games.taxis.rules.arrival import arrive
from simlab.games.taxis.rules.bonus import place_by_bonus, play_bonus, remove_token
from simlab.games.taxis.rules.choice import BONUS, CARD, MOVE, STREET, Choice, kind_of
from simlab.games.taxis.rules.setup import place_officers
from simlab.games.taxis.rules.turn import BY_CHOICE, discard_chosen, end_turn, go_on
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import RESERVE, Phase, State


@kernel
def next_seat(rules: Rules, state: State) -> int:
    """The player of the turn decides until the game is over [T17]."""
    return OVER if state.phase == Phase.OVER else state.seat


@kernel
def apply(rules: Rules, state: State, choice: int, rng: Words, journal: Journal) -> None:
    """Carry out one choice and all that the rules make follow."""
    kind = kind_of(choice)
    if kind == Choice.DRAW:
        draw(rules, state, rng, journal)
        if state.phase != Phase.KEEP_CARD:
            go_on(rules, state, rng, journal)
    elif kind == Choice.MOVE:
        move_officer(rules, state, MOVE.officer(choice), MOVE.way(choice), journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.SEND:
        begin_loading(state, STREET.street(choice))
    elif kind == Choice.LOAD:
        load(rules, state, CARD.card(choice), journal)
    elif kind == Choice.DEPART:
        depart(rules, state, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.GIVE:
        state.given_kind = CARD.card(choice)
        state.phase = Phase.TAKE_CARD
    elif kind == Choice.TAKE:
        exchange(rules, state, choice, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.END_TURN:
        end_turn(rules, state, BY_CHOICE, rng, journal)
    elif kind == Choice.DISCARD:
        discard_chosen(rules, state, CARD.card(choice), rng, journal)
    else:
        apply_rare(rules, state, choice, rng, journal)


@kernel
def apply_rare(rules: Rules, state: State, choice: int, rng: Words, journal: Journal) -> None:
    """Carry out a choice of setup, of a bonus card, or of a solo game."""
    kind = kind_of(choice)
    if kind == Choice.BONUS:
        play_bonus(rules, state, BONUS.effect(choice), rng, journal)
        if state.phase != Phase.MOVE_BY_BONUS and state.phase != Phase.REMOVE_TOKEN:
            go_on(rules, state, rng, journal)
    elif kind == Choice.PLACE:
        place_by_bonus(state, choice, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.UNTOKEN:
        remove_token(state, STREET.street(choice), journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.KEEP or kind == Choice.RESERVE:
        keep_drawn(rules, state, RESERVE if kind == Choice.RESERVE else state.seat, journal)
        go_on(rules, state, rng, journal)
    elif kind == Choice.REVEAL:
        arrive(rules, state, rng, journal)
    else:
        place_officers(rules, state, choice, rng, journal)
