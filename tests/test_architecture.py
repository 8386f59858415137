"""ARCHITECTURE.md names modules and functions that exist, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.documents import ROOT, blocks, links, object_named, read, run_python

ARCHITECTURE = read("simlab/ARCHITECTURE.md")
NAMES = sorted(set(re.findall(r"`(simlab(?:\.\w+)+)`", ARCHITECTURE)))
PACKAGES = {
    folder.name for folder in (ROOT / "simlab").iterdir() if (folder / "__init__.py").exists()
}


def test_the_walk_names_a_function_at_every_step() -> None:
    walk = ARCHITECTURE.partition("## The walk of one game")[2]
    steps = re.split(r"^\d+\. ", walk, flags=re.MULTILINE)[1:]
    assert len(steps) == 10
    assert [step for step in steps if "`simlab." not in step] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_named_exists(name: str) -> None:
    assert object_named(name) is not None


def test_the_picture_has_every_package() -> None:
    picture = ARCHITECTURE.partition("```")[2].partition("```")[0]
    assert set(re.findall(r"(\w+)/", picture)) == PACKAGES


@pytest.mark.compiled
def test_the_examples_run_one_after_the_other(tmp_path: Path) -> None:
    program = "\n".join(blocks(ARCHITECTURE, "python"))
    checks = "assert len(rows) == 3 and means['n'].iloc[0] > 0 and page.exists()"
    run_python(f"{program}\n{checks}", tmp_path)


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_it_is_linked(document: str) -> None:
    assert "simlab/ARCHITECTURE.md" in links(read(document))
