"""Hangs the stand-in for Google and YouTube into the application."""

from fastapi import FastAPI
from starlette.types import HTTPExceptionHandler

from rehearsal.installing import install_platform
from rehearsal.platforms.youtube import (
    ban_routes,
    broadcast_routes,
    channel_routes,
    consent_routes,
    control_routes,
    errors,
    message_routes,
    moderator_routes,
    oauth_routes,
    people_routes,
    player_routes,
    stream_routes,
)
from rehearsal.platforms.youtube.youtube import YouTube
from rehearsal.stage import Stage

ROUTES = (
    consent_routes,
    oauth_routes,
    channel_routes,
    broadcast_routes,
    message_routes,
    stream_routes,
    ban_routes,
    moderator_routes,
    people_routes,
    player_routes,
    control_routes,
)


def install(app: FastAPI, stage: Stage) -> None:
    answers: dict[type[Exception], HTTPExceptionHandler] = {
        errors.ApiError: errors.answer_api_error,
        errors.OAuthError: errors.answer_oauth_error,
    }
    install_platform(app, stage, YouTube(stage), (each.router for each in ROUTES), answers)
