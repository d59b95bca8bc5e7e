"""Default deny: a route without a declared permission is not served."""

from collections.abc import Iterable, Iterator

from fastapi import Depends
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, APIWebSocketRoute, RouteContext, iter_route_contexts
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute


class Undeclared(Exception):
    """A route declares neither PUBLIC nor a permission."""


class AccessRule:
    """A dependency that authorises a request or raises; `permission` names the one it requires."""

    def __init__(self, permission: str) -> None:
        self.permission = permission


class _Public(AccessRule):
    async def __call__(self, connection: HTTPConnection) -> None:
        """Accepts every request."""


PUBLIC = Depends(_Public("PUBLIC"))


def api_routes(routes: Iterable[BaseRoute]) -> Iterator[tuple[str, APIRoute | APIWebSocketRoute]]:
    """Every route with its full path; `app.routes` itself is a tree."""
    for context in iter_route_contexts(list(routes)):
        route = context.original_route
        if isinstance(route, APIRoute | APIWebSocketRoute):
            yield _path(context), route


def _path(context: RouteContext) -> str:
    assert context.path is not None
    return context.path


def permissions_of(dependant: Dependant) -> set[str]:
    """Permissions declared by a route and its dependencies."""
    found: set[str] = {dependant.call.permission} if isinstance(dependant.call, AccessRule) else set()
    for inner in dependant.dependencies:
        found |= permissions_of(inner)
    return found


def refuse_undeclared(routes: Iterable[BaseRoute]) -> None:
    for path, route in api_routes(routes):
        if not permissions_of(route.dependant):
            raise Undeclared(f"{path} declares no permission: add require(…) or PUBLIC")
