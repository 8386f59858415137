"""Checksums of files."""

from __future__ import annotations

import pytest

from simlab.errors import Damage
from simlab.files.checksum import (
    CHECKSUM,
    PLACEHOLDER,
    check,
    finite,
    read_csv,
    read_json,
    seal_content,
    seal_csv,
    seal_json,
)

ROWS = [(1, 0.1, None), (2, float("nan"), "a,b")]
CSV = seal_csv(("n", "share", "name"), ROWS)
JSON = seal_json({"key": "k", "sums": [0.1, 1e300]}, "run")


def test_whole_files_are_read_as_they_were_written() -> None:
    check(JSON, "run")
    assert list(read_json(JSON)) == [CHECKSUM, "key", "sums"]
    cells = [{name: row[name] for name in ("n", "share", "name")} for row in read_csv(CSV)]
    assert cells == [
        {"n": "1", "share": "0.1", "name": ""},
        {"n": "2", "share": "nan", "name": "a,b"},
    ]


@pytest.mark.parametrize(("raw", "identity"), [(JSON, "run"), (CSV, "")], ids=["json", "csv"])
def test_each_flipped_bit_and_each_cut_is_damage(raw: bytes, identity: str) -> None:
    check(raw, identity)
    flips = [
        raw[:place] + bytes([raw[place] ^ 1 << bit]) + raw[place + 1 :]
        for place in range(len(raw))
        for bit in range(8)
    ]
    cuts = [raw[:length] for length in range(len(raw))]
    for damaged in [*flips, *cuts, raw + b"\n"]:
        with pytest.raises(Damage, match="damaged: it is not what was written"):
            check(damaged, identity)


def test_a_file_in_the_place_of_another_is_damage() -> None:
    with pytest.raises(Damage):
        check(JSON, "another run")


def test_other_checksums_in_a_file_are_content() -> None:
    other = f"sha256:{'ab' * 32}"
    content = seal_content(f"{PLACEHOLDER} {other} {PLACEHOLDER}".encode())
    check(content)
    assert other.encode() in content and PLACEHOLDER.encode() not in content
    with pytest.raises(Damage):
        check(content.replace(b"abab", b"abac"))


def test_csv_of_an_earlier_simlab_has_no_checksum() -> None:
    assert read_csv(b"n\n1\n") == [{"n": "1"}]
    for raw in (b"\xff", b'n\n"'):
        with pytest.raises(ValueError, match=r"."):
            read_csv(raw)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "", "x"])
def test_what_is_no_finite_number_is_refused(text: str) -> None:
    assert finite("1e9") == 1e9
    with pytest.raises(ValueError, match=r"."):
        finite(text)


def test_json_that_is_nested_too_deep_is_no_crash() -> None:
    with pytest.raises(ValueError, match="nested too deep"):
        read_json(b"[" * 100_000)
