"""What is reported of a game, and of the table at the end of each round."""

from simlab.engine.kernel import kernel
from simlab.engine.record import NOT_APPLICABLE, Row, copy_fields
from simlab.games.taxis.schema import Rules
from simlab.games.taxis.state import NO_CARD, Phase, State


@kernel
def outcome(rules: Rules, state: State, finished: bool, row: Row) -> None:
    """Describe the finished or capped game [T21]."""
    row.score = state.score
    row.tier = tier_of(rules, state.score)
    row.end_reason = state.end if finished else NOT_APPLICABLE
    row.rounds = -(-state.turns // state.n_players)
    row.turns = state.turns
    row.sent = state.tally.sends
    row.left_standing = state.n_taken
    row.left_undrawn = state.n_taxi_deck + (state.next_taxi != NO_CARD)
    copy_fields(state.tally, row)
    row.reshuffles = state.deck.reshuffles


@kernel
def tier_of(rules: Rules, score: int) -> int:
    """Return how many lower bounds of the victory table a score reaches [T21]."""
    tier = 0
    for i in range(rules.n_tiers):
        tier += score >= rules.tier_from[i]
    return tier


@kernel
def snapshot(rules: Rules, state: State, row: Row) -> int:
    """Describe the table at the end of round `row.rounds`; a game that ends in a round ends it.

    When the first taxi of a round ends the game, the round before has ended by the same choice.
    """
    if row.rounds > state.rounds_ended:
        row.streets = state.n_taken
        row.tokens = state.n_tokens
        row.score = state.score
    else:
        row.streets = state.streets_at_round_end
        row.tokens = state.tokens_at_round_end
        row.score = state.score_at_round_end
    has_begun = state.turns > state.rounds_ended * state.n_players
    return state.rounds_ended + (has_begun and state.phase == Phase.OVER)
