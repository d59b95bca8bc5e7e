"""Default deny: every call declares who may make it."""

import pytest
from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute, APIWebSocketRoute, iter_route_contexts

from greenroom.kernel.web.access import PUBLIC, api_routes, permissions_of
from greenroom.kernel.web.route_checks import Undeclared, refuse_undeclared
from greenroom.tenancy.access.guards import OPERATOR, SIGNED_IN
from greenroom.tenancy.access.rules import REQUIRED_ROLE, Permission

# Fewer means that most routes were missed: `app.routes` is a tree.
PLAUSIBLE_CALLS = 30
ACCESS_RULES = {"PUBLIC", SIGNED_IN, OPERATOR, *Permission}


def test_every_call_declares_a_permission_or_public(app: FastAPI) -> None:
    calls = list(api_routes(app.routes))
    undeclared = [path for path, route in calls if not permissions_of(route.dependant) & ACCESS_RULES]
    assert undeclared == []
    assert len(calls) >= PLAUSIBLE_CALLS


def test_every_route_is_of_a_type_that_can_declare_a_permission(app: FastAPI) -> None:
    contexts = list(iter_route_contexts(app.routes))
    others = [
        context.path for context in contexts if not isinstance(context.original_route, APIRoute | APIWebSocketRoute)
    ]
    assert others == []


def test_every_documented_path_is_found(app: FastAPI) -> None:
    # Paths in the documentation have no `:path` converter.
    found = {path.replace(":path}", "}") for path, _ in api_routes(app.routes)}
    documented = set(app.openapi()["paths"])
    assert len(documented) >= PLAUSIBLE_CALLS / 2
    assert documented <= found


def test_public_is_never_mixed_with_a_permission(app: FastAPI) -> None:
    mixed = [path for path, route in api_routes(app.routes) if {"PUBLIC"} < permissions_of(route.dependant)]
    assert mixed == []


def test_every_permission_belongs_to_a_role(app: FastAPI) -> None:
    assert set(REQUIRED_ROLE) == set(Permission)


def test_route_without_a_declared_permission_is_refused() -> None:
    inner = APIRouter()
    inner.add_api_route("/hidden", _nothing)
    outer = APIRouter()
    outer.include_router(inner, prefix="/deep")
    app = FastAPI(openapi_url=None)
    app.include_router(outer, prefix="/api")
    with pytest.raises(Undeclared, match="/api/deep/hidden"):
        refuse_undeclared(app.routes)


def test_websocket_without_a_declared_permission_is_refused() -> None:
    app = FastAPI(openapi_url=None)
    app.add_api_websocket_route("/socket", _nothing)
    with pytest.raises(Undeclared, match="/socket"):
        refuse_undeclared(app.routes)


def test_dependency_without_a_permission_is_not_a_declaration() -> None:
    app = FastAPI(openapi_url=None)
    app.add_api_route("/guarded", _nothing, dependencies=[Depends(_nothing)])
    with pytest.raises(Undeclared):
        refuse_undeclared(app.routes)


def test_route_with_a_declared_permission_is_accepted() -> None:
    app = FastAPI(openapi_url=None)
    app.add_api_route("/open", _nothing, dependencies=[PUBLIC])
    refuse_undeclared(app.routes)


async def _nothing() -> None: ...
