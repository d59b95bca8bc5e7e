"""Addresses are found in every spelling and read as a browser reads them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.filters.matching.addresses import Address, AddressPattern, find_addresses
from greenroom.features.filters.matching.normalization import plain
from support.call_count import count_calls


def addresses(text: str) -> tuple[Address, ...]:
    return find_addresses(text, plain(text))


def single_address(text: str) -> Address:
    (one,) = addresses(text)
    return one


@pytest.mark.parametrize(
    ("text", "shown", "part"),
    [
        ("see evil.com now", "evil.com", "evil.com"),
        ("HTTPS://WWW.Evil.COM/Path", "evil.com/path", "HTTPS://WWW.Evil.COM/Path"),
        ("https://youtube.com@evil.com/x", "evil.com/x", "https://youtube.com@evil.com/x"),
        ("https://user:pass@evil.com", "evil.com", "https://user:pass@evil.com"),
        ("evil.com:8080/a?b#c", "evil.com/a?b#c", "evil.com:8080/a?b#c"),
        ("(evil.com)!", "evil.com", "evil.com"),
        ("go to evil.com.", "evil.com", "evil.com"),
        ("“evil.com”,", "evil.com", "evil.com"),
        ("[click](https://evil.com/a_(b))", "evil.com/a_(b)", "https://evil.com/a_(b)"),
        ("<https://evil.com>", "evil.com", "https://evil.com"),
        ("**evil.com**", "evil.com", "evil.com"),
        ("hey:evil.com", "evil.com", "hey:evil.com"),
        ("vvbot dot example", "vvbot.example", "vvbot dot example"),
        ("name (dot) com", "name.com", "name (dot) com"),
        ("name [.] com", "name.com", "name [.] com"),
        ("name . com", "name.com", "name . com"),
        ("ｅｖｉｌ．ｃｏｍ", "evil.com", "ｅｖｉｌ．ｃｏｍ"),
        ("evil。com", "evil.com", "evil。com"),
        ("ev\u200bil.c\u200bom", "evil.com", "ev\u200bil.c\u200bom"),
        ("http://1.2.3.4/x", "1.2.3.4/x", "http://1.2.3.4/x"),
        ("1.2.3.4:8080", "1.2.3.4", "1.2.3.4:8080"),
        ("münchen.de", "xn--mnchen-3ya.de", "münchen.de"),
        ("xn--mnchen-3ya.de", "xn--mnchen-3ya.de", "xn--mnchen-3ya.de"),
        ("пример.рф", "xn--e1afmkfd.xn--p1ai", "пример.рф"),
        ("hxxps://evil.com", "evil.com", "hxxps://evil.com"),
        ("https:/evil.com", "evil.com", "https:/evil.com"),
        ("https:///evil.com", "evil.com", "https:///evil.com"),
        ("http:/\\\\//evil.com/x", "evil.com/x", "http:/\\\\//evil.com/x"),
        (r"https:\\evil.com\x", "evil.com/x", r"https:\\evil.com\x"),
        ("http://localhost:8000", "localhost", "http://localhost:8000"),
        ("www.evil.zzz", "evil.zzz", "www.evil.zzz"),
        ("a.b.c.evil.co.uk/p/", "a.b.c.evil.co.uk/p/", "a.b.c.evil.co.uk/p/"),
        ("Evil.Com", "evil.com", "Evil.Com"),
    ],
)
def test_address_is_found_and_read_as_a_browser_reads_it(text: str, shown: str, part: str) -> None:
    one = single_address(text)
    assert (one.shown, text[one.start : one.end]) == (shown, part)


@pytest.mark.parametrize(
    "text",
    [
        "hello. World",
        "Nice.It was fun",
        "3.5 stars",
        "1.2.3.4",
        "...",
        "v2.0",
        "dot dot dot",
        "polka dot dress",
        "a.b",
        "",
    ],
)
def test_full_stops_and_dots_are_not_addresses(text: str) -> None:
    assert addresses(text) == ()


def test_several_addresses_are_all_found() -> None:
    assert [one.host for one in addresses("evil.com,other.net and more dot org")] == [
        "evil.com",
        "other.net",
        "more.org",
    ]


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("clips.example", "clips.example/x", True),
        ("clips.example", "www.clips.example", True),
        ("clips.example", "a.clips.example", False),
        ("clips.example", "notclips.example", False),
        ("*.clips.example", "a.b.clips.example", True),
        ("*.clips.example", "clips.example", False),
        ("*.clips.example", "clips.example.evil.com", False),
        ("tunic.wiki/*", "tunic.wiki/manual", True),
        ("tunic.wiki/map*", "tunic.wiki/maps/1", True),
        ("tunic.wiki/map*", "tunic.wiki/other", False),
        ("discord.example/juniper", "https://discord.example/Juniper?x=1", True),
        ("discord.example/juniper", "discord.example/juniper/more", True),
        ("discord.example/juniper", "discord.example/juniperx", False),
        ("https://discord.example/juniper/", "discord.example/juniper", True),
        ("youtube.com", "уoutube.com", False),
        ("youtube.com", "https://youtube.com@evil.com", False),
        ("münchen.de", "xn--mnchen-3ya.de", True),
    ],
)
def test_allowlist_matches_only_the_real_host(pattern: str, text: str, fits: bool) -> None:
    assert AddressPattern(pattern).allows(single_address(text)) is fits


@pytest.mark.parametrize("entry", ["tunic.wiki/page", "tunic.wiki/page/*", "https://tunic.wiki/a/../%70age/*"])
@pytest.mark.parametrize(
    ("path", "fits"),
    [
        ("/page/../evil", False),
        ("/page/%2e%2e/evil", False),
        ("/page/.%2E/evil", False),
        ("/page\\..\\evil", False),
        ("/page/a/../../evil", False),
        ("/page//../../evil", False),
        ("/page/..?/page/x", False),
        ("/evil/\uff0e\uff0e/page/x", False),
        ("/evil/.\u200b./page/x", False),
        ("/page/%252e%252e/x", True),
        ("/page/x", True),
        ("/page/x..y", True),
        ("/page/x?at=../..", True),
        ("/p%61ge/%78", True),
        ("/evil/../page/x", True),
        ("/../page/./x", True),
        ("/page/d\u00e9j\u00e0", True),
    ],
)
def test_allowed_page_is_the_one_a_browser_opens(entry: str, path: str, fits: bool) -> None:
    assert AddressPattern(entry).allows(single_address(f"https://tunic.wiki{path}")) is fits


@pytest.mark.parametrize("entry", ["evil.com/x", "evil.com\\a\\..\\x", "evil.com/./%78"])
@pytest.mark.parametrize("path", ["/a/../x", "/./x", "/%78", "/%58", "\\x", "/%2e/x", "/../x?y", "/x/.", "/x/y/../"])
def test_blocked_page_is_caught_in_every_spelling(entry: str, path: str) -> None:
    assert AddressPattern(entry).blocks(single_address(f"see evil.com{path} now"))


def test_path_with_dot_segments_is_resolved_once_for_all_patterns() -> None:
    address, entries = single_address("https://evil.com" + "/%2e./a" * 2_000), 500
    with count_calls() as count:
        assert not any(AddressPattern(f"evil.com/{number}").blocks(address) for number in range(entries))
    # Resolving the path takes several calls for each of its 2,000 folders.
    assert count.calls / entries < 200


@pytest.mark.parametrize("scheme", ["http://", "HTTPS://", "https:///", "https:\\\\", "https:", "http://https://"])
def test_scheme_alone_is_not_a_pattern(scheme: str) -> None:
    assert AddressPattern(scheme).is_empty


def test_blocklist_also_catches_lookalikes() -> None:
    assert AddressPattern("evil.com").blocks(single_address("еvil.com"))
    assert AddressPattern("evil.com").blocks(single_address("xn--vil-qdd.com"))
    assert not AddressPattern("evil.com").blocks(single_address("xn--vil-qed.com"))


@given(st.text(st.sampled_from("a.:/@()[]<>\\*? dotcméа\u200b\u3002ﬃxn-")))
def test_search_never_fails_and_spans_are_within_the_message(text: str) -> None:
    for one in addresses(text):
        assert 0 <= one.start <= one.end <= len(text)
        AddressPattern("*.a*/b*").blocks(one)


HOSTS = ("evil.com/x", "sub.evil.com", "xn--vil-qdd.com/a%2e", "good.example/?q")


@given(st.one_of(st.text(), st.text(st.sampled_from("evil.com/x*:?#%2@\\ "))), st.sampled_from(HOSTS))
def test_any_text_as_a_pattern_blocks_at_least_what_it_would_allow(text: str, shown: str) -> None:
    pattern, address = AddressPattern(text), single_address(shown)
    assert pattern.blocks(address) or not pattern.allows(address)
    # An entry without a wildcard allows its own host only.
    if "*" not in text and pattern.allows(address):
        assert address.host in text.casefold()


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", set[str]()),
        ("evil.com/x", {"evil.com/x"}),
        ("*.evil.com", {"sub.evil.com"}),
        ("*", set(HOSTS)),
        ("evil.*/x*", {"evil.com/x"}),
        ("evil.com:8080", set[str]()),
        ("//evil.com", set[str]()),
    ],
)
def test_pattern_allows_exactly_what_it_names(text: str, allowed: set[str]) -> None:
    assert {shown for shown in HOSTS if AddressPattern(text).allows(single_address(shown))} == allowed
