"""Texts from the composer are cleaned and sent, or refused with the name of the invalid field."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from greenroom.accounts.models.channels import Channel
from greenroom.chat.messages.line import Author, ChatLine, encode
from greenroom.chat.messages.models import ChatMessage
from greenroom.features.sending.jobs import jobs
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal
from support.moderation import ModeratedChannel
from support.sending import Composer, receipt_of, receipt_states, until_connected


@pytest.fixture
def composer(owner: ApiClient, channel_id: str) -> Composer:
    return Composer(owner, channel_id)


REFUSED: list[Json] = [
    {"text": "x" * 10_000},
    {"text": "x" * 2_001},
    {"text": ""},
    {"text": " \n\t "},
    {"text": "\u200b\u2060\u3164"},
    {"text": "\0\u202e"},
    {"text": "/ban brisket99"},
    {"text": " \n/me waves"},
    {"text": 7},
    {"targets": []},
    {"targets": ["not-an-id"]},
    {"targets": [str(uuid4()) for _ in range(21)]},
    {"targets": [str(uuid4())]},
    {"speaker": "unknown"},
    {"id": "1"},
    {"reply_to": {"connection_id": str(uuid4()), "message_id": "unknown"}},
    {"reply_to": {"connection_id": str(uuid4()), "message_id": "\0"}},
    {"as": "root"},
]


@pytest.mark.both_databases
@pytest.mark.rows("V3")
async def test_unsendable_message_is_rejected_with_its_field(composer: Composer) -> None:
    await composer.connect("twitch")
    for change in REFUSED:
        response = await composer.post(composer.body() | change)
        assert refusal(response) == (422, "invalid"), change
        assert error_fields(response)[0].split(".")[0] == next(iter(change))
    assert await composer.list_sent() == []


ZALGO = "Z\u0351\u036b\u0346a\u0322\u0333l\u0334g\u0335o\u0337"
SENT: dict[str, str] = {
    "two\r\nlines\tand\u2028more": "two  lines and more",
    "nul\0 and bell\x07": "nul and bell",
    "turned \u202eround\u202c": "turned round",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "👩‍👩‍👧‍👦🏳️‍🌈": "👩‍👩‍👧‍👦🏳️‍🌈",
    # These emoji are newer than Python's Unicode tables.
    "\U0001fae8\U0001fae9": "\U0001fae8\U0001fae9",
    ZALGO: ZALGO,
    "=HYPERLINK(1)": "=HYPERLINK(1)",
}


async def test_text_is_sent_as_one_line_without_invisible_characters(composer: Composer) -> None:
    await composer.connect("twitch")
    for typed, sent in SENT.items():
        message = await composer.send(typed)
        assert (message["text"], receipt_states(message)) == (sent, {"twitch": "sent"})


async def test_longest_text_reports_its_number_of_parts(composer: Composer) -> None:
    await composer.connect("twitch")
    for text, parts in (("x" * 2_000, 4), ("😀" * 2_000, 8), ("é" * 2_000, 4)):
        message = (await composer.post(composer.body(text))).json()
        assert (message["text"], receipt_of(message)["parts"]) == (text, parts)


async def test_text_with_a_slash_command_after_500_characters_is_sent_in_parts(composer: Composer) -> None:
    await composer.connect("kick")
    sent = await composer.send("x" * 499 + " /ban brisket99")
    assert [(one["state"], one["parts"]) for one in sent["receipts"]] == [("sent", 2)]


async def test_repeated_target_gets_the_message_once(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch")
    body = composer.body(targets=composer.targets() * 3)
    sent = await composer.send(**body)
    assert len(sent["receipts"]) == 1
    assert (await composer.post(body)).json() == sent


async def test_connection_of_another_channel_is_rejected_as_a_target(
    greenroom: GreenroomServer, owner: ApiClient, composer: Composer
) -> None:
    elsewhere = Composer(owner, await owner.create_channel("Elsewhere"))
    await elsewhere.connect("twitch")
    response = await composer.post(composer.body(targets=elsewhere.targets()))
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["targets"])


async def store_line(
    greenroom: GreenroomServer, composer: Composer, provider: str, message_id: str, name: str = "Brisket99"
) -> Json:
    connection_id, now = UUID(composer.connections[provider]), greenroom.kernel.clock()
    author = Author(id="7", login="brisket99", name=name, colour="#ffffff")
    line = ChatLine(connection_id, provider, message_id, "text", now, "Which song?", (), author)
    stored = ChatMessage(
        channel_id=UUID(composer.channel_id),
        connection_id=connection_id,
        provider=provider,
        message_id=message_id,
        viewer_id="7",
        text=line.text,
        sent_at=now,
        payload=encode(line),
    )
    async with greenroom.kernel.database.write() as session:
        session.add(stored)
    return {"connection_id": str(connection_id), "message_id": message_id}


async def test_reply_is_sent_only_where_its_message_came_from(greenroom: GreenroomServer, composer: Composer) -> None:
    await composer.connect("twitch", "kick")
    await until_connected(composer.client, composer.channel_id)
    channel = ModeratedChannel(greenroom, composer.client, composer.channel_id, composer.connections)
    line = await channel.send_chat("Which song?")
    reply_to = {"connection_id": line["connection_id"], "message_id": line["message_id"]}
    response = await composer.post(composer.body("Daft Punk", reply_to=reply_to))
    assert (refusal(response), error_fields(response)) == ((422, "invalid"), ["targets"])
    assert await composer.list_sent() == []
    sent = await composer.send("Daft Punk", "twitch", reply_to=reply_to)
    assert receipt_states(sent) == {"twitch": "sent"}
    assert sent["reply_to"] == reply_to | {"author_name": "Brisket99", "text": "Which song?"}


async def test_platform_without_replies_gets_a_mention(greenroom: GreenroomServer, composer: Composer) -> None:
    await greenroom.control("/youtube/go-live", login="junoplays")
    await composer.connect("youtube")
    reply_to = await store_line(greenroom, composer, "youtube", "m1", name="@Brisket99")
    body = composer.body("y" * 195, reply_to=reply_to)
    sent = await composer.send(**body)
    # With the mention the text is too long for one message on YouTube.
    assert (receipt_states(sent), receipt_of(sent, "youtube")["parts"]) == ({"youtube": "sent"}, 2)
    assert sent["text"] == "y" * 195


async def test_messages_are_listed_newest_first_in_pages(composer: Composer, clock: FrozenClock) -> None:
    await composer.connect("kick")
    moments: list[str] = []
    for number in range(5):
        clock.advance(60)
        moments.append(clock.now.isoformat())
        assert (await composer.post(composer.body(f"Number {number}"))).status_code == 202
    assert [one["text"][-1] for one in await composer.list_sent()] == list("43210")
    between = await composer.list_sent(since=moments[1], until=moments[3])
    assert [one["text"][-1] for one in between] == list("21")
    first = await composer.client.get(composer.path, limit=3)
    second = await composer.client.get(composer.path, limit=3, cursor=first["cursor"])
    assert [one["text"][-1] for one in first["records"] + second["records"]] == list("43210")
    assert second["cursor"] is None


BAD_QUERIES = [("cursor", "nonsense"), ("cursor", "WyJhIiwiYiJd"), ("limit", "0"), ("limit", "201"), ("since", "soon")]


async def test_invalid_query_names_its_field_in_the_list_of_sent_messages(composer: Composer) -> None:
    for name, value in BAD_QUERIES:
        response = await composer.client.ask("GET", composer.path, params={name: value})
        assert (refusal(response), error_fields(response)) == ((422, "invalid"), [name])


@pytest.mark.both_databases
async def test_sent_messages_are_kept_as_long_as_the_chat(
    greenroom: GreenroomServer, composer: Composer, clock: FrozenClock
) -> None:
    await composer.connect("twitch")
    await composer.send("Old")
    clock.advance(timedelta(days=6).total_seconds())
    await composer.send("New")
    clock.advance(timedelta(days=2).total_seconds())
    job = next(one for one in jobs(greenroom.kernel, greenroom.platforms) if one.name == "delete_sent_messages")
    await job.run()
    assert len(await composer.list_sent()) == 2
    async with greenroom.kernel.database.write() as session:
        (await session.get_one(Channel, UUID(composer.channel_id))).chat_retention_days = 7
    await job.run()
    assert [one["text"] for one in await composer.list_sent()] == ["New"]
    assert len(await greenroom.rows("SELECT sent_id FROM sent_receipts")) == 1


async def test_unknown_message_cannot_be_sent_again(composer: Composer) -> None:
    await composer.connect("twitch")
    assert refusal(await composer.retry({"id": str(uuid4())}, "twitch")) == (404, "not_found")
