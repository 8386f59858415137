"""Who decides, and what each choice does."""

from simlab.engine.journal import Journal
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.record import Words
from simlab.games.arriala.rules.action import (
    build_art_work,
    build_lock,
    build_river_work,
    draw,
    go_to_canal,
    go_to_vineyard,
    move,
    place,
)
from simlab.games.arriala.rules.choice import SPACE, VINEYARD, WORKER, Choice, kind_of
from simlab.games.arriala.rules.turn import end_step, end_turn
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import Action, Phase, State


@kernel
def next_seat(rules: Rules, state: State) -> int:
    """The player of the turn decides until the game is over."""
    return OVER if state.phase == Phase.OVER else state.seat


@kernel
def apply(rules: Rules, state: State, choice: int, rng: Words, journal: Journal) -> None:
    """Carry out one choice: begin an action, go on with it, or end the turn."""
    kind = kind_of(choice)
    if kind == Choice.SPACE:
        finish_on_space(rules, state, SPACE.space(choice), journal)
        end_step(rules, state, journal)
    elif kind == Choice.MOVE:
        begin(state, Action.MOVE, choice, Phase.SPACE)
    elif kind == Choice.END_TURN:
        end_turn(rules, state, journal)
    elif kind == Choice.DRAW:
        draw(rules, state, rng, journal)
        end_step(rules, state, journal)
    elif kind == Choice.RIVER:
        build_river_work(rules, state, WORKER.space(choice), journal)
        end_step(rules, state, journal)
    elif kind == Choice.PLACE:
        begin(state, Action.PLACE, choice, Phase.SPACE)
    elif kind == Choice.LOCK:
        begin(state, Action.LOCK, choice, Phase.SPACE)
    elif kind == Choice.TO_CANAL:
        begin(state, Action.TO_CANAL, choice, Phase.SPACE)
    elif kind == Choice.TO_VINEYARD:
        begin(state, Action.TO_VINEYARD, choice, Phase.VINEYARD)
    elif kind == Choice.WORKER:
        choose_worker(state, choice)
    elif kind == Choice.VINEYARD:
        choose_vineyard(rules, state, VINEYARD.vineyard(choice), journal)
    else:
        play(rules, state, kind - Choice.PLAY, journal)


@kernel
def begin(state: State, action: int, choice: int, phase: int) -> None:
    """Begin an action by points with the worker or vineyard chosen; ask for what is missing."""
    state.doing = action
    state.worker_colour = WORKER.colour(choice)
    state.worker_space = WORKER.space(choice)
    state.phase = phase


@kernel
def play(rules: Rules, state: State, card: int, journal: Journal) -> None:
    """Begin to play a card; an art work needs no further choice [A10, A11]."""
    action = rules.card_action[card]
    state.doing = action
    state.card = card
    if action == Action.ART_WORK:
        build_art_work(rules, state, journal)
        end_step(rules, state, journal)
    elif action == Action.PLACE or action == Action.LOCK:
        state.phase = Phase.SPACE
    elif action == Action.TO_CANAL:
        state.phase = Phase.VINEYARD
    else:
        state.phase = Phase.WORKER


@kernel
def choose_worker(state: State, choice: int) -> None:
    """Choose the worker that a card acts on."""
    state.worker_colour = WORKER.colour(choice)
    state.worker_space = WORKER.space(choice)
    state.phase = Phase.VINEYARD if state.doing == Action.TO_VINEYARD else Phase.SPACE


@kernel
def choose_vineyard(rules: Rules, state: State, vineyard: int, journal: Journal) -> None:
    """Go to the vineyard, or choose the one that a worker leaves by a card."""
    if state.doing == Action.TO_CANAL:
        state.worker_space = vineyard
        state.phase = Phase.SPACE
    else:
        go_to_vineyard(rules, state, vineyard, journal)
        end_step(rules, state, journal)


@kernel
def finish_on_space(rules: Rules, state: State, space: int, journal: Journal) -> None:
    """Carry out the action that waited for its space."""
    if state.doing == Action.MOVE or state.doing == Action.TRANSFER:
        move(rules, state, space, journal)
    elif state.doing == Action.PLACE:
        place(rules, state, space, journal)
    elif state.doing == Action.LOCK:
        build_lock(rules, state, space, journal)
    else:
        go_to_canal(rules, state, space, journal)
