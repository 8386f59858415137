"""Checksums of files: a reader notices if a file was cut, overwritten or edited.

A file holds its own checksum, so both are always replaced together: as a key of JSON or TOML, in a
column of CSV, in the footer of Parquet. The writer puts PLACEHOLDER there and calls
`seal_content`. A checksum reveals accidents, not forgery: it can be computed again.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from simlab.errors import Damage

CHECKSUM = "checksum"
"""Key or column of the checksum."""
PLACEHOLDER = f"sha256:{'0' * 64}"
_PATTERN = re.compile(rb"sha256:[0-9a-f]{64}")
NOT_AS_WRITTEN = "damaged: it is not what was written"


def seal_content(content: bytes, identity: str = "") -> bytes:
    """Return content with its checksum in each place of PLACEHOLDER.

    The checksum also covers an identity, so that a whole file in the place of another one is
    noticed.
    """
    digest = hashlib.sha256(identity.encode())
    digest.update(content)
    return content.replace(PLACEHOLDER.encode(), f"sha256:{digest.hexdigest()}".encode())


def check(raw: bytes, identity: str = "") -> None:
    """Check that bytes are what `seal_content` returned; their first checksum is that of the file.

    Raises:
        Damage: they are not.
    """
    checksum = _PATTERN.search(raw)
    if (
        checksum is None
        or seal_content(raw.replace(checksum[0], PLACEHOLDER.encode()), identity) != raw
    ):
        raise Damage(NOT_AS_WRITTEN)


def seal_json(content: Mapping[str, Any], identity: str = "", indent: int | None = None) -> bytes:
    """Return an object as JSON with its checksum as the first key."""
    json_text = json.dumps({CHECKSUM: PLACEHOLDER, **content}, indent=indent, ensure_ascii=False)
    return seal_content(json_text.encode(), identity)


def read_json(raw: bytes) -> Any:
    """Return JSON content, whose checksum is not looked at.

    Raises:
        ValueError: it is no JSON.
    """
    try:
        return json.loads(raw)
    except RecursionError:
        raise ValueError("nested too deep") from None


def seal_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return a table as CSV; its last column has the checksum of the file in every row."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([*columns, CHECKSUM])
    # in every row, as CSV has no place beside its rows
    writer.writerows([*row, PLACEHOLDER] for row in rows)
    return seal_content(buffer.getvalue().encode())


def read_csv(raw: bytes) -> list[dict[str, str]]:
    """Return the rows of CSV by column; a table of an earlier simlab has no checksum.

    Raises:
        Damage: the checksum differs.
        ValueError: it is no CSV.
    """
    # strict: a quotation that was cut off is an error, not the end of a cell
    rows = csv.DictReader(io.StringIO(raw.decode(), newline=""), strict=True)
    if CHECKSUM in (rows.fieldnames or ()):
        check(raw)
    try:
        return list(rows)
    except csv.Error as error:
        raise ValueError(str(error)) from error


def finite(digits: str) -> float:
    """Return the finite number that a text is.

    Raises:
        ValueError: it is none.
    """
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits} is no finite number")
    return value


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
