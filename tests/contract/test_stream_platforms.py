"""One suite for every stream platform: what a streamer relies on, whichever of them they use."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from theatre import LOGIN, PLENTY_UNITS, STREAM_PLATFORMS, Seat, Theatre, settings_for

from greenroom.chat.protocol.actions import BanViewer, ChangeTitle, DeleteMessage, SendMessage, UnbanViewer
from greenroom.chat.protocol.events import ActivityReceived, ChatEvent, MessageReceived
from greenroom.kernel.context import Kernel
from greenroom.tenancy.platforms import PlatformBusy
from support.rehearsal_process import Rehearsal
from support.waiting import MAX_WAIT_SECONDS

WRITING = tuple(one for one in STREAM_PLATFORMS if one != "tiktok")
AUTHORISED = WRITING
VIEWER = "brisket99"


@pytest.fixture
async def theatre(kernel: Kernel, rehearsal: Rehearsal) -> AsyncGenerator[Theatre]:
    await rehearsal.command("/youtube/quota", units=PLENTY_UNITS)
    theatre = Theatre(kernel, rehearsal, settings_for(rehearsal, kernel))
    async with theatre.open():
        yield theatre


@pytest_asyncio.fixture
async def seat(theatre: Theatre, request: pytest.FixtureRequest) -> Seat:
    """An account that is connected and on air."""
    seat = await theatre.take_seat(request.param)
    await theatre.go_on_air(seat)
    return seat


every_platform = pytest.mark.parametrize("seat", STREAM_PLATFORMS, indirect=True)
every_writing_platform = pytest.mark.parametrize("seat", WRITING, indirect=True)
every_authorised_platform = pytest.mark.parametrize("seat", AUTHORISED, indirect=True)


def says(text: str) -> "Says":
    return Says(text)


@dataclass(frozen=True, slots=True)
class Says:
    text: str

    def __call__(self, event: ChatEvent) -> bool:
        return isinstance(event, MessageReceived) and event.text == self.text


def message(event: ChatEvent) -> MessageReceived:
    assert isinstance(event, MessageReceived)
    return event


@pytest.mark.rows("P10", "E5")
@every_platform
async def test_stream_is_seen_to_begin_and_to_end(theatre: Theatre, seat: Seat) -> None:
    live = (await theatre.updates.until(seat, lambda data: data["is_live"]))["data"]
    assert live["live_stream_id"]
    await theatre.rehearsal.command(f"/{seat.provider}/end", login=LOGIN)
    over = (await theatre.updates.until(seat, lambda data: not data["is_live"], len(theatre.updates.of(seat))))["data"]
    assert (over["live_stream_id"], over["live_since"]) == (None, None)


@pytest.mark.rows("P10")
@every_platform
async def test_message_is_heard_with_its_words_and_its_author(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "hello from the ☕ night bus", viewer=VIEWER)
    heard = message(await theatre.hear(seat, says("hello from the ☕ night bus")))
    assert heard.chatter.name
    assert heard.message_id
    assert not heard.is_backlog
    assert "".join(fragment.text for fragment in heard.fragments) == heard.text
    assert abs((heard.received_at - heard.sent_at).total_seconds()) < 30


@every_platform
async def test_many_messages_are_heard_once_each_and_in_order(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "line", count=120)
    await theatre.hear(seat, says("line 120"))
    expected = [f"line {number}" for number in range(1, 121)]
    for line in expected:
        await theatre.hear(seat, says(line))
    lines = [event.text for event in theatre.heard(seat) if isinstance(event, MessageReceived)]
    # Kick posts several webhooks at once and promises no order.
    assert lines == expected if seat.provider != "kick" else sorted(lines) == sorted(expected)


@every_platform
async def test_duplicates_are_heard_once(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command(f"/{seat.provider}/deliveries", duplicates=True)
    await theatre.say(seat, "twice", count=5)
    await theatre.rehearsal.command(f"/{seat.provider}/deliveries", duplicates=False)
    await theatre.say(seat, "the end")
    await theatre.hear(seat, says("the end"))
    ids = [event.message_id for event in theatre.heard(seat) if isinstance(event, MessageReceived)]
    assert len(ids) == len(set(ids)) == 6


@every_platform
async def test_late_delivery_shows_as_lag(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command(f"/{seat.provider}/deliveries", delay_ms=700)
    await theatre.say(seat, "am I late?")
    heard = message(await theatre.hear(seat, says("am I late?")))
    assert (heard.received_at - heard.sent_at).total_seconds() > 0.5


@every_platform
async def test_reordered_messages_all_arrive(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command(f"/{seat.provider}/deliveries", reorders=True)
    await theatre.say(seat, "mixed", count=4)
    await theatre.rehearsal.command(f"/{seat.provider}/deliveries", reorders=False)
    for number in range(1, 5):
        await theatre.hear(seat, says(f"mixed {number}"))


@pytest.mark.rows("P12", "P13")
@every_writing_platform
async def test_sent_message_appears_in_the_chat(theatre: Theatre, seat: Seat) -> None:
    receipt = await theatre.perform(seat, SendMessage("good evening, everybody"))
    assert receipt.outcome == "done"
    heard = message(await theatre.hear(seat, says("good evening, everybody")))
    assert heard.message_id in receipt.message_ids


@every_writing_platform
async def test_long_message_is_split_and_nothing_of_it_is_lost(theatre: Theatre, seat: Seat) -> None:
    text = " ".join(f"word{number}" for number in range(120))
    receipt = await theatre.perform(seat, SendMessage(text))
    assert len(receipt.message_ids) > 1
    for message_id in receipt.message_ids:
        await theatre.hear(seat, lambda event, wanted=message_id: getattr(event, "message_id", "") == wanted)
    parts = [event.text for event in theatre.heard(seat) if isinstance(event, MessageReceived)]
    assert " ".join(parts) == text


@pytest.mark.rows("P12", "P13")
@every_writing_platform
async def test_viewer_is_timed_out_banned_and_let_back_in(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "ban me", viewer=VIEWER)
    viewer_id = message(await theatre.hear(seat, says("ban me"))).chatter.id
    assert (await theatre.perform(seat, BanViewer(viewer_id, seconds=60, reason="shouting"))).outcome == "done"
    assert (await theatre.perform(seat, UnbanViewer(viewer_id))).outcome == "done"
    assert (await theatre.perform(seat, BanViewer(viewer_id))).outcome == "done"
    assert (await theatre.perform(seat, UnbanViewer(viewer_id))).outcome == "done"


@pytest.mark.rows("P12")
@every_writing_platform
async def test_message_is_deleted(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "delete me", viewer=VIEWER)
    heard = message(await theatre.hear(seat, says("delete me")))
    assert (await theatre.perform(seat, DeleteMessage(heard.message_id))).outcome == "done"


@pytest.mark.rows("P13")
@every_writing_platform
async def test_title_is_changed_and_the_change_is_seen(theatre: Theatre, seat: Seat) -> None:
    assert (await theatre.perform(seat, ChangeTitle("Tiles for a harbour at dawn"))).outcome == "done"
    await theatre.updates.until(seat, lambda data: data["title"] == "Tiles for a harbour at dawn")


@pytest.mark.parametrize("seat", ["tiktok"], indirect=True)
async def test_what_a_platform_cannot_do_is_refused_with_a_reason(theatre: Theatre, seat: Seat) -> None:
    receipt = await theatre.perform(seat, SendMessage("hello"))
    assert receipt.outcome == "refused"
    assert "TikTok" in receipt.detail


@every_authorised_platform
async def test_expired_token_is_renewed_in_the_middle_of_a_stream(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command(f"/{seat.provider}/expire-tokens", login=LOGIN)
    assert (await theatre.perform(seat, SendMessage("still here"))).outcome == "done"
    await theatre.say(seat, "and so are we")
    await theatre.hear(seat, says("and so are we"))
    row = theatre.updates.of(seat)[-1]["data"]
    assert (row["scope_needed"], row["connection"]["state"]) == (False, "connected")


@every_authorised_platform
async def test_withdrawn_consent_stops_the_connection_and_says_so(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command(f"/{seat.provider}/revoke", login=LOGIN)
    # A platform that pushes nothing is noticed with the next thing that is asked of it.
    if seat.provider == "kick":
        await theatre.rehearsal.command("/clock", seconds=7_300)
    stopped = await theatre.updates.state(seat, "stopped")
    assert stopped["scope_needed"]
    assert "Reconnect" in stopped["connection"]["detail"]
    # Nobody tells us any more whether it runs.
    assert not stopped["is_live"]


@every_writing_platform
async def test_rate_limit_is_told_and_the_connection_stays(theatre: Theatre, seat: Seat) -> None:
    path = {"twitch": "/twitch/helix/chat", "youtube": "/youtube/v3/liveChat/messages", "kick": "/kick/public/v1/chat"}
    where = path[seat.provider]
    await theatre.rehearsal.command(f"/{seat.provider}/fail", next=1, status=429, path_prefix=where, retry_after=3)
    with pytest.raises(PlatformBusy):
        await theatre.perform(seat, SendMessage("too fast"))
    await theatre.say(seat, "nobody noticed")
    await theatre.hear(seat, says("nobody noticed"))


@every_platform
async def test_cut_connection_comes_back_and_hears_again(theatre: Theatre, seat: Seat) -> None:
    await theatre.say(seat, "before")
    await theatre.hear(seat, says("before"))
    await theatre.rehearsal.command(f"/{seat.provider}/drop-sockets")
    await until_heard(theatre, seat, "after")
    ids = [event.message_id for event in theatre.heard(seat) if isinstance(event, MessageReceived)]
    assert len(ids) == len(set(ids))


@every_platform
async def test_unplugged_platform_is_told_and_recovers(theatre: Theatre, seat: Seat) -> None:
    await theatre.rehearsal.command(f"/{seat.provider}/plug", on=False)
    before = len(theatre.updates.of(seat))
    if seat.provider != "kick":
        failing = await theatre.updates.state(seat, "failing", before)
        assert failing["connection"]["detail"]
    await theatre.rehearsal.command(f"/{seat.provider}/plug", on=True)
    await until_heard(theatre, seat, "back again")


async def test_one_platform_down_leaves_the_others_running(theatre: Theatre) -> None:
    seats = {provider: await theatre.take_seat(provider) for provider in STREAM_PLATFORMS}
    for seat in seats.values():
        await theatre.go_on_air(seat)
    for unplugged in STREAM_PLATFORMS:
        await theatre.rehearsal.command(f"/{unplugged}/plug", on=False)
        for provider, seat in seats.items():
            if provider != unplugged:
                await theatre.say(seat, f"without {unplugged}")
                await theatre.hear(seat, says(f"without {unplugged}"))
        await theatre.rehearsal.command(f"/{unplugged}/plug", on=True)
        await until_heard(theatre, seats[unplugged], f"{unplugged} is back")


@every_platform
async def test_malformed_and_unknown_events_are_passed_over(theatre: Theatre, seat: Seat) -> None:
    theatre.rehearsal.tells_lies = True
    for path, body in LIES[seat.provider]:
        await theatre.rehearsal.command(f"/{seat.provider}{path}", **({"login": LOGIN} | body))
    await until_heard(theatre, seat, "as if nothing had happened")
    assert theatre.updates.of(seat)[-1]["data"]["connection"]["state"] == "connected"


LIES: dict[str, list[tuple[str, dict[str, object]]]] = {
    "twitch": [
        ("/event", {"type": "channel.chat.message", "event": {"mood": "good"}}),
        ("/event", {"type": "channel.chat.message", "event": {"message_id": 5, "message": []}}),
        ("/frame", {"text": '{"metadata":{"message_type":"session_mood","message_id":"1"},"payload":{}}'}),
    ],
    "youtube": [
        ("/raw", {"message": {"kind": "youtube#liveChatMessage"}}),
        ("/raw", {"message": {"id": "x1", "snippet": {"type": "moodEvent", "publishedAt": "today"}}}),
    ],
    "kick": [
        ("/raw", {"type": "chat.message.sent", "body": {"mood": "good"}}),
        ("/raw", {"type": "mood.changed", "body": {"mood": "good"}}),
    ],
    "tiktok": [("/unknown-message", {}), ("/broken-message", {})],
}


@every_platform
async def test_paid_or_followed_things_reach_the_feed_once(theatre: Theatre, seat: Seat) -> None:
    scene, body = ("pay", {"amount": 500}) if seat.provider == "youtube" else ("follow", {})
    await theatre.rehearsal.command(f"/{seat.provider}/deliveries", duplicates=True)
    await theatre.rehearsal.command(f"/{seat.provider}/{scene}", login=LOGIN, viewer=VIEWER, **body)
    await theatre.rehearsal.command(f"/{seat.provider}/deliveries", duplicates=False)
    await theatre.hear(seat, lambda event: isinstance(event, ActivityReceived))
    await theatre.say(seat, "the end")
    await theatre.hear(seat, says("the end"))
    assert len([event for event in theatre.heard(seat) if isinstance(event, ActivityReceived)]) == 1


async def until_heard(theatre: Theatre, seat: Seat, text: str) -> None:
    """Somebody repeats it until it is heard: a connection that comes back does not say when it listens again."""
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        for number in range(400):
            await theatre.say(seat, f"{text} {number}")
            try:
                async with asyncio.timeout(0.25):
                    await theatre.hear(seat, says(f"{text} {number}"))
                    return
            except TimeoutError:
                continue
