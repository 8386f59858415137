"""Sentences on a tuning study: what to change, whether it is certified, which targets conflict."""

from __future__ import annotations

import math
from collections.abc import Iterator

from simlab.analysis.intervals import Interval
from simlab.report.answers.range_unknown import hardly_varies, is_unknown
from simlab.report.answers.withdrawn import DEPENDS, both_answers
from simlab.report.more_games import LEAST_TIMES, NextStep, Undecided, next_steps
from simlab.report.page_table import records
from simlab.report.wording import (
    THIN,
    FormattedEstimate,
    Row,
    begin_sentence,
    group_by_key,
    join_list,
    n_of,
    number,
    share,
)
from simlab.studies.tune.result import RACE_ERRORS, Status, Tuned

UNCHANGED = "the unchanged rules"
METHOD = (
    "Fresh deals, which no candidate had played; simultaneous 95 % intervals for all rule sets and"
    " targets together, valid at each look (empirical likelihood). Certified: the whole interval"
    " is within the target; missed: the whole interval is outside; it depends on who plays if the"
    " answer is certified and the strongest player measured misses the target."
)
SEARCH_METHOD = (
    "Means on the deals of the search, on which all rule sets were compared. Distances are in"
    " tolerances. A set of rules left the race when one that costs no more was nearer, each by"
    f" {RACE_ERRORS:g} standard errors."
)


def target_text(target: Row) -> str:
    """Return a target in words: `score 49 to 51 points with 2 players`."""
    return f"{_what(target)} with {n_of(target['players'], 'player')}"


def _what(target: Row) -> str:
    """Return metric and range: `score 49 to 51 points`, or `15 to 16 turns`."""
    is_named = target["label"] == target["unit"]
    return range_text(target) if is_named else f"{target['label']} {range_text(target)}"


def targets_text(tuned: Tuned) -> str:
    """Return all targets in words; those with the same range are named once."""
    alike = group_by_key((_what(row), str(row["players"])) for row in records(tuned.targets))
    return join_list(
        [
            f"{quantity} with {join_list(players)} player{'s' * (players != ['1'])}"
            for quantity, players in alike.items()
        ]
    )


def subject(target: Row) -> str:
    """Return metric and number of players of a target."""
    return f"{target['label']} with {n_of(target['players'], 'player')}"


def range_text(target: Row) -> str:
    """Return the range of a target: `at most 3 %`."""
    low, high = target["low"], target["high"]
    if math.isinf(low):
        return f"at most {amount(target, high)}"
    if math.isinf(high):
        return f"at least {amount(target, low)}"
    return f"{_bare(target, low)} to {amount(target, high)}"


def amount(target: Row, value: float) -> str:
    """Return a value of a target with its unit: `3 %`, `20 rounds`."""
    if not target["unit"]:
        return f"{100 * value:.4g}{THIN}%"
    return f"{value:.5g} {target['unit']}"


def _bare(target: Row, value: float) -> str:
    return f"{value if target['unit'] else 100 * value:.5g}"


def value_of(target: Row, row: Row) -> FormattedEstimate:
    """Return a mean with its interval, for people."""
    return number(row) if target["unit"] else share(row)


def in_full(target: Row, row: Row) -> str:
    """Return a mean with interval, and its unit unless the metric is called so."""
    unit = "" if target["unit"] == target["label"] else target["unit"]
    return f"{value_of(target, row).full} {unit}".strip()


def changes_in_short(tuned: Tuned, finalist: int) -> str:
    """Return the changes of a finalist in short."""
    changes: str = tuned.of_finalist(finalist)["changes"].iloc[0]
    return changes or UNCHANGED


def answer(tuned: Tuned) -> list[str]:
    """Return the two sentences that answer what should change."""
    if tuned.answer is None:
        return [_none_sentence(tuned), _nearest_sentence(tuned)]
    if not tuned.is_certified(tuned.answer):
        return [*_doubts(tuned, tuned.answer), _search_sentence(tuned)]
    return [_sentence_if_met(tuned, tuned.answer), _search_sentence(tuned)]


def findings(tuned: Tuned) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    sentences = {
        "Optimism of the search": _optimism_sentence(tuned),
        "Other policies": _others_sentence(tuned),
        "Conflict": _conflict_sentence(tuned),
        "Smaller changes": _between_sentence(tuned),
    }
    return {topic: sentence for topic, sentence in sentences.items() if sentence}


def _all_targets(tuned: Tuned) -> str:
    n = len(tuned.targets)
    return "the target" if n == 1 else "both targets" if n == 2 else f"all {n} targets"


def _sentence_if_met(tuned: Tuned, finalist: int) -> str:
    values = join_list(list(_values(tuned, finalist)))
    if finalist == 0:
        return (
            f"Change nothing: {UNCHANGED} meet {_all_targets(tuned)}, certified on fresh deals"
            f" ({values})."
        )
    return (
        f"Change {changes_in_short(tuned, finalist)}: this meets {_all_targets(tuned)}, certified"
        f" on fresh deals ({values})."
    )


def _doubts(tuned: Tuned, finalist: int) -> Iterator[str]:
    """Yield why it is not sure that a finalist meets all targets."""
    statuses = set(tuned.of_finalist(finalist)["status"])
    if Status.DEPENDS in statuses:
        yield _depends_sentence(tuned, finalist)
    if Status.UNDECIDED in statuses:
        yield _open_sentence(tuned, finalist)
        yield from _sentences_on_unknown(tuned, finalist)


def _depends_sentence(tuned: Tuned, finalist: int) -> str:
    """Say what the line-up and the strongest player show of the targets that one of them misses."""
    first, *following = [
        _both_answers(tuned, row)
        for row in records(tuned.of_finalist(finalist))
        if row["status"] == Status.DEPENDS
    ]
    rest = [sentence.removeprefix(f"{DEPENDS}: ") for sentence in following]
    return (
        f"{begin_sentence(changes_in_short(tuned, finalist))} may meet {_all_targets(tuned)},"
        f" but whether this is so {'; '.join([first, *rest])}."
    )


def _both_answers(tuned: Tuned, row: Row) -> str:
    """Return what the line-up and the strongest player show of a target that one of them misses."""
    target = records(tuned.targets)[row["target"]]
    witness = records(tuned.contradictions(row["target"]))[0]
    return both_answers(
        tuned.policy,
        f"{subject(target)} {in_full(target, row)}",
        witness["policy"],
        in_full(target, witness),
        n_of(int(witness["games"]), "game"),
        tuned.strongest_of(row["target"]),
    )


def _open_sentence(tuned: Tuned, finalist: int) -> str:
    target_rows = tuned.of_finalist(finalist)
    n_open = int((target_rows["status"] == Status.UNDECIDED).sum())
    rows = records(tuned.targets)
    undecided = [
        f"{in_full(rows[row['target']], row)} for the {subject(rows[row['target']])}"
        for row in records(target_rows)
        if row["status"] == Status.UNDECIDED
    ]
    which = f"{n_open} of the {len(target_rows)} targets" if len(target_rows) > 1 else "it"
    return (
        f"{begin_sentence(changes_in_short(tuned, finalist))} may meet {_all_targets(tuned)},"
        f" but fresh deals do not decide {which} yet: they give {join_list(undecided)}."
    )


def _sentences_on_unknown(tuned: Tuned, finalist: int) -> Iterator[str]:
    """Say which targets have hardly varied, so that they have no interval."""
    targets = records(tuned.targets)
    for row in records(tuned.of_finalist(finalist)):
        if row["n"] and is_unknown(Interval(row["estimate"], row["low"], row["high"], row["n"])):
            yield hardly_varies(begin_sentence(subject(targets[row["target"]])), row["n"], "block")


def steps(tuned: Tuned, command: str) -> list[NextStep]:
    """Return the targets of the recommended change that more games would decide."""
    if tuned.answer is None:
        return []
    targets = records(tuned.targets)
    numbers = [
        Undecided(
            f"{subject(targets[row['target']])} by {changes_in_short(tuned, tuned.answer)}",
            in_full(targets[row["target"]], row),
            _times_needed(targets[row["target"]], row),
        )
        for row in records(tuned.of_finalist(tuned.answer))
        if row["status"] == Status.UNDECIDED
    ]
    return next_steps(numbers, tuned.most_games, command)


def _times_needed(target: Row, row: Row) -> float:
    """Return how many times as many games would bring the interval to one side of each bound."""
    half_width = max(row["high"] - row["estimate"], row["estimate"] - row["low"])
    room = min(abs(row["estimate"] - target[end]) for end in ("low", "high"))
    return max((half_width / room) ** 2, LEAST_TIMES) if room > 0 else math.inf


def _values(tuned: Tuned, finalist: int) -> Iterator[str]:
    targets = records(tuned.targets)
    for row in records(tuned.of_finalist(finalist)):
        target = targets[row["target"]]
        yield f"{subject(target)} {in_full(target, row)}"


def _search_sentence(tuned: Tuned) -> str:
    """Say among how many sets of rules the answer was found, and what the unchanged rules do."""
    if tuned.answer == 0:
        return f"No set of rules is cheaper, of {_search_size(tuned)}."
    verb = "miss" if _is_missed(tuned, 0) else "are not certified to meet"
    certified = tuned.answer is not None and tuned.is_certified(tuned.answer)
    them = "it" if len(tuned.targets) == 1 else "them"
    finalist_phrase = (
        f"cheapest finalist that meets {them}" if certified else f"nearest that may meet {them}"
    )
    return (
        f"It is the {finalist_phrase}, of {_search_size(tuned)};"
        f" {UNCHANGED} {verb} {_misses(tuned, 0)}."
    )


def _is_missed(tuned: Tuned, finalist: int) -> bool:
    return bool((tuned.of_finalist(finalist)["status"] == Status.MISSED).any())


def _misses(tuned: Tuned, finalist: int) -> str:
    """Return the targets that a finalist misses, or is not certified to meet, with its values."""
    targets, target_rows = records(tuned.targets), records(tuned.of_finalist(finalist))
    wanted = Status.MISSED if _is_missed(tuned, finalist) else Status.UNDECIDED
    return join_list(
        [
            f"{subject(targets[row['target']])}, {in_full(targets[row['target']], row)}"
            for row in target_rows
            if row["status"] == wanted
        ]
    )


def _search_size(tuned: Tuned) -> str:
    n = n_of(tuned.n_tried, "set of rules", "sets of rules")
    if tuned.is_complete:
        return f"{n} tried (all within the ranges)"
    return f"{n} tried (of {tuned.n_space - 1:,} within the ranges)"


def _none_sentence(tuned: Tuned) -> str:
    """Say that no set of rules meets the targets, and why."""
    return f"None of {_search_size(tuned)} meets {_all_targets(tuned)}: {_reason(tuned)}."


def _conflict_sentence(tuned: Tuned) -> str:
    """Say how far one of two targets is missed while the other is met."""
    conflict = tuned.conflict
    if conflict is None or tuned.answer is not None:
        return ""
    first_target, second_target = (
        target_text(records(tuned.targets)[at]) for at in (conflict.target, conflict.rival)
    )
    return (
        f"of the sets of rules that surely meet {first_target}, the nearest to {second_target} may"
        f" miss it by {conflict.rival_at_target:.2g} tolerances; the other way round it is"
        f" {conflict.target_at_rival:.2g}."
    )


def _reason(tuned: Tuned) -> str:
    targets = records(tuned.targets)
    alone = [_best(tuned, at) for at in range(len(targets))]
    out_of_reach = [at for at, row in enumerate(alone) if row[f"distance_{at + 1}"] > 0]
    if out_of_reach:
        at = max(out_of_reach, key=lambda at: alone[at][f"distance_{at + 1}"])
        value = alone[at][f"target_{at + 1}"]
        rounded = float(f"{value:.3g}" if targets[at]["unit"] else f"{value:.2g}")
        return (
            f"none surely reaches {target_text(targets[at])}; while searching, the nearest came to"
            f" {amount(targets[at], rounded)}"
        )
    conflict = tuned.conflict
    if conflict is None:
        return (
            "any two of them can be met together, but not all"
            if len(targets) > 2
            else ("what looked good on the deals of the search did not hold on fresh ones")
        )
    first_target, second_target = (
        target_text(targets[at]) for at in (conflict.target, conflict.rival)
    )
    return f"none has both {first_target} and {second_target}"


def _best(tuned: Tuned, at: int) -> Row:
    """Return the candidate that is nearest to a target."""
    return records(tuned.candidates.nsmallest(1, f"distance_{at + 1}"))[0]


def _nearest_sentence(tuned: Tuned) -> str:
    nearest = tuned.nearest
    values = join_list(list(_values(tuned, nearest)))
    if nearest == 0:
        return f"No finalist is nearer to the targets than {UNCHANGED} ({values})."
    name = changes_in_short(tuned, nearest)
    if not tuned.nearest_is_nearer:
        return (
            f"No finalist is surely nearer to the targets than {UNCHANGED}; {name} may be"
            f" ({values})."
        )
    farthest = tuned.of_finalist(nearest)["distance"].max()
    return (
        f"The nearest is {name}, {farthest:.2g} tolerances from the target that it misses most"
        f" ({values})."
    )


def finalist_to_show(tuned: Tuned) -> int:
    """Return the finalist that the page is about: the answer, else the nearest."""
    return tuned.nearest if tuned.answer is None else tuned.answer


def _optimism_sentence(tuned: Tuned) -> str:
    """Say how much better the answer looked while searching than on fresh deals."""
    target_rows = tuned.of_finalist(finalist_to_show(tuned))
    before, after = target_rows["distance_searching"].max(), target_rows["distance"].max()
    name = changes_in_short(tuned, finalist_to_show(tuned))
    if not before and not after:
        return f"The means of {name} met {_all_targets(tuned)} while searching and on fresh deals."
    return (
        f"While searching, the means of {name} {_miss_in_words(before)}; on fresh deals they"
        f" {_miss_in_words(after)}."
    )


def _miss_in_words(distance: float) -> str:
    """Say how far means were from the target that they missed most."""
    if not distance:
        return "missed no target"
    return f"missed a target by {distance:.2g} tolerances"


def _others_sentence(tuned: Tuned) -> str:
    """Say with which other policies the answer holds."""
    if tuned.others.empty or tuned.answer is None:
        return ""
    policies_by_status = {
        status: [
            name
            for name, rows in tuned.others.groupby("policy", sort=False)
            if _status_of(list(rows["status"])) == status
        ]
        for status in (Status.CERTIFIED, Status.MISSED, Status.UNDECIDED)
    }
    status_phrases = {
        Status.CERTIFIED: "it also meets {} with",
        Status.MISSED: "it misses a target with",
        Status.UNDECIDED: "it is not decided with",
    }
    phrases = [
        f"{status_phrases[status].format(_all_targets(tuned))} {join_list(list(map(str, names)))}"
        for status, names in policies_by_status.items()
        if names
    ]
    return f"with {tuned.policy} in all seats the answer is as above; {'; '.join(phrases)}."


def _status_of(statuses: list[Status]) -> Status:
    """Return what several targets are together."""
    if Status.MISSED in statuses:
        return Status.MISSED
    return Status.UNDECIDED if Status.UNDECIDED in statuses else Status.CERTIFIED


def _between_sentence(tuned: Tuned) -> str:
    """Name the finalists that change less than the answer, and how near they come."""
    last = tuned.n_finalists - 1 if tuned.answer is None else tuned.answer
    phrases = [
        f"{tuned.of_finalist(finalist)['distance'].max():.2g}"
        f" with {changes_in_short(tuned, finalist)}"
        for finalist in range(1, last)
    ]
    if not phrases:
        return ""
    base = f"{tuned.of_finalist(0)['distance'].max():.2g} with {UNCHANGED}"
    return f"the largest distance from a target is, in tolerances, {join_list([*phrases, base])}."
