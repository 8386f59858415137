"""What all studies share: one page each, which the result of their function has, too."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from simlab import studies
from simlab.api.study_result import StudyResult

STUDIES = sorted(file.parent.name for file in Path(studies.__path__[0]).glob("*/page.py"))


@pytest.mark.parametrize("name", STUDIES)
def test_the_result_of_a_study_has_the_page_of_its_folder(name: str) -> None:
    page = import_module(f"simlab.studies.{name}.page").PAGE
    module = import_module(f"simlab.api.{name}")
    results = [
        member
        for member in vars(module).values()
        if isinstance(member, type)
        and issubclass(member, StudyResult)
        and member.__module__ == module.__name__
    ]
    assert page.file == f"{name}.html"
    assert results
    assert all(result.study_page is page for result in results)
