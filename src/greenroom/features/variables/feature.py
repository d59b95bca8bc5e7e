"""What app.py reads of this feature."""

from collections.abc import Collection

from greenroom.features.variables import routes
from greenroom.features.variables.capabilities import PlatformAccess
from greenroom.features.variables.values import arithmetic, random_values, text, time_values
from greenroom.features.variables.values.caller import CALLER_VARIABLES
from greenroom.features.variables.values.channel_info import channel_variables, follower_variables
from greenroom.features.variables.values.conditions import condition_variables
from greenroom.features.variables.values.counters import counter_variables
from greenroom.features.variables.values.emotes import emotes
from greenroom.features.variables.values.moderation import moderation_variables
from greenroom.features.variables.values.stored_values import stored_value_variables
from greenroom.features.variables.values.stream_edit import stream_edit_variables
from greenroom.features.variables.values.stream_info import stream_variables
from greenroom.features.variables.values.url_fetch import url_fetch_variables
from greenroom.features.variables.values.viewers import lookup_variables, viewer_variables
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Variable

ROUTERS = (routes.router,)

__all__ = ["ROUTERS", "PlatformAccess", "platform_variables", "variables"]


def variables(kernel: Kernel, providers: Collection[str]) -> list[Variable]:
    """In the order in which they are shown; `providers` are the platforms that have streams."""
    return [
        *CALLER_VARIABLES,
        *viewer_variables(kernel),
        *channel_variables(kernel),
        *stream_variables(kernel),
        *condition_variables(providers),
        *text.VARIABLES,
        *arithmetic.VARIABLES,
        *random_values.VARIABLES,
        *time_values.VARIABLES,
        *counter_variables(kernel),
        *stored_value_variables(kernel),
        *url_fetch_variables(kernel.outside),
    ]


def platform_variables(reach: PlatformAccess) -> list[Variable]:
    """Those that ask or change something beyond our own database."""
    return [
        *lookup_variables(reach),
        *follower_variables(reach),
        *stream_edit_variables(reach),
        *emotes(reach),
        *moderation_variables(reach),
    ]
