"""Metrics of one's own, each in a TOML file: a name and an expression over columns."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from simlab.errors import ExperimentError
from simlab.experiment.expression import is_question, tree_of
from simlab.experiment.spec import validate_file
from simlab.game.facts import METRIC_GROUPS, OPTIONS, Formula


def check_expression(expression: str) -> str:
    """Check the syntax of an expression.

    Raises:
        ValueError: it has none that is allowed.
    """
    tree_of(expression)
    return expression


class MetricTable(BaseModel):
    """A whole metric file."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
    label: str = ""
    """What it is called on pages; its name with blanks unless given."""
    unit: str = ""
    """Unit of its values; none for a yes or no, whose mean is a share of games."""
    # pydantic takes the words from the tuple; mypy would have them written out a second time
    group: Literal[METRIC_GROUPS] = OPTIONS  # type: ignore[valid-type]
    margin: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """Smallest change that matters."""
    expression: Annotated[str, AfterValidator(check_expression)]

    @model_validator(mode="after")
    def check_unit(self) -> MetricTable:
        """Check that there is a unit if the mean is no share.

        Raises:
            ValueError: there is none, or one for a share, or the margin of a share is 1 or more.
        """
        is_share = is_question(tree_of(self.expression))
        if is_share and self.unit:
            raise ValueError(f'a share of games has no unit; leave out unit = "{self.unit}"')
        if not is_share and not self.unit:
            raise ValueError('name its unit, as in unit = "points"; only a yes or no has none')
        if is_share and self.margin is not None and self.margin >= 1:
            raise ValueError(f"margin {self.margin:g} is more than all of a share, as in 0.02")
        return self


def read_metric_files(files: Iterable[str]) -> tuple[Formula, ...]:
    """Return the metrics of some files.

    Raises:
        ExperimentError: a file cannot be read or has problems, or two have the same name.
    """
    formulas: dict[str, Formula] = {}
    for file in files:
        formula = _formula(Path(file))
        if formula.name in formulas:
            first = formulas[formula.name].file
            raise ExperimentError(f'"{formula.name}" is the name in {first}, too', file, "name")
        formulas[formula.name] = formula
    return tuple(formulas.values())


def _formula(file: Path) -> Formula:
    table = validate_file(MetricTable, file)
    entries: dict[str, Any] = table.model_dump()
    label = table.label or table.name.replace("_", " ")
    return Formula(**{**entries, "label": label, "file": str(file)})
