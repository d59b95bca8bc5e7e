"""Makes chats strict or restores them: when the button is pressed or released, and again until the platform answers."""

import asyncio
from uuid import UUID

from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import ChatModes, ReadChatModes, Receipt
from greenroom.chat.sending.sender import Sender
from greenroom.features.activity.records.held_alerts import HeldAlerts
from greenroom.features.moderation.panic import service
from greenroom.features.moderation.panic.rules import (
    ModeChanges,
    change_action,
    restoring_changes,
    strict_changes,
)
from greenroom.features.moderation.panic.schemas import PanicOut
from greenroom.features.moderation.panic.service import Try
from greenroom.features.moderation.rules import ActionResult, RefusedByPlatform, result_of
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.jobs import Job
from greenroom.kernel.services import ServiceMap

RETRY_SECONDS = 3


class PanicWorker:
    def __init__(self, kernel: Kernel, platforms: Platforms, sender: Sender, provided: ServiceMap) -> None:
        self._kernel = kernel
        self._platforms = platforms
        self._sender = sender
        # Complete once every feature is declared.
        self._provided = provided

    @property
    def job(self) -> Job:
        return Job(
            name="panic_retries",
            every_seconds=RETRY_SECONDS,
            run=self.retry_waiting,
            title="Repeat strict mode",
            note="where a platform did not answer",
        )

    async def press(self, access: Access) -> PanicOut:
        async with self._kernel.database.write() as session:
            await service.press(session, self._platforms, access, self._kernel.clock())
        return await self._try_waiting(access.channel_id)

    async def release(self, access: Access) -> PanicOut:
        await self._drop_alerts(access.channel_id)
        async with self._kernel.database.write() as session:
            released = await service.release(session, self._platforms, access, self._kernel.clock())
        current = await self._try_waiting(access.channel_id)
        # The rows are deleted once everything is restored: then only `released` still lists the chats.
        return current if current.is_on or current.is_restoring else released.model_copy(update={"is_restoring": False})

    async def _drop_alerts(self, channel_id: UUID) -> None:
        """Drops unpaid alerts that were queued since the press, such as those of follows in an attack."""
        async with self._kernel.database.read() as session:
            since = await service.pressed_since(session, channel_id)
        if since is not None:
            await self._provided.get(HeldAlerts).drop_unpaid(channel_id, since)

    async def retry_waiting(self) -> None:
        now, database = self._kernel.clock(), self._kernel.database
        # A cheap check: nearly always no chat waits.
        if not await database.fast_read(service.WAITING, {"now": now}):
            return
        async with database.read() as session:
            waiting = await service.waiting_chats(session, now)
        await asyncio.gather(*(self._try_chat(channel_id, connection_id) for channel_id, connection_id in waiting))

    async def _try_waiting(self, channel_id: UUID) -> PanicOut:
        async with self._kernel.database.read() as session:
            waiting = await service.waiting_chats(session, self._kernel.clock(), channel_id)
        await asyncio.gather(*(self._try_chat(channel_id, connection_id) for _, connection_id in waiting))
        async with self._kernel.database.read() as session:
            return await service.present(session, self._platforms, channel_id)

    async def _try_chat(self, channel_id: UUID, connection_id: UUID) -> None:
        must_try = True
        while must_try:
            async with self._kernel.database.write() as session:
                claimed = await service.claim(session, channel_id, connection_id, self._kernel.clock())
            if claimed is None:
                return
            result = await self._try(claimed)
            async with self._kernel.database.write() as session:
                must_try = await service.record(session, self._platforms, claimed, result, self._kernel.clock())

    async def _try(self, claimed: Try) -> ActionResult | None:
        """Changes the modes of a chat; None if nothing had to change, or if panic was switched on or off meanwhile."""
        try:
            modes = await self._modes(claimed)
            if not claimed.is_on:
                return await self._change(claimed, restoring_changes(modes, claimed.modes))
            # Includes the changes of an unanswered try, which the platform may have made.
            strict = {**strict_changes(modes), **claimed.modes}
            result = await self._change(claimed, strict)
            if result is not None and isinstance(result.failure, RefusedByPlatform):
                # On Twitch only some channels can have subscribers-only mode.
                without_subscribers = {mode: values for mode, values in strict.items() if mode != "subscribers_only"}
                result = await self._change(claimed, without_subscribers) if without_subscribers != strict else result
        except AppError as error:
            return result_of(error)
        return result

    async def _modes(self, claimed: Try) -> ChatModes:
        receipt = await self._sender.dispatch(claimed.connection_id, ReadChatModes())
        if receipt.outcome != "done" or receipt.chat_modes is None:
            raise RefusedByPlatform(receipt.detail)
        return receipt.chat_modes

    async def _change(self, claimed: Try, changes: ModeChanges) -> ActionResult | None:
        if not changes:
            return None
        async with self._kernel.database.write() as session:
            is_wanted = await service.open_entries(session, claimed, changes, self._kernel.clock())
        if not is_wanted:
            return None
        receipt: Receipt = await self._sender.dispatch(claimed.connection_id, change_action(changes))
        return result_of(receipt)
