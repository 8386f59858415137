"""What the printer of studies does with tables of another form, findings and methods."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import pytest

from simlab.api.result import Content, TableResult
from simlab.cli.terminal.output import say
from simlab.cli.terminal.study import print_result
from simlab.report.page_table import PageTable


class Tosses(TableResult):
    """Two tables and a finding."""

    @property
    def sentences(self) -> list[str]:
        return ["It is fair."]

    @property
    def tables(self) -> Mapping[str, PageTable]:
        frame = pd.DataFrame()
        return {
            "Sides": PageTable("sides", ["side", "tosses"], [["heads", "7"]], "Counted.", frame),
            "Pairs": PageTable("pairs", ["pair"], [["heads, tails"]], "Counted.", frame),
        }

    @property
    def findings(self) -> dict[str, str]:
        return {"Even": "heads and tails."}

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        return {}

    def to_dict(self) -> Content:
        return {}


def test_a_printer_by_slug_replaces_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    print_result(Tosses(), explain=True, printers={"pairs": lambda: say("Drawn another way.")})
    out = capsys.readouterr().out
    assert out.startswith("It is fair.\n\nSides\nside ")
    assert "\nPairs\nDrawn another way.\nEven: heads and tails.\n" in out
    assert out.count("Counted.") == 1


def test_names_keep_their_letters_and_a_command_may_explain_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_result(Tosses())
    assert capsys.readouterr().out.endswith("Even: heads and tails.\n")
