"""Fetching text and JSON values from a URL."""

import json

import pytest

from greenroom.features.variables.values.url_fetch import (
    MAX_LENGTH,
    parse_arguments,
    response_text,
    url_fetch_variables,
)
from greenroom.kernel.http.safe_fetch import Page, SafeFetcher
from greenroom.responses.rendering import Rendered, compile_text
from greenroom.responses.variables import Arguments, NoValue, VariableRegistry
from support.public_server import PublicServer, open_public_server
from support.variable_rendering import PURE, command_context, render_response

URL = "https://example.com/x"


def page(text: str, kind: str = "text/plain", *, is_cut: bool = False) -> Page:
    return Page(kind, text, is_cut)


def arguments(*words: str) -> Arguments:
    return Arguments(" ".join(words), words, "urlfetch")


def test_response_is_one_line_of_limited_length() -> None:
    assert response_text(page("  one\r\n two\tthree "), None) == "one two three"
    assert len(response_text(page("x" * 5_000), None)) == MAX_LENGTH


def test_web_page_is_rejected() -> None:
    with pytest.raises(NoValue, match="returned a web page"):
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
    users = '"data": [{"name": "Juno"}, {"name": "Robin"}]'
    text = f'{{{users}, "price": 1.10, "large": {"9" * 30}, "live": true, "words": "two\\nlines"}}'
    steps, address = parse_arguments(arguments(path, URL))
    assert address == URL
    assert response_text(page(text), steps) == value


def test_json_without_a_path_is_the_whole_document() -> None:
    steps, _ = parse_arguments(arguments("json", URL))
    assert response_text(page('{"a": [1, "ü"]}'), steps) == '{"a":[1,"ü"]}'


@pytest.mark.parametrize(
    ("text", "path", "reason"),
    [
        ("{}", "json.a", 'no "a"'),
        ("[1]", "json.1", 'no "1"'),
        ("[1]", "json.-1", 'no "-1"'),
        ("[1]", "json.99999999", 'no "99999999"'),
        ('{"a": null}', "json.a", "Value is null"),
        ("1", "json.a", 'no "a"'),
        ("no json", "json.a", "is not JSON"),
        ("[" * 10_000, "json.a", "is not JSON"),
        ("", "json.a", "is not JSON"),
    ],
)
def test_missing_value_has_a_reason(text: str, path: str, reason: str) -> None:
    steps, _ = parse_arguments(arguments(path, URL))
    with pytest.raises(NoValue, match=reason):
        response_text(page(text), steps)


def test_truncated_json_is_rejected() -> None:
    with pytest.raises(NoValue, match="longer than 10 kB"):
        response_text(page(json.dumps({"a": 1}), is_cut=True), ["a"])


@pytest.mark.parametrize("words", [(), ("json.a",) * 3, ("xml.a", URL), ("a", "b")])
def test_invalid_arguments_show_the_usage(words: tuple[str, ...]) -> None:
    with pytest.raises(NoValue, match="Usage: "):
        parse_arguments(arguments(*words))


def test_preview_sends_no_request() -> None:
    async def resolve(_: str) -> list[str]:
        raise AssertionError("a host was resolved")

    variables = url_fetch_variables(SafeFetcher("Greenroom/test", resolve=resolve))
    context = command_context("two words", is_preview=True)
    assert (
        render_response("$(urlfetch https://example.com/$(query))", context, variables).text
        == "[response of example.com]"
    )
    # Invalid URLs are reported in previews too.
    for address, reason in {
        "http://example.com/": "The address must begin with https://",
        "https://127.0.0.1/": "The address needs the full name of a server, as in api.example.com",
        "https://[::1]/": "The address needs the full name of a server, as in api.example.com",
        "https://localhost/": "The address needs the full name of a server, as in api.example.com",
        "https://example.com:8443/": "Only the usual port 443 is allowed",
        "https://me:secret@example.com/": "An address must not contain a name or a password",
    }.items():
        shown = render_response(f"$(customapi {address})", command_context(is_preview=True), variables)
        assert (shown.text, [note.reason for note in shown.notes]) == ("", [reason])


@pytest.mark.parametrize("address", ["https://127.0.0.1/", "https://localhost/", "http://example.com/", "file:///etc"])
def test_refused_url_has_a_reason_and_shows_the_fallback(address: str) -> None:
    async def resolve(_: str) -> list[str]:
        raise AssertionError("a host was resolved")

    variables = url_fetch_variables(SafeFetcher("Greenroom/test", resolve=resolve))
    assert render_response(f"$(urlfetch {address}|nothing)", command_context(), variables).text == "nothing"
    reasons = render_response(f"$(urlfetch {address})", command_context(), variables).notes
    assert reasons[0].reason
    # With an empty fallback the reason is noted only when the whole response is empty.
    assert [note.reason for note in render_response(f"$(urlfetch {address}|)", command_context(), variables).notes] == [
        reasons[0].reason
    ]
    assert render_response(f"Hi $(urlfetch {address}|)", command_context(), variables).notes == ()


async def fetch_and_render(remote: PublicServer, text: str, query: str = "", seconds: float = 3) -> Rendered:
    """The rendered response after a real request."""
    fetcher = remote.fetcher(seconds=seconds)
    try:
        return await compile_text(text, VariableRegistry([*PURE, *url_fetch_variables(fetcher)])).render(
            command_context(query)
        )
    finally:
        await fetcher.close()


async def test_response_is_inserted_as_plain_text() -> None:
    async with open_public_server() as remote:
        remote.on("/fact?q=two%20words", b"  Otters\r\nhold $(user) hands. ")
        remote.on("/users", json.dumps({"data": [{"name": "/ban Robin"}]}).encode(), "application/json")
        text = "Fact: $(urlfetch https://example.com/fact?q=$(querystring)) Ask $(customapi json.data[0].name {})!"
        response = await fetch_and_render(remote, text.format("https://other.example.com/users"), "two words")
        first = await fetch_and_render(remote, "$(customapi json.data.0.name https://example.com/users)")
    # Fetched text is neither parsed again nor run as a platform command.
    assert (response.text, response.notes) == ("Fact: Otters hold $(user) hands. Ask /ban Robin!", ())
    assert first.text == "ban Robin"
    assert remote.looked_up == ["example.com", "other.example.com", "example.com"]


async def test_failed_request_has_a_reason_and_a_fallback() -> None:
    async with open_public_server() as remote:
        remote.on("/gone", b"no such fact", status=404)
        remote.on("/users", b'{"data": []}', "application/json")
        remote.slow_responses["/slow"] = b""
        for path, reason in {
            "https://example.com/gone": "The server returned an error (404)",
            "json.data.0 https://example.com/users": 'Response has no "0"',
            "https://nowhere.example.com/": "nowhere.example.com was not found",
            "https://example.com/slow": "No answer within 0.2 seconds",
        }.items():
            response = await fetch_and_render(
                remote, f"a $(urlfetch {path}|nothing) b $(customapi {path}) c", seconds=0.2
            )
            assert response.text == "a nothing b  c"
            assert [(note.variable, note.reason) for note in response.notes] == [("urlfetch", reason)]
