"""Registers the stand-in for Google and YouTube with the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.youtube import (
    ban_routes,
    broadcast_routes,
    channel_routes,
    control_routes,
    errors,
    message_routes,
    oauth_routes,
    player_routes,
    stream_routes,
)
from rehearsal.platforms.youtube.youtube import YouTube
from rehearsal.stage import Stage

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


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.ApiError: errors.answer_api_error,
    }
    install_platform(app, stage, YouTube(stage), (each.router for each in ROUTES), answers)
