"""How turns and steps begin and end, and when the game does [A3, A16, A18]."""

from simlab.engine.journal import Journal, note
from simlab.engine.kernel import kernel
from simlab.games.arriala.events import GAME_OVER, RANKED, TURN_BEGAN, TURN_ENDED
from simlab.games.arriala.rules.result import count_on_canal, rank_of
from simlab.games.arriala.rules.score import note_leader, pay_vineyards, sole_leader
from simlab.games.arriala.rules.space import unbuilt
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import NO_CARD, NO_SPACE, End, Phase, State


@kernel
def begin_turn(rules: Rules, state: State, journal: Journal) -> None:
    """Give the player of the turn their action points; seat 0 begins a round [A3]."""
    state.turns += 1
    state.rounds += state.seat == 0
    state.action_points = rules.action_points
    state.phase = Phase.ACTION
    note(journal, TURN_BEGAN, state.seat, state.rounds)


@kernel
def end_step(rules: Rules, state: State, journal: Journal) -> None:
    """After each step: look who leads, stop if all is built, else ask for the next [A16]."""
    state.card = NO_CARD
    state.worker_space = NO_SPACE
    state.phase = Phase.ACTION
    note_leader(state)
    if unbuilt(state.board) == 0:
        end_game(rules, state, End.ALL_BUILT, journal)


@kernel
def end_turn(rules: Rules, state: State, journal: Journal) -> None:
    """Lose the action points left and pass on clockwise, up to the round limit [A3, A18]."""
    note(journal, TURN_ENDED, state.seat, state.action_points)
    state.players[state.seat].tally.lost += state.action_points
    state.seat += 1
    if state.seat == state.n_players:
        state.seat = 0
        if state.rounds == rules.max_rounds:
            end_game(rules, state, End.ROUND_LIMIT, journal)
            return
        state.leaders[state.rounds - 1] = sole_leader(state)
    begin_turn(rules, state, journal)


@kernel
def end_game(rules: Rules, state: State, end: int, journal: Journal) -> None:
    """Stop at once and count the vineyards [A16, A17]."""
    state.end = end
    state.phase = Phase.OVER
    state.leaders[state.rounds - 1] = sole_leader(state)
    note(journal, GAME_OVER, end, state.rounds)
    pay_vineyards(rules, state, journal)
    for seat in range(state.n_players):
        points, on_canal = state.board.scores[seat], count_on_canal(state, seat)
        note(journal, RANKED, seat, points, on_canal, rank_of(state, seat))
