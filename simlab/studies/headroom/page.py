"""Page on headroom: gains of search at growing budgets over the best scripted policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from simlab.analysis.verdict import Verdict
from simlab.report.answers.luck import PLAYED, gain
from simlab.report.figure_block import FigureBlock, PageSection
from simlab.report.figures import dots, search_strength
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.search_strength import Line, Mark, SearchStrength
from simlab.report.lineups import (
    ends_sentence,
    fair_share,
    margin_of,
    verdict_in_words,
)
from simlab.report.more_games import NextStep, Undecided, next_steps, times_needed
from simlab.report.page_table import Cell, PageTable, records
from simlab.report.study_page import LineupPage
from simlab.report.wording import (
    PERCENTAGE_POINTS,
    FormattedEstimate,
    Row,
    begin_sentence,
    difference,
    difference_of_shares,
    group_by_key,
    join_list,
    n_of,
    number,
    share,
    whole,
)
from simlab.studies.headroom.result import GAIN_METHOD, TIER_METHOD, WIN_METHOD, Headroom

LEVELS = "Strength of searches, by rollouts"
MANNER = (
    "A search plays each choice on many times, with its base policy in all seats and a new deal of"
    " what its seat cannot see: some turns ahead if the game evaluates unfinished positions, else"
    " to the end. Gains are measured in whole games, so they are lower bounds: other policies may"
    " gain more."
)


def steps(headroom: Headroom, command: str) -> list[NextStep]:
    """Return the searches of which more games would decide whether they are better."""
    searches = [row for row in records(headroom.gains) if row["rollouts"]]
    numbers = [
        Undecided(
            _subject(row),
            say_gain(headroom)(row).full,
            times_needed(row, headroom.scale.margin),
        )
        for row in searches
        if row["verdict"] == Verdict.UNDECIDED
    ]
    scale = headroom.scale
    seats = headroom.players if scale.is_share or scale.is_of_seat else 1
    games = seats * max((int(row["n"]) for row in searches), default=1)
    return next_steps(numbers, games, command)


def answer(headroom: Headroom) -> list[str]:
    """Return the sentences on the best search or policy and on the headroom it shows."""
    best = headroom.best
    first = _win_sentence if headroom.scale.is_share else _score_sentence
    last = _headroom_sentence if best["low"] > 0 else _none_sentence
    return [begin_sentence(first(headroom, best)), last(headroom)]


def findings(headroom: Headroom) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    sentences = {
        "Scripted players": _sentence_on_scripted(headroom),
        "Luck": _luck_sentence(headroom),
        "How games end": ends_sentence(headroom.ends),
    }
    return {topic: sentence for topic, sentence in sentences.items() if sentence}


def study_tables(headroom: Headroom) -> dict[str, PageTable]:
    """Return how well each player does, and how much better than the policy, by title."""
    return {LEVELS: _level_table(headroom), _gain_title(headroom): _gain_table(headroom)}


def policy_label(row: Row) -> str:
    """Return the name of a policy in a table: `search over planner`, `greedy`."""
    return f"search over {row['base']}" if row["rollouts"] else str(row["policy"])


def rollouts_of(row: Row) -> str:
    """Return the rollouts of a search, in a table."""
    return whole(row["rollouts"]) if row["rollouts"] else "–"


def say_level(headroom: Headroom) -> Callable[[Row], FormattedEstimate]:
    """Return how to write how well a player does."""
    return share if headroom.scale.is_share else number


def say_gain(headroom: Headroom) -> Callable[[Row], FormattedEstimate]:
    """Return how to write by how much it is better."""
    return difference_of_shares if headroom.scale.is_share else difference


def _subject(row: Row) -> str:
    """Return the name of a policy as the subject of a sentence."""
    if not row["rollouts"]:
        return str(row["policy"])
    rollouts = n_of(row["rollouts"], "rollout")
    return f"A search with {rollouts} over {row['base']}"


def _win_sentence(headroom: Headroom, best: Row) -> str:
    wins = share(_level_of(headroom, best)).full
    even = fair_share(headroom.players)
    return f"{_subject(best)} wins {wins} {_among(headroom)}, where {even} is even."


def _among(headroom: Headroom) -> str:
    """Say in whose company a player is measured."""
    return f"{'against' if headroom.players == 2 else 'among players of'} {headroom.policy}"


def _score_sentence(headroom: Headroom, best: Row) -> str:
    """Compare two scores to the same decimal, which is that of the one that is known better."""
    par = number(headroom.par._asdict()).estimate
    digits = len(par.partition(".")[2])
    best_score = number(_level_of(headroom, best), digits).estimate
    unit = headroom.scale.unit
    if headroom.scale.is_of_seat:
        unit += f" per game {_among(headroom)}"
    return (
        f"{_subject(best)} scores {best_score} {unit} where {headroom.policy} scores {par},"
        f" a difference of {difference(best, digits).full}."
    )


def _level_of(headroom: Headroom, best: Row) -> Row:
    return next(row for row in records(headroom.levels) if row["policy"] == best["policy"])


def _headroom_sentence(headroom: Headroom) -> str:
    least = _points(headroom, say_gain(headroom)(headroom.best).low)
    return (
        f"So {headroom.policy} can be improved by at least {least}; how much more, only better"
        " players could tell."
    )


def _none_sentence(headroom: Headroom) -> str:
    """Say that no headroom has been shown, and the upper bound of a possible one."""
    lead = f"No player tried is surely better than {headroom.policy}"
    if set(headroom.gains["verdict"]) <= {Verdict.SAME, Verdict.LESS}:
        margin = margin_of(headroom.scale)
        return f"No player tried is better than {headroom.policy} by more than {margin}."
    highest = max(records(headroom.gains), key=lambda row: float(row["high"]))
    if highest["high"] <= 0:
        return f"No player tried is better than {headroom.policy}."
    most = _points(headroom, say_gain(headroom)(highest).high)
    return f"{lead}; an advantage of up to {most} cannot be ruled out with so few games."


def _points(headroom: Headroom, bound: str) -> str:
    """Return a bound of a gain with its unit: `1.1 percentage points`."""
    return f"{bound.removeprefix('+')} {headroom.scale.unit or PERCENTAGE_POINTS}"


def _sentence_on_scripted(headroom: Headroom) -> str:
    """Return the sentence on the other scripted policies against the best one."""
    say = say_gain(headroom)
    scripted_rows = [row for row in records(headroom.gains) if not row["rollouts"]]
    gains = join_list([f"{say(row).full} for {row['policy']}" for row in scripted_rows])
    return f"The difference from {headroom.policy} is {gains}." if scripted_rows else ""


def _luck_sentence(headroom: Headroom) -> str:
    """Say what the best player gains as played, where luck was subtracted."""
    best = headroom.best
    if "saving" not in best:
        return ""
    played = say_gain(headroom)({**best, **{name: best[column] for name, column in PLAYED.items()}})
    return (
        f"It is subtracted from the wins. {_subject(best)} has a difference of {played.full} as"
        f" played; less luck, {gain(best['saving'])}."
    )


def _level_block(headroom: Headroom) -> FigureBlock:
    scale, rows = headroom.scale, records(headroom.levels)
    par = _par(headroom)
    searches = group_by_key((row["base"], row) for row in rows if row["rollouts"])
    plot = SearchStrength(
        [Line(base, search_rows) for base, search_rows in searches.items()],
        [Mark(row["policy"], row) for row in [par, *rows] if not row["rollouts"]],
        par["estimate"],
        scale.margin,
        "share of the wins (%)" if scale.is_share else f"{scale.label} ({scale.unit})",
        say_level(headroom),
        scale=100 if scale.is_share else 1,
    )
    return FigureBlock(
        title=LEVELS,
        lead=f"{_seats_in_words(headroom)} The dashed line is {headroom.policy}, the stripe around"
        f" it a margin of {margin_of(scale)}.",
        alt=search_strength.describe(plot),
        figure=search_strength.draw(plot),
        table=_level_table(headroom),
    )


def _par(headroom: Headroom) -> Row:
    """Return the row of the policy itself."""
    return {"policy": headroom.policy, "rollouts": 0, **headroom.par._asdict()}


def _seats_in_words(headroom: Headroom) -> str:
    """Say who sits where."""
    if headroom.scale.is_share:
        return f"One player among those of {headroom.policy}, in all rotations."
    if headroom.scale.is_of_seat:
        return f"One player among those of {headroom.policy}, in all rotations, on the same deals."
    return "Tables of equal players, on the same deals."


def _level_table(headroom: Headroom) -> PageTable:
    say, scale = say_level(headroom), headroom.scale
    rows: list[list[Cell]] = [
        [policy_label(row), rollouts_of(row), say(row), whole(row["n"])]
        for row in [*([] if scale.is_share else [_par(headroom)]), *records(headroom.levels)]
    ]
    value_head = "wins" if scale.is_share else f"{scale.label}\n{scale.unit}"
    heads = ["player", "rollouts", value_head, "deals"]
    return PageTable("levels", heads, rows, method_of(headroom), headroom.levels, labels=2)


def method_of(headroom: Headroom) -> str:
    """Return how the numbers of the players were made."""
    return WIN_METHOD if headroom.scale.is_share else GAIN_METHOD


def _gain_block(headroom: Headroom) -> FigureBlock:
    scale, rows = headroom.scale, records(headroom.gains)
    searches = group_by_key((policy_label(row), row) for row in rows if row["rollouts"])
    plot = Dots(
        [
            Group(
                name,
                [Dot(row, label=n_of(row["rollouts"], "rollout")) for row in search_rows],
                fair=0.0,
            )
            for name, search_rows in searches.items()
        ],
        f"difference ({PERCENTAGE_POINTS})" if scale.is_share else f"difference ({scale.unit})",
        is_share=scale.is_share,
        is_difference=True,
        margin=scale.margin,
    )
    return FigureBlock(
        title=_gain_title(headroom),
        lead="Searches only; the table has all policies. The dashed line is no difference, the"
        f" stripe around it a margin of {margin_of(scale)}.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_gain_table(headroom),
    )


def _gain_title(headroom: Headroom) -> str:
    return f"How much better than {headroom.policy}"


def _gain_table(headroom: Headroom) -> PageTable:
    say = say_gain(headroom)
    rows: list[list[Cell]] = [
        [
            policy_label(row),
            rollouts_of(row),
            say(row),
            verdict_in_words(headroom.scale, row["verdict"]),
        ]
        for row in records(headroom.gains)
    ]
    heads = ["player", "rollouts", "difference", f"compared with {headroom.policy}"]
    return PageTable("gains", heads, rows, method_of(headroom), headroom.gains, labels=2)


def _sections(headroom: Headroom) -> Iterator[PageSection]:
    if headroom.tiers.size:
        yield PageSection("How often each tier is reached", tables=[_tier_table(headroom)])


def _tier_table(headroom: Headroom) -> PageTable:
    """Return a row for each player and a column for each tier."""
    tiers = headroom.tiers
    names = {row["tier"]: f"at least {row['label']}\n{row['tier']}" for row in records(tiers)}
    players = group_by_key((row["policy"], row) for row in records(tiers))
    rows: list[list[Cell]] = [
        [policy_label(player_rows[0]), rollouts_of(player_rows[0]), *map(share, player_rows)]
        for player_rows in players.values()
    ]
    heads = ["player", "rollouts", *names.values()]
    return PageTable("tiers", heads, rows, TIER_METHOD, tiers, labels=2)


PAGE = LineupPage[Headroom](
    file="headroom.html",
    question=lambda headroom, described: (
        f"How much better than {headroom.policy} can {described.game['title']} be played?"
    ),
    answer=answer,
    findings=findings,
    dependence=lambda headroom: MANNER,
    tables=study_tables,
    blocks=lambda headroom: [_level_block(headroom), _gain_block(headroom)],
    sections=_sections,
    steps=steps,
)
