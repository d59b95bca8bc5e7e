"""Job that marks moderation entries as failed if the platform never answered."""

from greenroom.features.moderation import completion
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job


def jobs(kernel: Kernel) -> list[Job]:
    async def give_up_unanswered() -> None:
        may_be_more = True
        while may_be_more:
            async with kernel.database.write() as session:
                may_be_more = await completion.give_up_unanswered(session, kernel.clock())

    return [
        Job(
            name="give_up_unanswered_moderation",
            every_seconds=30,
            run=give_up_unanswered,
            title="Give up moderation",
            note="that a platform never answered",
        )
    ]
