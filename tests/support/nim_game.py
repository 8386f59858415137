"""Nim: a walk that all walk together; who takes the last step wins. For what reads nets."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.net import NET, n_weights
from simlab.engine.observation import state_numbers
from simlab.engine.record import Row
from simlab.engine.turn_values import play_valued_game
from simlab.execution.stepper import Case, Stepper
from simlab.game import Rules
from simlab.game.components import Components
from simlab.game.policy import Policy
from simlab.players.search import search_over
from simlab.players.trained import Net, learnt_policy
from tests.support import walk_game

LAST, OWN, RIVAL = 0.5, 0.01, 0.001
"""Weights of a net: whether the own seat decides, and steps of both. It likes long steps."""


@kernel
def next_seat(rules: Row, state: Row) -> int:
    steps = 0
    for seat in range(state.n_players):
        steps += state.players[seat].steps
    return OVER if steps >= rules.goal else state.decisions % state.n_players


@kernel
def outcome(rules: Row, state: Row, finished: bool, row: Row) -> None:
    for seat in range(walk_game.SEATS):
        row.seats[seat].score = 0
        row.seats[seat].credit = 1.0 if seat == (state.decisions - 1) % state.n_players else 0.0


GAME = replace(walk_game.GAME, name="nim", next_seat=next_seat, outcome=outcome, policies=())


def net() -> Net:
    """Return a net without hidden units, which knows nothing of the game."""
    own, rival = (
        number
        for number in state_numbers(GAME.state_row, walk_game.SEATS, 2)
        if number.name in ("players[+0].steps", "players[+1].steps")
    )
    weights = np.zeros(n_weights(6, 0))
    weights[1], weights[5], weights[6] = LAST, OWN, RIVAL
    return Net(2, (own, rival), 0, weights)


def learnt() -> Policy:
    """Return the player of that net."""
    return learnt_policy("@x", net(), GAME)


class Answer(NamedTuple):
    """What a policy chooses; of a search also the mean value and the rollouts of each choice."""

    choice: int
    means: dict[str, float]
    rollouts: list[int]


def answers() -> dict[str, Any]:
    """Return what the learnt player and searches over it choose, and why."""
    search = search_over(learnt(), GAME).with_weights(rollouts=48, early=0, doubt=2)
    return {
        "learnt": answer_of(learnt()),
        "one turn": answer_of(search),
        "to the end": answer_of(search.with_weights(turns=0)),
        "early, with a gain": answer_of(search.with_weights(early=2)),
        "early, without": answer_of(search.with_weights(early=2), goal=7),
        **{
            f"samples: {n}": answer_of(search.with_weights(samples=n, turns=0), 9, 3)
            for n in (1, 3, 12)
        },
    }


def answer_of(policy: Policy, goal: int = 5, gusts: int = 1) -> Answer:
    """Return what a policy chooses in the first seat, as many steps before the end."""
    rules = Rules(walk_game.rules(goal=goal, gusts=gusts), Components())
    table = Stepper(Case(GAME, rules, (policy, policy)), 0)
    table.set_up()
    choice = int(table.ask(0, table.offer()))
    if not policy.base:
        return Answer(choice, {}, [])
    room = table.memory[0, : policy.memory].view(policy.memory_record)[0]
    n = int(room["n_options"])
    means = (room["total"][:n] / room["rollouts"][:n]).tolist()
    options = map(str, room["options"][:n].tolist())
    return Answer(choice, dict(zip(options, means, strict=True)), room["rollouts"][:n].tolist())


def valued_game(deal: int) -> dict[str, Any]:
    """Return the values of the turns of a game, and the steps of both as each of them begins."""
    rules = Rules(walk_game.rules(goal=12, gusts=1), Components())
    policy, row = learnt(), net().trait_numbers().view(NET)
    values, result = play_valued_game(GAME, rules.row, (policy, policy), row, 1914, deal)
    table = Stepper(Case(GAME, rules, (policy, policy)), deal)
    table.set_up()
    steps = [table.state["players"]["steps"][0, :2].tolist() for _ in table.decisions()]
    return {"values": values.tolist(), "steps": steps, "result": result.tolist()}


if __name__ == "__main__":
    print(json.dumps({"choices": answers(), "games": [valued_game(deal) for deal in range(4)]}))
