"""The settings of announcements, the address of their webhook, their preview, and the test announcement."""

from typing import Any

import pytest

from support.announcements import LOGIN, AnnouncingChannel

Json = dict[str, Any]


@pytest.mark.parametrize(
    "url",
    [
        "https://discord.com.evil.example/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz",
        "https://evil.example/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz",
        "http://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz",
        "https://discord.com@127.0.0.1/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz",
        "https://discord.com/api/webhooks/123456789012345678/../../users/@me",
        "https://discord.com/channels/1/2",
        "http://[",
        "javascript:alert(1)",
    ],
)
async def test_url_that_is_not_of_a_discord_webhook_is_refused(channel: AnnouncingChannel, url: str) -> None:
    answer = await channel.owner.ask("PUT", f"{channel.path}/address", json={"url": url})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "url"
    assert (await channel.state())["place"] is None


async def test_url_of_an_unknown_webhook_is_refused(channel: AnnouncingChannel) -> None:
    url = "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz"
    answer = await channel.owner.ask("PUT", f"{channel.path}/address", json={"url": url})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "url")
    assert "does not know this webhook" in answer.json()["message"]


async def test_webhook_address_is_stored_encrypted_and_never_shown_again(channel: AnnouncingChannel) -> None:
    url = (await channel.webhook())["url"]
    answer = await channel.owner.ask("PUT", f"{channel.path}/address", json={"url": url})
    token = url.rsplit("/", 1)[1]
    assert answer.json()["place"] == {"name": "JunoPlays is live", "address_end": token[-4:]}
    ((row),) = await channel.greenroom.rows("SELECT locked_address FROM announcement_settings")
    assert token not in row["locked_address"]
    shown = [(await channel.owner.ask("GET", path)).text for path in (channel.path, channel.file_path)]
    shown += [str(await channel.greenroom.rows("SELECT old, new, note FROM audit_entries"))]
    assert not any(token in text for text in shown)
    removed = await channel.owner.ask("DELETE", f"{channel.path}/address")
    assert removed.json()["place"] is None
    recorded = await channel.greenroom.rows("SELECT section, title, old, new FROM audit_entries ORDER BY id")
    lines = [(row["section"], row["title"], "JunoPlays is live" in str(row["new"])) for row in recorded]
    assert lines == [("integrations", "Webhook of announcements", stored) for stored in (True, False)]


async def test_invalid_settings_name_their_field(channel: AnnouncingChannel) -> None:
    bad: list[tuple[Json, str]] = [
        ({"text": "$(nonsense)"}, "text"),
        ({"ended_text": "$(user) won"}, "ended_text"),
        ({"text": ""}, "text"),
        ({"mention": "role"}, "role_id"),
        ({"mention": "role", "role_id": "12"}, "role_id"),
        ({"surprise": 1}, "surprise"),
    ]
    for settings, field in bad:
        answer = await channel.owner.ask("PUT", channel.path, json=settings)
        assert (answer.status_code, field in str(answer.json()["errors"])) == (422, True), answer.text


async def test_settings_saved_with_an_outdated_revision_are_refused(channel: AnnouncingChannel) -> None:
    await channel.set_up()
    revision = (await channel.state())["revision"]
    saved = await channel.owner.ask("PUT", f"{channel.path}?revision={revision}", json={"text": "One"})
    assert saved.status_code == 200
    outdated = await channel.owner.ask("PUT", f"{channel.path}?revision={revision}", json={"text": "Two"})
    assert (outdated.status_code, outdated.json()["type"]) == (409, "announcements_changed")


async def test_preview_shows_the_messages_at_start_and_end(channel: AnnouncingChannel) -> None:
    await channel.connect("twitch")
    body = {"text": "$(channel) on $(platforms)", "ended_text": "$(peak) watched for $(duration)", "mention": "here"}
    shown = (await channel.owner.ask("POST", f"{channel.path}/preview", json=body)).json()
    assert (shown["live"]["mention"], shown["live"]["text"]) == ("@here", "Late Shift on Twitch")
    assert (shown["ended"]["mention"], shown["ended"]["text"]) == ("", "4,623 watched for 3 hours 12 minutes")
    assert [one["name"] for one in shown["live"]["links"]] == ["Twitch"]


async def test_test_announcement_notifies_no_one(channel: AnnouncingChannel) -> None:
    missing = await channel.owner.ask("POST", f"{channel.path}/test")
    assert (missing.status_code, missing.json()["type"]) == (409, "no_announcement_address")
    await channel.set_up(mention="everyone")
    assert (await channel.owner.ask("POST", f"{channel.path}/test")).status_code == 204
    (message,) = await channel.messages()
    assert message["content"].startswith("Test: ")
    assert not message["mention_everyone"]


async def test_failed_test_announcement_has_a_reason(channel: AnnouncingChannel) -> None:
    await channel.set_up()
    path = "/discord/api/v10/webhooks"
    await channel.greenroom.control("/discord/fail", next=1, status=429, path_prefix=path, retry_after=30)
    busy = await channel.owner.ask("POST", f"{channel.path}/test")
    assert (busy.status_code, busy.json()["type"]) == (503, "platform_busy")
    await channel.greenroom.control("/discord/fail", next=1, status=500, path_prefix=path)
    down = await channel.owner.ask("POST", f"{channel.path}/test")
    assert (down.status_code, down.json()["type"]) == (502, "platform_unavailable")
    await channel.greenroom.control("/discord/delete-webhook", login=LOGIN)
    gone = await channel.owner.ask("POST", f"{channel.path}/test")
    assert (gone.status_code, gone.json()["type"]) == (409, "announcement_address_gone")
    assert not (await channel.state())["settings"]["enabled"]
