from collections.abc import Collection
from uuid import UUID

from greenroom.chat.moderation.permits import LinkPermits
from greenroom.feature import Feature, Services
from greenroom.features.variables.models import Counter, StoredValue
from greenroom.features.variables.platform_access import PlatformAccess
from greenroom.features.variables.values import arithmetic, random_values, text
from greenroom.features.variables.values.caller import caller_variables
from greenroom.features.variables.values.channel_info import channel_variables, follower_variables
from greenroom.features.variables.values.conditions import condition_variables
from greenroom.features.variables.values.counters import counter_variables
from greenroom.features.variables.values.emotes import emote_variables
from greenroom.features.variables.values.moderation import moderation_variables
from greenroom.features.variables.values.stored_values import stored_value_variables
from greenroom.features.variables.values.stream_edit import stream_edit_variables
from greenroom.features.variables.values.stream_info import stream_variables
from greenroom.features.variables.values.time_values import stored_zone, time_variables
from greenroom.features.variables.values.url_fetch import url_fetch_variables
from greenroom.features.variables.values.viewers import lookup_variables, viewer_variables
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Variable


def feature(services: Services) -> Feature:
    kernel, platforms = services.kernel, services.platforms

    async def permit(channel_id: UUID, provider: str, viewer_id: str) -> int:
        return await services.provided.get(LinkPermits).give(channel_id, provider, viewer_id)

    access = PlatformAccess(kernel, services.sender, platforms, services.emotes, permit)
    return Feature(
        name="variables",
        routes=("greenroom.features.variables.routes",),
        tables=(Counter, StoredValue),
        variables=(*variables(kernel, platforms.with_streams), *platform_variables(access)),
    )


def variables(kernel: Kernel, providers: Collection[str]) -> list[Variable]:
    """Variables in display order; `providers` are the platforms that have streams."""
    return [
        *caller_variables(),
        *viewer_variables(kernel),
        *channel_variables(kernel),
        *stream_variables(kernel),
        *condition_variables(providers),
        *text.VARIABLES,
        *arithmetic.VARIABLES,
        *random_values.VARIABLES,
        *time_variables(stored_zone(kernel)),
        *counter_variables(kernel),
        *stored_value_variables(kernel),
        *url_fetch_variables(kernel.safe_fetcher),
    ]


def platform_variables(access: PlatformAccess) -> list[Variable]:
    """Variables that call a platform or another service."""
    return [
        *lookup_variables(access),
        *follower_variables(access),
        *stream_edit_variables(access),
        *emote_variables(access),
        *moderation_variables(access),
    ]
