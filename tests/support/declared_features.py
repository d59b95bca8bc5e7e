"""A feature as the app declares it, built on a test's own kernel and sender."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.messages.channel_emotes import ChannelEmotes
from greenroom.chat.sending.sender import Sender
from greenroom.feature import Declare, Feature, Services
from greenroom.kernel.context import Kernel
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import VariableRegistry
from greenroom.tenancy.platforms import Platforms


def services_for(kernel: Kernel, platforms: Platforms, sender: Sender, registry: VariableRegistry) -> Services:
    emotes = EmoteCache([], kernel.clock)
    return Services(
        kernel=kernel,
        platforms=platforms,
        sender=sender,
        emotes=emotes,
        channel_emotes=ChannelEmotes(kernel.database, emotes),
        variables=registry,
        provided=ServiceMap(),
    )


@asynccontextmanager
async def running_feature(declare: Declare, services: Services) -> AsyncGenerator[Feature]:
    """The feature's caches and tasks run while the block does; its variables are in the registry."""
    feature = declare(services)
    for variable in feature.variables:
        services.variables.add(variable)
    async with feature.run():
        yield feature
