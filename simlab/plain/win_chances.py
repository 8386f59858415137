"""Winning chances in plain games: what `simlab.engine.win_chances` plays, as ordinary Python."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine import loop
from simlab.engine.build import PLAYING, Play, PolicyLike
from simlab.engine.record import new
from simlab.engine.win_chances import BY_POLICY, HALVES, GameWithRollouts, Trial
from simlab.errors import ContractError
from simlab.plain import last_step
from simlab.plain.chance import noise_stream
from simlab.plain.engine import Deal, Session, is_of_user
from simlab.plain.game import copy_game
from simlab.plain.results import results_of


def play_with_rollouts(
    definition: Any,
    rules: npt.NDArray[Any],
    lineup: Sequence[PolicyLike],
    seed: int,
    deal: int,
    rotation: int,
    trials: Sequence[Trial],
    keys: npt.NDArray[np.int64],
    n_rollouts: int,
) -> GameWithRollouts:
    """Play a deal with `n_rollouts` in each half of each trial, see `WinChances.play`.

    Raises:
        ContractError: the game or a policy raised an exception or broke its contract.
    """
    progress = last_step.progress_record(new(loop.Progress.dtype))
    session = Session(definition, rules, lineup, seed, rotation, progress, None)
    progress["deal"][0], progress["rotation"][0] = deal, rotation
    PLAYING[threading.get_ident()] = Play(definition, lineup, seed, progress)
    try:
        return _play(session, deal, trials, keys, n_rollouts)
    except BaseException as error:  # an author's code may raise anything
        if is_of_user(error):
            raise
        raise ContractError(session.complaint(error)) from error
    finally:
        del PLAYING[threading.get_ident()]


def _play(
    session: Session,
    deal: int,
    trials: Sequence[Trial],
    keys: npt.NDArray[np.int64],
    n_rollouts: int,
) -> GameWithRollouts:
    """Play a deal with the rollouts of each trial."""
    credits = np.zeros((len(trials), HALVES, n_rollouts, session.players))
    game, made, next_trial, n_decisions = Deal(session, deal), [], 0, 0
    game.set_up()
    while (offer := game.offer()) is not None:
        seat, menu = offer
        while next_trial < len(trials) and trials[next_trial].decision == game.n_decisions:
            for half, number in np.ndindex(HALVES, n_rollouts):
                rollout = Rollout(game, seat, int(keys[next_trial, half]), number)
                n_decisions += rollout.play_on(menu, trials[next_trial].choice)
                credits[next_trial, half, number] = rollout.credits()
            next_trial += 1
            # the rollouts have moved both on
            session.seat[0], session.decision[0] = seat, game.n_decisions
        session.doing[0] = loop.POLICY
        choice = game.choice(seat, menu)
        made.append((seat, len(menu), menu.index(choice)))
        game.carry_out(seat, menu, choice)
    session.doing[0] = loop.OUTCOME
    result = results_of(game.game, session.players, game.is_over).credits
    seats, menus, chosen = np.array(made, np.int64).reshape(-1, 3).T.copy()
    n_decisions += len(made)
    return GameWithRollouts(seats, menus, chosen, np.array(result), credits, n_decisions)


class Rollout(Deal):
    """A game that goes on from a position, with what a seat cannot see dealt again."""

    def __init__(self, position: Deal, seat: int, key: int, number: int) -> None:
        session = position.session
        super().__init__(session, int(session.deal[0]))
        self.is_watched = False  # the game of the position is
        self.chance.restart(key, number)
        self.game = copy_game(position.game, self.chance)
        self.game.hide(seat, self.chance)
        self.noise = [noise_stream(key, number, 0, player) for player in range(session.players)]
        self.seat, self.first_decision = seat, position.n_decisions

    def play_on(self, menu: list[Hashable], first_choice: int) -> int:
        """Play to the end, from a choice of the menu on; return how many decisions were made."""
        session, limit = self.session, self.definition.decision_limit
        seat: int | None = self.seat
        while seat is not None and self.first_decision + self.n_decisions < limit:
            session.seat[0] = seat
            if self.n_decisions == 0 and first_choice != BY_POLICY:
                session.choice = menu[first_choice]
            else:
                session.doing[0] = loop.LEGAL
                choices = self.menu()
                session.doing[0] = loop.POLICY
                session.choice = self.choice(seat, choices)
            session.doing[0] = loop.APPLY
            self.game.play(session.choice)
            self.n_decisions += 1
            session.decision[0] = self.first_decision + self.n_decisions
            session.doing[0] = loop.NEXT_SEAT
            seat = self.next_seat()
        self.is_over = seat is None
        return self.n_decisions

    def credits(self) -> list[float]:
        """Return the share of the win of each seat."""
        self.session.doing[0] = loop.OUTCOME
        return results_of(self.game, self.session.players, self.is_over).credits
