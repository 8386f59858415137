"""Page on a training: the learning curve of a player, or the tuned traits of a policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from simlab.analysis.habit import BY_NAME
from simlab.analysis.tables import Description
from simlab.report.answers.alike_games import noise_sentence
from simlab.report.answers.habits import BEYOND, METHOD, habit_estimate, limit_in_words
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import ribbon
from simlab.report.figures.ribbon import Ribbon, Ribbons
from simlab.report.lineups import fair_share
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.provenance import sentences_by_name
from simlab.report.study_page import StudyPage
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    THIN,
    FormattedEstimate,
    Row,
    difference,
    difference_of_shares,
    join_list,
    n_of,
    number,
    share,
    whole,
)
from simlab.studies.train.result import (
    AMONG_BEST,
    CURVE_METHOD,
    ELITES_METHOD,
    SEATS_METHOD,
    TRAITS_BY_SEAT_METHOD,
    TRAITS_METHOD,
    Trained,
    Training,
    TraitTuning,
)

LEARNT = (
    "The player has learnt from games against itself and its earlier generations. It knows what"
    " these do; against other players it may do worse or better than here."
)
RESPONSE = (
    "It has learnt from games against {against} alone. What it {verb} against them says nothing"
    " about other opponents."
)

SEATS = "The tuned policy has traits of its own at each seat."


def _sentences(training: Training | TraitTuning, described: Description) -> dict[str, str]:
    """Return the sentence on each policy, first on the player that has learnt."""
    sentences = sentences_by_name(described)
    if isinstance(training, TraitTuning):
        return sentences
    return {"the player": training.sentence, **sentences}


def answer(training: Training | TraitTuning) -> list[str]:
    """Return what was reached on fresh deals, and from how many games."""
    games = n_of(training.n_games, "game")
    if isinstance(training, TraitTuning):
        return [
            _sentence_on_tuning(training),
            *_without_gain(training),
            f"Found in {games} of {n_of(len(training.elites), 'generation')}. The games that"
            " measure it were not used to tune it.",
        ]
    noise = noise_sentence(training.variety)
    return [
        _sentence_on_learning(training),
        f"It is generation {training.best} of {len(training.curve)}, learnt from {games}. The games"
        " that measure it were not used to learn or to choose.",
        *([noise] if noise else []),
    ]


def findings(training: Training | TraitTuning) -> dict[str, str]:
    """Return what is known of limited habits, and of how far the opponents can be beaten.

    A trained response is a bound from below on their exploitability.
    """
    habits = {} if training.habits.empty else {"Habits": " ".join(_habit_sentences(training))}
    return habits | _findings_on_wins(training)


def _habit_sentences(training: Training | TraitTuning) -> Iterator[str]:
    """Yield which habits the player has, whether limits are kept, and what they cost."""
    habits = training.habits
    subject = "The player" if isinstance(training, Training) else "The tuned policy"
    for row in records(habits[habits["generation"] == training.best]):
        verb = BY_NAME[row["habit"]].verb.format(value=habit_estimate(row).full)
        yield f"{subject} {verb}; {_where(row)} its limit of {_limit(row)}."
    beyond_by_generation = habits.groupby("generation")["is_beyond"].any()
    if beyond_by_generation.all():
        yield "No generation keeps all limits, so they have chosen none."
        if isinstance(training, Training):
            yield (
                "A net learns to win alone; the traits of a policy can be tuned to keep limits:"
                " --tune POLICY."
            )
        return
    n_beyond = int(beyond_by_generation.sum())
    if n_beyond:
        generations = n_of(len(beyond_by_generation), "generation")
        verb = "is" if n_beyond == 1 else "are"
        yield f"{n_beyond} of {generations} {verb} beyond a limit and could not be chosen."
    yield from _cost_of_limits(training)


def _where(row: Row) -> str:
    """Return on which side of the limit of a habit its interval is."""
    if row["is_beyond"]:
        return "that is beyond"
    return "that is within" if row["high"] <= row["limit"] else "that may be within or beyond"


def _limit(row: Row) -> str:
    return limit_in_words(row["limit"], row["unit"])


def _cost_of_limits(training: Training | TraitTuning) -> Iterator[str]:
    """Yield what would be the player without limits, and how much more that wins or scores."""
    beyond = training.beyond
    if beyond is not None:
        result, cost = beyond.result._asdict(), beyond.cost._asdict()
        say = say_result(training)(result).full
        more = difference_of_shares(cost) if training.is_share else difference(cost)
        unit = PERCENTAGE_POINTS if training.is_share else training.unit
        verb = f"wins {say} of the same games" if training.is_share else f"reaches {say} there"
        yield (
            f"Without limits, generation {beyond.generation} would have been chosen: it {verb}, a"
            f" difference of {more.full} {unit}, which is what the limits cost."
        )
    elif isinstance(training, Training):
        yield "It would have been chosen without limits, too: they cost nothing."
    else:
        yield (
            "Candidates beyond the limits were left out, so what these cost is not known; the same"
            " command without --at-most finds out."
        )


def _findings_on_wins(training: Training | TraitTuning) -> dict[str, str]:
    if isinstance(training, TraitTuning) and training.way:
        return {"All wins": _all_wins(training)}
    opponents = list(dict.fromkeys(training.against))
    if not (training.is_share and opponents):
        return {}
    who = join_list(opponents)
    if training.result.low <= training.fair:
        bound = f"No response was found that surely beats {who}; a better one may exist."
    else:
        least = share({**training.result._asdict(), "estimate": training.result.low}).value
        bound = (
            f"{who} can be beaten: one seat that is trained against {_them(opponents)} alone wins"
            f" {least} of the games or more, where {fair_share(training.players)} is even. A better"
            " response may win more."
        )
    return {"Exploitability": bound}


def say_result(training: Trained) -> Callable[[Row], FormattedEstimate]:
    """Return how to write a result."""
    return share if training.is_share else number


def _them(opponents: Sequence[str]) -> str:
    return "it" if len(opponents) == 1 else "them"


def _sentence_on_learning(training: Training) -> str:
    """Return the sentence on the result of a player that has learnt."""
    estimate = say_result(training)(training.result._asdict()).full
    if training.score_of_reference is not None:
        reference_score = number(training.score_of_reference._asdict()).full
        reference = training.reference
        if training.is_of_seat:
            seat = f"in one seat {_joint(training)} {reference}"
            return (
                f"The player scores {estimate} {training.unit} per game {seat}; {reference} scores"
                f" {reference_score} there."
            )
        return (
            f"The player scores {estimate} {training.unit}; {reference} scores {reference_score}."
        )
    other_seats = "the other seat" if training.players == 2 else "all other seats"
    return (
        f"The player in one seat and {training.reference} in {other_seats}: it wins {estimate} of"
        f" the games, where {fair_share(training.players)} is even."
    )


def _sentence_on_tuning(training: TraitTuning) -> str:
    """Return the sentence on the result of a policy whose traits were tuned."""
    gain_row = training.result._asdict()
    among = join_list(list(dict.fromkeys(training.against or [training.untuned])))
    if training.is_of_seat:
        return (
            f"One seat of the tuned policy among {among} scores {difference(gain_row).full}"
            f" {training.unit} per game more than {training.untuned} in its place."
        )
    if not training.is_share:
        return f"The tuned policy scores {number(gain_row).full} {training.unit} more."
    won = f"One seat of the tuned policy among {among}: it wins {share(gain_row).full} of the games"
    if training.result_before is None:
        return f"{won}, where {fair_share(training.players)} is even."
    before = share(training.result_before._asdict()).full
    return (
        f"{won} by {training.way}; {training.untuned} in its place wins {before} by {training.way}."
    )


def _joint(training: Trained) -> str:
    """Return how a player meets the policy in the other seats."""
    return "against" if training.players == 2 else "among"


def _all_wins(training: TraitTuning) -> str:
    """Return what is won in all ways, where the search counted one of them."""
    assert training.all_wins is not None
    return (
        f"In all ways together the tuned policy wins {share(training.all_wins._asdict()).full} of"
        f" these games, where {fair_share(training.players)} is even; the search counted wins by"
        f" {training.way} alone."
    )


def _without_gain(training: TraitTuning) -> Iterator[str]:
    """Say so if the tuned traits are not shown to be better than those with which it began."""
    before = training.result_before
    even = before.high if before else training.fair if training.is_share else 0.0
    if training.result.low <= even:
        yield (
            "No gain is shown: there is no reason to change the traits."
            if training.habits.empty
            else "No gain is shown: the limits may cost more than the search has found."
        )


def _question(training: Training | TraitTuning, title: str) -> str:
    if isinstance(training, Training):
        return f"How well does a player learn {title}?"
    name = training.untuned.partition(":")[0]
    if training.way:
        return f"How often can {name} win {title} by {training.way}?"
    return f"How much better does {name} play {title} with other traits?"


def _dependence(training: Trained) -> str:
    if training.against:
        against = join_list(list(dict.fromkeys(training.against)))
        return RESPONSE.format(against=against, verb="wins" if training.is_share else "scores")
    return LEARNT


@dataclass(frozen=True, eq=False)
class _Course:
    """Results of each generation, as a figure and a table: a line each, with its head."""

    title: str
    lead: str
    lines: dict[str, Ribbon]
    rows: pd.DataFrame
    fair: float | None
    method: str


def _curve_block(training: Training) -> FigureBlock:
    par = training.score_of_reference
    level = "an even share" if par is None else f"the mean score of {training.reference}"
    where = "against" if training.players == 2 else "in one seat among"
    has_rivals = training.is_share or training.is_of_seat
    among = f" {where} {training.reference}" if has_rivals else ""
    lines = dict(_curve_lines(training))
    lead = (
        f"Each generation{among} on the same {n_of(int(training.curve['n'].iloc[0]), 'deal')},"
        f" from which none has learnt.{_choice(training)} Generation {training.best} is the player."
        f" The {'thin ' * (len(lines) > 1)}dashed line is {level}."
    )
    fair = training.fair if par is None else par.estimate
    course = _Course("Learning curve", lead, lines, training.curve, fair, CURVE_METHOD)
    return _course_block(training, course)


def _choice(training: Training) -> str:
    """Return how the best generation is chosen, if games among generations have a part in it."""
    if AMONG_BEST[0] not in training.curve:
        return ""
    where = "against" if training.players == 2 else "among"
    return (
        f" On these it also plays {where} the best generations before, six at most. The best one"
        f" wins most: its wins {where} {training.reference} count half, those {where} the others of"
        " them half."
    )


def _curve_lines(training: Training) -> Iterator[tuple[str, Ribbon]]:
    """Yield the line of what each generation reaches, and perhaps that among the best one before.

    Each has the head of its column before it.
    """
    curve = training.curve.assign(x=training.curve["generation"])
    if AMONG_BEST[0] not in curve:
        yield "wins" if training.is_share else training.unit, Ribbon("player", curve)
        return
    where = "against" if training.players == 2 else "among"
    yield f"wins\n{where} {training.reference}", Ribbon(f"{where} {training.reference}", curve)
    names = dict(zip(AMONG_BEST, ("estimate", "low", "high"), strict=True))
    before = curve.drop(columns=list(names.values())).rename(columns=names).dropna()
    yield f"wins\n{where} the best before", Ribbon(f"{where} the best before", before)


def _elites_block(training: TraitTuning) -> FigureBlock:
    even = training.fair if training.is_share and not training.way else None
    lead = (
        "Mean of the six best candidates of each generation: too high, since they were chosen by"
        " it, but it shows whether the search still gets better."
    )
    if training.is_share:
        better = (
            "" if training.against else " Their opponents, earlier generations, get better, too."
        )
        lead += better + ("" if training.way else " The dashed line is an even share.")
    elites = training.elites
    rows = elites.assign(x=elites["generation"], low=elites["estimate"], high=elites["estimate"])
    head = "wins" if training.is_share else training.unit
    lines = {head: Ribbon("candidates", rows)}
    course = _Course("Best candidates", lead, lines, elites, even, ELITES_METHOD)
    return _course_block(training, course)


def _course_block(training: Trained, course: _Course) -> FigureBlock:
    say = say_result(training)
    way = training.way if isinstance(training, TraitTuning) else ""
    won = "share of the wins (%)" if not way else f"wins by {way} (%)"
    axis = won if training.is_share else f"score ({training.unit})"
    plot = Ribbons(
        list(course.lines.values()),
        "generation",
        axis,
        say,
        scale=100 if training.is_share else 1,
        fair=course.fair,
    )
    cells = [_cells(line.table, say) for line in course.lines.values()]
    rows = [
        [
            str(row["generation"]),
            whole(row["games"]),
            f"{row['seconds']:,.0f}{THIN}s",
            *(line_cells.get(row["generation"], "–") for line_cells in cells),
        ]
        for row in records(course.rows)
    ]
    heads = ["generation", "games", "time", *course.lines]
    return FigureBlock(
        title=course.title,
        lead=course.lead,
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=PageTable("curve", heads, rows, course.method, course.rows),
        players=training.players,
    )


def _cells(line: pd.DataFrame, say: Callable[[Row], FormattedEstimate]) -> dict[int, Cell]:
    """Return the cell of each generation of a line; where no interval is known, values alone."""
    has_interval = bool((line["low"] < line["high"]).any())
    return {
        row["generation"]: say(row) if has_interval else say(row).value for row in records(line)
    }


def _habit_sections(training: Training | TraitTuning) -> Iterator[PageSection]:
    """Yield the section on the limited habits of each generation, if any are limited."""
    habits = training.habits
    if habits.empty:
        return
    names = habits["habit"].unique()
    limits = {row["habit"]: _limit(row) for row in records(habits)}
    cells = {
        (row["generation"], row["habit"]): (
            f"{habit_estimate(row).full}{BEYOND if row['is_beyond'] else ''}"
        )
        for row in records(habits)
    }
    rows = [
        [str(generation), *(cells.get((generation, name), "–") for name in names)]
        for generation in habits["generation"].unique()
    ]
    meanings = " ".join(BY_NAME[name].meaning for name in names)
    whose = "It" if isinstance(training, Training) else "The mean of its traits"
    lead = (
        f"What each generation does that a person would call silly. {whose} has all seats in up to"
        f" {n_of(int(habits['n'].max()), 'game')}. {meanings}{BEYOND} marks intervals beyond the"
        f" limit: such a generation is chosen only if none keeps all limits. Generation"
        f" {training.best} was chosen."
    )
    heads = ["generation", *(f"{name}\nat most {limits[name]}" for name in names)]
    yield PageSection(
        "Habits and their limits", lead, tables=[PageTable("habits", heads, rows, METHOD, habits)]
    )


def _seat_sections(training: TraitTuning) -> Iterator[PageSection]:
    if training.seats.empty:
        return
    rows = [[row["seat"], share(row)] for row in records(training.seats)]
    counted = f"wins by {training.way}" if training.way else "wins"
    table = PageTable("seats", ["seat", counted], rows, SEATS_METHOD, training.seats)
    even = (
        "" if training.way else f"{fair_share(training.players)} would be even if all seats were."
    )
    yield PageSection("At each seat", even, tables=[table])


def _traits_section(training: TraitTuning) -> PageSection:
    lead = f"The tuned policy is {training.policy}." if training.policy else SEATS
    table = _traits_by_seat(training) if "seat" in training.traits else _traits_table(training)
    return PageSection("Tuned traits", lead, tables=[table])


def _traits_table(training: TraitTuning) -> PageTable:
    rows = [
        [row["trait"], *(f"{row[name]:.3g}" for name in ("before", "after")), f"{row['sd']:.2g}"]
        for row in records(training.traits)
    ]
    heads = ["trait", "before", "after", "spread\nstandard deviation"]
    return PageTable("traits", heads, rows, TRAITS_METHOD, training.traits)


def _traits_by_seat(training: TraitTuning) -> PageTable:
    """Return a row for each trait and a column for each seat."""
    cells: dict[str, list[str]] = {}
    for row in records(training.traits):
        cells.setdefault(row["trait"], []).append(f"{row['before']:.3g} → {row['after']:.3g}")
    heads = ["trait", *training.traits["seat"].unique()]
    rows = [[trait, *seat_cells] for trait, seat_cells in cells.items()]
    return PageTable("traits", heads, rows, TRAITS_BY_SEAT_METHOD, training.traits)


def _blocks(training: Training | TraitTuning) -> list[FigureBlock]:
    if isinstance(training, Training):
        return [_curve_block(training)]
    return [_elites_block(training)]


def _sections(training: Training | TraitTuning) -> list[PageSection]:
    habits = [*_habit_sections(training)]
    if isinstance(training, Training):
        return habits
    return [*habits, *_seat_sections(training), _traits_section(training)]


PAGE = StudyPage[Training | TraitTuning](
    file="train.html",
    question=lambda training, described: _question(training, described.game["title"]),
    answer=answer,
    findings=findings,
    dependence=_dependence,
    counts=lambda training: [n_of(training.n_games, "game"), n_of(training.players, "player")],
    blocks=_blocks,
    sections=_sections,
    policies=_sentences,
)
