"""Registers the stand-in for Spotify with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.spotify import control_routes, errors, library_routes, oauth_routes, player_routes
from rehearsal.platforms.spotify.spotify import Spotify
from rehearsal.stage import Stage

ROUTERS = (
    oauth_routes.router,
    player_routes.router,
    library_routes.router,
    library_routes.covers,
    control_routes.router,
)


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.ApiError: errors.answer_api_error,
        errors.NotRegistered: errors.answer_not_registered,
    }
    install_platform(app, stage, Spotify(stage), ROUTERS, answers)
