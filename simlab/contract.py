"""The contract that every game and every policy keeps, a stranger's too, checked by playing.

A `Case` is a line-up that plays a few deals. Each check plays them in its own way, decision by
decision, and raises ContractError where the contract is broken; `problems_of` collects what was
said.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.build import Engine, compiled_policy, new_scratch, row_of
from simlab.engine.journal import DECISION, events, new_journal
from simlab.engine.loop import OVER
from simlab.engine.record import Ints, new
from simlab.engine.rng import seed_noise, seed_table
from simlab.errors import ContractError
from simlab.game import Game, Rules
from simlab.policy import Policy

Rows = npt.NDArray[Any]
Cells = dict[str, Any]

SAMPLED = 0.25
"""Share of the decisions at which the costly questions are asked."""
GUARD = 64
"""Numbers behind the menu that must stay as they are."""
UNTOUCHED = -(1 << 62)
NOISE = 0.3
"""Share of random choices among which a policy has to find its way."""


@dataclass(frozen=True, eq=False)
class Case:
    """A line-up under some rules, to be tried on a few deals."""

    game: Game
    rules: Rules
    lineup: tuple[Policy, ...]
    seed: int = 1914
    n_deals: int = 2

    def __str__(self) -> str:
        names = dict.fromkeys(str(policy) for policy in self.lineup)
        n = len(self.lineup)
        return f"{self.game.name}, {n} player{'s' * (n > 1)}, {' and '.join(names)}"


def cases(
    game: Game, rules: Rules, policies: Sequence[Policy], player_counts: Iterable[int]
) -> Iterator[Case]:
    """Yield line-ups for these numbers of players: each policy alone, and one mixture.

    The mixture seats the game's own policies beside the given ones.
    """
    for n in player_counts:
        here = [policy for policy in policies if policy.can_sit(n)]
        yield from (Case(game, rules, (policy,) * n) for policy in here)
        others = [own for own in game.policies if own not in here and own.can_sit(n)]
        if n > 1 and here and len(here + others) > 1:
            yield Case(game, rules, tuple(islice(cycle([*reversed(here), *others]), n)))


def problems_of(case: Case) -> list[str]:
    """Return what is wrong, the first problem that each check finds; nothing when all is well."""
    found = [problem for check in CHECKS if (problem := problem_of(case, check))]
    return list(dict.fromkeys(found))


def problem_of(case: Case, check: Any) -> str:
    """Return the first problem that one check finds, or nothing."""
    for deal in range(case.n_deals):
        table = Table(case, deal)
        try:
            table.set_up()
            check(table)
        except ContractError as error:
            return f"{error} ({table.place()})"
        except Exception as error:
            return f"raises {error!r} ({table.place()})"
    return ""


class Table:
    """A game on the table, played from plain Python so that one can stop and look."""

    def __init__(self, case: Case, deal: int) -> None:
        game = case.game
        self.case, self.game, self.deal = case, game, deal
        self.players = len(case.lineup)
        self.rules = case.rules.row.copy()
        self.state = new(game.state_row)
        self.journal = new_journal(listening=False)
        self.scratch = new_scratch(game, case.lineup)
        self.chance = np.random.default_rng(deal)
        self.choices: list[int] = []

    @property
    def streams(self) -> Any:
        """The random streams of the table."""
        return self.scratch["streams"][0]

    @property
    def memory(self) -> Any:
        """The memory of each seat's policy."""
        return self.scratch["memory"][0]

    def place(self) -> str:
        """Return where in which game this is."""
        return f"{self.case}, seed {self.case.seed}, game {self.deal}, decision {len(self.choices)}"

    def is_sampled(self) -> bool:
        """Say whether to ask the costly questions at this decision."""
        return bool(self.chance.random() < SAMPLED)

    def copied(self) -> Table:
        """Return a second table that looks the same and goes its own way."""
        other = copy.copy(self)
        for name in ("state", "scratch", "choices"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def with_policy(self, policy: Policy) -> Table:
        """Return such a second table at which one policy sits everywhere, with empty memories."""
        other = self.copied()
        other.case = replace(self.case, lineup=(policy,) * self.players)
        other.scratch = new_scratch(self.game, other.case.lineup)
        other.streams[:] = self.streams
        return other

    def fingerprint(self) -> list[bytes]:
        """Return all bytes that asking must not change; a copy differs, in its padding."""
        return [self.state.tobytes(), self.rules.tobytes(), self.scratch["traits"].tobytes()]

    def set_up(self) -> None:
        """Lay out the table, whatever lay on it."""
        seed_table(self.streams, self.case.seed, self.deal)
        seed_noise(self.scratch["noise"][0], self.case.seed, self.deal, 0, self.players)
        rules, state, journal = row_of(self.rules), row_of(self.state), row_of(self.journal)
        self.game.setup(rules, state, self.players, self.streams, journal)

    def decisions(self) -> Iterator[tuple[int, Ints]]:
        """Yield who decides and the menu, then let that seat decide, until the end or the limit."""
        while not self.is_over() and len(self.choices) < self.game.decision_limit:
            seat, menu = self.next_seat(), self.offer()
            yield seat, menu
            choice = self.ask(seat, menu)
            if choice not in menu:
                raise ContractError(
                    f"{self.case.lineup[seat]} at seat {seat} returns {choice}, which is not on its"
                    f" menu of {menu.tolist()}"
                )
            self.apply(choice)

    def is_over(self) -> bool:
        """Say whether the game has ended by its rules."""
        return self.next_seat() == OVER

    def next_seat(self) -> int:
        """Return who decides; a seat at the table, or OVER."""
        seat = int(self.game.next_seat(row_of(self.rules), row_of(self.state)))
        if not OVER <= seat < self.players:
            raise ContractError(f"next_seat returns {seat} with {self.players} at the table")
        return seat

    def offer(self) -> Ints:
        """Return the menu; never empty, never longer than stated, no choice twice."""
        longest = self.game.longest_menu
        menu = np.full(longest + GUARD, UNTOUCHED)
        n = int(self.game.legal(row_of(self.rules), row_of(self.state), menu[:longest]))
        if not 0 < n <= longest or (menu[longest:] != UNTOUCHED).any():
            raise ContractError(f"legal offers {n} choices; 1 to {longest} (longest_menu) may be")
        if len(set(menu[:n].tolist())) < n:
            raise ContractError(f"legal offers a choice twice: {menu[:n].tolist()}")
        return menu[:n]

    def ask(self, seat: int, menu: Ints) -> int:
        """Return what the policy at this seat chooses."""
        policy = compiled_policy(self.case.lineup[seat], self.game)
        rules, state, scratch = row_of(self.rules), row_of(self.state), row_of(self.scratch)
        scratch.menu[: menu.size] = menu
        return int(policy(rules, state, seat, menu.size, scratch))

    def apply(self, choice: int) -> None:
        """Carry out one choice."""
        rules, state, journal = row_of(self.rules), row_of(self.state), row_of(self.journal)
        self.game.apply(rules, state, choice, self.streams, journal)
        self.choices.append(choice)

    def hide(self, seat: int, seed: int) -> None:
        """Deal anew what a seat cannot see."""
        streams = np.zeros_like(self.streams)
        seed_table(streams, seed, self.deal)
        self.game.hide(row_of(self.rules), row_of(self.state), seat, streams)

    def outcome(self, filling: int = 0) -> Cells:
        """Return the cells of the OUTCOME row, written over bytes of `filling`."""
        rows = np.full(self.game.outcome_row.itemsize, filling, np.uint8).view(
            self.game.outcome_row
        )
        rows["deal"], rows["rotation"] = self.deal, 0
        rows["decisions"], rows["finished"] = len(self.choices), self.is_over()
        state, row = row_of(self.state), row_of(rows)
        self.game.outcome(row_of(self.rules), state, self.is_over(), row)
        return cells(rows[0], self.game, self.players)


def cells(row: Any, game: Game, players: int) -> Cells:
    """Return the numbers of an OUTCOME row, those of seats that nobody sits on left out."""
    found: Cells = {name: row[name].tolist() for name in row.dtype.names}
    if not game.cooperative:
        names = row["seats"].dtype.names
        found["seats"] = [
            {name: seat[name].tolist() for name in names} for seat in row["seats"][:players]
        ]
    return found


@functools.cache
def engine_of(game: Game) -> Engine:
    """Return the one engine of a game."""
    return Engine(game)


def played(case: Case, deal: int, count: int, journal: Rows | None = None) -> list[Cells]:
    """Return the cells of some deals as the engine plays them."""
    rules, lineup = case.rules.row, case.lineup
    rows = engine_of(case.game).play(rules, lineup, case.seed, deal, count, journal=journal)
    return [cells(row, case.game, len(lineup)) for row in rows]


def play_to_the_end(table: Table) -> tuple[list[int], Cells]:
    """Play on; return all choices and the outcome."""
    for _ in table.decisions():
        pass
    return table.choices, table.outcome()


def check_the_outcome(table: Table) -> None:
    """The game ends or is capped, and its outcome says so in every field."""
    _, outcome = play_to_the_end(table)
    if table.outcome(0x5A) != table.outcome(0xA5):
        raise ContractError("outcome leaves fields of its row unassigned")
    if table.game.cooperative:
        return
    credit = [seat["credit"] for seat in outcome["seats"]]
    if not all(0 <= share <= 1 for share in credit):
        raise ContractError(f"credit is a share from 0 to 1, not {credit}")
    if outcome["finished"] and abs(sum(credit) - 1) > 1e-9:
        raise ContractError(f"credits of a finished game sum to {sum(credit):g}, not 1")


def check_the_setup(table: Table) -> None:
    """Setup assigns every field, so that nothing of an earlier game is left."""
    used = Table(table.case, table.deal)
    used.state.view(np.uint8)[:] = np.random.default_rng(0).integers(256, size=table.state.nbytes)
    used.set_up()
    if play_to_the_end(used) != play_to_the_end(table):
        raise ContractError("setup leaves something of the game before: the same deal differs")


def check_the_engine(table: Table) -> None:
    """The same seed gives the same game, however it is played, listened to or not."""
    case, deal = table.case, table.deal
    _, outcome = play_to_the_end(table)
    ways = {
        "the engine": played(case, deal, 1),
        "the engine again": played(case, deal, 1),
        "the engine with a journal": played(case, deal, 1, new_journal(listening=True)),
        "the engine among other deals": played(case, 0, deal + 1)[deal:],
    }
    for way, rows in ways.items():
        if rows != [outcome]:
            raise ContractError(f"{way} plays another game than step by step")


def check_every_choice(table: Table) -> None:
    """Every choice on a menu can be carried out, and the game goes on from there."""
    for _, menu in table.decisions():
        if table.is_sampled():
            for choice in menu:
                other = table.copied()
                other.apply(int(choice))
                if not other.is_over():
                    other.offer()


def check_the_questions(table: Table) -> None:
    """Asking who decides, what is legal and what a policy would do changes nothing."""
    for seat, _ in table.decisions():
        other = table.copied()
        before = other.fingerprint()
        menu = other.offer()
        if other.next_seat() != seat or other.fingerprint() != before:
            raise ContractError("next_seat or legal changes the state or the rules")
        other.ask(seat, menu)
        if other.fingerprint() != before:
            raise ContractError(f"{table.case.lineup[seat]} changes the state, rules or traits")


def check_for_peeking(table: Table) -> None:
    """A policy decides the same when what its seat cannot see is dealt anew."""
    for seat, menu in table.decisions():
        if table.is_sampled():
            look_again(table, seat, menu)


def look_again(table: Table, seat: int, menu: Ints) -> None:
    """Ask the policy of a seat before and after the hidden things are dealt anew."""
    answer = table.copied().ask(seat, menu.copy())
    for seed in range(2):
        other = table.copied()
        other.hide(seat, seed)
        if other.next_seat() != seat or other.offer().tolist() != menu.tolist():
            raise ContractError(f"hide changes who decides or the menu of seat {seat}")
        another = other.ask(seat, menu.copy())
        if another != answer:
            raise ContractError(
                f"{table.case.lineup[seat]} at seat {seat} peeks: it chooses {another} instead of"
                f" {answer} when what it cannot see is dealt anew"
            )


def check_the_memory(table: Table) -> None:
    """A policy keeps to the memory it asked for, and finds an answer when it is empty."""
    for seat, _ in table.decisions():
        if table.memory[seat, table.case.lineup[seat].memory :].any():
            raise ContractError(f"{table.case.lineup[seat]} writes beyond the memory it asked for")
        if table.is_sampled():
            table.memory[seat] = 0


def check_the_noise(table: Table) -> None:
    """A policy finds an answer after choices at its seat that were not its own."""
    noisy = tuple(policy.with_weights(noise=NOISE) for policy in table.case.lineup)
    table.case = replace(table.case, lineup=noisy)
    table.scratch = new_scratch(table.game, noisy)
    table.set_up()
    play_to_the_end(table)


def check_the_events(table: Table) -> None:
    """Every event has a name and can be told in a sentence."""
    game, journal = table.game, new_journal(listening=True)
    played(table.case, table.deal, 1, journal)
    for number, *values in events(journal).tolist():
        if number == DECISION:
            continue
        if number not in game.events:
            raise ContractError(f"event {number} is not among the game's events")
        kind = game.events[number]
        event = {"event": kind.name, **dict(zip(kind.fields, values, strict=False))}
        if game.tell is not None and not game.tell(event, table.case.rules):
            raise ContractError(f"tell has no sentence for {event}")


def check_the_evaluation(table: Table) -> None:
    """What a game thinks of a position changes nothing and is, where players compete, a share."""
    game = table.game
    if game.evaluate is None:
        if game.horizon:
            raise ContractError(f"horizon is {game.horizon}, but there is no evaluate")
        return
    for seat, _ in table.decisions():
        before = table.fingerprint()
        worth = float(game.evaluate(row_of(table.rules), row_of(table.state), seat))
        if table.fingerprint() != before:
            raise ContractError("evaluate changes the state or the rules")
        if not game.cooperative and not 0 <= worth <= 1:
            raise ContractError(f"evaluate returns {worth:g}; a share of the win is from 0 to 1")


def check_the_rounds(table: Table) -> None:
    """The rounds of the timeline only rise, and are as many as the game says at most."""
    game, rounds = table.game, 0
    if game.snapshot is None or game.timeline_row is None:
        return
    row = row_of(new(game.timeline_row))
    for _ in table.decisions():
        ended = int(game.snapshot(row_of(table.rules), row_of(table.state), row))
        if not rounds <= ended <= game.most_rounds:
            raise ContractError(f"{ended} rounds have ended after {rounds}, of {game.most_rounds}")
        rounds = ended


CHECKS = (
    check_the_outcome,
    check_the_setup,
    check_the_engine,
    check_every_choice,
    check_the_questions,
    check_for_peeking,
    check_the_memory,
    check_the_noise,
    check_the_events,
    check_the_evaluation,
    check_the_rounds,
)
