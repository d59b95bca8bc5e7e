"""Hangs a platform into the application."""

from collections.abc import Iterable, Mapping

from fastapi import APIRouter, FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.stage import Platform, Stage


def install_platform(
    app: FastAPI,
    stage: Stage,
    platform: Platform,
    routers: Iterable[APIRouter],
    answers: Mapping[type[Exception], HTTPExceptionHandler] | None = None,
) -> None:
    """`answers` says how each of the platform's errors is answered."""
    stage.add(platform)
    for router in routers:
        app.include_router(router)
    for error, answer in (answers or {}).items():
        app.add_exception_handler(error, answer)
