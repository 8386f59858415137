"""Provenance of a page: command, versions, policies, file hashes; and its disclaimers."""

from __future__ import annotations

from dataclasses import dataclass

from simlab import shell
from simlab.analysis.tables import Described, Tables
from simlab.report.wording import article, whole
from simlab.version import VERSION

OR = "or"
"""The key of the second part in the written form of a mixed policy (`simlab.players.mixture`)."""
ASSOCIATION = (
    "That {a} {one} or a prize makes its owner win. Who stands well may {use} more {many}, and who"
    " plays longer too; only a change of the rules, played with the same deals, would tell."
)
LIMITS = (
    "How human players would fare. The players are programs with fixed policies; they do not"
    " learn, get bored or talk.",
    "How the printed game plays where its components are assumed: see the list of what is assumed.",
    "How wrong all this is for other reasons than chance. An interval covers the luck of shuffles"
    " and dice in this number of games, not other policies, other rules or mistakes in the rules.",
)
UNTESTED = (
    "That scenarios differ or agree, unless a sentence says so. Such a sentence compares intervals"
    " that do not overlap; no other difference has been tested here."
)
LUCK = (
    "subtracted from the mean score and from the wins of seats and of policies, as the game’s"
    " evaluation judges it, with a slope fitted on other blocks; other numbers are as played"
)
UNKNOWN_POLICY = "described in its own file"


@dataclass(frozen=True)
class Provenance:
    """Command, facts, policies and file hashes with which a run can be repeated."""

    command: str
    facts: dict[str, str]
    policies: dict[str, str]
    """What each policy does, in a sentence."""
    hashes: dict[str, str]
    """SHA-256 of every file that was read."""
    file: str = ""
    """Name of the experiment file, where the command needs one."""
    experiment: str = ""
    """Its text."""


def provenance(tables: Tables) -> Provenance:
    """Return the provenance of a run."""
    file = f"{tables.described['name']}_again.toml"  # a reader may have one of the name itself
    return Provenance(
        command=shell.join(["simlab", tables.study.get("kind", "run"), file]),
        facts={
            "seed": str(tables.described["seed"]),
            "run key": tables.described["key"],
            **versions(tables),
            "games": _games(tables),
            "capped games": _number_capped(tables),
            **({"luck": LUCK} if tables.measures_luck else {}),
        },
        policies=sentences(tables),
        hashes=hashes(tables),
        file=file,
        experiment=tables.experiment,
    )


def study_provenance(
    tables: Described, command: str, n_games: float, policies: dict[str, str]
) -> Provenance:
    """Return the provenance of a study that keeps no run."""
    return Provenance(
        command=command,
        facts={
            "seed": str(tables.described["seed"]),
            **versions(tables),
            "games": whole(n_games),
        },
        policies=policies,
        hashes=hashes(tables),
    )


def versions(tables: Described) -> dict[str, str]:
    """Return the versions of all that plays, and the metrics that the user has added."""
    identity = tables.described["identity"]
    return {
        "game": f"{tables.game['title']}, version {tables.game['version']}",
        "simlab": f"{VERSION}, engine {identity['engine']}",
        **{
            f"metric {formula['name']}": f"{formula['expression']} ({formula['file']})"
            for formula in tables.described.get("metrics", [])
        },
    }


def sentences(tables: Described) -> dict[str, str]:
    """Return the sentence on each policy."""
    sentences_of = sentences_by_name(tables)
    called = {
        policy: scenario.display_name(policy)
        for scenario in tables.scenarios
        for policy in scenario.described["policies"]
    }
    return {
        policy: f"{_sentence(policy, sentences_of)}{_policy_name(policy, name)}"
        for policy, name in called.items()
    }


def _sentence(policy: str, sentences_of: dict[str, str]) -> str:
    """Return the sentence on a policy; on a mixed one those of both parts."""
    return " Or: ".join(sentences_of[name] for name in _names_in(policy))


def sentences_by_name(tables: Described) -> dict[str, str]:
    """Return the sentence on each policy by its name without traits."""
    sentences_of = tables.game["policies"]
    seated = (policy for s in tables.scenarios for policy in s.described["policies"])
    names = (name for policy in seated for name in _names_in(policy))
    return {name: sentences_of.get(name, UNKNOWN_POLICY).replace("`", "") for name in names}


def _names_in(policy: str) -> list[str]:
    """Return the name of a policy; of a mixed one those of both parts."""
    traits = (trait.partition("=") for trait in policy.partition(":")[2].split(","))
    return [policy.partition(":")[0], *(value for key, _, value in traits if key == OR)]


def _policy_name(policy: str, name: str) -> str:
    """Say the name of a policy on the page if it differs from its specification."""
    return "" if policy == name else f" Here it is called {name}."


def hashes(tables: Described) -> dict[str, str]:
    """Return the SHA-256 of every file that was read."""
    identity = tables.described["identity"]
    files = {name: h for s in identity["scenarios"] for name, h in s["files"].items()}
    return {**files, **identity["foreign_files"]}


def disclaimers(tables: Tables) -> list[str]:
    """Return what the numbers do not say."""
    has_causes = tables.facts.cards.kinds or tables.facts.prizes.holders
    return [*([_association(tables)] if has_causes else []), *LIMITS, UNTESTED]


def _association(tables: Tables) -> str:
    singular, plural = tables.facts.cards.one, tables.facts.cards.many
    use = "buy" if tables.facts.cards.are_dated else "play"
    return ASSOCIATION.format(a=article(singular), one=singular, many=plural, use=use)


def _games(tables: Tables) -> str:
    n_played = sum(tables.scenario_counts(scenario).n_games for scenario in tables.scenarios)
    n_asked = sum(scenario.described["games"] for scenario in tables.asked)
    return whole(n_played) if tables.is_finished else f"{whole(n_played)} of {whole(n_asked)}"


def _number_capped(tables: Tables) -> str:
    n_capped = sum(tables.scenario_counts(scenario).n_capped for scenario in tables.scenarios)
    return (
        f"{whole(n_capped)}; their shares stand in the table of all scenarios"
        if n_capped
        else ("No game was capped.")
    )
