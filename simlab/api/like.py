"""Policy fitted to real plays, for any command: the kept fit of `calibrate`, or a new one."""

from __future__ import annotations

from pathlib import Path

from simlab.api.arguments import AnyCluster
from simlab.api.calibrate import calibrate
from simlab.api.observer import Observer
from simlab.errors import InputError
from simlab.experiment.request import game_of
from simlab.studies.calibrate.kept_fit import Fit, read_fit
from simlab.studies.calibrate.study import request_calibration


def fit_policy(
    name: str, plays: Path, jobs: int | None, cluster: AnyCluster | None, observer: Observer
) -> str:
    """Return the policy that looks like real plays of a game, or of that of an experiment.

    It is the last one that was fitted to these plays, with the options of then; without any, the
    best policy is fitted, with the rules as shipped. The observer hears which one it is.

    Raises:
        InputError: there is no such game, or the plays cannot be used.
    """
    game = game_of(name)
    fit = _read_kept_fit(game, plays)
    if fit is None or not _is_current(fit, plays):
        options = {} if fit is None else fit.options
        calibrate(game, plays=plays, **options, jobs=jobs, cluster=cluster, observer=observer)
        fit = read_fit(game, plays)
        assert fit is not None, "calibrate keeps its fit"
    doubt = (
        "" if fit.is_alike else f", though they look like no skill of it (p = {fit.p_value:.2g})"
    )
    observer.remark(f"all seats have {fit.policy}, fitted to {plays}{doubt}")
    return fit.policy


def _read_kept_fit(game: str, plays: Path) -> Fit | None:
    try:
        return read_fit(game, plays)
    except OSError as error:
        raise InputError(f"not readable ({error.strerror or error})", str(plays)) from None


def _is_current(fit: Fit, plays: Path) -> bool:
    """Return whether rules, code and policy are those of the fit."""
    options = dict(fit.options)
    policies = options.pop("policy", None), options.pop("second", None)
    return request_calibration({"game": fit.game, **options}, plays, *policies).key() == fit.key
