"""Messages are deleted in Greenroom, and on platforms that support deletion."""

import asyncio

import httpx
import pytest
from sqlalchemy import delete

from greenroom.chat.messages.models import ChatMessage
from support.greenroom_server import GreenroomServer, Json, error_fields, refusal
from support.moderation import ModeratedChannel, action_summaries
from support.tls import TLS
from support.waiting import MAX_WAIT_SECONDS

PROVIDERS_WITH_DELETES = ("twitch", "youtube", "kick")


@pytest.mark.rows("K17", "P4", "P12")
@pytest.mark.parametrize("provider", PROVIDERS_WITH_DELETES)
async def test_message_is_deleted_on_the_platform_and_here(
    greenroom: GreenroomServer, channel: ModeratedChannel, provider: str
) -> None:
    await channel.connect(provider)
    other = await channel.send_chat("Polite words", provider)
    line = await channel.send_chat("Rude words", provider)
    async with channel.moderation_events() as live_events:
        entry = (await channel.delete(line)).json()
        assert (entry["action"], entry["outcome"], entry["detail"]) == ("delete", "done", "")
        assert (entry["message_text"], entry["viewer_name"]) == ("Rude words", line["author"]["name"])
        removed = await live_events.until(lambda event: event["type"] == "removed")
    assert [one["message_id"] for one in removed["lines"]] == [line["message_id"]]
    assert (removed["removal"]["how"], removed["removal"]["by"]) == ("deleted", "JunoPlays")
    assert "is_here_only" not in removed["removal"]
    # Twitch also reports the deletion, which is not a second entry.
    await channel.send_chat("Said after it", provider)
    rows = await greenroom.rows("SELECT is_confirmed FROM moderation_entries")
    assert [bool(row["is_confirmed"]) for row in rows] == [provider == "twitch"]
    assert [await can_be_deleted_on_the_platform(greenroom, one) for one in (line, other)] == [False, True]


async def can_be_deleted_on_the_platform(greenroom: GreenroomServer, line: Json) -> bool:
    """Whether the platform still has the message; the check deletes it."""
    body = {"login": "junoplays", "message_id": line["message_id"]}
    async with httpx.AsyncClient(
        base_url=greenroom.rehearsal_state.base_url, trust_env=False, verify=TLS, timeout=MAX_WAIT_SECONDS
    ) as rehearsal:
        response = await rehearsal.post(f"/control/{line['provider']}/delete", json=body)
    assert response.status_code in {200, 409}, response.text
    return response.status_code == 200


async def test_message_of_tiktok_is_deleted_only_here(channel: ModeratedChannel) -> None:
    await channel.connect("tiktok")
    line = await channel.send_chat("Rude words", "tiktok")
    response = await channel.delete(line)
    assert (response.status_code, response.json()["outcome"]) == (200, "done")
    assert response.json()["detail"].startswith("Hidden here only. TikTok")
    removal = (await channel.removals())["Rude words"]
    assert removal is not None
    assert removal["is_here_only"] is True


async def test_message_too_old_for_twitch_is_deleted_here_with_a_note(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Hours old")
    # Twitch deletes only messages of the last six hours.
    await greenroom.control("/clock", seconds=7 * 3600)
    entry = (await on_twitch.delete(line)).json()
    assert entry["outcome"] == "done"
    assert "six hours" in entry["detail"]
    assert (await on_twitch.removals())["Hours old"] is not None


@pytest.mark.parametrize("provider", PROVIDERS_WITH_DELETES)
async def test_message_already_deleted_on_the_platform_is_deleted_here(
    greenroom: GreenroomServer, channel: ModeratedChannel, provider: str
) -> None:
    await channel.connect(provider)
    line = await channel.send_chat("Deleted there", provider)
    await greenroom.control(f"/{provider}/deliveries", lose_next=100)
    await greenroom.control(f"/{provider}/delete", login="junoplays", message_id=line["message_id"])
    assert (await channel.removals())["Deleted there"] is None
    entry = (await channel.delete(line)).json()
    assert (entry["outcome"], bool(entry["detail"])) == ("done", True)
    assert (await channel.removals())["Deleted there"] is not None
    again = (await channel.delete(line)).json()
    assert again["id"] == entry["id"]


async def test_concurrent_deletions_of_a_message_share_one_entry(on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Rude words")
    responses = await asyncio.gather(*(on_twitch.delete(line) for _ in range(3)))
    assert {response.json()["id"] for response in responses} == {(await on_twitch.log())[0]["id"]}
    assert action_summaries(await on_twitch.log()) == [("delete", "JunoPlays", "done")]


async def test_failed_deletion_keeps_the_line(greenroom: GreenroomServer, on_twitch: ModeratedChannel) -> None:
    line = await on_twitch.send_chat("Still here")
    await greenroom.control("/twitch/fail", next=10, status=500, path_prefix="/twitch/helix/moderation/chat")
    assert refusal(await on_twitch.delete(line)) == (502, "not_confirmed")
    assert action_summaries(await on_twitch.log()) == [("delete", "JunoPlays", "failed")]
    assert (await on_twitch.removals())["Still here"] is None


async def test_unknown_message_on_a_read_only_platform_cannot_be_deleted(channel: ModeratedChannel) -> None:
    await channel.connect("tiktok")
    response = await channel.client.ask("DELETE", f"{channel.provider_path('tiktok')}/chat-messages/7312345")
    assert refusal(response) == (409, "refused")


async def test_message_unknown_here_and_on_the_platform_is_not_found(on_twitch: ModeratedChannel) -> None:
    response = await on_twitch.client.ask("DELETE", f"{on_twitch.provider_path('twitch')}/chat-messages/nope")
    assert refusal(response) == (404, "chat_message_not_found")
    assert action_summaries(await on_twitch.log()) == [("delete", "JunoPlays", "failed")]


async def test_message_that_is_not_stored_here_is_deleted_on_the_platform(
    greenroom: GreenroomServer, on_twitch: ModeratedChannel
) -> None:
    line = await on_twitch.send_chat("Older than this channel keeps its chat")
    async with greenroom.kernel.database.write() as session:
        await session.execute(delete(ChatMessage))
    assert (await on_twitch.delete(line)).json()["outcome"] == "done"
    assert not await can_be_deleted_on_the_platform(greenroom, line)


async def test_invalid_message_id_names_its_field(on_twitch: ModeratedChannel) -> None:
    for message_id in ("%00", "9" * 10_000, "%0a"):
        response = await on_twitch.client.ask(
            "DELETE", f"{on_twitch.provider_path('twitch')}/chat-messages/{message_id}"
        )
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["provider_message_id"])


async def test_slashes_in_a_message_id_reach_the_log_unchanged(on_twitch: ModeratedChannel) -> None:
    response = await on_twitch.client.ask("DELETE", f"{on_twitch.provider_path('twitch')}/chat-messages/a%2Fb%2F..")
    assert refusal(response) == (404, "chat_message_not_found")
    assert [entry["message_id"] for entry in await on_twitch.log()] == ["a/b/.."]
