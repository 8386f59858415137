"""Tables of a page as CSV."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from simlab.report.page_table import PageTable


def test_bounds_that_are_not_known_are_left_empty_in_csv() -> None:
    frame = pd.DataFrame({"who": ["a", "b"], "low": [-np.inf, 1.0], "high": [np.inf, 2.0]})
    table = PageTable("bounds", ["who"], [["a"], ["b"]], "", frame)
    assert table.csv == "who,low,high\na,,\nb,1,2\n"


@pytest.mark.parametrize("slug", ["con", "Aux", "nul.of", "com1"])
def test_no_file_of_a_page_has_a_name_that_windows_lacks(slug: str) -> None:
    assert PageTable(slug, [], [], "", pd.DataFrame()).slug == f"{slug}_"
    assert PageTable(f"a{slug}", [], [], "", pd.DataFrame()).slug == f"a{slug}"
