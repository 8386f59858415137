"""define(): the Game of a class of plain rules, which every command plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path

import numpy as np

from simlab.engine.build import Engine
from simlab.engine.loop import MOST_SEATS
from simlab.engine.record import Row, record, whole
from simlab.errors import not_one_of
from simlab.game.components import Components, Schema
from simlab.game.definition import EventKind, Game, Rules
from simlab.game.facts import AIMS, POINTS, WINS
from simlab.game.policy import Policy, check_call
from simlab.plain.chance import Chance
from simlab.plain.declaration import check_methods
from simlab.plain.engine import PlainEngine
from simlab.plain.failure import in_short
from simlab.plain.game import PlainGame
from simlab.plain.ledger import (
    CHOICE,
    LEAD_FACTS,
    MOST_ROUNDS,
    OF_EVERY_ROUND,
    ROUNDS,
    SEAT,
    Event,
    Ledger,
    facts_of,
    fields_in,
    nouns_in,
    outcome_row,
    timeline_facts,
    timeline_row,
)
from simlab.plain.lookup import LookupTable
from simlab.plain.narration import Narration
from simlab.plain.part import Part, events_with
from simlab.plain.policies import random
from simlab.plain.rules import decode_rules, encode_rules
from simlab.plain.words import as_data

NEEDED = ("setup", "seat", "choices", "play")
RESULTS = ("scores", "winner")
WON, ENDED = ("ways_to_win", "won_by"), ("ends", "ended_by")
"""What names the ends of games, and the method that says which one it was."""


class Source(IntEnum):
    """Plain games name their sources of chance; kernels, which number them, are not theirs."""


NO_STATE = record(deal=whole("plain games keep their state in Python objects"))


@dataclass(frozen=True, kw_only=True, eq=False)
class PlainDefinition(Game):
    """A game whose rules are a class of ordinary Python."""

    rules_class: type[PlainGame]
    event_fields: Mapping[str, frozenset[str]]
    ends: tuple[str, ...]
    """Ways to win or other ends, in the order of their numbers."""
    said_by: str
    """The method that says which one it was."""
    has_lead: bool
    """Whether the lead is followed."""
    narration: Narration
    """What replays and pages show of the game."""

    @property
    def is_plain(self) -> bool:
        """Whether the game is ordinary Python."""
        return True

    @property
    def reveals(self) -> frozenset[str]:
        """Events that tell the last choice of a seat, which may have been hidden."""
        return self.narration.reveals

    @property
    def tells_each_choice(self) -> bool:
        """Whether replays report a choice of which no event tells: no part hides it for a while."""
        parts = self.rules_class._parts.values()
        is_hidden = any(type(part).concealed is not Part.concealed for part in parts)
        return self.rules_class.events.get(CHOICE) != "" and not is_hidden

    @property
    def lookup_tables(self) -> dict[str, LookupTable]:
        """The lookup tables that the rules and the policies know, by name."""
        functions = [self.rules_class.setup, *(policy.function for policy in self.policies)]
        known = [value for function in functions for value in function.__globals__.values()]
        return {value.__name__: value for value in known if isinstance(value, LookupTable)}

    @property
    def kind_names(self) -> tuple[str, ...]:
        """Names of the kinds of choices that can be forbidden."""
        return tuple(self.rules_class.kinds)

    @property
    def source_names(self) -> list[str]:
        """Names of the sources of chance, in the order of their streams."""
        return list(self.rules_class.sources)

    def engine(self) -> Engine:
        """Return the engine that plays the game."""
        return PlainEngine(self)

    def is_compiled(self, policies: Iterable[Policy] = ()) -> bool:
        """Return true: there is nothing to compile."""
        return True

    def load(self, folder: Path | None = None, patch: Mapping[str, object] | None = None) -> Rules:
        """Return the rules from the components in `folder`, with a patch.

        Raises:
            ComponentError: all that is wrong in the folder or the patch.
        """
        components = self.read(folder, patch or {})
        self.narration.check(components)
        return Rules(encode_rules(components), components)

    def new_journal(self) -> list[Event]:
        """Return an empty journal that listens."""
        return []

    def events_in(self, journal: list[Event], rules: Rules) -> Iterator[Event]:
        """Yield the events of a journal as data."""
        for event in journal:
            yield {name: as_data(value) for name, value in event.items()}


def define(
    rules_class: type[PlainGame], *policies: Policy, data: Path | None = None
) -> PlainDefinition:
    """Return the Game of a class of rules, with its policies, the best one last.

    A policy `random` is added. `data` is the folder with `rules.toml` and the CSV tables; unless
    given, the folder beside the file with the file's name, or that of the file.

    Raises:
        ValueError: it is no class of rules, lacks a method, or its declaration is impossible.
    """
    if not (isinstance(rules_class, type) and issubclass(rules_class, PlainGame)):
        raise ValueError(
            "define() needs a class of rules first, such as `class Dash(PlainGame)`, then its"
            f" policies: define(Dash, sprinter); not {in_short(rules_class)}"
        )
    check_methods(rules_class, PlainGame, NEEDED)
    if not any(is_written(rules_class, name) for name in RESULTS):
        raise ValueError(f"{rules_class.__name__} needs a method {'() or '.join(RESULTS)}()")
    _check_declaration(rules_class, policies)
    file = Path(rules_class.setup.__code__.co_filename)
    fields, nouns = fields_of(rules_class), nouns_in(rules_class.events)
    cooperative, kinds = rules_class.cooperative, tuple(rules_class.kinds)
    ends, said_by = ends_of(rules_class)
    facts = facts_of(cooperative, fields, nouns, kinds, ends, said_by == WON[1])
    facts = replace(facts, handicaps=tuple(rules_class.handicaps))
    low, high = rules_class.players
    has_lead = follows_lead(rules_class)
    if has_lead:
        facts = replace(facts, lead=LEAD_FACTS)
    has_timeline = keeps_timeline(rules_class, fields)
    if has_timeline:
        timeline_names = _timeline_events(rules_class, fields)
        facts = replace(
            facts, timeline=timeline_facts(high, cooperative, fields, nouns, timeline_names)
        )
    schema = Schema(tuple(rules_class.parameters), tuple(rules_class.tables))
    narration = Narration(rules_class, schema, facts, reveals_of(rules_class))
    names = {policy.name for policy in policies}
    return PlainDefinition(
        name=file.parent.name if is_in_package(file) else file.stem,
        title=rules_class.title or rules_class.__name__,
        version=rules_class.version,
        noise=rules_class.noise,
        habit_limits=rules_class.habit_limits,
        players=(low, high),
        cooperative=cooperative,
        aim=rules_class.aim,
        schema=schema,
        fill=_fill_nothing,
        rules_row=np.dtype(np.uint8),
        state_row=NO_STATE,
        outcome_row=outcome_row(high, cooperative, has_lead, fields, nouns, kinds, ends),
        timeline_row=timeline_row(high, cooperative, fields, nouns, timeline_names)
        if has_timeline
        else None,
        most_rounds=MOST_ROUNDS if has_timeline else 0,
        sources=Source,
        longest_menu=0,
        decision_limit=rules_class.decision_limit,
        setup=rules_class.setup,
        next_seat=rules_class.seat,
        legal=rules_class.choices,
        apply=rules_class.play,
        outcome=rules_class.scores,
        hide=rules_class.hide,
        evaluate=rules_class.evaluate if is_written(rules_class, "evaluate") else None,
        horizon=rules_class.horizon if is_written(rules_class, "evaluate") else 0,
        # first, as the best comes last
        policies=(*(() if random.name in names else (random,)), *policies),
        events=_kinds_of_events(fields, _secret_fields(rules_class, fields)),
        tell=narration.tell,
        fold=narration.fold if is_written(rules_class, "fold_events") else None,
        headings=tuple(rules_class.headings),
        standing=narration.standing if is_written(rules_class, "standing") else None,
        legend=narration.legend,
        map=narration.map if is_written(rules_class, "board_map") else None,
        facts=narration.facts,
        data=data or _folder_beside(file),
        rules_class=rules_class,
        event_fields=fields,
        ends=ends,
        said_by=said_by,
        has_lead=has_lead,
        narration=narration,
    )


def _check_declaration(rules_class: type[PlainGame], policies: Sequence[object]) -> None:
    """Check numbers of players, the aim and policies.

    Raises:
        ValueError: one is none.
    """
    match rules_class.players:
        case (int(low), int(high)) if 1 <= low <= high <= MOST_SEATS:
            pass
        case players:
            raise ValueError(
                f"players must be the fewest and the most, from 1 to {MOST_SEATS}, such as (2, 4),"
                f" or (4, 4) for 4 only; not {players!r}"
            )
    _check_aim(rules_class)
    for policy in policies:
        if not isinstance(policy, Policy):
            if isinstance(policy, list | tuple):
                raise ValueError(
                    f"define({rules_class.__name__}, ...) needs each policy by itself, such as"
                    f" define({rules_class.__name__}, timid, greedy), not a list of them"
                )
            name = getattr(policy, "__name__", in_short(policy))
            raise ValueError(f"{name} is no policy; write @policy() in the line before its def")
        check_call(policy)
    names = [policy.name for policy in policies if isinstance(policy, Policy)]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"two policies of {rules_class.__name__} are called {twice}")


def _check_aim(rules_class: type[PlainGame]) -> None:
    """Check what a seat plays for.

    Raises:
        ValueError: it is no aim, or the game has no points of a seat to play for.
    """
    aim = rules_class.aim
    if aim not in AIMS:
        raise ValueError(f"aim: {not_one_of(aim, AIMS)}")
    if aim == WINS:
        return
    if rules_class.cooperative:
        raise ValueError(
            f"aim is for games whose seats compete; {rules_class.__name__} is cooperative, so that"
            " all play for the points that they share"
        )
    if not is_written(rules_class, "scores"):
        raise ValueError(
            f'aim is "{POINTS}", but {rules_class.__name__} has no method scores() that counts them'
        )


def new_game(
    definition: PlainDefinition,
    players: int,
    *,
    seed: int = 1914,
    deal: int = 0,
    patch: Mapping[str, object] | None = None,
) -> PlainGame:
    """Return a game after its setup, on which a test or a prompt of Python may call `play`.

    Raises:
        ComponentError: the data folder or the patch is wrong.
    """
    in_force, _ = decode_rules(definition.load(patch=patch).row, definition.schema)
    chance = Chance(definition.rules_class.sources, seed, deal)
    ledger = Ledger(definition.event_fields, players, None)
    game = definition.rules_class(in_force, chance, ledger)
    game.setup(players, chance)
    return game


def fields_of(rules_class: type[PlainGame]) -> dict[str, frozenset[str]]:
    """Return the fields of each event; an event of a part without a sentence keeps its seat.

    Raises:
        ValueError: a sentence is no format string.
    """
    fields = fields_in(rules_class.events)
    of_parts = fields_in(events_with({}, rules_class._parts.values()))
    silent = (name for name in of_parts if not rules_class.events[name])
    return {**fields, **{name: of_parts[name] & {SEAT} for name in silent}}


def reveals_of(rules_class: type[PlainGame]) -> frozenset[str]:
    """Return the events that tell a choice, which may have been hidden."""
    parts = rules_class._parts.values()
    of_parts = (f"{part.name}_{event}" for part in parts for event in part.reveals)
    return frozenset([CHOICE, *of_parts])


def ends_of(rules_class: type[PlainGame]) -> tuple[tuple[str, ...], str]:
    """Return the names of the ends of a game, and the method that says which one it was.

    Raises:
        ValueError: names without their method, or the reverse; or they are no names.
    """
    ends: tuple[tuple[str, ...], str] = (), ""
    for names, method in (WON, ENDED):
        end_names, is_said = getattr(rules_class, names), is_written(rules_class, method)
        if not end_names and not is_said:
            continue
        if not end_names or not is_said:
            raise ValueError(f"{names} and {method}() go together; {rules_class.__name__} has one")
        if isinstance(end_names, str) or not all(
            isinstance(name, str) and name for name in end_names
        ):
            raise ValueError(f'{names} must be names, such as ("most points", "all regions")')
        if len(set(end_names)) < len(end_names):
            raise ValueError(f"{names} has a name twice")
        if ends[0]:
            raise ValueError(f"a game has {WON[0]} or {ENDED[0]}, not both")
        if names == WON[0] and rules_class.cooperative:
            raise ValueError(f"nobody wins alone where all share one score; name them {ENDED[0]}")
        ends = tuple(end_names), method
    return ends


def keeps_timeline(rules_class: type[PlainGame], fields: Mapping[str, frozenset[str]]) -> bool:
    """Return whether a game counts rounds, at whose ends there are points."""
    counts_rounds = ROUNDS in fields and SEAT not in fields[ROUNDS]
    return counts_rounds and is_written(rules_class, "scores")


def _timeline_events(
    rules_class: type[PlainGame], fields: Mapping[str, frozenset[str]]
) -> tuple[str, ...]:
    """Return the events whose counts are kept at the end of each round.

    Raises:
        ValueError: one is no event, or has the name of another column.
    """
    for name in rules_class.timeline:
        if name not in fields:
            raise ValueError(f"timeline: {not_one_of(name, sorted(fields))}")
        if name in OF_EVERY_ROUND:
            raise ValueError(f"timeline: {name} is a column of every timeline")
    return tuple(rules_class.timeline)


def follows_lead(rules_class: type[PlainGame]) -> bool:
    """Return whether the lead of a game is followed: seats compete for points."""
    return not rules_class.cooperative and is_written(rules_class, "scores")


def is_written(rules_class: type[PlainGame], method: str) -> bool:
    """Return whether a class has a method of its own."""
    return getattr(rules_class, method) is not getattr(PlainGame, method)


def is_in_package(file: Path) -> bool:
    """Return whether a file belongs to a package, whose folder names the game."""
    return file.with_name("__init__.py").is_file()


def _fill_nothing(components: Components, rules: Row) -> None:
    """Plain games read the components as they are."""


def _folder_beside(file: Path) -> Path:
    folder = file.with_suffix("")
    return folder if folder.is_dir() else file.parent


def _secret_fields(
    rules_class: type[PlainGame], fields: Mapping[str, frozenset[str]]
) -> Mapping[str, Sequence[str]]:
    """Return by event the fields that its seat alone sees.

    Raises:
        ValueError: there is no such event, it has no seat, or it has no such field.
    """
    for event, secret in rules_class.secrets.items():
        if event not in fields:
            raise ValueError(f"secrets: {not_one_of(event, sorted(fields))}")
        if SEAT not in fields[event]:
            raise ValueError(f"secrets: {event} has no seat that could see what is secret")
        for name in secret:
            if name not in fields[event]:
                raise ValueError(f"secrets: {event}: {not_one_of(name, sorted(fields[event]))}")
    return rules_class.secrets


def _kinds_of_events(
    fields: Mapping[str, frozenset[str]], secrets: Mapping[str, Sequence[str]]
) -> dict[int, EventKind]:
    named = {CHOICE: ("seat", "choice")} | {
        name: tuple(sorted(field_names)) for name, field_names in fields.items()
    }
    return {
        number: EventKind(name, field_names, tuple(secrets.get(name, ())))
        # from 1, as in kernels, whose decisions are the event 0
        for number, (name, field_names) in enumerate(named.items(), 1)
    }
