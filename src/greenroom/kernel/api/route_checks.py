"""Checks routes before they are served: a route must declare who may call it, and check callers before their bodies."""

from collections.abc import Iterable

from fastapi.routing import APIRoute, APIWebSocketRoute, iter_route_contexts
from starlette.routing import BaseRoute

from greenroom.kernel.api.access import permissions_of
from greenroom.kernel.api.guarded_route import GuardedRoute


class Undeclared(Exception):
    """A route does not declare who may call it, or reads a body before it checks the caller."""


def refuse_undeclared(routes: Iterable[BaseRoute]) -> None:
    for context in iter_route_contexts(list(routes)):
        route = context.original_route
        if not isinstance(route, APIRoute | APIWebSocketRoute):
            # Route, WebSocketRoute, Mount and Host of Starlette have no dependencies.
            raise Undeclared(f"{context.path} is a {type(route).__name__}, which declares no permission: use ApiRouter")
        if not permissions_of(route.dependant):
            raise Undeclared(f"{context.path} declares no permission: add require(…) or PUBLIC")
        if isinstance(route, APIRoute) and route.body_field is not None and not isinstance(route, GuardedRoute):
            raise Undeclared(f"{context.path} reads its body before the caller is authorised: use ApiRouter")
