"""Examination: a screen of all arms, then fresh deals for what may be a fault.

All arms play the deals of the usual players. How much is played depends on how long games take,
never on what they show.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.doctor import fault
from simlab.analysis.doctor.diagnosis import Diagnosis
from simlab.analysis.doctor.effects import (
    EffectKey,
    Effects,
    Usual,
    effects_of_play,
    is_changed,
    lead_effect,
    usual_of,
)
from simlab.analysis.doctor.findings import findings_of, may_be_fault
from simlab.analysis.games import Games, joined
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.spec import ExperimentTable, check_table
from simlab.game import Game
from simlab.study.blocks import deals_per_call, played, slices_of
from simlab.study.doctor.arm import Arm, Question, Role, Table, effects_of_arm
from simlab.study.matchups import matchups_of, policy_of, with_players
from simlab.study.tension import followed_games

Array = NDArray[Any]

PILOT_DEALS = 40
"""Deals that show how long games take."""
PILOTS = 3
"""Times they are played, of which the fastest counts: the first ones load compiled code."""
SCREEN_DEALS = 300
"""Deals of each arm in the screen at most: an effect of twice its limit shows in them."""
FRESH_DEALS = 4_000
"""Fresh deals of each arm at most: of shares they give errors below a percentage point."""
FRESH = 100_000
"""The first fresh deal."""
FEWEST_DEALS = 30
"""An arm plays as many deals, or is left out: of fewer, intervals are unreliable."""
SCREEN_PART = 1 / 3
"""Part of the time that the screen may take."""
ROUNDS = 4
"""Parts in which fresh deals are played: the time is overrun by one of them at most."""
TOGETHER = 8
"""Arms that are screened together."""
OFTEN = 0.2
"""Share of the deals that a restriction must change to say something of a kind of choice."""
COSTLY = -0.06
"""Gain below which another way to play is clearly worse."""
CHEAP = -0.08
"""Gain from which on a kind of choice that is made alone does not tell it from others."""
OPEN = (0.1, 0.9)
"""Share of won games between which it is asked whether one player decides alone."""


@dataclass(frozen=True, eq=False)
class DoctorRequest:
    """A game with its arms, the usual players first."""

    experiment: Experiment
    policy: str
    arms: Sequence[Arm]
    left_out: Mapping[str, str]
    """What cannot be examined, and why."""
    seconds: float

    @property
    def scenario(self) -> Scenario:
        """The usual players at the table in question."""
        return self.arms[0].scenario

    @property
    def n_games(self) -> int:
        """Games of all arms at most, unless few faults are possible."""
        n_per_deal = sum(arm.scenario.n_rotations for arm in self.arms)
        return SCREEN_DEALS * n_per_deal + FRESH_DEALS

    def after(self, n_games: int) -> Experiment:
        """Return the experiment with the number of games that were played, and the study."""
        scenarios = (replace(self.scenario, n_asked=n_games),)
        return replace(self.experiment, scenarios=scenarios, study={"kind": "doctor"})


@dataclass(frozen=True, eq=False)
class Examination:
    """What was played so far."""

    stage: str
    screened: Effects
    fresh: Effects
    arms: Mapping[EffectKey, Sequence[Arm]]
    """Arms that show an effect."""
    levers: Mapping[EffectKey, Sequence[tuple[str, float]]]
    """Rules that move an effect of the usual players to its good side, by how many margins; those
    that move it most first."""
    n_arms: int
    """Arms that were screened."""
    n_screen: int
    """Deals of each arm in the screen."""
    n_fresh: int
    """Fresh deals of each arm that was played again."""
    n_games: int


def requested_doctor(
    options: Mapping[str, Any], policy: str | None, minutes: float
) -> DoctorRequest:
    """Return the examination that a command requests; `options` are keys of an experiment.

    Raises:
        InputError: all that is unknown, impossible or out of range.
    """
    if not 0 < minutes <= 24 * 60:
        raise InputError(f"{minutes:g} is not above 0 and at most {24 * 60}", "minutes")
    table = check_table({key: value for key, value in options.items() if value})
    game = find_game(table.game, table.policy_file)
    players = _players_of(table, game)
    [policy_name], table = with_players([policy or game.default_policy(players)], table)
    game = find_game(table.game, table.policy_file)  # a player may need kernels
    written = str(policy_of(policy_name, table, game, players))
    matchups = matchups_of(table, f"doctor-{game.name}", [(written,) * players])
    usual = matchups.experiment.scenarios[0]
    arms, left_out = Table(table, game, written, usual).arms(all_numbers=not table.players)
    return DoctorRequest(matchups.experiment, written, arms, left_out, 60 * minutes)


def _players_of(table: ExperimentTable, game: Game) -> int:
    """Return the number of players, by default the fewest who are not alone.

    Raises:
        InputError: several numbers are given, or one that the game does not allow.
    """
    low, high = game.players
    sizes = table.players or [min(max(low, 2), high)]
    if len(sizes) > 1:
        raise InputError("name one number; without it, all are looked at", "players")
    if not low <= sizes[0] <= high:
        raise InputError(f"{game.title} is for {low} to {high} players, not {sizes[0]}", "players")
    return sizes[0]


def play(request: DoctorRequest, executor: Executor) -> Iterator[Examination]:
    """Screen all arms, then play those that may show a fault on fresh deals; yield at each step."""
    screen = _Screen(request, executor)
    yield from screen.looks()
    yield from _Fresh(screen).looks()


@dataclass
class _Screen:
    """A few deals of all arms."""

    request: DoctorRequest
    executor: Executor
    begin: float = field(default_factory=time.monotonic)
    usual: dict[int, Usual] = field(default_factory=dict)
    """What is usual, by number of players."""
    effects: dict[EffectKey, Array] = field(default_factory=dict)
    arms: dict[EffectKey, list[Arm]] = field(default_factory=dict)
    changed: dict[Question, float] = field(default_factory=dict)
    """Share of the deals that go another way, by what is asked."""
    levers: dict[EffectKey, dict[str, float]] = field(default_factory=dict)
    """How far each rule moves an effect to its good side, in margins."""
    per_deal: dict[Arm, float] = field(default_factory=dict)
    """Seconds that a deal takes with each arm, all cores together."""
    n_arms: int = 1
    n_deals: int = 0
    n_games: int = 0

    def looks(self) -> Iterator[Examination]:
        """Play the usual players, then all others together with them."""
        usual_arm, *other_arms = self.request.arms
        per_game = min(self._seconds_of_pilot(usual_arm) for _ in range(PILOTS)) / PILOT_DEALS
        self.per_deal = {arm: per_game * arm.scenario.n_rotations for arm in self.request.arms}
        seconds = SCREEN_PART * self.request.seconds - self.seconds
        self.n_deals = self.affordable(self.request.arms, seconds, SCREEN_DEALS)
        usual_games, effects = self.play(usual_arm, 0, self.n_deals)
        self._keep(usual_arm, effects)
        yield self.look("screening")
        for start, count in slices_of(0, len(other_arms), TOGETHER):
            arms = other_arms[start : start + count]
            if self.seconds > self.request.seconds / 2:
                break
            began = self.seconds
            for arm, games, effects in self.beside(arms, usual_games, 0, self.n_deals):
                self.per_deal[arm] = (self.seconds - began) / self.n_deals
                began = self.seconds
                self._keep(arm, effects)
                self.n_arms += 1
                if not arm.is_usual:
                    share = float(is_changed(games, usual_games).mean())
                    self.changed |= dict.fromkeys(arm.questions, share)
                if arm.questions[0].role == Role.RULE:
                    self._note_lever(arm, games)
            yield self.look("screening")

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.begin

    def _seconds_of_pilot(self, arm: Arm) -> float:
        began = self.seconds
        self.play(arm, 0, PILOT_DEALS)
        return self.seconds - began

    def affordable(self, arms: Sequence[Arm], seconds: float, most: int) -> int:
        """Return the deals that all of some arms can play in some seconds."""
        per_deal = sum(self.per_deal[arm] for arm in arms)
        return int(np.clip(seconds / per_deal, FEWEST_DEALS, most))

    def play(self, arm: Arm, first: int, count: int) -> tuple[Games, dict[EffectKey, Array]]:
        """Play deals of the usual players, and return what their games show by themselves."""
        scenario = arm.scenario
        size = deals_per_call(scenario)
        follows = bool(scenario.facts.lead.decided) and not scenario.game.is_for_points
        if follows:
            tasks = ((scenario, *part) for part in slices_of(first, count, size))
            pieces = list(self.executor.map(followed_games, tasks))
            games = joined([piece.games for piece in pieces])
        else:
            [games] = played(self.executor, [(scenario, first, count)])
        self.n_games += len(games.games)
        usual = self.usual.setdefault(scenario.players, usual_of(games))
        effects = effects_of_play(games, scenario.facts, usual)
        if follows:
            effects |= joined_effects([lead_effect(piece) for piece in pieces])
        return games, effects

    def beside(
        self, arms: Sequence[Arm], usual_games: Games, first: int, count: int
    ) -> Iterator[tuple[Arm, Games, dict[EffectKey, Array]]]:
        """Play the deals of usual games with other arms, and yield what each shows."""
        others = [arm for arm in arms if not arm.is_usual]
        usual = self.usual[usual_games.players]
        tasks = [(arm.scenario, first, count) for arm in others]
        for arm, games in zip(others, played(self.executor, tasks), strict=True):
            self.n_games += len(games.games)
            effects = {
                EffectKey(kind, subject, games.players): values
                for kind, subject, values in effects_of_arm(arm, games, usual_games, usual)
            }
            yield arm, games, effects
        for arm in arms:
            if arm.is_usual:
                yield arm, *self.play(arm, first, count)

    def _keep(self, arm: Arm, effects: Effects) -> None:
        merge(self.effects, effects)
        for key in effects:
            self.arms.setdefault(key, []).append(arm)

    def _note_lever(self, arm: Arm, games: Games) -> None:
        """Note what the usual players show under another rule value."""
        shown = effects_of_play(games, arm.scenario.facts, self.usual[games.players])
        subject = arm.questions[0].subject
        for key, values in shown.items():
            if key in self.effects and not np.isnan(values).all():
                mean = float(np.nanmean(values))
                before = float(np.nanmean(self.effects[key]))
                gain = key.fault.beyond(before, before) - key.fault.beyond(mean, mean)
                if gain > 0:
                    known = self.levers.setdefault(key, {})
                    known[subject] = max(known.get(subject, 0.0), gain)

    def look(self, stage: str, fresh: Effects | None = None, n_fresh: int = 0) -> Examination:
        """Return what was played so far."""
        return Examination(
            stage,
            self.eligible(),
            fresh or {},
            dict(self.arms),
            {
                key: sorted(gains.items(), key=lambda gain: -gain[1])
                for key, gains in self.levers.items()
            },
            self.n_arms,
            self.n_deals,
            n_fresh,
            self.n_games,
        )

    def eligible(self) -> dict[EffectKey, Array]:
        """Return the effects that can be faults by what else the screen shows."""
        means = {
            (key.fault, key.subject): float(np.nanmean(values))
            for key, values in self.effects.items()
            if not np.isnan(values).all()
        }
        cards = [mean for (kind, _), mean in means.items() if kind == fault.STRONG_CARD]
        self.usual_card = float(np.median(cards)) if cards else 0.0
        return less(
            {key: values for key, values in self.effects.items() if self._can_be(key, means)},
            self.usual_card,
        )

    def _can_be(self, key: EffectKey, means: Mapping[tuple[fault.Fault, str], float]) -> bool:
        """Return whether an effect can be a fault by what else the screen shows."""
        subject = key.subject
        only = means.get((fault.DOMINANT_STRATEGY, subject), 0.0)
        match key.fault:
            case fault.USELESS_CHOICE:
                is_made = self.changed[Question(Role.NEVER, subject)] >= OFTEN
                return is_made and only >= CHEAP
            case fault.MANDATORY_CHOICE:
                return self.changed[Question(Role.NEVER, subject)] >= OFTEN
            case fault.DOMINANT_STRATEGY:
                others = [
                    mean
                    for (kind, other), mean in means.items()
                    if kind == fault.DOMINANT_STRATEGY and other != subject
                ]
                is_other_way = self.changed[Question(Role.ONLY, subject)] >= OFTEN
                return is_other_way and min(others, default=0.0) <= COSTLY
            case fault.SOLO:
                won = means.get((fault.TOO_EASY, ""), 0.5)
                return OPEN[0] <= won <= OPEN[1]
        return True


@dataclass
class _Fresh:
    """Fresh deals of the arms that may show a fault."""

    screen: _Screen

    def looks(self) -> Iterator[Examination]:
        """Play in rounds until the time is over."""
        screen = self.screen
        request, screened = screen.request, screen.eligible()
        open_keys = {key for key, values in screened.items() if may_be_fault(key, values)}
        usual_arm = request.arms[0]
        asked = {id(arm) for key in open_keys for arm in screen.arms[key]} - {id(usual_arm)}
        arms = [arm for arm in request.arms if id(arm) in asked]
        seconds = request.seconds - screen.seconds
        n_deals = screen.affordable([usual_arm, *arms], seconds, FRESH_DEALS)
        fresh: dict[EffectKey, Array] = {}
        for first, count in slices_of(FRESH, n_deals, max(n_deals // ROUNDS, FEWEST_DEALS)):
            usual_games, effects = screen.play(usual_arm, first, count)
            for _, _, others in screen.beside(arms, usual_games, first, count):
                merge(effects, {key: others[key] for key in others if key in open_keys})
            effects = less(effects, screen.usual_card)
            fresh = joined_effects([fresh, effects]) if fresh else effects
            yield screen.look("playing again", fresh, first + count - FRESH)
            if screen.seconds > request.seconds:
                return


def merge(effects: dict[EffectKey, Array], new: Effects) -> None:
    """Add what another arm shows on the same deals.

    A rule is dead if neither end of its range changes a game; a deal is lost if all attempts are.
    """
    for key, values in new.items():
        if key in effects:
            joint = np.minimum if key.fault == fault.UNWINNABLE else np.maximum
            effects[key] = joint(effects[key], values)
        else:
            effects[key] = values


def joined_effects(parts: Sequence[Effects]) -> dict[EffectKey, Array]:
    """Return effects of consecutive deals as one."""
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


def less(effects: Effects, usual_card: float) -> dict[EffectKey, Array]:
    """Return effects in which what a card is worth is beyond that of the median card."""
    of_cards = (fault.STRONG_CARD, fault.WEAK_CARD)
    return {
        key: values - usual_card if key.fault in of_cards else values
        for key, values in effects.items()
    }


def result_of(request: DoctorRequest, examination: Examination) -> Diagnosis:
    """Return what an examination found."""
    return Diagnosis(
        policy=request.policy,
        players=request.scenario.players,
        findings=findings_of(examination.screened, examination.fresh),
        left_out=request.left_out,
        n_arms=examination.n_arms,
        n_screen=examination.n_screen,
        n_fresh=examination.n_fresh,
        n_games=examination.n_games,
    )
