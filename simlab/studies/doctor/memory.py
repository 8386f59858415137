"""What an examination has measured, kept beside its page for the next one of the same game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simlab.errors import Damage, RunError
from simlab.files.checksum import check, seal_content
from simlab.files.writing import write_whole
from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import EffectKey, Effects
from simlab.studies.doctor.result.fault import Fault
from simlab.studies.kit.kept_games import encode_tables, tables_in

Array = NDArray[Any]
FILE = "_effects.arrow"
KEY, SEED = b"key", b"seed"
FAULTS: Mapping[str, Fault] = {
    value.name: value for value in vars(fault).values() if isinstance(value, Fault)
}


@dataclass(frozen=True, eq=False)
class Kept:
    """The effects of fresh deals, and the folder that keeps them."""

    folder: Path
    effects: Effects
    key: str
    """Hash of rules, players and versions."""
    seed: int

    def write(self, folder: Path) -> None:
        """Keep the effects in a folder, in place of earlier ones; nothing if there are none.

        Raises:
            RunError: they cannot be written.
        """
        if not self.effects:  # it was stopped before its fresh deals
            return
        columns = {
            json.dumps([key.fault.name, key.subject, key.players]): values
            for key, values in self.effects.items()
        }
        metadata = {KEY: self.key.encode(), SEED: str(self.seed).encode()}
        table = pa.table(columns).replace_schema_metadata(metadata)
        content = encode_tables([table])
        try:
            write_whole(folder / FILE, seal_content(content, FILE))
        except OSError as error:
            raise RunError(f"{folder}: cannot be written: {error.strerror or error}") from error

    def earlier(self) -> dict[EffectKey, Array]:
        """Return what an earlier examination has kept of the same deals under other rules.

        Empty if there is none, if it is damaged, or if its rules and players were the same.
        """
        try:
            raw = (self.folder / FILE).read_bytes()
            check(raw, FILE)
        except (OSError, Damage):
            return {}
        table = next(tables_in(raw))
        metadata = table.schema.metadata
        if metadata[KEY] == self.key.encode() or metadata[SEED] != str(self.seed).encode():
            return {}
        effects: dict[EffectKey, Array] = {}
        for name in table.column_names:
            fault_name, subject, players = json.loads(name)
            if fault_name in FAULTS:  # a later version may have others
                values = table.column(name).to_numpy().astype(np.float64)
                effects[EffectKey(FAULTS[fault_name], subject, players)] = values
        return effects
