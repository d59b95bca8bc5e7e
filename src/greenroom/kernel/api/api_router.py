"""Routers of the API; their modules are imported and their routes built at the first API call."""

from collections.abc import Sequence
from enum import Enum
from importlib import import_module
from typing import Any

from fastapi import APIRouter, FastAPI, params
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from greenroom.kernel.api.guarded_route import GuardedRoute
from greenroom.kernel.errors import ErrorBody
from greenroom.kernel.web.lazy_api import API, LazyApi

ERRORS: dict[int | str, dict[str, Any]] = {"4XX": {"model": ErrorBody}, "5XX": {"model": ErrorBody}}


class ApiRouter(APIRouter):
    """A router whose routes have their whole path, `/api/2` included, and are added to the app directly.

    `include_router` is not used, because it would build each route again.
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


def loaded_api(app: Starlette) -> FastAPI:
    """The API; built now if no call has built it yet."""
    (api,) = (route.load() for route in app.routes if isinstance(route, LazyApi))
    assert isinstance(api, FastAPI)
    return api


def routes_of(modules: Sequence[str]) -> list[BaseRoute]:
    """Routes of all routers of these modules, in the order of their declaration."""
    routers = [one for name in modules for one in vars(import_module(name)).values() if isinstance(one, ApiRouter)]
    return [route for router in routers for route in router.routes]
