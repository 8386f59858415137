"""`simlab.sensitivity`: which rules cause the variation of a metric within their ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import last_of, open_executor, report_remarks, report_waiting
from simlab.api.result import Content
from simlab.api.study_result import StudyResult, page_folder
from simlab.api.sweep import Levels, factor_arguments, sweep_table
from simlab.execution.executor import prepare
from simlab.execution.store import Store
from simlab.report.wording import begin_sentence, n_of, whole
from simlab.studies.kit.kept_games import keeper
from simlab.studies.sensitivity.page import PAGE
from simlab.studies.sensitivity.request import request_sensitivity
from simlab.studies.sensitivity.result import Sensitivity
from simlab.studies.sensitivity.study import Look, play


@dataclass(frozen=True, eq=False, repr=False)
class SensitivityResult(StudyResult[Sensitivity]):
    """Which rules cause the variation of a metric.

    The main frame, `effects`, has a row per factor: its share of the variation alone (`first`) and
    with all its interactions (`total`, also `estimate`), with bounds.
    """

    study_page = PAGE
    tables_as_json = ("effects", "pairs")

    @property
    def findings(self) -> dict[str, str]:
        """Further sentences by their topics, with capitals, which those of the page lack."""
        return {topic: begin_sentence(sentence) for topic, sentence in super().findings.items()}

    def _settings(self) -> Content:
        return {
            "players": self.study.players,
            "metric": self.study.label,
            "unit": self.study.unit,
            "seed": self.described["seed"],
            "games": self.study.n_games,
            "rule_sets": self.study.n_cells,
        }

    def _numbers(self) -> Content:
        spread = self.study.spread if self.study.is_measurable else None
        return {"mean": self.study.mean, "spread": spread}

    def to_dict(self) -> Content:
        """Return all shares as JSON."""
        ends = map(float, self.study.together[:3])
        return {
            **super().to_dict(),
            "interactions": dict(zip(("estimate", "low", "high"), ends, strict=True)),
            "screened": list(self.study.screened),
        }


def sensitivity(
    what: AnyGame,
    *,
    vary: Mapping[str, Levels] | OneOrMore = (),
    switch: OneOrMore = (),
    assumed: bool = False,
    other_policy: OneOrMore = (),
    metric: str | None = None,
    players: Count | None = None,
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
) -> SensitivityResult:
    """Measure which rules matter most for a metric.

    Each level of a range counts the same. If there are more than eight factors, a screening sets
    those aside that cause least.

        >>> import simlab
        >>> result = simlab.sensitivity("pig", policy="hold", vary={"target": "60,80"}, games=100)
        >>> list(result.frame["factor"])
        ['target']

    Args:
        what: Name or path of a game, or a file with a `[sensitivity]`.
        vary: Rules or component cells and their levels: officers=1..4, 2,3,4 or on,off. In Python
            also a table such as {"officers": "1..4"}.
        switch: Patches that are factors of their own, off or on.
        assumed: Vary what the game assumes too, each assumption as a factor, and where seats
            compete up to four traits of the player.
        other_policy: Further policies in all seats; then the policy is a factor, too.
        metric: Metric whose variation is explained, see `simlab metrics`; the headline metric
            unless given.
        players: Number of players; the fewest of the game unless given.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        metric_file: TOML files with metrics of one's own.
        games: Games of each set of rules; 400 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change in all sets of rules.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        out: Folder that keeps the games until the study ends, so that one that was stopped goes
            on; the folder of the page in runs/ unless given.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The share of each factor alone and with its interactions, with intervals.

    Raises:
        InputError: all that is unknown, impossible or out of range; nothing varies.
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
    factors, switches = factor_arguments(vary), arguments.several(switch, str) or []
    other_policies = arguments.several(other_policy, str) or []
    name = arguments.name(what)
    study_settings = {"assumed": assumed, "other_policy": other_policies, "metric": metric}
    table = sweep_table(factors, switches, {}) or {}
    request = request_sensitivity(name, options, {**study_settings, **table})
    scenarios = request.experiment.scenarios
    described = {**request.experiment.describe_experiment(), "study": request.study()}
    report_remarks(scenarios[:1], observer)
    report_waiting(scenarios, [request.metric], observer)
    folder = page_folder(out, described)
    with Store(folder).lock(), open_executor(jobs, cluster, observer) as executor:
        prepare(executor, scenarios, observer)
        game_keeper = keeper(executor, folder, described)
        look = last_of(play(request, game_keeper), brief, observer)
        game_keeper.end()
    assert look.result is not None
    typed = {
        **arguments.write_options(options),
        "vary": factors,
        "switch": switches,
        **study_settings,
    }
    command = arguments.command_line("sensitivity", name, typed)
    return SensitivityResult(look.result, described=described, command=command)


def brief(look: Look) -> str:
    """Return the progress line: the sets of rules and the games so far."""
    n_cells = n_of(look.n_cells, "set of rules", "sets of rules")
    return f"{look.stage}: {n_cells}, {whole(look.n_games)} games"
