"""Messages with "/me" and announcements: sent in the form of each platform, with one receipt each."""

import pytest

from greenroom.accounts.access.rules import Role
from support.greenroom_server import ApiClient, GreenroomServer, error_fields, refusal
from support.sending import WRITABLE, Composer, receipt_of, receipt_states, until_connected


@pytest.fixture
def composer(owner: ApiClient, channel_id: str) -> Composer:
    return Composer(owner, channel_id)


async def connect_everywhere(greenroom: GreenroomServer, composer: Composer) -> None:
    await greenroom.control("/youtube/go-live", login="junoplays")
    await greenroom.control("/kick/webhook-url", url=f"{greenroom.url}/webhooks/kick")
    await composer.connect(*WRITABLE)
    await until_connected(composer.client, composer.channel_id)


async def test_me_action_is_an_action_on_twitch_and_plain_text_elsewhere(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await connect_everywhere(greenroom, composer)
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        sent = await composer.send("waves at chat", kind="action")
        shown: dict[str, tuple[str, str]] = {}
        while len(shown) < len(WRITABLE):
            for event in (await socket.receive()).get("events", []):
                if event["type"] == "line":
                    shown[event["line"]["provider"]] = (event["line"]["kind"], event["line"]["text"])
    assert (sent["kind"], sent["text"]) == ("action", "waves at chat")
    assert receipt_states(sent) == dict.fromkeys(WRITABLE, "sent")
    assert shown == {
        "twitch": ("action", "waves at chat"),
        "youtube": ("text", "*waves at chat*"),
        "kick": ("text", "*waves at chat*"),
    }


async def test_announcement_is_sent_on_twitch_and_refused_if_a_target_has_none(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await connect_everywhere(greenroom, composer)
    refused = await composer.post(composer.body("Raid at nine", "twitch", "kick", kind="announcement"))
    assert (refusal(refused), error_fields(refused)) == ((422, "invalid"), ["targets"])
    assert refused.json()["message"] == "Announcements: not available on Kick."
    sent = await composer.send("Raid at nine", "twitch", kind="announcement")
    assert (sent["kind"], receipt_of(sent, "twitch")["account_name"]) == ("announcement", "JunoPlays")
    assert receipt_states(sent) == {"twitch": "sent"}
    await greenroom.wait_for_event("announced", sender="junoplays")
    assert [one["kind"] for one in await composer.list_sent()] == ["announcement"]


@pytest.mark.parametrize("speaker", ["bot", "me"])
async def test_chat_line_of_an_announcement_has_the_id_of_its_receipt(
    greenroom: GreenroomServer, composer: Composer, speaker: str
) -> None:
    """Twitch returns no id for an announcement, so its line in chat is recognised by its text."""
    await connect_everywhere(greenroom, composer)
    async with composer.client.socket("/live") as socket:
        await socket.subscribe(composer.channel_id, "chat")
        body = composer.body("Raid at nine", "twitch", kind="announcement", speaker=speaker)
        assert (await composer.post(body)).status_code == 202
        shown, found = list[str](), list[str]()
        while not found:
            for event in (await socket.receive()).get("events", []):
                if event["type"] == "line":
                    shown.append(event["line"]["message_id"])
                elif event["type"] == "sent":
                    found = receipt_of(event["sent"], "twitch")["message_ids"]
    assert found == shown
    (sent,) = await composer.list_sent()
    assert receipt_states(sent) == {"twitch": "sent"}


async def test_failed_announcement_is_retried_as_an_announcement(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await composer.connect("twitch")
    path = "/twitch/helix/chat/announcements"
    await greenroom.control("/twitch/fail", next=1, status=403, path_prefix=path)
    sent = await composer.send("Raid at nine", kind="announcement")
    assert receipt_states(sent) == {"twitch": "failed"}
    again = await composer.send_again(sent, "twitch")
    assert receipt_states(again) == {"twitch": "sent"}
    await greenroom.wait_for_event("announced", sender="junoplays")


async def test_user_announces_as_themselves_only_in_their_own_channel(
    greenroom: GreenroomServer, composer: Composer, channel_id: str
) -> None:
    await composer.connect("twitch")
    moderator = await greenroom.staff("odalys_", channel_id, Role.MOD)
    moderator_composer = Composer(moderator, channel_id, composer.connections)
    refused = await moderator_composer.post(moderator_composer.body("Hello", kind="announcement", speaker="me"))
    assert (refusal(refused), error_fields(refused)) == ((422, "invalid"), ["speaker"])
    twitch = composer.connections["twitch"]
    await composer.client.connect("stagehandbot", channel_id=channel_id, bot="own", channel_provider_id=twitch)
    # The bot is not a moderator of the channel and may not announce; the channel's owner may.
    states = [
        receipt_states(await composer.send(text, kind="announcement", speaker=speaker))["twitch"]
        for text, speaker in (("By the bot", "bot"), ("By myself", "me"))
    ]
    assert states == ["failed", "sent"]
    await greenroom.wait_for_event("announced", sender="junoplays")


async def test_announcement_of_a_user_who_disconnected_their_account_is_not_retried(
    greenroom: GreenroomServer, composer: Composer
) -> None:
    await composer.connect("twitch")
    await greenroom.control("/twitch/fail", next=1, status=403, path_prefix="/twitch/helix/chat/announcements")
    sent = await composer.send("Raid at nine", kind="announcement", speaker="me")
    assert receipt_states(sent) == {"twitch": "failed"}
    for provider in await composer.client.get("/user/providers"):
        await composer.client.ask("DELETE", f"/user/providers/{provider['id']}")
    refused = await composer.retry(sent, "twitch")
    assert (refusal(refused), error_fields(refused)) == ((422, "invalid"), ["connection_id"])
    assert receipt_states((await composer.list_sent())[0]) == {"twitch": "failed"}


async def test_me_action_as_a_reply_is_rejected(composer: Composer) -> None:
    await composer.connect("twitch")
    reply_to = {"connection_id": composer.connections["twitch"], "message_id": "m"}
    reply = await composer.post(composer.body("Hello", kind="action", reply_to=reply_to))
    assert (refusal(reply), error_fields(reply)) == ((422, "invalid"), ["reply_to"])
    assert await composer.list_sent() == []


async def test_repeated_id_with_another_kind_is_refused(composer: Composer) -> None:
    await composer.connect("twitch")
    body = composer.body("waves", kind="action")
    assert (await composer.post(body)).status_code == 202
    assert (await composer.post(body)).status_code == 202
    assert refusal(await composer.post({**body, "kind": "message"})) == (409, "id_taken")
