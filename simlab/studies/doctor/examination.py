"""Examination: a screen of all arms, then fresh deals for what may be a fault.

All arms play the deals of the usual players. How much is played depends on how long games take,
never on what they show.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.errors import ContractError, InputError
from simlab.execution.executor import Executor, prepare
from simlab.execution.run_observer import RunObserver
from simlab.experiment.rollout_metric import KINGMAKING
from simlab.explain.habits import follow_games
from simlab.studies.decides.result import Decides
from simlab.studies.decides.study import play as play_what_decides
from simlab.studies.decides.study import result_of as result_of_decides
from simlab.studies.doctor.arm import ASPECTS, Arm, Role
from simlab.studies.doctor.player import DealPlayer, join_effects, merge
from simlab.studies.doctor.request import WHAT_DECIDES, DoctorRequest
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.dependence import dependences_of
from simlab.studies.doctor.result.diagnosis import Diagnosis
from simlab.studies.doctor.result.effects import EffectKey, Effects, effects_of_play, is_changed
from simlab.studies.doctor.result.fault import Aspect
from simlab.studies.doctor.result.findings import FEWEST, State, findings_of, may_be_fault
from simlab.studies.doctor.result.screen import Screen, is_settled
from simlab.studies.doctor.variant import Variant
from simlab.studies.kit.blocks import play_blocks, slices_of

Array = NDArray[Any]

PILOT_DEALS = 40
"""Deals that show how long games take."""
PILOTS = 3
"""Times they are played, of which the last counts: the first ones load compiled code."""
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
KINGMAKING_PART = 0.3
"""Part of the time after the screen that rollouts get, which show who makes the king."""
VARIANT_PART = 0.15
"""Part of the time after the screen that other players and other values of guesses get."""
DECIDES_PART = 0.15
"""Part of the time after the screen for games in which one source of chance is drawn apart."""
MOST_DECIDES_GAMES = 20_000
"""Of these games at most: shares are within a few percentage points then."""
VARIANT_DEALS = 400
"""Deals of each of them at most: a share is within 7 percentage points, for all of them together.
"""
HABIT_PART = 0.05
"""Part of the time after the screen for games that are followed turn by turn."""
HABIT_GAMES = 60
"""Of these games at most: twice the limits of what they show is found in them."""
ROLLOUT_DEALS = 16
"""Deals with rollouts between two looks at the time."""
MOST_ROLLOUT_DEALS = 500
"""Deals with rollouts at most: twice the limit shows in them."""
ROUNDS = 4
"""Parts in which fresh deals are played: the time is overrun by one of them at most."""
TOGETHER = 8
"""Arms that are screened together."""
RESTRICTED = (Role.NEVER, Role.ONLY, Role.CARD)
"""What is asked of one player who is restricted among usual ones."""
TURN_BY_TURN = "what turns change"
NO_TIME = "no time was left; --minutes gives more"


@dataclass(frozen=True, eq=False)
class Examination:
    """What was played so far."""

    stage: str
    screened: Effects
    fresh: Effects
    arms: Mapping[EffectKey, Sequence[Arm]]
    """Arms that show an effect."""
    variants: Mapping[str, Effects]
    """Sizes of the faults of the usual players in each variant of their table."""
    decides: Decides | None
    """What decides, once it is known."""
    levers: Mapping[EffectKey, Sequence[str]]
    """Rules that move an effect of the usual players to its good side, those that move it most
    first."""
    failed: Mapping[str, str]
    """What was not played, and why."""
    unfinished: frozenset[Aspect]
    """Aspects of which some arms had no time."""
    n_arms: int
    """Arms that were screened."""
    n_screen: int
    """Deals of each arm in the screen."""
    n_fresh: int
    """Fresh deals of each arm that was played again."""
    n_games: int


def most_games(request: DoctorRequest) -> int:
    """Return the games of all arms at most, unless few faults are possible."""
    n_per_deal = sum(arm.scenario.n_rotations for arm in request.arms)
    return SCREEN_DEALS * n_per_deal + FRESH_DEALS


def play(request: DoctorRequest, executor: Executor) -> Iterator[Examination]:
    """Screen all arms, then play those that may show a fault on fresh deals; yield at each step.

    Faults of the usual players are then looked for in variants of their table.
    """
    examining = _Examining(request, DealPlayer(executor))
    yield from examining.screen()
    yield from examining.play_again()
    yield from examining.look_at_turns()
    yield from examining.look_at_variants()
    yield from examining.look_at_what_decides()
    # last, as rollouts take all the time that is left
    yield from examining.look_for_kingmakers()


@dataclass
class _Examining:
    """An examination that goes on."""

    request: DoctorRequest
    player: DealPlayer
    begin: float = field(default_factory=time.monotonic)
    screened: dict[EffectKey, Array] = field(default_factory=dict)
    fresh: dict[EffectKey, Array] = field(default_factory=dict)
    arms: dict[EffectKey, list[Arm]] = field(default_factory=dict)
    """Arms that show an effect."""
    variants: dict[str, Effects] = field(default_factory=dict)
    decides: Decides | None = None
    changed: dict[str, float] = field(default_factory=dict)
    """Share of the deals that go another way, by what is asked."""
    levers: dict[EffectKey, dict[str, float]] = field(default_factory=dict)
    """How far each rule moves an effect to its good side, in margins."""
    unasked: Sequence[Arm] = ()
    """Arms for which the screen had no time."""
    n_arms: int = 0
    n_screen: int = 0
    n_fresh: int = 0

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.begin

    @property
    def seconds_left(self) -> float:
        """Seconds until the time is over."""
        return self.request.seconds - self.seconds

    @property
    def _kingmaking_part(self) -> float:
        return KINGMAKING_PART if self.request.kingmaking else 0.0

    def screen(self) -> Iterator[Examination]:
        """Play few deals of all arms."""
        usual_arm, *other_arms = self.request.arms
        for _ in range(PILOTS):
            self.player.play_usual(usual_arm, 0, PILOT_DEALS)
        per_game = self.player.seconds_per_deal[usual_arm]
        per_deal = sum(per_game * arm.scenario.n_rotations for arm in self.request.arms)
        seconds = SCREEN_PART * self.request.seconds - self.seconds
        self.n_screen = int(np.clip(seconds / per_deal, FEWEST_DEALS, SCREEN_DEALS))
        usual_games: dict[int, Games] = {}
        for start, count in slices_of(0, len(other_arms), TOGETHER):
            arms = [arm for arm in other_arms[start : start + count] if self._is_open(arm)]
            if start == 0:
                arms = [usual_arm, *arms]
            # arms that are slower than the pilot foresaw must leave half of the time to fresh deals
            elif self.seconds > self.request.seconds / 2:
                self.unasked = other_arms[start:]
                break
            self._screen(arms, usual_games)
            yield self._look("screening")

    def _screen(self, arms: Sequence[Arm], usual_games: dict[int, Games]) -> None:
        """Play few deals of some arms."""
        # the usual players first: with their games the others are compared
        for arm in arms:
            if arm.is_usual:
                usual_games[arm.scenario.players], effects = self.player.play_usual(
                    arm, 0, self.n_screen
                )
                self._keep(arm, effects if arm.questions[0].role == Role.USUAL else {})
        others = [arm for arm in arms if not arm.is_usual]
        for arm, games, effects in self.player.play_arms(others, usual_games, 0, self.n_screen):
            self._keep(arm, effects)
            share = float(is_changed(games, usual_games[games.players]).mean())
            self.changed |= {str(question): share for question in arm.questions}
            if arm.questions[0].role == Role.RULE:
                self._note_lever(arm, games)

    def _is_open(self, arm: Arm) -> bool:
        """Return whether an arm may tell more: not a rule that has changed many games before."""
        question = arm.questions[0]
        values = self.screened.get(EffectKey(fault.DEAD_PARAMETER, question.subject, 0))
        return question.role != Role.RULE or values is None or not is_settled(values)

    def _keep(self, arm: Arm, effects: Effects) -> None:
        self.n_arms += 1
        merge(self.screened, effects)
        for key in effects:
            self.arms.setdefault(key, []).append(arm)

    def _note_lever(self, arm: Arm, games: Games) -> None:
        """Note what the usual players show under another rule value."""
        shown = effects_of_play(games, arm.scenario.facts, self.player.usual[games.players])
        subject = arm.questions[0].subject
        for key, values in shown.items():
            if key in self.screened and not np.isnan(values).all():
                before, now = (
                    key.fault.beyond(mean, mean)
                    for mean in (float(np.nanmean(self.screened[key])), float(np.nanmean(values)))
                )
                gain = before - now
                gains = self.levers.setdefault(key, {})
                gains[subject] = max(gains.get(subject, 0.0), gain)

    def play_again(self) -> Iterator[Examination]:
        """Play fresh deals of the arms that may show a fault, in rounds until the time is over."""
        request, screen = self.request, Screen(self.screened, self.changed)
        possible = screen.possible_faults()
        open_keys = {key for key, values in possible.items() if may_be_fault(key, values)}
        asked = {arm for key in open_keys for arm in self.arms[key]} | {request.arms[0]}
        sizes = {arm.scenario.players for arm in asked}
        arms = [
            arm
            for arm in request.arms
            if arm in asked or (arm.is_usual and arm.scenario.players in sizes)
        ]
        per_deal = sum(self.player.seconds_per_deal[arm] for arm in arms)
        later_parts = HABIT_PART + VARIANT_PART + DECIDES_PART + self._kingmaking_part
        seconds = self.seconds_left * (1 - later_parts)
        n_deals = int(np.clip(seconds / per_deal, FEWEST_DEALS, FRESH_DEALS))
        for first, count in slices_of(FRESH, n_deals, max(n_deals // ROUNDS, FEWEST_DEALS)):
            effects = self._fresh_effects(arms, open_keys, first, count)
            effects = screen.less_usual_card(effects)
            self.fresh = join_effects([self.fresh, effects]) if self.fresh else effects
            self.n_fresh += count
            yield self._look("playing again")
            if self.seconds > request.seconds:
                return

    def _fresh_effects(
        self, arms: Sequence[Arm], open_keys: Collection[EffectKey], first: int, count: int
    ) -> dict[EffectKey, Array]:
        """Return what fresh deals show of what is open, and all of the usual players."""
        usual_games: dict[int, Games] = {}
        effects: dict[EffectKey, Array] = {}
        for arm in arms:
            if arm.is_usual:
                games, shown = self.player.play_usual(arm, first, count)
                usual_games[games.players] = games
                is_first = arm is self.request.arms[0]
                effects |= {key: shown[key] for key in shown if is_first or key in open_keys}
        others = [arm for arm in arms if not arm.is_usual]
        for _, _, shown in self.player.play_arms(others, usual_games, first, count):
            merge(effects, {key: shown[key] for key in shown if key in open_keys})
        return effects

    def look_at_turns(self) -> Iterator[Examination]:
        """Follow fresh games of the usual players turn by turn, as many as the time allows."""
        scenario = self.request.scenario
        end = self.seconds + HABIT_PART * self.seconds_left
        idle, returning = (np.full(self.n_fresh, np.nan) for _ in range(2))
        count = min(self.n_fresh, HABIT_GAMES)
        followed = follow_games(scenario, self.player.executor, FRESH, count)
        try:
            for deal, (game, _) in enumerate(followed):
                self.player.n_games += 1
                if game.n_turns:
                    returning[deal] = game.n_returns / game.n_turns
                if game.n_open_turns:
                    idle[deal] = game.n_idle_turns / game.n_open_turns
                if deal + 1 >= FEWEST and self.seconds > end:
                    break
        except ContractError as error:
            self.player.failed[TURN_BY_TURN] = str(error).splitlines()[0]
        self.fresh |= {
            EffectKey(fault.REPETITION, "", scenario.players): returning,
            EffectKey(fault.IDLE, "", scenario.players): idle,
        }
        yield self._look("turn by turn")

    def look_at_variants(self) -> Iterator[Examination]:
        """Play fresh deals with other players and other values of guesses, if there is a fault."""
        usual_arm, *_ = self.request.arms
        faults = self._faults_of_table()
        if not faults or not self.request.variants:
            return
        # of the time that is left: this part's share among the parts to come
        part_of_rest = VARIANT_PART / (VARIANT_PART + DECIDES_PART + self._kingmaking_part)
        end = self.seconds + part_of_rest * self.seconds_left
        per_deal = self.player.seconds_per_deal[usual_arm]
        n_wanted = (end - self.seconds) / (len(self.request.variants) * per_deal)
        n_deals = int(np.clip(n_wanted, FEWEST_DEALS, min(VARIANT_DEALS, self.n_fresh)))
        for variant in self.request.variants:
            if self.seconds > end:
                self.player.failed[variant.name] = NO_TIME
            else:
                self._look_at(variant, faults, n_deals)
            yield self._look("other players and guesses")

    def _faults_of_table(self) -> list[EffectKey]:
        """Return the faults that the usual players show, alone or among restricted ones.

        A card is strong beside the other cards, which other players would have to lose as well.
        """
        screened = Screen(self.screened, self.changed).possible_faults()
        players = self.request.scenario.players
        return [
            finding.key
            for finding in findings_of(screened, self.fresh)
            if finding.state == State.WRONG
            and finding.key.players == players
            and finding.key.fault != fault.STRONG_CARD
            and self._roles_of(finding.key) & {Role.USUAL, *RESTRICTED}
        ]

    def _roles_of(self, key: EffectKey) -> set[Role]:
        return {question.role for arm in self.arms.get(key, []) for question in arm.questions}

    def _look_at(self, variant: Variant, faults: Sequence[EffectKey], n_deals: int) -> None:
        """Play fresh deals of a variant, and keep the sizes of some faults."""
        questions = {
            question
            for key in faults
            for arm in self.arms.get(key, [])
            for question in arm.questions
            if question.role in RESTRICTED
        }
        try:
            policy = variant.policy
            arms = [] if policy is None else [*self.request.table.arms_of(questions, policy)]
            prepare(self.player.executor, [arm.scenario for arm in arms], RunObserver())
            shown = self.player.play_variant(variant.scenario, arms, FRESH, n_deals)
        except (ContractError, InputError) as error:
            self.player.failed[variant.name] = str(error).splitlines()[0]
            return
        self.variants[variant.name] = {key: shown[key] for key in faults if key in shown}

    def look_at_what_decides(self) -> Iterator[Examination]:
        """Play games in which one source of chance, or the players' choices, are drawn apart."""
        request = self.request.decides
        if request is None:
            return
        usual_arm, *_ = self.request.arms
        per_game = self.player.seconds_per_deal[usual_arm] / usual_arm.scenario.n_rotations
        part_of_rest = DECIDES_PART / (DECIDES_PART + self._kingmaking_part)
        seconds = part_of_rest * self.seconds_left
        fitting = request.within(min(int(seconds / per_game), MOST_DECIDES_GAMES))
        if fitting is None:
            self.player.failed[WHAT_DECIDES] = NO_TIME
            yield self._look("what decides")
            return
        n_before = self.player.n_games
        try:
            for progress in play_what_decides(fitting, self.player.executor):
                self.player.n_games = n_before + progress.n_games
                if progress.results:
                    self.decides = result_of_decides(fitting, progress)
                yield self._look("what decides")
        except ContractError as error:
            self.player.failed[WHAT_DECIDES] = str(error).splitlines()[0]
            yield self._look("what decides")

    def look_for_kingmakers(self) -> Iterator[Examination]:
        """Play rollouts from decisions of fresh deals, as many as the time allows."""
        scenario = self.request.kingmaking
        if scenario is None:
            return
        key = EffectKey(fault.KINGMAKING, "", scenario.players)
        values = np.full(self.n_fresh, np.nan)
        most = min(self.n_fresh, MOST_ROLLOUT_DEALS)
        n_played, began = 0, self.seconds
        count = min(ROLLOUT_DEALS, most)
        while count > 0:
            first = FRESH + n_played
            try:
                games = play_blocks(self.player.executor, scenario, first, count)
            except ContractError as error:
                self.player.failed[KINGMAKING] = str(error).splitlines()[0]
                yield self._look("rollouts")
                return
            values[n_played : n_played + count] = games.game(KINGMAKING)[:, 0]
            self.player.n_games += count
            n_played += count
            self.fresh |= {key: values.copy()}
            yield self._look("rollouts")
            per_deal = (self.seconds - began) / n_played
            n_left = int(self.seconds_left / per_deal)
            count = min(n_left, most - n_played, ROLLOUT_DEALS)
        if n_played < FEWEST:
            self.player.failed[KINGMAKING] = NO_TIME
            yield self._look("rollouts")

    def _look(self, stage: str) -> Examination:
        """Return what was played so far."""
        return Examination(
            stage,
            Screen(self.screened, self.changed).possible_faults(),
            dict(self.fresh),
            dict(self.arms),
            dict(self.variants),
            self.decides,
            {
                key: sorted(gains, key=lambda rule: -gains[rule])
                for key, gains in self.levers.items()
            },
            {**self.player.failed, **{arm.name: NO_TIME for arm in self.unasked}},
            frozenset(ASPECTS[arm.questions[0].role] for arm in self.unasked),
            self.n_arms,
            self.n_screen,
            self.n_fresh,
            self.player.n_games,
        )


def result_of(request: DoctorRequest, examination: Examination) -> Diagnosis:
    """Return what an examination found."""
    return Diagnosis(
        policy=request.policy,
        noise=request.table.noise,
        players=request.scenario.players,
        is_cooperative=request.scenario.game.cooperative,
        has_victory_table=bool(request.scenario.facts.bands.tiers),
        findings=findings_of(examination.screened, examination.fresh),
        dependences=dependences_of(examination.variants),
        decides=examination.decides,
        left_out={**request.left_out, **examination.failed},
        unfinished=examination.unfinished,
        n_arms=examination.n_arms,
        n_screen=examination.n_screen,
        n_fresh=examination.n_fresh,
        n_games=examination.n_games,
    )
