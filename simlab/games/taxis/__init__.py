"""Les Taxis de la Marne, by Jérémie Caplanne: send taxis from the Invalides, together."""

from simlab.game.definition import Game
from simlab.games.taxis import policies, rules
from simlab.games.taxis.choices import KINDS as KINDS_OF_CHOICES
from simlab.games.taxis.choices import describe, kind
from simlab.games.taxis.components import fill
from simlab.games.taxis.evaluation import EVALUATION, evaluate
from simlab.games.taxis.events import KINDS, legend, tell
from simlab.games.taxis.facts import facts
from simlab.games.taxis.folding import fold, standing
from simlab.games.taxis.scene import scene
from simlab.games.taxis.schema import SCHEMA, Rules
from simlab.games.taxis.state import MOST_PLAYERS, OUTCOME, TIMELINE, Source, State

GAME = Game(
    name="taxis",
    title="Les Taxis de la Marne",
    version=5,
    players=(1, MOST_PLAYERS),
    cooperative=True,
    schema=SCHEMA,
    fill=fill,
    rules_row=Rules.dtype,
    state_row=State.dtype,
    outcome_row=OUTCOME,
    timeline_row=TIMELINE,
    sources=Source,
    longest_menu=256,
    decision_limit=20_000,
    most_rounds=64,
    setup=rules.setup,
    next_seat=rules.next_seat,
    legal=rules.legal,
    apply=rules.apply,
    outcome=rules.outcome,
    hide=rules.hide,
    evaluate=evaluate,
    evaluation=EVALUATION,
    horizon=2,
    plans=64,
    snapshot=rules.snapshot,
    events=KINDS,
    tell=tell,
    describe=describe,
    kind=kind,
    kinds=KINDS_OF_CHOICES,
    fold=fold,
    headings=("turn_began",),
    standing=standing,
    legend=legend,
    scene=scene,
    facts=facts,
    policies=(policies.random, policies.greedy, policies.planner),
)
