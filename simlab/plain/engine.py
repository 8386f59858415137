"""PlainEngine: plays plain games in this process, with the interface of the compiled Engine."""

from __future__ import annotations

import io
import pickle
import threading
import time
from bdb import BdbQuit
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from simlab.engine import loop
from simlab.engine.build import PLAYING, Engine, Play, PolicyLike, seated_policies
from simlab.engine.lead import (
    NOBODY,
    KeptPoints,
    begin_lead,
    describe_lead,
    describe_tension,
    kept_points,
    lead_in_python,
    note_leader,
)
from simlab.engine.menu_counts import DECIDED, FORCED, LONGEST_WAIT, MENU_COUNTS, OFFERED
from simlab.engine.record import NOT_APPLICABLE, new
from simlab.errors import ContractError, Misuse
from simlab.files.error_origin import definition_of
from simlab.game.definition import Rules
from simlab.plain import failure, last_step
from simlab.plain.chance import Chance, noise_stream
from simlab.plain.game import PlainGame, parts_of
from simlab.plain.ledger import (
    CHOICE,
    CHOSE,
    END_REASON,
    MOST_ROUNDS,
    REVEALED,
    ROUNDS,
    SEAT,
    WINNER,
    Event,
    Ledger,
)
from simlab.plain.results import results_of, scores_of, whole
from simlab.plain.rules import Named, RulesInForce, decode_rules, encode_rules
from simlab.plain.seated_policy import Memory, SeatedPolicy
from simlab.plain.words import Label

Counted = TypeVar("Counted")
METHODS = {
    loop.SETUP: "setup",
    loop.NEXT_SEAT: "seat",
    loop.LEGAL: "choices",
    loop.APPLY: "play",
    loop.OUTCOME: "scores",
}
"""The methods of a plain game, by the number of the step of the loop."""


NOT_CALLABLE = "object is not callable"
"""What Python says of a call of a value."""
N_LAST = 4
"""Games of each call that are kept to be played again."""
WATCHED_FIRST = 5
"""First deals in which it is checked that no policy and no `scores()` changes the table. Kernels
are watched in a hundred; to write a table of Python objects down takes longer than to play on."""


class LastGame(NamedTuple):
    """A game that was played: rules, line-up, OUTCOME row, and how long it took, in seconds.

    If it was played by kernels, these are the seconds that plain Python takes, about.
    """

    rules: npt.NDArray[Any]
    lineup: Sequence[PolicyLike]
    row: Any
    seconds: float
    is_translated: bool
    draws: npt.NDArray[np.int64] | None
    """The deals of its streams, unless all are those of the game."""


# of several calls, as a task makes one for each rotation
LAST_GAMES: deque[LastGame] = deque(maxlen=4 * N_LAST)
"""The last games of this process."""


class PlainEngine(Engine):
    """Plays one plain game; stateless between calls."""

    def prepare(self, policies: Iterable[PolicyLike]) -> None:
        """Do nothing: nothing is compiled."""

    def play(
        self,
        rules: npt.NDArray[Any],
        lineup: Sequence[PolicyLike],
        seed: int,
        first_deal: int,
        count: int,
        rotation: int = 0,
        journal: Any = None,
        progress: npt.NDArray[Any] | None = None,
        timeline: npt.NDArray[Any] | None = None,
        scratch: npt.NDArray[Any] | None = None,
        draws: npt.NDArray[np.int64] | None = None,
        points: list[KeptPoints] | None = None,
    ) -> npt.NDArray[Any]:
        """Play `count` deals and return their OUTCOME rows, shape (count,).

        The policy `lineup[(seat + rotation) % players]` sits at each seat. `progress`, shape (1,),
        is written to as the games go on; `timeline` takes a row per round while it has room, and
        `points` those of each game at the end of its turns. A plain game has no `scratch`. `draws`,
        shape (count, sources + players), has the deals from which each source of chance and the
        noise of each seat are taken, unless all are those of the game.

        Raises:
            ContractError: the game or a policy raised an exception or broke its contract; the
                message names the line and the game.
        """
        caller_progress = new(loop.Progress.dtype) if progress is None else progress
        progress = last_step.progress_record(caller_progress)
        session = Session(self.game, rules, lineup, seed, rotation, progress, journal)
        session.timeline = timeline if timeline is not None and len(timeline) else None
        session.draws = draws
        session.points = points
        PLAYING[threading.get_ident()] = Play(self.game, lineup, seed, progress)
        begin = time.perf_counter()
        try:
            rows = session.rows(first_deal, count)
        finally:
            del PLAYING[threading.get_ident()]
            # also after an error: the message says where the game was
            caller_progress[:] = progress
        seconds = (time.perf_counter() - begin) / max(count, 1)
        LAST_GAMES.extend(last_of(rows, draws, rules, lineup, seconds))
        return rows


def last_of(
    rows: npt.NDArray[Any],
    draws: npt.NDArray[np.int64] | None,
    rules: npt.NDArray[Any],
    lineup: Sequence[PolicyLike],
    seconds: float,
    *,
    is_translated: bool = False,
) -> list[LastGame]:
    """Return the last games of a call."""
    last_draws = [None] * N_LAST if draws is None else draws[-N_LAST:].copy()
    return [
        LastGame(rules, lineup, row, seconds, is_translated, row_draws)
        for row, row_draws in zip(rows[-N_LAST:].copy(), last_draws, strict=False)
    ]


class Session:
    """Some deals of one line-up under some rules."""

    def __init__(
        self,
        definition: Any,
        rules: npt.NDArray[Any],
        lineup: Sequence[PolicyLike],
        seed: int,
        rotation: int,
        progress: npt.NDArray[Any],
        journal: list[Event] | None,
        in_force: RulesInForce | None = None,
    ) -> None:
        self.definition, self.journal = definition, journal
        self.lineup, self.seed, self.rotation = lineup, seed, rotation
        self.players = len(lineup)
        seats: Sequence[Any] = seated_policies(lineup, rotation)
        self.policies = [SeatedPolicy(policy) for policy in seats]
        read, self.patch = decode_rules(rules, definition.schema)
        self.in_force = in_force or read
        self.snapshots = Snapshots(self.in_force)
        self.progress = progress
        self.deal, self.decision = progress["deal"], progress["decision"]
        self.seat, self.doing = progress["seat"], progress["doing"]
        self.choice: Any = None
        self.game: PlainGame | None = None
        """The last game that was begun."""
        self.asked = ""
        """A method that is called beside those of the steps of the loop."""
        self.timeline: npt.NDArray[Any] | None = None
        self.draws: npt.NDArray[np.int64] | None = None
        self.points: list[KeptPoints] | None = None

    @classmethod
    def for_readers(
        cls,
        definition: Any,
        rules: Rules,
        lineup: Sequence[PolicyLike],
        seed: int,
        rotation: int = 0,
        journal: list[Event] | None = None,
    ) -> Session:
        """Return a session whose games are shown: they have the words of the reader's language."""
        row, in_force = encode_rules(rules.components), definition.narration.in_force(rules)
        return cls(
            definition, row, lineup, seed, rotation, new(loop.Progress.dtype), journal, in_force
        )

    def rows(self, first_deal: int, count: int) -> npt.NDArray[Any]:
        """Play some deals and return their OUTCOME rows."""
        rows = np.zeros(count, self.definition.outcome_row)
        self.progress["rotation"][0], self.progress["timeline_rows"][0] = self.rotation, 0
        all_draws = [()] * count if self.draws is None else self.draws.tolist()
        deals = range(first_deal, first_deal + count)
        for row, deal, draws in zip(rows, deals, all_draws, strict=True):
            self.deal[0], self.decision[0] = deal, 0
            row["deal"], row["rotation"] = deal, self.rotation
            try:
                game = Deal(self, deal, draws)
                game.play(row)
            except BaseException as error:  # an author's code may raise anything
                # Ctrl-C must not look like a fault of the game
                if is_of_user(error):
                    raise
                raise ContractError(self.complaint(error)) from error
            if self.points is not None:
                self.points.append(kept_points(game.lead, self.players))
        return rows

    def complaint(self, error: BaseException) -> str:
        """Return what failed, where, and the command that plays the game again."""
        deal, decision = int(self.deal[0]), int(self.decision[0])
        doing, seat = int(self.doing[0]), int(self.seat[0])
        if doing == loop.POLICY and not self.asked:
            failed_call = f"policy {self.policies[seat].policy} of seat {seat}"
        elif doing == loop.APPLY:
            failed_call = f"play({failure.in_short(self.choice)}) of seat {seat}"
        else:
            failed_call = f"{self.method(doing)}()"
        refused = "; choices() offers what play() refuses" if self.is_refused(error) else ""
        return (
            f"{self.sentence_of(error)}\n"
            f"in {failed_call}, decision {decision} of game {deal}{refused}{self.replay(deal)}"
        )

    def replay(self, deal: int) -> str:
        """Return how to play a game again, unless its streams are of several deals."""
        if self.draws is not None:
            return ""
        command = failure.replay_command(
            self.definition.home, self.lineup, self.patch, self.seed, deal, self.rotation
        )
        return f"; to play it again: {command}"

    def is_refused(self, error: BaseException) -> bool:
        """Return whether the game refused a choice that it offered."""
        return int(self.doing[0]) == loop.APPLY and failure.is_refusal(error)

    def sentence_of(self, error: BaseException) -> str:
        """Return an error with its line; without a line of the author's, that of the method."""
        sentence = failure.sentence_of(error)
        if NOT_CALLABLE in sentence and (hidden := self.find_hidden_methods()):
            sentence = (
                f"{sentence}; self.{hidden[0]} is now a value, which hides the method"
                f" {hidden[0]}(), so give the value another name"
            )
        doing, seat = int(self.doing[0]), int(self.seat[0])
        if failure.author_frame(error) is not None:
            return sentence
        if doing == loop.POLICY and not self.asked:
            policy = self.policies[seat].policy
            return sentence if policy.files else f"{definition_of(policy.function)}: {sentence}"
        method = getattr(self.definition.rules_class, self.method(doing))
        return f"{definition_of(method)}: {sentence}"

    def find_hidden_methods(self) -> list[str]:
        """Return the methods that attributes of the last game have the names of."""
        methods = (name for name in dir(PlainGame) if callable(getattr(PlainGame, name)))
        return [name for name in methods if self.game is not None and name in vars(self.game)]

    def method(self, doing: int) -> str:
        """Return the method of the game that is called at a step of the loop."""
        if self.asked:
            return self.asked
        has_scores = self.definition.rules_class.scores is not PlainGame.scores
        return METHODS[doing] if doing != loop.OUTCOME or has_scores else "winner"


def _check_hashable(choices: Iterable[object]) -> None:
    """Check that choices can be compared and counted.

    Raises:
        Misuse: one is, or has, what can change, such as a list.
    """
    for choice in choices:
        try:
            hash(choice)
        except TypeError:
            raise Misuse(
                f"choices() offers {failure.in_short(choice)}, which can change; a choice is a"
                ' word, a number, or a tuple with details, such as ("buy", card), without lists'
            ) from None


def is_of_user(error: BaseException) -> bool:
    """Return whether somebody pressed Ctrl-C or left a debugger, rather than a game raised it."""
    if isinstance(error, KeyboardInterrupt):
        return threading.current_thread() is threading.main_thread()  # Ctrl-C reaches no other
    return isinstance(error, BdbQuit) and not failure.is_raised_by_author(error)


class Snapshots:
    """Writes tables down as bytes, to see whether they change.

    Rules and their rows, which nobody can change, are written once: later they are references, as
    short for a card with a page of text as for one with a number.
    """

    def __init__(self, rules: RulesInForce) -> None:
        self.rules = pickle.Pickler(io.BytesIO())
        self.rules.dump(rules)
        written = self.rules.memo.copy()
        self.rules.memo = {
            number: (index, item)
            for number, (index, item) in written.items()
            if isinstance(item, Named | RulesInForce)
        }

    def state(self, table: object) -> bytes:
        """Return a table as bytes; equal ones have equal bytes."""
        with io.BytesIO() as file:
            pickler = pickle.Pickler(file)
            pickler.memo = self.rules.memo
            pickler.dump(table)
            return file.getvalue()


class Deal:
    """One game from its setup to its OUTCOME row."""

    def __init__(self, session: Session, deal: int, draws: Sequence[int] = ()) -> None:
        definition = session.definition
        self.session, self.definition = session, definition
        self.is_watched = deal < WATCHED_FIRST or deal % loop.WATCHED_EVERY == 0
        players, seed, rotation = session.players, session.seed, session.rotation
        self.ledger = Ledger(definition.event_fields, players, session.journal)
        sources = definition.rules_class.sources
        self.chance = Chance(sources, seed, deal, draws[: len(sources)])
        self.noise = [
            noise_stream(seed, draws[len(sources) + seat], 0, seat)
            if draws
            else noise_stream(seed, deal, rotation, seat)
            for seat in range(players)
        ]
        self.memories = [Memory(seated.policy) for seated in session.policies]
        self.game: PlainGame = definition.rules_class(session.in_force, self.chance, self.ledger)
        session.game = self.game
        self.is_over, self.n_decisions = False, 0
        self.last_seat = NOBODY
        self.lead = lead_in_python(players) if definition.has_lead else None
        self.first_round = self.n_rounds = 0
        self.menus = {name: [0] * players for name in MENU_COUNTS}
        self.last_decision = [-1] * players
        self.kinds = {kind: [0] * players for kind in definition.rules_class.kinds}
        self.described: dict[int, Label] = {}
        """The last choice of each seat in words."""
        self.is_choice_told = definition.rules_class.events.get(CHOICE) != ""
        self.untold: list[Event] = []
        """Choices that are hidden so far."""

    def play(self, row: Any) -> None:
        """Play to the end or the limit of decisions, and describe the game in a row."""
        for _ in self.decisions():
            pass
        self.finish(row)

    def decisions(self) -> Iterator[tuple[int, list[Hashable]]]:
        """Yield seat and menu of each decision, then let the policy choose, until the end."""
        self.set_up()
        while (offer := self.offer()) is not None:
            yield offer
            self.session.doing[0] = loop.POLICY
            self.carry_out(*offer, self.choice(*offer))

    def set_up(self) -> None:
        """Lay out the table."""
        self.session.doing[0] = loop.SETUP
        self.game.setup(self.session.players, self.chance)
        # a setup may log the first round already
        self.first_round = self.ledger.by_game.get(ROUNDS, 0)
        if self.lead is not None:
            begin_lead(self.lead)

    def offer(self) -> tuple[int, list[Hashable]] | None:
        """Return seat and menu of the next decision; None at the end or the limit of decisions."""
        session = self.session
        session.doing[0] = loop.NEXT_SEAT
        seat = self.next_seat()
        self.is_over = seat is None
        # before the first decision no turn has ended
        if self.n_decisions > 0 and seat != self.last_seat:
            self.end_turn(self.last_seat)
        self.last_seat = NOBODY if seat is None else seat
        if seat is None or self.n_decisions >= self.definition.decision_limit:
            return None
        session.seat[0] = seat
        session.doing[0] = loop.LEGAL
        return seat, self.menu()

    def carry_out(self, seat: int, choices: list[Hashable], choice: Hashable) -> None:
        """Count a choice, carry it out, and write it down if somebody listens."""
        session = self.session
        self.count(seat, choices, choice)
        session.choice = choice
        session.doing[0] = loop.APPLY
        if session.journal is None:
            self.game.play(choice)
        else:
            self.play_and_report(session.journal, seat, choices.index(choice), choice)
        if session.timeline is not None:
            self.keep_time(session.timeline)
        self.n_decisions += 1
        session.decision[0] = self.n_decisions

    def keep_time(self, timeline: npt.NDArray[Any]) -> None:
        """Keep points and counts of each round that has ended since the last one, in its room."""
        n_ended = min(self.ledger.by_game[ROUNDS] - self.first_round, MOST_ROUNDS)
        n_rows, session = self.session.progress["timeline_rows"], self.session
        while self.n_rounds < n_ended and n_rows[0] < len(timeline):
            self.n_rounds += 1
            row = timeline[n_rows[0]]
            row["deal"], row["rotation"] = session.deal[0], session.rotation
            row["rounds"] = self.n_rounds
            self.describe_round(row)
            n_rows[0] += 1

    def describe_round(self, row: Any) -> None:
        """Write points so far and the counts that the game keeps of each round."""
        players, ledger = self.session.players, self.ledger
        if self.definition.cooperative:
            row["score"] = self.points_so_far()
        else:
            row["scores"] = NOT_APPLICABLE
            row["scores"][:players] = self.scores_so_far()
        for name in self.definition.rules_class.timeline:
            if name in ledger.by_game:
                row[name] = ledger.by_game[name]
            elif self.definition.cooperative:
                row[name] = sum(ledger.by_seat[name])
            else:
                row[name] = NOT_APPLICABLE
                row[name][:players] = ledger.by_seat[name]

    def end_turn(self, mover: int) -> None:
        """Note who leads at the end of the turn of a seat."""
        if self.lead is not None:
            self.lead.scores = self.scores_so_far()
            note_leader(self.lead, self.session.players, mover)

    def scores_so_far(self) -> list[int]:
        """Return the points of each seat before the end."""
        scores = self.points_by(lambda: scores_of(self.game, self.session.players))
        if scores is None:
            raise Misuse("scores() returns None at the end of a turn")
        return scores

    def points_so_far(self) -> int:
        """Return the points that all share before the end."""
        return self.points_by(self.shared_points)

    def shared_points(self) -> int:
        """Return the points that all share."""
        return whole(self.game.scores(), "scores() of a cooperative game")

    def points_by(self, count: Callable[[], Counted]) -> Counted:
        """Return the points that `scores()` counts, which must leave the table as it is."""
        self.session.doing[0] = loop.OUTCOME
        before = self.state() if self.is_watched else None
        points = count()
        if before is not None and before != self.state():
            raise Misuse("scores() changes the table, or reports an event; it may be called often")
        return points

    def finish(self, row: Any) -> None:
        """Describe the game in a row."""
        row["decisions"], row["finished"] = self.n_decisions, self.is_over
        self.session.doing[0] = loop.OUTCOME
        self.describe(row)

    def next_seat(self) -> int | None:
        """Return the seat that decides."""
        seat = self.game.seat()
        if seat is None:
            return None
        if not isinstance(seat, int | np.integer) or not 0 <= seat < self.session.players:
            last = self.session.players - 1
            raise Misuse(
                f"seat() returns {failure.in_short(seat)}; it must be from 0 to {last}, or None"
                " when the game is over"
            )
        return int(seat)

    def menu(self) -> list[Hashable]:
        """Return the choices of the seat that decides."""
        offered = self.game.choices()
        if isinstance(offered, set | frozenset):
            raise Misuse(
                "choices() returns a set, whose order differs between equal seeds;"
                " return a list, for instance sorted(...)"
            )
        if isinstance(offered, str) or not isinstance(offered, Iterable):
            raise Misuse(f"choices() returns {failure.in_short(offered)}; return a list of choices")
        # a generator can be read once only
        choices = list(offered)
        if not choices:
            raise Misuse(
                "choices() offers nothing; seat() must name a seat that can choose, or"
                " None at the end of the game"
            )
        if self.is_watched:
            _check_hashable(choices)
        # a choice that is there twice would be twice as likely for a random policy
        if self.is_watched and len(set(choices)) < len(choices):
            twice = next(choice for choice in choices if choices.count(choice) > 1)
            raise Misuse(f"choices() offers {failure.in_short(twice)} twice")
        return choices

    def choice(self, seat: int, choices: list[Hashable]) -> Hashable:
        """Return what the policy of a seat chooses."""
        policy, before = self.session.policies[seat], self.state() if self.is_watched else None
        chance, memory = self.noise[seat], self.memories[seat]
        # a copy of the list: a policy may sort it or take choices out
        choice: Hashable = policy.choose(self.game, seat, list(choices), chance, memory)
        if choice not in choices:
            raise Misuse(
                f"returns {failure.in_short(choice)}, which is none of the {len(choices)} choices,"
                f" such as {failure.in_short(choices[0])}"
            )
        if before is not None and before != self.state():
            raise Misuse("a policy changes the table, which only the game may do")
        return choice

    def state(self) -> bytes | None:
        """Return the table as bytes; None if it holds what cannot be written down.

        Of the events so far only the number counts: they grow as a game goes on.
        """
        events, self.ledger.events = self.ledger.events, None
        try:
            return self.session.snapshots.state((vars(self.game), len(events or ())))
        except Exception:  # pickle raises any for a lambda, a generator or a file
            return None
        finally:
            self.ledger.events = events

    def count(self, seat: int, choices: list[Hashable], choice: Hashable) -> None:
        """Count a menu, a wait and the kind of the choice."""
        menus, last = self.menus, self.last_decision[seat]
        menus[DECIDED][seat] += 1
        menus[FORCED][seat] += len(choices) == 1
        menus[OFFERED][seat] += len(choices)
        if last >= 0:
            wait = self.n_decisions - last - 1
            menus[LONGEST_WAIT][seat] = max(menus[LONGEST_WAIT][seat], wait)
        self.last_decision[seat] = self.n_decisions
        if self.kinds:
            self.kinds[self.kind(choice)][seat] += 1

    def kind(self, choice: Hashable) -> str:
        """Return the kind of a choice."""
        rules_class = self.definition.rules_class
        self.session.asked = "choices" if rules_class.kind is PlainGame.kind else "kind"
        kind = self.game.kind(choice)
        if kind not in self.kinds:
            if not kind:
                raise Misuse(
                    f"choices() offers {failure.in_short(choice)}, which begins with no word, so it"
                    f" is of none of the kinds {', '.join(self.kinds)}; write kind() to say which"
                )
            raise Misuse(
                f"kind() of {failure.in_short(choice)} is {kind!r}, which is none of the kinds"
                f" that the game declares: {', '.join(self.kinds)}"
            )
        self.session.asked = ""
        return kind

    def play_and_report(
        self, journal: list[Event], seat: int, number: int, choice: Hashable
    ) -> None:
        """Carry out a choice; write down the decision and what follows, or else the choice.

        A choice that is hidden, such as a card laid face down, is written down when it is revealed.
        """
        label = Label(self.game.describe(choice), choice)
        self.described[seat] = label
        decision = int(self.session.decision[0])
        made = {"event": "decision", "seat": seat, "decision": decision, "choice": number}
        journal.append(made)
        first, n_concealed = len(journal), self.n_concealed()
        try:
            self.game.play(choice)
        finally:
            self.describe_reveals(journal[first:])
            if self.is_choice_told:
                self.untold.append({"event": CHOICE, "seat": seat, "choice": label})
            is_worded = self.tells(journal[first:])
            if is_worded or self.n_concealed() <= n_concealed:
                journal[first:first] = [] if is_worded else self.untold
                self.untold = []

    def n_concealed(self) -> int:
        """Return how many choices are made and hidden."""
        return sum(part.concealed() for part in parts_of(self.game))

    def tells(self, events: list[Event]) -> bool:
        """Return whether one of the events has a sentence."""
        sentences = self.definition.rules_class.events
        return any(sentences[event["event"]] for event in events)

    def describe_reveals(self, events: list[Event]) -> None:
        """Put choices that are revealed in the words that the game had for them."""
        for event in events:
            if event["event"] in self.definition.reveals and {SEAT, REVEALED} <= event.keys():
                label = self.described[event[SEAT]]
                event[REVEALED] = label if event[REVEALED] == label.value else event[REVEALED]

    def end(self) -> int:
        """Return the number of the end that the game names."""
        ends: tuple[str, ...] = self.definition.ends
        self.session.asked = method = self.definition.said_by
        end = getattr(self.game, method)()
        if end not in ends:
            raise Misuse(
                f"{method}() returns {failure.in_short(end)}, not one of {', '.join(ends)}"
            )
        self.session.asked = ""
        return ends.index(end) + 1

    def describe(self, row: Any) -> None:
        """Fill the OUTCOME row: results, events and menus."""
        by_seat = {**self.menus, **self.ledger.by_seat}
        by_seat |= {f"{CHOSE}{kind}": counts for kind, counts in self.kinds.items()}
        for name, count in self.ledger.by_game.items():
            row[name] = count
        if self.definition.ends:
            # a capped game has no end to ask for
            row[END_REASON] = self.end() if self.is_over else NOT_APPLICABLE
        if self.definition.cooperative:
            row["score"] = self.shared_points()
            for name, counts in by_seat.items():
                row[name] = max(counts) if name == LONGEST_WAIT else sum(counts)
            return
        results = results_of(self.game, self.session.players, self.is_over)
        seats = row["seats"][: self.session.players]
        seats["score"], seats["credit"] = results.scores, results.credits
        seats["rank"] = results.ranks
        row[WINNER] = NOT_APPLICABLE if results.winner is None else results.winner
        for name, counts in by_seat.items():
            seats[name] = counts
        if self.lead is not None:
            describe_lead(self.lead, self.session.players, row)
            describe_tension(self.lead, self.session.players, row)
