"""Tests of every stream platform. TikTok can only be read: its one test of an action expects a refusal."""

from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing
from pathlib import Path
from shutil import copy

import pytest
import pytest_asyncio
from platform_connections import (
    LOGIN,
    STREAM_PLATFORMS,
    WRITING_PLATFORMS,
    ConnectedChannel,
    PlatformConnections,
    is_message,
    open_connections,
    send_until_received,
)

from greenroom.accounts.platforms import PlatformBusy
from greenroom.chat.protocol.actions import BanViewer, ChangeTitle, DeleteMessage, SendMessage, UnbanViewer
from greenroom.chat.protocol.events import ActivityReceived, ChatEvent, MessageReceived
from support.rehearsal_fixtures import clear_violations, read_violations
from support.rehearsal_process import Json, Rehearsal, open_kernel

pytestmark = pytest.mark.asyncio(loop_scope="module")

VIEWER = "brisket99"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def connections(
    rehearsal_environment: dict[str, str], migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[PlatformConnections]:
    """Connections that all tests of this file share; each test leaves its channel connected."""
    folder, rehearsal = tmp_path_factory.mktemp("connections"), Rehearsal(rehearsal_environment)
    await rehearsal.command("/reset")
    url = f"sqlite+aiosqlite:///{copy(migrated_file, folder)}"
    async with (
        aclosing(rehearsal.http),
        open_kernel(rehearsal, folder, url) as kernel,
        open_connections(kernel, rehearsal) as connections,
    ):
        yield connections


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def channel(connections: PlatformConnections, request: pytest.FixtureRequest) -> ConnectedChannel:
    """An account that is connected and live."""
    channel = await connections.connect(request.param)
    await connections.go_live(channel)
    return channel


@pytest.fixture(autouse=True)
def contract(connections: PlatformConnections, contract_violations_file: Path) -> Generator[None]:
    """Checks that traffic during the test follows the platform's contract."""
    connections.chat.events.clear()
    clear_violations(contract_violations_file)
    yield
    violations = [] if connections.rehearsal.allows_contract_violations else read_violations(contract_violations_file)
    connections.rehearsal.allows_contract_violations = False
    assert violations == [], "traffic violated the platform's contract"


every_platform = pytest.mark.parametrize("channel", STREAM_PLATFORMS, indirect=True, scope="module")
every_writing_platform = pytest.mark.parametrize("channel", WRITING_PLATFORMS, indirect=True, scope="module")


def message(event: ChatEvent) -> MessageReceived:
    assert isinstance(event, MessageReceived)
    return event


def messages(connections: PlatformConnections, channel: ConnectedChannel) -> list[MessageReceived]:
    """Messages received during the test; some may have been sent during the previous test."""
    return [event for event in connections.received(channel) if isinstance(event, MessageReceived)]


@pytest.mark.rows("P10")
@every_platform
async def test_message_is_received_with_its_text_and_author(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.say(channel, "hello from the ☕ night bus", viewer=VIEWER)
    received = message(await connections.wait_for_event(channel, is_message("hello from the ☕ night bus")))
    assert received.chatter.name
    assert received.message_id
    assert not received.is_backlog
    assert "".join(fragment.text for fragment in received.fragments) == received.text
    assert abs((received.received_at - received.sent_at).total_seconds()) < 30


@every_platform
async def test_many_messages_are_received_once_and_except_on_kick_in_order(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.say(channel, "line", count=120)
    await connections.wait_for_event(channel, is_message("line 120"))
    expected = [f"line {number}" for number in range(1, 121)]
    for line in expected:
        await connections.wait_for_event(channel, is_message(line))
    lines = [one.text for one in messages(connections, channel) if one.text.startswith("line ")]
    # Kick posts several webhooks at once and promises no order.
    assert lines == expected if channel.provider != "kick" else sorted(lines) == sorted(expected)


@every_platform
async def test_repeated_message_is_received_once(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.rehearsal.command(f"/{channel.provider}/deliveries", duplicates=True)
    await connections.say(channel, "twice", count=5)
    await connections.rehearsal.command(f"/{channel.provider}/deliveries", duplicates=False)
    await connections.say(channel, "the end")
    await connections.wait_for_event(channel, is_message("the end"))
    received = [one for one in messages(connections, channel) if one.text.startswith(("twice", "the end"))]
    assert len(received) == len({one.message_id for one in received}) == 6


@every_platform
async def test_late_delivery_shows_as_lag(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.rehearsal.command(f"/{channel.provider}/deliveries", delay_ms=700)
    await connections.say(channel, "am I late?")
    received = message(await connections.wait_for_event(channel, is_message("am I late?")))
    assert (received.received_at - received.sent_at).total_seconds() > 0.5
    await connections.rehearsal.command(f"/{channel.provider}/deliveries", delay_ms=0)


@every_platform
async def test_reordered_messages_all_arrive(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.rehearsal.command(f"/{channel.provider}/deliveries", reorders=True)
    await connections.say(channel, "mixed", count=4)
    await connections.rehearsal.command(f"/{channel.provider}/deliveries", reorders=False)
    for number in range(1, 5):
        await connections.wait_for_event(channel, is_message(f"mixed {number}"))


@pytest.mark.rows("P13")
@every_writing_platform
async def test_sent_message_appears_in_the_chat(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    receipt = await connections.act(channel, SendMessage("good evening, everybody"))
    assert receipt.outcome == "done"
    received = message(await connections.wait_for_event(channel, is_message("good evening, everybody")))
    assert received.message_id in receipt.message_ids


@every_writing_platform
async def test_long_message_is_split_and_nothing_of_it_is_lost(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    text = " ".join(f"word{number}" for number in range(120))
    receipt = await connections.act(channel, SendMessage(text))
    assert len(receipt.message_ids) > 1
    for message_id in receipt.message_ids:
        await connections.wait_for_event(
            channel, lambda event, expected_id=message_id: getattr(event, "message_id", "") == expected_id
        )
    parts = [one.text for one in messages(connections, channel) if one.message_id in receipt.message_ids]
    assert " ".join(parts) == text


@pytest.mark.rows("P12", "P13")
@every_writing_platform
async def test_viewer_is_timed_out_banned_and_unbanned_again(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.say(channel, "ban me", viewer=VIEWER)
    viewer_id = message(await connections.wait_for_event(channel, is_message("ban me"))).chatter.id
    seq = await connections.rehearsal.command(f"/{channel.provider}/deliveries", delay_ms=0)
    time_out, unban = BanViewer(viewer_id, seconds=60, reason="shouting"), UnbanViewer(viewer_id)
    for action in (time_out, unban, BanViewer(viewer_id), unban):
        assert (await connections.act(channel, action)).outcome == "done"
    # YouTube has no reasons for bans.
    reason = None if channel.provider == "youtube" else "shouting"
    assert [ban_facts(event) for event in await connections.rehearsal.events(seq, "banned", "unbanned")] == [
        ("banned", VIEWER, 60, reason),
        ("unbanned", VIEWER, None, None),
        ("banned", VIEWER, None, None),
        ("unbanned", VIEWER, None, None),
    ]


def ban_facts(event: Json) -> tuple[str, str, int | None, str | None]:
    """Event, viewer, seconds and reason of a ban or unban; None for an empty reason."""
    facts = event["facts"]
    return event["event"], facts["viewer"], facts.get("seconds"), facts.get("reason") or None


@pytest.mark.rows("P12")
@every_writing_platform
async def test_message_is_deleted(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    await connections.say(channel, "delete me", viewer=VIEWER)
    received = message(await connections.wait_for_event(channel, is_message("delete me")))
    await connections.say(channel, "keep me", viewer=VIEWER)
    seq = await connections.rehearsal.command(f"/{channel.provider}/deliveries", delay_ms=0)
    assert (await connections.act(channel, DeleteMessage(received.message_id))).outcome == "done"
    (deleted,) = await connections.rehearsal.events(seq, "message_deleted", "message_removed")
    assert deleted["facts"]["message_id"] == received.message_id


@pytest.mark.rows("P13")
@every_writing_platform
async def test_title_is_changed_and_the_change_is_reported(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    assert (await connections.act(channel, ChangeTitle("Tiles for a harbour at dawn"))).outcome == "done"
    await connections.updates.until(channel, lambda data: data["title"] == "Tiles for a harbour at dawn")


@pytest.mark.parametrize("channel", ["tiktok"], indirect=True, scope="module")
async def test_sending_on_tiktok_is_refused_with_a_reason(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    receipt = await connections.act(channel, SendMessage("hello"))
    assert receipt.outcome == "refused"
    assert "TikTok" in receipt.detail


@every_writing_platform
async def test_expired_token_is_renewed_in_the_middle_of_a_stream(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.rehearsal.command(f"/{channel.provider}/expire-tokens", login=LOGIN)
    assert (await connections.act(channel, SendMessage("still here"))).outcome == "done"
    await connections.say(channel, "and so are we")
    await connections.wait_for_event(channel, is_message("and so are we"))
    row = connections.updates.of(channel)[-1]["data"]
    assert (row["scope_needed"], row["connection"]["state"]) == (False, "connected")


@every_writing_platform
async def test_rate_limit_of_sending_is_reported_and_chat_is_still_read(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    path = {"twitch": "/twitch/helix/chat", "youtube": "/youtube/v3/liveChat/messages", "kick": "/kick/public/v1/chat"}
    where = path[channel.provider]
    await connections.rehearsal.command(
        f"/{channel.provider}/fail", next=1, status=429, path_prefix=where, retry_after=3
    )
    with pytest.raises(PlatformBusy):
        await connections.act(channel, SendMessage("too fast"))
    await connections.say(channel, "nobody noticed")
    await connections.wait_for_event(channel, is_message("nobody noticed"))


@every_platform
async def test_lost_connection_reconnects_and_receives_events(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.say(channel, "before")
    await connections.wait_for_event(channel, is_message("before"))
    await connections.rehearsal.command(f"/{channel.provider}/drop-sockets")
    await send_until_received(connections, channel, "after")
    ids = [one.message_id for one in messages(connections, channel)]
    assert len(ids) == len(set(ids))


@every_platform
async def test_connection_recovers_from_an_outage_and_except_on_kick_shows_it(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    await connections.rehearsal.command(f"/{channel.provider}/plug", on=False)
    before = len(connections.updates.of(channel))
    # Only probes detect an outage of Kick, and no probes run here: see test_outage_detection.
    if channel.provider != "kick":
        failing = await connections.updates.state(channel, "failing", before)
        assert failing["connection"]["detail"]
    await connections.rehearsal.command(f"/{channel.provider}/plug", on=True)
    await send_until_received(connections, channel, "back again")


@every_platform
async def test_malformed_and_unknown_events_are_skipped(
    connections: PlatformConnections, channel: ConnectedChannel
) -> None:
    connections.rehearsal.allows_contract_violations = True
    for path, body in MALFORMED_EVENTS[channel.provider]:
        await connections.rehearsal.command(f"/{channel.provider}{path}", **({"login": LOGIN} | body))
    await send_until_received(connections, channel, "as if nothing had happened")
    assert connections.updates.of(channel)[-1]["data"]["connection"]["state"] == "connected"


MALFORMED_EVENTS: dict[str, list[tuple[str, dict[str, object]]]] = {
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
async def test_repeated_activity_is_received_once(connections: PlatformConnections, channel: ConnectedChannel) -> None:
    path, body = ("pay", {"amount": 500}) if channel.provider == "youtube" else ("follow", {})
    await connections.rehearsal.command(f"/{channel.provider}/deliveries", duplicates=True)
    await connections.rehearsal.command(f"/{channel.provider}/{path}", login=LOGIN, viewer=VIEWER, **body)
    await connections.rehearsal.command(f"/{channel.provider}/deliveries", duplicates=False)
    await connections.wait_for_event(channel, lambda event: isinstance(event, ActivityReceived))
    await connections.say(channel, "the end")
    await connections.wait_for_event(channel, is_message("the end"))
    assert len([event for event in connections.received(channel) if isinstance(event, ActivityReceived)]) == 1
