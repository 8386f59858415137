"""Engine: the loop bound to one game and compiled, ready to play from any thread."""

from __future__ import annotations

import functools
import hashlib
import threading
from bdb import BdbQuit
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, Protocol

import numba
import numpy as np
import numpy.typing as npt
from numba import int64, types, void
from numba.core.serialize import dumps

from simlab.engine import lead, loop, luck, menu_counts
from simlab.engine.game_fault import fault_of, no_fault, share_fault, share_nothing
from simlab.engine.guard import Guard
from simlab.engine.journal import Journal, new_journal
from simlab.engine.kernel import apart, bound, compiled, inlined, is_kept, kernel, spliced
from simlab.engine.record import Floats, for_kernels, new, record, row_of, small
from simlab.engine.result import own_points, share_of_win
from simlab.errors import ContractError

FUNCTIONS = ("setup", "next_seat", "legal", "apply", "outcome")
PARTS_OF_THE_LOOP = (
    menu_counts.count_choice,
    loop.is_offered,
    loop.is_faulty,
    loop.offer,
    loop.decide,
    loop.keep_time,
    loop.seed_deal,
    loop.lay_out,
    loop.follow_setup,
    loop.carry_out,
    loop.begin_lead,
    loop.follow_turn,
    loop.describe_lead,
    loop.describe_tension,
    loop.play_on,
)
Dtype = np.dtype[Any] | None
NO_DRAWS = np.empty((0, 0), np.int64)
NO_TIMELINE = record(deal=small(""), rotation=small(""), rounds=small(""))


class GameLike(Protocol):
    """What the engine needs of a game; see simlab.game.Game for the words."""

    name: str
    rules_row: np.dtype[Any]
    state_row: np.dtype[Any]
    outcome_row: np.dtype[Any]
    timeline_row: np.dtype[Any] | None
    snapshot: Any
    points_so_far: Any
    most_rounds: int
    sources: type[IntEnum]
    longest_menu: int
    decision_limit: int
    cooperative: bool
    is_for_points: bool

    def kind_in_words(self, choice: int) -> str: ...
    def fault_in_words(self, number: int) -> str: ...
    @property
    def notes_faults(self) -> bool: ...
    @property
    def home(self) -> Path: ...
    def __hash__(self) -> int: ...


class PolicyLike(Protocol):
    """What the engine needs of a policy; see simlab.game.policy.Policy."""

    @property
    def function(self) -> Any: ...
    @property
    def memory(self) -> int: ...
    @property
    def trait_record(self) -> np.dtype[Any] | None: ...
    @property
    def memory_record(self) -> np.dtype[Any] | None: ...
    @property
    def noise(self) -> float: ...
    def trait_row(self, seat: int) -> Floats: ...


@kernel
def no_snapshot(rules: Any, state: Any, row: Any) -> int:
    """Snapshot of a game without a timeline."""
    return 0


@dataclass(frozen=True)
class Play:
    """A call of compiled code that has not returned yet."""

    game: GameLike
    lineup: Sequence[PolicyLike]
    seed: int
    progress: npt.NDArray[Any]

    @property
    def where(self) -> str:
        """The policy or function that was called last, with game, decision and seed."""
        at = row_of(self.progress)
        return (
            f"{self.game.name}: {who_acts(self.progress, self.lineup)}, decision {at.decision} of"
            f" game {at.deal} (seed {self.seed}, rotation {at.rotation})"
        )


PLAYING: dict[int, Play] = {}
"""The call that each thread is in; the watchdog reads it."""


class Engine:
    """Plays one game; stateless between calls, so that any number of threads may share it."""

    def __init__(self, game: Any) -> None:
        self.game: GameLike = game

    @staticmethod
    def is_compiled(game: Any, policies: Iterable[PolicyLike] = ()) -> bool:
        """Say whether the loop of a game and these policies are in the cache, ready to play."""
        is_loop_kept = is_kept(loop_of(game), loop_signature(game), game.home)
        return is_loop_kept and are_kept(policies, game)

    def prepare(self, policies: Iterable[PolicyLike]) -> None:
        """Compile the loop and these policies now, in one thread, rather than when they play."""
        compiled_loop(self.game)
        for policy in policies:
            compiled_policy(policy, self.game)

    def play(
        self,
        rules: npt.NDArray[Any],
        lineup: Sequence[PolicyLike],
        seed: int,
        first_deal: int,
        count: int,
        rotation: int = 0,
        journal: npt.NDArray[Any] | None = None,
        progress: npt.NDArray[Any] | None = None,
        timeline: npt.NDArray[Any] | None = None,
        scratch: npt.NDArray[Any] | None = None,
        draws: npt.NDArray[np.int64] | None = None,
        points: list[lead.KeptPoints] | None = None,
    ) -> npt.NDArray[Any]:
        """Play `count` deals and return their OUTCOME rows, shape (count,).

        The policy `lineup[(seat + rotation) % players]` sits at each seat. `progress`, shape (1,),
        is written to as the games go on; `timeline` takes a row per round while it has room.
        `scratch`, from `new_scratch` for the seated policies, keeps their memory after the last
        game. `draws`, shape (count, sources + players), has the deals from which each source of
        chance and the noise of each seat are taken, unless all are those of the game. `points`
        takes those of each game at the end of its turns, if the lead is followed.

        Raises:
            ContractError: a policy raised an exception, returned a choice that was not offered, or
                wrote to what is not its own; or the game did.
        """
        seated = seated_policies(lineup, rotation)
        policies = padded_policies(seated, self.game)
        scratch = new_scratch(self.game, seated) if scratch is None else scratch
        progress = new(loop.Progress.dtype) if progress is None else progress
        rows = new(self.game.outcome_row, count)
        size = max(count, 1) if points is None else 1
        guard = Guard(rules, scratch)
        with contract_kept(Play(self.game, lineup, seed, progress), guard):
            for first in range(0, max(count, 1), size):
                compiled_loop(self.game)(
                    row_of(guard.rules),
                    policies,
                    len(lineup),
                    seed,
                    first_deal + first,
                    rotation,
                    self.game.decision_limit,
                    row_of(new(self.game.state_row)),
                    row_of(scratch),
                    row_of(new_journal(False) if journal is None else journal),
                    row_of(progress),
                    for_kernels(rows[first : first + size]),
                    for_kernels(
                        np.empty(0, timeline_row(self.game)) if timeline is None else timeline
                    ),
                    NO_DRAWS if draws is None else draws[first : first + size],
                )
                if progress["status"][0] != loop.PLAYED:
                    break
                if points is not None:
                    points.append(lead.kept_points(row_of(scratch).lead, len(lineup)))
        return rows


def seated_policies(lineup: Sequence[PolicyLike], rotation: int) -> list[PolicyLike]:
    """Return the policy at each seat under a rotation of the line-up."""
    players = len(lineup)
    return [lineup[(seat + rotation) % players] for seat in range(players)]


def padded_policies(seated: Sequence[PolicyLike], game: Any) -> tuple[Any, ...]:
    """Return the compiled policies by seat, padded to the seats of the table."""
    policies = [compiled_policy(policy, game) for policy in seated]
    # a tuple's length is part of its type: padded, one loop serves any number of players
    return tuple(policies + policies[:1] * (loop.table_size(game.players[1]) - len(seated)))


@contextmanager
def contract_kept(play: Play, guard: Guard) -> Iterator[None]:
    """Register a call of compiled code for the watchdog; report how it broke the contract.

    Raises:
        ContractError: a policy raised an exception, returned a choice that was not offered, or
            wrote to what is not its own; or the game did.
    """
    PLAYING[threading.get_ident()] = play
    try:
        yield
    except BdbQuit:
        raise
    except Exception as error:  # foreign code may raise anything
        raise ContractError(f"{play.where}: {error!r}") from error
    finally:
        del PLAYING[threading.get_ident()]
    if play.progress["status"][0] != loop.PLAYED:
        raise ContractError(f"{play.where}: {reason(play.progress, play.game)}")
    changed = guard.changes()
    if changed:
        names = ", ".join(dict.fromkeys(map(str, play.lineup)))
        raise ContractError(
            f"{play.game.name}: a policy ({names}) or the game writes to {' and to '.join(changed)}"
        )


def who_acts(progress: npt.NDArray[Any], lineup: Sequence[PolicyLike]) -> str:
    """Return the policy, or the function of the game, that the loop has called last."""
    at = row_of(progress)
    if at.doing != loop.POLICY:
        return loop.KERNELS[at.doing]
    return f"policy {lineup[(int(at.seat) + int(at.rotation)) % len(lineup)]} at seat {at.seat}"


def wrong_menu(n: int, longest: int) -> str:
    """Say what is wrong with a menu of `n` choices, as the end of a sentence."""
    return f"offers {n} choices; 1 to {longest} (longest_menu) may be"


def reason(progress: npt.NDArray[Any], game: GameLike) -> str:
    """Say why the loop stopped early."""
    at = row_of(progress)
    if at.status == loop.FAULTY_GAME:
        return game.fault_in_words(int(at.fault))
    if at.status == loop.WRONG_MENU:
        return f"the game {wrong_menu(at.n_offered, game.longest_menu)}"
    if at.status == loop.CHANGED_STATE:
        return "it changes the state, which only the game may do"
    if at.status == loop.CHANGED_MEMORY:
        return "it changes the memory of another seat"
    kind = game.kind_in_words(int(at.choice))
    return f"returned choice {at.choice}{kind and f' ({kind})'}, which is not on its menu"


def timeline_row(game: Any) -> np.dtype[Any]:
    """Return the type of a game's timeline rows, or that of rows never written."""
    return game.timeline_row or NO_TIMELINE


@functools.cache
def compiled_loop(game: Any) -> Any:
    """Return the loop of a game, compiled once for all engines."""
    return compiled(loop_of(game), loop_signature(game), game.home)


def functions_on_faults(game: Any) -> dict[str, Any]:
    """Return what reads and copies the fault of a game, by name; nothing where it notes none."""
    fault_functions = (fault_of, share_fault) if game.notes_faults else (no_fault, share_nothing)
    return dict(zip(("fault_in", "share_fault"), map(inlined, fault_functions), strict=True))


@functools.cache
def loop_of(game: Any) -> Any:
    """Return the loop with the game's functions bound to it and to the parts it is made of."""
    names = {name: inlined(getattr(game, name)) for name in FUNCTIONS} | functions_on_faults(game)
    names["snapshot"] = game.snapshot or no_snapshot
    names["counts_in"] = spliced(menu_counts.place_of_counts(game.cooperative))
    parts: dict[str, Any] = {part.__name__: part for part in PARTS_OF_THE_LOOP}
    if game.measures_luck:
        names |= {name: apart(getattr(game, name)) for name in ("setup", "apply", "outcome")}
        names["evaluate"] = game.evaluate
        names["result_of"] = inlined(own_points if game.is_for_points else share_of_win)
        luck_functions = luck.SHARED if game.cooperative else luck.OF_SEATS
        names |= {
            name: spliced(bound(part, name, **names)) for name, part in luck_functions.items()
        }
        parts |= luck.PARTS
    if game.points_so_far:
        names["points_so_far"] = apart(game.points_so_far)
        for own_part in lead.MADE_OF:
            name = own_part.__name__
            names[name] = inlined(bound(own_part, name, **names))
        parts |= lead.PARTS | (lead.OWN_PARTS if lead.notes_lead(game.outcome_row) else {})
    for name, part in parts.items():
        names[name] = spliced(bound(part, name, **names))
    suffix = "_with_luck" if game.measures_luck else ""
    return bound(loop.play_games, f"play_{game.name}{suffix}", **names)


@functools.cache
def loop_signature(game: Any) -> Any:
    """Return the compiled type of a game's loop."""
    # an explicit signature: Numba's cache finds no code for dispatchers handed over as arguments
    policy_type: Any = types.FunctionType(policy_signature(game))
    policies: Any = types.UniTuple(policy_type, loop.table_size(game.players[1]))
    return void(
        numba.from_dtype(game.rules_row),
        policies,
        *[int64] * 5,
        numba.from_dtype(game.state_row),
        numba.from_dtype(scratch_row(game)),
        numba.from_dtype(Journal.dtype),
        numba.from_dtype(loop.Progress.dtype),
        types.Array(numba.from_dtype(game.outcome_row), 1, "C"),
        types.Array(numba.from_dtype(timeline_row(game)), 1, "C"),
        types.Array(int64, 2, "C"),
    )


@functools.cache
def scratch_row(game: Any) -> np.dtype[Any]:
    """Return the type of the scratch space that games of this kind are played in."""
    seats = loop.table_size(game.players[1])
    return loop.scratch_record(game.longest_menu, len(game.sources), game.state_row, seats)


def new_scratch(game: Any, lineup: Sequence[PolicyLike]) -> npt.NDArray[Any]:
    """Return empty scratch space with traits and noise of the policies, seated in order."""
    scratch = new(scratch_row(game))
    seats = slice(len(lineup))
    for seat, policy in enumerate(lineup):
        row = policy.trait_row(seat)
        scratch["traits"][0, seat, : len(row)] = row
    scratch["noise_share"][0, seats] = [policy.noise for policy in lineup]
    scratch["n_memory"][0, seats] = [policy.memory for policy in lineup]
    return scratch


def policy_signature(game: Any) -> Any:
    """Return the compiled type of every policy of a game, asked by `loop.ask`."""
    return int64(
        numba.from_dtype(game.rules_row),
        numba.from_dtype(game.state_row),
        int64,
        int64,
        numba.from_dtype(scratch_row(game)),
    )


def are_kept(policies: Iterable[PolicyLike], game: Any) -> bool:
    """Say whether these policies are in the cache, ready to play."""
    return all(
        is_kept(
            ask_of(*function_records), policy_signature(game), *homes_of(function_records[0], game)
        )
        for function_records in {function_and_records(policy) for policy in policies}
    )


def compiled_policy(policy: PolicyLike, game: Any) -> Any:
    """Return `loop.ask` for a policy and a game; another weight needs no compilation."""
    return compiled_ask(*function_and_records(policy), game)


def function_and_records(policy: PolicyLike) -> tuple[Any, Dtype, Dtype]:
    """Return what `loop.ask` is compiled for: a function, how it reads its traits and memory."""
    return policy.function, policy.trait_record, policy.memory_record


@functools.cache
def compiled_ask(function: Any, traits: Dtype, memory: Dtype, game: Any) -> Any:
    """Return `loop.ask` for a policy's function, the records that it reads, and a game."""
    asking = ask_of(function, traits, memory)
    return compiled(asking, policy_signature(game), *homes_of(function, game))


@functools.cache
def ask_of(function: Any, traits: Dtype, memory: Dtype) -> Any:
    """Return `loop.ask` bound to a policy's function, to be compiled for some game."""
    name = f"ask_{distinctive_name(function, repr(traits), repr(memory))}"
    records = {"TRAIT_RECORD": traits, "MEMORY_RECORD": memory}
    return bound(loop.ask, name, policy=spliced(function), **records)


def homes_of(function: Any, game: Any) -> tuple[Path, Path]:
    """Return the files whose packages decide whether a compiled policy still holds."""
    return Path(function.__code__.co_filename), game.home


def distinctive_name(function: Any, *bindings: Any) -> str:
    """Return a unique name for a function in the code cache of its package.

    Other `bindings`, which are compiled with the function, lead to another name.
    """
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    origin = function.__module__, function.__qualname__, function.__code__.co_firstlineno
    # numba, which has no type hints, writes down functions of functions too; pickle refuses them
    digest = hashlib.sha256(dumps((origin, cells, bindings)))
    return f"{function.__name__}_{digest.hexdigest()[:16]}"
