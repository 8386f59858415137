"""Mare Nostrum: trade, build, fight and hire heroes around the inner sea."""

from simlab.game.definition import Game
from simlab.games.mare_nostrum import policies, rules
from simlab.games.mare_nostrum.choices import CARD_KINDS, describe, kind
from simlab.games.mare_nostrum.choices import KINDS as KINDS_OF_CHOICES
from simlab.games.mare_nostrum.components import fill
from simlab.games.mare_nostrum.evaluation import EVALUATION, evaluate
from simlab.games.mare_nostrum.events import KINDS, legend, tell
from simlab.games.mare_nostrum.facts import facts
from simlab.games.mare_nostrum.folding import fold, standing
from simlab.games.mare_nostrum.map import board_map
from simlab.games.mare_nostrum.scene import scene
from simlab.games.mare_nostrum.schema import SCHEMA, Rules
from simlab.games.mare_nostrum.state import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    OUTCOME,
    TIMELINE,
    Source,
    State,
)

GAME = Game(
    name="mare_nostrum",
    title="Mare Nostrum",
    version=10,
    players=(FEWEST_PLAYERS, MOST_PLAYERS),
    cooperative=False,
    schema=SCHEMA,
    fill=fill,
    rules_row=Rules.dtype,
    state_row=State.dtype,
    outcome_row=OUTCOME,
    timeline_row=TIMELINE,
    sources=Source,
    longest_menu=512,
    decision_limit=20_000,
    most_rounds=MOST_ROUNDS,
    setup=rules.setup,
    next_seat=rules.next_seat,
    legal=rules.legal,
    apply=rules.apply,
    outcome=rules.outcome,
    hide=rules.hide,
    evaluate=evaluate,
    evaluation=EVALUATION,
    horizon=10,
    plans=64,
    noise=0.05,
    snapshot=rules.snapshot,
    points_so_far=rules.points_so_far,
    events=KINDS,
    tell=tell,
    describe=describe,
    kind=kind,
    kinds=KINDS_OF_CHOICES,
    card_kinds=CARD_KINDS,
    fold=fold,
    headings=("round_began",),
    standing=standing,
    legend=legend,
    map=board_map,
    scene=scene,
    facts=facts,
    policies=policies.ALL,
)
