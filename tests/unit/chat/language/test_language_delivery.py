"""Responses per platform: delivery, mentions, announcements and length limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.accounts.platforms import PlatformInfo
from greenroom.chat.protocol.actions import Announce, SendMessage
from greenroom.chat.sending.safe_text import MAX_RESPONSE_LENGTH, begins_command, clean_value, remove_command_prefix
from greenroom.platforms.kick.info import INFO as KICK
from greenroom.platforms.tiktok.info import INFO as TIKTOK
from greenroom.platforms.twitch.info import INFO as TWITCH
from greenroom.platforms.youtube.info import INFO as YOUTUBE
from greenroom.responses.delivery import ResponseType, prepare_response
from support.variable_rendering import make_caller

TYPES: tuple[ResponseType, ...] = ("say", "mention", "reply", "announce")


@pytest.mark.parametrize(
    ("info", "requested", "kind", "action"),
    [
        (TWITCH, "say", "say", SendMessage("hi")),
        (TWITCH, "mention", "mention", SendMessage("@Juno hi")),
        (TWITCH, "reply", "reply", SendMessage("hi", "m1")),
        (TWITCH, "announce", "announce", Announce("hi")),
        (KICK, "reply", "reply", SendMessage("hi", "m1")),
        (KICK, "announce", "say", SendMessage("hi")),
        (YOUTUBE, "reply", "mention", SendMessage("@Juno hi")),
        (YOUTUBE, "announce", "say", SendMessage("hi")),
        (TIKTOK, "say", "say", None),
    ],
)
def test_response_is_delivered_as_each_platform_supports_it(
    info: PlatformInfo, requested: ResponseType, kind: str, action: SendMessage | Announce | None
) -> None:
    response = prepare_response("hi", requested, info, caller=make_caller(), message_id="m1")
    assert (response.kind, response.action) == (kind, action)
    assert bool(response.detail) == (kind != requested or action is None)


def test_detail_says_why_a_response_is_sent_differently_or_not_at_all() -> None:
    assert prepare_response("hi", "say", TIKTOK).detail == "TikTok chat is read-only."
    response = prepare_response("hi", "reply", YOUTUBE, caller=make_caller())
    assert response.detail == "YouTube has no replies; sent as a mention."
    assert prepare_response("", "say", TWITCH).detail == "Empty response."


def test_a_response_without_a_caller_is_sent_without_reply_or_mention() -> None:
    assert prepare_response("hi", "reply", TWITCH).action == SendMessage("hi")


def test_mentioned_handle_has_a_single_at_sign() -> None:
    response = prepare_response("hi", "mention", YOUTUBE, caller=make_caller("@juno\u202e plays\n"))
    assert response.parts == ("@juno plays hi",)


def test_an_announcement_is_one_message() -> None:
    response = prepare_response("word " * 200, "announce", TWITCH)
    assert len(response.parts) == 1
    assert response.action == Announce(response.parts[0])
    assert "500" in response.detail


@given(text=st.text(max_size=MAX_RESPONSE_LENGTH), name=st.text(max_size=60), requested=st.sampled_from(TYPES))
def test_each_message_fits_its_platform_and_begins_no_command(text: str, name: str, requested: ResponseType) -> None:
    for info in (TWITCH, YOUTUBE, KICK):
        response = prepare_response(
            remove_command_prefix(clean_value(text)), requested, info, caller=make_caller(name), message_id="m1"
        )
        max_length = info.descriptor.messageMaxLength
        assert max_length is not None
        assert all(len(part.encode("utf-16-le")) // 2 <= max_length for part in response.parts)
        assert not any(begins_command(part) for part in response.parts)
