"""Every call that writes without a token has a rate limit for each address, or checks a signature first."""

from typing import get_args

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from greenroom.kernel.api.access import api_routes, permissions_of
from greenroom.kernel.api.dependencies import Writing
from greenroom.kernel.web.rate_limits import RateLimit

# Webhooks, which check the platform's signature before they store anything.
SIGNED_PATHS = {"/webhooks/kick", "/webhooks/twitch"}
READ_METHODS = {"GET", "HEAD"}
WRITE_SESSION: object = get_args(Writing)[1].dependency


def calls_of(dependant: Dependant) -> list[object]:
    return [dependant.call, *(call for inner in dependant.dependencies for call in calls_of(inner))]


def writes_without_a_token(route: APIRoute) -> bool:
    is_public = permissions_of(route.dependant) == {"PUBLIC"}
    return is_public and (not (route.methods or set()) <= READ_METHODS or WRITE_SESSION in calls_of(route.dependant))


def test_public_routes_that_write_are_limited(api: FastAPI) -> None:
    writing = [
        (path, route)
        for path, route in api_routes(api.routes)
        if isinstance(route, APIRoute) and path not in SIGNED_PATHS and writes_without_a_token(route)
    ]
    assert {path for path, _ in writing} == {"/api/2/{provider}/sign-in-url", "/api/2/oauth/{provider}"}
    for path, route in writing:
        assert any(isinstance(call, RateLimit) for call in calls_of(route.dependant)), path
