"""Thousands of terms are saved; invalid terms are rejected."""

import pytest

from support.filters import FilterChannel, filter_body, is_removed
from support.greenroom_server import Json, error_fields


async def save_terms(channel: FilterChannel, filter_: Json, terms: list[Json]) -> Json:
    response = await channel.send("PUT", f"/filters/{filter_['id']}/terms", terms=terms)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.both_databases
async def test_duplicates_in_ten_thousand_terms_are_merged(on_twitch: FilterChannel) -> None:
    filter_ = await on_twitch.make("banned_terms")
    terms = [{"text": f"rubbish{number}"} for number in range(9_900)] + [{"text": "RUBBISH7"}] * 100
    saved = await save_terms(on_twitch, filter_, terms)
    assert saved == {"count": 9_900, "merged": 100, "duplicates": ["RUBBISH7"]}
    listed = await on_twitch.client.get(f"{on_twitch.path}/filters/{filter_['id']}/terms")
    assert (len(listed["records"]), listed["records"][0]) == (9_900, {"kind": "phrase", "text": "rubbish0"})
    (shown,) = await on_twitch.filters()
    assert (shown["term_count"], shown["summary"]) == (9_900, "9,900 terms, look-alikes detected")
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("this is rubbish9899", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))


async def test_hundreds_of_regexes_are_searched(on_twitch: FilterChannel) -> None:
    filter_ = await on_twitch.make("banned_terms")
    terms = [{"kind": "regex", "text": rf"\brubbish{number}s?\b"} for number in range(900)]
    assert (await save_terms(on_twitch, filter_, terms))["count"] == 900
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("this is RUBBISH899s", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))


async def test_more_than_ten_thousand_terms_are_rejected(channel: FilterChannel) -> None:
    filter_ = await channel.make("banned_terms")
    response = await channel.send("PUT", f"/filters/{filter_['id']}/terms", terms=[{"text": "x"}] * 10_001)
    assert (response.status_code, error_fields(response)) == (422, ["terms"])


BAD_TERMS: list[tuple[Json, str]] = [
    ({"kind": "regex", "text": "("}, "missing )"),
    ({"kind": "regex", "text": r"(.)\1"}, "invalid escape sequence"),
    ({"kind": "regex", "text": "a{2000}"}, "invalid repetition size"),
    ({"kind": "regex", "text": "(?=x)"}, "invalid perl operator"),
    ({"kind": "wildcard", "text": "*"}, "two letters"),
    ({"kind": "wildcard", "text": "a?*?"}, "two letters"),
    ({"kind": "wildcard", "text": "plain"}, "add * or ?"),
    ({"kind": "phrase", "text": "\u200b\u200d"}, "no searchable"),
    ({"kind": "phrase", "text": "   "}, "no searchable"),
]


@pytest.mark.rows("V3")
async def test_invalid_term_is_rejected_with_the_reason(channel: FilterChannel) -> None:
    filter_ = await channel.ban_words("kept")
    for term, reason in BAD_TERMS:
        response = await channel.send("PUT", f"/filters/{filter_['id']}/terms", terms=[{"text": "fine"}, term])
        assert (response.status_code, error_fields(response)) == (422, ["terms.1.text"]), term
        assert reason in response.json()["message"], term
    assert (await channel.filters())[0]["term_count"] == 1


@pytest.mark.both_databases
async def test_nul_and_surrogates_are_rejected(channel: FilterChannel) -> None:
    for text in ("a\0b", "half \ud800"):
        response = await channel.client.http.post(
            f"/api/2{channel.path}/filters",
            headers=channel.client.headers() | {"Content-Type": "application/json"},
            content=(
                '{"type":"banned_terms","name":"x","settings":{"terms":[{"text":"'
                + text.encode("unicode_escape").decode().replace("\\x", "\\u00")
                + '"}]}}'
            ),
        )
        assert response.status_code == 422, response.text
        assert error_fields(response) == ["settings.terms.0.text"]


async def test_regex_with_catastrophic_backtracking_is_harmless(channel: FilterChannel) -> None:
    body = filter_body("banned_terms", settings={"terms": [{"kind": "regex", "text": "(a+)+$"}]})
    assert (await channel.test(body, "a" * 1_999 + "!"))["caught"] is False
    assert (await channel.test(body, "a" * 2_000))["caught"] is True


async def test_save_that_leaves_the_terms_out_keeps_them(channel: FilterChannel) -> None:
    filter_ = await channel.ban_words("rubbish", "nonsense")
    saved = (await channel.save(filter_, name="Renamed")).json()
    assert (saved["term_count"], saved["settings"]["terms"]) == (2, None)
    assert (await channel.test(filter_body("banned_terms"), "nonsense", filter_id=filter_["id"]))["caught"] is True


async def test_terms_are_rejected_for_a_filter_type_without_terms(channel: FilterChannel) -> None:
    filter_ = await channel.make("caps")
    response = await channel.send("PUT", f"/filters/{filter_['id']}/terms", terms=[])
    assert (response.status_code, error_fields(response)) == (422, ["filter_id"])


async def test_request_with_terms_may_have_a_large_body(channel: FilterChannel) -> None:
    large = "x" * 300_000
    assert (await channel.client.ask("POST", "/channels", json={"display_name": large})).status_code == 413
    filter_ = await channel.make("banned_terms")
    terms = [{"text": f"{number} {'x' * 480}"} for number in range(9_000)]
    assert (await save_terms(channel, filter_, terms))["count"] == 9_000
