"""Puts the rehearsal together: which platforms there are, and what stands before them."""

from typing import cast

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal import account_routes, consent, control, oauth_server, pages, scene_routes
from rehearsal.answer_headers import AnswerHeadersMiddleware
from rehearsal.faults import FaultsMiddleware
from rehearsal.installing import include
from rehearsal.journal import JournalMiddleware
from rehearsal.loopback import LoopbackMiddleware
from rehearsal.platforms.betterttv import routes as betterttv
from rehearsal.platforms.discord import routes as discord
from rehearsal.platforms.frankerfacez import routes as frankerfacez
from rehearsal.platforms.kick import routes as kick
from rehearsal.platforms.seventv import routes as seventv
from rehearsal.platforms.spotify import routes as spotify
from rehearsal.platforms.tiktok import routes as tiktok
from rehearsal.platforms.twitch import routes as twitch
from rehearsal.platforms.youtube import routes as youtube
from rehearsal.stage import Stage
from rehearsal.witness import WitnessMiddleware

PLATFORMS = (twitch, kick, tiktok, youtube, spotify, discord, seventv, betterttv, frankerfacez)


def build_app(stage: Stage) -> FastAPI:
    """The whole rehearsal as one ASGI application."""
    app = FastAPI(title="Greenroom rehearsal", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.stage = stage
    include(app, pages.router)
    include(app, control.router)
    app.add_exception_handler(HTTPException, answer_http_error)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(control.ControlError, control.answer_control_error)
    app.add_exception_handler(consent.PageProblem, consent.answer_page_problem)
    app.add_exception_handler(consent.RedirectProblem, consent.answer_redirect_problem)
    app.add_exception_handler(oauth_server.OAuthError, oauth_server.answer_oauth_error)
    for platform in PLATFORMS:
        platform.install(app, stage)
    # Behind the platforms' own calls: what a platform does in a way of its own goes before what all of them do.
    include(app, scene_routes.router)
    include(app, account_routes.router)
    app.add_middleware(AnswerHeadersMiddleware)
    # The last one added is the outermost: first the Host header, then the journal, then trouble on demand.
    app.add_middleware(
        FaultsMiddleware, faults=stage.faults, clock=stage.clock, happenings=stage.happenings, refuse=stage.refuse
    )
    app.add_middleware(JournalMiddleware, journal=stage.journal)
    if stage.witness is not None:
        app.add_middleware(WitnessMiddleware, witness=stage.witness)
    app.add_middleware(LoopbackMiddleware)
    return app


async def answer_http_error(request: Request, error: Exception) -> Response:
    """An address that no platform has is answered as its platform would."""
    failure = cast("HTTPException", error)
    stage = cast("Stage", request.app.state.stage)
    platform = stage.owner_of(request.url.path)
    if platform is not None:
        return platform.refuse(request.url.path, failure.status_code, None)
    return JSONResponse({"error": failure.detail}, status_code=failure.status_code)


def field_in(place: tuple[str | int, ...]) -> str:
    """The name of the field; a body that is no object, or no JSON, is wrong as a whole."""
    names = [str(part) for part in place[1:] if isinstance(part, str)]
    return ".".join(names) or "body"


async def answer_invalid(request: Request, error: Exception) -> Response:
    problems = [
        {"field": field_in(problem["loc"]), "message": str(problem["msg"])}
        for problem in cast("RequestValidationError", error).errors()
    ]
    return JSONResponse({"error": "The request is not valid.", "errors": problems}, status_code=422)
