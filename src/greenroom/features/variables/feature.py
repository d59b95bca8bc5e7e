"""What app.py reads of this feature."""

from collections.abc import Collection

from greenroom.features.variables import routes
from greenroom.features.variables.capabilities import Reach
from greenroom.features.variables.values import arithmetic, random_values, text, time_values
from greenroom.features.variables.values.caller import ASKING
from greenroom.features.variables.values.channel_info import audience, places
from greenroom.features.variables.values.conditions import conditions
from greenroom.features.variables.values.counters import counting
from greenroom.features.variables.values.emotes import emotes
from greenroom.features.variables.values.moderation import acting
from greenroom.features.variables.values.stored_values import remembering
from greenroom.features.variables.values.stream_edit import changing
from greenroom.features.variables.values.stream_info import channel
from greenroom.features.variables.values.url_fetch import fetching
from greenroom.features.variables.values.viewers import lookups, people
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Variable

ROUTERS = (routes.router,)

__all__ = ["ROUTERS", "Reach", "reaching", "variables"]


def variables(kernel: Kernel, providers: Collection[str]) -> list[Variable]:
    """In the order in which they are shown; `providers` are the platforms that have streams."""
    return [
        *ASKING,
        *people(kernel),
        *places(kernel),
        *channel(kernel),
        *conditions(providers),
        *text.VARIABLES,
        *arithmetic.VARIABLES,
        *random_values.VARIABLES,
        *time_values.VARIABLES,
        *counting(kernel),
        *remembering(kernel),
        *fetching(kernel.outside),
    ]


def reaching(reach: Reach) -> list[Variable]:
    """Those that ask or change something beyond our own database."""
    return [*lookups(reach), *audience(reach), *changing(reach), *emotes(reach), *acting(reach)]
