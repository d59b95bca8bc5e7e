"""Access rules: dependencies of routes that authorise a request, and name the permission that they require."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, ClassVar, TypeVar

from fastapi import Depends
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, APIWebSocketRoute, RouteContext, iter_route_contexts
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute

Result = TypeVar("Result")

RESULTS_KEY = "greenroom.access_results"


class AccessRule:
    """A dependency that authorises a request or raises; `permission` names the permission that it requires."""

    # Name of the path parameter with the id of the channel in which the permission is required; None: in no channel.
    path_parameter: ClassVar[str | None] = None

    def __init__(self, permission: str) -> None:
        self.permission = permission

    async def once(self, connection: HTTPConnection, authorise: Callable[[], Awaitable[Result]]) -> Result:
        """Authorises once per request: a `GuardedRoute` with a body calls the rule before FastAPI calls it again."""
        results: dict[AccessRule, Any] = connection.scope.setdefault(RESULTS_KEY, {})
        if self not in results:
            results[self] = await authorise()
        return results[self]


def forget_results(connection: HTTPConnection) -> None:
    """Clears the results of `once`, so that the next access rule authorises again."""
    connection.scope.pop(RESULTS_KEY, None)


class _Public(AccessRule):
    async def __call__(self, connection: HTTPConnection) -> None:
        """Accepts every request."""


PUBLIC = Depends(_Public("PUBLIC"))


def api_routes(routes: Iterable[BaseRoute]) -> Iterator[tuple[str, APIRoute | APIWebSocketRoute]]:
    """All API routes with their full paths; `app.routes` itself is a tree."""
    for context in iter_route_contexts(list(routes)):
        route = context.original_route
        if isinstance(route, APIRoute | APIWebSocketRoute):
            yield _path(context), route


def _path(context: RouteContext) -> str:
    assert context.path is not None
    return context.path


def rules_of(dependant: Dependant) -> set[AccessRule]:
    """Access rules of a route and its dependencies."""
    found: set[AccessRule] = {dependant.call} if isinstance(dependant.call, AccessRule) else set()
    for inner in dependant.dependencies:
        found |= rules_of(inner)
    return found


def permissions_of(dependant: Dependant) -> set[str]:
    """Permissions declared by a route and its dependencies."""
    return {rule.permission for rule in rules_of(dependant)}
