"""A feature as the app declares it, with the kernel and the sender of a test."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from greenroom.accounts.access.staff_accounts import StaffCache
from greenroom.accounts.platforms import Platforms
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.messages.channel_emotes import ChannelEmotes
from greenroom.chat.sending.sender import Sender
from greenroom.feature import Declare, Feature, Services
from greenroom.kernel.context import Kernel
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import VariableRegistry


def services_for(kernel: Kernel, platforms: Platforms, sender: Sender, registry: VariableRegistry) -> Services:
    emotes = EmoteCache([], kernel.clock)
    return Services(
        kernel=kernel,
        platforms=platforms,
        sender=sender,
        emotes=emotes,
        channel_emotes=ChannelEmotes(kernel.database, emotes),
        staff=StaffCache(kernel),
        announcement_targets={},
        variables=registry,
        provided=ServiceMap(),
    )


@asynccontextmanager
async def running_feature(declare: Declare, services: Services) -> AsyncGenerator[Feature]:
    """Runs the feature's caches and tasks inside the block and adds its variables to the registry."""
    feature = declare(services)
    for variable in feature.variables:
        services.variables.add(variable)
    async with feature.lifespan():
        yield feature
