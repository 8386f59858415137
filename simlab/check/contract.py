"""Contract checks of games and policies, each made by stepping through games.

Each check steps through a game and raises ContractError where the contract is broken; `findings_of`
collects the problems.
"""

from __future__ import annotations

from bdb import BdbQuit
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from typing import Any

import numpy as np

from simlab.check.scene import check_the_scene
from simlab.engine.build import new_scratch
from simlab.engine.journal import DECISION, events, new_journal
from simlab.engine.loop import Progress
from simlab.engine.record import Ints, exact_copy, new, row_of
from simlab.engine.record_difference import changes, fields
from simlab.errors import ContractError
from simlab.execution.stepper import (
    Case,
    Stepper,
    engine_of,
    outcomes_of_deals,
    play_to_the_end,
)
from simlab.files.error_origin import complaint
from simlab.game.definition import Game, Rules
from simlab.game.policy import Policy

NOISE = 0.3
"""Share of random choices in the check of noise: most games leave their usual course."""
REDEALS = 3
"""Redeals of hidden information at each decision: the first may leave cards unchanged."""


def cases(
    game: Game, rules: Rules, policies: Sequence[Policy], player_counts: Iterable[int]
) -> Iterator[Case]:
    """Yield line-ups for these numbers of players: each policy in all seats, and one mixture.

    The mixture seats the game's own policies beside the given ones.
    """
    for n in player_counts:
        fitting_policies = [policy for policy in policies if policy.can_sit(n)]
        yield from (Case(game, rules, (policy,) * n) for policy in fitting_policies)
        other_policies = [
            policy
            for policy in game.policies
            if policy not in fitting_policies and policy.can_sit(n)
        ]
        if n > 1 and fitting_policies and len(fitting_policies + other_policies) > 1:
            yield Case(
                game, rules, tuple(islice(cycle([*reversed(fitting_policies), *other_policies]), n))
            )


@dataclass
class Findings:
    """Problems of a case, and how much was checked."""

    problems: list[str] = field(default_factory=list)
    failed: list[Stepper] = field(default_factory=list)
    """Steppers in which a function raised an exception."""
    n_games: int = 0
    n_ended: int = 0
    """Games that ended by their rules, not at the decision limit."""
    n_decisions: int = 0


def problems_of(case: Case) -> list[str]:
    """Return the first problem that each check finds."""
    return findings_of(case).problems


def findings_of(case: Case) -> Findings:
    """Run every check on a case, each until its first problem.

    A case that cannot be played is not checked further, since all checks would report the same.
    """
    findings = Findings()
    for check in CHECKS:
        problem = problem_of(case, check, findings)
        if problem and problem not in findings.problems:
            findings.problems.append(problem)
        # without a game to its end, the other checks would meet the same problem
        if problem and check is check_the_play:
            break
    return findings


def problem_of(case: Case, check: Any, findings: Findings | None = None) -> str:
    """Return the first problem that one check finds, or an empty text."""
    for deal in range(case.n_deals):
        table = Stepper(case, deal)
        try:
            table.set_up()
            check(table)
        # the author has left a debugger
        except BdbQuit:
            raise
        except ContractError as error:
            return f"{error} ({table.decision_in_words()})"
        except Exception as error:
            if findings is not None:
                findings.failed.append(table)
            return f"{complaint(error)} ({table.decision_in_words()})"
        if findings is not None and check is check_the_play:
            findings.n_games += 1
            findings.n_ended += table.is_over()
            findings.n_decisions += len(table.choices)
    return ""


def check_the_play(table: Stepper) -> None:
    """The game can be played to its end or its limit."""
    play_to_the_end(table)


def check_the_outcome(table: Stepper) -> None:
    """The game ends or is capped, and its outcome assigns every field."""
    _, outcome = play_to_the_end(table)
    # without a bit in common, so that a field which keeps either one differs
    if table.outcome(0x5A) != table.outcome(0xA5):
        raise ContractError(
            f"outcome leaves fields of its row unassigned: {_fields_without_value(table)}"
        )
    if table.game.cooperative:
        return
    credit = [seat["credit"] for seat in outcome["seats"]]
    if not all(0 <= share <= 1 for share in credit):
        raise ContractError(f"credit is a share from 0 to 1, not {credit}")
    if outcome["finished"] and abs(sum(credit) - 1) > 1e-9:
        raise ContractError(f"credits of a finished game sum to {sum(credit):g}, not 1")


def _fields_without_value(table: Stepper) -> str:
    """Return the fields that an outcome does not assign, without those of empty seats."""
    first_rows, second_rows = table.outcome_rows(0x5A), table.outcome_rows(0xA5)
    if not table.game.cooperative:
        for rows in (first_rows, second_rows):
            rows["seats"].view(np.uint8)[..., table.players :] = 0
    return fields(first_rows[0], second_rows[0], "row")


def check_the_setup(table: Stepper) -> None:
    """Setup assigns every field, so that nothing of an earlier game remains."""
    used_table = Stepper(table.case, table.deal)
    used_table.state.view(np.uint8)[:] = np.random.default_rng(0).integers(
        256, size=table.state.nbytes
    )
    used_table.set_up()
    unset = fields(table.state[0], used_table.state[0], "state")
    if play_to_the_end(used_table) != play_to_the_end(table):
        raise ContractError(
            f"setup leaves something of the game before, so that the same deal differs: {unset}"
        )


def check_the_engine(table: Stepper) -> None:
    """The same seed gives the same game in the stepper and the engine, with or without journal."""
    case, deal = table.case, table.deal
    _, outcome = play_to_the_end(table)
    ways = {
        "the engine": outcomes_of_deals(case, deal, 1),
        "the engine again": outcomes_of_deals(case, deal, 1),
        "the engine with a journal": outcomes_of_deals(case, deal, 1, new_journal(listening=True)),
        "the engine among other deals": outcomes_of_deals(case, 0, deal + 1)[deal:],
    }
    for way_of_play, rows in ways.items():
        if rows != [outcome]:
            raise ContractError(f"{way_of_play} plays another game than step by step")


def check_every_choice(table: Stepper) -> None:
    """Every choice on a menu can be applied, and the game continues."""
    for _, menu in table.decisions():
        if table.is_sampled():
            for choice in menu:
                copied_table = table.independent_copy()
                copied_table.apply(int(choice))
                if not copied_table.is_over():
                    copied_table.offer()


def check_the_questions(table: Stepper) -> None:
    """next_seat, legal and policies change nothing but the policy's own memory."""
    for seat, _ in table.decisions():
        copied_table = table.independent_copy()
        menu = copied_table.offer()
        if copied_table.next_seat() != seat:
            raise ContractError("next_seat answers differently when it is asked again")
        check_untouched(table, copied_table, "next_seat or legal")
        copied_table.ask(seat, menu)
        check_untouched(table, copied_table, str(table.case.lineup[seat]), seat)


def check_untouched(table: Stepper, copied_table: Stepper, caller: str, seat: int = -1) -> None:
    """Check that a copy of a table is unchanged; only the memory of `seat` may differ.

    Raises:
        ContractError: it was written to.
    """
    copied_table.check_rules(caller)
    before, after = table.scratch[0], copied_table.scratch[0]
    written = [
        changes(table.state[0], copied_table.state[0], "state"),
        changes(before["traits"], after["traits"], "traits"),
        changes(before["streams"], after["streams"], "the random streams of the table"),
        *(
            changes(before["memory"][i, :n], after["memory"][i, :n], f"the memory of seat {i}: ")
            for i, n in enumerate(before["n_memory"][: table.players])
            if i != seat
        ),
    ]
    if any(written):
        raise ContractError(f"{caller} changes {', '.join(filter(None, written))}")


def check_for_peeking(table: Stepper) -> None:
    """A policy decides the same when information hidden from its seat is redealt."""
    for seat, menu in table.decisions():
        check_redeals(table, seat, menu)


def check_redeals(table: Stepper, seat: int, menu: Ints) -> None:
    """Compare the choices of a seat's policy before and after redeals."""
    answer = None
    for seed in range(REDEALS):
        redealt_table = table.independent_copy()
        redealt_table.hide(seat, seed)
        if redealt_table.state.tobytes() == table.state.tobytes():
            continue  # nothing is hidden from this seat, or the redeal is the same
        if redealt_table.next_seat() != seat or redealt_table.offer().tolist() != menu.tolist():
            raise ContractError(f"hide changes who decides or the menu of seat {seat}")
        if answer is None:
            answer = table.independent_copy().ask(seat, menu.copy())
        another = redealt_table.ask(seat, menu.copy())
        if another != answer:
            raise ContractError(
                f"{table.case.lineup[seat]} at seat {seat} peeks: it chooses {another} instead of"
                f" {answer} when what it cannot see is redealt"
            )


def check_the_memory(table: Stepper) -> None:
    """A policy writes only to its declared memory, and decides with empty memory."""
    for seat, _ in table.decisions():
        if table.memory[seat, table.case.lineup[seat].memory :].any():
            raise ContractError(f"{table.case.lineup[seat]} writes beyond the memory it asked for")
        if table.is_sampled():
            table.memory[seat] = 0


def check_the_noise(table: Stepper) -> None:
    """A policy decides after random choices at its seat."""
    noisy = tuple(policy.with_weights(noise=NOISE) for policy in table.case.lineup)
    table.case = replace(table.case, lineup=noisy)
    table.scratch = new_scratch(table.game, noisy)
    table.set_up()
    play_to_the_end(table)


def check_the_events(table: Stepper) -> None:
    """Every event has a name and a sentence."""
    game, journal = table.game, new_journal(listening=True)
    outcomes_of_deals(table.case, table.deal, 1, journal)
    happened: list[dict[str, Any]] = []
    for number, *values in events(journal).tolist():
        if number == DECISION:
            continue
        if number not in game.events:
            raise ContractError(f"event {number} is not among the game's events")
        event = game.named_event([number, *values], table.case.rules)
        check_the_sentence(game, event, table.case.rules)
        happened.append(event)
    check_the_folded_events(table, happened)
    check_the_standing(table, happened)


def check_the_folded_events(table: Stepper, happened: list[dict[str, Any]]) -> None:
    """Every folded event has a sentence."""
    game = table.game
    if game.fold is None:
        return
    if game.tell is None:
        raise ContractError("there is a fold, but no tell for what it yields")
    for event in game.fold(happened):
        check_the_sentence(game, dict(event), table.case.rules)


def check_the_standing(table: Stepper, happened: list[dict[str, Any]]) -> None:
    """The state of the game has a line wherever a turn or a round begins, and at the end."""
    game = table.game
    if game.standing is None:
        return
    starts = [i for i, event in enumerate(happened) if event["event"] in game.headings]
    for end in [*starts, len(happened)]:
        try:
            line = game.standing(happened[:end], table.players, table.case.rules)
        except Exception as error:
            raise ContractError(f"standing {complaint(error)} after {end} events") from error
        if not isinstance(line, str):
            raise ContractError(f"standing returns {line!r} after {end} events, which is no text")


def check_the_sentence(game: Game, event: dict[str, Any], rules: Rules) -> None:
    """Check that `tell` returns a sentence for an event."""
    if game.tell is None:
        return
    try:
        sentence = game.tell(event, rules)
    except Exception as error:
        raise ContractError(f"tell {complaint(error)} at {event}") from error
    if not isinstance(sentence, str) or not sentence:
        raise ContractError(f"tell has no sentence for {event}")


def check_the_words(table: Stepper) -> None:
    """Every choice has a kind, and words that no other choice on its menu has."""
    game = table.game
    if game.describe is None and game.kind is None:
        return
    for _, menu in table.decisions():
        if table.is_sampled():
            check_menu_in_words(table, menu)


def check_menu_in_words(table: Stepper, menu: Ints) -> None:
    """Make sure that a game can describe every choice on a menu."""
    game, state, rules = table.game, row_of(table.state), table.case.rules
    described: dict[str, int] = {}
    for choice in menu.tolist():
        if game.kind is not None:
            name = text_of("kind", choice, game.kind, choice)
            if game.kinds and choice not in game.kinds.get(name, ()):
                raise ContractError(f'kinds: choice {choice}, a "{name}", is not in its range')
        if game.describe is not None:
            description = text_of("describe", choice, game.describe, choice, state, rules)
            if description in described:
                raise ContractError(
                    f'describe returns "{description}" for two choices of a menu,'
                    f" {described[description]} and {choice}"
                )
            described[description] = choice


def text_of(name: str, choice: int, function: Callable[..., str], *arguments: Any) -> str:
    """Return what a function of the game says of a choice.

    Raises:
        ContractError: it raises an error or returns no text.
    """
    try:
        description = function(*arguments)
    except Exception as error:
        raise ContractError(f"{name} {complaint(error)} at choice {choice}") from error
    if not isinstance(description, str) or not description:
        raise ContractError(f"{name} has no words for choice {choice}")
    return description


def check_the_evaluation(table: Stepper) -> None:
    """evaluate changes nothing; where seats play for the win it returns a share of it."""
    game = table.game
    if game.evaluate is None:
        if game.horizon:
            raise ContractError(f"horizon is {game.horizon}, but there is no evaluate")
        return
    for seat, _ in table.decisions():
        before = exact_copy(table.state)
        value = float(game.evaluate(row_of(table.rules), row_of(table.state), seat))
        table.check_rules("evaluate")
        if written := changes(before[0], table.state[0], "state"):
            raise ContractError(f"evaluate changes {written}")
        if not game.is_for_points and not 0 <= value <= 1:
            raise ContractError(f"evaluate returns {value:g}; a share of the win is from 0 to 1")


def check_the_rounds(table: Stepper) -> None:
    """The timeline has a row for every finished round, at most `most_rounds`."""
    game, rounds = table.game, 0
    if game.snapshot is None or game.timeline_row is None:
        return
    row = row_of(new(game.timeline_row))
    for _ in table.decisions():
        row.rounds = rounds + 1
        ended = int(game.snapshot(row_of(table.rules), row_of(table.state), row))
        if not rounds <= ended <= game.most_rounds:
            raise ContractError(f"{ended} rounds have ended after {rounds}, of {game.most_rounds}")
        rounds = ended
    rounds = int(game.snapshot(row_of(table.rules), row_of(table.state), row))
    kept_rounds = rounds_kept(table.case, table.deal)
    if kept_rounds != list(range(1, rounds + 1)):
        raise ContractError(
            f"the timeline has a row for the rounds {kept_rounds}, not for 1 to {rounds}"
        )


def rounds_kept(case: Case, deal: int) -> list[int]:
    """Return the rounds of the timeline rows that the engine writes for a deal."""
    game, progress = case.game, new(Progress.dtype)
    timeline = np.zeros(game.most_rounds, game.timeline_row)
    engine_of(game).play(
        case.rules.row, case.lineup, case.seed, deal, 1, progress=progress, timeline=timeline
    )
    kept_rounds: list[int] = timeline["rounds"][: progress["timeline_rows"][0]].tolist()
    return kept_rounds


CHECKS = (
    check_the_play,
    check_the_outcome,
    check_the_setup,
    check_the_engine,
    check_every_choice,
    check_the_questions,
    check_for_peeking,
    check_the_memory,
    check_the_noise,
    check_the_events,
    check_the_words,
    check_the_evaluation,
    check_the_rounds,
    check_the_scene,
)
