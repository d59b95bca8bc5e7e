"""Whatever is typed, pasted or forged: it is sent as it should be read, or refused with the field that is to blame."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from frozen_clock import FrozenClock
from greenroom.chat.line import Author, ChatLine, encode
from greenroom.chat.models import ChatMessage
from greenroom.features.sending.jobs import jobs
from greenroom.tenancy.channels.models import Channel
from house import House, Json, Visitor, blamed, refusal
from house_fixtures import on_one_database
from sending_desk import Desk, happened, receipt_of, states


@pytest.fixture
def desk(owner: Visitor, channel_id: str) -> Desk:
    return Desk(owner, channel_id)


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
    {"speaker": "somebody"},
    {"id": "1"},
    {"reply_to": {"connection_id": str(uuid4()), "message_id": "unknown"}},
    {"reply_to": {"connection_id": str(uuid4()), "message_id": "\0"}},
    {"as": "root"},
]


@pytest.mark.rows("V3")
async def test_what_cannot_be_sent_is_refused_and_the_field_is_named(desk: Desk) -> None:
    await desk.connect("twitch")
    for change in REFUSED:
        answer = await desk.post(desk.body() | change)
        assert refusal(answer) == (422, "invalid"), change
        assert blamed(answer)[0].split(".")[0] == next(iter(change))
    assert await desk.listed() == []


ZALGO = "Z\u0351\u036b\u0346a\u0322\u0333l\u0334g\u0335o\u0337"
SENT: dict[str, str] = {
    "two\r\nlines\tand\u2028more": "two  lines and more",
    "nul\0 and bell\x07": "nul and bell",
    "turned \u202eround\u202c": "turned round",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "👩‍👩‍👧‍👦🏳️‍🌈": "👩‍👩‍👧‍👦🏳️‍🌈",
    # Newer than the tables of our Python.
    "\U0001fae8\U0001fae9": "\U0001fae8\U0001fae9",
    ZALGO: ZALGO,
    "=HYPERLINK(1)": "=HYPERLINK(1)",
}


@on_one_database
async def test_text_is_sent_in_one_line_without_what_nobody_can_see(desk: Desk) -> None:
    await desk.connect("twitch")
    for typed, sent in SENT.items():
        message = await desk.send(typed)
        assert (message["text"], states(message)) == (sent, {"twitch": "sent"})


@on_one_database
async def test_text_of_the_greatest_length_is_promised_in_parts(desk: Desk) -> None:
    await desk.connect("twitch")
    for text, parts in (("x" * 2_000, 4), ("😀" * 2_000, 8), ("é" * 2_000, 4)):
        message = (await desk.post(desk.body(text))).json()
        assert (message["text"], receipt_of(message)["parts"]) == (text, parts)


@on_one_database
async def test_part_of_a_long_text_never_begins_with_a_slash(desk: Desk) -> None:
    await desk.connect("kick")
    sent = await desk.send("x" * 499 + " /ban brisket99")
    assert [(one["state"], one["parts"]) for one in sent["receipts"]] == [("sent", 2)]


async def test_platform_named_twice_gets_it_once(house: House, desk: Desk) -> None:
    await desk.connect("twitch")
    body = desk.body(targets=desk.targets() * 3)
    sent = await desk.send(**body)
    assert len(sent["receipts"]) == 1
    assert (await desk.post(body)).json() == sent


@on_one_database
async def test_platform_of_another_channel_is_no_target(house: House, owner: Visitor, desk: Desk) -> None:
    elsewhere = Desk(owner, await owner.create_channel("Elsewhere"))
    await elsewhere.connect("twitch")
    answer = await desk.post(desk.body(targets=elsewhere.targets()))
    assert (refusal(answer), blamed(answer)) == ((422, "invalid"), ["targets"])


async def line_said(house: House, desk: Desk, provider: str, message_id: str, name: str = "Brisket99") -> Json:
    """As the chat has stored it."""
    connection_id, now = UUID(desk.connections[provider]), house.kernel.clock()
    author = Author(id="7", login="brisket99", name=name, colour="#ffffff")
    line = ChatLine(connection_id, provider, message_id, "text", now, "Which song?", (), author)
    stored = ChatMessage(
        channel_id=UUID(desk.channel_id),
        connection_id=connection_id,
        provider=provider,
        message_id=message_id,
        viewer_id="7",
        text=line.text,
        sent_at=now,
        payload=encode(line),
    )
    async with house.kernel.database.write() as session:
        session.add(stored)
    return {"connection_id": str(connection_id), "message_id": message_id}


async def test_reply_answers_on_its_own_platform_and_is_plain_elsewhere(house: House, desk: Desk) -> None:
    await desk.connect("twitch", "kick")
    await desk.send("Ask me something", "twitch")
    (asked,) = await happened(house, "chat_sent")
    reply_to = await line_said(house, desk, "twitch", asked["message_id"])
    sent = await desk.send("Daft Punk", reply_to=reply_to)
    assert states(sent) == {"twitch": "sent", "kick": "sent"}
    assert sent["reply_to"] == reply_to | {"author_name": "Brisket99", "text": "Which song?"}


@on_one_database
async def test_platform_without_replies_gets_the_name_in_front(house: House, desk: Desk) -> None:
    await house.rehearse("/youtube/go-live", login="junoplays")
    await desk.connect("youtube")
    reply_to = await line_said(house, desk, "youtube", "m1", name="@Brisket99")
    body = desk.body("y" * 195, reply_to=reply_to)
    sent = await desk.send(**body)
    # The name makes it longer than YouTube takes at once.
    assert (states(sent), receipt_of(sent, "youtube")["parts"]) == ({"youtube": "sent"}, 2)
    assert sent["text"] == "y" * 195


async def test_message_is_listed_newest_first_and_by_pages(desk: Desk, clock: FrozenClock) -> None:
    await desk.connect("kick")
    moments: list[str] = []
    for number in range(5):
        clock.advance(60)
        moments.append(clock.now.isoformat())
        assert (await desk.post(desk.body(f"Number {number}"))).status_code == 202
    assert [one["text"][-1] for one in await desk.listed()] == list("43210")
    between = await desk.listed(since=moments[1], until=moments[3])
    assert [one["text"][-1] for one in between] == list("21")
    first = await desk.visitor.get(desk.path, limit=3)
    rest = await desk.visitor.get(desk.path, limit=3, cursor=first["cursor"])
    assert [one["text"][-1] for one in first["records"] + rest["records"]] == list("43210")
    assert rest["cursor"] is None


BAD_QUERIES = [("cursor", "nonsense"), ("cursor", "WyJhIiwiYiJd"), ("limit", "0"), ("limit", "201"), ("since", "soon")]


@on_one_database
async def test_list_refuses_what_it_cannot_read(desk: Desk) -> None:
    for name, value in BAD_QUERIES:
        answer = await desk.visitor.ask("GET", desk.path, params={name: value})
        assert (refusal(answer), blamed(answer)) == ((422, "invalid"), [name])


async def test_messages_are_kept_as_long_as_the_chat(house: House, desk: Desk, clock: FrozenClock) -> None:
    await desk.connect("twitch")
    await desk.send("Old")
    clock.advance(timedelta(days=6).total_seconds())
    await desk.send("New")
    clock.advance(timedelta(days=2).total_seconds())
    forget = next(job for job in jobs(house.kernel, house.platforms) if job.name == "forget_sent_messages")
    await forget.run()
    assert len(await desk.listed()) == 2
    async with house.kernel.database.write() as session:
        (await session.get_one(Channel, UUID(desk.channel_id))).chat_retention_days = 7
    await forget.run()
    assert [one["text"] for one in await desk.listed()] == ["New"]
    assert len(await house.rows("SELECT sent_id FROM sent_receipts")) == 1


async def test_unknown_message_cannot_be_sent_again(desk: Desk) -> None:
    await desk.connect("twitch")
    assert refusal(await desk.retry({"id": str(uuid4())}, "twitch")) == (404, "not_found")
