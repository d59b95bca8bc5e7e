"""What is response_text of another server's answer."""

import json

import pytest

from answer_desk import PURE, asked, rendered
from distant_server import Distant, distant_server
from greenroom.features.variables.values.url_fetch import (
    MAX_LENGTH,
    parse_arguments,
    response_text,
    url_fetch_variables,
)
from greenroom.kernel.http.safe_fetch import Page, SafeFetcher
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import Arguments, NoValue, VariableRegistry

ADDRESS = "https://example.com/x"


def page(text: str, kind: str = "text/plain", *, is_cut: bool = False) -> Page:
    return Page(kind, text, is_cut)


def given(*words: str) -> Arguments:
    return Arguments(" ".join(words), words, "urlfetch")


def test_an_answer_is_one_line_of_some_length() -> None:
    assert response_text(page("  one\r\n two\tthree "), None) == "one two three"
    assert len(response_text(page("x" * 5_000), None)) == MAX_LENGTH


def test_a_whole_web_page_is_no_line() -> None:
    with pytest.raises(NoValue, match="whole web page"):
        response_text(page(" \n<!DOCTYPE html><html>", "text/html"), None)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("json.data.0.name", "Juno"),
        ("json.data[1].name", "Robin"),
        ("json.price", "1.10"),
        ("json.large", "9" * 30),
        ("json.live", "true"),
        ("json.data.0", '{"name":"Juno"}'),
        ("json.words", "two lines"),
    ],
)
def test_one_value_of_json_is_found_by_its_path(path: str, value: str) -> None:
    people = '"data": [{"name": "Juno"}, {"name": "Robin"}]'
    text = f'{{{people}, "price": 1.10, "large": {"9" * 30}, "live": true, "words": "two\\nlines"}}'
    steps, address = parse_arguments(given(path, ADDRESS))
    assert address == ADDRESS
    assert response_text(page(text), steps) == value


def test_json_alone_is_all_of_it() -> None:
    steps, _ = parse_arguments(given("json", ADDRESS))
    assert response_text(page('{"a": [1, "ü"]}'), steps) == '{"a":[1,"ü"]}'


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ("{}", "json.a", 'no "a"'),
        ("[1]", "json.1", 'no "1"'),
        ("[1]", "json.-1", 'no "-1"'),
        ("[1]", "json.99999999", 'no "99999999"'),
        ('{"a": null}', "json.a", "nothing at that place"),
        ("1", "json.a", 'no "a"'),
        ("no json", "json.a", "no JSON"),
        ("[" * 10_000, "json.a", "no JSON"),
        ("", "json.a", "no JSON"),
    ],
)
def test_what_is_not_there_has_a_reason(text: str, path: str, reason: str) -> None:
    steps, _ = parse_arguments(given(path, ADDRESS))
    with pytest.raises(NoValue, match=reason):
        response_text(page(text), steps)


def test_half_of_a_long_json_is_not_guessed_at() -> None:
    with pytest.raises(NoValue, match="longer than 10 kB"):
        response_text(page(json.dumps({"a": 1}), is_cut=True), ["a"])


@pytest.mark.parametrize("words", [(), ("json.a",) * 3, ("xml.a", ADDRESS), ("a", "b")])
def test_anything_else_says_how_it_is_written(words: tuple[str, ...]) -> None:
    with pytest.raises(NoValue, match="Write an address"):
        parse_arguments(given(*words))


def test_nobody_is_called_while_somebody_only_looks() -> None:
    async def resolve(_: str) -> list[str]:
        raise AssertionError("somebody was looked up")

    outside = url_fetch_variables(SafeFetcher("Greenroom/test", resolve=resolve))
    occasion = asked("two words", is_trial=True)
    assert rendered("$(urlfetch https://example.com/$(query))", occasion, outside).text == "[what example.com answers]"
    # What would be refused is told before anybody asks for it.
    for address, reason in {
        "http://example.com/": "Only addresses that begin with https:// are fetched",
        "https://127.0.0.1/": "The address needs the full name of a server, as in api.example.com",
        "https://[::1]/": "The address needs the full name of a server, as in api.example.com",
        "https://localhost/": "The address needs the full name of a server, as in api.example.com",
        "https://example.com:8443/": "Only the usual port 443 is allowed",
        "https://me:secret@example.com/": "An address must not contain a name or a password",
    }.items():
        told = rendered(f"$(customapi {address})", asked(is_trial=True), outside)
        assert (told.text, [note.reason for note in told.notes]) == ("", [reason])


@pytest.mark.parametrize("address", ["https://127.0.0.1/", "https://localhost/", "http://example.com/", "file:///etc"])
def test_a_refusal_is_a_reason_and_the_fallback_is_said(address: str) -> None:
    async def resolve(_: str) -> list[str]:
        raise AssertionError("somebody was looked up")

    outside = url_fetch_variables(SafeFetcher("Greenroom/test", resolve=resolve))
    assert rendered(f"$(urlfetch {address}|nothing)", asked(), outside).text == "nothing"
    reasons = rendered(f"$(urlfetch {address})", asked(), outside).notes
    assert reasons[0].reason
    # Where nothing is meant to be said instead, the reason is why all of it is silent, and else nobody's concern.
    assert [note.reason for note in rendered(f"$(urlfetch {address}|)", asked(), outside).notes] == [reasons[0].reason]
    assert rendered(f"Hi $(urlfetch {address}|)", asked(), outside).notes == ()


async def answered(distant: Distant, text: str, query: str = "", seconds: float = 3) -> Rendered:
    """As chat would see it, once a server has been asked."""
    outside = distant.outside(seconds=seconds)
    try:
        return await compile_text(text, VariableRegistry([*PURE, *url_fetch_variables(outside)])).render(asked(query))
    finally:
        await outside.close()


async def test_what_a_server_says_stands_in_the_answer() -> None:
    async with distant_server() as distant:
        distant.on("/fact?q=two%20words", b"  Otters\r\nhold $(user) hands. ")
        distant.on("/users", json.dumps({"data": [{"name": "/ban Robin"}]}).encode(), "application/json")
        text = "Fact: $(urlfetch https://example.com/fact?q=$(querystring)) Ask $(customapi json.data[0].name {})!"
        answer = await answered(distant, text.format("https://other.example.com/users"), "two words")
        first = await answered(distant, "$(customapi json.data.0.name https://example.com/users)")
    # Words of a stranger are neither read again nor a command of the platform.
    assert (answer.text, answer.notes) == ("Fact: Otters hold $(user) hands. Ask /ban Robin!", ())
    assert first.text == "ban Robin"
    assert distant.looked_up == ["example.com", "other.example.com", "example.com"]


async def test_what_a_server_does_not_say_has_a_reason_and_a_fallback() -> None:
    async with distant_server() as distant:
        distant.on("/gone", b"no such fact", status=404)
        distant.on("/users", b'{"data": []}', "application/json")
        distant.dripping["/slow"] = b""
        for path, reason in {
            "https://example.com/gone": "It answered with an error (404)",
            "json.data.0 https://example.com/users": 'The answer has no "0"',
            "https://nowhere.example.com/": "There is no server nowhere.example.com",
            "https://example.com/slow": "No answer within 0.2 seconds",
        }.items():
            answer = await answered(distant, f"a $(urlfetch {path}|nothing) b $(customapi {path}) c", seconds=0.2)
            assert answer.text == "a nothing b  c"
            assert [(note.variable, note.reason) for note in answer.notes] == [("urlfetch", reason)]
