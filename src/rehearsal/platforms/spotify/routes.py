"""Registers the stand-in for Spotify with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.platforms.registration import install_platform
from rehearsal.platforms.spotify import control_routes, errors, library_routes, oauth_routes, player_routes
from rehearsal.platforms.spotify.platform import Spotify
from rehearsal.state import RehearsalState

ROUTERS = (
    oauth_routes.router,
    player_routes.router,
    library_routes.router,
    library_routes.covers,
    control_routes.router,
)


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    error_handlers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.ApiError: errors.handle_api_error,
        errors.NotRegistered: errors.handle_not_registered,
    }
    install_platform(app, rehearsal, Spotify(rehearsal), ROUTERS, error_handlers)
