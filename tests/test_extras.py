"""Commands that install the packages of an extra, in this Python."""

from __future__ import annotations

import shlex
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from simlab import extras
from simlab.extras import install_command


@pytest.mark.parametrize(("extra", "package"), [("tune", "optuna"), ("studio", "uvicorn")])
def test_the_packages_of_an_extra_are_named_not_simlab(extra: str, package: str) -> None:
    program, *words = shlex.split(install_command(extra))
    assert program == sys.executable and words[:3] == ["-m", "pip", "install"]
    assert any(word.startswith(package) for word in words[3:])
    assert not any("simlab" in word for word in words[3:])


def test_without_metadata_the_extra_itself_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(extras, "requires", lost)
    assert install_command("tune").endswith("'simlab[tune]'")
