"""Deletes a channel as the API and the deletion job do."""

from uuid import UUID

from greenroom.accounts.channel_deletion.job import ChannelDeletionJob
from greenroom.accounts.channel_deletion.service import start_deletion
from support.greenroom_server import GreenroomServer


def deletion_job(greenroom: GreenroomServer) -> ChannelDeletionJob:
    return ChannelDeletionJob(
        greenroom.kernel, lambda: [one for feature in greenroom.features for one in feature.on_channel_deleted]
    )


async def delete_channel(greenroom: GreenroomServer, channel_id: UUID | str) -> None:
    """Starts the deletion and runs the job until the channel has no rows."""
    async with greenroom.kernel.database.write() as session:
        await start_deletion(session, UUID(str(channel_id)), None, greenroom.kernel.clock())
    await deletion_job(greenroom).run()
