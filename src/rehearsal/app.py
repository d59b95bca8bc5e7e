"""Builds the ASGI application: platforms, control routes and middleware."""

from typing import cast

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.control import account_routes, action_routes, commands, evening_routes, pages
from rehearsal.network.contract_check import ContractCheckMiddleware
from rehearsal.network.faults import FaultsMiddleware
from rehearsal.network.loopback import LoopbackMiddleware
from rehearsal.network.request_log import RequestLogMiddleware
from rehearsal.network.response_headers import ResponseHeadersMiddleware
from rehearsal.oauth import consent, oauth_server
from rehearsal.platforms.betterttv import routes as betterttv
from rehearsal.platforms.discord import routes as discord
from rehearsal.platforms.frankerfacez import routes as frankerfacez
from rehearsal.platforms.kick import routes as kick
from rehearsal.platforms.registration import include
from rehearsal.platforms.seventv import routes as seventv
from rehearsal.platforms.spotify import routes as spotify
from rehearsal.platforms.tiktok import routes as tiktok
from rehearsal.platforms.twitch import routes as twitch
from rehearsal.platforms.youtube import routes as youtube
from rehearsal.state import RehearsalState

PLATFORMS = (twitch, kick, tiktok, youtube, spotify, discord, seventv, betterttv, frankerfacez)


def build_app(rehearsal: RehearsalState) -> FastAPI:
    app = FastAPI(title="Greenroom rehearsal", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.rehearsal = rehearsal
    include(app, pages.router)
    include(app, commands.router)
    # Before the platforms, because some moments have the name of a platform's control route.
    include(app, evening_routes.router)
    app.add_exception_handler(HTTPException, handle_http_error)
    app.add_exception_handler(RequestValidationError, handle_invalid)
    app.add_exception_handler(commands.ControlError, commands.handle_control_error)
    app.add_exception_handler(consent.PageProblem, consent.handle_page_problem)
    app.add_exception_handler(consent.RedirectProblem, consent.handle_redirect_problem)
    app.add_exception_handler(oauth_server.OAuthError, oauth_server.handle_oauth_error)
    for platform in PLATFORMS:
        platform.install(app, rehearsal)
    # After the platforms: a platform's own control route takes precedence over the common one.
    include(app, action_routes.router)
    include(app, account_routes.router)
    app.add_middleware(ResponseHeadersMiddleware)
    # The middleware added last runs first: Host header check, contract check, request log, faults, response headers.
    app.add_middleware(
        FaultsMiddleware,
        faults=rehearsal.faults,
        clock=rehearsal.clock,
        events=rehearsal.events,
        refuse=rehearsal.refuse,
    )
    app.add_middleware(RequestLogMiddleware, request_log=rehearsal.request_log)
    if rehearsal.contract_check is not None:
        app.add_middleware(ContractCheckMiddleware, contract_check=rehearsal.contract_check)
    app.add_middleware(LoopbackMiddleware)
    return app


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Answers an unknown path or method in the format of the platform that owns the path's prefix."""
    failure = cast("HTTPException", error)
    rehearsal = cast("RehearsalState", request.app.state.rehearsal)
    platform = rehearsal.owner_of(request.url.path)
    if platform is not None:
        return platform.refuse(request.url.path, failure.status_code, None)
    return JSONResponse({"error": failure.detail}, status_code=failure.status_code)


def field_name(loc: tuple[str | int, ...]) -> str:
    """The dotted name of the field that a validation error is about; "body" if the body is not a JSON object."""
    names = [str(part) for part in loc[1:] if isinstance(part, str)]
    return ".".join(names) or "body"


async def handle_invalid(request: Request, error: Exception) -> Response:
    problems = [
        {"field": field_name(problem["loc"]), "message": str(problem["msg"])}
        for problem in cast("RequestValidationError", error).errors()
    ]
    return JSONResponse({"error": "The request is not valid.", "errors": problems}, status_code=422)
