"""How a replayed game ended, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from simlab.experiment.resolve import Scenario
from simlab.explain.replay import Event
from simlab.explain.transcript import seat_names
from simlab.facts import Facts
from simlab.game import Rules


def ending(scenario: Scenario, result: Event) -> list[str]:
    """Return who won or what was scored, and why the game ended."""
    game, rules = scenario.game, scenario.rules
    facts = game.facts_under(rules)
    if not result["finished"]:
        stopped = "The game was stopped after {decisions} decisions, before its end."
        first = rules.words(stopped).format(decisions=result["decisions"])
    elif game.cooperative:
        first = shared_score(result, facts, rules)
    else:
        first = winners(result, facts, rules, seat_names(game, rules, scenario.players))
    return list(filter(None, [first, reason(result, facts, rules)]))


def shared_score(result: Event, facts: Facts, rules: Rules) -> str:
    """Return the score of a cooperative game, and the line of the victory table that it reaches."""
    words, score = rules.words, result[facts.score.column]
    points = words("{score} {unit}").format(score=score, unit=words(facts.score.unit))
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


def winners(result: Event, facts: Facts, rules: Rules, names: Sequence[str]) -> str:
    """Return who won and how, then the others by rank."""
    words, seats = rules.words, result["seats"]
    order = sorted(range(len(seats)), key=lambda seat: seats[seat]["rank"])
    won = [seat for seat in order if seats[seat]["credit"] > 0]
    if not won:
        return words("Nobody wins.")
    sentence = "{winners} wins{how}{lead}." if len(won) == 1 else "{winners} share the win{how}."
    joined = words(" and ").join(names[seat] for seat in won)
    how = _how(result, facts, rules, names, [*won, *(seat for seat in order if seat not in won)])
    since = result.get("led_since")
    ahead = ", ahead at the end of each round since round {n}"
    lead = words(ahead).format(n=since) if since else ""
    return words(sentence).format(winners=joined, how=how, lead=lead)


def _how(
    result: Event, facts: Facts, rules: Rules, names: Sequence[str], order: Sequence[int]
) -> str:
    """Return by what the game was won, and the points or the order of the others."""
    words, seats = rules.words, result["seats"]
    if facts.ends.winning:
        others = words.joined([names[seat] for seat in order[1:]])
        way = words(facts.ends.labels[result[facts.ends.column]])
        return words(" by {way}, before {others}").format(way=way, others=others)
    scores = [seats[seat][facts.score.column] for seat in order]
    if len(order) == 2:
        return f" {scores[0]} : {scores[1]}"
    pairs = zip(order[1:], scores[1:], strict=True)
    rest = words.joined([f"{names[seat]} ({score})" for seat, score in pairs])
    sentence = words(" with {score} {unit}, before {others}")
    return sentence.format(score=scores[0], unit=words(facts.score.unit), others=rest)


def reason(result: Event, facts: Facts, rules: Rules) -> str:
    """Return why the game ended, unless that is how it was won."""
    words, ends = rules.words, facts.ends
    cause = result.get(ends.column)
    if ends.winning or cause is None or cause not in ends.labels:
        return ""
    return words("Reason for the end: {reason}.").format(reason=words(ends.labels[cause]))
