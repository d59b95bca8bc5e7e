"""Routers of the API; their modules are imported and their routes built at the first API call."""

import asyncio
import threading
from collections.abc import Sequence
from enum import Enum
from importlib import import_module
from typing import Any

from fastapi import APIRouter, FastAPI, params
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from greenroom.kernel.errors import ErrorBody
from greenroom.kernel.web.guarded_route import GuardedRoute
from greenroom.kernel.web.route_checks import DeferredRoutes, RouteCheck, refuse_undeclared

API = "/api/2"
ERRORS: dict[int | str, dict[str, Any]] = {"4XX": {"model": ErrorBody}, "5XX": {"model": ErrorBody}}


class ApiRouter(APIRouter):
    """Declares complete routes: FastAPI builds each a second time when a router is included in another.

    With an empty `root` the routes are outside the API; the feature then names their path in `Feature.paths`.
    """

    def __init__(
        self,
        *,
        root: str = API,
        prefix: str = "",
        tags: list[str | Enum],
        dependencies: Sequence[params.Depends] = (),
        route_class: type[GuardedRoute] = GuardedRoute,
    ) -> None:
        super().__init__(
            prefix=root + prefix, tags=tags, dependencies=dependencies, route_class=route_class, responses=ERRORS
        )


def routes_of(modules: Sequence[str]) -> list[BaseRoute]:
    """Routes of all routers of these modules, in the order of their declaration."""
    routers = [one for name in modules for one in vars(import_module(name)).values() if isinstance(one, ApiRouter)]
    return [route for router in routers for route in router.routes]


class LazyRoutes(DeferredRoutes):
    """Placeholder for all API routes until one is called: importing and building them takes half of the start-up.

    `paths` are the beginnings of further paths that the modules serve.
    """

    def __init__(
        self,
        app: FastAPI,
        modules: Sequence[str],
        check: RouteCheck = refuse_undeclared,
        paths: Sequence[str] = (),
    ) -> None:
        self._app = app
        self._modules = modules
        self._check = check
        self._paths = (f"{API}/", *paths)
        self._building = threading.Lock()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_ours = scope["type"] in {"http", "websocket"} and scope["path"].startswith(self._paths)
        return (Match.FULL if is_ours else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._replace(await asyncio.to_thread(self._build))
        await self._app.router(scope, receive, send)

    def load(self) -> None:
        self._replace(self._build())

    def _build(self) -> list[BaseRoute]:
        with self._building:
            routes = routes_of(self._modules)
            self._check(routes)
            return routes

    def _replace(self, built: list[BaseRoute]) -> None:
        """Called in the thread of the event loop: no request may walk through the list meanwhile."""
        routes = self._app.router.routes
        if self in routes:
            at = routes.index(self)
            routes[at : at + 1] = built


def load_routes(app: FastAPI) -> None:
    """Builds the routes now, for code that lists them instead of calling one."""
    for route in list(app.routes):
        if isinstance(route, LazyRoutes):
            route.load()
