"""Undo of changes to webhooks; a deleted webhook is not restored, because its URL and secret are gone."""

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.lists.section import ListSection
from greenroom.channel_file.sections import Editor
from greenroom.features.webhooks.models import Webhook
from greenroom.features.webhooks.schemas import WebhookFields


class WebhooksSection(ListSection[Webhook, WebhookFields]):
    async def put(self, session: AsyncSession, editor: Editor, prepared: WebhookFields, key: str | None = None) -> None:
        if await self.of.find_by_name(session, editor.channel_id, key or prepared.name) is None:
            raise self.of.not_found()
        await super().put(session, editor, prepared, key)
