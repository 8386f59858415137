"""Arriala, the Canal de Garonne: dig sections, build locks, and be the majority."""

from simlab.game.definition import Game
from simlab.games.arriala import policies, rules
from simlab.games.arriala.choices import CARD_KINDS, describe, kind
from simlab.games.arriala.choices import KINDS as KINDS_OF_CHOICES
from simlab.games.arriala.components import fill
from simlab.games.arriala.evaluation import EVALUATION, evaluate
from simlab.games.arriala.events import KINDS, legend, tell
from simlab.games.arriala.facts import facts
from simlab.games.arriala.folding import fold, standing
from simlab.games.arriala.policies.strategist import LEARNER
from simlab.games.arriala.scene import scene
from simlab.games.arriala.schema import SCHEMA, Rules
from simlab.games.arriala.state import MOST_PLAYERS, MOST_ROUNDS, OUTCOME, TIMELINE, Source, State

GAME = Game(
    name="arriala",
    title="Arriala",
    version=3,
    players=(2, MOST_PLAYERS),
    cooperative=False,
    schema=SCHEMA,
    fill=fill,
    rules_row=Rules.dtype,
    state_row=State.dtype,
    outcome_row=OUTCOME,
    timeline_row=TIMELINE,
    sources=Source,
    longest_menu=256,
    decision_limit=40_000,
    most_rounds=MOST_ROUNDS,
    setup=rules.setup,
    next_seat=rules.next_seat,
    legal=rules.legal,
    apply=rules.apply,
    outcome=rules.outcome,
    hide=rules.hide,
    evaluate=evaluate,
    evaluation=EVALUATION,
    horizon=4,
    plans=64,
    snapshot=rules.snapshot,
    points_so_far=rules.points_so_far,
    events=KINDS,
    tell=tell,
    describe=describe,
    kind=kind,
    kinds=KINDS_OF_CHOICES,
    card_kinds=CARD_KINDS,
    fold=fold,
    headings=("turn_began",),
    standing=standing,
    legend=legend,
    scene=scene,
    facts=facts,
    policies=policies.ALL,
    learner=LEARNER,
)
