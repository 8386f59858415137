"""Pig: the smallest complete game, with exact answers known; the one to copy."""

from simlab.game import Game
from simlab.games.pig import policies, rules
from simlab.games.pig.choices import KINDS, describe, kind
from simlab.games.pig.components import RULES, SCHEMA, fill
from simlab.games.pig.events import EVENTS, tell
from simlab.games.pig.facts import facts
from simlab.games.pig.state import MOST_PLAYERS, OUTCOME, STATE, Source

GAME = Game(
    name="pig",
    title="Pig",
    version=1,
    players=(2, MOST_PLAYERS),
    cooperative=False,
    schema=SCHEMA,
    fill=fill,
    rules_row=RULES,
    state_row=STATE,
    outcome_row=OUTCOME,
    sources=Source,
    longest_menu=2,
    decision_limit=100_000,
    setup=rules.setup,
    next_seat=rules.next_seat,
    legal=rules.legal,
    apply=rules.apply,
    outcome=rules.outcome,
    hide=rules.hide,
    evaluate=rules.evaluate,
    events=EVENTS,
    tell=tell,
    describe=describe,
    kind=kind,
    kinds=KINDS,
    facts=facts,
    policies=(policies.random, policies.hold, policies.optimal),
)
