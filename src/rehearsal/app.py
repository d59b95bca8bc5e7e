"""Puts the rehearsal together: which platforms there are, and what stands before them."""

from typing import cast

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal import control, pages
from rehearsal.faults import FaultsMiddleware
from rehearsal.journal import JournalMiddleware
from rehearsal.loopback import LoopbackMiddleware
from rehearsal.platforms.twitch import routes as twitch
from rehearsal.stage import Stage


def build_app(stage: Stage) -> FastAPI:
    """The whole rehearsal as one ASGI application."""
    app = FastAPI(title="Greenroom rehearsal", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.stage = stage
    app.include_router(pages.router)
    app.include_router(control.router)
    app.add_exception_handler(HTTPException, answer_http_error)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(control.ControlError, control.answer_control_error)
    twitch.install(app, stage)
    # The last one added is the outermost: first the Host header, then the journal, then trouble on demand.
    app.add_middleware(
        FaultsMiddleware, faults=stage.faults, clock=stage.clock, happenings=stage.happenings, refuse=stage.refuse
    )
    app.add_middleware(JournalMiddleware, journal=stage.journal)
    app.add_middleware(LoopbackMiddleware)
    return app


async def answer_http_error(request: Request, error: Exception) -> Response:
    """An address that no platform has is answered as its platform would."""
    failure = cast("HTTPException", error)
    stage = cast("Stage", request.app.state.stage)
    if request.url.path.split("/")[1] in stage.platforms:
        return stage.platforms[request.url.path.split("/")[1]].refuse(request.url.path, failure.status_code, None)
    return JSONResponse({"error": failure.detail}, status_code=failure.status_code)


async def answer_invalid(request: Request, error: Exception) -> Response:
    problems = [
        {"field": ".".join(str(part) for part in problem["loc"][1:]), "message": str(problem["msg"])}
        for problem in cast("RequestValidationError", error).errors()
    ]
    return JSONResponse({"error": "The request is not valid.", "errors": problems}, status_code=422)
