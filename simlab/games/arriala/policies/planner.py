"""The planner: search the whole turn before the first step."""

from simlab.engine.kernel import kernel
from simlab.engine.menu import is_on
from simlab.engine.record import Ints, Row, Words
from simlab.game.policy import policy
from simlab.games.arriala.policies.outlook import Outlook, look
from simlab.games.arriala.policies.plan import find_plan
from simlab.games.arriala.policies.step import action_of, choice_of
from simlab.games.arriala.policies.traits import TRAITS
from simlab.games.arriala.rules.choice import Choice, code
from simlab.games.arriala.schema import Rules
from simlab.games.arriala.state import Action, Phase, State


@policy(traits=TRAITS, memory=Outlook.dtype)
def planner(
    rules: Rules, state: State, seat: int, menu: Ints, traits: Row, outlook: Outlook, rng: Words
) -> int:
    """Searches the whole turn, weighing sections, locks, vineyards, cards and what rivals gain."""
    if state.phase == Phase.ACTION:
        return next_step(rules, state, seat, menu, outlook, traits)
    choice = menu[0]
    # the plan may be missing: the memory is zero if a game is taken up in the middle
    if outlook.turn == state.turns and outlook.done > 0:
        choice = choice_of(outlook.plan[outlook.done - 1], state.phase)
    return choice if is_on(menu, choice) else menu[0]


@kernel
def next_step(
    rules: Rules, state: State, seat: int, menu: Ints, outlook: Outlook, traits: Row
) -> int:
    """Begin the next step of the plan under way, or of a new one; end the turn when it is done."""
    # with more action points than a plan looks through, a new one goes on where it ended
    is_over = outlook.is_cut and outlook.done == outlook.n_plan
    if outlook.turn != state.turns or outlook.done == 0 or is_over:
        look(rules, state, seat, outlook, traits)
        find_plan(rules, state, outlook)
        outlook.turn = state.turns
        draw_first(outlook)
    if outlook.done == outlook.n_plan:
        return code(Choice.END_TURN, 0)
    step = outlook.plan[outlook.done]
    outlook.done += 1
    if action_of(step) == Action.DRAW:
        # the card may change the plan
        outlook.done = 0
        return code(Choice.DRAW, 0)
    choice = choice_of(step, Phase.ACTION)
    return choice if is_on(menu, choice) else code(Choice.END_TURN, 0)


@kernel
def draw_first(outlook: Outlook) -> None:
    """Bring a draw in the plan to its front: what is drawn may change the rest."""
    for i in range(outlook.n_plan):
        if action_of(outlook.plan[i]) == Action.DRAW:
            drawing = outlook.plan[i]
            outlook.plan[i] = outlook.plan[0]
            outlook.plan[0] = drawing
            return
