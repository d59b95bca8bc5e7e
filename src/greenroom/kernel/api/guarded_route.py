"""Routes that authorise and limit the caller before they read the body, which FastAPI itself would read first."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import solve_dependencies
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute

from greenroom.kernel.api.access import forget_results, permissions_of
from greenroom.kernel.web.json_bodies import JsonRequest
from greenroom.kernel.web.rate_limits import RateLimit

Handler = Callable[[Request], Coroutine[Any, Any, Response]]

# After a longer upload the caller is authorised again: the access may have been lost meanwhile.
ACCESS_VALID_SECONDS = 5.0


class GuardedRoute(APIRoute):
    def get_route_handler(self) -> Handler:
        # Access rules first: no other dependency opens a transaction for a caller who is refused.
        self.dependant.dependencies.sort(key=lambda one: not permissions_of(one))
        handle = super().get_route_handler()
        if self.body_field is None:
            return handle
        guard = Dependant(
            path=self.path, dependencies=[one for one in self.dependant.dependencies if _runs_before_body(one)]
        )

        async def authorise_first(request: Request) -> Response:
            await _authorise(request, guard)
            received = await _receive(request)
            return await self.respond(handle, received)

        return authorise_first

    async def respond(self, handle: Handler, request: JsonRequest) -> Response:
        """Parses the body, which has been received, and calls the route's function."""
        return await handle(request)


def _runs_before_body(dependency: Dependant) -> bool:
    return bool(permissions_of(dependency)) or isinstance(dependency.call, RateLimit)


async def _authorise(request: Request, guard: Dependant) -> None:
    solved = await solve_dependencies(
        request=request,
        dependant=guard,
        async_exit_stack=request.scope["fastapi_inner_astack"],
        embed_body_fields=False,
    )
    if solved.errors:
        raise RequestValidationError(solved.errors)


async def _receive(request: Request) -> JsonRequest:
    received = JsonRequest(request.scope, request.receive)
    loop = asyncio.get_running_loop()
    started_at = loop.time()
    await received.body()
    await received.reserve_memory()
    if loop.time() - started_at > ACCESS_VALID_SECONDS:
        forget_results(received)
    return received
