"""Every error response has the same shape."""

from collections.abc import AsyncGenerator, Iterator
from typing import cast

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.applications import Starlette

from greenroom.kernel.api.access import api_routes
from greenroom.kernel.errors import Conflict
from greenroom.kernel.web.error_handlers import install_error_handlers

ID = "01890000-0000-7000-8000-000000000000"
REQUIRED_FIELDS = {"type", "message"}
OPTIONAL_FIELDS = {"errors"}


@pytest.fixture
async def client(app: Starlette) -> AsyncGenerator[httpx.AsyncClient]:
    async with app.router.lifespan_context(app), client_of(app) as client:
        yield client


def client_of(app: Starlette) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://test")


def calls(api: FastAPI) -> Iterator[tuple[str, str]]:
    for path, route in api_routes(api.routes):
        if isinstance(route, APIRoute) and path.startswith("/api/"):
            yield from ((method, path) for method in sorted(route.methods or ()))


def path_with_ids(path: str) -> str:
    parts = ["twitch" if part == "{provider}" else ID if part.startswith("{") else part for part in path.split("/")]
    return "/".join(parts)


def assert_envelope(response: httpx.Response) -> None:
    assert response.status_code >= 400
    assert response.headers["content-type"] == "application/json"
    body = cast("dict[str, object]", response.json())
    assert set(body) >= REQUIRED_FIELDS
    assert set(body) <= REQUIRED_FIELDS | OPTIONAL_FIELDS
    assert body["type"]
    assert body["message"]


@pytest.mark.rows("A1")
async def test_errors_without_sign_in_have_the_common_shape(api: FastAPI, client: httpx.AsyncClient) -> None:
    responses = [await client.request(method, path_with_ids(path)) for method, path in calls(api)]
    failures = [response for response in responses if response.status_code >= 400]
    assert len(failures) >= len(responses) / 2
    for failure in failures:
        assert_envelope(failure)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/2/nowhere", 404),
        ("PATCH", "/api/2/user", 405),
        ("POST", "/api/2/oauth/twitch", 422),
        ("GET", "/api/2/user", 401),
    ],
)
async def test_error_response_has_the_common_shape(
    client: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    response = await client.request(method, path)
    assert response.status_code == status
    assert_envelope(response)


async def test_error_for_invalid_json_has_the_common_shape(client: httpx.AsyncClient) -> None:
    response = await client.post("/api/2/oauth/twitch", content=b"{", headers={"content-type": "application/json"})
    assert response.status_code == 422
    assert_envelope(response)


@pytest.mark.parametrize(("failure", "status"), [(RuntimeError("not for the outside"), 500), (Conflict("taken"), 409)])
async def test_error_raised_by_a_route_has_the_common_shape(failure: Exception, status: int) -> None:
    async def fail() -> None:
        raise failure

    app = FastAPI()
    install_error_handlers(app)
    app.add_api_route("/fail", fail)
    async with client_of(app) as client:
        response = await client.get("/fail")
    assert response.status_code == status
    assert_envelope(response)
    assert "not for the outside" not in response.text


def test_every_documented_error_has_the_common_shape(api: FastAPI) -> None:
    paths = cast("dict[str, dict[str, dict[str, dict[str, object]]]]", api.openapi()["paths"])
    operations = [operation for methods in paths.values() for operation in methods.values()]
    failures = [
        body for operation in operations for status, body in operation["responses"].items() if status[0] in "45"
    ]
    assert len(failures) >= len(operations)
    assert all("ErrorBody" in str(body) for body in failures)
