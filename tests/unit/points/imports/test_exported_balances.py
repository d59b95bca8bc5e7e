"""Balances in exports of other bots."""

import json

import pytest

from greenroom.features.points.imports.rules import read_balances
from greenroom.kernel.errors import Invalid


@pytest.mark.parametrize(
    "content",
    [
        '{"_total": 2, "users": [{"username": "Ana", "points": 1250}, {"username": "bo_", "points": "7"}]}',
        '[{"name": "Ana", "points": 1250, "time_watched": 60}, {"name": "bo_", "points": 7.0}]',
        '{"points": [{"displayName": "Ana", "balance": 1250}, {"displayName": "bo_", "balance": 7}]}',
        "Name,Rank,Points,Hours\nAna,Regular,1250,9\nbo_,New,7,1\n",
        '\ufeffusername;points\r\n@Ana;"1,250"\r\nbo_;7.0\r\n',
        "Ana\t1250\nbo_\t7",
    ],
)
def test_names_and_points_are_found(content: str) -> None:
    assert [(row.name, row.points, row.problem) for row in read_balances(content)] == [
        ("ana", 1250, ""),
        ("bo_", 7, ""),
    ]


def test_bad_rows_have_their_problem() -> None:
    lines = (",5", "ana,many", "bo,-5", "cy,0", "dee,1.5", "e e,5", f"fay,{10**20}", "gus,5", "GUS,6", "hal,\u0665")
    content = "\n".join(("username,points", *lines))
    assert [(row.name, row.problem) for row in read_balances(content)] == [
        ("", "No name"),
        ("ana", "Points are not a whole number"),
        ("bo", "No points"),
        ("cy", "No points"),
        ("dee", "Points are not a whole number"),
        ("e e", "Not a username"),
        ("fay", "Points are not a whole number"),
        ("gus", ""),
        ("gus", "This name is in the file already"),
        ("hal", "Points are not a whole number"),
    ]


def test_bad_names_are_shown_without_control_direction_and_incomplete_characters() -> None:
    names = ("a\ud800", "b\u202ecd", "e\u0000", "f\ng")
    content = json.dumps([{"username": name, "points": 5} for name in names])
    rows = [(row.name, row.problem) for row in read_balances(content)]
    assert rows == [(name, "Not a username") for name in ("a", "bcd", "e", "fg")]


@pytest.mark.parametrize("points", ["1.000", "20.000", "1250,0", "1250,50", "1,2,3", "1 000", "12,50"])
def test_ambiguous_numbers_are_refused(points: str) -> None:
    assert [row.problem for row in read_balances(f"name;points\nanna;{points}")] == ["Points are not a whole number"]


@pytest.mark.parametrize("content", ["{", "[]", '{"commands": []}', "[" * 100_000, "   "])
def test_content_without_balances_is_refused(content: str) -> None:
    with pytest.raises(Invalid):
        read_balances(content)
