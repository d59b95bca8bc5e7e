"""Variables for the channel's name and its follower count."""

from uuid import UUID

from sqlalchemy import select

from greenroom.accounts.models.channels import Channel
from greenroom.chat.protocol.actions import CountFollowers, Receipt
from greenroom.features.variables.platform_access import PlatformAccess
from greenroom.kernel.context import Kernel
from greenroom.kernel.http.response_cache import ResponseCache
from greenroom.responses.variables import Arguments, NoValue, Variable, VariableContext

CHANNEL = "Channel"
FOLLOWERS_CACHE_SECONDS = 120.0


def channel_variables(kernel: Kernel) -> list[Variable]:
    async def name(context: VariableContext, _: Arguments) -> str:
        async with kernel.database.read() as session:
            found = await session.scalar(select(Channel.display_name).where(Channel.id == context.channel_id))
        if found is None:
            raise NoValue("Channel not found")
        return found

    return [
        Variable(
            name="channel",
            aliases=("channel.name", "channel.display_name"),
            group=CHANNEL,
            summary="The channel's name",
            example="Welcome to $(channel)!",
            shows="Welcome to Juno plays!",
            evaluate=name,
            cost="database",
        )
    ]


def follower_variables(access: PlatformAccess) -> list[Variable]:
    cache = ResponseCache[UUID, Receipt](FOLLOWERS_CACHE_SECONDS)

    async def followers(context: VariableContext, _: Arguments) -> str:
        connection_id = context.connection_id
        return str((await cache.get(connection_id, lambda: access.dispatch(connection_id, CountFollowers()))).followers)

    return [
        Variable(
            name="channel.followers",
            aliases=("followers", "subscribers"),
            group=CHANNEL,
            summary="Follower count on this platform (subscribers where those are counted)",
            example="$(channel.followers) of you!",
            shows="1204 of you!",
            evaluate=followers,
            providers=access.can(CountFollowers),
            cost="platform",
        )
    ]
