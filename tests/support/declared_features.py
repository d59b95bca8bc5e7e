"""A feature as the app declares it, with the kernel and the sender of a test."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.messages.channel_emotes import ChannelEmotes
from greenroom.chat.sending.sender import Sender
from greenroom.feature import Declare, Feature, Features, Services
from greenroom.kernel.context import Kernel
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import VariableRegistry
from greenroom.tenancy.access.staff_accounts import StaffCache
from greenroom.tenancy.platforms import Platforms


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
    services.variables.add_later(variable for part in Features([feature]).parts() for variable in part.variables)
    async with feature.lifespan():
        yield feature
