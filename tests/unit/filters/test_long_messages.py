"""Address search is linear in the length of the message."""

from time import process_time

import pytest

from greenroom.features.filters.matching.addresses import find_addresses
from greenroom.features.filters.matching.normalization import plain


@pytest.mark.parametrize(
    "text", [f"dot{' ' * 10_000}x", f"a{' ' * 10_000}. x", f"a dot{' ' * 10_000}x", "( dot" * 2_000]
)
def test_runs_of_spaces_are_scanned_once(text: str) -> None:
    started = process_time()
    assert find_addresses(text, plain(text)) == ()
    assert process_time() - started < 0.5


def test_spelled_out_address_is_found_across_many_spaces() -> None:
    text = f"evil{' ' * 50}dot{' ' * 50}com and evil ( dot ) net"
    assert [one.host for one in find_addresses(text, plain(text))] == ["evil.com", "evil.net"]
