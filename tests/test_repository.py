"""Files beside the package agree with it: line ends, workflow, hooks, templates, metadata."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.test_app import COMMANDS
from tests.support.documents import ROOT, links, read

GITHUB = ROOT / ".github"
PROJECT = tomllib.loads(read("pyproject.toml"))["project"]
JOBS = yaml.safe_load(read(".github/workflows/tests.yml"))["jobs"]
SCRIPTS = [step["run"] for job in JOBS.values() for step in job["steps"] if "run" in step]
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="these are sources without a repository")
def test_a_checkout_on_windows_has_the_same_bytes(tmp_path: Path) -> None:
    """Hashes of sources and of data, and texts that tests compare, depend on line ends."""
    as_committed, on_windows = tmp_path / "as_committed", tmp_path / "on_windows"
    for folder, settings in [
        (as_committed, ["core.autocrlf=false"]),
        (on_windows, ["core.autocrlf=true", "core.eol=crlf"]),
    ]:
        options = [word for setting in settings for word in ("-c", setting)]
        words = ["git", *options, "checkout-index", "--all", f"--prefix={folder}/"]
        subprocess.run(words, cwd=ROOT, check=True)
    names = [file.relative_to(as_committed) for file in as_committed.rglob("*") if file.is_file()]
    assert len(names) > 1000
    assert [
        n for n in names if (as_committed / n).read_bytes() != (on_windows / n).read_bytes()
    ] == []


def test_each_python_of_the_metadata_is_tested_on_each_system() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if ":: 3." in line]
    matrix = JOBS["tests"]["strategy"]["matrix"]
    assert matrix["python"] == named
    assert PROJECT["requires-python"] == f">={named[0]}"
    systems = {system.partition("-")[0] for system in matrix["system"]}
    assert systems == {"ubuntu", "macos", "windows"}


def test_the_oldest_versions_are_tested_with_the_oldest_python_and_every_extra() -> None:
    job = JOBS["oldest-versions"]
    assert job["steps"][1]["with"]["python-version"] == PROJECT["requires-python"].strip(">=")
    (extras,) = re.findall(r'"\.\[(.+)\]"', job["steps"][2]["run"])
    assert extras.split(",") == sorted(PROJECT["optional-dependencies"])


def test_the_workflow_calls_commands_that_exist() -> None:
    called = re.findall(r"simlab (\S+)", "\n".join(SCRIPTS))
    assert called and set(called) <= set(COMMANDS)
    assert set(re.findall(r"dev\.py (\w+)", "\n".join(SCRIPTS))) == {"test", "site"}


def test_hooks_are_checks_of_dev_py() -> None:
    (local,) = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"]
    calls = [hook["entry"].partition(" --")[0] for hook in local["hooks"]]
    checks = " ".join(re.findall(r"[^\s\",()]+", read("dev.py")))
    assert [call for call in calls if f" {call}" not in checks] == []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_a_form_asks_for_a_command_and_for_versions(form: Path) -> None:
    content: dict[str, Any] = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert content["name"] and content["description"]
    required = {f["id"] for f in content["body"] if f.get("validations", {}).get("required")}
    assert {"command", "version"} <= required
    assert len({field["id"] for field in content["body"]}) == len(content["body"])


def test_links_of_the_security_page_lead_somewhere() -> None:
    linked = links((GITHUB / "SECURITY.md").read_text(encoding="utf-8"))
    assert linked and [link for link in linked if not (GITHUB / link).exists()] == []
