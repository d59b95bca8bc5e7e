"""Whose show it is."""

from sqlalchemy import select

from greenroom.chat.extensions import Given, NoValue, Occasion, Variable
from greenroom.kernel.context import Kernel
from greenroom.tenancy.channels.models import Channel

CHANNEL = "Channel"


def places(kernel: Kernel) -> list[Variable]:
    async def name(occasion: Occasion, _: Given) -> str:
        async with kernel.database.read() as session:
            found = await session.scalar(select(Channel.display_name).where(Channel.id == occasion.channel_id))
        if found is None:
            raise NoValue("The channel is gone")
        return found

    return [
        Variable(
            name="channel",
            aliases=("channel.name", "channel.display_name"),
            group=CHANNEL,
            summary="The name of the channel.",
            example="Welcome to $(channel)!",
            shows="Welcome to Juno plays!",
            evaluate=name,
            cost="database",
        )
    ]
