"""Commands that join an open queue: filters do not count them as spam, though many viewers write the same."""

from uuid import UUID

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.moderation.expected_texts import Period, TextEffect
from greenroom.features.queues.chat.variables import JOIN
from greenroom.features.queues.models import Queue
from greenroom.kernel.services import ServiceMap
from greenroom.responses.command_calls import CommandCalls


class ExpectedJoins:
    def __init__(self, provided: ServiceMap) -> None:
        self._provided = provided

    async def read(self, session: AsyncSession, channel_id: UUID, _: Period | None) -> TextEffect | None:
        """Tells which texts join a queue; None if no queue is open now (it is not stored when queues were open)."""
        is_open = exists().where(Queue.channel_id == channel_id, Queue.is_open)
        if not await session.scalar(select(is_open)):
            return None
        find_query = await self._provided.get(CommandCalls).of(session, channel_id, JOIN)
        return lambda text: "joins the viewer queue" if find_query(text) == "" else ""
