"""Calls viewers from a queue, and posts in chat who is called."""

import asyncio
from collections.abc import Mapping, Sequence
from uuid import UUID

from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import SendMessage
from greenroom.chat.sending.channel_posts import mentions, writable_chats
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.chat.sending.sender import Sender
from greenroom.features.queues import turns
from greenroom.features.queues.call_messages import CallMessages
from greenroom.features.queues.models import Queue, QueueEntry
from greenroom.features.queues.rules import State
from greenroom.features.queues.schemas import QueueNextIn
from greenroom.features.queues.service import QUEUES
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.kernel.timestamps import in_words
from greenroom.responses.rendering import Compiled
from greenroom.responses.variables import VariableContext


class QueueCalls:
    """Calls viewers in one transaction, and posts the call in chat after the commit."""

    def __init__(self, kernel: Kernel, platforms: Platforms, sender: Sender, messages: CallMessages) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._sender = sender
        self._messages = messages
        self._tasks = BackgroundTasks()

    async def stop(self) -> None:
        await self._tasks.stop()

    async def call_next(self, channel_id: UUID, queue_id: UUID, request: QueueNextIn) -> list[QueueEntry]:
        async with self._kernel.database.write() as session:
            called = await turns.call_next(session, channel_id, queue_id, request, self._kernel.clock())
            queue = await QUEUES.find(session, channel_id, queue_id)
        self._post_soon(queue, called)
        return called

    async def change_state(self, channel_id: UUID, queue_id: UUID, entry_id: UUID, state: State) -> QueueEntry:
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            entry = await turns.change_state(session, channel_id, queue_id, entry_id, state, now)
            queue = await QUEUES.find(session, channel_id, queue_id)
        # Not posted if the viewer was called already.
        if entry.state == "called" and entry.called_at == now:
            self._post_soon(queue, [entry])
        return entry

    def _post_soon(self, queue: Queue, called: Sequence[QueueEntry]) -> None:
        if queue.announces:
            self._tasks.start(self._post(queue, called), name=f"queue_calls:{queue.id}")

    async def _post(self, queue: Queue, called: Sequence[QueueEntry]) -> None:
        async with self._kernel.database.read() as session:
            chats = await writable_chats(session, self._platforms, queue.channel_id)
        message, values = self._messages.compile(queue.call_message), _values(queue, called)
        now = self._kernel.clock()
        contexts = [VariableContext(queue.channel_id, *chat, now, values=values) for chat in chats]
        await asyncio.gather(*(self._post_to(context, message) for context in contexts))

    async def _post_to(self, context: VariableContext, message: Compiled) -> None:
        text = (await message.render(context)).text
        if text:
            self._sender.post(DeferredAction(context.connection_id, SendMessage(text), as_bot=True))


def _values(queue: Queue, called: Sequence[QueueEntry]) -> Mapping[str, str]:
    values = {"names": mentions([entry.name for entry in called]), "queue": queue.name}
    return {**values, "answertime": in_words(queue.answer_seconds)} if queue.answer_seconds else values
