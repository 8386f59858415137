"""Files are written as a whole or not at all, and an error names the one that cannot be."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from simlab.files.writing import printable, write_whole


def test_a_full_disk_names_the_file_and_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.arrow"
    write_whole(file, "before")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as raised:
        write_whole(file, "after")
    assert raised.value.filename == str(file)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(file.name, "before")]


def test_nothing_steers_a_terminal_or_turns_a_text_around() -> None:
    assert printable("a\x1b[31m\x9b\u202eb\u2066c\u2069\ufffed\tä\n") == "a[31mbcd\tä\n"
