"""`simlab.tune`: the fewest rule changes that meet targets, certified on fresh deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks, report_waiting
from simlab.api.result import Content
from simlab.api.study_result import StudyResult, page_folder
from simlab.api.sweep import Levels, factor_arguments, sweep_table
from simlab.errors import InputError
from simlab.execution.executor import prepare
from simlab.execution.store import Store
from simlab.experiment.toml_text import patch_text
from simlab.game.components.key import split_assignment
from simlab.report.page_files import write_files
from simlab.report.wording import begin_sentence, n_of, whole
from simlab.studies.kit.kept_games import keeper
from simlab.studies.tune.answer import changes_in_short, targets_text
from simlab.studies.tune.kept_sums import KeptSums
from simlab.studies.tune.outcome import Look, result_of
from simlab.studies.tune.page import PAGE
from simlab.studies.tune.request import problem_key, request_tune
from simlab.studies.tune.result import Tuned
from simlab.studies.tune.study import play

SEARCH = "_search.json"
"""File with what the candidates played, in the folder of the page."""
PATCHES = "patches"
"""Folder of the patches of the finalists, beside the page."""


@dataclass(frozen=True, eq=False, repr=False)
class TuneResult(StudyResult[Tuned]):
    """Which change of the rules meets the targets.

    The main frame, `values`, has a row per finalist and target: the mean while searching, and that
    on fresh deals with interval and decision.
    """

    patches: Sequence[Mapping[str, object]]
    """The changes of each finalist by dotted key; empty for the unchanged rules."""

    study_page = PAGE
    tables_as_json = ("values", "targets", "candidates", "others")

    @property
    def is_certified(self) -> bool:
        """Whether the answer is certified for all targets, and no strongest player misses one."""
        return self.study.answer is not None and self.study.is_certified(self.study.answer)

    @property
    def patch(self) -> Mapping[str, object] | None:
        """The recommended change by dotted key; None if each finalist surely misses a target."""
        return None if self.study.answer is None else self.patches[self.study.answer]

    @property
    def findings(self) -> dict[str, str]:
        """Further sentences by their topics, with capitals, which those of the page lack."""
        return {topic: begin_sentence(sentence) for topic, sentence in super().findings.items()}

    def _settings(self) -> Content:
        return {
            "policy": self.study.policy,
            "seed": self.described["seed"],
            "games": self.study.n_games,
            "rule_sets": self.study.n_space,
            "tried": self.study.n_tried,
            "impossible": self.study.n_impossible,
        }

    def _numbers(self) -> Content:
        return {
            "certified": self.is_certified,
            "recommended": self.study.answer,
            "finalists": [
                {"changes": list(sentences), "patch": dict(patch)}
                for sentences, patch in zip(self.study.sentences, self.patches, strict=True)
            ],
        }

    def _write(self, folder: Path) -> Path:
        page = super()._write(folder)
        question = f"Does this lead to {targets_text(self.study)}?"
        patches = {
            f"{PATCHES}/finalist_{number}.toml": patch_text(
                changes_in_short(self.study, number), question, patch
            )
            for number, patch in enumerate(self.patches)
            if patch
        }
        write_files(folder, patches)
        return page


def tune(
    what: AnyGame,
    *,
    target: OneOrMore = (),
    vary: Mapping[str, Levels] | OneOrMore = (),
    switch: OneOrMore = (),
    weight: Mapping[str, float] | OneOrMore = (),
    keep: OneOrMore = (),
    candidates: Count | None = None,
    other_policy: OneOrMore = (),
    players: Count | Sequence[Count] | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    metric_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    out: AnyPath | None = None,
    observer: Observer = SILENT,
) -> TuneResult:
    """Find the fewest rule changes that meet targets.

    Many sets of rules play few games on the same deals, those that may win play more. The
    finalists, from almost nothing changed to all targets met, play again on fresh deals until each
    target is decided.

        >>> import simlab
        >>> result = simlab.tune("pig", policy="hold", target="turns<=16", vary="target=60..99")
        >>> result.is_certified
        True

    Args:
        what: Name or path of a game, or a file with a `[tune]`; the name of a game without targets
            means the file that is shipped for it.
        target: Metrics with a range for their mean, and numbers of players: "score=55±1 @2,3" (or
            "score=55+-1"), "seat_gap<=0.03 @4", "rounds<=20".
        vary: Rules or component cells that may change, and their levels: officers=1..4, 2,3,4 or
            on,off. In Python also a table such as {"officers": "1..4"}.
        switch: Patches that may be used, each off or on.
        weight: What a change of a rule costs, as a multiple of what others cost: officers=3. In
            Python also a table such as {"officers": 3}.
        keep: Rules, tables or rows that no patch may change.
        candidates: Most sets of rules that are tried; 200 unless given.
        other_policy: Policies with which the answer is played again; the game's others unless
            given. The strongest one measured is among them in any case; the answer depends on who
            plays if that one misses a target that is certified.
        players: Numbers of players of targets that name none; the fewest of the game unless given.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        metric_file: TOML files with metrics of one's own.
        games: Most games of each finalist and number of players on fresh deals; 20,000 unless
            given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change in all sets of rules.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        out: Folder that keeps what candidates and finalists played, so that a study that was
            stopped goes on; the folder of the page in runs/ unless given.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The finalists with their values on fresh deals, the recommended change, and the page.

    Raises:
        InputError: all that is unknown, impossible or out of range; Optuna is needed for this
            number of rule sets and not installed.
        ContractError: a game or a policy broke its contract.
    """
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        metric_file=metric_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
    )
    weights = _weights(weight)
    study_settings = {
        "target": arguments.several(target, str),
        "weight": weights,
        "keep": arguments.several(keep, str),
        "candidates": arguments.text(candidates),
        "other_policy": arguments.several(other_policy, str),
    }
    factors = factor_arguments(vary)
    switches = arguments.several(switch, str) or []
    name = arguments.name(what)
    request = request_tune(
        name, options, {**study_settings, **(sweep_table(factors, switches, {}) or {})}
    )
    scenarios = request.experiment.scenarios
    other_scenarios = [
        scenario for tables in request.others.values() for scenario in tables.values()
    ]
    report_remarks(scenarios, observer)
    report_waiting(scenarios, (tuning_target.metric for tuning_target in request.targets), observer)
    described = {**request.experiment.describe_experiment(), "study": request.study()}
    folder = page_folder(out, described)
    with Store(folder).lock(), open_executor(jobs, cluster, observer) as executor:
        prepare(executor, [*scenarios, *other_scenarios], observer)
        kept_sums = KeptSums(folder / SEARCH, problem_key(request))
        certifier = keeper(executor, folder, described)
        look = last_of(play(request, executor, kept_sums, certifier), brief, observer)
        certifier.end()
    typed = {
        **arguments.write_options(options),
        **study_settings,
        "vary": factors,
        "switch": switches,
    }
    typed["weight"] = [f"{key}={value:g}" for key, value in weights.items()]
    command = arguments.command_line("tune", name, typed)
    patches = [request.whole_patch(finalist.cell) for finalist in look.finalists]
    return TuneResult(result_of(request, look), patches, described=described, command=command)


def _weights(weight: Mapping[str, float] | OneOrMore) -> dict[str, float]:
    """Read weights: a table, or texts such as `officers=3`.

    Raises:
        InputError: one is no number above 0.
    """
    if isinstance(weight, Mapping):
        return dict(weight)
    weights = {}
    for assignment in arguments.several(weight, str) or []:
        name, number = split_assignment(assignment)
        try:
            weights[name] = float(number or "")
        except ValueError:
            raise InputError(
                f'"{assignment}" is not a rule and a number: officers=3', "weight"
            ) from None
    return weights


def brief(look: Look) -> str:
    """Return the progress line: what is played, the sets of rules tried, and the games so far."""
    n_tried = n_of(len(look.candidates), "set of rules", "sets of rules")
    return f"{look.stage}: {n_tried}, {whole(look.n_games)} games"
