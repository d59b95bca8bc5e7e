"""Recognises messages that only enter a giveaway: many viewers write the same, which filters do not count as spam."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.moderation.expected_texts import Period, TextEffect
from greenroom.features.giveaways.chat.variables import ENTER
from greenroom.features.giveaways.models import Giveaway
from greenroom.features.giveaways.rules import is_ticket_count, keyword_alone
from greenroom.features.giveaways.schemas import GiveawaySettings
from greenroom.kernel.services import ServiceMap
from greenroom.responses.command_calls import CommandCalls, FindQuery


class ExpectedEntries:
    def __init__(self, provided: ServiceMap) -> None:
        self._provided = provided

    async def read(self, session: AsyncSession, channel_id: UUID, period: Period | None) -> TextEffect | None:
        rows = await session.execute(
            select(Giveaway.settings, Giveaway.keyword_key).where(Giveaway.channel_id == channel_id, *_was_open(period))
        )
        opened = [(GiveawaySettings.model_validate(settings), key) for settings, key in rows]
        by_key = {key: fields.title for fields, key in opened if key}
        command_title = next((fields.title for fields, _ in opened if fields.entry == "command"), "")
        if not command_title:
            return _text_effect(by_key) if by_key else None
        return _text_effect(
            by_key, command_title, await self._provided.get(CommandCalls).of(session, channel_id, ENTER)
        )


def _was_open(period: Period | None) -> tuple[ColumnElement[bool], ...]:
    """Conditions for giveaways that are open; with a period, for those open or paused at some time in the period."""
    if period is None:
        return (Giveaway.state == "open",)
    return Giveaway.opened_at <= period.end, or_(Giveaway.closed_at.is_(None), Giveaway.closed_at >= period.start)


def _text_effect(titles: Mapping[str, str], command_title: str = "", find_query: FindQuery | None = None) -> TextEffect:
    """The function that says which giveaway a text enters; `titles` are by keyword."""

    def effect(text: str) -> str:
        title = titles.get(keyword_alone(text, titles)) or ""
        if not title and find_query is not None:
            query = find_query(text)
            title = command_title if query is not None and (not query or is_ticket_count(query)) else ""
        return f"enters the giveaway “{title}”" if title else ""

    return effect
