"""Game: what simlab needs to know of a game, and the fields that every game's rows share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.build import Engine
from simlab.engine.journal import CAPACITY, DECISION, events, new_journal
from simlab.engine.menu_counts import MENU_COUNTS
from simlab.engine.plan import MOST_PLANS
from simlab.engine.record import (
    Row,
    fields_of,
    nested,
    new,
    real,
    record,
    row_of,
    small,
    whole,
)
from simlab.errors import ComponentError, ContractError, InputError, Problem
from simlab.files.paths import PACKAGE, data_folder, folder_of_shipped_translations
from simlab.game.components import NO_SUCH_RULE, Components, Schema, flatten, read
from simlab.game.evaluation import Evaluation
from simlab.game.facts import OPTIONS, POINTS, WINS, Facts, GameGroup, SeatGroup
from simlab.game.habit_limits import LIMITS, Limits, limit_problems
from simlab.game.language import Words, read_words
from simlab.game.learner import Learner
from simlab.game.map import Map
from simlab.game.player_file import find_player, fits
from simlab.game.policy import AT, NOISE, Policy, shortest_decimal, with_option
from simlab.game.scene import Scene
from simlab.game.strengths import (
    FILE,
    MOST_STRONGEST,
    MeasuredPolicy,
    contenders,
    default_of,
    find_ruled_out,
    read_strengths,
)

MENUS: dict[str, Any] = {
    "name": "menus",
    "title": "Menus and waits",
    "about": OPTIONS,
    "columns": {name: field.meaning for name, field in MENU_COUNTS.items()},
}
LUCK: Any = real(
    "by how much chance raised the result, judged by the game's evaluation; 0 on average"
)


@dataclass(frozen=True)
class Rules:
    """The rules in force: the record that kernels read, its components, and their words."""

    row: npt.NDArray[Any]
    components: Components
    words: Words = field(default_factory=Words)


@dataclass(frozen=True)
class EventKind:
    """A kind of event: its name and the names of the numbers that come with it, at most seven."""

    name: str
    fields: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    """Those of them that only its seat sees; a negative number stands for nothing and is seen."""


DECIDED = EventKind("decision", ("seat", "decision", "choice"))
OMITTED = "untold"
"""The event that counts those for which the journal had no room."""


def _no_facts(rules: Rules) -> Facts:
    return Facts()


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game: kernels over records, the data it reads, and the policies that play it.

    The kernels (`rng` holds the streams of the table, shape (sources, 4)):

        setup(rules, state, players, rng, journal)   lay out the table; assign every field of state
        next_seat(rules, state) -> seat or OVER      say who decides next
        legal(rules, state, menu) -> n               write the legal choices; return how many, >= 1
        apply(rules, state, choice, rng, journal)    one choice and all that the rules make follow
        outcome(rules, state, finished, row)         describe the finished or capped game
        hide(rules, state, seat, rng)                redeal what this seat cannot see
        evaluate(rules, state, seat) -> value        optional: heuristic value of an unfinished
                                                     position for a seat: points in a game that
                                                     is played for points, else a share of the
                                                     win from 0 to 1
        snapshot(rules, state, row) -> rounds        optional: describe the table at the end of the
                                                     round `row.rounds`, which may not have ended
                                                     yet; return how many rounds have ended
        points_so_far(rules, state, row)             optional, for competitive games: write the
                                                     points of each seat into `row.scores`; the lead
                                                     is then followed, see `engine.lead`

    `aim` is what each seat of a competitive game plays for, `wins` or `points`; in a cooperative
    game all play for the points that they share.

    `evaluation` has the terms of `evaluate` and their weights, see `simlab.game.evaluation`; with
    it, `simlab train GAME --evaluation` fits the weights. `horizon` is the default number of own
    turns after which a search ends a rollout with `evaluate`; 0: it plays to the end. `plans` is
    the default number of plans for a whole turn that a search over the last policy tries; 0: it
    tries single choices, which is better if chance occurs within a turn. `noise` is the noise with
    which the default policy plays: for games of so little chance that players without noise repeat
    much the same one. `habit_limits` has the limits of habits that differ from the usual ones, such
    as `{"unspent": 0.05, "idle": None}`, see `simlab.game.habit_limits`.

    `describe(choice, state, rules)` puts a choice in words that no other choice of its menu has,
    such as `draw a card`; it reads the state, a row, and does not change it. `kind` names the kind
    of a choice, such as `draw`; `kinds` has the numbers of the choices of each kind, for
    restricted play, and `card_kinds` those of the choices that play or get one card. `row_places`
    has, for each component table, where choices of a translated game name a row: a range of
    choices, and the lowest bit of the number of the row; `chooses_rows` says that its choices are
    rows and nothing else. `fault` puts the number in `state.fault` in words, with which a game that
    was compiled from plain Python notes what is an error there.

    `version` rises when the same seed may play differently. `tell` describes an event in a
    sentence. `fold` combines the events of a game for readers, for instance equal ones in a row,
    and may add events that follow from others; `tell` can describe all of them. A folded event has
    those that it combines under `all`. `headings` names the events that begin a turn or a round;
    without them, a replay has a heading wherever another seat decides. `standing(events, players,
    rules)` describes the state of the game after some events in a line. `legend` explains the
    numbers in events, `map` describes the board for a picture. `scene(state, rules)` says what lies
    where, for a viewer; it reads the state, a row, and does not change it. `facts` tells reports
    what the columns of the game mean. `learner` is the policy that a player is trained for, see
    `simlab.game.learner`; without one, a player tries each choice of the menu. `unmeasured` is the
    game without the luck that this one measures, see `with_luck`. `concealed_at` has pairs of
    places of 64-bit numbers in the state, in bytes: while both are above 0, somebody has made a
    choice that is revealed when others have made theirs. `plain` is the game in ordinary Python
    that `simlab compile` made this one from.
    """

    name: str
    title: str
    version: int
    players: tuple[int, int]
    cooperative: bool
    schema: Schema
    fill: Callable[[Components, Row], None]
    rules_row: np.dtype[Any]
    state_row: np.dtype[Any]
    outcome_row: np.dtype[Any]
    sources: type[IntEnum]
    longest_menu: int
    decision_limit: int
    setup: Callable[..., Any]
    next_seat: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    outcome: Callable[..., Any]
    hide: Callable[..., Any]
    policies: tuple[Policy, ...]
    timeline_row: np.dtype[Any] | None = None
    snapshot: Callable[..., Any] | None = None
    points_so_far: Callable[..., Any] | None = None
    evaluate: Callable[..., Any] | None = None
    evaluation: Evaluation | None = None
    horizon: int = 0
    plans: int = 0
    aim: str = WINS
    noise: float = 0.0
    habit_limits: Limits = field(default_factory=dict)
    most_rounds: int = 0
    events: Mapping[int, EventKind] = field(default_factory=dict)
    tell: Callable[[Mapping[str, Any], Rules], str] | None = None
    describe: Callable[[int, Any, Rules], str] | None = None
    kind: Callable[[int], str] | None = None
    fault: Callable[[int], str] | None = None
    kinds: Mapping[str, range] = field(default_factory=dict)
    card_kinds: Mapping[str, range] = field(default_factory=dict)
    row_places: Mapping[str, Sequence[tuple[range, int]]] = field(default_factory=dict)
    chooses_rows: bool = False
    fold: Callable[[Sequence[Mapping[str, Any]]], Iterable[Mapping[str, Any]]] | None = None
    headings: tuple[str, ...] = ()
    standing: Callable[[Sequence[Mapping[str, Any]], int, Rules], str] | None = None
    legend: Callable[[Rules], dict[str, Any]] | None = None
    facts: Callable[[Rules], Facts] = _no_facts
    map: Callable[[Rules], Map] | None = None
    scene: Callable[[Any, Rules], Scene] | None = None
    data: Path | None = None
    learner: Learner | None = None
    unmeasured: Game | None = None
    concealed_at: tuple[tuple[int, int], ...] = ()
    plain: Game | None = None

    def __post_init__(self) -> None:
        """Make sure that a search has room for all plans, and that limits are those of habits.

        Raises:
            ValueError: it has not, or they are not.
        """
        for problem in limit_problems(self.habit_limits):
            raise ValueError(f"game {self.name}: habit_limits: {problem}")
        if not 0 <= self.plans <= MOST_PLANS:
            raise ValueError(
                f"game {self.name}: plans: must be from 0 to {MOST_PLANS}, not {self.plans}"
            )

    def default_policy(self, players: int, without: str = "") -> str:
        """Return the policy that plays with this number of players where none is named.

        It is the strongest that was measured and may be it (see `simlab.game.strengths`), or the
        last one where none was measured. Empty if no policy can sit at such a table. With a
        name, the best one besides that player.
        """
        measured = default_of(
            measured_policy
            for measured_policy in self.strengths(players)
            if measured_policy.policy.partition(":")[0] != without
        )
        if measured is not None:
            return measured.policy
        fitting_names = [policy.name for policy in self.policies if policy.can_sit(players)]
        return self.with_noise(fitting_names[-1]) if fitting_names else ""

    def find_ruled_out(self, players: int) -> MeasuredPolicy | None:
        """Return the player that its habits alone keep from being the default, if there is one."""
        return find_ruled_out(self.strengths(players))

    def strongest_players(self, players: int) -> list[str]:
        """Return the strongest policy or shipped player measured at a table, however slow.

        A second one follows if the games could not tell the two apart. Empty if none was measured.
        """
        tied = contenders(self.strengths(players))[:MOST_STRONGEST]
        return [measured.policy for measured in tied]

    def strengths(self, players: int) -> list[MeasuredPolicy]:
        """Return the policies and shipped players that were measured at a table, strongest first.

        Empty if this version of the game was not measured.

        Raises:
            InputError: the table of strengths cannot be read.
        """
        measured = read_strengths(self.strengths_file, self.name, self.version).get(players, [])
        return [
            measured_policy
            for measured_policy in measured
            if self._is_there(measured_policy.policy, players)
        ]

    @property
    def strengths_file(self) -> Path:
        """The table of strengths: in the data folder, or beside a file without one."""
        home = self.written_home
        is_alone = self.folder == home.parent and not home.with_name("__init__.py").is_file()
        return self.folder / (f"{home.stem}-{FILE}" if is_alone else FILE)

    def _is_there(self, policy: str, players: int) -> bool:
        """Return whether the game has a policy, or a player that fits it, of this name."""
        name = policy.partition(":")[0]
        if not name.startswith(AT):
            return any(name == known_policy.name for known_policy in self.policies)
        folder = find_player(name, self, players)
        return folder is not None and fits(folder, self)

    @property
    def limits_of_habits(self) -> Limits:
        """The limit of each habit: that of the game, or the usual one."""
        return {**LIMITS, **self.habit_limits}

    @property
    def source_names(self) -> list[str]:
        """Names of the sources of chance, in the order of their streams."""
        return [source.name.lower().replace("_", " ") for source in self.sources]

    def with_noise(self, policy: str) -> str:
        """Return a policy as it plays where none is named: with the noise of the game."""
        if not self.noise:
            return policy
        return with_option(policy, NOISE, shortest_decimal(self.noise))

    @property
    def notes_faults(self) -> bool:
        """Whether the state has a number for what is an error in plain Python."""
        return self.fault is not None

    def fault_in_words(self, number: int) -> str:
        """Return what is wrong where a game stopped with a fault."""
        return self.fault(number) if self.fault else f"fault {number}"

    @property
    def is_shipped_translation(self) -> bool:
        """Whether it is a plain game that comes with simlab, as kernels."""
        return self.plain is not None and self.home.is_relative_to(folder_of_shipped_translations())

    @property
    def is_in_kernels(self) -> bool:
        """Whether it is a plain game that kernels play under its own name."""
        return self.plain is not None and self.name == self.plain.name

    @property
    def is_for_points(self) -> bool:
        """Whether a seat plays for points, its own or shared ones, and not for the win."""
        return self.cooperative or self.aim == POINTS

    @property
    def measures_luck(self) -> bool:
        """Whether the rows of the game have a column `luck`."""
        return self.unmeasured is not None

    @property
    def is_plain(self) -> bool:
        """Whether the rules are ordinary Python, which needs a process per core."""
        return False

    @property
    def kind_names(self) -> tuple[str, ...]:
        """Names of the kinds of choices that can be forbidden."""
        return tuple(self.kinds)

    def engine(self) -> Engine:
        """Return the engine that plays the game."""
        return Engine(self)

    def is_compiled(self, policies: Iterable[Policy] = ()) -> bool:
        """Return whether the game and these policies can be played at once."""
        return Engine.is_compiled(self, policies)

    def new_journal(self) -> Any:
        """Return an empty journal that listens."""
        return new_journal(listening=True)

    def events_in(self, journal: Any, rules: Rules) -> Iterator[dict[str, Any]]:
        """Yield the events and decisions in a journal by name; at the end, how many are omitted.

        Raises:
            ContractError: the game has no such event.
        """
        for numbers in events(journal).tolist():
            yield self.named_event(numbers, rules)
        n_omitted = int(journal["used"][0]) - CAPACITY
        if n_omitted > 0:
            yield {
                "event": OMITTED,
                "events": n_omitted,
                "text": f"{n_omitted} more events are not shown.",
            }

    def named_event(self, numbers: Sequence[int], rules: Rules) -> dict[str, Any]:
        """Return an event of the journal by name.

        Raises:
            ContractError: the game has no such event.
        """
        kind = DECIDED if numbers[0] == DECISION else self.events.get(numbers[0])
        if kind is None:
            raise ContractError(f"{self.name}: event {numbers[0]} is not among the game's events")
        return {"event": kind.name, **dict(zip(kind.fields, numbers[1:], strict=False))}

    @property
    def reveals(self) -> frozenset[str]:
        """Events that tell the last choice of a seat, which may have been hidden."""
        return frozenset() if self.plain is None else self.plain.reveals

    @property
    def home(self) -> Path:
        """The file of the game's rules, whose package decides whether compiled code still holds."""
        function = getattr(self.setup, "py_func", self.setup)
        return Path(function.__code__.co_filename)

    @property
    def is_of_a_user(self) -> bool:
        """Whether it does not come with simlab, so that its code may be edited at any time."""
        return not self.written_home.resolve().is_relative_to(PACKAGE)

    @property
    def written_home(self) -> Path:
        """The file of the rules that somebody wrote: that of the plain game, if kernels play it."""
        return self.plain.home if self.is_in_kernels and self.plain is not None else self.home

    @property
    def folder(self) -> Path:
        """The folder with the game's own components and patches."""
        return self.data or data_folder(self.name)

    def read(self, folder: Path | None, patch: Mapping[str, object]) -> Components:
        """Read and check the components in `folder`, the game's own by default, with a patch.

        A game that declares none needs no folder.

        Raises:
            ComponentError: all that is wrong in the folder or the patch.
        """
        if not (self.schema.parameters or self.schema.tables):
            if patch:
                none = f"{NO_SUCH_RULE} {self.title} declares no parameters and no tables."
                raise ComponentError([Problem(none, ("patch", key)) for key in flatten(patch)])
            return Components()
        return read(folder or self.folder, self.schema, patch, self.name)

    def facts_under(self, rules: Rules) -> Facts:
        """Return the facts of the game, and what the columns mean that every game has."""
        facts = replace(self.facts(rules), aim=self.aim)
        if self.cooperative:
            return replace(facts, groups=(*facts.groups, GameGroup(unit="per game", **MENUS)))
        return replace(facts, seat_groups=(*facts.seat_groups, SeatGroup(unit="per seat", **MENUS)))

    def words(self, language: str) -> Words:
        """Return the game's words in a language.

        Raises:
            ComponentError: the table of words is broken.
        """
        return read_words(self.folder, language)

    def in_words(self, choice: int, state: Any, rules: Rules) -> str:
        """Return a choice in words, or its number where the game has no words for it."""
        try:
            return self.describe(choice, state, rules) if self.describe else f"choice {choice}"
        except Exception:  # of a number that is no choice
            return f"choice {choice}"

    def kind_in_words(self, choice: int) -> str:
        """Return the name of the kind of a choice, or nothing where the game has none for it."""
        try:
            return self.kind(choice) if self.kind else ""
        except Exception:  # of a number that is no choice
            return ""

    def load(self, folder: Path | None = None, patch: Mapping[str, object] | None = None) -> Rules:
        """Fill the rules from the components in `folder`, the game's own by default, with a patch.

        Raises:
            ComponentError: all that is wrong in the folder or the patch.
        """
        components = self.read(folder, patch or {})
        row = new(self.rules_row)
        self.fill(components, row_of(row))
        return Rules(row, components)


@functools.cache
def with_luck(game: Game) -> Game:
    """Return a game that plays alike and measures by how much chance changed its value.

    Its rows have a column `luck`: of each seat in a competitive game, else of all.

    Raises:
        InputError: the game does not evaluate positions.
    """
    if game.evaluate is None:
        raise InputError(
            f"{game.title} does not evaluate positions, by which luck is measured; give it a"
            " function evaluate(rules, state, seat), see simlab.game.Game",
            "less_luck",
        )
    fields = dict[str, Any](fields_of(game.outcome_row))
    if game.cooperative:
        fields["luck"] = LUCK
    else:
        seats = fields["seats"]
        by_seat = record(**fields_of(seats.dtype), luck=LUCK)
        fields["seats"] = nested(by_seat, seats.meaning, seats.shape)
    return replace(game, outcome_row=record(**fields), unmeasured=game)


def outcome_record(seats: int, seat: np.dtype[Any] | None, **fields: Any) -> np.dtype[Any]:
    """Return an OUTCOME type: what every game reports, the game's own fields, a record per seat.

    Cooperative games, whose seats share one result, have no record per seat.
    """
    by_seat = {} if seat is None else {"seats": nested(seat, "result of each seat", seats)}
    return record(
        deal=whole("deal number; with the run's seed it names the shuffles and dice"),
        rotation=small("places by which the line-up is turned over the seats", "seats"),
        decisions=small("choices made by all seats", "decisions"),
        finished=small("1 when the game ended by its rules, 0 when it was capped"),
        **({} if seat is not None else MENU_COUNTS),
        **fields,
        **by_seat,
    )


def seat_record(**fields: Any) -> np.dtype[Any]:
    """Return a type for one seat's result: what every game reports and the game's own fields."""
    return record(
        score=small("points of this seat", "points"),
        credit=real("share of the win: 1 alone, 1/n shared by n, 0 for the others", "wins"),
        rank=small("1 for the winner, tied seats sharing the better rank"),
        **MENU_COUNTS,
        **fields,
    )


def timeline_record(**fields: Any) -> np.dtype[Any]:
    """Return a type for the table at the end of a round: where in the run, then its own fields."""
    return record(
        deal=whole("deal number; with the run's seed it names the shuffles and dice"),
        rotation=small("places by which the line-up is turned over the seats", "seats"),
        rounds=small(
            "rounds ended so far; two that end at once have a row each, and the game says whether"
            " the first shows the table in between",
            "rounds",
        ),
        **fields,
    )
