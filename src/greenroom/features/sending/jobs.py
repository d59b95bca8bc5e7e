"""Jobs of sent messages: confirm, give up, delete old ones."""

from greenroom.features.sending import confirmation, retention
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.tenancy.platforms import Platforms


def jobs(kernel: Kernel, platforms: Platforms) -> list[Job]:
    async def give_up_interrupted() -> None:
        while await _give_up_some(kernel):
            pass

    async def forget_sent() -> None:
        while await _forget_some(kernel):
            pass

    async def find_echoes() -> None:
        async with kernel.database.read() as session:
            doubtful = await confirmation.in_doubt(session, kernel.clock())
        for key in doubtful:
            async with kernel.database.write() as session:
                await confirmation.confirm(session, platforms, key)

    return [
        Job(name="find_echoes_of_sent_messages", every_seconds=10, run=find_echoes),
        Job(name="give_up_interrupted_messages", every_seconds=30, run=give_up_interrupted),
        Job(name="forget_sent_messages", every_seconds=3600, run=forget_sent),
    ]


async def _give_up_some(kernel: Kernel) -> bool:
    async with kernel.database.write() as session:
        return await retention.give_up_interrupted(session, kernel.clock())


async def _forget_some(kernel: Kernel) -> bool:
    async with kernel.database.write() as session:
        return await retention.forget_old(session, kernel.clock())
