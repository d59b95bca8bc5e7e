"""Default deny: a route without a declared permission keeps the server from starting."""

from collections.abc import Iterator

from fastapi import Depends, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, APIWebSocketRoute, RouteContext, iter_route_contexts
from starlette.requests import HTTPConnection


class Undeclared(Exception):
    """A route says neither PUBLIC nor which permission it needs."""


class Declared:
    """A dependency that lets a request pass or raises; `permission` says whom it lets pass."""

    def __init__(self, permission: str) -> None:
        self.permission = permission


class _Public(Declared):
    async def __call__(self, connection: HTTPConnection) -> None:
        """Everybody may pass."""


PUBLIC = Depends(_Public("PUBLIC"))


def api_routes(app: FastAPI) -> Iterator[tuple[str, APIRoute | APIWebSocketRoute]]:
    """Every call with its whole path; `app.routes` itself is a tree."""
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if isinstance(route, APIRoute | APIWebSocketRoute):
            yield _path(context), route


def _path(context: RouteContext) -> str:
    assert context.path is not None
    return context.path


def permissions_of(dependant: Dependant) -> set[str]:
    """What a route and everything it depends on declare."""
    found: set[str] = {dependant.call.permission} if isinstance(dependant.call, Declared) else set()
    for inner in dependant.dependencies:
        found |= permissions_of(inner)
    return found


def refuse_undeclared(app: FastAPI) -> None:
    for path, route in api_routes(app):
        if not permissions_of(route.dependant):
            raise Undeclared(f"{path} declares no permission: add require(…) or PUBLIC")
