"""Which messages of activities may be shown: those whose chat line passed the filters and was not removed since."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import ChatLine
from greenroom.chat.messages.line_ids import sent_by
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.messages.parts import typed_words
from greenroom.features.activity.records.models import Activity
from greenroom.features.activity.records.reports import MAX_MESSAGE_LENGTH
from greenroom.features.widgets.texts.lines import is_shown, read_line

# Maximum time between an activity and its chat line, which platforms report separately.
MAX_APART = timedelta(minutes=2)

# Platform and id of a viewer.
ViewerKey = tuple[str, str]


def line_words(line: ChatLine) -> str:
    """Words that the viewer typed; equal to `activity_words` of the activity that came with the line."""
    return _comparable(typed_words(line.text, line.parts)[:MAX_MESSAGE_LENGTH])


def activity_words(activity: Activity) -> str:
    return _comparable(activity.message)


def _comparable(text: str) -> str:
    return " ".join(text.split())


async def passed_activity_ids(session: AsyncSession, activities: Sequence[Activity]) -> frozenset[UUID]:
    """Ids of activities of one channel whose message may be shown: test activities, and those with a shown line."""
    by_viewer: dict[ViewerKey, list[Activity]] = {}
    for one in activities:
        if one.message and one.viewer_id and not one.is_test:
            by_viewer.setdefault((one.provider, one.viewer_id), []).append(one)
    passed = {one.id for one in activities if one.is_test}
    for viewer, some in by_viewer.items():
        shown = await _shown_words(session, viewer, some)
        passed.update(one.id for one in some if activity_words(one) in shown)
    return frozenset(passed)


async def _shown_words(session: AsyncSession, viewer: ViewerKey, activities: Sequence[Activity]) -> set[str]:
    """Texts of the viewer's visible lines, without those that are also in a hidden line."""
    channel_id, times = activities[0].channel_id, [one.happened_at for one in activities]
    lines = sent_by(session, channel_id, *viewer, min(times) - MAX_APART, max(times) + MAX_APART)
    found = await session.execute(select(ChatMessage.payload, ChatMessage.removed_at).where(*lines))
    shown, hidden = set[str](), set[str]()
    for payload, removed_at in found:
        line = read_line(payload)
        (shown if removed_at is None and is_shown(line) else hidden).add(line_words(line))
    return shown - hidden
