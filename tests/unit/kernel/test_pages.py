import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Invalid

# Without surrogates and NUL, which databases cannot store.
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@settings(deadline=None)
@given(st.lists(ANY_TEXT, min_size=1, max_size=4))
def test_a_decoded_cursor_equals_its_input(parts: list[str]) -> None:
    assert decode_cursor(encode_cursor(*parts), len(parts)) == tuple(parts)


@settings(deadline=None)
@given(st.lists(ANY_TEXT, min_size=1, max_size=4))
def test_a_cursor_needs_no_url_encoding(parts: list[str]) -> None:
    assert set(encode_cursor(*parts)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@settings(deadline=None)
@given(st.text())
def test_text_that_is_no_cursor_is_rejected(cursor: str) -> None:
    with pytest.raises(Invalid, match="is not a valid cursor") as refusal:
        # No cursor has nine parts, so no text can be valid by chance.
        decode_cursor(cursor, 9)
    assert refusal.value.errors[0].field == "cursor"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b'["one"]',
        b'["one","two","three"]',
        b'[1,"two"]',
        b'{"one":"two"}',
        b"\xff",
        b'["one","\\u0000"]',
    ],
)
def test_a_malformed_cursor_is_rejected(content: bytes) -> None:
    with pytest.raises(Invalid):
        decode_cursor(base64.urlsafe_b64encode(content).decode(), 2)
