"""Filters read only the viewer's own text of a notice."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from greenroom.accounts.access.staff_accounts import StaffAccounts
from greenroom.chat.messages.line import GAP_NOTICE, ChatLine
from greenroom.chat.messages.line_builder import build_line
from greenroom.chat.protocol.actions import BanViewer, DeleteMessage
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import (
    LOCAL_NOTICE_PREFIX,
    ActivityKind,
    ActivityReceived,
    Chatter,
    Fragment,
    NoticeReceived,
)
from greenroom.features.filters.engine import FilterSpec
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.rows import settings_of
from greenroom.features.filters.rules import plan_actions
from greenroom.features.filters.types.registry import FILTER_TYPES
from greenroom.features.messages.notices import notice_of
from greenroom.platforms.kick.info import INFO as KICK

NOW = datetime(2030, 1, 2, tzinfo=UTC)
ANN = Chatter("7", "ann", "Ann")


def notice(**changes: Any) -> NoticeReceived:  # noqa: ANN401  # any field
    defaults: dict[str, Any] = {
        "notice_id": "n1",
        "kind": "resub",
        "text": "Ann subscribed for 3 months",
        "chatter": ANN,
        "message": "",
        "fragments": (),
        "sent_at": NOW,
        "received_at": NOW,
    }
    return NoticeReceived(**(defaults | changes))


def line_for(event: NoticeReceived) -> ChatLine:
    return build_line(ChannelEvent(UUID(int=1), UUID(int=2), "kick", event), event, {}, is_first=False)


def text_for_filters(event: NoticeReceived) -> str | None:
    message = Message.of(line_for(event), StaffAccounts({}), NOW)
    return None if message is None else message.text


def gift(**changes: Any) -> NoticeReceived:  # noqa: ANN401  # any field
    return notice_of(ActivityReceived("g1", ActivityKind.KICKS, ANN, NOW, NOW, **changes))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (notice(message="hi all", fragments=(Fragment("hi all"),)), "hi all"),
        (notice(), None),
        (notice(message="hi all", chatter=None), None),
        (notice(kind=GAP_NOTICE, message="hi all"), None),
        (gift(message="hi all", fragments=(Fragment("hi all"),)), "hi all"),
        (gift(fragments=(Fragment("Rose", "gift"),)), None),
        (gift(message="Rose hi", fragments=(Fragment("Rose", "gift"), Fragment(" hi"))), "Rose hi"),
    ],
)
def test_only_the_viewers_own_text_is_read(event: NoticeReceived, text: str | None) -> None:
    assert text_for_filters(event) == text


def test_notice_that_only_greenroom_shows_is_not_deleted_but_its_viewer_is_timed_out() -> None:
    fields = FILTER_TYPES["caps"].filter.model_validate(
        {"type": "caps", "name": "Caps", "ladder": [{"action": "timeout"}]}
    )
    spec = FilterSpec.of(uuid4(), fields, "caps", settings_of(fields), ())
    message = Message.of(line_for(gift(message="HI", fragments=(Fragment("HI"),))), StaffAccounts({}), NOW)
    assert message is not None
    assert message.message_id == f"{LOCAL_NOTICE_PREFIX}g1"
    assert DeleteMessage in KICK.actions
    deletion, timeout = plan_actions(spec.step(1), message, spec, KICK.actions, "too loud")
    assert (deletion.request, bool(deletion.detail)) == (None, True)
    assert isinstance(timeout.request, BanViewer)
