"""Page of a doctor: what is wrong with a game, the worst first, and what was examined and fine."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.tables import Description
from simlab.report.figure_block import FigureBlock, PageSection, Story
from simlab.report.figures import dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.page import Report
from simlab.report.page_table import Cell, PageTable
from simlab.report.study_page import StudyPage
from simlab.report.wording import (
    ABBREVIATION,
    MINUS,
    PERCENTAGE_POINTS,
    THIN,
    FormattedEstimate,
    begin_sentence,
    difference_of_shares,
    group_by_key,
    in_unit,
    join_list,
    n_of,
    share,
    whole,
)
from simlab.studies.decides import page as decides
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.dependence import Dependence
from simlab.studies.doctor.result.diagnosis import METHOD, Diagnosis
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.fault import Aspect, Fault, Side
from simlab.studies.doctor.result.findings import Finding, State

TOP = 5
"""Faults that the page shows first."""
CHANGE_METHOD = (
    "Effects that differ on the same fresh deals; at most 5 % of them are none, on average"
    " (t on deals, Benjamini-Hochberg); better is nearer to the good side of the limit."
)
VARIANT_METHOD = (
    "Faults of the usual players only. Intervals are 95 % for all players and values together:"
    " exact for shares of games, else t on deals."
)
THERE, GONE, REVERSED, UNDECIDED = "a fault", "no fault", "the other way round", "not decided"
"""What a fault is with other players or guesses."""
ALONE = {
    THERE: "It is one with {variant}, too.",
    GONE: "It is none with {variant}.",
    REVERSED: "It is the other way round with {variant}.",
    UNDECIDED: "Whether it is one with {variant} is not decided.",
}
"""What is said where there is one other table."""
MOST_NAMED = 2
"""Players or guesses that a sentence names."""
MOST_DRAWN = 12
"""Effects of the figure, unless there are more faults."""
FAR = 2.0
"""Margins from which on a sound effect is not drawn: on a scale on which it is, nothing else shows.
"""
MANNER = (
    "All seats play as {policy} where nothing else is said. What a fault is depends on who plays:"
    " people may find ways that these policies do not."
)
ALIKE = (
    " They make {share} % of their choices by chance, as they would play the same few games again"
    " and again otherwise."
)
MARKS = {State.WRONG: "✗", State.LOOK: "?", State.FINE: "✓"}
TITLES: Mapping[Fault, str] = {
    fault.ENDLESS: "Games without an end",
    fault.STALLING: "Stalling",
    fault.REPETITION: "Positions that come back",
    fault.TOO_LONG: "Many decisions",
    fault.WAITING: "Long waits",
    fault.UNEVEN_LENGTH: "Uneven length",
    fault.SEAT_ADVANTAGE: "Uneven seats",
    fault.TIES: "Shared wins",
    fault.PURE_LUCK: "Luck alone",
    fault.RUNAWAY: "Runaway leader",
    fault.SNOWBALL: "Snowball",
    fault.DECIDED_EARLY: "Decided early",
    fault.LAST_TURN: "Decided by the last turn",
    fault.KINGMAKING: "Kingmaking",
    fault.DOMINANT_STRATEGY: "Dominant strategy",
    fault.STRONGER_POLICY: "A stronger policy",
    fault.USELESS_CHOICE: "Useless choice",
    fault.DEAD_CHOICE: "Choice that nobody makes",
    fault.MANDATORY_CHOICE: "Mandatory choice",
    fault.FORCED: "Forced decisions",
    fault.IDLE: "Turns without effect",
    fault.DEAD_WAY: "Dead way to win",
    fault.DOMINANT_WAY: "One way to win",
    fault.DEAD_CARD: "Dead card",
    fault.STRONG_CARD: "Strong card",
    fault.WEAK_CARD: "Harmful card",
    fault.DEAD_PARAMETER: "Rule without effect",
    fault.TOO_EASY: "Too easy",
    fault.TOO_HARD: "Too hard",
    fault.UNWINNABLE: "Deals that nobody wins",
    fault.SOLO: "One player who decides alone",
}
"""What a fault is called."""


def answer(study: Diagnosis) -> list[str]:
    """Return how many faults were found, the worst, and what has changed since the last time."""
    n_open = sum(finding.state == State.LOOK for finding in study.findings)
    undecided = f", of which {n_of(n_open, 'is', 'are')} not decided" if n_open else ""
    sentences = [f"Nothing wrong was found among {n_of(len(study.findings), 'effect')}{undecided}."]
    if study.wrong:
        count = n_of(len(study.wrong), "fault was", "faults were")
        sentences = [f"{count} found; the worst: {sentence(study.wrong[0], study)}"]
    if study.changes:
        n_better = sum(change.is_better for change in study.changes)
        n_worse = len(study.changes) - n_better
        sentences.append(
            f"Since the last examination, {n_of(n_better, 'effect is', 'effects are')} better and"
            f" {whole(n_worse)} worse."
        )
    return sentences


def findings(study: Diagnosis) -> dict[str, str]:
    """Return the score card: what is wrong, open or fine in each aspect."""
    return {
        f"{MARKS[state]} {begin_sentence(aspect)}": aspect_sentence(study, aspect)
        for aspect, state in study.score_card.items()
    }


def tables_of(study: Diagnosis) -> dict[str, PageTable]:
    """Return the table of the faults, the worst first, with the command that goes on."""
    if not study.wrong:
        return {}
    rows: list[list[Cell]] = [
        [
            name_of(finding.key, study.players),
            size(finding, study),
            limit(finding.key.fault, study),
            study.commands[finding.key][-1],
        ]
        for finding in study.wrong
    ]
    heads = ["fault", "size", "limit", "go on with"]
    return {"What is wrong, the worst first": PageTable("faults", heads, rows, METHOD, study.frame)}


def name_of(key: EffectKey, players: int) -> str:
    """Return what an effect is called, with the number of players if that is another one."""
    name = f"{TITLES[key.fault]}{f': {key.subject}' if key.subject else ''}"
    return name if key.players in (0, players) else f"{name}, with {n_of(key.players, 'player')}"


def size(finding: Finding, study: Diagnosis) -> FormattedEstimate:
    """Return the size of an effect with its interval."""
    return format_size(finding.key.fault, finding.interval, study)


def format_size(kind: Fault, interval: Interval[float], study: Diagnosis) -> FormattedEstimate:
    """Return a size in the unit of a fault."""
    row = interval._asdict()
    if kind.is_difference:
        difference = difference_of_shares(row)
        # of a game with a victory table they are parts of the usual score
        return replace(difference, unit=f"{THIN}%") if study.has_victory_table else difference
    return in_unit(row, kind.unit) if kind.unit else share(row)


def magnitude(finding: Finding, study: Diagnosis) -> FormattedEstimate:
    """Return the size of an effect with its interval, without the sign, for a sentence."""
    if not finding.key.fault.is_difference:
        return size(finding, study)
    low, estimate, high = sorted(
        (finding.interval.low, finding.interval.estimate, finding.interval.high),
        reverse=finding.interval.estimate < 0,
    )
    sign = -1 if finding.interval.estimate < 0 else 1
    row = {"low": sign * low, "estimate": sign * estimate, "high": sign * high}
    unit = f"{THIN}%" if study.has_victory_table else f" {PERCENTAGE_POINTS}"
    return replace(share(row, digits=1), unit=unit)


def limit(kind: Fault, study: Diagnosis, points: str = ABBREVIATION) -> str:
    """Return where a fault begins; differences of shares in `points`, of scores in per cent."""
    units = kind.unit.replace("decisions", "decision") if kind.limit == 1 else kind.unit
    number = f"{kind.limit:g} {units}" if units else f"{100 * kind.limit:g}{THIN}%"
    if kind.is_difference:
        unit = f"{THIN}%" if study.has_victory_table else f" {points}"
        number = f"{100 * kind.limit:g}{unit}".replace("-", MINUS)
    words = {
        Side.ABOVE: "above",
        Side.BELOW: "below",
        Side.APART: "more than",
        Side.NEAR: "less than",
    }
    return f"{words[kind.side]} {number}"


def sentence(finding: Finding, study: Diagnosis) -> str:
    """Say what a finding is, with its size."""
    kind, subject = finding.key.fault, finding.key.subject
    sentences = {**SENTENCES, **TEAM_SENTENCES} if study.is_cooperative else SENTENCES
    role, _, kind_of_choice = subject.partition(" ")
    succeed, often = ("score", "much") if study.has_victory_table else ("win", "often")
    more, less = ("more", "less") if finding.interval.estimate > 0 else ("less", "more")
    said = sentences[kind].format(
        subject=subject,
        role=role,
        kind=kind_of_choice,
        size=magnitude(finding, study).full,
        difference=size(finding, study).full,
        more=more,
        less=less,
        succeed=succeed,
        often=often,
        players=finding.key.players,
    )
    players = finding.key.players
    if players in (0, study.players) or said.startswith("With "):
        return said
    return f"With {n_of(players, 'player')}, {said[:1].lower()}{said[1:]}"


SENTENCES: Mapping[Fault, str] = {
    fault.ENDLESS: "{size} of the games do not end.",
    fault.STALLING: "{size} of the games do not end if a player {role} makes “{kind}”.",
    fault.REPETITION: "{size} of the turns begin in a position in which the player was before.",
    fault.TOO_LONG: "A player has {size} with a choice in each game.",
    fault.WAITING: "A player waits for {size} of others at least once in a game.",
    fault.UNEVEN_LENGTH: "{size} of the games take 2.5 times as long as usual, or longer.",
    fault.SEAT_ADVANTAGE: "With {players} players, {subject} wins {size} {more} than an even"
    " share.",
    fault.TIES: "With {players} players, {size} of the games have several winners.",
    fault.PURE_LUCK: "Against play by chance, the usual player wins {size} {more} than an even"
    " share.",
    fault.RUNAWAY: "Who leads at half-time wins {size} {more} than if the same gains came in"
    " another order.",
    fault.SNOWBALL: "Who leads at half-time gains the most after it, too, {size} {more} than its"
    " seat does on average.",
    fault.DECIDED_EARLY: "{size} of the games are decided within their first quarter.",
    fault.LAST_TURN: "{size} of the games are decided only with their last turn.",
    fault.KINGMAKING: "There are {size} in which a player who cannot win decides between others.",
    fault.DOMINANT_STRATEGY: "Against the usual players, one who makes “{subject}” whenever"
    " possible wins {size} {more} than an even share.",
    fault.STRONGER_POLICY: "Against the usual players, {subject} wins {size} {more} than an"
    " even share.",
    fault.USELESS_CHOICE: "A player who never makes “{subject}” wins about an even share: the"
    " difference is {difference}.",
    fault.DEAD_CHOICE: "“{subject}” is chosen in {size} of the games.",
    fault.MANDATORY_CHOICE: "A player who never makes “{subject}” wins {size} of an even share.",
    fault.FORCED: "{size} of the decisions have a single choice.",
    fault.IDLE: "After {size} of the turns all is as before, though the player could do something.",
    fault.DEAD_WAY: "{size} of the games are won by {subject}.",
    fault.DOMINANT_WAY: "{size} of the games are won by {subject}.",
    fault.DEAD_CARD: "Without {subject}, {size} of the deals go another way.",
    fault.STRONG_CARD: "A player without {subject} loses {size} more of the wins than one without"
    " the median card.",
    fault.WEAK_CARD: "A player without {subject} wins {size} more than an even share.",
    fault.DEAD_PARAMETER: "{size} of the deals go another way with {subject} at either end of its"
    " range.",
    fault.TOO_EASY: "{size} of the games are won.",
    fault.TOO_HARD: "{size} of the games are won.",
    fault.UNWINNABLE: "{size} of the deals are lost in each of several attempts.",
    fault.SOLO: "If all but one play by chance, the players {succeed} {size} {less} than usual.",
}
"""What a finding says."""
TEAM_SENTENCES: Mapping[Fault, str] = {
    fault.STALLING: "{size} of the games do not end if the players {role} make “{kind}”.",
    fault.DOMINANT_STRATEGY: "Players who make “{subject}” whenever possible {succeed} {size}"
    " {more} than usual.",
    fault.USELESS_CHOICE: "Players who never make “{subject}” {succeed} about as {often} as usual:"
    " the difference is {difference}.",
    fault.MANDATORY_CHOICE: "Players who never make “{subject}” {succeed} {size} as {often} as"
    " usual.",
}
"""What a finding of a cooperative game says where players are not each other's rivals."""


def aspect_sentence(study: Diagnosis, aspect: Aspect) -> str:
    """Say what is wrong or open in an aspect, or what was looked at."""
    found = [finding for finding in study.findings if finding.aspect == aspect]
    wrong = _titles(finding for finding in found if finding.state == State.WRONG)
    if wrong:
        return f"{begin_sentence(join_list(wrong))}."
    unsure = _titles(finding for finding in found if finding.state == State.LOOK)
    if unsure:
        return f"Not decided: {join_list(unsure)}."
    if aspect in study.unfinished:
        return "There was no time for all of it."
    return f"Not found: {join_list(_titles(found), 'or')}."


def _titles(found: Iterable[Finding]) -> list[str]:
    names = dict.fromkeys(TITLES[finding.key.fault] for finding in found)
    return [name[:1].lower() + name[1:] for name in names]


def _figure(study: Diagnosis) -> FigureBlock:
    """Return how far faults are beyond their limits, and what is nearest to being one."""
    others = [finding for finding in study.findings if finding.state != State.WRONG]
    near = [finding for finding in others if finding.beyond > -FAR]
    n_others = max(MOST_DRAWN - len(study.wrong), 0)
    nearest = [*study.wrong, *near[:n_others]] or others[:n_others]
    rows = [_beyond(finding) for finding in nearest]
    labels = [name_of(finding.key, study.players) for finding in nearest]
    drawn = [Dot(row, label=label) for row, label in zip(rows, labels, strict=True)]
    plot = Dots([Group("", drawn, fair=0)], "beyond the limit, in margins")
    cells: list[list[Cell]] = [
        [label, str(finding.state), size(finding, study), limit(finding.key.fault, study)]
        for label, finding in zip(labels, nearest, strict=True)
    ]
    heads = ["effect", "state", "size", "a fault is"]
    return FigureBlock(
        title="What is beyond its limit, and what is nearest to it",
        lead="A fault lies to the right of 0, the dashed line; 1 is as far beyond the limit as the"
        " limit itself.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=PageTable("beyond", heads, cells, METHOD, pd.DataFrame(rows).assign(effect=labels)),
    )


def _beyond(finding: Finding) -> dict[str, float]:
    """Return how far the bounds and the estimate are beyond the limit."""
    kind, interval = finding.key.fault, finding.interval
    points = (interval.low, interval.estimate, interval.high)
    nearer, middle, further = sorted(kind.beyond(point, point) for point in points)
    return {"estimate": middle, "low": nearer, "high": further}


def _fault_sections(study: Diagnosis) -> list[PageSection]:
    """Return the worst faults, then the others, each with its commands."""
    stories = [
        Story(
            name_of(finding.key, study.players),
            f"{sentence(finding, study)} A fault is"
            f" {limit(finding.key.fault, study, PERCENTAGE_POINTS)}."
            f"{_elsewhere(study, finding)}{dependence(study, finding)}",
            study.commands[finding.key],
        )
        for finding in study.wrong
    ]
    parts = {"The worst first": stories[:TOP], "More faults": stories[TOP:]}
    return [PageSection(heading, stories=part) for heading, part in parts.items() if part]


def _elsewhere(study: Diagnosis, finding: Finding) -> str:
    """Say with how many other players the same is wrong."""
    numbers = study.other_numbers(finding)
    return (
        f" The same is wrong with {join_list(list(map(str, numbers)))} players." if numbers else ""
    )


def dependence(study: Diagnosis, finding: Finding) -> str:
    """Say with whom, or with which other value of a guess, a fault is gone or turned round."""
    in_variants = study.in_variants(finding)
    if not in_variants:
        return ""
    key, n = in_variants[0].key, len(in_variants)
    usual = next(measured for measured in study.findings if measured.key == key)
    names_by_state = group_by_key(
        (_state_there(usual, variant), variant.variant) for variant in in_variants
    )
    n_there, n_undecided = (len(names_by_state.get(state, ())) for state in (THERE, UNDECIDED))
    if n == 1:
        words = ALONE[next(iter(names_by_state))].format(variant=in_variants[0].variant)
    elif n_there == n:
        words = f"It is one at all {whole(n)} tables with other players or guesses, too."
    else:
        parts = [
            f"it is one at {whole(n_there) if n_there else 'none'}",
            *([f"not decided at {whole(n_undecided)}"] if n_undecided else []),
            *(
                f"{state_words} with {_some(names_by_state[state])}"
                for state, state_words in ((GONE, "none"), (REVERSED, REVERSED))
                if state in names_by_state
            ),
        ]
        tables = f"{n_of(n, 'table')} with other players or guesses"
        words = f"Of {tables}, {join_list(parts)}."
    if key != finding.key:
        subject = f", about {key.subject}" if key.subject != finding.key.subject else ""
        words = f"{words} That is with {n_of(key.players, 'player')}{subject}."
    return f" {words}"


def _state_there(usual: Finding, variant: Dependence) -> str:
    """Return what a fault is in a variant: still there, gone, turned round, or not decided."""
    if variant.state != State.WRONG:
        return GONE if variant.state == State.FINE else UNDECIDED
    is_two_sided = usual.key.fault.side == Side.APART
    is_opposite = variant.interval.estimate * usual.interval.estimate < 0
    return REVERSED if is_two_sided and is_opposite else THERE


def _some(names: Sequence[str]) -> str:
    """Return a few names, and how many more there are."""
    shown = names[:MOST_NAMED]
    n_more = len(names) - len(shown)
    return join_list([*shown, f"{whole(n_more)} more"] if n_more else shown)


def _variant_section(study: Diagnosis) -> list[PageSection]:
    """Return the faults of the usual players with other players and other values of guesses."""
    dependences = [variant for finding in study.wrong for variant in study.in_variants(finding)]
    if not dependences:
        return []
    usual_by_key = {finding.key: finding for finding in study.findings}
    rows: list[list[Cell]] = [
        [
            name_of(variant.key, study.players),
            variant.variant,
            format_size(variant.key.fault, variant.interval, study),
            _state_there(usual_by_key[variant.key], variant),
        ]
        for variant in dependences
    ]
    heads = ["fault", "with", "size", "there"]
    frame = pd.DataFrame(
        [
            (variant.key.fault.name, variant.key.subject, variant.variant, *variant.interval)
            for variant in dependences
        ],
        columns=["fault", "subject", "variant", "estimate", "low", "high", "n"],
    )
    lead = (
        "The same table with other players, and with other values of what the rules assume, on the"
        " same deals. What is gone with other players is about them; what is gone with another"
        " value is about a guess."
    )
    table = PageTable("variants", heads, rows, VARIANT_METHOD, frame, labels=2)
    return [PageSection("Who plays, and what is assumed", lead, tables=[table])]


def _decides_section(study: Diagnosis) -> list[PageSection]:
    """Return what decides the games: each source of chance, choices, skill and seat."""
    if study.decides is None or study.decides.shares.empty:
        return []
    lead = " ".join(decides.answer(study.decides))
    return [PageSection("What decides", lead, blocks=[decides.bar_block(study.decides)])]


def _change_section(study: Diagnosis) -> list[PageSection]:
    """Return what has become better or worse since the last examination."""
    if not study.changes:
        return []
    rows: list[list[Cell]] = [
        [
            name_of(change.key, study.players),
            "better" if change.is_better else "worse",
            _mean(change.key.fault, change.before, study),
            _mean(change.key.fault, change.after, study),
        ]
        for change in study.changes
    ]
    heads = ["effect", "is", "before", "now"]
    frame = pd.DataFrame(
        [
            (name_of(c.key, study.players), c.before, c.after, *c.interval[:3])
            for c in study.changes
        ],
        columns=["effect", "before", "now", "estimate", "low", "high"],
    )
    table = PageTable("changes", heads, rows, CHANGE_METHOD, frame)
    return [PageSection("Since the last examination", tables=[table])]


def _mean(kind: Fault, value: float, study: Diagnosis) -> str:
    """Return a mean of one examination; the interval is that of the change."""
    return format_size(kind, Interval(value, value, value, 1), study).short


def _open_section(study: Diagnosis) -> list[PageSection]:
    """Return what is not decided."""
    if not study.open:
        return []
    rows: list[list[Cell]] = [
        [
            name_of(finding.key, finding.key.players),
            str(finding.key.players or "all"),
            size(finding, study),
            limit(finding.key.fault, study),
        ]
        for finding in study.open
    ]
    heads = ["effect", "players", "size", "a fault is"]
    table = PageTable("open", heads, rows, METHOD, study.frame, labels=2)
    lead = "More time decides these; --minutes gives it."
    return [PageSection("Not decided", lead, tables=[table])]


def _fine_section(study: Diagnosis) -> list[PageSection]:
    """Return what was examined and is fine, and what would have been found."""
    groups = group_by_key((finding.key.fault, finding) for finding in study.fine)
    rows: list[list[Cell]] = []
    for kind, found in groups.items():
        nearest = max(found, key=lambda finding: finding.beyond)
        rows.append(
            [
                TITLES[kind],
                whole(len(found)),
                size(nearest, study),
                nearest.key.subject or "–",
                str(nearest.key.players or "all"),
                _detectable(nearest, study),
            ]
        )
    if not rows:
        return []
    heads = ["fault", "examined", "nearest to one", "of", "players", "found in 80 %, if"]
    table = PageTable("fine", heads, rows, METHOD, study.frame)
    return [PageSection("Examined and fine", tables=[table])]


def _detectable(finding: Finding, study: Diagnosis) -> str:
    """Say which size would have been found."""
    kind, distance = finding.key.fault, finding.detectable
    if distance == math.inf:
        return "–"
    if not distance > 0:
        return f"well {limit(kind, study)}"
    sign = -1 if kind.side in (Side.BELOW, Side.NEAR) else 1
    edge = kind.limit + sign * distance
    if edge <= 0 and kind.side == Side.NEAR:
        return "–"
    if edge <= 0 and kind.side == Side.BELOW and not kind.is_difference:
        return "0"
    word = "at most" if sign < 0 else "at least"
    if kind.unit:
        return f"{word} {edge:.3g} {kind.unit}"
    is_in_points = kind.is_difference and not study.has_victory_table
    unit = f" {ABBREVIATION}" if is_in_points else f"{THIN}%"
    return f"{word} {100 * edge:.1f}{unit}".replace("-", MINUS)


def _section_on_omissions(study: Diagnosis) -> list[PageSection]:
    if not study.left_out:
        return []
    rows: list[list[Cell]] = [[what, why] for what, why in study.left_out.items()]
    frame = pd.DataFrame(rows, columns=["question", "reason"])
    table = PageTable("not_examined", ["question", "reason"], rows, "", frame, labels=2)
    return [
        PageSection(
            "Not examined", f"{n_of(len(rows), 'question')} could not be examined.", tables=[table]
        )
    ]


@dataclass(frozen=True, kw_only=True)
class DoctorPage(StudyPage[Diagnosis]):
    """Page of a doctor: short, with the score card at the top."""

    def report(self, study: Diagnosis, described: Description, command: str) -> Report:
        """Return all that the page shows, drawn in simlab's style."""
        full = super().report(study, described, command)
        head = replace(full.head, findings=[], certainty=full.head.findings)
        return replace(full, head=head, is_short=True, is_timed=True)


def _dependence(study: Diagnosis) -> str:
    alike = ALIKE.format(share=whole(100 * study.noise)) if study.noise else ""
    return f"{MANNER.format(policy=study.policy)}{alike}"


PAGE = DoctorPage(
    file="doctor.html",
    question=lambda study, described: f"What is wrong with {described.game['title']}?",
    answer=answer,
    findings=findings,
    dependence=_dependence,
    counts=lambda study: [
        n_of(study.n_games, "game"),
        n_of(study.players, "player"),
        n_of(len(study.findings), "effect"),
    ],
    tables=tables_of,
    blocks=lambda study: [_figure(study)],
    sections=lambda study: [
        *_fault_sections(study),
        *_variant_section(study),
        *_decides_section(study),
        *_change_section(study),
        *_open_section(study),
        *_fine_section(study),
        *_section_on_omissions(study),
    ],
)
