"""Pipeline stage that finds sent announcements in chat, because platforms return no id for them."""

from greenroom.accounts.platforms import Platforms
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.events import MessageReceived
from greenroom.features.sending import confirmation


class AnnouncementFinder:
    def __init__(self, platforms: Platforms) -> None:
        self._platforms = platforms

    async def confirm(self, batch: Batch) -> None:
        """Looks for sent messages if the batch has an announcement: until it is found, screens show it twice."""
        if not any(_is_announcement(message) for message in batch.messages):
            return
        for key in await confirmation.awaited_receipts(batch.session, batch.now, batch.channel_id):
            await confirmation.confirm(batch.session, self._platforms, key)


def _is_announcement(message: PendingMessage) -> bool:
    return message.is_new and not isinstance(message.event, MessageReceived) and message.event.kind == "announcement"
