from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from greenroom.chat.protocol.events import ChannelUpdated, StreamOffline, StreamOnline
from greenroom.platforms.twitch.api.helix import Channel, Stream
from greenroom.platforms.twitch.events import NORMALIZERS, current_channel, current_stream, event_of
from greenroom.platforms.twitch.eventsub.frames import (
    MAX_FRAME_AGE,
    ChatFrame,
    Frame,
    Metadata,
    RecentFrames,
    read_frame,
)
from greenroom.platforms.twitch.normalize.context import FrameContext

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)

BROADCASTER = '"broadcaster_user_id":"1001","broadcaster_user_login":"alpha","broadcaster_user_name":"Alpha"'
ONLINE = f'{{"id":"9001",{BROADCASTER},"type":"live","started_at":"2026-11-15T11:58:00Z"}}'
UPDATE = (
    f'{{{BROADCASTER},"title":"のんびり","language":"ja","category_id":"1","category_name":"Music","is_new_field":[1],'
    '"content_classification_labels":["MatureGame"]}'
)
CHAT = (
    f'{{{BROADCASTER},"chatter_user_id":"7","chatter_user_login":"bea","chatter_user_name":"Bea","message_id":"m",'
    '"message":{"text":"hi","fragments":[{"type":"text","text":"hi"}]},"badges":[],"color":""}'
)

SENT = NOON - timedelta(seconds=2)


def notification(kind: str, event: str, version: str = "1") -> bytes:
    return (
        '{"metadata":{"message_id":"m1","message_type":"notification","message_timestamp":"2026-11-15T10:01:00.000000001Z",'
        f'"subscription_type":"{kind}","subscription_version":"{version}"}},'
        f'"payload":{{"subscription":{{"id":"s","status":"enabled","cost":0}},"event":{event}}}}}'
    ).encode()


def normalize(kind: str, version: str, payload: str) -> object:
    return NORMALIZERS[kind, version](msgspec.Raw(payload.encode()), FrameContext("m1", SENT, NOON))


def test_stream_online_has_the_start_of_the_stream() -> None:
    event = normalize("stream.online", "1", ONLINE)
    assert event == StreamOnline("9001", datetime(2026, 11, 15, 11, 58, tzinfo=UTC), NOON)


def test_stream_offline_has_the_time_of_the_event() -> None:
    assert normalize("stream.offline", "1", f"{{{BROADCASTER}}}") == StreamOffline(as_of=SENT, received_at=NOON)


def test_channel_update_reads_title_and_category_and_ignores_new_fields() -> None:
    assert normalize("channel.update", "2", UPDATE) == ChannelUpdated("のんびり", "Music", NOON)


@pytest.mark.parametrize("payload", ["{}", "[]", '{"id":9001,"started_at":"2026-11-15T11:58:00Z"}', '{"id":"1"}'])
def test_invalid_stream_online_raises_an_error_that_the_reader_catches(payload: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        normalize("stream.online", "1", payload)


def test_channel_update_without_title_and_category_has_empty_ones() -> None:
    assert normalize("channel.update", "2", "{}") == ChannelUpdated("", "", NOON)


def test_listed_stream_is_online_and_a_missing_stream_was_offline_when_the_list_was_made() -> None:
    started_at = NOON - timedelta(hours=2)
    assert current_stream(Stream("9001", started_at), NOON, 300) == StreamOnline("9001", started_at, NOON)
    assert current_stream(None, NOON, 300) == StreamOffline(as_of=NOON - timedelta(minutes=5), received_at=NOON)


def test_current_channel_becomes_an_update() -> None:
    assert current_channel(Channel("Late shift", "Moth Court"), NOON) == ChannelUpdated(
        "Late shift", "Moth Court", NOON
    )


def test_frame_with_nanoseconds_is_read() -> None:
    frame = read_frame(notification("stream.online", ONLINE))
    assert frame.metadata.message_timestamp == datetime(2026, 11, 15, 10, 1, tzinfo=UTC)
    assert isinstance(frame, Frame)
    assert bytes(frame.payload.event) == ONLINE.encode()


def test_chat_message_decoded_in_one_pass_equals_the_general_decoding() -> None:
    frame = read_frame(notification("channel.chat.message", CHAT))
    assert isinstance(frame, ChatFrame)
    context = FrameContext("m1", frame.metadata.message_timestamp, NOON)
    assert event_of(frame, NOON) == NORMALIZERS["channel.chat.message", "1"](msgspec.Raw(CHAT.encode()), context)


@pytest.mark.parametrize(
    ("kind", "event"),
    [
        # An incomplete message, and other events that contain the name of the topic.
        ("channel.chat.message", '{"message_id": 7}'),
        ("channel.update", '{"title":"channel.chat.message","category_name":"x"}'),
        ("channel.update", '{"title":"\\"channel.chat.message\\"","about":"channel.chat.message"}'),
    ],
)
def test_incomplete_chat_message_and_other_events_use_the_general_decoder(kind: str, event: str) -> None:
    frame = read_frame(notification(kind, event))
    assert isinstance(frame, Frame)
    assert bytes(frame.payload.event) == event.encode()


def test_event_of_an_unknown_version_is_ignored() -> None:
    assert event_of(read_frame(notification("channel.chat.message", CHAT, version="2")), NOON) is None


def test_frame_is_accepted_once_and_only_while_it_is_recent() -> None:
    seen = RecentFrames()
    fresh = Frame(Metadata("m1", "notification", NOON))
    assert list(seen.unseen([fresh, fresh], NOON)) == [fresh]
    assert list(seen.unseen([fresh], NOON + timedelta(minutes=9))) == []
    assert list(seen.unseen([fresh], NOON + MAX_FRAME_AGE + timedelta(seconds=1))) == []
    old = Frame(Metadata("m2", "notification", NOON - MAX_FRAME_AGE - timedelta(seconds=1)))
    assert list(seen.unseen([old], NOON)) == []


def test_time_without_a_zone_is_an_invalid_payload() -> None:
    with pytest.raises(msgspec.MsgspecError):
        read_frame(
            b'{"metadata":{"message_id":"m1","message_type":"session_keepalive","message_timestamp":"2026-11-15T10:01:00"}}'
        )
