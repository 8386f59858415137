"""Questions that were tried, in files."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from simlab.studio.tried import TriedRow, read_tried

ROW = TriedRow("a1", {"game": "pig"}, [], "two players", {"value": "42.0 %"})


def test_a_changed_answer_is_left_out(tmp_path: Path) -> None:
    read_tried(tmp_path).keep(ROW, is_last=True)
    assert read_tried(tmp_path).list() == [ROW]
    file = tmp_path / "a1.json"
    file.write_text(file.read_text().replace("42.0 %", "92.0 %"))
    assert read_tried(tmp_path).list() == []


def test_an_answer_of_an_earlier_simlab_has_no_checksum(tmp_path: Path) -> None:
    (tmp_path / "a1.json").write_text(json.dumps(asdict(ROW)))
    assert read_tried(tmp_path).list() == [ROW]
