"""Default deny: every call declares who may make it."""

from typing import get_args

import pytest
from fastapi import APIRouter, Depends, FastAPI
from fastapi.params import Depends as DependsMarker
from fastapi.routing import APIRoute, APIWebSocketRoute, iter_route_contexts
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute

from greenroom.accounts.access.channel_paths import OPEN_PATHS, check_routes
from greenroom.accounts.access.guards import OPERATOR, SIGNED_IN, SignedIn, require
from greenroom.accounts.access.rules import REQUIRED_ROLE, Permission
from greenroom.kernel.api.access import PUBLIC, api_routes, permissions_of
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.route_checks import Undeclared, refuse_undeclared
from greenroom.kernel.web.lazy_api import LazyApi

# Fewer calls mean that the walk over the tree `app.routes` missed nested routers.
MIN_CALLS = 30
ACCESS_RULES = {"PUBLIC", SIGNED_IN, OPERATOR, *Permission}


def test_every_call_declares_who_may_make_it(api: FastAPI) -> None:
    calls = list(api_routes(api.routes))
    undeclared = [path for path, route in calls if not permissions_of(route.dependant) & ACCESS_RULES]
    assert undeclared == []
    assert len(calls) >= MIN_CALLS


def test_every_route_is_of_a_type_that_can_declare_a_permission(api: FastAPI) -> None:
    contexts = list(iter_route_contexts(api.routes))
    other_types = [
        context.path for context in contexts if not isinstance(context.original_route, APIRoute | APIWebSocketRoute)
    ]
    assert other_types == []


def test_walk_over_the_routes_finds_every_documented_path(api: FastAPI) -> None:
    # Paths in the documentation have no `:path` converter.
    found = {path.replace(":path}", "}") for path, _ in api_routes(api.routes)}
    documented = set(api.openapi()["paths"])
    assert len(documented) >= MIN_CALLS / 2
    assert documented <= found


def test_outside_the_api_only_health_and_the_pages_are_served(app: Starlette) -> None:
    # The health check and the pages declare no permission, because they are public.
    others = [route for route in app.routes if not isinstance(route, LazyApi)]
    assert [getattr(route, "path", route) for route in others] == ["/health", "/{path:path}"]


def test_public_is_never_mixed_with_a_permission(api: FastAPI) -> None:
    mixed = [path for path, route in api_routes(api.routes) if {"PUBLIC"} < permissions_of(route.dependant)]
    assert mixed == []


def test_every_permission_belongs_to_a_role(api: FastAPI) -> None:
    assert set(REQUIRED_ROLE) == set(Permission)


def test_route_without_a_declared_permission_is_refused() -> None:
    inner = APIRouter()
    inner.add_api_route("/hidden", _endpoint)
    outer = APIRouter()
    outer.include_router(inner, prefix="/deep")
    app = FastAPI(openapi_url=None)
    app.include_router(outer, prefix="/api")
    with pytest.raises(Undeclared, match="/api/deep/hidden"):
        refuse_undeclared(app.routes)


def test_websocket_without_a_declared_permission_is_refused() -> None:
    app = FastAPI(openapi_url=None)
    app.add_api_websocket_route("/socket", _endpoint)
    with pytest.raises(Undeclared, match="/socket"):
        refuse_undeclared(app.routes)


def test_dependency_without_a_permission_is_not_a_declaration() -> None:
    app = FastAPI(openapi_url=None)
    app.add_api_route("/guarded", _endpoint, dependencies=[Depends(_endpoint)])
    with pytest.raises(Undeclared):
        refuse_undeclared(app.routes)


def test_route_with_a_declared_permission_is_accepted() -> None:
    app = FastAPI(openapi_url=None)
    app.add_api_route("/open", _endpoint, dependencies=[PUBLIC])
    refuse_undeclared(app.routes)


async def _endpoint() -> None: ...


def test_plain_routes_and_mounts_are_refused() -> None:
    for plain in (Route("/open", _endpoint), Mount("/inner", Starlette()), WebSocketRoute("/socket", _endpoint)):
        with pytest.raises(Undeclared, match=type(plain).__name__):
            refuse_undeclared([plain])


def test_route_that_reads_its_body_before_it_authorises_is_refused() -> None:
    app = FastAPI(openapi_url=None)
    app.add_api_route("/rows", _endpoint_with_body, methods=["POST"], dependencies=[PUBLIC])
    with pytest.raises(Undeclared, match="reads its body"):
        refuse_undeclared(app.routes)


@pytest.mark.parametrize(
    "path", ["/channels/{channel_id}/notes", "/channels/{id}/notes", "/channels/{channel_id:uuid}", "/x/{channel_id}"]
)
@pytest.mark.parametrize("rule", [PUBLIC, *get_args(SignedIn)[1:]])
def test_channel_path_without_a_permission_in_the_channel_is_refused(path: str, rule: DependsMarker) -> None:
    router = ApiRouter(tags=["notes"])
    router.add_api_route(path, _endpoint, dependencies=[rule])
    with pytest.raises(Undeclared, match="permission in its channel"):
        check_routes(router.routes)


def test_permission_in_another_channel_of_the_path_is_refused() -> None:
    router = ApiRouter(tags=["notes"])
    router.add_api_route("/channels/{id}/{channel_id}", _endpoint, dependencies=[require(Permission.CHAT_READ)])
    with pytest.raises(Undeclared, match="permission in its channel"):
        check_routes(router.routes)


def test_channel_path_with_a_permission_in_the_channel_is_accepted() -> None:
    router = ApiRouter(tags=["notes"])
    router.add_api_route("/channels/{channel_id}/notes", _endpoint, dependencies=[require(Permission.CHAT_READ)])
    check_routes(router.routes)


def test_every_path_in_open_paths_is_a_route_and_has_a_reason(api: FastAPI) -> None:
    found = {path: permissions_of(route.dependant) for path, route in api_routes(api.routes) if path in OPEN_PATHS}
    assert found == {path: {one.permission} for path, one in OPEN_PATHS.items()}
    assert all(one.reason for one in OPEN_PATHS.values())


async def _endpoint_with_body(rows: list[int]) -> None: ...
