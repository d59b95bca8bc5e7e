"""Registers a platform's routes and error handlers with the application."""

from collections.abc import Iterable, Mapping

from fastapi import APIRouter, FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.state import Platform, RehearsalState


def include(app: FastAPI, router: APIRouter) -> None:
    """Like `app.include_router`, but adds the route objects themselves; FastAPI would build and match each twice."""
    app.router.routes.extend(router.routes)


def install_platform(
    app: FastAPI,
    rehearsal: RehearsalState,
    platform: Platform,
    routers: Iterable[APIRouter],
    error_handlers: Mapping[type[Exception], HTTPExceptionHandler] | None = None,
) -> None:
    """Adds the platform to the rehearsal, and its routes and error handlers to the application."""
    rehearsal.add(platform)
    for router in routers:
        include(app, router)
    for error, handler in (error_handlers or {}).items():
        app.add_exception_handler(error, handler)
