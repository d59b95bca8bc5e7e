"""Jobs that look for sent messages in chat, mark interrupted ones as failed, and delete old ones."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.platforms import Platforms
from greenroom.features.sending import confirmation, retention
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job


def jobs(kernel: Kernel, platforms: Platforms) -> list[Job]:
    async def repeat_until_done(step: Callable[[AsyncSession, datetime], Awaitable[bool]]) -> None:
        may_be_more = True
        while may_be_more:
            async with kernel.database.write() as session:
                may_be_more = await step(session, kernel.clock())

    async def confirm_sent() -> None:
        async with kernel.database.read() as session:
            awaited = await confirmation.awaited_receipts(session, kernel.clock())
        for key in awaited:
            async with kernel.database.write() as session:
                await confirmation.confirm(session, platforms, key)

    give_up = partial(repeat_until_done, retention.give_up_interrupted)
    delete = partial(repeat_until_done, retention.delete_old_messages)
    return [
        Job(
            name="find_echoes_of_sent_messages",
            every_seconds=10,
            run=confirm_sent,
            title="Confirm sent messages",
            note="found in chat",
        ),
        Job(
            name="give_up_interrupted_messages",
            every_seconds=30,
            run=give_up,
            title="Give up sending",
            note="messages that a restart interrupted",
        ),
        Job(
            name="delete_sent_messages",
            every_seconds=3600,
            run=delete,
            title="Delete old receipts",
            note="of sent messages",
        ),
    ]
