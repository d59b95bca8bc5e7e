"""The channel's name and its follower count."""

from uuid import UUID

from sqlalchemy import select

from greenroom.chat.protocol.actions import CountFollowers, Receipt
from greenroom.features.variables.capabilities import PlatformAccess
from greenroom.features.variables.response_cache import ResponseCache
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext
from greenroom.tenancy.models.channels import Channel

CHANNEL = "Channel"
FOLLOWERS_CACHE_SECONDS = 120.0


def channel_variables(kernel: Kernel) -> list[Variable]:
    async def name(occasion: VariableContext, _: Arguments) -> str:
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


def follower_variables(reach: PlatformAccess) -> list[Variable]:
    lately = ResponseCache[UUID, Receipt](FOLLOWERS_CACHE_SECONDS)

    async def followers(occasion: VariableContext, _: Arguments) -> str:
        place = occasion.connection_id
        return str((await lately.get(place, lambda: reach.perform(place, CountFollowers()))).count)

    return [
        Variable(
            name="channel.followers",
            aliases=("followers", "subscribers"),
            group=CHANNEL,
            summary="How many follow the channel where it is asked; on YouTube, how many have subscribed.",
            example="$(channel.followers) of you!",
            shows="1204 of you!",
            evaluate=followers,
            providers=reach.can(CountFollowers),
            cost="platform",
        )
    ]
