"""What app.py reads of this feature."""

from collections.abc import Collection

from greenroom.chat.extensions import Variable
from greenroom.features.variables import arithmetic, chance, clocks, routes, text
from greenroom.features.variables.acting import acting
from greenroom.features.variables.asking import ASKING
from greenroom.features.variables.audience import audience
from greenroom.features.variables.changing import changing
from greenroom.features.variables.channel import channel
from greenroom.features.variables.conditions import conditions
from greenroom.features.variables.counting import counting
from greenroom.features.variables.emotes import emotes
from greenroom.features.variables.fetching import fetching
from greenroom.features.variables.people import lookups, people
from greenroom.features.variables.places import places
from greenroom.features.variables.reach import Reach
from greenroom.features.variables.remembering import remembering
from greenroom.kernel.context import Kernel

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
        *chance.VARIABLES,
        *clocks.VARIABLES,
        *counting(kernel),
        *remembering(kernel),
        *fetching(kernel.outside),
    ]


def reaching(reach: Reach) -> list[Variable]:
    """Those that ask or change something beyond our own database."""
    return [*lookups(reach), *audience(reach), *changing(reach), *emotes(reach), *acting(reach)]
