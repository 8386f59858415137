"""How a replayed game ended, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from simlab.analysis.wins_only import says_wins_only
from simlab.experiment.resolve import Scenario
from simlab.explain.replay import Event
from simlab.explain.transcript import seat_names
from simlab.game.definition import Rules
from simlab.game.facts import Facts
from simlab.game.nouns import singular

MINUS = "\N{MINUS SIGN}"


def ending(scenario: Scenario, result: Event) -> list[str]:
    """Return who won or what was scored, and why the game ended."""
    game, rules = scenario.game, scenario.rules
    facts = game.facts_under(rules)
    if not result["finished"]:
        stopped = "The game was stopped after {decisions} decisions, before its end."
        first = rules.words(stopped).format(decisions=result["decisions"])
    elif game.cooperative:
        first = score_in_words(result, facts, rules)
    elif game.is_for_points:
        names = seat_names(game, rules, scenario.players)
        first = points_of_seats(result, facts, rules, names)
    else:
        first = winners(result, facts, rules, seat_names(game, rules, scenario.players))
    return list(filter(None, [first, reason(result, facts, rules)]))


def score_in_words(result: Event, facts: Facts, rules: Rules) -> str:
    """Return the score of a cooperative game, and the line of the victory table that it reaches."""
    words, score = rules.words, result[facts.score.column]
    unit = words(singular(facts.score.unit) if score == 1 else facts.score.unit)
    points = words("{score} {unit}").format(score=format_score(score), unit=unit)
    if not facts.bands.tiers:
        return f"{points}."
    reached = [tier for tier in facts.bands.tiers if tier.start <= score]
    label = words(reached[-1].label if reached else facts.bands.below)
    if not reached:
        return f"{points}: {label}."
    sentence = words("{points}: {label}, line {line} of {lines} of the victory table.")
    return sentence.format(
        points=points, label=label, line=len(reached), lines=len(facts.bands.tiers)
    )


def points_of_seats(result: Event, facts: Facts, rules: Rules, names: Sequence[str]) -> str:
    """Return what each seat has at the end, in a game that is played for points."""
    words = rules.words
    scores = [format_score(seat[facts.score.column]) for seat in result["seats"]]
    sentences = [words("{name} ends with {score}"), *[words("{name} with {score}")] * len(names)]
    points = [
        sentence.format(name=name, score=score)
        # one sentence more than seats: the first is in full, the others follow it
        for sentence, name, score in zip(sentences, names, scores, strict=False)
    ]
    unit = words(facts.score.unit)
    return words("{results} {unit}.").format(results=words.join_list(points), unit=unit)


def winners(result: Event, facts: Facts, rules: Rules, names: Sequence[str]) -> str:
    """Return who won and how, then the others by rank."""
    words, seats = rules.words, result["seats"]
    order = sorted(range(len(seats)), key=lambda seat: seats[seat]["rank"])
    won = [seat for seat in order if seats[seat]["credit"] > 0]
    if not won:
        return words("Nobody wins.")
    if len(seats) == 1:
        return _alone(result, facts, rules, names[0])
    sentence = "{winners} wins{how}{lead}." if len(won) == 1 else "{winners} share the win{how}."
    joined = words.join_list([names[seat] for seat in won])
    manner = _how(result, facts, rules, names, won, [seat for seat in order if seat not in won])
    since = result.get("led_since")
    ahead = ", ahead at the end of each round since round {n}"
    lead = words(ahead).format(n=since) if since else ""
    return words(sentence).format(winners=joined, how=manner, lead=lead)


def _alone(result: Event, facts: Facts, rules: Rules, name: str) -> str:
    """Return what the only player has at the end; nobody was there to be beaten."""
    score = format_score(result["seats"][0][facts.score.column])
    unit = rules.words(singular(facts.score.unit) if score == "1" else facts.score.unit)
    return rules.words("{name} ends with {score} {unit}.").format(name=name, score=score, unit=unit)


def _how(
    result: Event,
    facts: Facts,
    rules: Rules,
    names: Sequence[str],
    won: Sequence[int],
    lost: Sequence[int],
) -> str:
    """Return by what the game was won, and the points or the order of the others, if any."""
    words = rules.words
    if facts.ends.winning:
        way = words(facts.ends.labels[result[facts.ends.column]])
        manner, losers = words(" by {way}").format(way=way), [names[seat] for seat in lost]
    elif counts_wins_only(result, facts):
        return ""
    else:
        scores = [format_score(seat[facts.score.column]) for seat in result["seats"]]
        best, *other_scores = (scores[seat] for seat in (*won, *lost))
        if len(other_scores) == 1:
            return f" {best} : {other_scores[0]}"
        unit = singular(facts.score.unit) if best == "1" else facts.score.unit
        manner = words(" with {score} {unit}").format(score=best, unit=words(unit))
        losers = [f"{names[seat]} ({scores[seat]})" for seat in lost]
    return manner + (
        words(", before {others}").format(others=words.join_list(losers)) if losers else ""
    )


def counts_wins_only(result: Event, facts: Facts) -> bool:
    """Return whether the points only say who won: a game without points has 1 for each winner."""
    scores, credits = (
        [seat[column] for seat in result["seats"]] for column in (facts.score.column, "credit")
    )
    return not facts.lead.margin and says_wins_only(scores, credits)


def format_score(score: int) -> str:
    """Return a score with a minus sign where it is negative."""
    return str(score).replace("-", MINUS)


def reason(result: Event, facts: Facts, rules: Rules) -> str:
    """Return why the game ended, unless that is how it was won."""
    words, ends = rules.words, facts.ends
    cause = result.get(ends.column)
    if ends.winning or cause is None or cause not in ends.labels:
        return ""
    return words("Reason for the end: {reason}.").format(reason=words(ends.labels[cause]))
