"""The public names: what they are, what they cost, and that their examples run."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import cast

import pytest

import simlab
from simlab.cli.app import app

HEAVY = ("numpy", "numba", "pandas", "pyarrow", "matplotlib", "joblib", "scipy", "pydantic")
SETTINGS = {"plain_python"}
"""What is set for a block of statements, as options of commands are for a command."""
FUNCTIONS = [name for name in simlab.__all__ if name.islower() and name not in SETTINGS]
WITHOUT_FUNCTION = {
    "bench",
    "demo",
    "games",
    "report",
    "resume",
    "runs",
    "strength",
    "studio",
    "verify",
}
"""Commands about this machine or about the files of runs."""
RENAMED = {"check": "check_game", "compile": "compile_game"}
"""`simlab.check` is the package of the contract test, `compile` a function of Python."""


def test_every_command_that_finds_something_out_is_a_function() -> None:
    names = [
        command.name or command.callback.__name__
        for group in app.registered_groups
        for command in group.typer_instance.registered_commands
    ]
    commands = {name.replace("-", "_") for name in names} | {"plan", "plan_ab", "read_run"}
    functions = {RENAMED.get(name, name) for name in commands - WITHOUT_FUNCTION}
    assert functions == set(FUNCTIONS)


def test_importing_simlab_imports_nothing_heavy() -> None:
    program = (
        f"import simlab, sys; dir(simlab); print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_public_names_are_found_by_completion_and_by_star() -> None:
    assert set(simlab.__all__) <= set(dir(simlab))
    assert all(callable(getattr(simlab, name)) for name in simlab.__all__)


def test_public_names_hide_no_package_of_simlab() -> None:
    for name in simlab.__all__:
        with pytest.raises(ModuleNotFoundError):
            import_module(f"simlab.{name}")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_documentation_of_a_function_names_its_parameters(name: str) -> None:
    function = getattr(simlab, name)
    text = inspect.getdoc(function)
    for part in ("Args:", "Returns:", "Raises:", ">>> import simlab"):
        assert part in text
    for parameter in inspect.signature(function).parameters:
        assert f"\n    {parameter}: " in text, parameter


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long) if name == "check_game" else name
        for name in FUNCTIONS
    ],
)
def test_the_example_of_a_function_runs(name: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = doctest.DocTestFinder(recurse=False).find(getattr(simlab, name), name)
    assert example.examples
    report: list[str] = []
    assert doctest.DocTestRunner().run(example, out=report.append).failed == 0, "".join(report)


def test_the_default_policy_is_the_strongest_only_where_strengths_were_measured() -> None:
    texts = {name: " ".join(inspect.getdoc(getattr(simlab, name)).split()) for name in FUNCTIONS}
    named = [name for name, text in texts.items() if "strongest that was measured" in text]
    assert len(named) > 15
    for text in texts.values():
        assert "strongest unless given" not in text


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(str(simlab.__file__)).read_text(encoding="utf-8"))
    (guarded,) = (node for node in tree.body if isinstance(node, ast.If))
    imported = [alias.name for line in guarded.body for alias in cast(ast.ImportFrom, line).names]
    assert imported and sorted(imported) == sorted(simlab.__all__)
