"""Searches of the chat: input, queries, search marks (indexed words for days and months), cursors, exported files."""

import sqlite3
from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from greenroom.chat.messages.search_marks import date_marks
from greenroom.features.messages.rules import (
    LinePosition,
    LineQuery,
    file_name,
    fts_query,
    ts_query,
    words_of,
)
from greenroom.kernel.csv_cells import escape_formula
from greenroom.kernel.errors import Invalid

CHANNEL = UUID("01890000-0000-7000-8000-000000000000")
TABLE = "CREATE VIRTUAL TABLE search USING fts5 (marks, text, tokenize='unicode61 remove_diacritics 2')"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_search_text_is_never_parsed_as_fts_syntax(q: str, provider: str, viewer_id: str) -> None:
    try:
        words = words_of(q)
        query = LineQuery(CHANNEL, provider, viewer_id, words)
    except Invalid:
        return
    if words or viewer_id:
        connection = sqlite3.connect(":memory:")
        connection.execute(TABLE)
        assert connection.execute("SELECT rowid FROM search WHERE search MATCH ?", (fts_query(query),)).fetchall() == []
        connection.close()


@given(st.text(max_size=60))
def test_search_words_cannot_break_out_of_the_postgres_query(q: str) -> None:
    try:
        words = words_of(q)
    except Invalid:
        return
    assert not {character for word in words for character in word} & set("'\\\":*&|!<>() ")
    if words:
        assert ts_query(words).count("'") == 2 * len(words)


@pytest.mark.parametrize(
    ("since", "until", "marks"),
    [
        ("2030-01-31 10:00", "2030-02-01 00:00", ["d20300131"]),
        ("2030-01-31 10:00", "2030-02-01 00:01", ["d20300131", "d20300201"]),
        ("2030-01-01 00:00", "2030-02-01 00:00", ["m203001"]),
        ("2029-12-31 00:00", "2030-03-02 00:00", ["d20291231", "m203001", "m203002", "d20300301"]),
        ("2030-01-02 00:00", "2030-01-01 00:00", []),
        ("2030-01-01 00:00", "2030-01-01 00:00", []),
        ("1900-01-01 00:00", "2030-01-01 00:00", []),
        ("9999-12-01 00:00", "9999-12-31 00:00", []),
    ],
)
def test_time_span_has_search_marks_for_its_months_and_days(since: str, until: str, marks: list[str]) -> None:
    assert date_marks(at(since), at(until)) == marks


def test_open_time_span_has_no_search_marks() -> None:
    assert date_marks(None, at("2030-01-01 00:00")) == date_marks(at("2030-01-01 00:00"), None) == []


def test_viewer_id_without_a_platform_is_rejected() -> None:
    with pytest.raises(Invalid, match="provider"):
        LineQuery(CHANNEL, viewer_id="7001")


@given(st.datetimes(timezones=st.just(UTC)), st.integers(0, 2**63 - 1))
def test_cursor_decodes_to_its_position(moment: datetime, number: int) -> None:
    assert LinePosition.of_cursor(LinePosition(moment, number).cursor()) == LinePosition(moment, number)


@given(st.text(max_size=100))
def test_text_that_is_no_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(Invalid, match="cursor"):
        LinePosition.of_cursor(cursor)


@given(st.text(max_size=40))
def test_file_name_has_only_safe_characters(name: str) -> None:
    result = file_name(name, date(2030, 1, 2), "csv")
    assert result.startswith("chat-")
    assert result.endswith("-2030-01-02.csv")
    assert set(result) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")


@given(st.text(max_size=20))
@example("\x1f=1+1")
@example("\u2060=1+1")
def test_exported_cell_never_starts_like_a_formula(text: str) -> None:
    assert escape_formula(text).strip()[:1] not in {"=", "+", "-", "@"}
    assert escape_formula(text) in {text, f"'{text}"}
