"""Fits of policies to plays that are kept."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from simlab.studies.calibrate.kept_fit import Fit, keep_fit, read_fit


def test_a_changed_fit_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plays = tmp_path / "plays.csv"
    plays.write_text("game\n")
    digest = hashlib.sha256(plays.read_bytes()).hexdigest()
    fit = Fit(digest, "key", "pig", {"seed": 7}, "hold:at=20", 0.5, is_alike=True)
    keep_fit(fit)
    assert read_fit("pig", plays) == fit
    (file,) = tmp_path.glob("runs/fits/*.json")
    text = file.read_text()
    for changed in (text.replace("at=20", "at=28"), text[:-1], "", "[]", '{"digest": "x"}'):
        file.write_text(changed)
        assert read_fit("pig", plays) is None
