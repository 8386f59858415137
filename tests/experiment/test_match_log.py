"""Matches played elsewhere: rows are read forgivingly, what is wrong is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.errors import InputError
from simlab.studies.ladder.match_log import Match, read_match_log


def log_of(folder: Path, csv_text: str):
    file = folder / "matches.csv"
    file.write_text(csv_text)
    return read_match_log(file)


def test_places_and_scores_rank_the_players_of_a_match(tmp_path: Path) -> None:
    rows = "1;Ada;1\n2;Bob;2\n1;Bob;2\n2;Cy;1\n"
    by_place = log_of(tmp_path, f"Match ID;Player;Rank\n{rows}")
    assert by_place.matches[0] == Match("1", ("Ada", "Bob"), (1, 2))
    assert by_place.players == ["Ada", "Bob", "Cy"]
    by_score = log_of(
        tmp_path, "game,name,points,date\n1,Ada,7.5,x\n1,Bob,-3,x\n2,Cy,0,x\n2,Bob,0,x"
    )
    assert [match.ranks for match in by_score.matches] == [(-7.5, 3), (0, 0)]
    assert '"date" is not used' in by_score.remarks[0]


def test_a_place_counts_more_than_a_score(tmp_path: Path) -> None:
    log = log_of(tmp_path, "match,player,place,score\n1,Ada,2,9\n1,Bob,1,8\n2,Ada,1,1\n2,Bob,2,2")
    assert log.matches[0].ranks == (2, 1)
    assert "score" in log.remarks[0]


@pytest.mark.parametrize(
    ("csv_text", "problem"),
    [
        ("match,who,place\n1,Ada,1", 'a column "player" is missing'),
        ("match,player\n1,Ada", 'a column "place" or "score" is missing'),
        ("match,player,place\n1,Ada,1\n1,Bob,second", r'row 3, column C "place": "second"'),
        ("match,player,place\n1,Ada,0\n1,Bob,1", r"row 2, column C .*0 is out of range 1 to 12"),
        ("match,player,score\n1,Ada,1e3\n1,Bob,1", r'row 2, column C .*"1e3" is not a number'),
        ("match,player,score\n1,Ada,\n1,Bob,1", r'row 2, column C "score": is empty'),
        ("match,player,score\n1,Ada,3\n1,Ada,1", r'row 3, column B .*"Ada" is in match 1 twice'),
        ("match,player,score\n1,Ada,3\n1,Bob,1\n2,Cy,4", "row 4, .*match 2 has 1 player; 2 to 12"),
        (
            "match,player,place\n" + "\n".join(f"1,{n},1" for n in "ABCDEFG"),
            "match 1 has too many ties; 6 may share",
        ),
        ("match,player,place\n1,Ada,1\n1,Bob,2", "matches: 1; 2 to 10,000 are allowed"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, csv_text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        log_of(tmp_path, csv_text)
