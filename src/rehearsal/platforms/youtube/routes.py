"""Registers the stand-in for Google and YouTube with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.platforms.registration import install_platform
from rehearsal.platforms.youtube import control_routes, errors, oauth_routes, player_routes
from rehearsal.platforms.youtube.broadcasts import broadcast_routes, channel_routes
from rehearsal.platforms.youtube.chat import ban_routes, message_routes, stream_routes
from rehearsal.platforms.youtube.platform import YouTube
from rehearsal.state import RehearsalState

ROUTES = (
    oauth_routes,
    channel_routes,
    broadcast_routes,
    message_routes,
    stream_routes,
    ban_routes,
    player_routes,
    control_routes,
)


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    error_handlers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.ApiError: errors.handle_api_error,
    }
    install_platform(app, rehearsal, YouTube(rehearsal), (each.router for each in ROUTES), error_handlers)
