"""The parts of a line: complete, without false links, and parsed quickly."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.chat.emotes.emote import Emote
from greenroom.chat.messages.line import Part
from greenroom.chat.messages.parts import clean_text, emote_part, parts_of
from greenroom.chat.protocol.events import Fragment


def emote(name: str, **flags: bool) -> Part:
    return emote_part(
        Emote(f"id-{name}", name, "7tv", f"https://cdn/{name}.webp", f"https://cdn/{name}@2.webp", **flags)
    )


EMOTES = {
    one.text: one
    for one in (emote("KEKW"), emote("catJAM"), emote("RainTime", is_zero_width=True), emote("w!", is_modifier=True))
}


def kinds(text: str) -> list[tuple[str, str]]:
    return [(part.kind, part.text) for part in parts_of(text, (Fragment(text),), EMOTES)]


def link_of(text: str) -> str | None:
    """URL of the first link in the text."""
    return next((part.url for part in parts_of(text, (Fragment(text),), {}) if part.kind == "link"), None)


pieces = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "KEKW",
            "KEKW ",
            " catJAM",
            "https://a.b/c?d=(e)",
            "x.com",
            "@juno",
            "@ju.no.",
            "@@a",
            "www.a.tv/b).",
            "\0",
            "\ud83d",
        ]
    ),
)
texts = st.lists(pieces, max_size=12).map("".join)
fragments = st.lists(
    st.builds(Fragment, texts, st.sampled_from(["text", "emote", "mention", "cheer", "gift"]), url=texts), max_size=6
)


@given(fragments, st.one_of(st.none(), texts))
def test_texts_of_all_parts_are_the_message(given_fragments: list[Fragment], message_text: str | None) -> None:
    """This holds even if the platform's fragments do not match the text of its message."""
    text = clean_text("".join(fragment.text for fragment in given_fragments) if message_text is None else message_text)
    parts = parts_of(text, tuple(given_fragments), EMOTES)
    assert "".join(part.text for part in parts) == text
    assert all(part.text for part in parts if part.kind == "text")
    text.encode()


@given(texts)
def test_urls_are_http_or_https(text: str) -> None:
    for part in parts_of(clean_text(text), (Fragment(text),), EMOTES):
        assert part.url == "" or part.url.startswith(("https://", "http://"))


def test_emotes_are_whole_words() -> None:
    assert kinds("KEKW so good KEKWait catJAM") == [
        ("emote", "KEKW"),
        ("text", " so good KEKWait "),
        ("emote", "catJAM"),
    ]
    assert kinds("kekw (KEKW) KEKW!") == [("text", "kekw (KEKW) KEKW!")]


@pytest.mark.parametrize("space", [" ", "  ", "\t", "\n", "\u3000", " \r\n "])
def test_any_space_separates_words(space: str) -> None:
    assert kinds(f"{space}a{space}KEKW{space}b  c\td") == [
        ("text", f"{space}a{space}"),
        ("emote", "KEKW"),
        ("text", f"{space}b  c\td"),
    ]


def test_third_party_emotes_have_all_fields_needed_for_display() -> None:
    cat, _, rain, _, modifier = parts_of("catJAM RainTime w!", (Fragment("catJAM RainTime w!"),), EMOTES)
    assert (cat.source, cat.url, cat.large_url, cat.width) == (
        "7tv",
        "https://cdn/catJAM.webp",
        "https://cdn/catJAM@2.webp",
        28,
    )
    assert (rain.is_zero_width, cat.is_zero_width) == (True, False)
    # A modifier has no image: it changes the emote next to it.
    assert (modifier.kind, modifier.url) == ("emote", "")


def test_emotes_marked_by_the_platform_are_unchanged() -> None:
    marked = (
        Fragment("hi "),
        Fragment("KEKW", "emote", id="9", url="https://cdn/9"),
        Fragment("cheer100", "cheer", amount=100),
    )
    parts = parts_of("hi KEKWcheer100", marked, EMOTES)
    assert [(part.kind, part.id, part.amount) for part in parts] == [
        ("text", "", 0),
        ("emote", "9", 0),
        ("cheer", "", 100),
    ]


@pytest.mark.parametrize(("url", "is_kept"), [("https://gifs.example/1.gif", True), ("javascript:alert(1)", False)])
def test_gif_keeps_only_a_web_address(url: str, is_kept: bool) -> None:
    (part,) = parts_of("[cat]", (Fragment("[cat]", "gif", "g1", url),), EMOTES)
    assert (part.kind, part.text, part.url) == ("gif", "[cat]", url if is_kept else "")


def test_image_url_with_another_scheme_is_dropped() -> None:
    (part,) = parts_of("x", (Fragment("x", "gift", url="javascript:alert(1)"),), {})
    assert part.url == ""


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("see https://example.com/a?b=c#d now", "https://example.com/a?b=c#d"),
        ("(https://example.com/x)", "https://example.com/x"),
        ("https://de.wikipedia.org/wiki/Wien_(Stadt)!", "https://de.wikipedia.org/wiki/Wien_(Stadt)"),
        ("HTTP://EXAMPLE.COM", "HTTP://EXAMPLE.COM"),
        ("go to example.com.", "https://example.com"),
        ("twitch.tv/junoplays, please", "https://twitch.tv/junoplays"),
        ("http://127.0.0.1:8000/x", "http://127.0.0.1:8000/x"),
        ("https://müller.example/ä", "https://müller.example/ä"),
    ],
)
def test_url_is_found_without_surrounding_punctuation(text: str, url: str) -> None:
    assert link_of(text) == url


@pytest.mark.parametrize(
    "text",
    [
        "well... ok",
        "node.js and file.exe",
        "v1.2.3",
        "javascript://example.com/%0aalert(1)",
        "data:text/html,x",
        "ftp://example.com",
        "https://",
        "https://paypal.com@evil.example",
        "me@example.com",
        "a.b.",
        "http:///etc/passwd",
    ],
)
def test_text_that_is_not_a_url_stays_text(text: str) -> None:
    assert link_of(text) is None


def test_url_ends_at_text_direction_marks() -> None:
    assert link_of("https://example.com/\u202egnp.exe") == "https://example.com/"


def test_mentions_are_found() -> None:
    assert kinds("@junoplays hi @Odalys_, mail@x @@no") == [
        ("mention", "@junoplays"),
        ("text", " hi "),
        ("mention", "@Odalys_"),
        ("text", ", mail@x @@no"),
    ]


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("hi @juno.plays", ["@juno.plays"]),
        ("ask @juno.plays.", ["@juno.plays"]),
        ("@juno... @juno.plays: @a.b.c!", ["@juno", "@juno.plays", "@a.b.c"]),
        ("@juno...plays", ["@juno"]),
        ("@.juno @juno-.plays- @juno._", ["@juno-.plays-", "@juno._"]),
        ("@юна.играет, @木.村。", ["@юна.играет", "@木.村"]),
    ],
)
def test_mention_contains_dots_but_does_not_end_with_one(text: str, mentions: list[str]) -> None:
    assert [part for kind, part in kinds(text) if kind == "mention"] == mentions


@given(st.lists(st.text("ab_-ü7", min_size=1, max_size=8), min_size=1, max_size=4), st.text(".,!?:)", max_size=4))
def test_mention_of_a_name_with_dots_ends_before_punctuation(words: list[str], after: str) -> None:
    handle = ".".join(words)
    if handle[0] != "-":
        assert kinds(f"hi @{handle}{after} you")[:2] == [("text", "hi "), ("mention", f"@{handle}")]


@pytest.mark.parametrize(
    "piece",
    [
        "a.",
        "a-",
        "http://a.b(",
        ")",
        "@",
        "https://",
        "KEKW ",
        "a@b.c/",
        "\u0335",
        "..",
        "xn--",
        "a.com",
        "@a.",
        "@a.b",
    ],
)
def test_hostile_texts_are_parsed_quickly(piece: str) -> None:
    text = (piece * 20_000)[:20_000]
    before = time.process_time()
    parts = parts_of(text, (Fragment(text),), EMOTES)
    assert time.process_time() - before < 1
    assert "".join(part.text for part in parts) == text
