"""Hangs a platform into the application."""

from collections.abc import Iterable, Mapping

from fastapi import APIRouter, FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.state import Platform, RehearsalState

# By the router that they were gathered from; a router is never thrown away.
_gathered: dict[int, APIRouter] = {}


def include(app: FastAPI, router: APIRouter) -> None:
    """As `app.include_router` would, which puts every call together anew for each app: half a second of work."""
    gathered = _gathered.get(id(router))
    if gathered is None:
        gathered = _gathered[id(router)] = APIRouter()
        gathered.include_router(router)
    app.router.routes.extend(gathered.routes)


def install_platform(
    app: FastAPI,
    rehearsal: RehearsalState,
    platform: Platform,
    routers: Iterable[APIRouter],
    answers: Mapping[type[Exception], HTTPExceptionHandler] | None = None,
) -> None:
    """`answers` says how each of the platform's errors is answered."""
    rehearsal.add(platform)
    for router in routers:
        include(app, router)
    for error, answer in (answers or {}).items():
        app.add_exception_handler(error, answer)
