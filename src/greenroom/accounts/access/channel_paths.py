"""Checks that every route whose path names a channel, except OPEN_PATHS, requires a permission in that channel."""

import re
from collections.abc import Sequence

from msgspec import Struct
from starlette.routing import BaseRoute

from greenroom.accounts.access.guards import CHANNEL_PARAMETER, OPERATOR
from greenroom.kernel.api.access import api_routes, permissions_of, rules_of
from greenroom.kernel.api.api_router import API
from greenroom.kernel.api.route_checks import Undeclared, refuse_undeclared

CHANNELS = f"{API}/channels/"
PUBLIC = "PUBLIC"
_PARAMETER = re.compile(r"\{([^}:]+)")


class OpenPath(Struct, frozen=True):
    """A path of a channel that is open to others than its staff."""

    permission: str
    reason: str


# All open paths; every other path of a channel requires a permission in it.
OPEN_PATHS = {
    f"{API}/channels/{{channel_id}}/public-chat": OpenPath(PUBLIC, "Viewers read the chat while it is public."),
    f"{API}/channels/{{channel_id}}/public-commands": OpenPath(
        PUBLIC, "Viewers look up commands if the list is public."
    ),
    f"{API}/channels/{{channel_id}}/public-quotes": OpenPath(PUBLIC, "Viewers look up quotes if the list is public."),
    f"{API}/channels/{{channel_id}}/public-queues": OpenPath(PUBLIC, "Viewers find the public queues."),
    f"{API}/channels/{{channel_id}}/public-queues/{{queue_id}}": OpenPath(
        PUBLIC, "Viewers look up their place if the queue is public."
    ),
    f"{API}/channels/{{channel_id}}/public-leaderboard": OpenPath(
        PUBLIC, "Viewers see who has the most points if the leaderboard is public."
    ),
    f"{API}/channels/{{channel_id}}/public-giveaways/{{giveaway_id}}": OpenPath(
        PUBLIC, "Viewers follow a giveaway and check its draw."
    ),
    f"{API}/channels/{{channel_id}}/public-giveaways/{{giveaway_id}}/entries": OpenPath(
        PUBLIC, "Viewers check a draw with the list of entries."
    ),
    f"{API}/admin/channels/{{channel_id}}": OpenPath(
        OPERATOR, "Operators look at and remove channels in which they have no role."
    ),
    f"{API}/admin/channels/{{channel_id}}/suspension": OpenPath(OPERATOR, "Operators suspend channels of others."),
}


def check_routes(routes: Sequence[BaseRoute]) -> None:
    """Raises for a route that does not declare who may call it, or that requires no permission in its channel."""
    refuse_undeclared(routes)
    refuse_open_channel_paths(routes)


def refuse_open_channel_paths(routes: Sequence[BaseRoute]) -> None:
    for path, route in api_routes(routes):
        parameter, open_path = channel_parameter(path), OPEN_PATHS.get(path)
        if parameter is None or (open_path and permissions_of(route.dependant) == {open_path.permission}):
            continue
        if not any(rule.path_parameter == parameter for rule in rules_of(route.dependant)):
            raise Undeclared(f"{path} requires no permission in its channel: add require(…), or name it in OPEN_PATHS")


def channel_parameter(path: str) -> str | None:
    """The parameter of this path that names the channel, whatever the parameter is called; None if there is none."""
    if path.startswith(CHANNELS) and (first := _PARAMETER.match(path, len(CHANNELS))):
        return first[1]
    return CHANNEL_PARAMETER if CHANNEL_PARAMETER in _PARAMETER.findall(path) else None
